"""The cards of a deal: the pack, the size of the hands, and the size of the kitty.

SJ-DECK-01  decks = floor(players / 2)
SJ-DECK-03  C = 54 decks + fillers - removed jokers
            kitty = the least k >= 6 with (C - k) divisible by the players; hand = (C - kitty) / players
SJ-DECK-05  jokers are removed in turn: small, big, small, big, ...; fillers are added
SJ-DECK-06  the opponents need 40 points a deck; a level step is 20 points a deck
FF-NUM-01   nominal size of the declarers' team: floor(players / 2), including the dealer

EX-KITTY-01 `kitty_removes_cards`: if the kitty leaves unequal hands, cards are removed from the pack until the hands
are equal. They are the lowest cards that have no points and are not trumps: clubs, diamonds, hearts, spades in turn,
then the next such rank. The pack of a hand depends on its trump rank, but its size does not.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from domain.kernel.cards import (
    BIG_JOKER,
    FILLER,
    POINTS_OF_RANK,
    RANKS,
    SMALL_JOKER,
    SUITS,
    Cards,
    Face,
    Rank,
    face,
    ordered_decks,
)
from domain.kernel.messages import message

TWO = RANKS[0]


class DealShape(NamedTuple):
    """The numbers of cards in one deal: in all, in each hand, and in the kitty."""

    cards: int
    hand: int
    kitty: int


class UnevenDeal(ValueError):
    """No deal has these numbers. The message gives the reason and the possible values.

    Attributes:
        options: the names of the options that conflict.
    """

    def __init__(self, reason: str, *options: str) -> None:
        super().__init__(reason)
        self.options = options


def usual_decks(players: int) -> int:
    """Returns the number of decks for that many players (SJ-DECK-01)."""
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
    """Returns the numbers of a deal (SJ-DECK-03). Without `kitty_size`, the formula determines the kitty.

    With `removes_cards`, cards are removed from the pack until a chosen kitty leaves equal hands (EX-KITTY-01).

    Raises:
        UnevenDeal: more jokers are removed than there are, the kitty leaves unequal hands, or it would be larger than a
            hand (DEC-22).
    """
    if jokers_removed > 2 * decks:
        raise UnevenDeal(
            message(
                "{jokers_removed} jokers cannot be removed: {decks} decks have {value}",
                jokers_removed=jokers_removed,
                decks=decks,
                value=2 * decks,
            ),
            "jokers_removed",
            "decks",
        )
    cards = 54 * decks + fillers - jokers_removed
    kitty = 6 + (cards - 6) % players if kitty_size is None else kitty_size
    hand, uneven = divmod(cards - kitty, players)
    if kitty < 1 or (uneven and not removes_cards):
        possible = ", ".join(map(str, possible_kitties(players, cards)))
        raise UnevenDeal(
            message(
                "{cards} cards without a kitty of {kitty} do not give {players} equal hands: use {possible}",
                cards=cards,
                kitty=kitty,
                players=players,
                possible=possible,
            ),
            "kitty_size",
            "players",
        )
    if kitty > hand:
        raise UnevenDeal(
            message(
                "a kitty of {kitty} is larger than a hand of {hand}: give a smaller kitty_size", kitty=kitty, hand=hand
            ),
            "kitty_size",
            "players",
        )
    return DealShape(cards - uneven, hand, kitty)


def possible_kitties(players: int, cards: int) -> list[int]:
    """Returns the kitty sizes that leave equal hands, none smaller than the kitty."""
    return [size for size in range(1, cards) if (cards - size) % players == 0 and (cards - size) // players >= size]


@lru_cache(maxsize=64)
def pack(
    decks: int,
    dealt: int,
    *,
    trump_rank: Rank | None = None,
    permanent_twos: bool = False,
    fillers: int = 0,
    jokers_removed: int = 0,
) -> Cards:
    """Returns the unshuffled pack of a hand: deck by deck, then the fillers.

    Args:
        decks: the number of decks.
        dealt: the number of cards in the deal, see `deal_shape`; the cards beyond it are removed.
        trump_rank: the trump rank of the hand; `None` if it has none or it is not known yet.
        permanent_twos: whether twos are trumps in every hand.
        fillers: the number of fillers added.
        jokers_removed: the number of jokers removed.
    """
    whole = (*ordered_decks(decks), *(FILLER,) * fillers)
    over = cards_removed(decks, dealt, fillers=fillers, jokers_removed=jokers_removed)
    harmless = _harmless(decks, trump_rank, twos_are_trumps=permanent_twos)
    out = Counter([*_jokers_out(jokers_removed), *islice(harmless, over)])
    kept: list[Face] = []
    for card in whole:
        if out[card]:
            out[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def cards_removed(decks: int, dealt: int, *, fillers: int = 0, jokers_removed: int = 0) -> int:
    """Returns how many cards `removes_cards` removes from the pack, besides the jokers."""
    return 54 * decks + fillers - jokers_removed - dealt


def _jokers_out(removed: int) -> Iterator[Face]:
    return ((SMALL_JOKER, BIG_JOKER)[turn % 2] for turn in range(removed))


def _harmless(decks: int, trump_rank: Rank | None, *, twos_are_trumps: bool) -> Iterator[Face]:
    """Yields the cards that can be removed, in order."""
    trumps = {trump_rank, TWO} if twos_are_trumps else {trump_rank}
    ranks = (rank for rank in RANKS if rank not in POINTS_OF_RANK and rank not in trumps)
    return (face(rank, suit) for rank in ranks for _ in range(decks) for suit in SUITS)


def threshold(decks: int) -> int:
    """Returns the points with which the opponents win a hand (SJ-DECK-06)."""
    return 40 * decks


def usual_step(decks: int) -> int:
    """Returns the points of one level (SJ-DECK-06)."""
    return 20 * decks


def declarers_nominal(players: int) -> int:
    """Returns the nominal number of declarers (FF-NUM-01)."""
    return players // 2
