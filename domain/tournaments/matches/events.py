"""Events of a match that its players cause: the time at which they play it."""

from dataclasses import dataclass

from domain.kernel.events import event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.terms import MatchSide


@event("match_time_proposed")
@dataclass(frozen=True, slots=True)
class MatchTimeProposed:
    """A side of a match proposed times at which to play it. This replaces the open proposal, if there was one.

    Attributes:
        round, match: the match.
        by: the player who proposed them.
        side: the side of this player.
        times: the times, earliest first.
    """

    round: int
    match: int
    by: PlayerId
    side: MatchSide
    times: tuple[Instant, ...]


@event("match_time_agreed")
@dataclass(frozen=True, slots=True)
class MatchTimeAgreed:
    """A match has a time at which it is played. This replaces an earlier time.

    Attributes:
        round, match: the match.
        by: the player who agreed, or the member of staff who set the time.
        side: the side that agreed to a proposal of the other one; `None` if staff set the time.
        plays_at: the time.
        at: when this happened.
    """

    round: int
    match: int
    by: PlayerId
    side: MatchSide | None
    plays_at: Instant
    at: Instant


@event("match_reminded")
@dataclass(frozen=True, slots=True)
class MatchReminded:
    """The agreed time of a match is near.

    Attributes:
        round, match: the match.
        plays_at: the agreed time.
        at: when this happened; later than `plays_at` if the tournament was paused.
    """

    round: int
    match: int
    plays_at: Instant
    at: Instant
