"""Conceding a hand (EX-CONCEDE-01): a side gives up the tricks that are left, and the others have all that is in them.

The points of the trick under way and of all hands go to the other side. When these are the opponents they are taken to
have won the last trick, with a single card, so they have the kitty too, counted as for a single; and when these are the
declarers, the kitty counts for nobody. So nobody gains by conceding: a side that plays on takes at least as many
points, but for what a last trick of more cards would make of the kitty.

A red five that the conceding side still holds is lost as it would be by playing on (SJ-CARD-11). Where the last trick
could throw the declarers back, or a friend can still come out, what would have happened cannot be told from
what lies on the table, so there hands are played out.
"""

from domain.games.sheng_ji.early_end import something_is_open
from domain.games.sheng_ji.state import Match, Tricks
from domain.kernel.refusals import WrongMoment
from domain.kernel.seats import Seat

CONCEDE = "EX-CONCEDE-01"


class CannotConcede(WrongMoment):
    """The rest of the hand cannot be given up now."""

    usual_rule = CONCEDE


def conceding_side(match: Match, seat: Seat) -> tuple[Seat, ...]:
    """The seats that would concede the hand together with this one: its side, which everybody knows by now.

    Raises:
        CannotConcede: the hand cannot be conceded now.
    """
    tricks = match.phase
    if not isinstance(tricks, Tricks) or tricks.last_trick is None:
        raise CannotConcede("no trick of the hand has been played", hint="play the first trick, or wait for the play")
    if something_is_open(tricks, match.rules):
        raise CannotConcede(
            "a called friend can still come out, or the last trick can throw the declarers back", hint="play on"
        )
    if tricks.chooser is not None:
        raise CannotConcede("a throw has failed, and it is not yet chosen what is led", hint="wait for the lead")
    declares = tricks.deal.declares(seat)
    everybody = map(Seat, range(match.rules.players))
    return tuple(each for each in everybody if tricks.deal.declares(each) == declares)
