"""Hands in playouts: what a seat leads, and with what it beats a play, by simple rules.

The answers depend on the cards, the play to beat, and a few facts in a `Situation`. Each hand remembers them, because
playouts ask for the same ones many times.

    on lead       out with the whole hand if possible; else a low group, long ones first
    following     the lowest group that beats the play
                  with few groups left, or an opponent nearly out: the top of a longer run, a high card of a set, or
                  wild cards
    on a partner  only low groups
"""

from domain.games.zheng_shangyou.card_order import ACE, TWO
from domain.games.zheng_shangyou.combinations import SHORTEST
from domain.games.zheng_shangyou.playouts.bits import PLAIN, RUNG, SINGLE, SUITED, TWOS, size_of
from domain.games.zheng_shangyou.playouts.bits import code as code_for
from domain.games.zheng_shangyou.playouts.division import Group, groups_of

# All of these count in halves.
BULK = 3
"""The number of rungs that a group is led earlier for each further card."""
LAST_TWO = 12
"""The same with two groups left."""
WILD_HELPS = 1
"""The number of groups that a wild card is worth, when a hand is compared with the numbers below."""
SPENDS_WILD = 6
"""The number of groups with which a hand spends its wild cards."""
BREAKS_SET = 4
"""The number of groups with which a hand takes a card out of a set."""
BREAKS_RUN = 11
"""The number of groups with which a hand plays the top of a longer run."""
IN_DANGER = -99
"""The number of groups of a hand when an opponent is nearly out."""

LAST = 1000
"""Comes after all other groups."""
HIGH = 9
"""From this rung on, cards are worth taking out of sets."""
HELPED = 8
"""A group above this rung does not beat a partner's play."""

Situation = int
"""The least number of cards that an opponent holds, if 1 or 2, else 0; and 4 if the play to beat is a partner's."""
PARTNERS = 4


class Hand:
    """The cards of a seat in playouts.

    Attributes:
        bits: the cards.
        size: the number of cards.
        groups: the groups of the cards that are not wild.
        wild: the wild cards, lowest first, one bit each.
    """

    __slots__ = ("_answers", "bits", "groups", "size", "wild")

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.size = bits.bit_count()
        self.groups = groups_of(bits)
        self.wild = _wild(bits) if bits > PLAIN else ()
        self._answers: dict[int, Group | None] = {}

    def answer(self, code: int, situation: Situation) -> Group | None:
        """Returns what the seat plays on a play (0: on lead), as code and cards, or `None` if it passes."""
        key = code << 3 | situation
        answers = self._answers
        if key in answers:
            return answers[key]
        found = answers[key] = self._reply(code, situation) if code else self._lead(situation)
        return found

    # --- on lead

    def _lead(self, danger: int) -> Group:
        whole = self._whole()
        if whole is not None:
            return whole
        bulk = LAST_TWO if len(self.groups) == 2 else BULK

        def order(group: Group) -> int:
            code = group[0]
            size, top = size_of(code), code >> 1 & 15
            if size == danger:
                # An opponent can run out on it, so it comes last, and then the highest one.
                return LAST - top
            return 2 * (top - (code >> 10)) - bulk * (size - 1)

        return min(self.groups, key=order)

    def _whole(self) -> Group | None:
        """Returns the whole hand as one group, if it obviously is one."""
        if not self.groups:
            twos = (self.bits & TWOS).bit_count()
            lowest = _rung(self.wild[0])
            return code_for(1, self.size, lowest, pure=self.size == max(twos, 1)), self.bits
        if len(self.groups) > 1:
            return None
        [(code, _)] = self.groups
        if not self.wild:
            return self.groups[0]
        if code >> 10 > 1:
            return None
        return code_for(1, self.size, code >> 1 & 15, pure=False), self.bits

    # --- following

    def _reply(self, code: int, situation: Situation) -> Group | None:
        shape, size = code >> 6, size_of(code)
        if size > self.size:
            return None
        best: Group | None = None
        for group in self.groups:
            if group[0] >> 6 == shape and group[0] > code and (best is None or group[0] < best[0]):
                best = group
        if situation & PARTNERS:
            helps = best is not None and (size == self.size or best[0] >> 1 & 15 <= HELPED)
            return best if helps else None
        if best is not None:
            return best
        if size == self.size:
            whole = self._whole()
            if whole is not None and whole[0] >> 6 == shape and whole[0] > code:
                return whole
        left = IN_DANGER if situation else 2 * len(self.groups) - WILD_HELPS * len(self.wild)
        if shape == SINGLE:
            return self._single_over(code, left)
        if shape < 2 * SINGLE:
            return self._set_over(code, shape & 15) if left <= SPENDS_WILD else None
        return self._run_over(code, shape >> 4) if shape & 15 == 1 and left <= BREAKS_RUN else None

    def _single_over(self, code: int, left: int) -> Group | None:
        """Returns a high card of a set, or a wild card."""
        top = code >> 1 & 15
        if left <= BREAKS_SET:
            for rung in range(max(top + 1, HIGH), ACE + 1):
                at = self.bits & RUNG << 4 * rung
                if at & at - 1:
                    return code_for(1, 1, rung), at & -at
        if left <= SPENDS_WILD:
            for card in self.wild:
                if _rung(card) > top:
                    return code_for(1, 1, _rung(card)), card
        return None

    def _run_over(self, code: int, ranks: int) -> Group | None:
        """Returns the top of a longer run."""
        for own, bits in self.groups:
            top = own >> 1 & 15
            higher = own & SUITED > code & SUITED or (own & SUITED == code & SUITED and top > code >> 1 & 15)
            if own >> 6 & 15 == 1 and own >> 10 > max(ranks, SHORTEST) and higher:
                low = 1 << 4 * (top - ranks + 1)
                return own & SUITED | code_for(ranks, 1, top), bits & -low
        return None

    def _set_over(self, code: int, width: int) -> Group | None:
        """Returns a set that beats another one, with as few wild cards as possible."""
        best: tuple[int, Group] | None = None
        for rung in range(code >> 1 & 15, TWO + 1):
            at = self.bits & RUNG << 4 * rung
            if not at:
                continue
            natural = at.bit_count()
            spare = max(width - natural, 0)
            if spare > len(self.wild):
                continue
            wild = [card for card in self.wild if _rung(card) > rung]
            made = code_for(1, width, rung, pure=not spare)
            used = spare + (natural if rung == TWO else 0)
            if spare <= len(wild) and made > code and (best is None or used < best[0]):
                best = used, (made, _lowest(at, width - spare) | sum(wild[:spare]))
        return None if best is None else best[1]


def _wild(bits: int) -> tuple[int, ...]:
    """Returns the twos and jokers, lowest first."""
    found = []
    rest = bits & ~PLAIN
    while rest:
        found.append(rest & -rest)
        rest &= rest - 1
    return tuple(found)


def _rung(card: int) -> int:
    return (card.bit_length() - 1) // 4


def _lowest(bits: int, count: int) -> int:
    """Returns the lowest `count` cards."""
    found = 0
    for _ in range(count):
        lowest = bits & -bits
        found |= lowest
        bits ^= lowest
    return found
