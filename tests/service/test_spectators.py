"""Spectators of a table with a delay see events only up to the visibility cutoff, in every channel.

The expected cutoff is computed from the types of the events that a seat sees, which are never delayed.
"""

import threading
import time
from typing import Any, NamedTuple

import orjson
import psycopg
import pytest

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.commands import SetEntropy
from domain.table.evolve import evolve
from service.platform.queue.job_queue import JobQueue
from service.platform.store.event_store import READ_LIMIT
from service.platform.store.events import Record, event_of
from service.tables.bot_turns import play_bot_turns
from service.tables.cache import CUTOFF_PAGE
from service.tables.documents import view_document
from service.tables.events import STATE_REVISION, VersionedTable, stream_of
from service.tables.feeds import TableFeed
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.play import play_on
from tests.support.stored import catch_up, with_nothing_at_hand

BY_TRICK, BY_HAND, BY_MINUTES = {"delay": "trick"}, {"delay": "hand"}, {"delay": "minutes", "minutes": 60}
SHENG_JI, CLIMBING = "si-shi-fen", "zheng-shangyou-4-partners"
ENDS = {"trick": {"trick_won", "round_ended", "secret_published", "match_ended"}}
ENDS["hand"] = {"secret_published", "match_ended"}


class Watched(NamedTuple):
    """Returns a started table with full seats, its host without a seat, and a stranger."""

    table: str
    players: list[User]
    host: User
    stranger: User

    @property
    def late(self) -> list[User]:
        return [self.host, self.stranger]


def ready(api: Api, spectators: Json | None, profile: str = SHENG_JI, **members: Any) -> Watched:
    """Returns a full table that has not started."""
    host = api.sign_up("host")
    members |= {"spectators": spectators} if spectators else {}
    table = host.open_table(profile=profile, **members)
    players = [api.sign_up(f"player {seat}") for seat in range(4)]
    for seat, player in enumerate(players):
        assert player.command(table, "sit", seat=seat, entropy=f"entropy {seat}").status_code == 200
    return Watched(table, players, host, api.sign_up("stranger"))


def watched(api: Api, spectators: Json | None, profile: str = SHENG_JI, **members: Any) -> Watched:
    table = ready(api, spectators, profile, **members)
    assert table.host.command(table.table, "start").status_code == 200
    return table


def feed(user: User, table: str, limit: int = 1000) -> list[Json]:
    events: list[Json] = []
    after, more = 0, True
    while more:
        page = user.get(f"/v1/tables/{table}/events?after={after}&limit={limit}").json
        events += page["events"]
        after, more = page["next_after"], page["more"]
    return events


def released(at: Watched, delay: str) -> int:
    """Returns the visibility cutoff, computed from the events that a seat sees."""
    types = [event["type"] for event in feed(at.players[0], at.table)]
    ends = [version for version, each in enumerate(types, start=1) if each in ENDS[delay]]
    return max([types.index("table_started") + 1, *ends])


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


def elsewhere(api: Api, user: User) -> User:
    return User(api, user.id, user.token)


# Every channel --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("profile", [SHENG_JI, CLIMBING])
@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_views_and_feeds_of_spectators_end_at_the_visibility_cutoff(api: Api, another_process, profile, delay):
    at = watched(api, {"delay": delay}, profile, hands=2)
    seen, held_back = set(), 0
    while at.players[0].view(at.table)["status"] == "playing":
        play_on(at.table, at.players, commands=3)
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

    assert until == at.players[0].view(at.table)["version"] == at.stranger.view(at.table)["version"]
    assert at.stranger.view(at.table)["status"] == "finished"
    assert len(seen) > (2 if delay == "hand" else 10)
    assert held_back > 40


@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_the_delayed_view_is_the_fold_of_the_delayed_feed(api: Api, delay):
    at = watched(api, {"delay": delay}, hands=2)
    play_on(at.table, at.players, commands=70)

    for limit in (1000, 37, 1):
        events = feed(at.stranger, at.table, limit)
        assert folded(at.table, events) == at.stranger.view(at.table)
    assert at.stranger.view(at.table)["match"]["hands_played"] == 1


def test_players_with_a_seat_see_no_delay(api: Api):
    at = watched(api, BY_HAND)
    play_on(at.table, at.players, commands=20)

    for seat, player in enumerate(at.players):
        view = player.view(at.table)
        assert view["you"] == seat
        assert view["version"] == len(feed(player, at.table)) > at.stranger.view(at.table)["version"]


def test_without_a_delay_setting_spectators_see_everything_at_once(api: Api):
    for spectators in (None, {"delay": "none"}):
        at = watched(api, spectators)
        play_on(at.table, at.players, commands=20)

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
    play_on(at.table, at.players, commands=2)

    again = at.stranger.get(f"/v1/tables/{at.table}", headers={"If-None-Match": first.headers["ETag"]})
    full_view = at.stranger.get(f"/v1/tables/{at.table}")

    assert again.status_code == 304
    assert (full_view.data, full_view.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert first.headers["ETag"] == '"6-delayed-4"'
    assert first.json["status"] == "playing"
    assert (first.json["asked"], first.json["hand"]) == ([], None)


def test_a_cursor_beyond_the_visibility_cutoff_is_reset_to_it(api: Api):
    at = watched(api, BY_HAND)
    play_on(at.table, at.players, commands=20)

    for after in (6, 7, 15, 10_000):
        page = at.stranger.get(f"/v1/tables/{at.table}/events?after={after}").json
        assert page == {"table": at.table, "events": [], "next_after": 6, "more": False}
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
    play_on(at.table, at.players, commands=1000)
    version = at.players[0].view(at.table)["version"]
    assert at.stranger.view(at.table)["version"] == 6
    let_pass(database_url, at.table, 3600)
    let_pass(database_url, at.table, -3600, after=version // 2)
    return at


def test_with_a_delay_in_minutes_only_old_events_are_visible_even_after_the_match(by_minutes, another_process: Api):
    table, players, _, stranger = by_minutes
    there = elsewhere(another_process, stranger)
    half = players[0].view(table)["version"] // 2

    assert players[0].view(table)["status"] == "finished"
    assert there.view(table)["version"] == half == len(feed(there, table))
    assert there.view(table)["status"] == "playing"
    assert folded(table, feed(there, table, limit=50)) == there.view(table)


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
        play_on(at.table, at.players, commands=1)
    until, found = at.stranger.view(at.table)["version"], []

    def listen() -> None:
        found.append(at.stranger.get(f"/v1/tables/{at.table}/events?after={until}&wait=30").json)

    listener = threading.Thread(target=listen)
    listener.start()
    play_on(at.table, at.players, commands=3)
    listener.join(0.3)
    assert listener.is_alive(), "the trick is not over"
    began = time.monotonic()
    play_on(at.table, at.players, commands=1)
    listener.join(60)

    assert time.monotonic() - began < 20, "the end of the trick answered the request, not its time limit"
    assert found[0]["events"][-1]["type"] == "trick_won"
    assert found[0]["next_after"] == released(at, "trick") == at.stranger.view(at.table)["version"]


def test_a_request_that_times_out_shows_nothing(api: Api):
    at = watched(api, BY_TRICK)
    mover = threading.Thread(target=play_on, args=(at.table, at.players, 2))
    mover.start()

    page = at.stranger.get(f"/v1/tables/{at.table}/events?after=6&wait=1").json
    mover.join()

    assert page == {"table": at.table, "events": [], "next_after": 6, "more": False}


# A host without a seat ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spectators", [BY_HAND, BY_MINUTES])
def test_hidden_events_are_examined_once_for_all_waiting_requests(api: Api, service, monkeypatch, spectators):
    at = watched(api, spectators, hands=1)
    feeds = [
        TableFeed(service.table_cache, service.views, at.table, user.id) for user in [api.sign_up() for _ in range(5)]
    ]
    end = feeds[0].end()
    play_on(at.table, at.players, commands=30)
    assert [one.read(end, 10, end).entries for one in feeds] == [[]] * 5
    play_on(at.table, at.players, commands=1)
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
    play_on(at.table, at.players, commands=5)
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
    play_on(at.table, at.players, commands=5)
    now = at.players[0].view(at.table)["version"]

    stale = at.players[0].command(at.table, "pass", expected_version=now - 1)

    assert (stale.status_code, stale.json["facts"]) == (412, {"version": now})


# Records and lists ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delay", ["trick", "hand"])
def test_the_record_contains_finished_hands_and_is_the_same_for_all(api: Api, delay):
    at = watched(api, {"delay": delay}, hands=2)
    path = f"/v1/tables/{at.table}/record"
    play_on(at.table, at.players, commands=20)
    assert at.stranger.get(path).json["code"] == "no_hand_over"
    play_on(at.table, at.players, commands=60)

    assert at.stranger.get(path).json == at.players[0].get(path).json


def test_a_list_does_not_reveal_the_progress_of_a_table(api: Api, service):
    at, open_table = watched(api, BY_HAND), ready(api, BY_HAND)
    undelayed = watched(api, None)
    play_on(at.table, at.players, commands=20)
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


def test_a_hand_longer_than_a_page_is_hidden_and_released_as_a_whole(api: Api, service, another_process: Api):
    at = watched(api, BY_HAND)
    for number in range(max(READ_LIMIT, CUTOFF_PAGE) + 150):
        service.tables.carry_out(at.table, _entropy(at, number))
    assert at.stranger.view(at.table)["version"] == 6
    there = elsewhere(another_process, at.stranger)
    assert there.view(at.table)["version"] == len(feed(there, at.table, limit=7)) == 6

    play_on(at.table, at.players, commands=60)

    until = released(at, "hand")
    assert until > READ_LIMIT + 150
    for user in (at.stranger, there, elsewhere(another_process, at.host)):
        assert user.view(at.table)["version"] == until
        assert [event["version"] for event in feed(user, at.table, limit=400)] == list(range(1, until + 1))


def _entropy(at: Watched, number: int) -> Any:
    return SetEntropy(PlayerId(at.players[0].id), f"entropy {number}")


def test_the_visibility_cutoff_is_stored_and_used_by_new_processes(api: Api, service):
    at = watched(api, BY_TRICK)
    play_on(at.table, at.players, commands=110)
    version = at.stranger.view(at.table)["version"]
    while at.players[0].view(at.table)["version"] == released(at, "trick"):
        play_on(at.table, at.players, commands=1)

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

    while service.table_cache.now(table).table.status == "playing":
        play_bot_turns(table, service.table_cache.now(table).version)

    assert host.view(table)["status"] == "finished"
    assert host.view(table)["version"] == service.table_cache.now(table).version


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
