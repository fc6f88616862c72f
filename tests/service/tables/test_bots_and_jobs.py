"""Bots move in jobs that are queued from the log, safe to run twice, and given only the view of their seat."""

from typing import Any

import pytest
import redis

from domain.games.bots import BOTS
from domain.games.sheng_ji.commands import Play
from service.platform.queue.job_queue import JobQueue
from service.processes.worker import work
from service.tables.bot_turns import play_bot_turns
from service.tables.dispatch import TableDispatch
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.fixtures import limited
from tests.support.play import legal_command


@pytest.fixture
def queue(settings) -> JobQueue:
    queue = JobQueue(settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture
def dispatch(service, queue: JobQueue) -> TableDispatch:
    dispatch = TableDispatch(service.database, service.store, queue, bot_grace_s=1.0)
    while dispatch.catch_up():
        pass
    queue.redis.flushdb()
    return dispatch


def play(service: Any, table: str) -> int:
    """Runs the job that is queued for the current version of the table."""
    return play_bot_turns(table, service.table_cache.newest(table).version)


@pytest.fixture
def workshop(service, queue: JobQueue) -> None:
    """The context of the jobs, with a time limit that slow machines keep too."""
    WorkerContext.service = limited(service, bots_job_s=60.0)
    WorkerContext.queue = queue


def job_of(table: str) -> str:
    """Returns the id of the only job of a table for its bots."""
    return f"bots-{table}"


def waiting(queue: JobQueue) -> list[str]:
    """Returns the queued bot jobs: tables with people first, then tables with bots only."""
    return [job_id for name in ("tables", "bots") for job_id in queue.queues[name].job_ids]


def _table(api: Api, *bots: str | None, hands: int = 1, **members: object) -> tuple[str, User]:
    """Returns a started table with a bot for each name and the host on the other seats."""
    host = api.sign_up()
    table = host.open_table(hands=hands, **members)
    for seat, bot in enumerate(bots):
        answer = host.command(table, "seat_bot", seat=seat, bot=bot) if bot else host.command(table, "sit", seat=seat)
        assert answer.status_code == 200, answer.text
    assert host.command(table, "start").status_code == 200
    return table, host


def test_the_turn_of_a_bot_is_queued_once(api: Api, dispatch: TableDispatch, queue: JobQueue):
    table, host = _table(api, "random", "random", "random", "random")

    assert dispatch.catch_up() > 0
    version = host.view(table)["version"]
    assert waiting(queue) == [job_of(table)]
    assert dispatch.catch_up() == 0
    assert queue.put_bot_turn(table, version, alone=True) is False
    assert queue.put_bot_turn(table, version + 1, alone=False) is False
    assert waiting(queue) == [job_of(table)]


def test_no_job_is_queued_when_no_bot_is_to_move(api: Api, dispatch: TableDispatch, queue: JobQueue):
    _table(api, None, "random", "random", "random", options={"first_drawer_method": "random"})
    dispatch.catch_up()
    table, host = _human_first(api)
    queue.redis.flushdb()
    dispatch.catch_up()

    assert host.view(table)["asked"][0]["seat"] == 0
    assert not [job for job in waiting(queue) if table in job]


def _human_first(api: Api) -> tuple[str, User]:
    """Returns a table with the human on seat 0 to move first."""
    while True:
        table, host = _table(api, None, "random", "random", "random", options={"first_drawer_method": "random"})
        if host.view(table)["asked"][0]["seat"] == 0:
            return table, host


def test_one_job_plays_as_long_as_bots_are_to_move(api: Api, service, workshop):
    table, host = _table(api, "random", "steady", "random", "steady")

    moves = play(service, table)

    view = host.view(table)
    assert view["status"] == "finished"
    assert moves >= 4 + 1 + 4, "each declares or passes, one buries, and there is at least one trick"
    with service.database.session() as session:
        commits = session.execute(
            "SELECT count(DISTINCT transaction) FROM shengji.event WHERE stream = $1", [f"table-{table}"]
        ).fetchone()
    assert commits is not None
    assert commits[0] > moves, "every move is a separate command"


def test_a_job_stops_when_a_human_is_to_move(service, api: Api, workshop):
    table, host = _table(api, None, "random", "steady", "random")
    while host.view(table)["status"] == "playing":
        play(service, table)
        view = host.view(table)
        if view["status"] == "playing":
            assert view["asked"][0]["seat"] == 0
            assert host.post(f"/v1/tables/{table}/commands", legal_command(host, table)).status_code == 200

    assert host.view(table)["match"]["hands_played"] == 1


def test_running_a_job_a_second_time_does_nothing(service, api: Api, workshop):
    table, host = _table(api, "random", "random", "random", "random")
    play(service, table)
    before = host.get(f"/v1/tables/{table}").data

    assert play(service, table) == 0
    assert host.get(f"/v1/tables/{table}").data == before


def test_a_worker_processes_the_queue(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    tables = [_table(api, "random", "random", "random", "random") for _ in range(3)]
    dispatch.catch_up()

    work(service, burst=True)

    assert [host.view(table)["status"] for table, host in tables] == ["finished"] * 3


def test_while_redis_is_down_nothing_is_lost_and_the_checkpoint_stays(api: Api, service, queue: JobQueue, tmp_path):
    _table(api, "random", "random", "random", "random")
    away = JobQueue(f"unix://{tmp_path}/no-redis-here.sock")
    dispatch = TableDispatch(service.database, service.store, away, bot_grace_s=1.0)
    [before] = service.database.run("checkpoint", {"name": "dispatch"})

    with pytest.raises(redis.RedisError):
        dispatch.catch_up()

    assert service.database.run("checkpoint", {"name": "dispatch"}) == [before]


class _Broken:
    name = "broken"

    def choose(self, view, seat, luck):
        raise RuntimeError("a defect")


class _Cheat:
    name = "cheat"

    def choose(self, view, seat, luck):
        return Play((0,) * 9)


@pytest.mark.parametrize("bot", [_Broken(), _Cheat()])
def test_a_failing_bot_does_not_block_its_table(service, api: Api, workshop, monkeypatch, bot):
    table, host = _table(api, "steady", "random", "steady", "random")
    monkeypatch.setitem(BOTS["sheng_ji"], "steady", bot)

    play(service, table)

    assert host.view(table)["status"] == "finished"


def test_a_bot_gets_only_the_view_of_its_seat(service, api: Api, workshop, monkeypatch):
    seen = []

    class Watching:
        name = "watching"
        version = 1

        def choose(self, view, seat, luck):
            seen.append((view, seat))
            return BOTS["sheng_ji"]["random"].choose(view, seat, luck)

    table, host = _table(api, "steady", "random", "random", "random")
    monkeypatch.setitem(BOTS["sheng_ji"], "steady", Watching())
    play(service, table)

    events = host.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    played = [each for each in events if each["type"] == "cards_played" and each["data"]["seat"] == 0]
    assert len(seen) > len(played) > 0, "the bot chose its declaration and each play"
    for view, seat in seen:
        assert view.secret is None
        assert view.hand.secret is None
        hands = view.match.phase.hands
        for other, held in enumerate(hands):
            if other != seat:
                assert _is_hidden(held)


def _is_hidden(held) -> bool:
    return not (held.known if hasattr(held, "known") else [card for card in held if card >= 0])


def test_a_job_for_an_old_version_plays_at_the_current_version(api: Api, service, workshop):
    table, host = _table(api, "random", "steady", "random", "steady", hands=1)
    version = host.view(table)["version"]

    assert play_bot_turns(table, version - 1) > 0
    assert host.view(table)["status"] == "finished"
