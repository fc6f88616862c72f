"""What a tournament has to know of its format, whichever it is: how it pairs, and what no round may break.

What is paired is a *side*. In most formats a side is an entrant. In others a side is made of several entrants for one
round, and has an id that tells which ones; `entrants_of` takes it apart.
"""

from typing import ClassVar, NamedTuple, Protocol

from domain.tournament.rounds import Course, EntrantId, Round


class Violation(NamedTuple):
    """A rule of the format that a round breaks.

    Attributes:
        rule: its name, for programs.
        detail: what is wrong, in one sentence.
        entrants: whom it is about.
    """

    rule: str
    detail: str
    entrants: tuple[EntrantId, ...] = ()


class Format(Protocol):
    """A way to pair, with its figures."""

    @property
    def takes_odd(self) -> bool:
        """Whether it pairs an odd number of entrants, one of whom sits out."""

    @property
    def pairs_everybody(self) -> bool:
        """Whether everybody who is there is named in every round, rather than only those who are not out yet."""

    @property
    def has_rounds_without_matches(self) -> bool:
        """Whether a round may be played in which everybody has a bye."""

    @property
    def needs_winners(self) -> bool:
        """Whether it cannot go on from a match that was drawn."""

    @property
    def fixed_rounds(self) -> int | None:
        """The number of rounds; `None` if it depends on the entrants or on results."""

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """The entrants who make up a side of a match."""

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """The round that follows; none when all rounds were played."""

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """The rules of the format that a round would break, whoever has made it."""


class OfEntrants:
    """What formats have in common that pair whoever is there, until all rounds are played; an entrant is a side."""

    __slots__ = ()
    takes_odd: ClassVar[bool] = True
    pairs_everybody: ClassVar[bool] = True
    has_rounds_without_matches: ClassVar[bool] = False
    needs_winners: ClassVar[bool] = False

    @property
    def fixed_rounds(self) -> int | None:
        """That follows from who takes part, or from results."""
        return None

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """The entrant that is the side."""
        return (side,)
