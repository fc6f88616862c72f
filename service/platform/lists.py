"""Lists, page by page."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

AFTER_ALL = "~"
"""Sorts after every id. It is the start of lists with the newest first."""


class _Listed(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Listed)


def every_page(page: Callable[..., Sequence[T]]) -> Iterator[T]:
    """Yields the items of all pages of a list, newest first.

    `page` gets the id of the last item so far, and returns the next ones, which are older. An empty page ends the list.
    """
    before = AFTER_ALL
    while items := page(before=before):
        yield from items
        before = items[-1].id
