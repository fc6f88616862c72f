"""Judging leads: what the bot `club` leads.

A small net of weights scores each lead. `steady` adds up fixed rules instead. The net was fitted to the values that
playouts gave to all leads of some thousand decisions, so it knows nothing that playouts do not show.
"""

from operator import mul

from domain.games.sheng_ji.bots.lead_features import LeadFeatures
from domain.games.sheng_ji.bots.lead_weights import DIRECT, UNITS
from domain.games.sheng_ji.bots.leading import Candidate


class LeadJudge(LeadFeatures):
    """A seat on lead that weighs more than `steady` does."""

    def score(self, candidate: Candidate) -> float:
        """Returns the value of a lead, in points, relative to other leads of the same hand."""
        features, chance = self.features(candidate)
        total: float = sum(map(mul, DIRECT, features))
        for sign, bias, weights in UNITS:
            unit = bias + sum(map(mul, weights, features))
            if unit > 0.0:
                total += sign * unit
        return total + self.stakes.of(self.cards(*candidate), chance)
