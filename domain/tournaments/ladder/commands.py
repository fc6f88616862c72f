"""Commands of the entrants of a ladder. `by` is a player of the entrant that acts."""

from dataclasses import dataclass

from domain.kernel.players import PlayerId
from domain.tournaments.terms import EntrantId


@dataclass(frozen=True, slots=True)
class ChallengeEntrant:
    """Challenge an entrant above."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class AnswerLadderChallenge:
    """Accept the challenge of one's own entrant, and play; or decline it, and lose the place."""

    by: PlayerId
    accepts: bool


@dataclass(frozen=True, slots=True)
class WithdrawLadderChallenge:
    """Withdraw the challenge that one's own entrant has made."""

    by: PlayerId


LadderCommand = ChallengeEntrant | AnswerLadderChallenge | WithdrawLadderChallenge
