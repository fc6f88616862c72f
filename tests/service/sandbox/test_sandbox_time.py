"""The clock of a sandbox: nothing happens until it is moved; then all due events happen at their own times.

API, scheduler and workers run as processes.
"""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import psycopg
import pytest

from domain.kernel.instants import read_instant, utc
from domain.tools.verification import verify
from service.clients.python.shengji_client import ApiProblem, Client
from service.processes.supervisor import Supervisor
from service.tables.records import events_of_record
from tests.support.running import all_running
from tests.support.waiting import until

Json = dict[str, Any]
STARTS = datetime(2027, 3, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEATS = 4


@pytest.fixture(scope="module")
def running() -> Iterator[Supervisor]:
    with all_running(BOT_GRACE_S="1") as supervisor:
        yield supervisor


@pytest.fixture
def author(running: Supervisor) -> Client:
    """Returns the first player of a new sandbox at noon."""
    owner = Client.of_new_player(running.address, "Ada")
    made = owner.make_sandbox({"now": STARTS.isoformat()})
    return Client(running.address, made["token"]["secret"])


def others(author: Client, running: Supervisor, count: int) -> list[Client]:
    """Creates more players of the sandbox."""
    made = [author.add_sandbox_player({"name": f"player {number}"}) for number in range(count)]
    return [Client(running.address, each["token"]["secret"]) for each in made]


def started(players: list[Client], **members: Any) -> str:
    """Returns a started table with these players."""
    body = {"profile": "zheng-shangyou-4-partners", "hands": 1, **members}
    table = players[0].open_table(cast("Any", body))["table"]
    for seat, player in enumerate(players):
        player.command(table, {"type": "sit", "seat": seat})
    players[0].command(table, {"type": "start"})
    return table


def recorded(running: Supervisor, table: str) -> list[tuple[str, Json, datetime]]:
    """Returns the stored events of a table: type, data and time of recording."""
    with psycopg.connect(running.database_url) as connection:
        rows = connection.execute(
            "SELECT type, data, recorded_at FROM shengji.event WHERE stream = %s ORDER BY version", [f"table-{table}"]
        ).fetchall()
    return [(name, data, at.astimezone(UTC)) for name, data, at in rows]


def advance(author: Client, by: timedelta) -> Json:
    """Moves the clock until nothing is due in the sandbox."""
    state = author.advance_sandbox({"seconds": int(by.total_seconds())})
    while not state["at_rest"]:
        state = author.advance_sandbox({"seconds": 0})
    return cast("Json", state)


@pytest.mark.slow
def test_bots_play_at_once_while_the_clock_stands_still(running: Supervisor, author: Client):
    table = author.open_table({"profile": "zheng-shangyou-4-partners", "hands": 1})["table"]
    for seat in range(SEATS):
        author.command(table, {"type": "seat_bot", "seat": seat, "bot": "steady"})
    author.command(table, {"type": "start"})

    state = advance(author, timedelta(0))

    assert state["going_on"] == 0
    assert author.view(table)["status"] == "finished"
    assert {at for _, _, at in recorded(running, table)} == {STARTS}
    assert {event["at"] for event in author.events(table)} == {"2027-03-20T12:00:00.000Z"}


@pytest.mark.slow
def test_turns_are_missed_at_their_deadlines_however_far_the_clock_is_moved(running: Supervisor, author: Client):
    players = [author, *others(author, running, SEATS - 1)]
    clock = {"kind": "simple", "per_move_s": 3600}
    ladder = {"grace_s": 0, "stand_in_after": 3, "forfeit_after_s": None}
    table = started(players, clock=clock, ladder=ladder)
    waits = advance(author, timedelta(0))
    assert waits["due"] == [{"table": table, "at": "2027-03-20T13:00:00.000Z"}]

    state = advance(author, timedelta(days=10))

    assert state["now"] == "2027-03-30T12:00:00.000Z"
    assert author.view(table)["status"] == "finished"
    events = recorded(running, table)
    missed = [at for name, _, at in events if name == "turn_missed"]
    # Three seats have stand-ins after three turns each. The player asked last has no further turn.
    assert missed == [STARTS + HOUR * number for number in range(1, len(missed) + 1)]
    assert len(missed) > SEATS
    _no_deadline_is_passed(events)
    turn_events = [event for player in players for event in player.account_events(limit=1000)["events"]]
    reminded = sorted(read_instant(event["at"]) for event in turn_events if event["type"] == "turn_reminder")
    assert [utc(at) for at in reminded] == [at - HOUR * left for at in missed for left in (0.5, 0.2)]


@pytest.mark.slow
def test_an_automatic_vacation_repeats_no_reminder(running: Supervisor, author: Client):
    players = [author, *others(author, running, SEATS - 1)]
    clock = {"kind": "simple", "per_move_s": 36000}
    started(players, clock=clock, ladder={"grace_s": 0, "stand_in_after": 3, "forfeit_after_s": None})

    advance(author, timedelta(days=12))
    # The account events of the last turns follow the log. On a busy machine they come after the clock has stopped.
    until(lambda: sum(map(_resumed_turns, players)) >= SEATS, "resumed turns")

    resumed = 0
    for player in players:
        events = player.account_events(limit=1000)["events"]
        for event in events:
            if event["type"] == "vacation_began":
                assert read_instant(event["at"]) < read_instant(event["data"]["ends_at"])
        turn_events = [event for event in events if event["type"] in ("turn_began", "turn_reminder", "turn_resumed")]
        moments = [read_instant(event["at"]) for event in turn_events]
        assert moments == sorted(moments)
        shares: set[str] = set()
        for event, at in zip(turn_events, moments, strict=True):
            if event["type"] == "turn_began":
                shares = set()
                continue
            assert at < read_instant(event["data"]["deadline_at"])
            if event["type"] == "turn_reminder":
                assert event["data"]["left"] not in shares
                shares.add(event["data"]["left"])
            else:
                resumed += 1
                assert shares == {"half", "fifth"}
                assert event["data"]["remaining_s"] == 3600
                # The time is shown to the minute.
                assert 0 <= read_instant(event["data"]["deadline_at"]) - 3_600_000 - at < 60_000
    assert resumed >= SEATS


def _resumed_turns(player: Client) -> int:
    return [event["type"] for event in player.account_events(limit=1000)["events"]].count("turn_resumed")


def test_a_sandbox_continues_without_an_unreadable_table(running: Supervisor, author: Client):
    players = [author, *others(author, running, SEATS - 1)]
    clock = {"kind": "simple", "per_move_s": 3600}
    ladder = {"grace_s": 0, "stand_in_after": 3, "forfeit_after_s": None}
    odd, table = (started(players, clock=clock, ladder=ladder) for _ in range(2))
    advance(author, timedelta(0))
    with psycopg.connect(running.database_url, autocommit=True) as owner, owner.transaction():
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute("UPDATE shengji.event SET data = '{}' WHERE stream = %s AND version = 1", [f"table-{odd}"])
        owner.execute("UPDATE shengji.head SET state_revision = 0 WHERE stream = %s", [f"table-{odd}"])

    state = advance(author, timedelta(days=10))

    assert state["at_rest"]
    assert author.view(table)["status"] == "finished"


def _no_deadline_is_passed(events: list[tuple[str, Json, datetime]]) -> None:
    """Nothing is recorded after a running deadline, and a turn is missed only at its deadline."""
    running: dict[int, datetime] = {}
    for name, data, at in events:
        assert all(at <= deadline for deadline in running.values()), name
        if name == "turn_missed":
            assert running[data["seat"]] == at
        if name == "clocks_set":
            for reading in data["clocks"]:
                running.pop(reading["seat"], None)
                if reading["running"]:
                    running[reading["seat"]] = utc(read_instant(reading["running"]["deadline"]))


@pytest.mark.slow
def test_a_worker_crash_leaves_no_work_undone_or_done_twice(running: Supervisor, author: Client):
    players = [author, *others(author, running, SEATS - 1)]
    clock = {"kind": "simple", "per_move_s": 3600}
    tables = [started(players, clock=clock, ladder={"grace_s": 600}) for _ in range(6)]

    with ThreadPoolExecutor(1) as aside:
        advancing = aside.submit(advance, author, timedelta(days=20))
        for _ in range(3):
            time.sleep(0.4)  # Kills it at different moments of its work.
            worker = running.pids()["worker-1"]
            if worker is not None:
                os.kill(worker, signal.SIGKILL)
        advancing.result()

    for table in tables:
        events = recorded(running, table)
        assert author.view(table)["status"] == "finished"
        assert [name for name, *_ in events].count("turn_missed") > SEATS
        _no_deadline_is_passed(events)


def test_a_table_that_does_not_start_expires_on_time(running: Supervisor, author: Client):
    opened = author.open_table({"profile": "zhang-2021", "expires_after_s": 7200})["table"]

    advance(author, timedelta(seconds=7199))
    assert author.view(opened)["status"] == "open"
    advance(author, HOUR)

    assert author.view(opened)["status"] == "cancelled"
    assert recorded(running, opened)[-1][2] == STARTS + 2 * HOUR


def test_a_live_draw_follows_the_clock_of_the_sandbox(running: Supervisor, author: Client):
    players = [author, *others(author, running, SEATS - 1)]
    options = {"deal_mode": "live_draw", "draw_seconds": 10, "declare_seconds": 60}
    table = started(players, profile="zhang-2021", options=options)

    advance(author, timedelta(seconds=35))

    rounds = [at for name, _, at in recorded(running, table) if name == "round_drawn"]
    assert rounds == [STARTS + timedelta(seconds=10 * number) for number in (1, 2, 3)]
    advance(author, HOUR)
    assert author.view(table)["match"]["phase"] != "declaring"
    assert len([name for name, *_ in recorded(running, table) if name == "round_drawn"]) == 25


def test_the_spectator_delay_follows_the_clock_of_the_sandbox(running: Supervisor, author: Client):
    watcher, *players = others(author, running, SEATS + 1)
    table = started(players, spectators={"delay": "minutes", "minutes": 30})
    late = watcher.view(table)["version"]
    assert late < players[0].view(table)["version"]

    advance(author, timedelta(minutes=29))
    assert watcher.view(table)["version"] == late
    advance(author, timedelta(minutes=1))

    assert watcher.view(table)["version"] == players[0].view(table)["version"]


def test_sandboxes_have_independent_clocks(running: Supervisor, author: Client):
    owner = Client.of_new_player(running.address, "Bo")
    elsewhere = Client(running.address, owner.make_sandbox({"now": STARTS.isoformat()})["token"]["secret"])
    tables = [
        each.open_table({"profile": "zhang-2021", "expires_after_s": 3600})["table"] for each in (author, elsewhere)
    ]

    advance(author, 2 * HOUR)

    assert author.view(tables[0])["status"] == "cancelled"
    assert elsewhere.view(tables[1])["status"] == "open"
    assert elsewhere.view_sandbox()["now"] == "2027-03-20T12:00:00.000Z"


def test_a_clock_never_goes_back_or_beyond_its_end(author: Client):
    def refused(body: Json) -> str:
        with pytest.raises(ApiProblem) as problem:
            author.advance_sandbox(cast("Any", body))
        return problem.value.code

    assert refused({"to": "2027-03-20T11:59:59Z"}) == "clock_goes_forward"
    is_at_rest = author.advance_sandbox({"to": "2199-12-31T23:59:59Z"})["at_rest"]
    assert is_at_rest or advance(author, timedelta(0))["at_rest"]
    assert refused({"seconds": 2}) == "clock_goes_forward"
    assert author.view_sandbox()["now"] == "2199-12-31T23:59:59.000Z"


@pytest.mark.slow
def test_turn_lists_and_account_feeds_are_up_to_date_before_the_answer(running: Supervisor, author: Client):
    players = [author, *others(author, running, SEATS - 1)]
    table = started(players, clock={"kind": "simple", "per_move_s": 3600}, ladder={"grace_s": 0})
    advance(author, timedelta(0))
    for _ in range(3):
        asked = players[0].view(table)["asked"][0]["seat"]
        waiting = [player.list_turns()["count"] for player in players]
        assert waiting == [int(seat == asked) for seat in range(SEATS)]
        advance(author, HOUR)


# ------------------------------------------------------------------------------------------------ chosen deals


@pytest.mark.slow
def test_a_chosen_deal_is_dealt_and_the_record_says_that_it_was_chosen(author: Client):
    pack = [f"{rank}{suit}" for rank in ("2", *map(str, range(3, 11)), "J", "Q", "K", "A") for suit in "CDHS"]
    hands = [pack[:14], pack[14:28], pack[28:41], [*pack[41:], "SJ", "BJ"]]
    deals = [{"first_drawer": 0, "hands": hands}]
    table = author.open_table(cast("Any", {"profile": "zheng-shangyou-4-partners", "hands": 2, "deals": deals}))[
        "table"
    ]
    author.command(table, {"type": "sit", "seat": 0})
    for seat in range(1, SEATS):
        author.command(table, {"type": "seat_bot", "seat": seat, "bot": "steady"})
    author.command(table, {"type": "start"})

    shown = author.view(table)["match"]["hand"]
    assert sorted(shown) == sorted(hands[0])
    turn_events: dict[str, Json] = {}
    for event in author.events(table):
        turn_events.setdefault(event["type"], event["data"])
    assert set(turn_events["table_opened"]["deals"][0]["order"]) == {"??"}
    assert turn_events["cards_dealt"]["chosen"] is True

    while author.view(table)["status"] == "playing":
        answer = author.legal_moves(table)["moves"]
        if answer["asked"] == "play" and answer["cards"]:
            author.command(table, {"type": "play", "cards": answer["cards"][0]})
        elif answer["asked"] == "play":
            author.command(table, {"type": "pass"})
        elif answer["asked"]:
            author.command(table, cast("Any", {"type": answer["asked"], "card": answer["cards"][0][0]}))
        advance(author, timedelta(0))
    record = author.table_record(table)
    verified = verify(events_of_record(record))
    assert verified.disagreements == ()
    assert (verified.hands, verified.chosen) == (2, 1)
