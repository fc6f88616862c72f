"""Matchmaking happens exactly once, despite crashes between its steps, repetition and concurrency."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psycopg
import pytest

from domain.kernel.instants import Instant
from service.lobby.matchmaking import handlers as matchmaking
from service.lobby.matchmaking.jobs import MatchmakingDispatch, match_seeks
from service.lobby.seeks.handlers import AlreadyMatched
from service.notifications import handlers as account_event_writer
from service.notifications.handlers import AccountEventWriter
from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import DatabaseUnavailable
from service.processes.worker import work
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.seeking import own, post, seekers, state, told, withdraw


@pytest.fixture(autouse=True)
def nobody_else_looks(database_url: str) -> Iterator[None]:
    yield
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.seek")
        connection.execute("DELETE FROM shengji.meeting")


@pytest.fixture
def queue(service: Service) -> Iterator[JobQueue]:
    queue = JobQueue(service.settings.redis_url)
    queue.redis.flushdb()
    yield queue
    queue.redis.flushdb()


def tables_of(database_url: str, user: User) -> list[str]:
    """Returns every table of the log with a seat of the user."""
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT stream FROM shengji.event WHERE type = 'seat_taken' AND data->>'player' = %s", [user.id]
        ).fetchall()
    return [stream for (stream,) in rows]


def assert_once(database_url: str, users: list[User]) -> None:
    """Checks that all sit at one table, were notified once, and have no open seeks."""
    (table,) = {own(user)[0]["table"] for user in users}
    for user in users:
        assert tables_of(database_url, user) == [f"table-{table}"]
        assert [event["table"] for event in told(user, "match_found")] == [table]
        assert state(user) == "matched"
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM shengji.meeting").fetchone() == (0,)


def test_a_plan_of_a_dead_matcher_is_executed_by_the_next(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    assert len(service.matchmaking.plan()) == 1
    assert [state(user) for user in users] == ["open"] * 4

    assert service.matchmaking.plan() == [], "the seeks are taken"
    assert service.matchmaking.match() == 1

    assert_once(database_url, users)


@pytest.mark.parametrize("where", ["before the table", "after the table", "in the last transaction"])
def test_a_crash_during_the_execution_of_a_plan_is_continued_by_another_process(
    api: Api, service: Service, database_url: str, monkeypatch, where: str
):
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()

    class Killed(BaseException):
        pass

    def die(*_: object, **__: object) -> None:
        raise Killed

    def told_then_die(*arguments):
        tell(*arguments)
        raise Killed

    tell = account_event_writer.write_account_events
    with monkeypatch.context() as patched:
        if where == "before the table":
            patched.setattr(type(service.tables), "open", die)
        elif where == "after the table":
            patched.setattr(AccountEventWriter, "transact", die)
        else:
            patched.setattr(account_event_writer, "write_account_events", told_then_die)
        with pytest.raises(Killed):
            service.matchmaking.carry_out(meeting)
    assert [told(user, "match_found") for user in users] == [[]] * 4

    assert service.matchmaking.planned() == [meeting]
    assert service.matchmaking.carry_out(meeting)
    assert not service.matchmaking.carry_out(meeting)

    assert_once(database_url, users)


def test_a_plan_executed_concurrently_has_one_effect(api: Api, service: Service, database_url: str):
    users = seekers(api, 8)
    meetings = service.matchmaking.plan()
    assert len(meetings) == 2

    with ThreadPoolExecutor(6) as workers:
        done = list(workers.map(service.matchmaking.carry_out, meetings * 3))

    assert sorted(done) == [False] * 4 + [True] * 2
    assert_once(database_url, users[:4])
    assert_once(database_url, users[4:])


def test_two_concurrent_matchers_use_every_seek_once(api: Api, service: Service, database_url: str):
    users = seekers(api, 8)

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(lambda _: service.matchmaking.match(), range(4)))

    assert_once(database_url, users[:4])
    assert_once(database_url, users[4:])


def test_only_one_of_two_plans_for_a_seek_is_written(api: Api, service: Service, monkeypatch):
    """The second matcher has read the seeks before the first takes them."""
    seekers(api, 4)
    matches = matchmaking.matches
    planned_between: list[str] = []

    def match_late(seeks, apart, **facts):
        if not planned_between:
            monkeypatch.setattr(matchmaking, "matches", matches)
            planned_between.extend(service.matchmaking.plan())
        return matches(seeks, apart, **facts)

    monkeypatch.setattr(matchmaking, "matches", match_late)

    assert service.matchmaking.plan() == []
    assert len(planned_between) == 1


def test_withdrawing_before_the_table_opens_frees_the_others(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()

    assert withdraw(users[1], own(users[1])[0]["id"]).status_code == 204

    assert not service.matchmaking.carry_out(meeting)
    assert [state(user) for user in users] == ["open", "withdrawn", "open", "open"]
    assert tables_of(database_url, users[0]) == []
    post(users[1])
    assert service.matchmaking.match() == 1
    assert_once(database_url, users)


def test_withdrawing_while_the_table_opens_is_too_late(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()
    service.database.run("begin_meeting", {"id": meeting})

    refused = withdraw(users[0], own(users[0])[0]["id"])

    assert (refused.status_code, refused.json["code"]) == (409, "already_matched")
    assert service.matchmaking.carry_out(meeting)
    assert_once(database_url, users)


def test_concurrent_withdrawal_and_execution_have_one_winner(api: Api, service: Service, database_url: str):
    for _ in range(5):
        users = seekers(api, 4)
        [meeting] = service.matchmaking.plan()
        seek = own(users[0])[0]["id"]

        def leave(user: User = users[0], seek: str = seek) -> bool:
            try:
                service.seeks.withdraw(user.id, seek)
            except AlreadyMatched:
                return False
            return True

        with ThreadPoolExecutor(2) as both:
            opened, left = both.submit(service.matchmaking.carry_out, meeting), both.submit(leave)
        assert opened.result() is not left.result()
        assert state(users[0]) == ("withdrawn" if left.result() else "matched")
        assert len(tables_of(database_url, users[1])) == (0 if left.result() else 1)
        for user in users[1:] if left.result() else ():
            assert state(user) == "open"
            withdraw(user, own(user)[0]["id"])


def test_closing_an_account_frees_the_others_and_seats_nobody(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()

    assert api.call("DELETE", "/v1/me", {"confirm": users[2].id}, token=users[2].token).status_code == 204

    assert not service.matchmaking.carry_out(meeting)
    assert [state(user) for user in (users[0], users[1], users[3])] == ["open"] * 3
    assert tables_of(database_url, users[2]) == []


def test_a_seek_that_expires_after_planning_is_still_matched(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    service.matchmaking.plan()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.seek SET expires_at = now()")
    assert state(users[0]) == "open"

    service.matchmaking.match()

    assert_once(database_url, users)


def test_rules_unknown_to_a_new_release_end_the_seeks_and_block_nobody(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("""UPDATE shengji.meeting SET plan = plan || '{"profile": "of-yore"}'""")
        later = seekers(api, 4)

    assert service.matchmaking.match() == 1

    assert service.matchmaking.planned() == []
    assert not service.matchmaking.carry_out(meeting)
    assert [state(user) for user in users] == ["withdrawn"] * 4
    assert_once(database_url, later)


def test_an_account_closed_while_the_table_opens_has_left_it(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()
    service.database.run("begin_meeting", {"id": meeting})
    gone = users[2]
    assert api.call("DELETE", "/v1/me", {"confirm": gone.id}, token=gone.token).status_code == 204

    assert service.matchmaking.carry_out(meeting)

    table = own(users[0])[0]["table"]
    (seat,) = [each for each in users[0].view(table)["seats"] if each["player"] == gone.id]
    assert seat["stand_in"] is not None
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT type FROM shengji.account_event WHERE player_id = %s", [gone.id]).fetchall()
    assert rows == []


def test_a_table_opened_while_an_account_closes_is_left_too(
    api: Api, service: Service, monkeypatch: pytest.MonkeyPatch
):
    """The table opens after the closing process has looked for tables and before it ends."""
    users = seekers(api, 4)
    [meeting] = service.matchmaking.plan()
    service.database.run("begin_meeting", {"id": meeting})
    gone, together, statements = users[2], service.database.together, []

    def close_late(work):
        def runs(run, name, given):
            # The transaction that closes the account begins with this statement.
            if name == "hold_player" and name not in statements:
                statements.append(name)
                assert service.matchmaking.carry_out(meeting)
            statements.append(name)
            return run(name, given)

        return together(lambda run: work(partial(runs, run)))

    monkeypatch.setattr(service.database, "together", close_late)
    assert api.call("DELETE", "/v1/me", {"confirm": gone.id}, token=gone.token).status_code == 204
    assert statements[-1] == "close_player"

    table = own(users[0])[0]["table"]
    (seat,) = [each for each in users[0].view(table)["seats"] if each["player"] == gone.id]
    assert seat["stand_in"] is not None


def test_an_unreadable_plan_or_seek_blocks_nobody(api: Api, service: Service, database_url: str):
    users = seekers(api, 4)
    service.matchmaking.plan()
    (broken,) = seekers(api, 1)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("UPDATE shengji.meeting SET plan = plan - 'host'")
        connection.execute("UPDATE shengji.seek SET wishes = '{}' WHERE player_id = %s", [broken.id])
    later = seekers(api, 4)

    assert service.matchmaking.match() == 1

    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DELETE FROM shengji.seek WHERE player_id = %s", [broken.id])
    assert [state(user) for user in users] == ["withdrawn"] * 4
    assert_once(database_url, later)


def test_a_failing_plan_is_retried_and_blocks_nobody(
    api: Api, service: Service, database_url: str, monkeypatch: pytest.MonkeyPatch
):
    users = seekers(api, 8)
    bad, _ = service.matchmaking.plan()
    carry_out = type(service.matchmaking).carry_out

    def fail_once(self, meeting: str) -> bool:
        if meeting == bad:
            raise RuntimeError(meeting)
        return carry_out(self, meeting)

    with monkeypatch.context() as patched:
        patched.setattr(type(service.matchmaking), "carry_out", fail_once)
        assert service.matchmaking.match() == 1
    assert service.matchmaking.match() == 1
    assert_once(database_url, users[:4])
    assert_once(database_url, users[4:])


# ------------------------------------------------------------------------------------------------ jobs


def test_the_job_is_queued_once_when_seeks_arrive(api: Api, service: Service, queue: JobQueue):
    # The next attempt is not due yet, however long the test takes.
    dispatch = MatchmakingDispatch(service.matchmaking, queue, clock=lambda: Instant(0))
    assert not dispatch.queue_matching()

    seekers(api, 1)
    assert dispatch.queue_matching()
    assert not dispatch.queue_matching()
    seekers(api, 1)
    assert dispatch.queue_matching()


def test_a_worker_opens_the_table_and_a_second_copy_of_the_job_does_nothing(
    api: Api, service: Service, queue: JobQueue, database_url: str
):
    users = seekers(api, 4)
    dispatch = MatchmakingDispatch(service.matchmaking, queue)
    assert dispatch.queue_matching()

    work(service, ["tables"], burst=True)

    assert_once(database_url, users)
    WorkerContext.service = service
    assert match_seeks() == 0
    assert_once(database_url, users)


def test_a_plan_is_found_after_redis_is_emptied(api: Api, service: Service, queue: JobQueue, database_url: str):
    users = seekers(api, 4)
    service.matchmaking.plan()
    assert MatchmakingDispatch(service.matchmaking, queue).queue_matching()
    queue.redis.flushdb()

    assert MatchmakingDispatch(service.matchmaking, queue).queue_matching()
    work(service, ["tables"], burst=True)

    assert_once(database_url, users)


def test_a_database_outage_between_the_steps_loses_nothing(api, service, database_url: str, monkeypatch):
    users = seekers(api, 4)
    with monkeypatch.context() as patched:
        patched.setattr(type(service.database), "together", _away)
        with pytest.raises(DatabaseUnavailable):
            service.matchmaking.match()

    assert service.matchmaking.match() == 1
    assert_once(database_url, users)


def _away(*_: object) -> None:
    raise DatabaseUnavailable("away")
