"""The feeds of tables, of accounts and of rooms: numbered events, in three forms of one resource.

| `Accept` | form | how it goes on |
|---|---|---|
| `application/json` | a page; with `wait` it is held until something happens | `after` is the page's `next_after` |
| `text/event-stream` | server-sent events (WHATWG HTML §9.2) until the listener leaves | `Last-Event-ID` |
| `application/x-ndjson` | one event a line until the listener leaves | `after` is the last event's number |

A stream beats at least every `HEARTBEAT_S` seconds. When the process is about to end, every listener is told to come
back, and after which number; each after a time of its own, so that they do not all come at once.
"""

import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from flask import Blueprint, Response, request

from domain.kernel.newer_release import NewerRelease
from service.accounts.handlers import Accounts
from service.platform.feeds.notifier import Notifier, Waiter
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, json_bytes
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import counts_as
from service.platform.metrics import LISTENERS
from service.platform.store.database import DatabaseUnavailable
from service.request_context import bearer, needs, player, service
from service.tables.feeds import AccountFeed, Entry, Feed, TableFeed

feeds = Blueprint("feeds", __name__, url_prefix="/v1")

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"
FORMS = [JSON, EVENT_STREAM, NDJSON]
EVENTS_LIMIT = 1000
AT_ONCE = 200
"""How many events a stream sends in one piece."""
WAIT_LIMIT_S = 3600
"""What may be asked for; an operator may let requests wait for less (LONG_POLL_S)."""
HEARTBEAT_S = 12.0
"""After so many seconds without events a stream beats; clients count on 15 at the most."""
RETRY_AFTER_S = 5
COME_BACK_MS = (500, 3000)
"""Between these many milliseconds a listener waits before it comes back."""
NUMBER_LIMIT = 2**31 - 1


_log = logging.getLogger(__name__)


@feeds.get("/tables/<table_id:table_id>/events")
@counts_as("feed")
@needs("table:read")
def table_events(table_id: str) -> Response:
    return answer_feed(TableFeed(service().streams, service().views, table_id, player()))


@feeds.get("/me/events")
@counts_as("feed")
@needs("table:read")
def account_events() -> Response:
    return answer_feed(AccountFeed(service().account_events, player()))


def answer_feed(feed: Feed) -> Response:
    """The feed in the form that is asked for."""
    form = request.accept_mimetypes.best_match(FORMS, JSON)
    response = _page(feed) if form == JSON else _stream(feed, form)
    response.headers["Vary"] = "Accept, Authorization"
    return response


# ------------------------------------------------------------------------------------------------------ pages


def _page(feed: Feed) -> Response:
    requests.known_parameters("after", "limit", "wait")
    after = _after()
    count = requests.whole("limit", 100, 1, EVENTS_LIMIT)
    wait_s = min(requests.whole("wait", 0, 0, WAIT_LIMIT_S), service().settings.long_poll_s)
    if wait_s:
        # A cursor from beyond the end would not be woken by what comes next, and skip it.
        after = min(after, feed.end())
    # One more than is shown, to know whether there is more.
    entries = _waited(feed, after, wait_s, limit=count + 1)
    page = entries[:count]
    # Who asks at once comes back with this, and skips nothing either.
    end = page[-1].number if page else min(after, feed.end())
    response = answer(
        {
            **feed.about,
            feed.entries: [entry.document for entry in page],
            "next_after": end,
            "more": len(entries) > count,
        }
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _waited(feed: Feed, after: int, wait_s: int, limit: int) -> Sequence[Entry]:
    """The events of a page; whoever may wait for them is a listener meanwhile."""
    if not wait_s:
        return feed.read(after, limit, after).entries
    leave = _enter()
    try:
        return _wait_for(feed, after, wait_s, limit)
    finally:
        leave()


def _wait_for(feed: Feed, after: int, wait_s: int, limit: int) -> Sequence[Entry]:
    """At the most `limit` events after a number; when there are none, those that come within the time."""
    deadline = time.monotonic() + wait_s
    notifier = service().notifier
    with notifier.waiting_for(feed.stream, after) as waiter:
        while True:
            entries, next_in_s = feed.read(after, limit, waiter.heard)
            left_s = deadline - time.monotonic()
            if entries or left_s <= 0 or notifier.closed:
                return entries
            waiter.wait(left_s if next_in_s is None else min(left_s, next_in_s))


# ------------------------------------------------------------------------------------------------------ streams


class Style(Protocol):
    """How a stream is written."""

    opening: bytes
    heartbeat: bytes

    def entry(self, entry: Entry) -> bytes:
        """An event."""

    def reconnect(self, after: int, in_ms: int) -> bytes:
        """The last word to a listener who shall come back."""


class EventStream:
    """Server-sent events."""

    opening = b"retry: %d\n\n" % COME_BACK_MS[0]
    heartbeat = b":\n\n"

    def entry(self, entry: Entry) -> bytes:
        """An event; its number is the id. It has no name, so that any reader gets it as a message."""
        return b"id: %d\ndata: %b\n\n" % (entry.number, json_bytes(entry.document))

    def reconnect(self, after: int, in_ms: int) -> bytes:
        """An event named so; a browser waits as long as `retry` says, and sends the last id by itself."""
        document = json_bytes({"after": after, "retry_ms": in_ms})
        return b"retry: %d\nevent: reconnect\ndata: %b\n\n" % (in_ms, document)


class Lines:
    """One JSON document a line; an empty line is a heartbeat."""

    opening = b"\n"
    heartbeat = b"\n"

    def entry(self, entry: Entry) -> bytes:
        """An event."""
        return json_bytes(entry.document) + b"\n"

    def reconnect(self, after: int, in_ms: int) -> bytes:
        """A line of the type `reconnect`, which no event has."""
        return json_bytes({"type": "reconnect", "after": after, "retry_ms": in_ms}) + b"\n"


_STYLES: dict[str, Style] = {EVENT_STREAM: EventStream(), NDJSON: Lines()}


class Listener(NamedTuple):
    """Somebody who listens to a feed until they leave, their token ends, or the process does."""

    feed: Feed
    style: Style
    notifier: Notifier
    accounts: Accounts
    token: str

    def pieces(self, after: int) -> Iterator[bytes]:
        """What they are sent, piece by piece, from behind a number on."""
        yield self.style.opening
        with self.notifier.waiting_for(self.feed.stream, after) as waiter:
            sure_until = time.monotonic() + HEARTBEAT_S
            while not self.notifier.closed:
                try:
                    entries = self._next(after, waiter)
                    # Looked at by the clock, since where much happens there is never a quiet moment.
                    if time.monotonic() >= sure_until:
                        if self.accounts.identify(self.token) is None:
                            return
                        sure_until = time.monotonic() + HEARTBEAT_S
                except Exception as error:  # noqa: BLE001 - the answer has begun, so it can only be told to come back
                    _log.log(_severity(error), "a listener to %s is sent home", self.feed.stream, exc_info=error)
                    break
                if entries:
                    after = entries[-1].number
                yield b"".join(map(self.style.entry, entries)) or self.style.heartbeat
        yield self.style.reconnect(after, random.randint(*COME_BACK_MS))  # noqa: S311 - to be unlike others

    def _next(self, after: int, waiter: Waiter) -> Sequence[Entry]:
        """The events that come next; none when it is time for a heartbeat, or the process is about to end."""
        until = time.monotonic() + HEARTBEAT_S
        while True:
            entries, next_in_s = self.feed.read(after, AT_ONCE, waiter.heard)
            left_s = until - time.monotonic()
            if entries or left_s <= 0 or self.notifier.closed:
                return entries
            waiter.wait(left_s if next_in_s is None else min(left_s, next_in_s))


def _severity(error: Exception) -> int:
    return logging.WARNING if isinstance(error, DatabaseUnavailable | NewerRelease) else logging.ERROR


def _stream(feed: Feed, form: str) -> Response:
    requests.known_parameters("after")
    after = _after()
    # A cursor from beyond the end would skip what comes next. It is looked up first: whoever is counted has to leave.
    after = min(after, feed.end())
    leave = _enter()
    parts = service()
    pieces = Listener(feed, _STYLES[form], parts.notifier, parts.accounts, bearer()).pieces(after)
    response = Response(pieces, content_type=form)
    response.call_on_close(leave)
    response.headers["Cache-Control"] = "private, no-store"
    # Proxies that collect an answer before they pass it on would hold every event back.
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _enter() -> Callable[[], None]:
    """Counts one more listener for the player, and returns how it leaves. Raises `Problem`: there are too many."""
    parts, whose = service(), player()
    if not parts.listeners.enter(whose):
        raise Problem(
            "too_many_listeners",
            f"{parts.settings.listeners_per_player} listeners use tokens of yours already",
            hint="close one; a single stream of the account tells of all tables",
            headers={"Retry-After": str(RETRY_AFTER_S)},
        )
    LISTENERS.inc()

    def leave() -> None:
        parts.listeners.leave(whose)
        LISTENERS.dec()

    return leave


def _after() -> int:
    """The number of the last event that is known: `Last-Event-ID`, which readers send who come back, before `after`."""
    after = requests.whole("after", 0, 0, NUMBER_LIMIT)
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return after
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise requests.wrong("Last-Event-ID", "give the id of an event, a whole number of at most ten digits")
    return min(int(text), NUMBER_LIMIT)
