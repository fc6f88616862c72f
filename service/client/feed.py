"""Follows a feed: one event after the other, across lost connections."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse

from service.client.problems import ApiProblem, ClientError, FeedBroken, Unreachable
from service.client.transport import PASSING, Request, Transport

NDJSON = "application/x-ndjson"
RECONNECT = "reconnect"
PAGE = 1000
"""So many events are asked for at once, where a feed is read by pages."""
WAIT_S = 30
"""For so long a page is waited for."""
READ = 1 << 16
"""So many bytes of a stream are taken in at the most."""

Document = dict[str, Any]


class Feed(NamedTuple):
    """One feed of the API.

    Attributes:
        path: with the names of its parts in braces.
        parts: what stands for these names.
        number: the member of an event that counts the events of this feed.
        entries: the member of a page that holds them.
    """

    path: str
    parts: dict[str, str]
    number: str
    entries: str = "events"

    def stream(self, after: int) -> Request:
        """A request for the stream of events after a number."""
        return Request("GET", self.path, self.parts, query={"after": after}, accept=NDJSON)

    def page(self, after: int, wait_s: int) -> Request:
        """A request for a page of events after a number."""
        return Request("GET", self.path, self.parts, query={"after": after, "wait": wait_s, "limit": PAGE})


class _Reconnect(Exception):
    """The server is going to close the stream, and wants to be asked anew after so many seconds."""

    def __init__(self, pause_s: float) -> None:
        super().__init__()
        self.pause_s = pause_s


class Follower:
    """Follows a feed; `last` is the number of the last event that it has given out."""

    def __init__(self, transport: Transport, feed: Feed, after: int) -> None:
        """Prepares to follow a feed from the event after that number."""
        self.last = after
        self._begin = after
        self._transport = transport
        self._feed = feed
        self._failures = 0

    def by_stream(self) -> Iterator[Document]:
        """The events, for ever, by one stream after the other.

        When a stream breaks, falls silent, or cannot be had for a while, the next one begins after the last event. No
        event is given out twice, and none is left out.

        Raises:
            ApiProblem: the feed may not be read, or could not be had for too long.
            Unreachable: the API could not be reached for too long.
            FeedBroken: the server has left out a number, or sends what is no feed.
        """
        patience = self._transport.patience
        while True:
            asked_s: float | None = None
            trouble: ClientError = Unreachable(f"{self._feed.path}: the streams end as soon as they begin")
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
        """The events, for ever, by pages that wait for them: for networks that let no stream through.

        Raises:
            ApiProblem: the feed may not be read, or cannot be had.
            Unreachable: the API cannot be reached.
            FeedBroken: the server has left out a number.
        """
        while True:
            yield from self.to_the_end(WAIT_S)

    def to_the_end(self, wait_s: int) -> Iterator[Document]:
        """The events that there are; waits so long for one when there is none. Raises as `by_pages`."""
        more = True
        while more:
            page = self._transport.send(self._feed.page(self.last, wait_s)).json()
            for event in page[self._feed.entries]:
                yield from self._in_order(event)
            more = page["more"]

    def _one_stream(self) -> Iterator[Document]:
        """What comes by one stream. Raises `_Reconnect`, `ApiProblem`, `HTTPError` and `FeedBroken`."""
        response = self._transport.open(self._feed.stream(self.last))
        try:
            if not response.headers.get("Content-Type", "").startswith(NDJSON):
                raise FeedBroken(f"{self._feed.path} answers with {response.headers.get('Content-Type')}")
            for line in _whole_lines(response):
                self._failures = 0
                if line.strip():  # an empty one says that the server is there
                    yield from self._in_order(self._read(line))
        finally:
            response.close()

    def _read(self, line: bytes) -> Document:
        """The event in a line. Raises `_Reconnect` and `FeedBroken`."""
        try:
            document: Document = orjson.loads(line)
            if document["type"] == RECONNECT:
                # From where is known here better than there: after what has been given out.
                raise _Reconnect(document["retry_ms"] / 1000)
        except (orjson.JSONDecodeError, KeyError, TypeError) as error:
            raise FeedBroken(f"{self._feed.path}: no event: {line[:200]!r}") from error
        return document

    def _in_order(self, event: Document) -> Iterator[Document]:
        """The event, if it is the next one; nothing, if it was given out before. Raises `FeedBroken`."""
        number = event[self._feed.number]
        if self._begin < number <= self.last:
            return
        if number != self.last + 1:
            raise FeedBroken(f"{self._feed.path}: event {number} follows event {self.last}")
        self.last = number
        yield event


def _whole_lines(response: BaseHTTPResponse) -> Iterator[bytes]:
    """The lines as they come; one that is broken off is none. Raises `HTTPError`."""
    begun = b""
    while data := response.read1(READ):
        *whole, begun = (begun + data).split(b"\n")
        yield from whole
