"""Views and feeds: a view is the fold of the redacted feed, numbered without gaps, equal in every process."""

import threading
import time
from typing import Any

import orjson
import pytest

from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.evolve import evolve
from service.platform.store.events import Record, event_of
from service.tables.documents import view_document
from service.tables.events import STATE_REVISION, VersionedTable
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.feeds import told_by_events
from tests.support.play import play_commands
from tests.support.waiting import until


@pytest.fixture(scope="module")
def game(api: Api) -> tuple[str, list[User]]:
    table, players = started_table(api, hands=3)
    play_commands(table, players, commands=130)
    return table, players


def _feed(user: User, table: str, limit: int = 37) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    after, more = 0, True
    while more:
        page = user.get(f"/v1/tables/{table}/events?after={after}&limit={limit}").json
        events += page["events"]
        after, more = page["next_after"], page["more"]
    return events


def _folded(table: str, events: list[dict[str, Any]], viewer: Any) -> Any:
    state = None
    for event in events:
        state = evolve(GAMES, state, event_of(Record(event["type"], event["revision"], event["data"])))
    assert state is not None
    return orjson.loads(orjson.dumps(view_document(table, VersionedTable(events[-1]["version"], state), viewer)))


def test_versions_in_the_feed_have_no_gap_for_any_page_size(game):
    table, players = game

    for limit in (1000, 37, 3):
        events = _feed(players[1], table, limit)
        assert [event["version"] for event in events] == list(range(1, players[1].view(table)["version"] + 1))


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_can_rebuild_its_view_from_its_feed(game, seat: int):
    table, players = game

    assert _folded(table, _feed(players[seat], table), Seat(seat)) == told_by_events(players[seat].view(table))


def test_a_spectator_can_rebuild_the_public_view_from_the_public_feed(game, api: Api):
    table, _ = game
    spectator = api.sign_up("spectator")

    view = spectator.view(table)

    assert _folded(table, _feed(spectator, table), Onlooker.SPECTATOR) == told_by_events(view)
    assert view["you"] is None
    assert view["match"].get("hand") is None


def test_another_process_returns_the_same_bytes(game, another_process: Api):
    table, players = game
    for player in players:
        elsewhere = User(another_process, player.id, player.token)
        for path in ("", "/events?after=0&limit=1000", "/moves"):
            here = player.get(f"/v1/tables/{table}{path}")
            there = elsewhere.get(f"/v1/tables/{table}{path}")
            assert there.data == here.data
            assert there.headers.get("ETag") == here.headers.get("ETag")


def test_each_viewer_and_version_has_its_own_entity_tag(game):
    table, players = game

    tags = {player.get(f"/v1/tables/{table}").headers["ETag"] for player in players}
    play_commands(table, players, commands=1)
    later = {player.get(f"/v1/tables/{table}").headers["ETag"] for player in players}

    assert len(tags) == len(later) == 4
    assert not tags & later


def test_an_unchanged_view_is_not_sent_again(game):
    table, players = game
    first = players[0].get(f"/v1/tables/{table}")
    tag = {"If-None-Match": first.headers["ETag"]}

    same = players[0].get(f"/v1/tables/{table}", headers=tag)
    play_commands(table, players, commands=1)
    changed = players[0].get(f"/v1/tables/{table}", headers=tag)

    assert (same.status_code, same.data) == (304, b"")
    assert same.headers["ETag"] == first.headers["ETag"]
    assert changed.status_code == 200


def test_the_feed_waits_for_events_and_answers_as_soon_as_they_arrive(game, service: Service):
    table, players = game
    version = players[0].view(table)["version"]
    found: list[Any] = []

    def listen() -> None:
        found.append(players[1].get(f"/v1/tables/{table}/events?after={version}&wait=30").json)

    listener = threading.Thread(target=listen)
    listener.start()
    until(lambda: f"table-{table}" in service.notifier.awaited_streams(), "waiting page")
    began = time.monotonic()
    play_commands(table, players, commands=1)
    listener.join(60)

    assert time.monotonic() - began < 20, "the notifier answered the request, not its time limit"
    assert found[0]["events"][0]["version"] == version + 1


def test_the_feed_of_one_process_gets_events_of_another(game, another_process: Api):
    table, players = game
    version = players[0].view(table)["version"]
    found: list[Any] = []
    elsewhere = User(another_process, players[2].id, players[2].token)

    listener = threading.Thread(
        target=lambda: found.append(elsewhere.get(f"/v1/tables/{table}/events?after={version}&wait=30").json)
    )
    listener.start()
    play_commands(table, players, commands=1)
    listener.join(60)

    assert found[0]["events"][0]["version"] == version + 1


def test_a_feed_request_that_times_out_returns_an_empty_page(game):
    table, players = game
    view = players[0].view(table)
    version = view["version"]

    page = players[0].get(f"/v1/tables/{table}/events?after={version}&wait=1").json

    assert page == {"table": table, "events": [], "asked": view["asked"], "next_after": version, "more": False}


def test_only_the_seat_to_move_has_legal_moves_and_everyone_sees_who_is_to_move(game):
    table, players = game
    asked = players[0].view(table)["asked"][0]["seat"]

    for seat, player in enumerate(players):
        moves = player.get(f"/v1/tables/{table}/moves").json["moves"]
        assert (moves["asked"] is not None) == (seat == asked)
        assert player.view(table)["asked"] == players[0].view(table)["asked"]


def test_a_long_game_is_read_from_a_snapshot(game, service, another_process: Api):
    table, players = game
    rows = service.database.run(
        "snapshot", {"stream": f"table-{table}", "viewer": "s1", "state_revision": STATE_REVISION}
    )
    version = rows[0][0]

    assert version >= 100
    User(another_process, players[1].id, players[1].token).view(table)


def test_a_weak_tag_matches_like_the_strong_one(game):
    table, players = game
    tag = players[0].get(f"/v1/tables/{table}").headers["ETag"]

    assert players[0].get(f"/v1/tables/{table}", headers={"If-None-Match": f"W/{tag}"}).status_code == 304


def test_a_cursor_beyond_the_end_is_reset_to_the_end(game):
    table, players = game
    view = players[0].view(table)
    version = view["version"]

    page = players[0].get(f"/v1/tables/{table}/events?after={version + 50}").json

    assert page == {"table": table, "events": [], "asked": view["asked"], "next_after": version, "more": False}
