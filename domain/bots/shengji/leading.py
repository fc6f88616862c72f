"""Leading: what will win and draw points, throws only of what cannot be beaten (RULES §29a, BOT-04).

Every unit in hand is weighed, and for each suit the throw of all that nobody can beat:

    points of the led cards           x (chance to win - 1/2)
    points expected from each seat    for the side that wins the trick
    TEMPO                             x chance to win
    - KEPT                            x what the led trumps are worth keeping
"""

from collections.abc import Iterator

from domain.bots.shengji.keeping import keeping
from domain.bots.shengji.reckoning import Reckoning
from domain.cards import Cards, points
from domain.seats import Seat
from domain.shengji.follow import lead_of
from domain.shengji.holding import nothing, together
from domain.shengji.order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit
from domain.shengji.packing import shapes_in, units_of_shape
from domain.shengji.state import Match, Tricks
from domain.shengji.trick import Standing, reading_of_lead
from domain.shengji.units import Unit, decompose, holding_of_unit, unit_cards

TEMPO = 4.0
"""What the next lead is worth, in points."""
KEPT = 0.6
"""How much of what trumps are worth keeping it costs to lead them; side suits cost nothing."""

Candidate = tuple[EffectiveSuit, tuple[Unit, ...]]


def lead(match: Match, tricks: Tricks, seat: Seat) -> Cards:
    """The lead that is expected to bring most."""
    leader = _Leader(match, tricks, seat)
    suit, units = max(leader.candidates(), key=leader.score)
    return leader.cards(suit, units)


class _Leader:
    """One seat on lead."""

    def __init__(self, match: Match, tricks: Tricks, seat: Seat) -> None:
        self.reckoning = Reckoning(match, tricks, seat)
        self.order = self.reckoning.order
        self.worth = keeping(self.reckoning)
        self.compare = match.rules.trump_throw_compare
        self.decks = match.rules.copies
        players = match.rules.players
        self.after = [Seat((seat + step) % players) for step in range(1, players)]

    def candidates(self) -> Iterator[Candidate]:
        """Every unit that can be led, and the safe throws."""
        for suit in EFFECTIVE_SUITS:
            if self.reckoning.hand[suit][0]:
                yield from ((suit, (unit,)) for unit in self._units(suit))
                throw = self._throw(suit)
                if len(throw) > 1:
                    yield suit, throw

    def _units(self, suit: EffectiveSuit) -> Iterator[Unit]:
        holding, chain = self.reckoning.hand[suit], self.order.chains[suit]
        for shape in shapes_in(chain, holding):
            yield from units_of_shape(chain, holding, shape)

    def _throw(self, suit: EffectiveSuit) -> tuple[Unit, ...]:
        """All units of the suit that nobody can beat, as one play; nothing when that would make other units."""
        chain, reckoning = self.order.chains[suit], self.reckoning
        held = nothing(self.decks)
        for unit in decompose(chain, reckoning.hand[suit]):
            if reckoning.is_unbeatable(suit, unit):
                held = together(held, holding_of_unit(unit, self.decks))
        units = decompose(chain, held)
        return units if all(reckoning.is_unbeatable(suit, unit) for unit in units) else ()

    def cards(self, suit: EffectiveSuit, units: tuple[Unit, ...]) -> Cards:
        """The cards of some units."""
        return tuple(card for unit in units for card in unit_cards(self.order, suit, unit))

    def score(self, candidate: Candidate) -> float:
        """What the lead is expected to bring, in points."""
        suit, units = candidate
        led, reckoning = lead_of(suit, units), self.reckoning
        standing = Standing(suit, reading_of_lead(units, self.compare))
        chance = reckoning.chance_to_win(led, standing, ours=True, after=self.after)
        cards = self.cards(suit, units)
        score = TEMPO * chance + (chance - 0.5) * points(cards)
        for seat in self.after:
            expected = reckoning.expected_points(seat, suit, led.size)
            score += expected * chance if reckoning.is_friend(seat) else -expected * (1.0 - chance)
        if suit == TRUMPS:
            score -= KEPT * sum([self.worth[card] for card in cards])
        return score
