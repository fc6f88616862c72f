"""Judging leads: what the bot `club` leads.

A small net of weights scores each lead. `steady` adds up fixed rules instead. The net was fitted to the values that
playouts gave to leads, so it knows nothing that playouts do not show.
"""

from domain.games.sheng_ji.bots.lead_features import LeadFeatures
from domain.games.sheng_ji.bots.lead_weights import DIRECT, UNITS
from domain.games.sheng_ji.bots.leading import Candidate
from domain.games.sheng_ji.bots.net import Scorer
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.seats import Seat


class LeadJudge(LeadFeatures):
    """A seat on lead that weighs more than `steady` does."""

    def __init__(self, match: MatchState, tricks: Tricks, seat: Seat) -> None:
        super().__init__(match, tricks, seat)
        self._scorer = Scorer(DIRECT, UNITS, self.shared)

    def score(self, candidate: Candidate) -> float:
        """Returns the value of a lead, in points, relative to other leads of the same hand."""
        features, chance = self.features(candidate)
        return self._scorer.score(features) + self.stakes.of(self.cards(*candidate), chance)
