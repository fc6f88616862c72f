"""Appending the events of a command: atomic, with an expected version, and idempotent by command id."""

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from service.platform.store.event_store import EventStore
from tests.support.chance import new_uuid
from tests.support.commits import commit, new_stream, numbers_in


def test_all_events_of_a_command_are_appended_in_order_with_consecutive_versions(store: EventStore):
    stream = new_stream()

    carried = store.append(commit(stream, 0, 7, 8, 9))

    assert (carried.outcome, carried.first_version, carried.version) == ("appended", 1, 3)
    assert [stored.version for stored in store.read(stream)] == [1, 2, 3]
    assert numbers_in(store, stream) == [7, 8, 9]


def test_the_head_contains_version_and_state_after_the_command(store: EventStore):
    stream = new_stream()
    store.append(commit(stream, 0, 1))
    store.append(commit(stream, 1, 2, 3))

    head = store.head(stream)

    assert head is not None
    assert (head.version, head.state) == (3, {"last": 3})


@pytest.mark.parametrize("expected", [0, 1, 3, 10])
def test_an_unexpected_version_is_a_conflict_and_nothing_is_written(store: EventStore, expected: int):
    stream = new_stream()
    store.append(commit(stream, 0, 1, 2))

    carried = store.append(commit(stream, expected, 99))

    assert (carried.outcome, carried.version) == ("conflict", 2)
    assert numbers_in(store, stream) == [1, 2]
    head = store.head(stream)
    assert head is not None
    assert head.state == {"last": 2}


def test_an_unknown_stream_has_no_head_and_no_events(store: EventStore):
    stream = new_stream()

    assert store.head(stream) is None
    assert store.read(stream) == []
    assert store.append(commit(stream, 5, 1)).outcome == "conflict"


def test_a_repeated_command_returns_its_own_events_and_writes_nothing(store: EventStore):
    stream, command = new_stream(), new_uuid()
    store.append(commit(stream, 0, 1))
    first = store.append(commit(stream, 1, 2, 3, command=command))
    store.append(commit(stream, 3, 4))

    again = store.append(commit(stream, 4, 2, 3, command=command))

    assert (again.outcome, again.stream, again.first_version, again.version) == ("duplicate", stream, 2, 3)
    assert again.recorded_at == first.recorded_at
    assert again.metadata["fingerprint"] == "for (2, 3)"
    assert numbers_in(store, stream) == [1, 2, 3, 4]


def test_a_repeated_command_is_recognised_even_with_a_stale_version(store: EventStore):
    stream, command = new_stream(), new_uuid()
    store.append(commit(stream, 0, 1, command=command))

    assert store.append(commit(stream, 0, 1, command=command)).outcome == "duplicate"
    carried = store.earlier_append(command)
    assert carried is not None
    assert carried.version == 1
    assert store.earlier_append(new_uuid()) is None


def test_two_concurrent_copies_of_a_command_are_executed_once(store: EventStore):
    for _ in range(40):
        stream, command = new_stream(), new_uuid()
        store.append(commit(stream, 0, 0))
        together = threading.Barrier(2)

        def send(stream: str = stream, command: uuid.UUID = command, together: threading.Barrier = together) -> str:
            together.wait()
            return store.append(commit(stream, 1, 1, 2, command=command)).outcome

        with ThreadPoolExecutor(2) as pool:
            outcomes = sorted(future.result() for future in [pool.submit(send), pool.submit(send)])

        assert outcomes == ["appended", "duplicate"]
        assert numbers_in(store, stream) == [0, 1, 2]


def test_two_concurrent_copies_of_an_opening_command_open_one_stream(store: EventStore):
    for _ in range(40):
        streams, command = [new_stream(), new_stream()], new_uuid()
        together = threading.Barrier(2)

        def send(stream: str, command: uuid.UUID = command, together: threading.Barrier = together) -> tuple[str, str]:
            together.wait()
            carried = store.append(commit(stream, 0, 1, command=command))
            return carried.outcome, carried.stream

        with ThreadPoolExecutor(2) as pool:
            results = sorted(pool.map(send, streams))

        assert [outcome for outcome, _ in results] == ["appended", "duplicate"]
        assert results[0][1] == results[1][1], "both get the same stream"
        assert sum(store.head(stream) is not None for stream in streams) == 1


def test_concurrent_writers_of_a_stream_lose_nothing_and_duplicate_nothing(store: EventStore):
    stream = new_stream()
    store.append(commit(stream, 0, 0))
    writers, each = 8, 25

    def write(writer: int) -> list[int]:
        acknowledged = []
        for number in range(each):
            value = 1 + writer * each + number
            while True:
                head = store.head(stream)
                assert head is not None
                if store.append(commit(stream, head.version, value)).outcome == "appended":
                    acknowledged.append(value)
                    break
        return acknowledged

    with ThreadPoolExecutor(writers) as pool:
        acknowledged = [value for values in pool.map(write, range(writers)) for value in values]

    assert len(acknowledged) == writers * each
    assert sorted(numbers_in(store, stream)) == [0, *sorted(acknowledged)]
    assert [stored.version for stored in store.read_all(stream)] == list(range(1, writers * each + 2))


def test_the_role_of_the_processes_cannot_change_or_delete_events(store: EventStore, database):
    stream = new_stream()
    store.append(commit(stream, 0, 1))
    for statement in ("UPDATE shengji.event SET data = '{}'", "DELETE FROM shengji.event", "TRUNCATE shengji.event"):
        with database.session() as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)
    assert numbers_in(store, stream) == [1]


def test_even_the_owner_of_the_schema_cannot_change_or_delete_events(store: EventStore, database_url: str):
    stream = new_stream()
    store.append(commit(stream, 0, 1))
    for statement in ("UPDATE shengji.event SET data = '{}'", "DELETE FROM shengji.event", "TRUNCATE shengji.event"):
        with psycopg.connect(database_url, autocommit=True) as owner, pytest.raises(psycopg.errors.RestrictViolation):
            owner.execute(statement)
    assert numbers_in(store, stream) == [1]


def test_further_statements_run_only_if_the_events_are_appended(store: EventStore):
    stream, command = new_stream(), new_uuid()
    ran: list[str] = []

    first = store.append_and(commit(stream, 0, 1, command=command), lambda _: ran.append("first"))
    again = store.append_and(commit(stream, 0, 1, command=command), lambda _: ran.append("again"))
    late = store.append_and(commit(stream, 0, 2), lambda _: ran.append("late"))

    assert [each.outcome for each in (first, again, late)] == ["appended", "duplicate", "conflict"]
    assert ran == ["first"]


def test_a_failing_further_statement_undoes_the_append(store: EventStore):
    stream = new_stream()

    def fail(_: object) -> None:
        raise KeyError

    with pytest.raises(KeyError):
        store.append_and(commit(stream, 0, 1), fail)

    assert store.head(stream) is None
