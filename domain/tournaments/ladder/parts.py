"""The parts of the state of a ladder: open challenges, and those that have ended."""

from typing import Literal, NamedTuple

from domain.kernel.instants import Instant
from domain.tournaments.terms import EntrantId


class OpenChallenge(NamedTuple):
    """A challenge in a ladder that is not answered yet: who challenges whom, since when, and until when."""

    challenger: EntrantId
    challenged: EntrantId
    at: Instant
    until: Instant


class LadderStep(NamedTuple):
    """The end of a challenge in a ladder; see `ladder.rules`.

    Attributes:
        challenger, challenged: the two entrants.
        how: whether they have played, or the challenged entrant declined or did not answer.
        at: when it was declined or not answered; `None` for a match.
        round: the round of the match; `None` without one.
    """

    challenger: EntrantId
    challenged: EntrantId
    how: Literal["played", "declined", "unanswered"]
    at: Instant | None = None
    round: int | None = None
