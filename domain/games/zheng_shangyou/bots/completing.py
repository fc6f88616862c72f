"""The rest of the exchange in playouts, by simple rules: everybody takes the higher card and gives up the lowest one.

What is given up is the lowest single card, or the lowest card if the hand divides into larger groups only.
"""

from collections.abc import Callable, Sequence

from domain.games.zheng_shangyou.commands import Discard, Move, PayTribute, Take
from domain.games.zheng_shangyou.playouts.bits import BIT_OF, SINGLE
from domain.games.zheng_shangyou.playouts.division import groups_of
from domain.games.zheng_shangyou.state import Choosing, Discarding, Paying, Returning
from domain.kernel.seats import Seat

Exchange = Paying | Choosing | Discarding | Returning


class Completing:
    """The exchange from one decision on."""

    def __init__(self, phase: Exchange, seat: Seat, move: Move) -> None:
        """The seat makes `move` in this phase."""
        self._phase = phase
        self._seat = seat
        self._move = move

    def hands(self, world: Sequence[int]) -> tuple[int, ...]:
        """Returns the hands in which the exchange results. `world` has the hands of the seats before it, as bits."""
        hands, phase, places = list(world), self._phase, self._phase.places
        shown = [BIT_OF[offer.card] for offer in phase.offers] if isinstance(phase, Choosing | Returning) else []
        if isinstance(phase, Paying):
            shown = [self._give(hands, giver, _highest) for giver in places.givers]
        if isinstance(phase, Paying | Choosing):
            self._take(hands, (places.first, places.second), shown)
        if not isinstance(phase, Returning):
            shown = [self._give(hands, taker, _unwanted) for taker in places.takers]
        self._take(hands, (places.next_to_last, places.last), shown)
        return tuple(hands)

    def _give(self, hands: list[int], giver: Seat, rule: Callable[[int], int]) -> int:
        """Takes a card out of a hand and returns it."""
        match self._move:
            case PayTribute(card) | Discard(card) if giver == self._seat:
                given = BIT_OF[card]
            case _:
                given = rule(hands[giver])
        hands[giver] &= ~given
        return given

    def _take(self, hands: list[int], takers: tuple[Seat, Seat], shown: Sequence[int]) -> None:
        """Gives the first of two seats the card that it chooses, and the other seat the other card."""
        match self._move:
            case Take(card) if takers[0] == self._seat:
                taken = BIT_OF[card]
            case _:
                taken = max(shown)
        hands[takers[0]] |= taken
        hands[takers[1]] |= sum(shown) - taken


def _highest(hand: int) -> int:
    return 1 << hand.bit_length() - 1


def _unwanted(hand: int) -> int:
    singles = [group for group in groups_of(hand) if group[0] >> 6 == SINGLE]
    return min(singles)[1] if singles else hand & -hand
