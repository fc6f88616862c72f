"""Feeds: the events of a table, as far as a player may see them, and the events of a player's account."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.kernel.players import PlayerId
from service.notifications.account_events import AccountEvents, account_event_document, feed_of
from service.platform.documents import Json
from service.tables.cache import TableCache, stream_of
from service.tables.documents import event_document
from service.tables.views import Views


class Entry(NamedTuple):
    """An event of a feed: its number, and its document."""

    number: int
    document: Json


class FeedPage(NamedTuple):
    """New events of a feed, and the seconds until more become visible without a new event; `None` if none do."""

    entries: Sequence[Entry]
    next_in_s: float | None = None


class Feed(Protocol):
    """Events numbered from 1 without a gap. Methods raise `NoSuchTable` and `DatabaseUnavailable`."""

    @property
    def stream(self) -> str:
        """The name under which the notifier announces the feed."""

    @property
    def entries(self) -> str:
        """The name of the events in a page."""

    @property
    def about(self) -> Json:
        """The members of a page besides its events."""

    def read(self, after: int, limit: int, heard: int) -> FeedPage:
        """Returns at most `limit` events after a number; fewer only at the end of the feed.

        Args:
            after: number of the last event that the client has.
            limit: maximum number of events.
            heard: a number that the feed is known to have reached; `after` if unknown.
        """

    def end(self) -> int:
        """Returns the number of the newest event; 0 if there is none."""


class TableFeed:
    """The events of a table that a player may see."""

    def __init__(self, table_cache: TableCache, views: Views, table_id: str, player: PlayerId) -> None:
        """Checks that the table exists. Raises `NoSuchTable`."""
        self._table_cache = table_cache
        self._views = views
        self._table_id = table_id
        self._player = player
        self._game = table_cache.cached(table_id).table.game.name

    @property
    def stream(self) -> str:
        """The stream of the table."""
        return stream_of(self._table_id)

    @property
    def entries(self) -> str:
        """The name of the events in a page."""
        return "events"

    @property
    def about(self) -> Json:
        """The id of the table."""
        return {"table": self._table_id}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:
        """Returns the events after a version."""
        if self._views.is_late(self._table_id, self._player):
            # Every event wakes these readers, also one that is hidden from them. Then the events need not be read.
            _, until, next_in_s = self._views.visibility(self._table_id, self._player, heard if heard > after else 0)
            if until is not None and until <= after:
                return FeedPage([], next_in_s)
        if heard > after:
            happened = self._table_cache.since_heard(self._table_id, after, heard, limit)
        else:
            happened = self._table_cache.since(self._table_id, after, limit)
        if not happened:
            return FeedPage([])
        # Find the viewer after reading the events: the player may have taken a seat meanwhile.
        viewer, until, next_in_s = self._views.visibility(self._table_id, self._player, happened[-1].version)
        seen = happened if until is None else [each for each in happened if each.version <= until]
        own = self._table_cache.for_who_sits(self._table_id, viewer, seen)
        return FeedPage([Entry(each.version, event_document(each, self._game, viewer)) for each in own], next_in_s)

    def end(self) -> int:
        """Returns the version up to which the player sees the table."""
        until = self._views.visibility(self._table_id, self._player).until
        return self._table_cache.now(self._table_id).version if until is None else until


class AccountFeed:
    """The account events of a player, about all tables."""

    def __init__(self, events: AccountEvents, player: PlayerId) -> None:
        self._events = events
        self._player = player

    @property
    def stream(self) -> str:
        """The stream of the account."""
        return feed_of(self._player)

    @property
    def entries(self) -> str:
        """The name of the events in a page."""
        return "events"

    @property
    def about(self) -> Json:
        """No members: the account is that of the asking player."""
        return {}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:  # noqa: ARG002 - nothing is cached
        """Returns the events after a number."""
        events = self._events.since(self._player, after, limit)
        return FeedPage([Entry(each.number, account_event_document(each)) for each in events])

    def end(self) -> int:
        """Returns the number of the last event."""
        return self._events.last(self._player)
