"""A table stored by an older release, events and head, continues under this release."""

import json
import random
from pathlib import Path

import pytest

from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.kernel.players import PlayerId
from domain.table.asking import asking
from domain.table.commands import Act
from service.platform.store.checks import check_store, refold
from service.platform.store.event_store import Commit
from service.platform.store.events import Record
from service.tables.events import STATE_REVISION, stream_of
from tests.support.stored import catch_up

KEPT = json.loads((Path(__file__).parents[2] / "codec" / "tables" / "first_revision.json").read_text())["events"]
MIDDLE = 90
"""Number of events before the middle of a trick in the first hand."""


@pytest.fixture
def table(service) -> str:
    """A table in the middle of a hand with a head that only the older release could read."""
    table_id = "tbl_01M7ZAW1ZS69ZN9S1N17NW5J99"
    commit = Commit(
        stream=stream_of(table_id),
        expected=0,
        records=[Record(*kept) for kept in KEPT[:MIDDLE]],
        state={"of": "an older program"},
        state_revision=STATE_REVISION - 1,
        asked=[],
        due_at=None,
        command_id=None,
        metadata={},
    )
    assert service.store.append(commit).outcome == "appended"
    return table_id


def test_a_table_of_an_older_release_is_listed_played_and_verified(service, table: str):
    catch_up(service)
    luck = random.Random(1)
    for _ in range(200):
        at = service.table_cache.newest(table)
        if at.table.match.hands_played:
            break
        seat = asking(at.table)[0].seat
        view = service.table_cache.view(table, seat)
        move = RandomBot().choose(view.table, seat, luck)
        service.tables.carry_out(table, Act(PlayerId(f"ply_{seat}"), move), expected=at.version)

    assert service.table_cache.newest(table).table.match.hands_played == 1
    assert service.store.head(stream_of(table)).state_revision == STATE_REVISION
    assert check_store(service.database, lambda _, __: None) == []
    assert refold(service.database, lambda _, __: None) == []
