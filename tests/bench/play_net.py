"""The nets that score plays, how they are fitted to judged plays, and what their choices lose.

A net has the form of `lead_weights.py`: half of its units add to the score, and half of them subtract. The fit is in
plain Python, by Adam. It first minimises the squared errors of the differences between the plays of a position. Plays
that are nearly best weigh most, because only they are ever chosen. It then maximises the mean value of the choice, if
plays with nearly the same score are chosen with nearly the same probability.
"""

from collections.abc import Callable, Sequence
from math import exp, sqrt
from operator import mul
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from domain.games.sheng_ji.bots.net import Unit
from tests.bench.judged_plays import JudgedPlays

NEARLY = 12.0
"""A play that is worth so many points less than the best one weighs a third."""
BATCH = 64
"""The number of positions in a step."""
FASTEST, SLOWEST = 0.02, 0.0002
"""The rates of the first and of the last round."""
SHRINK = 3e-4
"""What pulls weights towards zero."""
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
"""The constants of Adam."""
CHOOSING = 0.75
"""The share of the rounds that maximise the value of the choice."""
DOUBT = 0.8
"""A play whose score is lower by so many points is chosen e times less often."""
SLOWER = 3.0
"""The rate is divided by this in these rounds."""
SPREAD = 0.3
"""The standard deviation of a unit before the fit."""

Vector = list[float]


class Net(NamedTuple):
    """A fitted net."""

    direct: tuple[float, ...]
    units: tuple[Unit, ...]

    def score(self, features: Sequence[float]) -> float:
        """Returns the score of a play, as `LeadJudge` computes it."""
        total: float = sum(map(mul, self.direct, features))
        for sign, bias, weights in self.units:
            total += sign * max(0.0, bias + sum(map(mul, weights, features)))
        return total


def loss(plays: JudgedPlays, scores: Sequence[float]) -> float:
    """Returns how many points the play with the highest score is worth less than the best one.

    The best play is chosen by half of the worlds and valued by the others. So its luck does not count, and the result
    may be negative.
    """
    first, second = plays.first, plays.second
    best = (second[_highest(first)] + first[_highest(second)]) / 2
    return best - plays.values[_highest(scores)]


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


def _scale_of(positions: Sequence[JudgedPlays]) -> Scale:
    columns = [*zip(*[features for plays in positions for features in plays.features], strict=True)]
    # A feature that is the same everywhere says nothing, and keeps its size.
    return Scale([fmean(column) for column in columns], [pstdev(column) or 1.0 for column in columns])


class Example(NamedTuple):
    """A position as the fit sees it: scaled features, values and weights of its plays."""

    features: list[Vector]
    values: tuple[float, ...]
    weights: Vector


def _example(plays: JudgedPlays, scale: Scale) -> Example:
    values, best = plays.values, max(plays.values)
    weights = [exp((value - best) / NEARLY) for value in values]
    total = sum(weights)
    return Example(
        [scale.scaled(features) for features in plays.features], values, [weight / total for weight in weights]
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
        # Only differences between plays count, so the mean error does not.
        mean = sum(map(mul, example.weights, errors))
        slopes = [2.0 * weight * (error - mean) for weight, error in zip(example.weights, errors, strict=True)]
        self._add_slopes(example, outputs, slopes, gradient)

    def _add_gradient_of_choice(self, example: Example, gradient: list[Vector]) -> None:
        """Adds the gradient of the value that the choice in one position loses."""
        outputs = [self._outputs(features) for features in example.features]
        scores = [sum(map(mul, self.signs, row)) for row in outputs]
        highest = max(scores)
        chances = [exp((score - highest) / DOUBT) for score in scores]
        total = sum(chances)
        mean = sum(map(mul, chances, example.values)) / total
        slopes = [
            -2.0 * chance / total * (value - mean) / DOUBT
            for chance, value in zip(chances, example.values, strict=True)
        ]
        self._add_slopes(example, outputs, slopes, gradient)

    def _add_slopes(self, example: Example, outputs: Sequence[Vector], slopes: Vector, gradient: list[Vector]) -> None:
        """Adds the gradient that follows from the slopes of the scores of a position."""
        for features, row, slope in zip(example.features, outputs, slopes, strict=True):
            for place, (sign, output) in enumerate(zip(self.signs, row, strict=True)):
                # The direct part always counts, and a unit only if it is positive.
                if place == 0 or output > 0.0:
                    factor = slope * sign
                    gradient[place] = [old + factor * x for old, x in zip(gradient[place], features, strict=True)]

    def step(self, batch: Sequence[Example], rate: float, *, chooses: bool) -> None:
        """Changes the net by one step of Adam.

        Args:
            batch: some positions.
            rate: the length of the step.
            chooses: whether the value of the choice counts, and not the errors of the scores.
        """
        gradient = [[0.0] * len(vector) for vector in self.vectors]
        add = self._add_gradient_of_choice if chooses else self._add_gradient
        for example in batch:
            add(example, gradient)
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
        # The bias of the direct part is the same for all plays of a position.
        parts = [scale.unscaled(vector) for vector in self.vectors]
        units = [Unit(sign, *part) for sign, part in zip(self.signs[1:], parts[1:], strict=True)]
        return Net(parts[0][1], tuple(units))


def fitted(
    positions: Sequence[JudgedPlays],
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
    examples = [_example(plays, scale) for plays in positions]
    fit = Fit(len(scale.means), units, luck)
    scoring = rounds - int(CHOOSING * rounds)
    for done in range(rounds):
        luck.shuffle(examples)
        chooses = done >= scoring
        left = (rounds - done) / (rounds - scoring) / SLOWER if chooses else (scoring - done) / scoring
        for start in range(0, len(examples), BATCH):
            fit.step(examples[start : start + BATCH], FASTEST * left + SLOWEST, chooses=chooses)
        progress()
    return fit.net(scale)
