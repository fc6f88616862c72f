"""What can be listened to: a table as a player may see it, and as far; and what concerns a player's account."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.kernel.players import PlayerId
from service.notifications.account_events import AccountEvents, account_event_document, feed_of
from service.platform.documents import Json
from service.tables.cache import TableCache, stream_of
from service.tables.documents import event_document
from service.tables.views import Views


class FeedEntry(NamedTuple):
    """An event of a feed: its number, and its document."""

    number: int
    document: Json


class FeedPage(NamedTuple):
    """What a look at a feed has brought, and after how many seconds time alone brings more; none where it does not."""

    entries: Sequence[FeedEntry]
    next_in_s: float | None = None


class Feed(Protocol):
    """Numbered events without a gap, from 1. Methods raise `NoSuchTable` and `DatabaseUnavailable`."""

    @property
    def stream(self) -> str:
        """What it is called where it is waited for."""

    @property
    def entries(self) -> str:
        """What its events are called in a page."""

    @property
    def about(self) -> Json:
        """What stands beside the events of a page."""

    def read(self, after: int, limit: int, heard: int) -> FeedPage:
        """At the most `limit` events after a number; fewer only up to now.

        Args:
            after: the number of the last event that is known.
            limit: how many are wanted.
            heard: to which number the feed has come for certain; `after` when nothing was heard.
        """

    def end(self) -> int:
        """The number of the newest event; 0 when there is none."""


class TableFeed:
    """The events of a table as a player may see them."""

    def __init__(self, table_cache: TableCache, views: Views, table_id: str, player: PlayerId) -> None:
        """Finds the table. Raises `NoSuchTable`."""
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
        """Events of the table."""
        return "events"

    @property
    def about(self) -> Json:
        """Which table it is."""
        return {"table": self._table_id}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:
        """The events after a version."""
        if self._views.is_late(self._table_id, self._player):
            # They are woken by all that happens, mostly by what is held back, which need not be read for each of them.
            _, until, next_in_s = self._views.visibility(self._table_id, self._player, heard if heard > after else 0)
            if until is not None and until <= after:
                return FeedPage([], next_in_s)
        if heard > after:
            happened = self._table_cache.since_heard(self._table_id, after, heard, limit)
        else:
            happened = self._table_cache.since(self._table_id, after, limit)
        if not happened:
            return FeedPage([])
        # Who looks is found after the events were read: somebody may have sat down while they waited for these.
        viewer, until, next_in_s = self._views.visibility(self._table_id, self._player, happened[-1].version)
        seen = happened if until is None else [each for each in happened if each.version <= until]
        own = self._table_cache.for_who_sits(self._table_id, viewer, seen)
        return FeedPage([FeedEntry(each.version, event_document(each, self._game, viewer)) for each in own], next_in_s)

    def end(self) -> int:
        """The version up to which the player sees the table."""
        until = self._views.visibility(self._table_id, self._player).until
        return self._table_cache.now(self._table_id).version if until is None else until


class AccountFeed:
    """What concerns a player, over all tables."""

    def __init__(self, events: AccountEvents, player: PlayerId) -> None:
        self._events = events
        self._player = player

    @property
    def stream(self) -> str:
        """The feed of the account."""
        return feed_of(self._player)

    @property
    def entries(self) -> str:
        """Events of the account."""
        return "events"

    @property
    def about(self) -> Json:
        """Does nothing: it is the account of the asking player."""
        return {}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:  # noqa: ARG002 - nothing is at hand
        """The events after a number."""
        events = self._events.since(self._player, after, limit)
        return FeedPage([FeedEntry(each.number, account_event_document(each)) for each in events])

    def end(self) -> int:
        """The number of the last event."""
        return self._events.last(self._player)
