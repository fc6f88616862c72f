"""The division of a hand into groups for playouts: few groups, found without a search.

Runs of consecutive ranks that use the most lonely cards are taken first. The other cards of each rank form a set. Three
or more consecutive pairs form one group. Twos and jokers are wild and belong to no group.
"""

from collections.abc import Iterator
from functools import lru_cache

from domain.games.zheng_shangyou.card_order import NATURALS
from domain.games.zheng_shangyou.combinations import SHORTEST
from domain.games.zheng_shangyou.playouts.bits import PLAIN, RUNG, SPREAD, code
from domain.kernel.cards import SUITS

Group = tuple[int, int]
"""The code of a group, and its bits."""
Run = tuple[int, int]
"""The lowest rung of a run, and its number of ranks."""


RUN_COSTS, LONELY_SAVES, BREAKING_COSTS = 10, 10, 4
"""A run costs a turn. Each lonely card in it saves one, and each set that loses a card is worth a little less."""
_LONELY, _PAIRED = 16, 32
"""The first bits of the ranks that are held once, and of those held twice, in a summary of ranks."""
_RANKS = (1 << len(NATURALS)) - 1
_PART = 12
"""The bits of three rungs, for which summaries are looked up."""


def _summary(cards: int) -> int:
    """Returns the ranks that three rungs of cards hold, those they hold once, and those they hold twice."""
    found = 0
    for rung in range(3):
        count = (cards >> 4 * rung & RUNG).bit_count()
        found |= (count > 0) << rung | (count == 1) << _LONELY + rung | (count == 2) << _PAIRED + rung
    return found


_SUMMARIES: tuple[int, ...] = tuple(map(_summary, range(1 << _PART)))


def _ranks(rest: int) -> int:
    """Returns the ranks that are held, those held once, and those held twice, each at its place."""
    return (
        _SUMMARIES[rest & 4095]
        | _SUMMARIES[rest >> 12 & 4095] << 3
        | _SUMMARIES[rest >> 24 & 4095] << 6
        | _SUMMARIES[rest >> 36] << 9
    )


def groups_of(hand: int) -> tuple[Group, ...]:
    """Returns the groups of the cards that are not wild, in no order."""
    rest = hand & PLAIN
    ranks = _ranks(rest)
    groups: list[Group] = []
    while run := _best_run(ranks & _RANKS, ranks >> _LONELY & _RANKS):
        groups.append(_sequence(rest, *run))
        rest ^= groups[-1][1]
        ranks = _ranks(rest)
    paired = ranks >> _PAIRED
    if paired & paired >> 1 & paired >> 2:
        for low, length in _runs_of_pairs(paired):
            bits = rest & SPREAD[(1 << length) - 1 << low] * RUNG
            rest ^= bits
            groups.append((code(length, 2, low + length - 1), bits))
        ranks = _ranks(rest)
    ranks &= _RANKS
    while ranks:
        rung = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        bits = rest & RUNG << 4 * rung
        groups.append(((16 | bits.bit_count()) << 6 | rung << 1 | 1, bits))
    return tuple(groups)


def _spans(ranks: int) -> Iterator[Run]:
    """Yields all runs of consecutive ranks."""
    for low in range(len(NATURALS) - SHORTEST + 1):
        length = 0
        while ranks >> low + length & 1:
            length += 1
            if length >= SHORTEST:
                yield low, length


@lru_cache(maxsize=1 << 14)
def _best_run(present: int, lonely: int) -> Run | None:
    """Returns the run that saves the most turns without breaking many sets, or `None` if none saves a turn."""
    best, most = None, 0
    lows = present & present >> 1 & present >> 2
    while lows:
        low = (lows & -lows).bit_length() - 1
        lows &= lows - 1
        saved, top = -RUN_COSTS, low
        while present >> top & 1:
            saved += LONELY_SAVES if lonely >> top & 1 else -BREAKING_COSTS
            top += 1
            if saved > most and top - low >= SHORTEST:
                best, most = (low, top - low), saved
    return best


def _sequence(rest: int, low: int, length: int) -> Group:
    """Returns a sequence of these ranks, suited if possible."""
    top = low + length - 1
    spread = SPREAD[(1 << length) - 1 << low]
    for suit in SUITS:
        if rest >> suit & spread == spread:
            return code(length, 1, top, suited=True), spread << suit
    bits = 0
    for rung in range(low, top + 1):
        at = rest & RUNG << 4 * rung
        bits |= at & -at
    return code(length, 1, top), bits


@lru_cache(maxsize=1 << 12)
def _runs_of_pairs(paired: int) -> tuple[Run, ...]:
    """Returns runs of these ranks that share none, the longest ones first."""
    found: list[Run] = []
    for low, length in sorted(_spans(paired), key=lambda run: -run[1]):
        ranks = (1 << length) - 1 << low
        if paired & ranks == ranks:
            paired ^= ranks
            found.append((low, length))
    return tuple(found)
