"""How a match of Sheng Ji stands, for lists, mails and webhooks."""

from domain.games.package import MatchStanding
from domain.games.sheng_ji.early_end import opponents_points
from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.games.sheng_ji.state import MatchState, Reviewing, Scored, Tricks
from domain.kernel.seats import Seat


def standing(match: MatchState) -> MatchStanding:
    """Returns the number of the hand, the levels, and the points taken in play, unless the table hides points."""
    rules = match.rules
    levels = tuple(LEVEL_NAMES[match.level_of(Seat(seat))] for seat in range(rules.players))
    return MatchStanding(_hand(match), levels, (), None if rules.hide_points else _taken(match))


def _hand(match: MatchState) -> int:
    is_over = match.phase is None or isinstance(match.phase, Scored)
    return match.hands_played if is_over else match.hands_played + 1


def _taken(match: MatchState) -> int | None:
    match match.phase:
        case Tricks() as tricks:
            return opponents_points(tricks)
        case Reviewing(tricks=tricks):
            return opponents_points(tricks)
        case _:
            return None
