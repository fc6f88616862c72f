"""Archiving the log, with the commands of the guide: everything works as before on the archived store."""

import re
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from service.platform.store.archive import archive as move_old_events
from service.platform.store.event_store import EventStore
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.chance import new_uuid
from tests.support.commits import commit, new_stream, numbers_in, whole_feed
from tests.support.play import legal_command, play_commands
from tests.support.stored import empty

GUIDE = Path(__file__).parents[2] / "service" / "docs" / "capacity.md"


def _steps() -> list[list[str]]:
    """Returns the commands of the guide, for a tablespace in the data of the server."""
    section = GUIDE.read_text().partition("\n## Archiving the log\n")[2]
    lines = re.findall(r"^    (.+)$", section, re.MULTILINE)
    return [shlex.split(line.replace("/srv/archive", "")) for line in lines]


@pytest.fixture
def owner(settings) -> Iterator[psycopg.Connection]:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        # An empty location is a folder in the data of the server.
        connection.execute("SET allow_in_place_tablespaces = on")
        yield connection


@pytest.fixture
def archive(shengji, settings, owner, monkeypatch: pytest.MonkeyPatch):
    """Returns what carries out the steps of the guide."""

    def carried_out() -> str:
        monkeypatch.setenv("DATABASE_URL", settings.database_url)
        monkeypatch.setenv("REDIS_URL", settings.redis_url)
        (psql, _, statement), (command, *arguments) = _steps()
        assert (psql, command) == ("psql", "shengji")
        if not owner.execute("SELECT FROM pg_tablespace WHERE spcname = 'archive'").fetchall():
            owner.execute(statement)
        # As if nothing had happened since.
        owner.execute("UPDATE shengji.head SET updated_at = '2025-12-31'")
        done = shengji(*arguments)
        assert done.exit_code == 0, done.stderr
        return done.stdout

    return carried_out


def _counts(owner: psycopg.Connection) -> tuple[int, int, int]:
    """Returns the events of the log, those that are not archived, and those that are."""
    names = ("shengji.event", "ONLY shengji.event", "shengji.event_archive")
    counts = [owner.execute(f"SELECT count(*) FROM {name}").fetchone() for name in names]
    return tuple(row[0] for row in counts if row)  # type: ignore[return-value]  # three names, three counts


def _checked(shengji) -> None:
    assert shengji("db", "check").stdout == "no faults\n"


def test_an_archived_table_is_read_checked_rebuilt_and_played_on(shengji, api: Api, service: Service, owner, archive):
    table, players = started_table(api)
    play_commands(table, players, commands=20)
    mover = _mover(api, service, table, players)
    body, key = legal_command(mover, table), {"Idempotency-Key": "once"}
    made = mover.post(f"/v1/tables/{table}/commands", body, headers=key).json
    before, log = players[0].get(f"/v1/tables/{table}/events?limit=1000").json, whole_feed(service.store)

    assert archive() == f"moved {len(log)} events of 1 streams to the archive\n"

    assert _counts(owner) == (len(log), 0, len(log))
    assert players[0].get(f"/v1/tables/{table}/events?limit=1000").json == before
    assert whole_feed(service.store) == log
    again = mover.post(f"/v1/tables/{table}/commands", body, headers=key).json
    assert again["events"] == made["events"]
    empty(service.table_cache)
    stale = {**legal_command(_mover(api, service, table, players), table), "expected_version": made["version"] - 1}
    refused = _mover(api, service, table, players).post(f"/v1/tables/{table}/commands", stale)
    assert (refused.status_code, refused.json["code"]) == (412, "stale_version")
    _checked(shengji)
    play_commands(table, players, commands=20)
    assert _counts(owner)[1] > 0
    assert shengji("projections", "rebuild").exit_code == 0
    _checked(shengji)
    assert archive().startswith("moved ")
    assert _counts(owner)[1] == 0
    _checked(shengji)


def _mover(api: Api, service: Service, table: str, players: list[User]) -> User:
    at = service.tables.newest(table).table
    return players[at.game.asked(at.match)[0].seat]


@pytest.fixture
def store(service: Service) -> EventStore:
    return service.store


def test_one_of_several_copies_of_a_command_wins_in_an_archived_stream(store: EventStore, archive):
    stream, first, command = new_stream(), new_uuid(), new_uuid()
    store.append(commit(stream, 0, 1, 2, command=first))
    archive()

    def append(number: int) -> str:
        return store.append(commit(stream, 2, number)).outcome

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(append, range(3, 11)))
        copies = list(pool.map(lambda _: store.append(commit(stream, 3, 99, command=command)).outcome, range(8)))

    assert sorted(outcomes) == ["appended", *["conflict"] * 7]
    assert sorted(copies) == ["appended", *["duplicate"] * 7]
    assert store.append(commit(new_stream(), 0, 5, command=first)).stream == stream
    assert len(numbers_in(store, stream)) == 4


def test_commands_are_carried_out_and_followed_while_events_move(store: EventStore, archive):
    streams = [new_stream() for _ in range(40)]
    for stream in streams:
        store.append(commit(stream, 0, *range(50)))

    def append_to_all() -> None:
        for stream in streams:
            assert store.append(commit(stream, 50, 50)).outcome == "appended"

    with ThreadPoolExecutor(2) as pool:
        writing = pool.submit(append_to_all)
        archive()
        writing.result()

    assert all(numbers_in(store, stream) == list(range(51)) for stream in streams)
    log = whole_feed(store)
    assert len({(each.stream, each.stored.version) for each in log}) == len(log)
    assert [each.place for each in log] == sorted(each.place for each in log)


def test_archived_events_are_not_changed_or_deleted(store: EventStore, owner, archive):
    store.append(commit(new_stream(), 0, 1))
    archive()

    for statement in ("UPDATE {} SET data = '{{}}'", "DELETE FROM {}", "TRUNCATE {}"):
        for name in ("shengji.event_archive", "shengji.event"):
            with pytest.raises(psycopg.errors.RestrictViolation):
                owner.execute(statement.format(name))


def test_another_tablespace_is_an_error_that_says_what_to_do(shengji, archive):
    archive()

    failed = shengji("db", "archive", "--before", "2026-01-01", "--tablespace", "pg_default")

    assert failed.exit_code == 1
    assert "ALTER TABLE shengji.event_archive SET TABLESPACE pg_default" in failed.stderr


def test_a_user_who_may_not_skip_the_trigger_is_told_what_is_missing(shengji, settings, owner, monkeypatch):
    owner.execute("CREATE ROLE archivist LOGIN")
    monkeypatch.setenv("DATABASE_URL", settings.database_url.replace("postgres:@", "archivist:@"))

    failed = shengji("db", "archive", "--before", "2026-01-01")
    owner.execute("DROP ROLE archivist")

    assert failed.exit_code == 1
    assert "GRANT SET ON PARAMETER session_replication_role" in failed.stderr


def test_streams_in_use_and_those_of_sandboxes_stay(shengji, store: EventStore, owner, archive):
    archive()
    used, of_sandbox = new_stream(), new_stream()
    for stream in (used, of_sandbox):
        store.append(commit(stream, 0, 1))
    owner.execute("UPDATE shengji.head SET updated_at = '2025-12-31', world = 'any' WHERE stream = %s", [of_sandbox])

    done = shengji("db", "archive", "--before", "2026-01-01")
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d")
    refused = shengji("db", "archive", "--before", tomorrow)

    assert done.stdout == "moved 0 events of 0 streams to the archive\n"
    assert (refused.exit_code, "give a day that has begun" in refused.stderr) == (1, True)


def test_a_stream_that_comes_into_use_during_the_run_stays(store: EventStore, owner, archive):
    archive()
    streams = sorted(new_stream() for _ in range(2))
    for stream in streams:
        store.append(commit(stream, 0, 1))
    owner.execute("UPDATE shengji.head SET updated_at = '2025-12-31'")

    def use(done: int, _: int) -> None:
        if done == 1:
            store.append(commit(streams[1], 1, 2))

    assert move_old_events(owner, datetime(2026, 1, 1, tzinfo=UTC), None, use).streams == 1
    asked = "SELECT DISTINCT stream FROM ONLY shengji.event WHERE stream = ANY(%s)"
    assert owner.execute(asked, [streams]).fetchall() == [(streams[1],)]
