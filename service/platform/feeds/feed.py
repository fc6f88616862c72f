"""Feeds: numbered events without a gap that clients follow."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from service.platform.documents import Json


class FeedEntry(NamedTuple):
    """An event of a feed: its number, and its document."""

    number: int
    document: Mapping[str, Any]


class FeedPage(NamedTuple):
    """New events of a feed, and the seconds until more become visible without a new event; `None` if none do."""

    entries: Sequence[FeedEntry]
    next_in_s: float | None = None


class Feed(Protocol):
    """Events numbered from 1 without a gap. Only the oldest ones may be deleted.

    Methods raise `NoSuchTable` and `DatabaseUnavailable`.
    """

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


class FeedState(Protocol):
    """The state that a feed adds to its pages, so that clients can act without another request.

    Methods raise the errors of the feed.
    """

    @property
    def sends_caught_up(self) -> bool:
        """Whether a stream says so each time it reaches the end of the feed."""

    def of_page(self, number: int) -> Json:
        """Returns the members that a page has besides its events, which end with this number."""

    def of_event(self, number: int) -> Json:
        """Returns the members to add to the event with this number in a stream, if it is the last of a group."""

    def caught_up(self, number: int, *, is_first: bool) -> Json | None:
        """Returns the line that says that a stream has reached the end, or `None` if there are later events.

        Args:
            number: the number of the last event.
            is_first: whether the stream says so for the first time.
        """


class WithoutState:
    """The state of a feed that has events only."""

    sends_caught_up = False

    def of_page(self, number: int) -> Json:  # noqa: ARG002 - there is none
        """Returns no members."""
        return {}

    of_event = of_page

    def caught_up(self, number: int, *, is_first: bool) -> Json | None:  # noqa: ARG002 - there is none
        """Returns no line."""
        return None
