"""What a rule book is made of: entries with an id, whose text may depend on the rules of a table.

A text is sentences and grids. Words between backticks are names of options and values. Ids of rules are plain words,
and pages turn them into links.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from domain.kernel.options import OptionValue


class TableRules(Protocol):
    """The rules of a table of any game."""

    @property
    def profile(self) -> str:
        """The profile that they started from."""

    def value(self, name: str) -> OptionValue:
        """The value of an option, as the catalogue writes it."""


R = TypeVar("R", bound=TableRules)


class Grid(NamedTuple):
    """A table of a page."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = str | Grid
TextPart = Block | Callable[[R], Block | None]
"""A piece of a text: fixed, or made for the rules of a table; none where there is nothing to say."""

Holds = Callable[[R], bool]


@dataclass(frozen=True, slots=True)
class Entry(Generic[R]):
    """A rule for players.

    Attributes:
        id: in the catalogue.
        title: what it is about.
        parts: its text.
        holds: whether it bears on a table with those rules.
        example: options of a table on which it bears, where it does not on any profile.
    """

    id: str
    title: str
    parts: tuple[TextPart[R], ...]
    holds: Holds[R]
    example: Mapping[str, OptionValue]

    def text(self, rules: R) -> Iterator[Block]:
        """What the rule says at a table."""
        for part in self.parts:
            said = part if isinstance(part, str | Grid) else part(rules)
            if said:
                yield said


@dataclass(frozen=True, slots=True)
class Chapter(Generic[R]):
    """Rules on one subject; `name` is its anchor."""

    name: str
    title: str
    entries: tuple[Entry[R], ...]


def always(_: object) -> bool:
    """A rule that bears on every table."""
    return True


def rule(
    name: str,
    title: str,
    *parts: TextPart[R],
    when: Holds[R] = always,
    example: Mapping[str, OptionValue] | None = None,
) -> Entry[R]:
    """An entry; it bears on every table unless `when` says otherwise."""
    return Entry(name, title, parts, when, example or {})
