"""Which players of a table have acted, missed turns or left, derived from its events alone.

| event | recorded for the seat |
|---|---|
| its player makes a move | acted |
| a standing order, given by its player, makes a move | acted |
| its player makes or answers a proposal | acted |
| the only legal move, or the move of a bot, is made for it | nothing, since its player has decided nothing |
| a turn is missed, or a bot takes the seat | missed |
| its player leaves the running match | left, until the player returns |

The record of a seat is kept when a substitute takes it over.
"""

from typing import Any, NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.events import ProposalAgreed, ProposalDeclined, ProposalMade, TurnMissed
from domain.table.seat_events import ActedFor, SeatResumed, StandInSeated, SubstituteSeated


class Departure(NamedTuple):
    """A player who has left a running match.

    Attributes:
        seat: the seat that the player held.
        player: the player.
        hands: the number of hands scored before.
    """

    seat: Seat
    player: PlayerId
    hands: int


class Presence(NamedTuple):
    """What is known about the presence of the players of a table.

    Attributes:
        acted: the seats whose players have made a decision, sorted.
        missed: the seats that have missed a turn or were given to a bot, sorted.
        moved_for: the seats for which a bot has moved since their players last moved, sorted.
        forced: the seat whose next move is made for it as the only legal one, or `None`.
        left: the departures, oldest first.
    """

    acted: tuple[Seat, ...] = ()
    missed: tuple[Seat, ...] = ()
    moved_for: tuple[Seat, ...] = ()
    forced: Seat | None = None
    left: tuple[Departure, ...] = ()

    def is_absent(self, side: tuple[Seat, ...]) -> bool:
        """Returns whether no player of a side has acted and the side has missed a turn."""
        return not set(side) & set(self.acted) and bool(set(side) & set(self.missed))


NOBODY_YET = Presence()


def after_move_of(presence: Presence, seat: Seat) -> Presence:
    """Returns the presence after an event of the game with which a move of the seat begins."""
    acted, _, moved_for, forced, _ = presence
    if forced is None and seat in acted and not moved_for:
        return presence
    is_own = seat not in (*moved_for, forced)
    if forced is not None:
        presence = presence._replace(forced=None)
    return _with_action(presence, seat) if is_own else presence


def after_event(presence: Presence, event: Any, player: PlayerId | None, hands: int) -> Presence:
    """Returns the presence after an event of the table itself.

    Args:
        presence: the presence before.
        event: the event.
        player: the player who held the seat of the event.
        hands: the number of hands scored so far.
    """
    match event:
        case ActedFor(seat, "stand_in"):
            presence = presence._replace(moved_for=_with_seat(presence.moved_for, seat))
        case ActedFor(seat, how):
            presence = _with_player_back(presence, seat)._replace(forced=None if how == "order" else seat)
        case ProposalMade(seat) | ProposalAgreed(seat) | ProposalDeclined(seat):
            presence = _with_action(presence, seat)
        case TurnMissed(seat):
            presence = presence._replace(missed=_with_seat(presence.missed, seat))
        case StandInSeated(seat, _, reason):
            gone = (Departure(seat, player, hands),) if reason == "left" and player is not None else ()
            presence = presence._replace(missed=_with_seat(presence.missed, seat), left=(*presence.left, *gone))
        case SeatResumed(seat):
            left = tuple(each for each in presence.left if each.seat != seat)
            presence = _with_player_back(presence, seat)._replace(left=left)
        case SubstituteSeated(seat):
            presence = _with_player_back(presence, seat)
    return presence


def _with_player_back(presence: Presence, seat: Seat) -> Presence:
    """Returns the presence when the player of the seat makes its moves again."""
    return presence._replace(moved_for=tuple(each for each in presence.moved_for if each != seat))


def _with_action(presence: Presence, seat: Seat) -> Presence:
    if seat in presence.acted:
        return presence
    return presence._replace(acted=_with_seat(presence.acted, seat))


def _with_seat(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else tuple(sorted((*seats, seat)))
