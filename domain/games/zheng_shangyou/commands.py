"""The moves that a seat can make in a hand of Zheng Shangyou."""

from dataclasses import dataclass

from domain.games.zheng_shangyou.combinations import ANYTHING, Named
from domain.kernel.cards import Cards, Face


@dataclass(frozen=True, slots=True)
class PayTribute:
    """Give a winner of the previous hand one's highest card, or one of several equal ones (ZS-EXCH-01)."""

    card: Face


@dataclass(frozen=True, slots=True)
class Take:
    """Take one of the two revealed cards (ZS-EXCH-02)."""

    card: Face


@dataclass(frozen=True, slots=True)
class Discard:
    """Give up an unwanted card for a seat that has paid tribute (ZS-EXCH-02)."""

    card: Face


@dataclass(frozen=True, slots=True)
class Play:
    """Lead cards, or play them on the previous play. `reading` selects another reading than the usual one (DEC-99)."""

    cards: Cards
    reading: Named = ANYTHING


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing this time. The seat may still play later in the same round (ZS-TURN-01)."""


Move = PayTribute | Take | Discard | Play | Pass
