"""What clients can follow: numbered events without gaps."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from service.platform.documents import Json


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
