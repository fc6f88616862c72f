"""The feed of an account."""

from domain.kernel.players import PlayerId
from service.notifications.documents import account_event_document
from service.notifications.events import feed_of
from service.notifications.handlers import AccountEvents
from service.platform.documents import Json
from service.platform.feeds.feed import FeedEntry, FeedPage


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
        """The number of the oldest event that is kept. The account is that of the asking player."""
        return {"oldest": self._events.oldest(self._player)}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:  # noqa: ARG002 - nothing is cached
        """Returns the events after a number."""
        events = self._events.since(self._player, after, limit)
        return FeedPage([FeedEntry(each.number, account_event_document(each)) for each in events])

    def end(self) -> int:
        """Returns the number of the last event."""
        return self._events.last(self._player)
