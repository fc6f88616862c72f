"""Data of a newer release is not misread, shown, skipped or overwritten (the operators' guide)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import orjson
import psycopg
import pytest

from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from service.notifications.mail import contents as mail
from service.notifications.mail.writer import Writer
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.platform.store.checks import check_store, refold
from service.platform.store.migrations import CannotMigrate
from service.processes.due_work import DueWork
from service.processes.rebuild import rebuild
from service.processes.scheduler import _LEADER, Scheduler
from service.processes.worker import work
from service.tables.dispatch import TableDispatch
from service.tables.events import STATE_REVISION
from service.wiring import Service
from tests.support import set_aside
from tests.support.api import Api, User, started_table
from tests.support.fixtures import wired
from tests.support.play import play_commands
from tests.support.waiting import until

NEWER = {
    "a type of events": ("never_heard_of", 1, {}),
    "a revision of an event": ("trick_won", 99, {"seat": 0, "points": 0}),
    "a member of an event": ("trick_won", 1, {"seat": 0, "points": 0, "tempo": "quick"}),
}
FOLLOWERS = [name for name in set_aside.FOLLOWERS if name != "dispatch"]


@contextmanager
def written_by_newer(service: Service, table: str, what: str = "a type of events") -> Iterator[int]:
    """Adds an event of a newer release to a table and yields its version; removes it at the end."""
    name, revision, data = NEWER[what]
    stream = f"table-{table}"
    with psycopg.connect(service.settings.database_url, autocommit=True) as owner:
        row = owner.execute(
            "UPDATE shengji.head SET version = version + 1, state_revision = %s WHERE stream = %s RETURNING version",
            [STATE_REVISION + 1, stream],
        ).fetchone()
        assert row
        owner.execute(
            "INSERT INTO shengji.event (stream, version, type, revision, data, metadata)"
            ' VALUES (%s, %s, %s, %s, %s, \'{"by": "clock", "events": 1}\')',
            [stream, row[0], name, revision, orjson.dumps(data).decode()],
        )
        try:
            yield row[0]
        finally:
            owner.execute("SET session_replication_role = replica")
            owner.execute("DELETE FROM shengji.event WHERE stream = %s AND version >= %s", [stream, row[0]])
            owner.execute(
                "UPDATE shengji.head SET version = %s, state_revision = 0 WHERE stream = %s", [row[0] - 1, stream]
            )


def events_of(service: Service, table: str) -> int:
    """Returns the number of events of a table."""
    return len(service.store.read_all(f"table-{table}"))


# ------------------------------------------------------------------------------------------------ requests


@pytest.mark.parametrize("what", NEWER)
@pytest.mark.parametrize("process", ["at hand", "another"])
def test_a_table_moved_by_a_newer_release_is_neither_shown_nor_decided(
    api: Api, another_process: Api, service: Service, what: str, process: str
):
    table, players = started_table(api)
    asked = api if process == "at hand" else another_process
    player = User(asked, players[3].id, players[3].token)
    path = f"/v1/tables/{table}"

    with written_by_newer(service, table, what) as version:
        for response in (
            player.get(path),
            player.get(f"{path}/moves"),
            player.get(f"{path}/events?after={version - 1}"),
            player.get(f"{path}/record"),
            player.command(table, "pass"),
            player.command(table, "pass", headers={"Idempotency-Key": f"{process}-{what}".replace(" ", "-")}),
        ):
            assert response.status_code == 503
            assert response.json["code"] == "newer_release"
            assert int(response.headers["Retry-After"]) >= 1
        assert events_of(service, table) == version

    assert player.get(path).status_code == 200


def test_a_state_of_another_revision_is_refolded_and_the_table_continues(api: Api, another_process: Api, service):
    table, players = started_table(api)
    with service.database.session() as session:
        session.execute(
            'UPDATE shengji.head SET state_revision = $1, state = \'{"of": "another shape"}\' WHERE stream = $2',
            [STATE_REVISION + 1, f"table-{table}"],
        )
    there = [User(another_process, each.id, each.token) for each in players]

    play_commands(table, there, commands=4)

    assert check_store(service.database, lambda *_: None) == []


# ------------------------------------------------------------------------------------------------ the log


@pytest.mark.parametrize("name", FOLLOWERS)
def test_a_follower_processes_the_events_before_a_newer_one_and_stops(api: Api, service: Service, name: str):
    table, _ = started_table(api)
    follower = set_aside.FOLLOWERS[name](service)
    while follower.catch_up():
        pass
    with written_by_newer(service, table):
        other, _ = started_table(api)
        for _ in range(3):
            with pytest.raises(NewerRelease, match="never_heard_of"):
                follower.catch_up()
        assert not known_to_follower(service, name, other)

    while follower.catch_up():
        pass
    assert known_to_follower(service, name, other)


def known_to_follower(service: Service, name: str, table: str) -> bool:
    """Returns whether a follower has processed the last event of a table."""
    with service.database.session() as session:
        row = session.execute(
            "SELECT (s.transaction, s.position) >= (SELECT transaction, position FROM shengji.event WHERE stream = $2"
            " ORDER BY version DESC LIMIT 1) FROM shengji.subscription AS s WHERE name = $1",
            [name, f"table-{table}"],
        ).fetchone()
    return row == (True,)


def test_a_bot_is_queued_when_unrelated_events_precede_its_turn(api: Api, service: Service):
    dispatch = TableDispatch(service.database, service.store, JobQueue(service.settings.redis_url), 1.0)
    table, _ = started_table(api)
    with written_by_newer(service, table):
        other, _ = started_table(api)
        while dispatch.catch_up():
            pass
        assert known_to_follower(service, "dispatch", other)


@pytest.mark.slow
def test_a_scheduler_leaves_tables_of_a_newer_release_and_continues_with_others(
    api: Api, service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    table, _ = started_table(api)
    own = wired(replace(settings))
    rounds: list[int] = []
    monkeypatch.setattr(DueWork, "run", lambda _: rounds.append(1))
    scheduler = Scheduler(own, every_s=0.1)
    thread = threading.Thread(target=scheduler.run)
    thread.start()
    try:
        until(lambda: len(rounds) > 2, "first rounds")
        with written_by_newer(service, table), psycopg.connect(settings.database_url, autocommit=True) as standing_by:
            wanted = "SELECT pg_try_advisory_lock(%s)"
            until(lambda: standing_by.execute(wanted, [_LEADER]).fetchone() == (True,), "end of the leadership")
            standing_by.execute("SELECT pg_advisory_unlock(%s)", [_LEADER])
            before = len(rounds)
            # The scheduler leads again and does what it can despite the event.
            until(lambda: len(rounds) > before + 2, "further rounds")
    finally:
        scheduler.stop()
        thread.join()
        own.close()


# ------------------------------------------------------------------------------------------------ jobs


@pytest.mark.parametrize("job", ["service.jobs.bot_turns.play_bot_turns", "service.jobs.bot_turns.of_a_newer_release"])
def test_a_job_for_a_newer_release_is_skipped_and_found_due_again(
    api: Api, service: Service, queue: JobQueue, job: str, caplog: pytest.LogCaptureFixture
):
    host = api.sign_up()
    table = host.open_table()
    for seat in range(4):
        assert host.command(table, "seat_bot", seat=seat, bot="random").status_code == 200
    assert host.command(table, "start").status_code == 200
    due = TableDispatch(service.database, service.store, queue, 1.0)
    with written_by_newer(service, table) as version:
        queue._put(job, f"bot-{table}-{version}", table, version)
        work(service, ["tables"], burst=True)
        assert events_of(service, table) == version
        assert f"bot-{table}-{version}" in caplog.text
        with service.database.session() as session:
            session.execute("UPDATE shengji.head SET due_at = now() WHERE stream = $1", [f"table-{table}"])
        assert due.queue_lost_bot_turns() >= 1
        assert f"bots-{table}" in [each for name in queue.queues.values() for each in name.job_ids]


def test_a_mail_of_a_kind_known_only_to_a_newer_release_is_not_dropped(service: Service):
    claimed = mail.Claimed(
        **dict.fromkeys(mail.Claimed._fields)
        | {
            "kind": "postcard",
            "type": "turn_began",
            "player": PlayerId("ply_1"),
            "now": datetime.now(UTC),
            "wishes": {},
        }
    )

    with pytest.raises(NewerRelease, match="postcard"):
        mail.part_of(claimed, Writer(service.settings, "UTC"))


# ------------------------------------------------------------------------------------------------ operators


def test_the_check_names_streams_of_a_newer_release_and_refolding_skips_them(api: Api, service: Service):
    table, _ = started_table(api)

    with written_by_newer(service, table):
        before = service.store.head(f"table-{table}")
        [fault] = check_store(service.database, lambda *_: None)
        assert fault.startswith(f"table-{table}: a newer release has written it")
        assert refold(service.database, lambda *_: None) == []
        assert service.store.head(f"table-{table}") == before


def test_read_models_extended_by_a_newer_release_are_not_rebuilt(api: Api, service: Service):
    started_table(api)
    url, role = service.settings.database_url, service.settings.database_role
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE TABLE shengji_read.of_a_newer_release (id text)")
        owner.execute("INSERT INTO shengji.migration (number, name) VALUES (9999, 'of_a_newer_release')")
        try:
            with pytest.raises(CannotMigrate, match="9999"):
                rebuild(url, role, lambda *_: None)
            assert owner.execute("SELECT count(*) FROM shengji_read.of_a_newer_release").fetchone() == (0,)
        finally:
            owner.execute("DELETE FROM shengji.migration WHERE number = 9999")
            owner.execute("DROP TABLE shengji_read.of_a_newer_release")
