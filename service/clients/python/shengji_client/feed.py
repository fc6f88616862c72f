"""Reads a feed: which events are next, and what follows when a stream ends. Nothing here does I/O."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from .exchange import TEMPORARY, Lost, Patience, Request
from .problems import ApiProblem, ClientError, FeedBroken, Unreachable

NDJSON = "application/x-ndjson"
RECONNECT, CAUGHT_UP = "reconnect", "caught_up"
"""The types of the lines that are no events."""
PAGE = 1000
"""Number of events in a page."""
WAIT_S = 30
"""Seconds for which a request waits for events."""

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


class Reconnect(Exception):
    """The server will close the stream and asks the client to reconnect after some seconds."""

    def __init__(self, pause_s: float) -> None:
        super().__init__()
        self.pause_s = pause_s


class Position:
    """A position in a feed, which advances with each event. `last` is the number of the last event."""

    def __init__(self, feed: Feed, after: int, patience: Patience) -> None:
        """Starts after the event with number `after`."""
        self.last = after
        self._begin = after
        self._feed = feed
        self._patience = patience
        self._failures = 0
        self._begun = b""

    def stream(self) -> Request:
        """Returns the request for the stream of the next events."""
        query = {"after": self.last, "include": self._feed.include}
        return Request("GET", self._feed.path, self._feed.parts, query=query, accept=NDJSON)

    def page(self, wait_s: int) -> Request:
        """Returns the request for the page of the next events."""
        query = {"after": self.last, "wait": wait_s, "limit": PAGE}
        return Request("GET", self._feed.path, self._feed.parts, query=query)

    def in_page(self, page: Document) -> Iterator[Document]:
        """Yields the new events of a page. Raises `FeedBroken` if one is missing."""
        for event in page[self._feed.entries]:
            yield from self._in_order(event)

    def opened(self, media_type: str) -> None:
        """Begins a stream. Raises `FeedBroken` if the response has another media type than a stream."""
        if not media_type.startswith(NDJSON):
            raise FeedBroken(f"{self._feed.path} answers with {media_type or 'no media type'}")
        self._begun = b""

    def in_stream(self, data: bytes) -> Iterator[Document]:
        """Yields the new events, and the lines `caught_up`, that these bytes complete. The last line may be incomplete.

        Raises:
            Reconnect: the server ends the stream.
            FeedBroken: an event is missing, or a line is not an event.
        """
        *lines, self._begun = (self._begun + data).split(b"\n")
        for line in lines:
            self._failures = 0
            document = self._read(line) if line.strip() else None  # an empty line is a heartbeat
            if document and document["type"] == CAUGHT_UP:
                yield document
            elif document:
                yield from self._in_order(document)

    def pause_after(self, end: Reconnect | ApiProblem | Lost | None) -> float:
        """Returns the seconds to wait before the next stream.

        Args:
            end: what ended the stream; `None` if the server closed it.

        Raises:
            ApiProblem: the feed may not be read, or was not available for too long.
            Unreachable: the API was not reachable for too long.
        """
        asked_s = 0.0
        trouble: ClientError = Unreachable(f"{self._feed.path}: the streams end immediately")
        match end:
            case Reconnect():
                asked_s = end.pause_s
            case ApiProblem():
                asked_s, trouble = end.retry_after or 0.0, end
                if end.status not in TEMPORARY:
                    raise end
            case Lost():
                trouble = Unreachable(f"{self._feed.path}: {end}")
        if self._failures >= self._patience.reconnects:
            raise trouble
        pause_s = min(asked_s, self._patience.longest_pause_s) + self._patience.pause_s(self._failures)
        self._failures += 1
        return pause_s

    def _read(self, line: bytes) -> Document:
        """Returns the event in a line. Raises `Reconnect` and `FeedBroken`."""
        try:
            document: Document = json.loads(line)
            if document["type"] == RECONNECT:
                # Continue after the last yielded event, not after the number that the server names.
                raise Reconnect(document["retry_ms"] / 1000)
        except (ValueError, KeyError, TypeError) as error:
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
