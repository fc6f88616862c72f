"""Sets of cards in the last tricks, as masks with a bit for each card, and what they are as plays."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from domain.games.sheng_ji.playouts.problem import SUITS, Problem
from domain.games.sheng_ji.playouts.world import Rows

MOST_HELD = 4
"""The largest hand whose plays `Groups` knows: it has no other run than two pairs."""
SHAPES = ((1, 1), (2, 1), (3, 1), (4, 1), (2, 2))
"""The shapes of units in such a hand, as width and length."""
TWO_PAIRS = 4
"""The number of the shape of a run. The other shapes have the numbers of their widths less one."""
MIXED = -1
"""The suit of cards of several suits, or of none."""
NO_TOP = -1


class Group(NamedTuple):
    """Some cards of one hand.

    Attributes:
        cards: their mask.
        size, points: their number and worth.
        suit: their suit, or `MIXED`. Only cards of one suit have units.
        width, pairs: the copies of the most frequent face, and the number of faces with at least two.
        tops: for each shape, the top slot of the highest such unit, or `NO_TOP`.
        units: the shape and top of each unit, the largest first.
    """

    cards: int
    size: int
    points: int
    suit: int
    width: int
    pairs: int
    tops: tuple[int, ...]
    units: tuple[tuple[int, int], ...]


class Groups:
    """The cards of all hands in one world, and their groups. Masks have the cards of the first seat lowest."""

    def __init__(self, problem: Problem, hands: Rows) -> None:
        """Numbers the cards.

        Args:
            problem: the problem.
            hands: the hands, of at most `MOST_HELD` cards each.
        """
        self._problem = problem
        self._cards = [
            (place, slot, layer)
            for place in range(SUITS * problem.players)
            for slot in range(hands[0][place].bit_length())
            for layer, row in enumerate(hands)
            if row[place] >> slot & 1
        ]
        self._owned = [
            sum([1 << bit for bit, (place, _, _) in enumerate(self._cards) if place // SUITS == seat])
            for seat in range(problem.players)
        ]
        self._groups: dict[int, Group] = {}
        self._parts: dict[tuple[int, int], Group] = {}
        self._plays: dict[int, list[Group]] = {}
        self._follows: dict[tuple[int, int, int, int], list[Group]] = {}

    def mask_of(self, hands: Rows) -> int:
        """Returns the mask of the cards that are left in the hands."""
        return sum(
            [1 << bit for bit, (place, slot, layer) in enumerate(self._cards) if hands[layer][place] >> slot & 1]
        )

    def points(self, cards: int) -> int:
        """Returns what cards of any hands are worth."""
        return sum([self._group(cards & owned).points for owned in self._owned])

    def part(self, left: int, seat: int, suit: int) -> Group:
        """Returns the cards of a suit that a seat has left."""
        hand = left & self._owned[seat]
        found = self._parts.get((hand, suit))
        if found is None:
            cards = sum([1 << bit for bit, (place, _, _) in self._in(hand) if place % SUITS == suit])
            found = self._parts[hand, suit] = self._group(cards)
        return found

    def plays(self, left: int, seat: int) -> list[Group]:
        """Returns the sets of cards that a seat has left, those with high cards first, and of equal sets one."""
        hand = left & self._owned[seat]
        found = self._plays.get(hand)
        if found is None:
            found = self._plays[hand] = [self._group(cards) for cards in self._distinct(hand)]
        return found

    def follows(self, left: int, seat: int, suit: int, size: int, width: int) -> list[Group]:
        """Returns the plays with which a seat may answer a lead.

        Args:
            left: the cards that are left in all hands.
            seat: the seat.
            suit: the suit of the lead.
            size: its number of cards.
            width: the width of its largest unit.
        """
        key = left & self._owned[seat], suit, size, width
        found = self._follows.get(key)
        if found is None:
            held = self.part(left, seat, suit)
            wanted, owed = min(held.size, size), min(held.width, width) if held.size > size else 0
            found = self._follows[key] = [
                play
                for play in self.plays(left, seat)
                if play.size == size and (play.cards & held.cards).bit_count() == wanted and play.width >= owed
            ]
        return found

    def _distinct(self, hand: int) -> Iterator[int]:
        """Yields each possible set of cards once. Of equal cards, it takes the last copies."""
        cards = hand
        while cards:
            if not any(hand & ~cards & self._twin(bit) for bit, _ in self._in(cards)):
                yield cards
            cards = cards - 1 & hand

    def _twin(self, bit: int) -> int:
        """Returns the mask of the next copy of a card in the same hand, or 0."""
        here, after = self._cards[bit : bit + 1], self._cards[bit + 1 : bit + 2]
        return 2 << bit if [card[:2] for card in here] == [card[:2] for card in after] else 0

    def _in(self, cards: int) -> list[tuple[int, tuple[int, int, int]]]:
        """Returns the bits of a mask, each with the place, slot and layer of its card."""
        return [(bit, card) for bit, card in enumerate(self._cards) if cards >> bit & 1]

    def _group(self, cards: int) -> Group:
        found = self._groups.get(cards)
        if found is None:
            found = self._groups[cards] = self._new_group(cards)
        return found

    def _new_group(self, cards: int) -> Group:
        faces = Counter((place % SUITS, slot) for _, (place, slot, _) in self._in(cards))
        tens, fives = self._problem.tens, self._problem.fives
        points = [(10 * (tens[suit] >> slot & 1) + 5 * (fives[suit] >> slot & 1)) for suit, slot in faces.elements()]
        suits = {suit for suit, _ in faces}
        suit = suits.pop() if len(suits) == 1 else MIXED
        copies = {slot: number for (_, slot), number in faces.items()} if suit != MIXED else {}
        tops = self._tops(suit, copies)
        return Group(
            cards,
            faces.total(),
            sum(points),
            suit,
            max(copies.values(), default=0),
            sum([number > 1 for number in copies.values()]),
            tops,
            _units(copies, tops[TWO_PAIRS]),
        )

    def _tops(self, suit: int, copies: dict[int, int]) -> tuple[int, ...]:
        tuples = [[slot for slot, number in copies.items() if number >= width] for width, _ in SHAPES[:TWO_PAIRS]]
        run = [slot + 1 for slot in tuples[1] if slot + 1 in tuples[1] and self._problem.joint[suit] >> slot & 1]
        return tuple([max(slots, default=NO_TOP) for slots in (*tuples, run)])


def _units(copies: dict[int, int], run: int) -> tuple[tuple[int, int], ...]:
    """Returns the units that a lead of some cards has, from the copies on each slot and the top of a run."""
    if run != NO_TOP and [*copies.values()] == [2, 2]:
        return ((TWO_PAIRS, run),)
    return tuple(sorted([(number - 1, slot) for slot, number in copies.items()], reverse=True))
