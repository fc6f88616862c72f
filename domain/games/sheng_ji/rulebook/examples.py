"""Cards for the examples of the rule book: trump rank 7, hearts trump."""

from domain.games.sheng_ji.card_order import CardOrder, EffectiveSuit, order_of
from domain.games.sheng_ji.rulebook.pack import EXAMPLE_RANK, EXAMPLE_SUIT
from domain.games.sheng_ji.rules import Rules
from domain.kernel.cards import RANKS, Cards, Suit, face


def example_order(rules: Rules) -> CardOrder:
    """Returns the order of the cards at trump rank 7, hearts trump."""
    return order_of(EXAMPLE_RANK, EXAMPLE_SUIT, rules.ordering)


def cards_of(suit: Suit, ranks: tuple[int, ...], copies: int) -> Cards:
    """Returns that many copies of each card. Ranks are 2 to 14, where 14 is the ace."""
    return tuple(face(RANKS[rank - 2], suit) for rank in ranks for _ in range(copies))


def side_suit(suit: Suit) -> EffectiveSuit:
    """Returns a printed suit as an effective suit."""
    return EffectiveSuit(suit)
