"""Conceding a hand (EX-CONCEDE-01): a side gives up the remaining tricks, and the other side receives all their points.

The points of the current trick and of all hands go to the other side. If the declarers concede, the opponents count as
winners of the last trick with a single card, so they also receive the kitty with the factor of a single. If the
opponents concede, the kitty counts for nobody. Conceding therefore gains nothing: by playing on, a side takes at least
as many points. The only exception is the larger kitty factor of a last trick with more cards.

A red five still held by the conceding side counts as won by the other side (SJ-CARD-11). A hand cannot be conceded
while a hook could apply or a friend can still join, because public facts do not decide its result.
"""

from domain.games.sheng_ji.early_end import something_is_open
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.messages import message
from domain.kernel.refusals import WrongMoment
from domain.kernel.seats import Seat

CONCEDE = "EX-CONCEDE-01"


class CannotConcede(WrongMoment):
    """The hand cannot be conceded now."""

    usual_rule = CONCEDE


def conceding_side(match: MatchState, seat: Seat) -> tuple[Seat, ...]:
    """Returns the seats that would concede together with this one: its publicly known side.

    Raises:
        CannotConcede: the hand cannot be conceded now.
    """
    tricks = match.phase
    if not isinstance(tricks, Tricks) or tricks.last_trick is None:
        raise CannotConcede(message("the first trick is not over"), hint=message("concede after the first trick"))
    if something_is_open(tricks, match.rules):
        raise CannotConcede(
            message("a called friend can still join, or a hook can apply to the last trick"),
            hint=message("continue to play"),
        )
    if tricks.chooser is not None:
        raise CannotConcede(
            message("a throw has failed, and the lead is not chosen yet"), hint=message("wait for that lead")
        )
    declares = tricks.deal.declares(seat)
    everybody = map(Seat, range(match.rules.players))
    return tuple(each for each in everybody if tricks.deal.declares(each) == declares)
