"""The cost of playing out a hand: it is divided into as few and as high groups as possible (BOT-08).

Every group of natural cards costs a turn. High groups cost less, because they can be played on leads of others. Wild
cards regain the lead, so each has a value while it is held. The cheapest division is found from the lowest rung
upwards, since the lowest card has to belong to a group.

    group                 cost
    single                TURN + LONELY - CLIMB x height
    set, sequence, …      TURN - CLIMB x height - BULK x (cards - 2)
    two                   - TWO_HELD
    black, red joker      - JOKER_HELD

`height` goes from 0 for a three to 1 for an ace.
"""

from collections.abc import Iterator
from functools import lru_cache

from domain.games.zheng_shangyou.card_order import ACE, BLACK_JOKER, NATURALS, RUNG_OF, TWO
from domain.games.zheng_shangyou.combinations import SHORTEST
from domain.kernel.cards import Cards

TURN = 1.0
LONELY = 0.15
CLIMB = 0.6
BULK = 0.02
TWO_HELD = 0.15
JOKER_HELD = 0.3

Counts = tuple[int, ...]
"""The number of cards on each natural rung."""


def cost_of(hand: Cards) -> float:
    """Returns the cost of playing the cards out, in turns."""
    counts = [0] * len(NATURALS)
    wild = 0.0
    for card in hand:
        rung = RUNG_OF[card]
        if rung < TWO:
            counts[rung] += 1
        else:
            wild += JOKER_HELD if rung >= BLACK_JOKER else TWO_HELD
    return _cheapest(tuple(counts)) - wild


@lru_cache(maxsize=1 << 17)
def _cheapest(counts: Counts) -> float:
    lowest = next((rung for rung, count in enumerate(counts) if count), None)
    if lowest is None:
        return 0.0
    return min(cost + _cheapest(left) for cost, left in _groups(counts, lowest))


def _groups(counts: Counts, lowest: int) -> Iterator[tuple[float, Counts]]:
    """Yields every group that can include the lowest cards: its cost, and the remaining cards."""
    for width in range(1, counts[lowest] + 1):
        yield _group_cost(lowest, width), _less(counts, lowest, 1, width)
        top = lowest + 1
        while top <= ACE and counts[top] >= width:
            ranks = top - lowest + 1
            if ranks >= SHORTEST:
                yield _group_cost(top, width * ranks), _less(counts, lowest, ranks, width)
            top += 1


def _group_cost(top: int, cards: int) -> float:
    cost = TURN - CLIMB * top / ACE
    return cost + LONELY if cards == 1 else cost - BULK * (cards - 2)


def _less(counts: Counts, lowest: int, ranks: int, width: int) -> Counts:
    end = lowest + ranks
    return (*counts[:lowest], *(count - width for count in counts[lowest:end]), *counts[end:])
