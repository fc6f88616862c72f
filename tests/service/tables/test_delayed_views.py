"""Spectators of a table with a delay see events only up to the visibility cutoff."""

import re
import threading
import time
from typing import Any

import orjson
import psycopg
import pytest

from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.evolve import evolve
from service.platform.store.events import Record, event_of
from service.tables.documents import view_document
from service.tables.events import VersionedTable, stream_of
from tests.support.api import Api, Json
from tests.support.feeds import told_by_events
from tests.support.play import play_commands
from tests.support.spectating import (
    BY_HAND,
    BY_MINUTES,
    BY_TRICK,
    CLIMBING,
    SHENG_JI,
    Watched,
    elsewhere,
    feed,
    ready,
    released,
    watched,
)


def folded(table: str, events: list[Json]) -> Any:
    state = None
    for event in events:
        state = evolve(GAMES, state, event_of(Record(event["type"], event["revision"], event["data"])))
    assert state is not None
    return orjson.loads(orjson.dumps(view_document(table, VersionedTable(len(events), state), Onlooker.SPECTATOR)))


def let_pass(database_url: str, table: str, seconds: float, *, after: int = 0) -> None:
    """Makes the events of a table older; the service must not have cached them."""
    with psycopg.connect(database_url, autocommit=True) as owner, owner.transaction():
        # Events cannot be changed; as a replica the database does not run its triggers.
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute(
            "UPDATE shengji.event SET recorded_at = recorded_at - make_interval(secs => %s)"
            " WHERE stream = %s AND version > %s",
            [seconds, stream_of(table), after],
        )


# Every channel --------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("profile", [SHENG_JI, CLIMBING])
@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_views_and_feeds_of_spectators_end_at_the_visibility_cutoff(api: Api, another_process, profile, delay):
    at = watched(api, {"delay": delay}, profile, hands=2)
    seen, held_back = set(), 0
    while at.players[0].view(at.table)["status"] == "playing":
        play_commands(at.table, at.players, commands=3)
        until = released(at, delay)
        seen.add(until)
        for user in (*at.late, elsewhere(another_process, at.stranger)):
            view, page = user.view(at.table), user.get(f"/v1/tables/{at.table}/events?limit=1000").json
            assert view["version"] == page["next_after"] == until
            assert [event["version"] for event in page["events"]] == list(range(1, until + 1))
            assert not page["more"]
            assert (view["you"], view["spectators"]) == (None, {"delay": delay, "minutes": None})
        for player in at.players:
            held_back += player.view(at.table)["version"] > until

    assert until == at.players[0].view(at.table)["version"] == told_by_events(at.stranger.view(at.table))["version"]
    assert at.stranger.view(at.table)["status"] == "finished"
    assert len(seen) > (2 if delay == "hand" else 10)
    assert held_back > 40


@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_the_delayed_view_is_the_fold_of_the_delayed_feed(api: Api, delay):
    at = watched(api, {"delay": delay}, hands=2)
    play_commands(at.table, at.players, commands=70)

    for limit in (1000, 37, 1):
        events = feed(at.stranger, at.table, limit)
        assert folded(at.table, events) == told_by_events(at.stranger.view(at.table))
    assert at.stranger.view(at.table)["match"]["hands_played"] == 1


def test_players_with_a_seat_see_no_delay(api: Api):
    at = watched(api, BY_HAND)
    play_commands(at.table, at.players, commands=20)

    for seat, player in enumerate(at.players):
        view = player.view(at.table)
        assert view["you"] == seat
        assert view["version"] == len(feed(player, at.table)) > at.stranger.view(at.table)["version"]


def test_without_a_delay_setting_spectators_see_everything_at_once(api: Api):
    for spectators in (None, {"delay": "none"}):
        at = watched(api, spectators)
        play_commands(at.table, at.players, commands=20)

        assert at.stranger.view(at.table)["version"] == at.players[0].view(at.table)["version"]
        assert at.stranger.view(at.table)["spectators"] == {"delay": "none", "minutes": None}


def test_before_the_match_spectators_see_everything_at_once(api: Api):
    for spectators in (BY_TRICK, BY_HAND, BY_MINUTES):
        at = ready(api, spectators)
        assert at.stranger.view(at.table)["version"] == at.players[0].view(at.table)["version"] == 5
        assert len(feed(at.stranger, at.table)) == 5


@pytest.mark.parametrize("spectators", [BY_TRICK, BY_HAND, BY_MINUTES], ids=lambda each: each["delay"])
def test_the_delayed_view_is_stable_and_has_its_own_tag(api: Api, spectators):
    at = watched(api, spectators)
    first = at.stranger.get(f"/v1/tables/{at.table}")
    play_commands(at.table, at.players, commands=2)

    again = at.stranger.get(f"/v1/tables/{at.table}", headers={"If-None-Match": first.headers["ETag"]})
    full_view = at.stranger.get(f"/v1/tables/{at.table}")

    assert again.status_code == 304
    assert (full_view.data, full_view.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert re.fullmatch('"6-delayed-6[0-9]{10}"', first.headers["ETag"])
    assert first.json["status"] == "playing"
    assert (first.json["asked"], first.json["hand"]) == ([], None)


def test_a_cursor_beyond_the_visibility_cutoff_is_reset_to_it(api: Api):
    at = watched(api, BY_HAND)
    play_commands(at.table, at.players, commands=20)

    for after in (6, 7, 15, 10_000):
        page = at.stranger.get(f"/v1/tables/{at.table}/events?after={after}").json
        assert page == {"table": at.table, "events": [], "asked": [], "next_after": 6, "more": False}
    page = at.stranger.get(f"/v1/tables/{at.table}/events?after=4&limit=2").json
    assert (len(page["events"]), page["next_after"], page["more"]) == (2, 6, False)


def test_spectators_have_no_legal_moves(api: Api):
    at = watched(api, BY_TRICK)

    assert at.host.get(f"/v1/tables/{at.table}/moves").json["code"] == "not_seated"


# By minutes ----------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def by_minutes(api: Api, database_url: str) -> Watched:
    """Returns a finished match, half of which happened more than an hour ago."""
    at = watched(api, BY_MINUTES, CLIMBING, hands=2)
    play_commands(at.table, at.players, commands=1000)
    version = at.players[0].view(at.table)["version"]
    assert at.stranger.view(at.table)["version"] == 6
    let_pass(database_url, at.table, 3600)
    let_pass(database_url, at.table, -3600, after=version // 2)
    return at


@pytest.mark.slow
def test_with_a_delay_in_minutes_only_old_events_are_visible_even_after_the_match(by_minutes, another_process: Api):
    table, players, _, stranger = by_minutes
    there = elsewhere(another_process, stranger)
    half = players[0].view(table)["version"] // 2

    assert players[0].view(table)["status"] == "finished"
    assert there.view(table)["version"] == half == len(feed(there, table))
    assert there.view(table)["status"] == "playing"
    assert folded(table, feed(there, table, limit=50)) == told_by_events(there.view(table))


def test_with_a_delay_in_minutes_the_record_ends_at_the_visibility_cutoff(by_minutes, another_process: Api):
    table, players, host, stranger = by_minutes
    half = players[0].view(table)["version"] // 2

    full_view = players[0].get(f"/v1/tables/{table}/record").json
    for user in (host, stranger):
        seen = elsewhere(another_process, user).get(f"/v1/tables/{table}/record")
        ends = [event["version"] for event in full_view["events"] if event["type"] == "secret_published"]
        if ends[0] > half:
            assert seen.json["code"] == "no_hand_over"
        else:
            assert seen.json["events"] == full_view["events"][: ends[0]]
    assert full_view["complete"]


def test_a_waiting_request_is_answered_when_time_moves_the_visibility_cutoff(
    api: Api, another_process: Api, database_url
):
    at = watched(api, {"delay": "minutes", "minutes": 1})
    version = at.players[0].view(at.table)["version"]
    assert at.stranger.view(at.table)["version"] == 6
    let_pass(database_url, at.table, 58.5)
    there = elsewhere(another_process, at.stranger)

    began = time.monotonic()
    page = there.get(f"/v1/tables/{at.table}/events?after=6&wait=30").json

    assert [event["version"] for event in page["events"]] == list(range(7, version + 1))
    assert time.monotonic() - began < 25, "the request returned before its maximum wait"


def test_the_time_of_the_next_release_of_events_is_known(api: Api, service):
    at = watched(api, BY_MINUTES)

    viewer, until, next_in_s = service.views.visibility(at.table, at.stranger.id)

    assert (viewer, until) == (Onlooker.DELAYED, 6)
    assert 3500 < next_in_s <= 3600
    assert service.views.visibility(at.table, at.players[1].id) == (Seat(1), None, None)


# Waiting for the cutoff -----------------------------------------------------------------------------------------------
def test_a_waiting_request_is_answered_at_the_end_of_a_trick_and_not_before(api: Api):
    at = watched(api, BY_TRICK)
    while "play" not in {each["what"] for each in at.players[0].view(at.table)["asked"]}:
        play_commands(at.table, at.players, commands=1)
    until, found = at.stranger.view(at.table)["version"], []

    def listen() -> None:
        found.append(at.stranger.get(f"/v1/tables/{at.table}/events?after={until}&wait=30").json)

    listener = threading.Thread(target=listen)
    listener.start()
    play_commands(at.table, at.players, commands=3)
    listener.join(0.3)
    assert listener.is_alive(), "the trick is not over"
    began = time.monotonic()
    play_commands(at.table, at.players, commands=1)
    listener.join(60)

    assert time.monotonic() - began < 20, "the end of the trick answered the request, not its time limit"
    assert found[0]["events"][-1]["type"] == "trick_won"
    assert found[0]["next_after"] == released(at, "trick") == told_by_events(at.stranger.view(at.table))["version"]


def test_a_request_that_times_out_shows_nothing(api: Api):
    at = watched(api, BY_TRICK)
    mover = threading.Thread(target=play_commands, args=(at.table, at.players, 2))
    mover.start()

    page = at.stranger.get(f"/v1/tables/{at.table}/events?after=6&wait=1").json
    mover.join()

    assert page == {"table": at.table, "events": [], "asked": [], "next_after": 6, "more": False}
