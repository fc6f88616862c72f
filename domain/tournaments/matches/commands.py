"""Commands of the players of a match: they agree on its time, and report its result."""

from dataclasses import dataclass

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.terms import Outcome


@dataclass(frozen=True, slots=True)
class ProposeTime:
    """Propose times for an open match to the other side (its players).

    Attributes:
        by: a player of the match.
        round, match: the match.
        times: the proposed times, 1 to `MOST_TIMES`.
    """

    by: PlayerId
    round: int
    match: int
    times: tuple[Instant, ...]


@dataclass(frozen=True, slots=True)
class AgreeTime:
    """Agree to a time that the other side proposed (the players of the match), or set any time (staff).

    Attributes:
        by: a player of the match, or a member of staff who does not play it.
        round, match: the match.
        plays_at: the time.
    """

    by: PlayerId
    round: int
    match: int
    plays_at: Instant


@dataclass(frozen=True, slots=True)
class ReportResult:
    """Report the result of a match that is played elsewhere (its players)."""

    by: PlayerId
    round: int
    match: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class PlayElsewhere:
    """Mark a single match as played elsewhere, with a reason (staff). Its players then report the result."""

    by: PlayerId
    round: int
    match: int
    reason: str


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """Confirm the result that the other side reported (the players of the match)."""

    by: PlayerId
    round: int
    match: int


@dataclass(frozen=True, slots=True)
class DisputeResult:
    """Dispute the result that the other side reported, with a reason (the players of the match)."""

    by: PlayerId
    round: int
    match: int
    reason: str


MatchCommand = ProposeTime | AgreeTime | PlayElsewhere | ReportResult | ConfirmResult | DisputeResult
