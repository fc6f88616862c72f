"""Reads of streams, several in one statement: those that are requested while another read is under way.

A statement begins after all requests that it answers, so each of them sees every event that was committed before it.
"""

import threading
from typing import NamedTuple

from service.platform.store.database import Database, Row, array_literal


class StreamRead(NamedTuple):
    """A request for at most `limit` events of a stream after a version."""

    stream: str
    after: int
    limit: int


class _Batch:
    """Requests that one statement answers.

    Attributes:
        requests: the requests; equal ones are answered once.
        rows: the rows of each; `None` before the statement has ended, or if it never ran.
        error: the error of the statement.
        done: set when the statement has ended, or when it will not run.
    """

    def __init__(self) -> None:
        self.requests: dict[StreamRead, None] = {}
        self.rows: dict[StreamRead, list[Row]] | None = None
        self.error: Exception | None = None
        self.done = threading.Event()


class SharedReads:
    """The reads of one process. The first request of a batch runs the statement for all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._running = threading.Lock()
        self._next: _Batch | None = None

    def read(self, request: StreamRead) -> list[Row]:
        """Returns the rows of the statement `read_streams` for a request, in order of versions.

        Raises:
            DatabaseUnavailable: the database does not answer.
        """
        with self._lock:
            leads = self._next is None
            batch = self._next = self._next or _Batch()
            batch.requests[request] = None
        if leads:
            self._run(batch)
        batch.done.wait()
        if batch.error is not None:
            raise batch.error
        if batch.rows is None:
            # The greenlet that had to run the statement was killed.
            return self.read(request)
        return batch.rows[request]

    def _run(self, batch: _Batch) -> None:
        """Waits for the statement that runs now. More requests join the batch meanwhile. Then runs their statement."""
        try:
            with self._running:
                self._close(batch)
                batch.rows = self._rows(list(batch.requests))
        except Exception as error:  # noqa: BLE001 - every request of the batch raises it
            batch.error = error
        finally:
            self._close(batch)
            batch.done.set()

    def _close(self, batch: _Batch) -> None:
        """Lets no more requests join the batch."""
        with self._lock:
            if self._next is batch:
                self._next = None

    def _rows(self, requests: list[StreamRead]) -> dict[StreamRead, list[Row]]:
        rows: list[list[Row]] = [[] for _ in requests]
        arguments = {
            "streams": array_literal([each.stream for each in requests]),
            "after": array_literal([str(each.after) for each in requests]),
            "limits": array_literal([str(each.limit) for each in requests]),
        }
        for place, *row in self._database.read("read_streams", arguments):
            rows[place - 1].append(tuple(row))
        return dict(zip(requests, rows, strict=True))
