"""Playouts in plain Python.

A playout stops as soon as the points are settled, or one seat is left with cards.
"""

from collections.abc import Sequence

from domain.games.zheng_shangyou.playouts.hands import PARTNERS, Hand

FEW = 3
"""With fewer cards, a seat is a danger to its opponents."""


class PlainPlayouts:
    """Plays hands to the end. It remembers hands, so it should be used for one decision."""

    def __init__(self, sides: bytes, places: int) -> None:
        """See `kernel.Playouts`."""
        self._sides = sides
        self._places = places
        self._hands: dict[int, Hand] = {}

    def answer(self, hand: int, code: int, situation: int) -> tuple[int, int] | None:
        """Returns the answer to a play. See `kernel.Playouts`."""
        return self._hand(hand).answer(code, situation)

    def _hand(self, bits: int) -> Hand:
        found = self._hands.get(bits)
        if found is None:
            found = self._hands[bits] = Hand(bits)
        return found

    def order(self, hands: tuple[int, ...], turn: int, code: int, holder: int, order: bytes) -> bytes:
        """Plays to the end. See `kernel.Playouts`."""
        held, places = list(map(self._hand, hands)), list(order)
        sides, seats = self._sides, len(hands)
        dangers = self._dangers(held)
        ended = min(self._places, len(places) + sum(hand.size > 0 for hand in held) - 1)
        while len(places) < ended:
            # A partner's play is beaten for other reasons than an opponent's.
            partners = PARTNERS if code and sides[turn] == sides[holder] else 0
            answer = held[turn].answer(code, dangers[turn] | partners)
            if answer is not None:
                code, cards = answer
                left = held[turn] = self._hand(held[turn].bits & ~cards)
                holder = turn
                if left.size < FEW:
                    dangers = self._dangers(held)
                    if not left.size:
                        places.append(turn)
            turn = turn + 1 if turn + 1 < seats else 0
            while not held[turn].size:
                code = 0 if turn == holder else code
                turn = turn + 1 if turn + 1 < seats else 0
            code = 0 if turn == holder else code
        places.extend(seat for seat in range(seats) if held[seat].size)
        return bytes(places)

    def _dangers(self, held: Sequence[Hand]) -> list[int]:
        """Returns the least number of cards of an opponent of each seat, or 0 if it is more than two."""
        found = [0] * len(held)
        for seat, hand in enumerate(held):
            if 0 < hand.size < FEW:
                for other, side in enumerate(self._sides):
                    if side != self._sides[seat] and not 0 < found[other] <= hand.size:
                        found[other] = hand.size
        return found
