"""What the rule book is made of: entries with an id, whose text may depend on the rules of a table.

A text is sentences and grids. Words between backticks are names of options and values; ids of rules stand as they are,
and whoever prints a page makes links of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from domain.options import OptionValue
from domain.shengji.rules import Rules, rules_of


class Grid(NamedTuple):
    """A table of a page."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = str | Grid
Part = Block | Callable[[Rules], Block | None]
"""A piece of a text: fixed, or made for the rules of a table; none where there is nothing to say."""

Holds = Callable[[Rules], bool]


@dataclass(frozen=True, slots=True)
class Entry:
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
    parts: tuple[Part, ...]
    holds: Holds
    example: Mapping[str, OptionValue]

    def text(self, rules: Rules) -> Iterator[Block]:
        """What the rule says at a table."""
        for part in self.parts:
            said = part if isinstance(part, str | Grid) else part(rules)
            if said:
                yield said


class Chapter(NamedTuple):
    """Rules on one subject; `name` is its anchor."""

    name: str
    title: str
    entries: tuple[Entry, ...]


def always(_: Rules) -> bool:
    """A rule that bears on every table."""
    return True


def rule(
    name: str, title: str, *parts: Part, when: Holds = always, example: Mapping[str, OptionValue] | None = None
) -> Entry:
    """An entry; it bears on every table unless `when` says otherwise."""
    return Entry(name, title, parts, when, example or {})


def usual_rules() -> Rules:
    """The rules of a table where nothing is chosen."""
    return rules_of("zhang-2021")


def friends_called(rules: Rules) -> bool:
    """Whether friends are called at the table."""
    return rules.friends is not None


def teams_fixed(rules: Rules) -> bool:
    """Whether the teams stay as they are."""
    return rules.friends is None


def has_pairs(rules: Rules) -> bool:
    """Whether there are two of any card but fillers."""
    return rules.decks > 1


def has_triples(rules: Rules) -> bool:
    """Whether there are three of any card but fillers."""
    return rules.decks > 2
