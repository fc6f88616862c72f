"""How reasons name the other side and a partner: friends may not be known yet."""

from domain.games.sheng_ji.state import Tricks
from domain.kernel.messages import Message, message
from domain.kernel.seats import Seat


def partner(tricks: Tricks, seat: Seat) -> Message:
    """Returns how to name a seat that is on the side of this one, as far as everybody knows."""
    if _are_teams_known(tricks) or tricks.deal.declares(seat):
        return message("the partner")
    return message("a possible partner")


def opponents(tricks: Tricks) -> Message:
    """Returns how to name the seats that are not on the side of a seat, as far as everybody knows."""
    return message("the opponents") if _are_teams_known(tricks) else message("other players")


def opponent(tricks: Tricks) -> Message:
    """Returns how to name one of them."""
    return message("an opponent") if _are_teams_known(tricks) else message("another seat")


def _are_teams_known(tricks: Tricks) -> bool:
    """Returns whether no called friend is unknown."""
    return tricks.friends is None or None not in tricks.friends.answered_by
