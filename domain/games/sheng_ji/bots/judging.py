"""Judging follows: what the bot `club` adds to the rules of thumb of `steady`.

The score of a follow is that of `steady` and a sum of considerations with fixed weights. The weights were fitted to the
values that playouts gave to the follows of 1600 decisions. They say, for example, that a trump is worth more than
`steady` thinks if the hand is long in trumps, and less near the end.
"""

from typing import NamedTuple

from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.bots.following import Follower
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.state import MatchState, Trick, Tricks
from domain.games.sheng_ji.trick import beats
from domain.kernel.cards import Cards, points
from domain.kernel.seats import Seat

LATE = 8
"""The last trick is planned for when a hand has fewer cards than this."""
KITTY_POINTS = 0.6
"""The points in an unknown card of the kitty, relative to an unknown card anywhere."""

STEADY = 0.78
"""The weight of the score of `steady`."""
WEIGHTS: dict[str, float] = {
    "chance": 2.8,
    "chance squared": -2.12,
    "takes": 2.85,
    "chance of points on the table": 1.5,
    "takes points on the table": 0.68,
    "chance of own points": 0.85,
    "own points": -0.81,
    "takes with own points": -1.01,
    "trumps": 3.23,
    "side cards": 0.09,
    "trumps late": -1.05,
    "ruffs": 0.06,
    "ruffs points": 0.59,
    "ruffs last": 0.31,
    "ruffs with many trumps": -1.08,
    "ruffs with many cards": 1.52,
    "voids": 0.22,
    "takes last": -3.39,
    "takes third": -1.36,
    "takes from a friend": -0.82,
    "takes points from a friend": -1.4,
    "own points last": -0.73,
    "own points to a friend": 0.25,
    "own points to an opponent": -0.33,
    "chance late": -1.91,
    "chance of the kitty": -3.73,
    "trumps for the kitty": 0.59,
    "trumps of declarers": 0.46,
    "takes trumps": -0.91,
    "trumps on trumps": -0.42,
}
"""The weights of the considerations. Points and values of cards count in tens."""


class Situation(NamedTuple):
    """What is the same for all plays of a decision.

    Attributes:
        late: how close the end of the hand is, from 0 to 1.
        kitty: the points that the last trick is expected to decide, in tens.
        declares: the probability that the seat is a declarer.
        trumps: the share of the remaining trumps in the hand, relative to its share of the cards.
    """

    late: float
    kitty: float
    declares: float
    trumps: float


def situation_of(tricks: Tricks, counting: CardCounting) -> Situation:
    """Returns the situation of a seat."""
    size, unseen = counting.sizes[counting.seat], sum(counting.left) or 1
    if counting.seat == tricks.burier:
        kitty = float(points(tricks.kitty))
    else:
        kitty = KITTY_POINTS * sum(counting.rich) * len(tricks.kitty) / unseen
    mine = in_suit(counting.hand, TRUMPS).bit_count()
    total = mine + counting.left[TRUMPS]
    share = mine / total * sum(counting.sizes) / size if total else 0.0
    return Situation(max(0.0, (LATE - size) / LATE), 2 * kitty / 10, counting.declaring[counting.seat], share)


class Judge(Follower):
    """A seat that has to follow, and weighs more than `steady` does."""

    def __init__(self, match: MatchState, tricks: Tricks, trick: Trick, seat: Seat) -> None:
        super().__init__(match, tricks, trick, seat)
        self.situation = situation_of(tricks, self.counting)

    def score(self, cards: Cards) -> float:
        """Returns the value of a play."""
        considered = {**self._of_the_trick(cards), **self._of_the_cards(cards)}
        return STEADY * super().score(cards) + sum([WEIGHTS[name] * value for name, value in considered.items()])

    def _better(self, cards: Cards) -> tuple[float, float]:
        """Returns whether a play takes the trick, as 0 or 1, and the chance of the own side after it."""
        rules, play = self.rules, hand_of(self.order, cards)
        better = beats(self.order, self.lead, self.trick.standing, play, rules.trump_throw_compare, rules.bombs)
        if better is None:
            return 0.0, self.chance
        return 1.0, self.counting.chance_to_win(self.lead, better, ours=1.0, after=self.after)

    def _of_the_trick(self, cards: Cards) -> dict[str, float]:
        """Returns the considerations about winning the trick."""
        takes, chance = self._better(cards)
        table, own, situation = self.table_points / 10, points(cards) / 10, self.situation
        friend = self.counting.friends[self.trick.winner]
        last = float(not self.after)
        return {
            "chance": chance,
            "chance squared": chance * chance,
            "takes": takes,
            "chance of points on the table": chance * table,
            "takes points on the table": takes * table,
            "chance of own points": chance * own,
            "own points": own,
            "takes with own points": takes * own,
            "takes last": takes * last,
            "takes third": takes * float(len(self.after) == 1),
            "takes from a friend": takes * friend,
            "takes points from a friend": takes * friend * table,
            "own points last": own * last,
            "own points to a friend": own * (1.0 - last) * friend,
            "own points to an opponent": own * (1.0 - last) * (1.0 - friend),
            "chance late": chance * situation.late,
            "chance of the kitty": chance * situation.late * situation.kitty,
            "takes trumps": takes * float(self.lead.suit == TRUMPS),
        }

    def _of_the_cards(self, cards: Cards) -> dict[str, float]:
        """Returns the considerations about the cards that are given away."""
        order, lead, situation = self.order, self.lead, self.situation
        takes, _ = self._better(cards)
        trumps = sum([self.worth[card] for card in cards if order.is_trump(card)]) / 10
        others = sum([self.worth[card] for card in cards if not order.is_trump(card)]) / 10
        ruffs = takes * float(lead.suit != TRUMPS and any(order.is_trump(card) for card in cards))
        return {
            "trumps": trumps,
            "side cards": others,
            "trumps late": trumps * situation.late,
            "trumps for the kitty": trumps * situation.late * situation.kitty,
            "trumps of declarers": trumps * situation.declares,
            "trumps on trumps": trumps * float(lead.suit == TRUMPS),
            "ruffs": ruffs,
            "ruffs points": ruffs * self.table_points / 10,
            "ruffs last": ruffs * float(not self.after),
            "ruffs with many trumps": ruffs * situation.trumps,
            "ruffs with many cards": ruffs * lead.size / 4,
            "voids": self._voids(cards) * min(1.0, 3 * situation.trumps),
        }

    def _voids(self, cards: Cards) -> float:
        """Returns the number of side suits that a play leaves empty."""
        order, empty = self.order, 0
        for suit in EFFECTIVE_SUITS:
            held = in_suit(self.counting.hand, suit).bit_count()
            if held and suit not in (TRUMPS, self.lead.suit):
                empty += held <= sum([order.suit_of[card] == suit for card in cards])
        return float(empty)
