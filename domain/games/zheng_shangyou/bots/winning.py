"""Plays that certainly run out: each of them but the last cannot be beaten by any cards that are still out.

All unseen cards are taken to be in one hand of the size of the largest other one. So a play may be beaten in fact less
often than here, but never more often.
"""

from collections.abc import Iterator, Sequence

from domain.games.zheng_shangyou.card_order import BLACK_JOKER
from domain.games.zheng_shangyou.choices import Choice, choices
from domain.games.zheng_shangyou.combinations import top_of_sequences
from domain.games.zheng_shangyou.playouts.bits import RUNG, SINGLE, SUITED, TWOS, bits_of, code_of, size_of
from domain.kernel.cards import SUITS, Cards

LONGEST = 12
"""Hands with more cards are not examined."""
MOST_PLAYS = 4
"""A way out has at most so many plays."""
MOST_HANDS = 24
"""The search gives up after so many remaining hands. Most searches need fewer than five."""
_JOKERS = RUNG << 4 * BLACK_JOKER | RUNG << 4 * (BLACK_JOKER + 1)


class WayOut:
    """The search of one seat for a way out."""

    def __init__(self, hand: Cards, unseen: Cards, others: Sequence[int], *, twos: bool) -> None:
        """`others` has the sizes of the other hands. `twos` is the option `zs_twos_in_sequences`."""
        self._hand = hand
        self._out = bits_of(unseen)
        self._largest = max(others, default=0)
        self._twos = twos
        self._beatable: dict[int, bool] = {}
        self._examined = 0

    def first(self, possible: Sequence[Choice]) -> Choice | None:
        """Returns the first play of a way out among the possible ones, or `None` if none is found."""
        if len(self._hand) > LONGEST:
            return None
        return self._first(self._hand, possible, MOST_PLAYS)

    def _first(self, hand: Cards, possible: Sequence[Choice], plays: int) -> Choice | None:
        for choice in possible:
            if len(choice.cards) == len(hand):
                return choice
        self._examined += 1
        if plays == 1 or self._examined > MOST_HANDS:
            return None
        for choice in possible:
            if not self._can_be_beaten(code_of(choice.combination)):
                left = tuple(card for card in hand if card not in choice.cards)
                if self._first(left, list(choices(left, None, twos=self._twos)), plays - 1) is not None:
                    return choice
        return None

    def _can_be_beaten(self, code: int) -> bool:
        known = self._beatable.get(code)
        if known is None:
            known = self._beatable[code] = size_of(code) <= self._largest and any(self._higher(code))
        return known

    def _higher(self, code: int) -> Iterator[bool]:
        """Yields for every higher top whether the cards that are out can reach it."""
        ranks, width, top = code >> 10, code >> 6 & 15, code >> 1 & 15
        if code >> 6 == SINGLE:
            yield self._out >> 4 * (top + 1) > 0
            return
        # A pure combination beats an impure one of the same rank.
        lowest = top + code % 2
        if ranks == 1:
            yield from (self._has_set(rung, width) for rung in range(lowest, BLACK_JOKER + 1))
            return
        highest = top_of_sequences(twos=self._twos)
        wild = (self._out & (_JOKERS if width == 1 else _JOKERS | TWOS)).bit_count()
        if not code & SUITED:
            yield from (self._missing(each, ranks, width, RUNG) <= wild for each in range(lowest, highest + 1))
        if width == 1:
            for each in range(lowest if code & SUITED else ranks - 1, highest + 1):
                yield any(self._missing(each, ranks, 1, 1 << suit) <= wild for suit in SUITS)

    def _has_set(self, rung: int, width: int) -> bool:
        natural = (self._out >> 4 * rung & RUNG).bit_count()
        wild = (self._out >> 4 * (rung + 1) & (TWOS | _JOKERS) >> 4 * (rung + 1)).bit_count()
        return natural > 0 and natural + wild >= width

    def _missing(self, top: int, ranks: int, width: int, suits: int) -> int:
        """Returns the number of cards that have to be wild in a sequence up to a rank."""
        at = [(self._out >> 4 * rung & suits).bit_count() for rung in range(top - ranks + 1, top + 1)]
        return sum(max(width - count, 0) for count in at)
