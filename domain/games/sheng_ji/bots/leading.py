"""Leading: leads what wins and attracts points, and throws only unbeatable cards (BOT-04).

The candidates are all units of the hand and, for each suit, the throw of all units that no other hand can beat:

    points of the led cards           x (chance to win - 1/2)
    points expected from each seat    for the side that wins the trick
    TEMPO                             x chance to win
    - KEPT                            x the value of keeping the led trumps
    other stakes

A lead consists of the units in which the table reads it. If the leader specifies how a lead is read, the bot names the
units of its candidate.
"""

from collections.abc import Iterator

from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.bots.keeping import keeping
from domain.games.sheng_ji.bots.stakes import Stakes
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit
from domain.games.sheng_ji.commands import Play
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.layers import NOTHING, together
from domain.games.sheng_ji.packing import shapes_in, units_of_shape
from domain.games.sheng_ji.state import FailedThrow, MatchState, Tricks
from domain.games.sheng_ji.trick import WinningPlay, reading_of_lead
from domain.games.sheng_ji.units import Unit, decompose, holding_of_unit, unit_cards, unit_of_cards
from domain.kernel.cards import Cards, points
from domain.kernel.seats import Seat

TEMPO = 4.0
"""The value of the next lead, in points."""
KEPT = 0.6
"""The share of the value of keeping trumps that leading them costs. Side suits cost nothing."""

Candidate = tuple[EffectiveSuit, tuple[Unit, ...]]


def lead(match: MatchState, tricks: Tricks, seat: Seat) -> Play:
    """Returns the lead with the highest expected value."""
    leader = Leader(match, tricks, seat)
    return leader.play(*max(leader.candidates(), key=leader.score))


def choose_unit(match: MatchState, tricks: Tricks, seat: Seat, throw: FailedThrow) -> Play:
    """Returns the unit of a failed throw to lead: the best one of an own throw, the worst one of another seat's."""
    leader = Leader(match, tricks, seat)
    if throw.seat == seat:
        return Play(max(throw.choices, key=lambda cards: leader.score(leader.candidate(cards))))
    # The seat that chooses can beat every unit offered.
    wish = 2.0 * leader.counting.friends[throw.seat] - 1.0
    return Play(min(throw.choices, key=lambda cards: (wish * points(cards), len(cards))))


class Leader:
    """A seat on lead."""

    def __init__(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        rules = match.rules
        self.counting = CardCounting(match, tricks, seat)
        self.order = self.counting.order
        self.worth = keeping(match, self.counting)
        self.stakes = Stakes(match, tricks, self.counting)
        self.compare = rules.trump_throw_compare
        self.ambiguity = rules.throw_ambiguity
        self.narrowest = rules.narrowest_tuple
        self.after = [Seat((seat + step) % rules.players) for step in range(1, rules.players)]

    def candidates(self) -> Iterator[Candidate]:
        """Yields every unit that can be led, and the unbeatable throws."""
        for suit in EFFECTIVE_SUITS:
            if in_suit(self.counting.hand, suit):
                yield from ((suit, units) for units in self._units(suit))
                throw = self._throw(suit)
                if len(throw) > 1:
                    yield suit, throw

    def candidate(self, cards: Cards) -> Candidate:
        """Returns cards that are one unit as a candidate."""
        return self.order.suit_of[cards[0]], (unit_of_cards(self.order, cards),)

    def _units(self, suit: EffectiveSuit) -> Iterator[tuple[Unit, ...]]:
        """Yields the units of the suit as the table reads them. What is read as a throw has to be unbeatable."""
        holding, chain = in_suit(self.counting.hand, suit), self.order.chains[suit]
        for shape in shapes_in(chain, holding):
            for unit in units_of_shape(chain, holding, shape):
                if 1 < unit.width < self.narrowest:
                    units = decompose(chain, holding_of_unit(unit), self.ambiguity, self.narrowest)
                    if all(self.counting.is_unbeatable(suit, each) for each in units):
                        yield units
                else:
                    yield (unit,)

    def _throw(self, suit: EffectiveSuit) -> tuple[Unit, ...]:
        """Returns the throw of all unbeatable units of the suit, or nothing if together they form beatable units."""
        chain, counting = self.order.chains[suit], self.counting
        held = NOTHING
        for unit in decompose(chain, in_suit(counting.hand, suit), self.ambiguity, self.narrowest):
            if counting.is_unbeatable(suit, unit):
                held = together(held, holding_of_unit(unit))
        units = decompose(chain, held, self.ambiguity, self.narrowest)
        return units if all(counting.is_unbeatable(suit, unit) for unit in units) else ()

    def play(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> Play:
        """Returns the move that leads some units."""
        cards = self.cards(suit, units)
        if len(units) == 1 or self.ambiguity != "leader_specifies":
            return Play(cards)
        return Play(cards, tuple(unit_cards(self.order, suit, unit) for unit in units))

    def cards(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> Cards:
        """Returns the cards of some units."""
        return tuple(card for unit in units for card in unit_cards(self.order, suit, unit))

    def score(self, candidate: Candidate) -> float:
        """Returns the expected value of the lead, in points."""
        suit, units = candidate
        led, counting = lead_of(suit, units), self.counting
        standing = WinningPlay(suit, reading_of_lead(units, self.compare))
        chance = counting.chance_to_win(led, standing, ours=1.0, after=self.after)
        cards = self.cards(suit, units)
        score = TEMPO * chance + (chance - 0.5) * points(cards) + self.stakes.of(cards, chance)
        for seat in self.after:
            expected, friend = counting.expected_points(seat, suit, led.size), counting.friends[seat]
            score += expected * (friend * chance - (1.0 - friend) * (1.0 - chance))
        if suit == TRUMPS:
            score -= KEPT * sum([self.worth[card] for card in cards])
        return score
