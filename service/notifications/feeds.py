"""The feed of an account."""

from collections.abc import Callable

from domain.kernel.players import PlayerId
from service.notifications.documents import account_event_document
from service.notifications.events import Numbered, feed_of
from service.notifications.handlers import AccountEvents
from service.platform.documents import Json
from service.platform.feeds.feed import FeedEntry, FeedPage


class AccountFeed:
    """The account events of a player, about all tables."""

    def __init__(
        self, events: AccountEvents, player: PlayerId, turn: Callable[[str, int], Json | None] | None = None
    ) -> None:
        """Takes the events, the player, and optionally what the player needs for a turn, by table and version."""
        self._events = events
        self._player = player
        self._turn = turn

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
        """The number of the oldest event that is kept. The account is that of the asking player."""
        return {"oldest": self._events.oldest(self._player)}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:  # noqa: ARG002 - nothing is cached
        """Returns the events after a number."""
        events = self._events.since(self._player, after, limit)
        return FeedPage([FeedEntry(each.number, self._document(each)) for each in events])

    def _document(self, event: Numbered) -> Json:
        document = account_event_document(event)
        if self._turn is not None and event.type == "turn_began" and event.table_id is not None:
            document["now"] = self._turn(event.table_id, event.data["version"])
        return document

    def end(self) -> int:
        """Returns the number of the last event."""
        return self._events.last(self._player)
