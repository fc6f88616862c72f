"""What a seat can ask for in a hand of Zheng Shangyou."""

from dataclasses import dataclass

from domain.games.zheng_shangyou.combinations import ANYTHING, Named
from domain.kernel.cards import Cards, Face


@dataclass(frozen=True, slots=True)
class PayTribute:
    """Give up one's highest card, or one of several equal ones, to a winner of the hand before (ZS-EXCH-01)."""

    card: Face


@dataclass(frozen=True, slots=True)
class Take:
    """Take one of two cards that lie there to be chosen from (ZS-EXCH-02)."""

    card: Face


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay down a card that one does not want, for those who have paid tribute (ZS-EXCH-02)."""

    card: Face


@dataclass(frozen=True, slots=True)
class Play:
    """Lead these cards, or play them on what stands; `reading` says as what, where that is not the usual (DEC-99)."""

    cards: Cards
    reading: Named = ANYTHING


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing this time; a later turn of the same round is not given up by it (ZS-TURN-01)."""


Move = PayTribute | Take | Discard | Play | Pass
