"""Following: wins with the cards needed, gives points to the own side, and none to the other side (BOT-05).

Of the candidate plays, the one with the highest sum is chosen:

    points on the table, and TEMPO    x chance to win
    points of the played cards        x (chance to win - 1/2)
    - the value of keeping the played cards
    other stakes

Every bomb that may be played is a candidate.
"""

from collections.abc import Iterable
from itertools import islice

from domain.games.sheng_ji.bombs import bombs_held, can_be_bombed
from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.bots.keeping import keeping
from domain.games.sheng_ji.bots.stakes import Stakes
from domain.games.sheng_ji.card_order import TRUMPS, EffectiveSuit
from domain.games.sheng_ji.check import follows_suit
from domain.games.sheng_ji.follow import best_fits
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.layers import Holding, without
from domain.games.sheng_ji.packing import packings
from domain.games.sheng_ji.state import MatchState, Trick, Tricks
from domain.games.sheng_ji.trick import WinningPlay, beats, shapes_of
from domain.games.sheng_ji.units import Unit, holding_of_unit, unit_cards
from domain.kernel.cards import POINTS, Cards, Face, points
from domain.kernel.seats import Seat

WAYS = 40
"""The maximum number of ways to answer runs and tuples that are compared."""
TEMPO = 2.0
"""The value of the next lead, in points."""


def follow(match: MatchState, tricks: Tricks, seat: Seat) -> Cards:
    """Returns the play with the highest expected value.

    Raises:
        ValueError: no cards have been led.
    """
    if tricks.trick is None:
        raise ValueError("there is no lead to follow")
    return Follower(match, tricks, tricks.trick, seat).best()


class Follower:
    """A seat that has to follow."""

    def __init__(self, match: MatchState, tricks: Tricks, trick: Trick, seat: Seat) -> None:
        self.rules = match.rules
        self.counting = CardCounting(match, tricks, seat)
        self.trick = trick
        self.lead = trick.lead
        self.order = self.counting.order
        self.hand = self.counting.hand
        self.worth = keeping(match, self.counting)
        self.stakes = Stakes(match, tricks, self.counting)
        players = match.rules.players
        self.after = [Seat((seat + step) % players) for step in range(1, players - len(trick.plays))]
        self.table_points = sum(points(play.cards) for play in trick.plays)

        self.chance = self._chance_to_win(trick.standing, ours=self.counting.friends[trick.winner])
        """The probability that the own side wins the trick if this seat does not."""

    def best(self) -> Cards:
        """Returns the best candidate."""
        plays = self.candidates()
        return plays[0] if len(plays) == 1 else max(plays, key=self.score)

    def ranked(self) -> list[Cards]:
        """Returns the candidates, the best one first."""
        return sorted(self.candidates(), key=self.score, reverse=True)

    def candidates(self) -> list[Cards]:
        """Returns the plays that are compared."""
        lead, held = self.lead, in_suit(self.hand, self.lead.suit)
        count = held.bit_count()
        plays = []
        if count == lead.size:
            plays = [holding_cards(self.order, lead.suit, held)]
        elif count > lead.size:
            plays = self._in_suit(held)
        else:
            plays = [self._with_others(held)]
            if not count and lead.suit != TRUMPS:
                plays += self._ruffs()
        if self.rules.bombs != "off":
            plays += self._bombs()
        return plays

    def _bombs(self) -> list[Cards]:
        """Returns the bombs that may be played."""
        lead, order = self.lead, self.order
        if not can_be_bombed(lead.units, lead.size):
            return []
        bombs = [(order.faces[bomb.suit][bomb.slot],) * lead.size for bomb in bombs_held(lead.size, self.hand)]
        return [cards for cards in bombs if follows_suit(order, lead, self.hand, hand_of(order, cards), self.rules)]

    def _chance_to_win(self, standing: WinningPlay, *, ours: float) -> float:
        return self.counting.chance_to_win(self.lead, standing, ours=ours, after=self.after)

    def score(self, cards: Cards) -> float:
        """Returns the value of a play."""
        play = hand_of(self.order, cards)
        rules = self.rules
        better = beats(self.order, self.lead, self.trick.standing, play, rules.trump_throw_compare, rules.bombs)
        chance = self._chance_to_win(better, ours=1.0) if better else self.chance
        return (
            chance * (self.table_points + TEMPO)
            + (chance - 0.5) * points(cards)
            - sum([self.worth[card] for card in cards])
            + self.stakes.of(cards, chance)
        )

    def _price(self, card: Face) -> float:
        """Returns the price of playing a card without winning with it."""
        return self.worth[card] - (self.chance - 0.5) * POINTS[card] - self.stakes.of((card,), self.chance)

    def _cheapest(self, cards: Cards, count: int) -> Cards:
        return tuple(sorted(cards, key=self._price)[:count])

    def _with_others(self, held: Holding) -> Cards:
        """Returns all cards of the led suit, and the cheapest others."""
        must = holding_cards(self.order, self.lead.suit, held)
        others = hand_cards(self.order, without(self.hand, hand_of(self.order, must)))
        return must + self._cheapest(others, self.lead.size - len(must))

    def _in_suit(self, held: Holding) -> list[Cards]:
        """Returns plays of the led suit only that answer what the lead demands."""
        lead, order = self.lead, self.order
        if lead.size == 1:
            return [(card,) for card in dict.fromkeys(holding_cards(order, lead.suit, held))]
        ways = best_fits(order.chains[lead.suit], lead, held, protect_tuples=self.rules.protect_tuples)
        return [self._filled(lead.suit, held, units) for units in islice(ways, WAYS)]

    def _filled(self, suit: EffectiveSuit, held: Holding, units: Iterable[Unit]) -> Cards:
        """Returns the cards of the units, and the cheapest other cards of the suit."""
        left, fixed = held, Cards()
        for unit in units:
            left = without(left, holding_of_unit(unit))
            fixed += unit_cards(self.order, suit, unit)
        return fixed + self._cheapest(holding_cards(self.order, suit, left), self.lead.size - len(fixed))

    def _ruffs(self) -> list[Cards]:
        """Returns plays of trumps only: those that can win the trick, and possibly others."""
        lead, order, trumps = self.lead, self.order, in_suit(self.hand, TRUMPS)
        if trumps.bit_count() < lead.size:
            return []
        cards = holding_cards(order, TRUMPS, trumps)
        if lead.size == 1:
            return [(card,) for card in dict.fromkeys(cards)]
        shapes = tuple(shape for shape in shapes_of(lead.units) if shape != (1, 1))
        if not shapes:
            rest = self._cheapest(cards, len(cards))
            return [(*rest[: lead.size - 1], card) for card in rest[lead.size - 1 :]]
        ways = packings(order.chains[TRUMPS], trumps, shapes)
        return [self._filled(TRUMPS, trumps, units) for units in islice(ways, WAYS)]
