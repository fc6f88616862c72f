"""Who has acted at a table, who has missed turns, and who has left it: read off the events of the table alone.

| what happens | what it says of the seat |
|---|---|
| its player makes a move | acted |
| a move is made by its standing orders, which its player has given | acted |
| its player proposes something, or answers a proposal | acted |
| the only legal move is made for it, or a bot makes a move for it | nothing: nobody has decided anything |
| a turn is missed, or a bot takes the seat | missed |
| its player leaves the running match | left, until the player is back |

A seat keeps what is known of it when a substitute sits down there.
"""

from typing import Any, NamedTuple

from domain.kernel.seats import Seat
from domain.table.events import (
    ActedFor,
    PlayerId,
    ProposalAgreed,
    ProposalDeclined,
    ProposalMade,
    SeatResumed,
    StandInSeated,
    SubstituteSeated,
    TurnMissed,
)


class Departure(NamedTuple):
    """A player who has left a running match.

    Attributes:
        seat: the seat that the player held.
        player: who.
        hands: how many hands had been scored by then.
    """

    seat: Seat
    player: PlayerId
    hands: int


class Presence(NamedTuple):
    """What is known of the seats of a table.

    Attributes:
        acted: the seats whose players have made a decision of their own, in order.
        missed: the seats that have missed a turn, or were given to a bot, in order.
        moved_for: the seats for which a bot has moved since their players moved last.
        forced: the seat whose next move is its only legal one, and is made for it; none: there is no such seat.
        left: who has left, the first one first.
    """

    acted: tuple[Seat, ...] = ()
    missed: tuple[Seat, ...] = ()
    moved_for: tuple[Seat, ...] = ()
    forced: Seat | None = None
    left: tuple[Departure, ...] = ()

    def is_absent(self, side: tuple[Seat, ...]) -> bool:
        """Whether nobody of a side has acted, and the side has missed a turn; who was never asked is not absent."""
        return not set(side) & set(self.acted) and bool(set(side) & set(self.missed))


NOBODY_YET = Presence()


def after_move_of(presence: Presence, seat: Seat | None) -> Presence:
    """What is known after an event of the game with which a move of that seat begins; none: it begins none."""
    if seat is None:
        return presence
    is_own = seat not in (*presence.moved_for, presence.forced)
    if presence.forced is not None:
        presence = presence._replace(forced=None)
    return _acted(presence, seat) if is_own else presence


def after_event(presence: Presence, event: Any, player: PlayerId | None, hands: int) -> Presence:
    """What is known after an event of the table itself.

    Args:
        presence: what was known before.
        event: what has happened.
        player: who held its seat then.
        hands: how many hands had been scored.
    """
    match event:
        case ActedFor(seat, "stand_in"):
            presence = presence._replace(moved_for=_with(presence.moved_for, seat))
        case ActedFor(seat, how):
            presence = _own_again(presence, seat)._replace(forced=None if how == "order" else seat)
        case ProposalMade(seat) | ProposalAgreed(seat) | ProposalDeclined(seat):
            presence = _acted(presence, seat)
        case TurnMissed(seat):
            presence = presence._replace(missed=_with(presence.missed, seat))
        case StandInSeated(seat, _, reason):
            gone = (Departure(seat, player, hands),) if reason == "left" and player is not None else ()
            presence = presence._replace(missed=_with(presence.missed, seat), left=(*presence.left, *gone))
        case SeatResumed(seat):
            left = tuple(each for each in presence.left if each.seat != seat)
            presence = _own_again(presence, seat)._replace(left=left)
        case SubstituteSeated(seat):
            presence = _own_again(presence, seat)
    return presence


def _own_again(presence: Presence, seat: Seat) -> Presence:
    """What is known when moves of the seat are those of its player again."""
    return presence._replace(moved_for=tuple(each for each in presence.moved_for if each != seat))


def _acted(presence: Presence, seat: Seat) -> Presence:
    if seat in presence.acted:
        return presence
    return presence._replace(acted=_with(presence.acted, seat))


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else tuple(sorted((*seats, seat)))
