"""What a tournament has to know of its format, whichever it is: how it pairs, and what no round may break."""

from typing import NamedTuple, Protocol

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

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """The round that follows; none when all rounds were played."""

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """The rules of the format that a round would break, whoever has made it."""
