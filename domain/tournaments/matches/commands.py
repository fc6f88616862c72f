"""Commands with which the players of a match agree on the time at which they play it."""

from dataclasses import dataclass

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId


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


MatchCommand = ProposeTime | AgreeTime
