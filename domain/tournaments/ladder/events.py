"""Events of the challenges of a ladder. The match of an accepted challenge follows as a round (`round_paired`)."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.terms import EntrantId

PlaceLostWhy = Literal["declined", "unanswered"]


@event("ladder_challenge_made")
@dataclass(frozen=True, slots=True)
class LadderChallengeMade:
    """An entrant of a ladder challenged another.

    Attributes:
        entrant: the entrant that challenges.
        by: its player who sent the challenge.
        challenged: the other entrant.
        at: when it was made.
        until: when the other entrant loses its place without an answer.
    """

    entrant: EntrantId
    by: PlayerId
    challenged: EntrantId
    at: Instant
    until: Instant


@event("ladder_challenge_withdrawn")
@dataclass(frozen=True, slots=True)
class LadderChallengeWithdrawn:
    """The challenge of an entrant was withdrawn."""

    entrant: EntrantId
    by: PlayerId
    challenged: EntrantId


@event("ladder_challenge_accepted")
@dataclass(frozen=True, slots=True)
class LadderChallengeAccepted:
    """The challenged entrant accepted. `entrant` is the challenger, and `by` the player who accepted."""

    entrant: EntrantId
    by: PlayerId
    challenged: EntrantId


@event("ladder_place_lost")
@dataclass(frozen=True, slots=True)
class LadderPlaceLost:
    """A challenged entrant lost its place to the challenger without a match.

    Attributes:
        entrant: the challenger.
        by: the player who declined; `None` if nobody answered in time.
        challenged: the entrant that lost its place.
        why: whether it declined.
        at: when it lost the place.
    """

    entrant: EntrantId
    by: PlayerId | None
    challenged: EntrantId
    why: PlaceLostWhy
    at: Instant
