"""What a seat can ask for in a hand of Sheng Ji."""

from dataclasses import dataclass

from domain.cards import Cards


@dataclass(frozen=True, slots=True)
class Declare:
    """Show cards to declare trumps, to reinforce one's own declaration (the added copies), or to override another."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    """Show nothing this time."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Set aside as many cards as the kitty had."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Play:
    """Lead or follow with these cards; after a throw that can be beaten, lead one of the units offered."""

    cards: Cards


Move = Declare | Pass | Bury | Play
