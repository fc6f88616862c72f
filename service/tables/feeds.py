"""The feed of a table: its events, as far as a player may see them."""

from domain.kernel.players import PlayerId
from service.platform.documents import Json
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.tables.cache import TableCache
from service.tables.documents import event_document
from service.tables.events import stream_of
from service.tables.views import Views


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
        if self._views.is_delayed(self._table_id, self._player):
            # A hidden event wakes these readers too. If they may see nothing new, the events are not read.
            _, until, next_in_s = self._views.visibility(self._table_id, self._player, heard if heard > after else 0)
            if until is not None and until <= after:
                return FeedPage([], next_in_s)
        if heard > after:
            events = self._table_cache.since_heard(self._table_id, after, heard, limit)
        else:
            events = self._table_cache.since(self._table_id, after, limit)
        if not events:
            return FeedPage([])
        # Find the viewer after reading the events: the player may have taken a seat meanwhile.
        viewer, until, next_in_s = self._views.visibility(self._table_id, self._player, events[-1].version)
        seen = events if until is None else [each for each in events if each.version <= until]
        own = self._table_cache.without_earlier_orders(self._table_id, viewer, seen)
        return FeedPage([FeedEntry(each.version, event_document(each, self._game, viewer)) for each in own], next_in_s)

    def end(self) -> int:
        """Returns the version up to which the player sees the table."""
        until = self._views.visibility(self._table_id, self._player).until
        return self._table_cache.newest(self._table_id).version if until is None else until
