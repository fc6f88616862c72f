"""Chapters and entries of a rule book. The text of an entry may depend on the rules of a table.

A text consists of paragraphs and grids. Names of options and values are in backticks. Rule ids are plain words, and the
pages turn them into links.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple

from domain.kernel.messages import Message
from domain.kernel.options import OptionValue
from domain.kernel.rules import R


class Grid(NamedTuple):
    """A table of text on a page."""

    caption: Message
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Message | Grid
TextPart = Block | Callable[[R], Block | None]
"""A part of a text: fixed, or a function of the rules, which returns `None` if the part is omitted."""

Holds = Callable[[R], bool]


@dataclass(frozen=True, slots=True)
class RulebookEntry(Generic[R]):
    """A rule for players.

    Attributes:
        id: its id in the catalogue.
        title: its title.
        parts: its text.
        holds: takes the rules of a table and returns whether this rule applies there.
        example: overrides of the default profile that make the rule apply. Empty if at least one profile already has
            the rule.
    """

    id: str
    title: Message
    parts: tuple[TextPart[R], ...]
    holds: Holds[R]
    example: Mapping[str, OptionValue]

    def text(self, rules: R) -> Iterator[Block]:
        """Yields the text of the rule for a table."""
        for part in self.parts:
            said = part if isinstance(part, Message | Grid) else part(rules)
            if said:
                yield said


@dataclass(frozen=True, slots=True)
class Chapter(Generic[R]):
    """Rules on one subject. `name` is its anchor on the page."""

    name: str
    title: Message
    entries: tuple[RulebookEntry[R], ...]


def always(_: object) -> bool:
    """Returns true: the rule applies to every table."""
    return True


def rule(
    name: str,
    title: Message,
    *parts: TextPart[R],
    when: Holds[R] = always,
    example: Mapping[str, OptionValue] | None = None,
) -> RulebookEntry[R]:
    """Returns an entry. Without `when`, it applies to every table."""
    return RulebookEntry(name, title, parts, when, example or {})
