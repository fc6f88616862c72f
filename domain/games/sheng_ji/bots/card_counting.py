"""Counting cards: what a seat can work out about the cards it does not see (BOT-06).

A seat knows its own hand, all cards that have been played, who has shown a void, how many cards each hand still has,
and, if it has buried it, the kitty. All else is *unseen*. How likely an unseen card is in a certain hand follows from
the voids and the sizes of the hands: the expected number of cards of each suit in each hand is spread out so that every
hand has its size, every suit its unseen cards, and nobody a card of a suit they are void in.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from domain.games.sheng_ji.bombs import standing_bomb
from domain.games.sheng_ji.bots.roles import Sight, declarer_chances, friend_chances
from domain.games.sheng_ji.deal_shape import pack
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.holding import (
    Hand,
    Holding,
    hand_of,
    hand_size,
    hand_without,
    hands_together,
    holding_points,
    size,
)
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, TRUMPS, Chain, EffectiveSuit, Order
from domain.games.sheng_ji.state import Deal, Match, Tricks
from domain.games.sheng_ji.trick import Standing
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import Rank
from domain.kernel.seats import Seat

FEED = 6.0
"""A seat is not expected to give more points than this with each card."""
SPREADING_ROUNDS = 4
"""So often hands and suits are fitted in turn; more rounds change the expectations by less than they are wrong."""
KITTY_TRUMPS = 0.1
"""How likely a trump lies in a kitty that somebody else buried, against a card of a side suit."""


class Pack(NamedTuple):
    """What decides which cards there are, beside the trumps."""

    decks: int
    dealt: int
    fillers: int
    jokers_removed: int
    rank: Rank | None


@cache
def _whole_pack(order: Order, copies: int, made: Pack) -> Hand:
    cards = pack(
        made.decks,
        made.dealt,
        trump_rank=made.rank,
        permanent_twos=order.ordering.permanent_twos,
        fillers=made.fillers,
        jokers_removed=made.jokers_removed,
    )
    return hand_of(order, copies, cards)


def whole_pack(order: Order, match: Match) -> Hand:
    """All cards of the pack of the running hand, as a hand."""
    rules = match.rules
    # What is taken out of the pack depends on the trump rank as far as it was known before the deal.
    rank = match.prepared.trump_rank if match.prepared else order.trump_rank
    made = Pack(rules.decks, rules.deal_shape.cards, rules.filler_cards, rules.jokers_removed, rank)
    return _whole_pack(order, rules.copies, made)


def units_above(chain: Chain, holding: Holding, shape: tuple[int, int], top: int) -> int:
    """How many units of that shape with a higher top the holding has; single cards count copy by copy."""
    width, length = shape
    if length > 1:
        return (chain.tops(holding, width, length) >> (top + 1)).bit_count()
    slots = chain.slots_at[top].bit_length() if top >= 0 else 0
    if width > 1:
        return (holding[width - 1] >> slots).bit_count()
    return sum([(mask >> slots).bit_count() for mask in holding])


class CardCounting:
    """What one seat can work out in the middle of a hand.

    Attributes:
        deal: the hand as it was dealt.
        order: the order of the cards.
        seat: whose counting it is.
        hand: its cards.
        sizes: how many cards each seat has.
        unseen: the cards that may be in other hands.
        left: for each suit how many of them there are.
        rich: for each suit how many points they have.
        shares: for each seat and suit how likely a given unseen card of the suit is in that hand.
        declaring: for each seat how likely it is a declarer, or will be.
        friends: for each seat how likely it is on the same side.
    """

    __slots__ = (
        "bombs",
        "deal",
        "declaring",
        "friends",
        "hand",
        "left",
        "order",
        "rich",
        "seat",
        "shares",
        "sizes",
        "unseen",
    )

    def __init__(self, match: Match, tricks: Tricks, seat: Seat) -> None:
        decks = match.rules.copies
        self.bombs = match.rules.bombs != "off"
        self.deal: Deal = tricks.deal
        self.order = tricks.deal.order
        self.seat = seat
        self.hand = tricks.hands[seat].known
        self.sizes = tuple(hand_size(held.known) + held.hidden for held in tricks.hands)
        seen = hands_together(tricks.gone, self.hand)
        kitty = len(tricks.kitty)
        if seat == tricks.burier:
            seen = hands_together(seen, hand_of(self.order, decks, tricks.kitty))
            kitty = 0
        self.unseen = hand_without(whole_pack(self.order, match), seen)
        self.left = tuple(map(size, self.unseen))
        self.rich = tuple([holding_points(self.order, suit, self.unseen[suit]) for suit in EFFECTIVE_SUITS])
        self.shares = _shares(self.sizes, tricks.voids, seat, kitty, self.left)
        self.declaring = declarer_chances(tricks, Sight(seat, self.hand, self.unseen, self.shares))
        self.friends = friend_chances(tricks, seat, self.declaring)

    def chance_of_void(self, seat: Seat, suit: EffectiveSuit) -> float:
        """How likely the seat has no card of the suit."""
        return (1.0 - self.shares[seat][suit]) ** self.left[suit]

    def chance_above(self, seat: Seat, suit: EffectiveSuit, shape: tuple[int, int], top: int) -> float:
        """How likely the seat holds a unit of that shape with a higher top (-1: any top)."""
        above = units_above(self.order.chains[suit], self.unseen[suit], shape, top)
        if not above:
            return 0.0
        return 1.0 - (1.0 - self.shares[seat][suit] ** (shape[0] * shape[1])) ** above

    def chance_of_cards(self, seat: Seat, suit: EffectiveSuit, count: int) -> float:
        """How likely the seat has at least so many cards of the suit."""
        share, left = self.shares[seat][suit], self.left[suit]
        if count > min(left, self.sizes[seat]):
            return 0.0
        fewer, ways = 0.0, 1
        for cards in range(count):
            fewer += ways * share**cards * (1.0 - share) ** (left - cards)
            ways = ways * (left - cards) // (cards + 1)
        return max(0.0, 1.0 - fewer)

    def chance_to_win(self, lead: Lead, standing: Standing, *, ours: float, after: Sequence[Seat]) -> float:
        """How likely one's own side wins a trick.

        Args:
            lead: what was led.
            standing: the best play so far.
            ours: how likely it is one's own side's.
            after: the seats that have still to play.
        """
        if self.bombs and standing_bomb(lead.units, lead.size, *standing):
            return ours
        chance = ours
        if standing.suit == lead.suit and len(lead.units) == 1:
            chance = self._chance_in_suit(lead.suit, standing.reading[0], ours=ours, after=after)
        if lead.suit != TRUMPS:
            for seat in after:
                ruff = self.chance_of_void(seat, lead.suit) * self._chance_to_ruff(seat, lead, standing)
                chance += ruff * (self.friends[seat] - chance)
        return chance

    def _chance_in_suit(self, suit: EffectiveSuit, unit: Unit, *, ours: float, after: Sequence[Seat]) -> float:
        """The same while nobody ruffs: each unseen unit that is higher may be with a friend, another, or nobody."""
        above = units_above(self.order.chains[suit], self.unseen[suit], unit.shape, unit.top)
        if not above:
            return ours
        friends = somewhere = 0.0
        for seat in after:
            share = self.shares[seat][suit] ** unit.size
            friends += self.friends[seat] * share
            somewhere += share
        if not somewhere:
            return ours
        nowhere = max(0.0, 1.0 - somewhere) ** above
        return friends / somewhere * (1.0 - nowhere) + nowhere * ours

    def _chance_to_ruff(self, seat: Seat, lead: Lead, standing: Standing) -> float:
        """How likely the seat can ruff, or overruff, should it be void in the suit led."""
        unit = standing.reading[0]
        over = unit.top if standing.suit == TRUMPS else -1
        chance = self.chance_above(seat, TRUMPS, unit.shape, over)
        if chance and lead.size > unit.size:
            chance *= self.chance_of_cards(seat, TRUMPS, lead.size)
        return chance

    def expected_points(self, seat: Seat, suit: EffectiveSuit, count: int) -> float:
        """How many points a seat is expected to have among so many cards of a suit, when it gives what it has."""
        return min(FEED * count, self.shares[seat][suit] * self.rich[suit])

    def is_unbeatable(self, suit: EffectiveSuit, unit: Unit) -> bool:
        """Whether no hand can have a higher unit of that shape in the suit."""
        return not units_above(self.order.chains[suit], self.unseen[suit], unit.shape, unit.top)


def _shares(
    sizes: tuple[int, ...], voids: tuple[int, ...], seat: Seat, kitty: int, left: tuple[int, ...]
) -> tuple[tuple[float, ...], ...]:
    """For each seat and suit how likely a given unseen card is there; the last row is the unknown kitty."""
    rows = [
        [0.0 if voids[other] >> suit & 1 else float(left[suit]) for suit in EFFECTIVE_SUITS]
        for other in range(len(sizes))
    ]
    rows[seat] = [0.0] * len(left)
    rows.append([left[suit] * (KITTY_TRUMPS if suit == TRUMPS else 1.0) for suit in EFFECTIVE_SUITS])
    wanted = (*sizes, kitty)
    for _ in range(SPREADING_ROUNDS):
        rows = [_scaled(row, cards) for row, cards in zip(rows, wanted, strict=True)]
        columns = [_scaled(column, cards) for column, cards in zip(zip(*rows, strict=True), left, strict=True)]
        rows = [list(row) for row in zip(*columns, strict=True)]
    return tuple(
        tuple([cards / count if count else 0.0 for cards, count in zip(row, left, strict=True)]) for row in rows
    )


def _scaled(cells: Sequence[float], total: int) -> list[float]:
    """The cells in the same proportions, with another sum; when all are zero there is nothing to scale."""
    have = sum(cells)
    return [cell * total / have for cell in cells] if have else list(cells)
