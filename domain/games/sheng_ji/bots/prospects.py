"""What the bot `club` considers about the rest of a hand: its winners and losers, and what other seats may hold."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.games.sheng_ji.bots.card_counting import CardCounting, units_above
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit
from domain.games.sheng_ji.holding import holding_points, in_suit
from domain.games.sheng_ji.layers import layer, most_copies
from domain.games.sheng_ji.units import Unit
from domain.kernel.seats import Seat

SIDE_SUITS = tuple([suit for suit in EFFECTIVE_SUITS if suit != TRUMPS])


class SuitProspects(NamedTuple):
    """What lies ahead in a suit. All but `held` are scaled to about 0 to 1.

    Attributes:
        next_ruffs, last_ruffs: the chance that the next and the last seat is an opponent that can ruff, or for trumps
            one that has none.
        friends, opponents: the number of cards that they are expected to hold.
        void: the expected number of friends that are void.
        masters, losers: the cards of the hand that no unseen card beats, and the others.
        points, unseen: the points in the hand, and the unseen ones.
        held: the number of cards in the hand.
    """

    next_ruffs: float
    last_ruffs: float
    friends: float
    opponents: float
    void: float
    masters: float
    losers: float
    points: float
    unseen: float
    held: int


class Prospects:
    """What lies ahead for one seat."""

    def __init__(self, counting: CardCounting, after: Sequence[Seat]) -> None:
        """Prepares the prospects.

        Args:
            counting: what the seat can infer.
            after: the seats that play after it.
        """
        self._counting = counting
        self._after = after
        self._suits: dict[EffectiveSuit, SuitProspects] = {}

    def of_hand(self) -> tuple[float, ...]:
        """Returns numbers about the whole hand: about its trumps, its side suits, and the trumps of other seats."""
        counting, order = self._counting, self._counting.order
        trumps = in_suit(counting.hand, TRUMPS)
        sides = [(suit, in_suit(counting.hand, suit)) for suit in SIDE_SUITS]
        masters = side_masters(counting)
        friends, opponents = self._expected(TRUMPS)
        empty = sum([(1.0 - counting.friends[seat]) * counting.chance_of_void(seat, TRUMPS) for seat in self._after])
        return (
            *(trumps.bit_count() / 10, masters_in(counting, TRUMPS) / 4, layer(trumps, 2).bit_count() / 4),
            *(masters / 4, (sum([side.bit_count() for _, side in sides]) - masters) / 10),
            *(float(sum([not side for _, side in sides])), friends / 10, opponents / 10, empty),
            sum([holding_points(order, suit, side) for suit, side in sides]) / 20,
            holding_points(order, TRUMPS, trumps) / 20,
            *((sum(counting.rich) - counting.rich[TRUMPS]) / 40, counting.rich[TRUMPS] / 40),
            sum([layer(side, 2).bit_count() for _, side in sides]) / 4,
        )

    def _expected(self, suit: EffectiveSuit) -> tuple[float, float]:
        """Returns the number of cards that friends and opponents are expected to hold."""
        counting, friends, opponents = self._counting, 0.0, 0.0
        for seat in self._after:
            cards, friend = counting.shares[seat][suit] * counting.left[suit], counting.friends[seat]
            friends += friend * cards
            opponents += (1.0 - friend) * cards
        return friends, opponents

    def of_suit(self, suit: EffectiveSuit) -> SuitProspects:
        """Returns what lies ahead in a suit."""
        if suit not in self._suits:
            counting = self._counting
            holding, masters = in_suit(counting.hand, suit), masters_in(counting, suit)
            friends, opponents = self._expected(suit)
            self._suits[suit] = SuitProspects(
                next_ruffs=self._ruffs(self._after[0], suit),
                last_ruffs=self._ruffs(self._after[-1], suit),
                friends=friends / 5,
                opponents=opponents / 10,
                void=sum([counting.friends[seat] * counting.chance_of_void(seat, suit) for seat in self._after]),
                masters=masters / 4,
                losers=(holding.bit_count() - masters) / 5,
                points=holding_points(counting.order, suit, holding) / 20,
                unseen=counting.rich[suit] / 20,
                held=holding.bit_count(),
            )
        return self._suits[suit]

    def _ruffs(self, seat: Seat, suit: EffectiveSuit) -> float:
        """Returns the chance that the seat is an opponent that can ruff the suit, or has no trumps if it is trumps."""
        counting = self._counting
        chance = (1.0 - counting.friends[seat]) * counting.chance_of_void(seat, suit)
        return chance if suit == TRUMPS else chance * (1.0 - counting.chance_of_void(seat, TRUMPS))

    def expected_points(self, suit: EffectiveSuit, count: int) -> tuple[float, float]:
        """Returns the points, in tens, that friends and opponents are expected to give in `count` cards."""
        counting, friends, opponents = self._counting, 0.0, 0.0
        for seat in self._after:
            expected, friend = counting.expected_points(seat, suit, count) / 10, counting.friends[seat]
            friends += friend * expected
            opponents += (1.0 - friend) * expected
        return friends, opponents

    def ruffing(self, suit: EffectiveSuit) -> tuple[float, float]:
        """Returns the expected number of friends and of opponents that can ruff a side suit."""
        counting, friends, opponents = self._counting, 0.0, 0.0
        for seat in self._after:
            ruffs = counting.chance_of_void(seat, suit) * (1.0 - counting.chance_of_void(seat, TRUMPS))
            friends += counting.friends[seat] * ruffs
            opponents += (1.0 - counting.friends[seat]) * ruffs
        return friends, opponents

    def beaten(self, suit: EffectiveSuit, unit: Unit) -> tuple[float, float]:
        """Returns the expected number of friends and of opponents that hold a higher unit of the shape."""
        counting, friends, opponents = self._counting, 0.0, 0.0
        above = units_above(counting.order.chains[suit], in_suit(counting.unseen, suit), unit.shape, unit.top)
        if not above:
            return 0.0, 0.0
        for seat in self._after:
            chance = 1.0 - (1.0 - counting.shares[seat][suit] ** unit.size) ** above
            friends += counting.friends[seat] * chance
            opponents += (1.0 - counting.friends[seat]) * chance
        return friends, opponents


def largest(units: Iterable[Unit]) -> Unit:
    """Returns the unit with most cards."""
    return max(units, key=lambda unit: (unit.size, unit.width))


def masters_in(counting: CardCounting, suit: EffectiveSuit) -> int:
    """Returns the number of cards of the hand that no unseen card of the suit beats."""
    unseen, holding = layer(in_suit(counting.unseen, suit), 1), in_suit(counting.hand, suit)
    lowest = 0
    if unseen:
        chain = counting.order.chains[suit]
        highest = chain.slots_at[chain.level_of[unseen.bit_length() - 1]]
        lowest = (highest & -highest).bit_length() - 1
    return sum([(layer(holding, copy) >> lowest).bit_count() for copy in range(1, most_copies(holding) + 1)])


def side_masters(counting: CardCounting) -> int:
    """Returns the number of cards of side suits that no unseen card of their suits beats."""
    return sum([masters_in(counting, suit) for suit in SIDE_SUITS])
