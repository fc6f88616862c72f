"""The clock of a live draw is stored in the head of its table; any worker ticks it once and on time."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from domain.games.bots import BOTS
from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.games.sheng_ji.commands import Declare
from domain.games.sheng_ji.move_checks import declarations
from domain.tools.verification import verify
from service.platform.queue.job_queue import JobQueue
from service.platform.store.checks import check_store, refold
from service.processes.worker import work
from service.tables import draw_ticks
from service.tables.dispatch import TableDispatch
from service.tables.draw_ticks import tick_draw
from service.tables.records import events_of_record
from service.worker_context import WorkerContext
from tests.support.api import Api, User, started_table
from tests.support.fixtures import wired

GRACE_S = 600.0
"""Long enough that no job counts as lost during a test."""
LIVE = {"deal_mode": "live_draw", "first_drawer_method": "random"}
ROUNDS = 25


class Running(NamedTuple):
    """Returns the clock in the head of a table."""

    step: int | None
    runs_down_at: datetime | None
    due_at: datetime | None


@pytest.fixture
def queue(settings) -> JobQueue:
    queue = JobQueue(settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture
def dispatch(service, queue: JobQueue) -> TableDispatch:
    """The scheduler of the tests. Clocks of other tests have expired."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.head SET clock_due_at = NULL")
    return TableDispatch(service.database, service.store, queue, bot_grace_s=GRACE_S)


def let_grace_pass(dispatch: TableDispatch) -> None:
    """Moves an expiry from three quarters of a grace period ago to one and a half ago."""
    dispatch._every_s /= 2


@pytest.fixture(autouse=True)
def workshop(service, queue: JobQueue) -> None:
    WorkerContext.service = service
    WorkerContext.queue = queue


def running(service: Any, table: str) -> Running:
    with service.database.session() as session:
        row = session.execute(
            "SELECT clock_step, clock_due_at, due_at FROM shengji.head WHERE stream = $1", [f"table-{table}"]
        ).fetchone()
    return Running(*row)


def expire_clock(service: Any, table: str, since_s: float = 0.0) -> None:
    """Moves the expiry of the clock into the past."""
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET clock_due_at = now() - make_interval(secs => $2) WHERE stream = $1",
            [f"table-{table}", since_s],
        )


def tick(service: Any, table: str) -> int:
    expire_clock(service, table)
    return tick_draw(table)


def bots_table(api: Api, *bots: str | None, **options: object) -> tuple[str, User]:
    """Returns a started one-hand table with a bot for each name and the host on the other seat."""
    host = api.sign_up()
    table = host.open_table(hands=1, options={**LIVE, **options})
    for seat, bot in enumerate(bots):
        kind, members = ("seat_bot", {"bot": bot}) if bot else ("sit", {})
        assert host.command(table, kind, seat=seat, **members).status_code == 200
    assert host.command(table, "start").status_code == 200
    return table, host


def rounds_drawn(user: User, table: str) -> list[int]:
    events = user.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    return [event["data"]["round"] for event in events if event["type"] == "round_drawn"]


def until_somebody_can_declare(service: Any, table: str, players: list[User]) -> tuple[User, list[str]]:
    """Draws until a seat can declare; returns the seat and its cards."""
    for _ in range(ROUNDS - 1):
        assert tick(service, table) == 1
        for player in players:
            moves = player.get(f"/v1/tables/{table}/moves").json["moves"]
            if moves["cards"]:
                return player, moves["cards"][0]
    raise AssertionError("nobody can declare")


# Waiting --------------------------------------------------------------------------------------------------------------


def test_starting_the_match_starts_the_clock_and_asks_no_player(api: Api, service):
    a_while = timedelta(seconds=600)
    before = datetime.now(UTC)
    table, players = started_table(api, options={**LIVE, "draw_seconds": 600})
    after = datetime.now(UTC)

    step, runs_down_at, due_at = running(service, table)
    assert step == 0
    assert due_at == runs_down_at
    assert before + a_while <= runs_down_at <= after + a_while
    for player in players:
        assert player.view(table)["asked"] == []
        assert player.get("/v1/me/turns").json["turns"] == []
        moves = player.get(f"/v1/tables/{table}/moves").json["moves"]
        assert (moves["asked"], moves["cards"], moves["pass"]) == (None, [], False)
    assert tick_draw(table) == 0, "it has not expired"


def test_a_tick_draws_one_round_and_each_seat_sees_only_its_own_card(api: Api, service):
    table, players = started_table(api, options=LIVE)

    assert tick(service, table) == 1

    for seat, player in enumerate(players):
        [event] = player.get(f"/v1/tables/{table}/events?after=9").json["events"]
        assert event["type"] == "round_drawn"
        assert [place for place, card in enumerate(event["data"]["cards"]) if card != "??"] == [seat]
        view = player.view(table)["match"]
        assert view["hand"] == [event["data"]["cards"][seat]]
        assert view["hand_sizes"] == [1, 1, 1, 1]
        assert view["way"] == {"mode": "live_draw", "round": 1, "rounds": ROUNDS, "passed": []}
    assert running(service, table).step == 1


@pytest.mark.parametrize("meanwhile", ["declare", "set_entropy"])
def test_actions_within_a_round_do_not_postpone_the_next_round(api: Api, service, meanwhile: str):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    player, cards = until_somebody_can_declare(service, table, players)
    before = running(service, table)

    members = {"cards": cards} if meanwhile == "declare" else {"entropy": "other"}
    assert player.command(table, meanwhile, **members).status_code == 200

    assert running(service, table) == before
    drawn = rounds_drawn(player, table)
    assert tick(service, table) == 1
    assert rounds_drawn(player, table) == [*drawn, len(drawn) + 1]
    after = running(service, table)
    assert after.step == before.step + 1
    assert after.runs_down_at > before.runs_down_at


def test_a_declaration_after_the_last_round_restarts_the_waiting_time(api: Api, service):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 0, "declare_seconds": 1000})
    while len(rounds_drawn(players[0], table)) < ROUNDS:
        assert tick(service, table)
    assert {each["what"] for each in players[0].view(table)["asked"]} == {"declare"}
    assert all(player.get("/v1/me/turns") for player in players)
    before = running(service, table)
    shows = ((player, player.get(f"/v1/tables/{table}/moves").json["moves"]["cards"]) for player in players)
    player, cards = next((player, cards) for player, cards in shows if cards)

    assert player.command(table, "declare", cards=cards[0]).status_code == 200

    after = running(service, table)
    assert after.step != before.step
    assert after.runs_down_at > before.runs_down_at
    assert tick(service, table) == 1
    assert players[0].view(table)["match"]["phase"] == "burying"
    assert running(service, table) == (None, None, None), "only the human is asked, and no clock runs"


# Exactly once ---------------------------------------------------------------------------------------------------------


def test_running_a_job_twice_draws_once(api: Api, service):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    assert tick(service, table) == 1

    assert tick_draw(table) == 0
    assert rounds_drawn(players[0], table) == [1]


def test_concurrent_workers_draw_once(api: Api, service):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    workers = [wired(service.settings) for _ in range(4)]
    try:
        for drawn in range(1, 6):
            expire_clock(service, table)
            together = threading.Barrier(len(workers))
            ticked: list[bool | None] = []

            def go(worker: Any, together: threading.Barrier = together, ticked: list[Any] = ticked) -> None:
                together.wait()
                ticked.append(draw_ticks._tick(worker, table))

            threads = [threading.Thread(target=go, args=[worker]) for worker in workers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert ticked.count(True) == 1
            assert rounds_drawn(players[0], table) == list(range(1, drawn + 1))
    finally:
        for worker in workers:
            worker.close()


def test_two_schedulers_queue_a_clock_only_once(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    table, _ = started_table(api, options=LIVE)
    expire_clock(service, table)
    other = TableDispatch(service.database, service.store, queue, bot_grace_s=GRACE_S)

    dispatch.queue_expired(0.25)
    other.queue_expired(0.25)
    dispatch.queue_expired(0.25)

    assert [job for job in queue.queue.job_ids if table in job] == queue.queue.job_ids
    assert len(queue.queue.job_ids) == 1


def test_the_scheduler_waits_until_the_next_clock_expires(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    assert dispatch.queue_expired(30.0) == 30.0
    table, _ = started_table(api, options={**LIVE, "draw_seconds": 600})
    assert dispatch.queue_expired(30.0) == 30.0
    expire_clock(service, table, since_s=-25.0)

    assert 0 < dispatch.queue_expired(30.0) <= 25.0
    assert queue.queue.job_ids == []


# No lost clocks -------------------------------------------------------------------------------------------------------


def test_a_job_lost_with_its_worker_is_queued_again_after_a_while(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    expire_clock(service, table, since_s=0.75 * GRACE_S)
    dispatch.queue_expired(0.25)
    queue.queue.pop_job_id()  # a worker took the job and died with it: its id stays taken
    dispatch.queue_expired(0.25)
    assert queue.queue.job_ids == []

    let_grace_pass(dispatch)
    dispatch.queue_expired(0.25)
    work(service, burst=True)

    assert rounds_drawn(players[0], table) == [1]


def test_a_clock_whose_job_is_still_queued_is_not_queued_again(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    started_table(api, options={**LIVE, "draw_seconds": 60})
    table, _ = started_table(api, options={**LIVE, "draw_seconds": 60})
    expire_clock(service, table, since_s=0.75 * GRACE_S)
    dispatch.queue_expired(0.25)
    waiting = queue.queue.job_ids
    assert len(waiting) == 1

    for _ in range(5):
        let_grace_pass(dispatch)
        dispatch.queue_expired(0.25)
        assert queue.queue.job_ids == waiting


def test_the_clock_continues_after_redis_is_emptied(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    expire_clock(service, table, since_s=0.75 * GRACE_S)
    dispatch.queue_expired(0.25)
    queue.redis.flushall()
    let_grace_pass(dispatch)

    dispatch.queue_expired(0.25)
    work(service, burst=True)

    assert rounds_drawn(players[0], table) == [1]


def test_a_round_is_not_drawn_again_after_its_worker_died(api: Api, service, monkeypatch):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})

    class Killed(BaseException):
        pass

    def killed(*_: object) -> int:
        raise Killed

    monkeypatch.setattr(draw_ticks, "let_bots_interject", killed)
    with pytest.raises(Killed):
        tick(service, table)
    monkeypatch.undo()

    assert tick_draw(table) == 0
    assert rounds_drawn(players[0], table) == [1]
    assert tick(service, table) == 1
    assert rounds_drawn(players[0], table) == [1, 2]


def test_the_store_check_finds_a_wrong_clock_and_refolding_repairs_it(api: Api, service):
    table, _ = started_table(api, options={**LIVE, "draw_seconds": 60})
    assert check_store(service.database, lambda _, __: None) == []
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET clock_step = NULL, clock_due_at = NULL WHERE stream = $1", [f"table-{table}"]
        )

    assert check_store(service.database, lambda _, __: None) == [f"table-{table}: its head has the wrong clock"]
    assert refold(service.database, lambda _, __: None) == [f"table-{table}"]
    assert check_store(service.database, lambda _, __: None) == []
    step, runs_down_at, due_at = running(service, table)
    assert step == 0
    assert runs_down_at == due_at > datetime.now(UTC)


# Bots -----------------------------------------------------------------------------------------------------------------


class Eager(RandomBot):
    """Declares as soon as it can."""

    name = "eager"

    def __init__(self):
        self.views: list[tuple[Any, int]] = []

    def interject(self, view, seat, luck):
        self.views.append((view, seat))
        shows = declarations(view.match, view.match.phase, seat)
        return Declare(shows[0]) if shows else None


def test_bots_may_declare_after_each_round_and_see_only_their_seat(api: Api, service, monkeypatch):
    eager = Eager()
    monkeypatch.setitem(BOTS["sheng_ji"], "steady", eager)
    table, host = bots_table(api, None, "steady", "steady", "steady", draw_seconds=60)
    while len(rounds_drawn(host, table)) < ROUNDS - 1:
        assert tick(service, table) == 1

    declared = host.view(table)["match"]["declarations"]
    assert declared
    assert all(shown["seat"] != 0 for shown in declared), "no bot declares for the human"
    for view, seat in eager.views:
        for other, hand in enumerate(view.match.phase.hands):
            assert other == seat or all(card < 0 or card >= 55 for card in hand)


class Broken(RandomBot):
    name = "broken"

    def interject(self, view, seat, luck):
        raise RuntimeError("a defect")


class Cheat(RandomBot):
    name = "cheat"

    def interject(self, view, seat, luck):
        return Declare((53, 53, 53))


@pytest.mark.parametrize("bot", [Broken(), Cheat()])
def test_a_failing_bot_does_not_block_the_draw(api: Api, service, monkeypatch, bot):
    monkeypatch.setitem(BOTS["sheng_ji"], "steady", bot)
    table, host = bots_table(api, None, "steady", "steady", "random", draw_seconds=60)

    assert tick(service, table) == 1
    assert rounds_drawn(host, table) == [1]


def test_bots_play_a_whole_hand_with_the_fastest_live_draw(api: Api, service, dispatch: TableDispatch):
    table, host = bots_table(api, "random", "steady", "random", "steady", draw_seconds=0, declare_seconds=0)

    for _ in range(300):
        dispatch.catch_up()
        dispatch.queue_expired(0.0)
        work(service, burst=True)
        if host.view(table)["status"] == "finished":
            break

    assert host.view(table)["status"] == "finished"
    assert rounds_drawn(host, table) == list(range(1, ROUNDS + 1))
    verified = verify(events_of_record(host.get(f"/v1/tables/{table}/record").json))
    assert verified.disagreements == ()
