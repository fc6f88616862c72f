"""The interface of all formats: how a format pairs, and which rules its rounds must keep.

Formats pair *sides*. In most formats a side is an entrant. In others a side is made of several entrants for one round;
its id contains theirs, and `entrants_of` takes it apart.
"""

from typing import ClassVar, NamedTuple, Protocol

from domain.kernel.messages import Message
from domain.tournaments.terms import EntrantId, Match, PairingContext, Round


class Violation(NamedTuple):
    """A violation of a rule of the format by a round.

    Attributes:
        rule: its name, for programs.
        detail: what is wrong, in one sentence without its full stop.
        entrants: the entrants concerned.
    """

    rule: str
    detail: Message
    entrants: tuple[EntrantId, ...] = ()


class Format(Protocol):
    """A format with its parameters."""

    @property
    def takes_odd(self) -> bool:
        """Whether it pairs an odd number of entrants; one of them sits out."""

    @property
    def pairs_everybody(self) -> bool:
        """Whether every round names all present entrants, not only those that are still in."""

    @property
    def has_rounds_without_matches(self) -> bool:
        """Whether a round may consist of byes only."""

    @property
    def needs_winners(self) -> bool:
        """Whether it cannot continue after a drawn match."""

    @property
    def fixed_rounds(self) -> int | None:
        """The number of rounds; `None` if it depends on the entrants or on results."""

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """Returns the entrants that make up a side of a match."""

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """Returns the next round; `None` when all rounds were played."""

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Returns the violations of the format's rules in a round, whether an engine or staff made it."""


def entrants_of_match(format_: Format, match: Match) -> set[EntrantId]:
    """Returns all entrants that play in a match."""
    return {entrant for side in match for entrant in format_.entrants_of(side)}


class EntrantFormat:
    """The shared part of formats that pair all present entrants until all rounds are played; an entrant is a side."""

    __slots__ = ()
    takes_odd: ClassVar[bool] = True
    pairs_everybody: ClassVar[bool] = True
    has_rounds_without_matches: ClassVar[bool] = False
    needs_winners: ClassVar[bool] = False

    @property
    def fixed_rounds(self) -> int | None:
        """`None`: the number depends on the entrants or on results."""
        return None

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """Returns the entrant that is the side."""
        return (side,)
