"""Card counting: what a seat can infer about the cards that it does not see (BOT-06).

A seat knows its own hand, all played cards, known voids, the sizes of all hands and, if it buried it, the kitty. All
other cards are *unseen*. The probability that an unseen card is in a certain hand follows from the voids and the sizes
of the hands. The expected number of cards of each suit in each hand is fitted to three conditions. Every hand has its
size. Every suit has its number of unseen cards. No hand has a card of a suit in which it is void.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from domain.games.sheng_ji.bombs import standing_bomb
from domain.games.sheng_ji.bots.roles import Sight, declarer_chances, friend_chances
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.deal_shape import pack
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.holding import hand_of, holding_points, in_suit
from domain.games.sheng_ji.layers import Hand, Holding, layer, most_copies, together, without
from domain.games.sheng_ji.state import Deal, MatchState, Tricks
from domain.games.sheng_ji.trick import WinningPlay
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import Rank
from domain.kernel.seats import Seat

FEED = 6.0
"""The maximum number of points that a seat is expected to give with each card."""
SPREADING_ROUNDS = 4
"""The number of fitting rounds. Further rounds change the expectations by less than their error."""
KITTY_TRUMPS = 0.1
"""The probability of a trump in a kitty buried by another seat, relative to a card of a side suit."""


class Pack(NamedTuple):
    """What determines the cards of the pack, besides the trumps."""

    decks: int
    dealt: int
    fillers: int
    jokers_removed: int
    rank: Rank | None


@cache
def _whole_pack(order: CardOrder, made: Pack) -> Hand:
    cards = pack(
        made.decks,
        made.dealt,
        trump_rank=made.rank,
        permanent_twos=order.ordering.permanent_twos,
        fillers=made.fillers,
        jokers_removed=made.jokers_removed,
    )
    return hand_of(order, cards)


def whole_pack(order: CardOrder, match: MatchState) -> Hand:
    """Returns all cards of the pack of the current hand, as a hand."""
    rules = match.rules
    # The removed cards depend on the trump rank that was known before the deal.
    rank = match.prepared.trump_rank if match.prepared else order.trump_rank
    made = Pack(rules.decks, rules.deal_shape.cards, rules.filler_cards, rules.jokers_removed, rank)
    return _whole_pack(order, made)


def units_above(chain: Chain, holding: Holding, shape: tuple[int, int], top: int) -> int:
    """Returns the number of units of that shape with a higher top in the holding. Each copy of a single card counts."""
    width, length = shape
    if length > 1:
        return (chain.tops(holding, width, length) >> (top + 1)).bit_count()
    slots = chain.slots_at[top].bit_length() if top >= 0 else 0
    if width > 1:
        return (layer(holding, width) >> slots).bit_count()
    return sum([(layer(holding, copies) >> slots).bit_count() for copies in range(1, most_copies(holding) + 1)])


class CardCounting:
    """What one seat can infer in the middle of a hand.

    Attributes:
        bombs: whether bombs are allowed.
        deal: the deal of the hand.
        order: the order of the cards.
        seat: the seat that counts.
        hand: its cards.
        sizes: the number of cards of each seat.
        unseen: the cards that may be in other hands.
        left: the number of unseen cards of each suit.
        rich: the number of unseen points of each suit.
        shares: for each seat and suit, the probability that a given unseen card of the suit is in that hand.
        declaring: for each seat, the probability that it is, or will be, a declarer.
        friends: for each seat, the probability that it is on the same side.
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

    def __init__(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        self.bombs = match.rules.bombs != "off"
        self.deal: Deal = tricks.deal
        self.order = tricks.deal.order
        self.seat = seat
        self.hand = tricks.hands[seat].known
        self.sizes = tuple(held.known.bit_count() + held.hidden for held in tricks.hands)
        seen = together(tricks.gone, self.hand)
        kitty = len(tricks.kitty)
        if seat == tricks.burier:
            seen = together(seen, hand_of(self.order, tricks.kitty))
            kitty = 0
        self.unseen = without(whole_pack(self.order, match), seen)
        unseen_in = [in_suit(self.unseen, suit) for suit in EFFECTIVE_SUITS]
        self.left = tuple([holding.bit_count() for holding in unseen_in])
        self.rich = tuple([holding_points(self.order, suit, unseen_in[suit]) for suit in EFFECTIVE_SUITS])
        self.shares = _shares(self.sizes, tricks.voids, seat, kitty, self.left)
        self.declaring = declarer_chances(tricks, Sight(seat, self.hand, self.unseen, self.shares))
        self.friends = friend_chances(tricks, seat, self.declaring)

    def chance_of_void(self, seat: Seat, suit: EffectiveSuit) -> float:
        """Returns the probability that the seat is void in the suit."""
        return (1.0 - self.shares[seat][suit]) ** self.left[suit]

    def chance_above(self, seat: Seat, suit: EffectiveSuit, shape: tuple[int, int], top: int) -> float:
        """Returns the probability that the seat holds a unit of that shape with a higher top (-1: any top)."""
        above = units_above(self.order.chains[suit], in_suit(self.unseen, suit), shape, top)
        if not above:
            return 0.0
        return 1.0 - (1.0 - self.shares[seat][suit] ** (shape[0] * shape[1])) ** above

    def chance_of_cards(self, seat: Seat, suit: EffectiveSuit, count: int) -> float:
        """Returns the probability that the seat has at least `count` cards of the suit."""
        share, left = self.shares[seat][suit], self.left[suit]
        if count > min(left, self.sizes[seat]):
            return 0.0
        fewer, ways = 0.0, 1
        for cards in range(count):
            fewer += ways * share**cards * (1.0 - share) ** (left - cards)
            ways = ways * (left - cards) // (cards + 1)
        return max(0.0, 1.0 - fewer)

    def chance_to_win(self, lead: Lead, standing: WinningPlay, *, ours: float, after: Sequence[Seat]) -> float:
        """Returns the probability that the own side wins the trick.

        Args:
            lead: what was led.
            standing: the best play so far.
            ours: the probability that this play is of the own side.
            after: the seats that still have to play.
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
        """Returns the same if no seat ruffs.

        Each unseen higher unit may be held by a friend, by an opponent, or by no seat.
        """
        above = units_above(self.order.chains[suit], in_suit(self.unseen, suit), unit.shape, unit.top)
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

    def _chance_to_ruff(self, seat: Seat, lead: Lead, standing: WinningPlay) -> float:
        """Returns the probability that the seat can ruff or overruff if it is void in the led suit."""
        unit = standing.reading[0]
        over = unit.top if standing.suit == TRUMPS else -1
        chance = self.chance_above(seat, TRUMPS, unit.shape, over)
        if chance and lead.size > unit.size:
            chance *= self.chance_of_cards(seat, TRUMPS, lead.size)
        return chance

    def expected_points(self, seat: Seat, suit: EffectiveSuit, count: int) -> float:
        """Returns the expected points of a seat in `count` cards of a suit if it gives what it has."""
        return min(FEED * count, self.shares[seat][suit] * self.rich[suit])

    def is_unbeatable(self, suit: EffectiveSuit, unit: Unit) -> bool:
        """Returns whether no other hand can have a higher unit of that shape in the suit."""
        return not units_above(self.order.chains[suit], in_suit(self.unseen, suit), unit.shape, unit.top)


def _shares(
    sizes: tuple[int, ...], voids: tuple[int, ...], seat: Seat, kitty: int, left: tuple[int, ...]
) -> tuple[tuple[float, ...], ...]:
    """Returns the probability that a given unseen card is in each hand, by seat and suit.

    The last row is the unknown kitty.
    """
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
    """Returns the cells scaled to another sum, or unchanged if all are zero."""
    have = sum(cells)
    return [cell * total / have for cell in cells] if have else list(cells)
