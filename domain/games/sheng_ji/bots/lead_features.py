"""What the bot `club` considers about a lead, as numbers: about the cards, the trick, and the whole hand."""

from typing import NamedTuple

from domain.games.sheng_ji.bots.card_counting import units_above
from domain.games.sheng_ji.bots.leading import KEPT, TEMPO, Candidate, Leader
from domain.games.sheng_ji.bots.prospects import Prospects, largest
from domain.games.sheng_ji.bots.situation import WHOLE, situation_of
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
_NOTHING = (0.0,) * 9


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
    """A seat on lead that turns its leads into numbers.

    Attributes:
        shared: the numbers that are the same for all leads.
    """

    def __init__(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        super().__init__(match, tricks, seat)
        self.situation = situation_of(tricks, self.counting)
        self.size = self.counting.sizes[seat] / WHOLE
        self.has_trumps = in_suit(self.counting.hand, TRUMPS) > 0
        self._suits: dict[EffectiveSuit, OfSuit] = {}
        self._prospects = Prospects(self.counting, self.after)
        buries = float(tricks.burier == seat)
        self.shared = (*self.situation, self.size, buries, *self._prospects.of_hand())

    def _of_suit(self, suit: EffectiveSuit) -> OfSuit:
        if suit not in self._suits:
            counting = self.counting
            friends, opponents = self._prospects.ruffing(suit) if suit != TRUMPS else (0.0, 0.0)
            held = in_suit(counting.hand, suit).bit_count()
            self._suits[suit] = OfSuit(held / 10, counting.left[suit] / 10, friends, opponents)
        return self._suits[suit]

    def _above(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> int:
        """Returns the number of unseen units that beat the largest one."""
        best = largest(units)
        return units_above(self.order.chains[suit], in_suit(self.counting.unseen, suit), best.shape, best.top)

    def _of_cards(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> OfCards:
        led, held = lead_of(suit, units), in_suit(self.counting.hand, suit)
        standing = WinningPlay(suit, reading_of_lead(units, self.compare))
        cards, pairs = self.cards(suit, units), layer(held, 2)
        given, lost = self._prospects.expected_points(suit, led.size)
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
        """Returns the features of a lead that follow the shared ones, and the chance of the own side to win with it."""
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
        of_rest = self._of_the_rest(suit, units, own, sure)
        return of_lead + of_units + of_time + of_low + of_kitty + of_rest, chance

    def _of_the_rest(self, suit: EffectiveSuit, units: tuple[Unit, ...], own: float, sure: float) -> tuple[float, ...]:
        """Returns numbers about the rest of the suit after the lead, in the hand and elsewhere.

        Args:
            suit: the suit of the lead.
            units: its units.
            own: its points, in tens.
            sure: 1 if no unseen unit beats the largest one, else 0.
        """
        ahead, best = self._prospects.of_suit(suit), largest(units)
        friends, opponents = self._prospects.beaten(suit, best)
        size = sum([unit.size for unit in units])
        height = best.top / max(1, self.order.chains[suit].levels - 1)
        masters = max(0.0, ahead.masters - sure * size / 4)
        of_suit = (
            *(ahead.friends, ahead.opponents, ahead.void, masters, ahead.losers),
            *(ahead.points, ahead.unseen, height, (ahead.held - size) / 5),
        )
        wide = float(best.width > 1)
        of_trumps, of_sides = (of_suit, _NOTHING) if suit == TRUMPS else (_NOTHING, of_suit)
        of_others = (friends, opponents, friends * (1.0 - opponents), friends * own, wide * friends, wide * opponents)
        return (ahead.next_ruffs, ahead.last_ruffs, *of_trumps, *of_sides, *of_others)
