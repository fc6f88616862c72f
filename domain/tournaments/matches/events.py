"""Events of a match that its players cause: the time at which they play it, and the result that they report."""

from dataclasses import dataclass

from domain.kernel.events import event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.terms import MatchSide, Outcome, Points, ResultKind


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


@event("match_played_elsewhere")
@dataclass(frozen=True, slots=True)
class MatchPlayedElsewhere:
    """Staff marked a match as played elsewhere. It loses its tables, and its players report the result.

    Attributes:
        round, match: the match.
        by: the member of staff.
        reason: the reason.
    """

    round: int
    match: int
    by: PlayerId
    reason: str


@event("result_reported")
@dataclass(frozen=True, slots=True)
class ResultReported:
    """A side of a match reported its result. This replaces an earlier report.

    Attributes:
        round, match: the match.
        by: the player who reported it.
        side: the side of this player.
        outcome: the result.
    """

    round: int
    match: int
    by: PlayerId
    side: MatchSide
    outcome: Outcome


@event("result_disputed")
@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """The other side disputes the reported result of a match, with a reason.

    Attributes:
        round, match: the match.
        by: the player who disputes it.
        side: the side of this player.
        reason: the reason.
    """

    round: int
    match: int
    by: PlayerId
    side: MatchSide
    reason: str


@event("result_confirmed")
@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """A match received the reported result.

    Attributes:
        round, match: the match.
        by: the player who confirmed it; `None` at the deadline of the round.
        side: the side of this player.
        first, second: the points of both sides.
        kind: the kind of result.
    """

    round: int
    match: int
    by: PlayerId | None
    side: MatchSide | None
    first: Points
    second: Points
    kind: ResultKind
