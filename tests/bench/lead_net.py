"""The net that scores leads, how it is fitted to judged leads, and what its choices lose.

A net has the form of `lead_weights.py`: half of its units add to the score, and half of them subtract. The fit is in
plain Python. It minimises the squared errors of the differences between the leads of a position, by Adam. Leads that
are nearly best weigh most, because only they are ever chosen.
"""

from collections.abc import Callable, Sequence
from math import exp, sqrt
from operator import mul
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from domain.games.sheng_ji.bots.lead_weights import Unit
from tests.bench.judged_leads import JudgedLeads

NEARLY = 12.0
"""A lead that is worth so many points less than the best one weighs a third."""
BATCH = 64
"""The number of positions in a step."""
FASTEST, SLOWEST = 0.02, 0.0002
"""The rates of the first and of the last round."""
SHRINK = 3e-4
"""What pulls weights towards zero."""
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
"""The constants of Adam."""
SPREAD = 0.3
"""The standard deviation of a unit before the fit."""

Vector = list[float]


class Net(NamedTuple):
    """A fitted net."""

    direct: tuple[float, ...]
    units: tuple[Unit, ...]

    def score(self, features: Sequence[float]) -> float:
        """Returns the score of a lead, as `LeadJudge` computes it."""
        total: float = sum(map(mul, self.direct, features))
        for sign, bias, weights in self.units:
            total += sign * max(0.0, bias + sum(map(mul, weights, features)))
        return total


def loss(leads: JudgedLeads, scores: Sequence[float]) -> float:
    """Returns how many points the lead with the highest score is worth less than the best one.

    The best lead is chosen by half of the worlds and valued by the others. So its luck does not count, and the result
    may be negative.
    """
    first, second = leads.first, leads.second
    best = (second[_highest(first)] + first[_highest(second)]) / 2
    return best - leads.values[_highest(scores)]


def _highest(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)


class Scale(NamedTuple):
    """The mean and the standard deviation of each feature."""

    means: Vector
    spreads: Vector

    def scaled(self, features: Sequence[float]) -> Vector:
        """Returns features with mean 0 and deviation 1, after a 1 for the bias."""
        return [1.0, *[(x - mean) / spread for x, mean, spread in zip(features, *self, strict=True)]]

    def unscaled(self, weights: Vector) -> tuple[float, tuple[float, ...]]:
        """Returns bias and weights for the features themselves, with three digits as the module has them."""
        found = [weight / spread for weight, spread in zip(weights[1:], self.spreads, strict=True)]
        return _short(weights[0] - sum(map(mul, found, self.means))), tuple([_short(weight) for weight in found])


def _short(number: float) -> float:
    return float(f"{number:.3g}")


def _scale_of(positions: Sequence[JudgedLeads]) -> Scale:
    columns = [*zip(*[features for leads in positions for features in leads.features], strict=True)]
    # A feature that is the same everywhere says nothing, and keeps its size.
    return Scale([fmean(column) for column in columns], [pstdev(column) or 1.0 for column in columns])


class Example(NamedTuple):
    """A position as the fit sees it: scaled features, values and weights of its leads."""

    features: list[Vector]
    values: tuple[float, ...]
    weights: Vector


def _example(leads: JudgedLeads, scale: Scale) -> Example:
    values, best = leads.values, max(leads.values)
    weights = [exp((value - best) / NEARLY) for value in values]
    total = sum(weights)
    return Example(
        [scale.scaled(features) for features in leads.features], values, [weight / total for weight in weights]
    )


class Fit:
    """A net while it is fitted: a vector for the direct part, and one for each unit, with the bias in front."""

    def __init__(self, width: int, units: int, luck: Random) -> None:
        self.signs = [1] + [1] * (units - units // 2) + [-1] * (units // 2)
        size = width + 1
        random = [[luck.gauss(0.0, SPREAD / sqrt(width)) for _ in range(size)] for _ in range(units)]
        self.vectors: list[Vector] = [[0.0] * size, *random]
        self._means = [[0.0] * size for _ in self.vectors]
        self._squares = [[0.0] * size for _ in self.vectors]
        self._steps = 0

    def _outputs(self, features: Vector) -> list[float]:
        direct, *units = self.vectors
        return [sum(map(mul, direct, features)), *[max(0.0, sum(map(mul, unit, features))) for unit in units]]

    def _add_gradient(self, example: Example, gradient: list[Vector]) -> None:
        """Adds the gradient of the error of one position."""
        outputs = [self._outputs(features) for features in example.features]
        errors = [sum(map(mul, self.signs, row)) - value for row, value in zip(outputs, example.values, strict=True)]
        # Only differences between leads count, so the mean error does not.
        mean = sum(map(mul, example.weights, errors))
        for features, row, weight, error in zip(example.features, outputs, example.weights, errors, strict=True):
            slope = 2.0 * weight * (error - mean)
            for place, (sign, output) in enumerate(zip(self.signs, row, strict=True)):
                # The direct part always counts, and a unit only if it is positive.
                if place == 0 or output > 0.0:
                    factor = slope * sign
                    gradient[place] = [old + factor * x for old, x in zip(gradient[place], features, strict=True)]

    def step(self, batch: Sequence[Example], rate: float) -> None:
        """Changes the net by one step of Adam."""
        gradient = [[0.0] * len(vector) for vector in self.vectors]
        for example in batch:
            self._add_gradient(example, gradient)
        self._steps += 1
        first, second = 1.0 - MEAN**self._steps, 1.0 - SQUARE**self._steps
        for place, vector in enumerate(self.vectors):
            slopes = [slope / len(batch) + SHRINK * x for slope, x in zip(gradient[place], vector, strict=True)]
            means = [MEAN * old + (1.0 - MEAN) * new for old, new in zip(self._means[place], slopes, strict=True)]
            squares = [
                SQUARE * old + (1.0 - SQUARE) * new * new for old, new in zip(self._squares[place], slopes, strict=True)
            ]
            self._means[place], self._squares[place] = means, squares
            self.vectors[place] = [
                x - rate * (mean / first) / (sqrt(square / second) + TINY)
                for x, mean, square in zip(vector, means, squares, strict=True)
            ]

    def net(self, scale: Scale) -> Net:
        """Returns the net for features that are not scaled."""
        # The bias of the direct part is the same for all leads of a position.
        parts = [scale.unscaled(vector) for vector in self.vectors]
        units = [Unit(sign, *part) for sign, part in zip(self.signs[1:], parts[1:], strict=True)]
        return Net(parts[0][1], tuple(units))


def fitted(
    positions: Sequence[JudgedLeads],
    units: int,
    rounds: int,
    luck: Random,
    *,
    progress: Callable[[], None] = lambda: None,
) -> Net:
    """Returns a net that is fitted to positions.

    Args:
        positions: the positions, at least one.
        units: the number of units.
        rounds: how often the fit goes through all positions.
        luck: decides on the first weights, and on the order of the positions.
        progress: is called after every round.
    """
    scale = _scale_of(positions)
    examples = [_example(leads, scale) for leads in positions]
    fit = Fit(len(scale.means), units, luck)
    for done in range(rounds):
        luck.shuffle(examples)
        rate = FASTEST * (1.0 - done / rounds) + SLOWEST
        for start in range(0, len(examples), BATCH):
            fit.step(examples[start : start + BATCH], rate)
        progress()
    return fit.net(scale)
