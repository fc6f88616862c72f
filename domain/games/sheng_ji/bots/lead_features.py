"""What the bot `club` considers about a lead, as numbers: about the cards, the trick, and the whole hand."""

from typing import NamedTuple

from domain.games.sheng_ji.bots.card_counting import units_above
from domain.games.sheng_ji.bots.judging import situation_of
from domain.games.sheng_ji.bots.leading import KEPT, TEMPO, Candidate, Leader
from domain.games.sheng_ji.card_order import TRUMPS, EffectiveSuit
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.layers import layer
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.games.sheng_ji.trick import WinningPlay, reading_of_lead
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import points
from domain.kernel.seats import Seat

MOST_ABOVE = 6
WHOLE = 25
"""The size of a hand counts in parts of this number of cards."""


class OfSuit(NamedTuple):
    """What is the same for all leads of a suit.

    Attributes:
        held, left: the number of its cards in the hand, and of its unseen cards, in tens.
        friends, opponents: the expected number of friends and of opponents that may ruff it.
    """

    held: float
    left: float
    friends: float
    opponents: float


class OfCards(NamedTuple):
    """What is different for each lead. Points and values of cards count in tens.

    Attributes:
        chance: the chance of the own side to win the trick.
        size, many: the number of cards in fours, and whether it is more than one.
        throw: whether the lead is a throw.
        own, kept: the points of the cards, and the value of keeping them.
        given, lost: the points that friends and opponents are expected to give.
        above: the number of unseen units that beat the largest one.
        breaks: the number of single cards that are taken from a pair.
        void: whether the lead leaves the suit empty, and the hand has trumps.
    """

    chance: float
    size: float
    many: float
    throw: float
    own: float
    kept: float
    given: float
    lost: float
    above: int
    breaks: float
    void: float


class LeadFeatures(Leader):
    """A seat on lead that turns its leads into numbers."""

    def __init__(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        super().__init__(match, tricks, seat)
        self.situation = situation_of(tricks, self.counting)
        self.size = self.counting.sizes[seat] / WHOLE
        self.has_trumps = in_suit(self.counting.hand, TRUMPS) > 0
        self._suits: dict[EffectiveSuit, OfSuit] = {}

    def _of_suit(self, suit: EffectiveSuit) -> OfSuit:
        if suit not in self._suits:
            counting = self.counting
            friends = opponents = 0.0
            for seat in self.after if suit != TRUMPS else ():
                ruffs = counting.chance_of_void(seat, suit) * (1.0 - counting.chance_of_void(seat, TRUMPS))
                friends += counting.friends[seat] * ruffs
                opponents += (1.0 - counting.friends[seat]) * ruffs
            held = in_suit(counting.hand, suit).bit_count()
            self._suits[suit] = OfSuit(held / 10, counting.left[suit] / 10, friends, opponents)
        return self._suits[suit]

    def _expected(self, suit: EffectiveSuit, count: int) -> tuple[float, float]:
        """Returns the points, in tens, that friends and opponents are expected to give."""
        friends = opponents = 0.0
        for seat in self.after:
            expected, friend = self.counting.expected_points(seat, suit, count) / 10, self.counting.friends[seat]
            friends += friend * expected
            opponents += (1.0 - friend) * expected
        return friends, opponents

    def _above(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> int:
        """Returns the number of unseen units that beat the largest one."""
        best = max(units, key=lambda unit: (unit.size, unit.width))
        return units_above(self.order.chains[suit], in_suit(self.counting.unseen, suit), best.shape, best.top)

    def _of_cards(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> OfCards:
        led, held = lead_of(suit, units), in_suit(self.counting.hand, suit)
        standing = WinningPlay(suit, reading_of_lead(units, self.compare))
        cards, pairs = self.cards(suit, units), layer(held, 2)
        given, lost = self._expected(suit, led.size)
        return OfCards(
            chance=self.counting.chance_to_win(led, standing, ours=1.0, after=self.after),
            size=led.size / 4,
            many=float(led.size > 1),
            throw=float(len(units) > 1),
            own=points(cards) / 10,
            kept=sum([self.worth[card] for card in cards]) / 10,
            given=given,
            lost=lost,
            above=self._above(suit, units),
            breaks=float(sum([unit.width == 1 and pairs & unit.slots > 0 for unit in units])),
            void=float(self.has_trumps and suit != TRUMPS and held.bit_count() == led.size),
        )

    def features(self, candidate: Candidate) -> tuple[tuple[float, ...], float]:
        """Returns the features of a lead, and the chance of the own side to win with it."""
        suit, units = candidate
        chance, size, many, throw, own, kept, given, lost, above, breaks, void = self._of_cards(suit, units)
        held, left, ruffs, ruffed = self._of_suit(suit)
        late, kitty, declares, rich = self.situation
        trump, sure, whole = float(suit == TRUMPS), float(not above), self.size
        side = 1.0 - trump
        low = side * (1.0 - sure)
        higher = min(above, MOST_ABOVE) / 4
        steady = TEMPO / 10 * chance + (chance - 0.5) * own + chance * given - (1.0 - chance) * lost
        of_trick = (
            steady - KEPT * kept * trump,
            chance,
            chance * chance,
            size,
            chance * size,
            throw,
            throw * size,
            trump,
        )
        of_points = (own, chance * own, given, lost, chance * given, chance * lost)
        of_cards = (
            *(kept * trump, kept * side, kept * side * sure, kept * trump * late, kept * trump * declares),
            *(void, void * min(1.0, 3 * rich), held * side, left * side, left * trump),
            *(late * chance, late * kitty * chance),
        )
        of_trumps = (
            *(trump * declares, trump * (1.0 - declares), trump * rich, trump * declares * chance),
            *(trump * chance, trump * own),
        )
        of_others = (ruffs, ruffed, ruffs * (1.0 - chance), sure, sure * many, higher, higher * many)
        of_units = (many, many * trump, many * declares, breaks, breaks * trump, breaks * sure)
        of_time = (side * whole * sure, trump * whole, whole * chance, whole * many)
        of_low = (low * (1.0 - many), low * (1.0 - many) * declares, low * (1.0 - many) * whole, own * ruffs, own * low)
        of_kitty = (side * sure * rich, kitty * trump, kitty * late * kept * trump)
        of_lead = of_trick + of_points + of_cards + of_trumps + of_others
        return of_lead + of_units + of_time + of_low + of_kitty, chance
