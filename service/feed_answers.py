"""Answers with a feed: numbered events, in three representations of one resource.

| `Accept` | response | how to continue |
|---|---|---|
| `application/json` | a page; with `wait`, long polling | `after` is the page's `next_after` |
| `text/event-stream` | server-sent events (WHATWG HTML, section 9.2) | `Last-Event-ID` |
| `application/x-ndjson` | one event a line | `after` is the number of the last event |

Streams last until the client disconnects. They send a heartbeat every few seconds without events. Before the
process ends, each client is asked to reconnect after a random delay, so that they do not all reconnect at once, and to
continue after the last event that was sent.
"""

import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from flask import Response, request

from domain.kernel.messages import message
from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from service.platform.documents import Json
from service.platform.feeds.feed import Feed, FeedEntry, FeedPage, FeedState, WithoutState
from service.platform.feeds.notifier import Notifier, Waiter
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, json_bytes
from service.platform.http.document_pages import VARY
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import client_network
from service.platform.limits import LIMITS, Limits
from service.platform.metrics import LISTENERS
from service.platform.store.database import DatabaseUnavailable
from service.request_context import lasting, reader, service, with_names

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"
FORMS = [JSON, EVENT_STREAM, NDJSON]
EVENTS_LIMIT = 1000
ENTRIES_AT_ONCE = 200
"""The most events that a stream sends in one chunk."""
WAIT_LIMIT_S = 3600
"""The longest `wait` that a client may request. Operators can set a lower limit (LONG_POLL_S)."""
RETRY_AFTER_S = 5
NUMBER_LIMIT = 2**31 - 1
END = "end"
"""The value of `after` for the end of a feed."""
WITHOUT_STATE = WithoutState()


_log = logging.getLogger(__name__)
T = TypeVar("T")


def answer_feed(
    feed: Feed, state: FeedState = WITHOUT_STATE, further: tuple[str, ...] = (), *, is_named: bool = False
) -> Response:
    """Returns the feed in the representation that the client accepts.

    Args:
        feed: the feed.
        state: the state after its events.
        further: the parameters of the query that only this feed has.
        is_named: whether a page has the names of the players whom it mentions. Streams have none.
    """
    form = request.accept_mimetypes.best_match(FORMS, JSON)
    _check_ticket(form)
    if form == JSON:
        requests.check_parameters("after", "limit", "wait", *further)
        page = _page(feed, state)
        response = answer(with_names(page) if is_named else page, cache="private, no-store")
    else:
        requests.check_parameters("after", "ticket", *further)
        response = _stream(feed, state, form)
    response.headers["Vary"] = VARY
    return response


def _check_ticket(form: str) -> None:
    """Checks that a ticket stands where it is used. Raises `Problem`."""
    if "ticket" not in request.args:
        return
    if "Authorization" in request.headers:
        raise requests.wrong_parameter("ticket", message("send either a ticket or Authorization, not both"))
    if form == JSON:
        raise requests.wrong_parameter(
            "ticket",
            message(
                "only streams take one; ask for {event_stream} or {ndjson} in Accept",
                event_stream=EVENT_STREAM,
                ndjson=NDJSON,
            ),
        )


# ------------------------------------------------------------------------------------------------------ pages


def _page(feed: Feed, state: FeedState) -> Json:
    """Returns the requested page of a feed."""
    after = _after(feed)
    count = requests.whole_parameter("limit", 100, 1, EVENTS_LIMIT)
    wait_s = wait_parameter()
    if wait_s:
        # A cursor beyond the end would not be woken by the next event, and would skip it.
        after = min(after, feed.end())
    # Read one more than the page holds, to know whether there are more.
    entries = _waited(feed, after, wait_s, limit=count + 1)
    page = entries[:count]
    about = feed.about
    # The next request starts here. For a cursor beyond the end this is the end, so that no event is skipped. A cursor
    # before the oldest event moves up, so that a client learns once that it has missed events.
    end = page[-1].number if page else max(min(after, feed.end()), about.get("oldest", 1) - 1)
    return {
        **about,
        feed.entries: [entry.document for entry in page],
        "next_after": end,
        "more": len(entries) > count,
        **state.of_page(end),
    }


def _waited(feed: Feed, after: int, wait_s: int, limit: int) -> Sequence[FeedEntry]:
    """Returns the events of a page. A client that waits for them counts as a listener meanwhile."""
    if not wait_s:
        return feed.read(after, limit, after).entries
    leave = _enter()
    try:
        return _wait_for(feed, after, wait_s, limit)
    finally:
        leave()


def _wait_for(feed: Feed, after: int, wait_s: int, limit: int) -> Sequence[FeedEntry]:
    """Returns at most `limit` events after a number. If there are none, waits for new ones up to `wait_s` seconds."""
    deadline = time.monotonic() + wait_s
    notifier = service().notifier
    with notifier.waiting_for(feed.stream, after) as waiter:
        while True:
            entries, next_in_s = feed.read(after, limit, waiter.heard)
            left_s = deadline - time.monotonic()
            if entries or left_s <= 0 or notifier.closed:
                return entries
            waiter.wait(left_s if next_in_s is None else min(left_s, next_in_s))


def wait_parameter() -> int:
    """Returns the seconds for which a request may be held."""
    return min(requests.whole_parameter("wait", 0, 0, WAIT_LIMIT_S), service().settings.long_poll_s)


def held(stream: str, known: int, wait_s: int, read: Callable[[], T], is_new: Callable[[T], bool]) -> T:
    """Returns a document as soon as it has something new, or after `wait_s` seconds.

    Args:
        stream: the name under which the notifier announces changes of the document.
        known: the number of the last change that the client knows.
        wait_s: the seconds for which the request may be held.
        read: returns the document.
        is_new: whether a document has something new for the client.
    """
    found = read()
    if not wait_s or is_new(found):
        return found
    leave, notifier = _enter(), service().notifier
    deadline = time.monotonic() + wait_s
    try:
        with notifier.waiting_for(stream, known) as waiter:
            while True:
                found = read()
                left_s = deadline - time.monotonic()
                if is_new(found) or left_s <= 0 or notifier.closed:
                    return found
                waiter.wait(left_s)
    finally:
        leave()


# ------------------------------------------------------------------------------------------------------ streams


class Style(Protocol):
    """The format of a stream."""

    opening: bytes
    heartbeat: bytes

    def entry(self, entry: FeedEntry) -> bytes:
        """Returns an event as bytes."""

    def caught_up(self, number: int, document: Json) -> bytes:
        """Returns the message that the stream has reached the end of the feed, the event with this number."""

    def reconnect(self, after: int, in_ms: int) -> bytes:
        """Returns the last message, which asks the client to reconnect."""


class EventStream:
    """Server-sent events."""

    opening = b"retry: %d\n\n" % LIMITS.reconnect_ms[0]
    heartbeat = b":\n\n"

    def entry(self, entry: FeedEntry) -> bytes:
        """Returns an event with its number as the id. It has no event name, so clients receive it as a message."""
        return b"id: %d\ndata: %b\n\n" % (entry.number, json_bytes(entry.document))

    def caught_up(self, number: int, document: Json) -> bytes:
        """Returns an event with a name. A browser that reconnects continues after it."""
        return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, document["type"].encode(), json_bytes(document))

    def reconnect(self, after: int, in_ms: int) -> bytes:
        """Returns an event called `reconnect`. Browsers wait `retry` milliseconds, and send the last id themselves."""
        document = json_bytes({"after": after, "retry_ms": in_ms})
        return b"retry: %d\nevent: reconnect\ndata: %b\n\n" % (in_ms, document)


class Lines:
    """Newline-delimited JSON. An empty line is a heartbeat."""

    opening = b"\n"
    heartbeat = b"\n"

    def entry(self, entry: FeedEntry) -> bytes:
        """Returns an event as bytes."""
        return json_bytes(entry.document) + b"\n"

    def caught_up(self, number: int, document: Json) -> bytes:  # noqa: ARG002 - the line has it
        """Returns a line of a type that no event has."""
        return json_bytes(document) + b"\n"

    def reconnect(self, after: int, in_ms: int) -> bytes:
        """Returns a line of type `reconnect`, a type that no event has."""
        return json_bytes({"type": "reconnect", "after": after, "retry_ms": in_ms}) + b"\n"


_STYLES: dict[str, Style] = {EVENT_STREAM: EventStream(), NDJSON: Lines()}


class Listener(NamedTuple):
    """A client that follows a feed until it disconnects, its token expires, or the process ends."""

    feed: Feed
    style: Style
    notifier: Notifier
    is_allowed: Callable[[], bool]
    limits: Limits = LIMITS
    state: FeedState = WITHOUT_STATE

    def pieces(self, after: int) -> Iterator[bytes]:
        """Yields the bytes of the stream, from the event after number `after`."""
        yield self.style.opening
        with self.notifier.waiting_for(self.feed.stream, after) as waiter:
            sure_until = time.monotonic() + self.limits.heartbeat_s
            page: FeedPage | None = None
            is_first = True
            while not self.notifier.closed:
                try:
                    # A stream that says when it has caught up does so at once, also without new events.
                    is_waiting = page is not None or not self.state.sends_caught_up
                    page = self._next(after, waiter, page) if is_waiting else self._read(after, waiter)
                    after = page.entries[-1].number if page.entries else after
                    line = self._caught_up(page, after, is_first=is_first)
                    is_first = is_first and not line
                    chunk = self._written(page) + line
                    # Check the token by the clock, because a busy feed is never idle.
                    if time.monotonic() >= sure_until:
                        if not self.is_allowed():
                            return
                        sure_until = time.monotonic() + self.limits.heartbeat_s
                except Exception as error:  # noqa: BLE001 - the response has begun, so only ask for a reconnect
                    _log.log(_severity(error), "a stream of %s was closed", self.feed.stream, exc_info=error)
                    break
                yield chunk or self.style.heartbeat
        in_ms = random.randint(*self.limits.reconnect_ms)  # noqa: S311 - only spreads the reconnections
        yield self.style.reconnect(after, in_ms)

    def _next(self, after: int, waiter: Waiter, last: FeedPage | None) -> FeedPage:
        """Returns the next events, or none when a heartbeat is due or the process is about to end.

        `last` is the page before. If it reached the end of the feed, the feed is not read again before the notifier
        wakes the stream, or before the time that the page names.
        """
        until = time.monotonic() + self.limits.heartbeat_s
        page = last if last and _is_at_end(last) and waiter.heard <= after else None
        while True:
            if page is None:
                page = self._read(after, waiter)
                if page.entries:
                    return page
            left_s = until - time.monotonic()
            if left_s <= 0 or self.notifier.closed:
                return FeedPage([], page.next_in_s)
            woken = waiter.wait(left_s if page.next_in_s is None else min(left_s, page.next_in_s))
            if woken or page.next_in_s is not None:
                page = None

    def _read(self, after: int, waiter: Waiter) -> FeedPage:
        return self.feed.read(after, ENTRIES_AT_ONCE, waiter.heard)

    def _written(self, page: FeedPage) -> bytes:
        """Returns the events of a page as bytes. At the end of the feed, the last one also has the state after it."""
        entries = page.entries
        if entries and _is_at_end(page):
            number, document = entries[-1]
            entries = [*entries[:-1], FeedEntry(number, {**document, **self.state.of_event(number)})]
        return b"".join(map(self.style.entry, entries))

    def _caught_up(self, page: FeedPage, after: int, *, is_first: bool) -> bytes:
        """Returns the line `caught_up` at the start of the stream and after each group of events, otherwise nothing."""
        if not (self.state.sends_caught_up and _is_at_end(page) and (is_first or page.entries)):
            return b""
        # If there are later events already, the line comes after them.
        line = self.state.caught_up(after, is_first=is_first)
        return self.style.caught_up(after, line) if line else b""


def _is_at_end(page: FeedPage) -> bool:
    return len(page.entries) < ENTRIES_AT_ONCE


def _severity(error: Exception) -> int:
    return logging.WARNING if isinstance(error, DatabaseUnavailable | NewerRelease) else logging.ERROR


def _stream(feed: Feed, state: FeedState, form: str) -> Response:
    after = _after(feed)
    # A cursor beyond the end would skip the next events. Read it before `_enter`, which must be undone if anything
    # fails.
    after = min(after, feed.end())
    leave = _enter()
    parts = service()
    listener = Listener(feed, _STYLES[form], parts.notifier, lasting(), parts.limits, state)
    response = Response(listener.pieces(after), content_type=form)
    response.call_on_close(leave)
    response.headers["Cache-Control"] = "private, no-store"
    # Reverse proxies that buffer responses would delay every event.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _enter() -> Callable[[], None]:
    """Counts one more listener for the player and returns the function that removes it again.

    Readers without a token are counted by address.

    Raises:
        Problem: the player has too many listeners.
    """
    parts, whose = service(), reader() or PlayerId(client_network())
    if not parts.listeners.enter(whose):
        counted = message("you have") if reader() else message("your address has")
        raise Problem(
            "too_many_listeners",
            message(
                "{counted} {listeners_per_player} open streams already",
                counted=counted,
                listeners_per_player=parts.settings.listeners_per_player,
            ),
            hint=message("close one; a single stream of the account covers all tables"),
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )
    LISTENERS.inc()

    def leave() -> None:
        parts.listeners.leave(whose)
        LISTENERS.dec()

    return leave


def _after(feed: Feed) -> int:
    """Returns the number of the last event that the client has.

    `Last-Event-ID`, which clients send when they reconnect, takes precedence over `after`.
    """
    is_end = request.args.get("after") == END
    after = 0 if is_end else requests.whole_parameter("after", 0, 0, NUMBER_LIMIT, or_word=END)
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return feed.end() if is_end else after
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise requests.wrong_parameter(
            "Last-Event-ID", message("give the id of an event, a whole number of at most ten digits")
        )
    return min(int(text), NUMBER_LIMIT)
