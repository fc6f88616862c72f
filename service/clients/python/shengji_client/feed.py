"""Follows a feed across lost connections and yields one event after the other."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse

from .problems import ApiProblem, ClientError, FeedBroken, Unreachable
from .transport import PASSING, Request, Transport

NDJSON = "application/x-ndjson"
RECONNECT, CAUGHT_UP = "reconnect", "caught_up"
"""The types of the lines that are no events."""
PAGE = 1000
"""Number of events in a page."""
WAIT_S = 30
"""Seconds for which a request waits for events."""
READ = 1 << 16
"""Maximum number of bytes in one read from a stream."""

Document = dict[str, Any]


class Feed(NamedTuple):
    """One feed of the API.

    Attributes:
        path: the path, with placeholders in braces.
        parts: the values of the placeholders.
        number: the member of an event that has its number in this feed.
        entries: the member of a page that has the events.
        forgets: whether the server deletes old events. The first event may then have a higher number than expected.
        include: what the server adds to events, such as `all`; `None` for nothing.
    """

    path: str
    parts: dict[str, str]
    number: str
    entries: str = "events"
    forgets: bool = False
    include: str | None = None

    def stream(self, after: int) -> Request:
        """Returns the request for the stream of events after a number."""
        return Request("GET", self.path, self.parts, query={"after": after, "include": self.include}, accept=NDJSON)

    def page(self, after: int, wait_s: int) -> Request:
        """Returns the request for a page of events after a number."""
        return Request("GET", self.path, self.parts, query={"after": after, "wait": wait_s, "limit": PAGE})


class _Reconnect(Exception):
    """The server will close the stream and asks the client to reconnect after some seconds."""

    def __init__(self, pause_s: float) -> None:
        super().__init__()
        self.pause_s = pause_s


class Follower:
    """Follows a feed. `last` is the number of the last event that was yielded."""

    def __init__(self, transport: Transport, feed: Feed, after: int) -> None:
        """Starts after the event with number `after`."""
        self.last = after
        self._begin = after
        self._transport = transport
        self._feed = feed
        self._failures = 0

    def by_stream(self) -> Iterator[Document]:
        """Yields the events of the feed from one stream after the other. Never ends.

        If a stream breaks, stays silent, or is not available for a while, the next one starts after the last event.
        So each event is yielded exactly once.

        Raises:
            ApiProblem: the feed may not be read, or was not available for too long.
            Unreachable: the API was not reachable for too long.
            FeedBroken: the server has left out a number, or the response is not a feed.
        """
        patience = self._transport.patience
        while True:
            asked_s: float | None = None
            trouble: ClientError = Unreachable(f"{self._feed.path}: the streams end immediately")
            try:
                yield from self._one_stream()
            except _Reconnect as reconnect:
                asked_s = reconnect.pause_s
            except ApiProblem as problem:
                if problem.status not in PASSING:
                    raise
                asked_s, trouble = problem.retry_after, problem
            except HTTPError as error:
                trouble = Unreachable(f"{self._feed.path}: {error}")
            if self._failures >= patience.reconnects:
                raise trouble
            time.sleep(min(asked_s or 0.0, patience.longest_pause_s) + patience.pause_s(self._failures))
            self._failures += 1

    def by_pages(self) -> Iterator[Document]:
        """Yields the events of the feed by long polling, for networks without streams. Never ends.

        Raises:
            ApiProblem: the feed may not be read, or is not available.
            Unreachable: the API cannot be reached.
            FeedBroken: the server has left out a number.
        """
        while True:
            yield from self.to_the_end(WAIT_S)

    def to_the_end(self, wait_s: int) -> Iterator[Document]:
        """Yields the existing events.

        If there are none, waits `wait_s` seconds for the next. Raises like `by_pages`.
        """
        more = True
        while more:
            page = self._transport.send(self._feed.page(self.last, wait_s)).json()
            for event in page[self._feed.entries]:
                yield from self._in_order(event)
            more = page["more"]

    def _one_stream(self) -> Iterator[Document]:
        """Yields the events of one stream. Raises `_Reconnect`, `ApiProblem`, `HTTPError` and `FeedBroken`."""
        response = self._transport.open(self._feed.stream(self.last))
        try:
            if not response.headers.get("Content-Type", "").startswith(NDJSON):
                raise FeedBroken(f"{self._feed.path} answers with {response.headers.get('Content-Type')}")
            for line in _whole_lines(response):
                self._failures = 0
                document = self._read(line) if line.strip() else None  # an empty line is a heartbeat
                # The events have the state after them, so the state on arrival says nothing new.
                if document and document["type"] != CAUGHT_UP:
                    yield from self._in_order(document)
        finally:
            response.close()

    def _read(self, line: bytes) -> Document:
        """Returns the event in a line. Raises `_Reconnect` and `FeedBroken`."""
        try:
            document: Document = orjson.loads(line)
            if document["type"] == RECONNECT:
                # Continue after the last yielded event, not after the number that the server names.
                raise _Reconnect(document["retry_ms"] / 1000)
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise FeedBroken(f"{self._feed.path}: not an event: {line[:200]!r}") from error
        return document

    def _in_order(self, event: Document) -> Iterator[Document]:
        """Yields the event if it is the next one, and nothing if it was yielded before. Raises `FeedBroken`."""
        number = event[self._feed.number]
        if self._begin < number <= self.last:
            return
        begins_late = self._feed.forgets and self.last == self._begin < number
        if number != self.last + 1 and not begins_late:
            raise FeedBroken(f"{self._feed.path}: event {number} follows event {self.last}")
        self.last = number
        yield event


def _whole_lines(response: BaseHTTPResponse) -> Iterator[bytes]:
    """Yields complete lines as they arrive. Drops an incomplete last line. Raises `HTTPError`."""
    begun = b""
    while data := response.read1(READ):
        *whole, begun = (begun + data).split(b"\n")
        yield from whole
