"""How a match of Zheng Shangyou stands, for lists, mails and webhooks."""

from domain.games.package import MatchStanding
from domain.games.zheng_shangyou.state import MatchState, Scored
from domain.kernel.seats import Seat


def standing(match: MatchState) -> MatchStanding:
    """Returns the number of the hand, and the points of each seat in the match."""
    is_over = match.phase is None or isinstance(match.phase, Scored)
    hand = match.hands_played if is_over else match.hands_played + 1
    return MatchStanding(
        hand, (), tuple(match.totals[match.side_of(Seat(seat))] for seat in range(match.rules.players))
    )
