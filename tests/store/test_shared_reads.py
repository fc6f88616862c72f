"""Reads of streams that share a statement."""

import re
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, cast

import pytest

from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.event_store import EventStore
from service.platform.store.shared_reads import SharedReads, StreamRead
from tests.support.commits import commit, new_stream
from tests.support.waiting import until


class SlowDatabase:
    """A database whose statements wait until they are let go.

    Attributes:
        statements: the streams of each statement, in order.
        go: lets one statement end each time it is released.
        errors: raised by the next statements instead of an answer.
    """

    def __init__(self) -> None:
        self.statements: list[list[str]] = []
        self.go = threading.Semaphore(0)
        self.errors: list[BaseException] = []

    def read(self, _: str, arguments: dict[str, Any]) -> list[tuple[Any, ...]]:
        streams = re.findall(r'"(\w+)"', arguments["streams"])
        self.statements.append(streams)
        self.go.acquire()
        if self.errors:
            raise self.errors.pop(0)
        return [(place, f"event of {stream}") for place, stream in enumerate(streams, start=1)]


class Reading:
    """Reads in threads over a slow database."""

    def __init__(self) -> None:
        self.database = SlowDatabase()
        self.reads = SharedReads(cast("Database", self.database))
        self._threads = ThreadPoolExecutor(8)
        self._begun = 0

    def begin(self, stream: str) -> "Future[list[Any]]":
        """Starts a read, and returns when it waits."""
        found = self._threads.submit(self.reads.read, StreamRead(stream, 0, 10))
        until(lambda: self.database.statements[-1:] == [[stream]] or self._waits(stream), f"read of {stream}")
        return found

    def _waits(self, stream: str) -> bool:
        batch = self.reads._next
        return batch is not None and StreamRead(stream, 0, 10) in batch.requests


@pytest.fixture
def reading() -> Reading:
    return Reading()


@pytest.mark.slow
def test_reads_requested_during_a_statement_share_the_next_one(reading: Reading):
    first = reading.begin("a")
    later = [reading.begin(stream) for stream in ("b", "c", "d")]

    reading.database.go.release(2)

    assert first.result(60) == [("event of a",)]
    assert [each.result(60) for each in later] == [[(f"event of {stream}",)] for stream in ("b", "c", "d")]
    assert reading.database.statements == [["a"], ["b", "c", "d"]]


def test_a_statement_that_has_begun_does_not_answer_a_later_request_for_the_same_stream(reading: Reading):
    first = reading.begin("a")
    second = reading.begin("b")
    later = reading.reads
    third = ThreadPoolExecutor(1).submit(later.read, StreamRead("a", 0, 10))
    until(lambda: reading._waits("a"), "waiting request")

    reading.database.go.release(2)

    assert [each.result(60) for each in (first, second, third)] == [
        [("event of a",)],
        [("event of b",)],
        [("event of a",)],
    ]
    assert reading.database.statements == [["a"], ["b", "a"]]


def test_equal_requests_are_one_request_of_the_statement(reading: Reading):
    reading.begin("a")
    later = [reading.begin("b") for _ in range(3)]

    reading.database.go.release(2)

    assert [each.result(60) for each in later] == [[("event of b",)]] * 3
    assert reading.database.statements == [["a"], ["b"]]


def test_each_request_raises_the_error_of_its_statement_and_later_ones_do_not(reading: Reading):
    reading.database.errors.append(DatabaseUnavailable("away"))
    first = reading.begin("a")
    later = reading.begin("b")

    reading.database.go.release(2)

    with pytest.raises(DatabaseUnavailable):
        first.result(60)
    assert later.result(60) == [("event of b",)]


def test_requests_are_answered_when_the_greenlet_that_reads_for_them_is_killed(reading: Reading):
    first = reading.begin("a")
    leader = reading.begin("b")
    follower = reading.begin("c")
    reading.database.go.release(1)
    first.result(60)
    until(lambda: len(reading.database.statements) == 2, "second statement")
    reading.database.errors.append(SystemExit())

    reading.database.go.release(2)

    with pytest.raises(SystemExit):
        leader.result(60)
    assert follower.result(60) == [("event of c",)]


def test_each_stream_is_read_after_its_own_version_and_up_to_its_own_limit(store: EventStore, database: Database):
    one, other, unknown = new_stream(), new_stream(), new_stream()
    store.append(commit(one, 0, 1, 2, 3))
    store.append(commit(other, 0, 4, 5))
    asked = [StreamRead(one, 1, 1), StreamRead(unknown, 0, 5), StreamRead(other, 0, 9)]

    found = SharedReads(database)._rows(asked)

    assert [[version for version, *_ in found[each]] for each in asked] == [[2], [], [1, 2]]
