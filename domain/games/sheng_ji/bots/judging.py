"""Judging follows: what the bot `club` plays to a trick.

A small net of weights scores each follow. `steady` adds up fixed rules instead. The net was fitted to the values that
playouts gave to follows, so it knows nothing that playouts do not show.
"""

from domain.games.sheng_ji.bots.follow_features import FollowFeatures
from domain.games.sheng_ji.bots.follow_weights import DIRECT, UNITS
from domain.games.sheng_ji.bots.net import Scorer
from domain.games.sheng_ji.state import MatchState, Trick, Tricks
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat


class Judge(FollowFeatures):
    """A seat that has to follow, and weighs more than `steady` does."""

    def __init__(self, match: MatchState, tricks: Tricks, trick: Trick, seat: Seat) -> None:
        super().__init__(match, tricks, trick, seat)
        self._scorer = Scorer(DIRECT, UNITS, self.shared)

    def score(self, cards: Cards) -> float:
        """Returns the value of a play, in points, relative to other plays of the same hand."""
        features, chance = self.features(cards)
        return self._scorer.score(features) + self.stakes.of(cards, chance)
