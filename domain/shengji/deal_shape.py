"""How many cards are dealt, and how many are left for the kitty (RULES §4).

SJ-DECK-01  decks = floor(players / 2)
SJ-DECK-03  C = 54 decks + fillers - removed jokers
            kitty = the least k >= 6 with (C - k) divisible by the players; hand = (C - kitty) / players
SJ-DECK-06  the opponents need 40 points a deck, a level step is 20 points a deck
FF-NUM-01   nominal size of the declarers' team: floor(players / 2), the dealer included
"""

from typing import NamedTuple


class DealShape(NamedTuple):
    """The numbers of one deal: all cards, those of each hand, those of the kitty."""

    cards: int
    hand: int
    kitty: int


class UnevenDeal(ValueError):
    """No deal of this kind exists; its argument says why and what would be possible."""


def usual_decks(players: int) -> int:
    """The number of decks for that many players (SJ-DECK-01)."""
    return players // 2


def deal_shape(
    players: int,
    decks: int,
    *,
    kitty_size: int | None = None,
    fillers: int = 0,
    jokers_removed: int = 0,
    removes_cards: bool = False,
) -> DealShape:
    """The numbers of a deal (SJ-DECK-03); `kitty_size` is chosen by the formula when it is not given.

    With `removes_cards`, cards are taken out of the pack until a chosen kitty leaves equal hands (EX-KITTY-01).

    Raises:
        UnevenDeal: the kitty does not leave equal hands, or would be larger than a hand (DEC-22).
    """
    cards = 54 * decks + fillers - jokers_removed
    kitty = 6 + (cards - 6) % players if kitty_size is None else kitty_size
    if removes_cards:
        cards -= (cards - kitty) % players
    hand, uneven = divmod(cards - kitty, players)
    if uneven or kitty < 1:
        possible = ", ".join(map(str, possible_kitties(players, cards)))
        raise UnevenDeal(f"{cards} cards less a kitty of {kitty} are not equal hands for {players}: use {possible}")
    if kitty > hand:
        raise UnevenDeal(f"a kitty of {kitty} is larger than a hand of {hand}: give a smaller kitty_size")
    return DealShape(cards, hand, kitty)


def possible_kitties(players: int, cards: int) -> list[int]:
    """The kitty sizes that leave equal hands, none smaller than the kitty."""
    return [size for size in range(1, cards) if (cards - size) % players == 0 and (cards - size) // players >= size]


def threshold(decks: int) -> int:
    """The points with which the opponents win a hand (SJ-DECK-06)."""
    return 40 * decks


def usual_step(decks: int) -> int:
    """The points of one level (SJ-DECK-06)."""
    return 20 * decks


def declarers_nominal(players: int) -> int:
    """How many players the declarers are meant to be (FF-NUM-01)."""
    return players // 2
