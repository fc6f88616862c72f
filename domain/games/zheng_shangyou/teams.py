"""Teams (`zs_team_mode`), and the sides that score together.

    individual             every seat for itself
    teams_2x2  ZS-TEAM-01  seats 0 and 2 against seats 1 and 3
    teams_2x3  ZS-TEAM-02  seats 0, 2 and 4 against seats 1, 3 and 5

A *side* is what scores points: a seat or a team. Sides are numbered from 0.
"""

from domain.games.zheng_shangyou.options import TeamMode
from domain.kernel.seats import Seat

TEAMS = 2
"""Teams sit alternately; team 0 has the even seats."""


def sides(mode: TeamMode, players: int) -> int:
    """Returns the number of sides."""
    return players if mode == "individual" else TEAMS


def side_of(mode: TeamMode, seat: Seat) -> int:
    """Returns the side that a seat plays for."""
    return seat if mode == "individual" else seat % TEAMS


def seats_of(mode: TeamMode, players: int, side: int) -> tuple[Seat, ...]:
    """Returns the seats of a side, in order."""
    return tuple(seat for seat in map(Seat, range(players)) if side_of(mode, seat) == side)
