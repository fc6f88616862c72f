"""A table with events of their first revisions is folded, continued and verified.

The file is a match of three hands with failed throws, written before there were events of live draws and friends. It is
never edited.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.games.sheng_ji.state import Burying, Declaring, MatchState, Tricks
from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES
from domain.kernel.seats import Seat
from domain.table.asking import asking, running_clock
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.state import Table
from domain.tools.verification import verify
from service.platform.store.events import Record, event_of
from service.tables.events import table_document, table_from_document

KEPT = json.loads((Path(__file__).parent / "tables" / "first_revision.json").read_text())
EVENTS = [event_of(Record(*kept)) for kept in KEPT["events"]]


def _moment(match: MatchState | None) -> str | None:
    """Kind of decision in a hand; `None` for decisions from which the match is not continued."""
    match match.phase if match else None:
        case Declaring(shown=(_, *_)):
            return "declared already"
        case Declaring():
            return "nobody has declared"
        case Burying():
            return "burying"
        case Tricks(choices=(_, *_)):
            return "choosing a unit of a throw"
        case Tricks(trick=None):
            return "leading"
        case Tricks(throw=None):
            return "following"
        case Tricks():
            return "following after a throw"
        case _:
            return None


def _first_places() -> dict[str, int]:
    """Number of events before the first decision of each kind in the second hand."""
    places: dict[str, int] = {}
    table = None
    for count, event in enumerate(EVENTS, start=1):
        table = fold(GAMES, [event], table)
        kind = _moment(table.match)
        if kind and table.match.hands_played == 1 and _is_command_over(count):
            places.setdefault(kind, count)
    return places


FIRST = ("declared", "declaration_passed", "kitty_buried", "cards_played", "throw_failed")
"""The first events of moves."""


def _is_command_over(count: int) -> bool:
    """Whether the event after the first `count` events is by another command."""
    (before, _, data), (following, *_) = KEPT["events"][count - 1 : count + 1]
    if before == "throw_failed":
        return bool(data["choices"])
    return before != "lead_forced" and following in FIRST


PLACES = _first_places()


def test_the_file_contains_events_of_older_revisions():
    older = {name for name, revision, _ in KEPT["events"] if revision < EVENT_TYPES[EVENT_CLASSES[name]].revision}

    assert {"cards_dealt", "trump_fixed", "throw_failed", "hand_scored"} <= older


def test_the_old_match_verifies_with_current_rules():
    verified = verify(EVENTS)

    assert verified.disagreements == ()
    assert verified.hands == 3


def test_the_end_of_the_old_match_has_the_old_view():
    was, match = KEPT["view"], fold(GAMES, EVENTS).match
    seen = GAMES["sheng_ji"].view(match, Seat(0))

    same = ("levels", "hands_played", "phase", "trump_suit", "dealer", "declarations", "kitty")
    assert {name: seen[name] for name in same} == {name: was[name] for name in same}
    assert sorted(seen["opponent_cards"]) == sorted(was["opponent_cards"])
    assert {name: value for name, value in seen["score"].items() if name in was["score"]} == was["score"]


def test_the_old_match_contains_every_kind_of_decision():
    assert {"nobody has declared", "burying", "leading", "following"} <= set(PLACES)
    assert {"choosing a unit of a throw", "following after a throw"} <= set(PLACES)


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLACES)
def test_an_old_match_can_be_continued_from_the_middle_of_a_hand(kind: str):
    events: list[Any] = EVENTS[: PLACES[kind]]
    table = fold(GAMES, events)
    assert table_from_document(json.loads(json.dumps(table_document(table)))) == table
    assert running_clock(table) is None
    luck = random.Random(kind)

    while table.status == "playing":
        seat = asking(table)[0].seat
        view = fold(GAMES, [redact(GAMES["sheng_ji"], event, seat) for event in events])
        move = RandomBot().choose(view, seat, luck)
        outcome = decide(GAMES, table, Act(_player(table, seat), move), Chance(luck.randbytes(32)))
        table, events = outcome.table, [*events, *outcome.events]

    assert table.match.hands_played == 3


def _player(table: Table, seat: Seat) -> Any:
    occupant = table.seats[seat]
    assert occupant
    return occupant.player
