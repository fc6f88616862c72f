"""Spectators with a delay cannot learn the progress of a table from commands, lists or records."""

from typing import Any

import pytest

from domain.kernel.players import PlayerId
from domain.kernel.viewers import Onlooker
from domain.table.commands import SetEntropy
from service.platform.queue.job_queue import JobQueue
from service.platform.store.event_store import READ_LIMIT
from service.tables.bot_turns import play_bot_turns
from service.tables.cache import CUTOFF_PAGE
from service.tables.events import STATE_REVISION, stream_of
from service.tables.feeds import TableFeed
from service.worker_context import WorkerContext
from tests.support.api import Api, Json
from tests.support.play import play_commands
from tests.support.spectating import (
    BY_HAND,
    BY_MINUTES,
    BY_TRICK,
    SHENG_JI,
    Watched,
    elsewhere,
    feed,
    ready,
    released,
    watched,
)
from tests.support.stored import catch_up, with_nothing_at_hand


# A host without a seat ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("spectators", [BY_HAND, BY_MINUTES])
def test_hidden_events_are_examined_once_for_all_waiting_requests(api: Api, service, monkeypatch, spectators):
    at = watched(api, spectators, hands=1)
    feeds = [
        TableFeed(service.table_cache, service.views, at.table, user.id) for user in [api.sign_up() for _ in range(5)]
    ]
    end = feeds[0].end()
    play_commands(at.table, at.players, commands=30)
    assert [one.read(end, 10, end).entries for one in feeds] == [[]] * 5
    play_commands(at.table, at.players, commands=1)
    version = at.players[0].view(at.table)["version"]
    reads: list[int] = []
    honest = service.store.read

    def read(stream: str, after: int = 0, limit: int = READ_LIMIT) -> Any:
        reads.append(after)
        return honest(stream, after, limit)

    monkeypatch.setattr(service.store, "read", read)
    # As if more events were hidden than are cached.
    service.table_cache._entry(at.table).tail[:-1] = []
    news = [one.read(end, 10, version) for one in feeds]

    assert [each.entries for each in news] == [[]] * 5
    assert len(reads) <= 1


@pytest.mark.parametrize("spectators", [BY_TRICK, BY_HAND, BY_MINUTES], ids=lambda each: each["delay"])
def test_a_host_without_a_seat_does_not_see_the_deal_by_starting(api: Api, spectators):
    at = ready(api, spectators)
    key = {"Idempotency-Key": f"start {at.table}".replace(" ", "-"), "Prefer": "return=representation"}

    first = at.host.command(at.table, "start", headers=key).json
    again = at.host.command(at.table, "start", headers=key)

    assert [event["type"] for event in first["events"]] == ["table_started"]
    assert first["version"] == first["view"]["version"] == 6
    assert first["view"] == at.host.view(at.table)
    assert (again.json, again.headers["Idempotency-Replayed"]) == (first, "true")


def test_a_host_does_not_see_more_by_repeating_the_creation(api: Api):
    host = api.sign_up("host")
    body = {"profile": SHENG_JI, "spectators": BY_HAND}
    key = {"Idempotency-Key": "open", "Prefer": "return=representation"}
    opened = host.post("/v1/tables", body, headers=key).json
    table = opened["table"]
    for seat in range(4):
        assert host.command(table, "seat_bot", seat=seat, bot="steady").status_code == 200
    assert host.command(table, "start").status_code == 200

    again = host.post("/v1/tables", body, headers=key)

    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json["events"] == opened["events"]
    assert again.json["view"] == host.view(table)
    assert again.json["view"]["match"]["phase"] == "preparing"


COMMANDS: list[Json] = [
    {"type": "start"},
    {"type": "cancel"},
    {"type": "unseat_bot", "seat": 1},
    {"type": "sit", "seat": 1},
    {"type": "leave"},
    {"type": "pass"},
    {"type": "set_entropy", "entropy": "dice"},
    {"type": "decline_challenge", "reason": "pace"},
    {"type": "take_back"},
]


@pytest.mark.parametrize("body", COMMANDS, ids=lambda body: body["type"])
def test_spectators_cannot_probe_the_version_with_preconditions(api: Api, body: Json):
    at = watched(api, BY_HAND)
    play_commands(at.table, at.players, commands=5)
    now = at.players[0].view(at.table)["version"]

    for user in at.late:
        for dry in ("", "?dry_run=true"):
            path = f"/v1/tables/{at.table}/commands{dry}"
            answers = [user.post(path, {**body, "expected_version": version}).json for version in (6, now - 1, now)]
            plain = user.post(path, body).json
            for answer in (*answers, plain):
                answer.pop("request_id")
            assert answers == [plain] * 3
            assert plain["status"] in (403, 409, 422)
            assert plain["code"] != "stale_version"


def test_before_the_start_preconditions_apply_to_everybody(api: Api):
    at = ready(api, BY_HAND)

    for dry in ("", "?dry_run=true"):
        stale = at.host.post(f"/v1/tables/{at.table}/commands{dry}", {"type": "start", "expected_version": 4})
        assert (stale.status_code, stale.json["facts"]) == (412, {"version": 5})
    assert at.host.command(at.table, "start", expected_version=5).status_code == 200


def test_a_seat_with_a_stale_precondition_gets_the_current_version(api: Api):
    at = watched(api, BY_HAND)
    play_commands(at.table, at.players, commands=5)
    now = at.players[0].view(at.table)["version"]

    stale = at.players[0].command(at.table, "pass", expected_version=now - 1)

    assert (stale.status_code, stale.json["facts"]) == (412, {"version": now})


# Records and lists ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_the_record_contains_finished_hands_and_is_the_same_for_all(api: Api, delay):
    at = watched(api, {"delay": delay}, hands=2)
    path = f"/v1/tables/{at.table}/record"
    play_commands(at.table, at.players, commands=20)
    assert at.stranger.get(path).json["code"] == "no_hand_over"
    play_commands(at.table, at.players, commands=60)

    assert at.stranger.get(path).json == at.players[0].get(path).json


def test_a_list_does_not_reveal_the_progress_of_a_table(api: Api, service):
    at, open_table = watched(api, BY_HAND), ready(api, BY_HAND)
    undelayed = watched(api, None)
    play_commands(at.table, at.players, commands=20)
    catch_up(service)

    listed = {each["id"]: each for each in at.stranger.get("/v1/tables?limit=100").json["tables"]}
    own = {each["id"]: each for each in at.host.get("/v1/tables?mine=true").json["tables"]}

    late = listed[at.table]
    assert (late["version"], late["updated_at"], late["status"]) == (None, None, "playing")
    assert late["spectators"] == {"delay": "hand", "minutes": None}
    assert own[at.table] == late
    assert listed[open_table.table]["version"] == 5
    assert listed[undelayed.table]["version"] == undelayed.stranger.view(undelayed.table)["version"]


# Long hands and long games -------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_hand_longer_than_a_page_is_hidden_and_released_as_a_whole(api: Api, service, another_process: Api):
    at = watched(api, BY_HAND)
    for number in range(max(READ_LIMIT, CUTOFF_PAGE) + 150):
        service.tables.carry_out(at.table, _entropy(at, number))
    assert at.stranger.view(at.table)["version"] == 6
    there = elsewhere(another_process, at.stranger)
    assert there.view(at.table)["version"] == len(feed(there, at.table, limit=7)) == 6

    play_commands(at.table, at.players, commands=60)

    until = released(at, "hand")
    assert until > READ_LIMIT + 150
    for user in (at.stranger, there, elsewhere(another_process, at.host)):
        assert user.view(at.table)["version"] == until
        assert [event["version"] for event in feed(user, at.table, limit=400)] == list(range(1, until + 1))


def _entropy(at: Watched, number: int) -> Any:
    return SetEntropy(PlayerId(at.players[0].id), f"entropy {number}")


def test_the_visibility_cutoff_is_stored_and_used_by_new_processes(api: Api, service):
    at = watched(api, BY_TRICK)
    play_commands(at.table, at.players, commands=110)
    version = at.stranger.view(at.table)["version"]
    while at.players[0].view(at.table)["version"] == released(at, "trick"):
        play_commands(at.table, at.players, commands=1)

    [(kept, _)] = service.database.read(
        "snapshot", {"stream": stream_of(at.table), "viewer": "delayed", "state_revision": STATE_REVISION}
    )

    assert 100 <= kept <= version
    begun = with_nothing_at_hand(service)
    assert begun.table_cache.visibility_cutoff(at.table).version == released(at, "trick")
    assert begun.table_cache.view(at.table, Onlooker.DELAYED).version == released(at, "trick")


# Bots ----------------------------------------------------------------------------------------------------------------
def test_house_bots_play_without_delay(api: Api, service, settings, monkeypatch):
    WorkerContext.service, WorkerContext.queue = service, JobQueue(settings.redis_url)
    host = api.sign_up("host")
    table = host.open_table(profile=SHENG_JI, hands=1, spectators=BY_HAND)
    for seat in range(4):
        assert host.command(table, "seat_bot", seat=seat, bot="random").status_code == 200
    assert host.command(table, "start").status_code == 200
    assert host.view(table)["asked"] == []

    while service.table_cache.newest(table).table.status == "playing":
        play_bot_turns(table, service.table_cache.newest(table).version)

    assert host.view(table)["status"] == "finished"
    assert host.view(table)["version"] == service.table_cache.newest(table).version


# Opening -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("spectators", "member"),
    [
        ("trick", "spectators"),
        ({}, "spectators.delay"),
        ({"delay": "never"}, "spectators.delay"),
        ({"delay": None}, "spectators.delay"),
        ({"delay": "minutes"}, "spectators.minutes"),
        ({"delay": "minutes", "minutes": 0}, "spectators.minutes"),
        ({"delay": "minutes", "minutes": 1441}, "spectators.minutes"),
        ({"delay": "minutes", "minutes": "5"}, "spectators.minutes"),
        ({"delay": "minutes", "minutes": True}, "spectators.minutes"),
        ({"delay": "minutes", "minutes": None}, "spectators.minutes"),
        ({"delay": "hand", "minutes": 5}, "spectators.minutes"),
        ({"delay": "hand", "hours": 5}, "spectators.hours"),
    ],
    ids=str,
)
def test_an_invalid_delay_is_refused_by_member(api: Api, spectators, member):
    refused = api.sign_up().post("/v1/tables", {"profile": SHENG_JI, "spectators": spectators})

    assert (refused.status_code, refused.json["code"]) == (400, "invalid_request")
    assert any(name.startswith(member) for name in refused.json["facts"]["fields"])


def test_a_table_shows_its_spectator_delay(api: Api):
    opened = api.sign_up().post("/v1/tables", {"profile": SHENG_JI, "spectators": BY_MINUTES})

    (event,) = opened.json["events"]
    assert event["data"]["spectators"] == {"delay": "minutes", "minutes": 60}
