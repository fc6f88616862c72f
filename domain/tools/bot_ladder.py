"""The ladder of the bots: duplicate deals between each two of them, and Bradley-Terry ratings from the results.

A deal is played twice with the same cards. The two bots sit alternately, and change their seats for the second time. A
bot wins the deal if its seats score more in both together, by the score of boards (`GamePackage.scores`).

The model of R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs (1952): bot i wins a deal against
bot j with the probability s_i / (s_i + s_j). A draw counts as half a win for both. The strengths are the fixed point of
D. R. Hunter, MM algorithms for generalized Bradley-Terry models (2004):

    s_i = wins_i / sum over j of (deals_ij / (s_i + s_j))

The rating is `1500 + 400 * log10(s_i)`, with strengths scaled to the mean rating 1500, on the scale of Elo. Each pair
also has one drawn deal that was not played. Without it, a bot that wins all deals would have an infinite rating.

The interval is 1.96 standard errors wide on both sides. Those come from the Fisher information of the log strengths:

    I_ij = -deals_ij p_ij (1 - p_ij)        I_ii = the sum of deals_ij p_ij (1 - p_ij) over j

Only differences of ratings are determined, so the covariance is the pseudo-inverse of this matrix.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import log, log10, sqrt
from typing import Any, NamedTuple

from domain.games.registry import PACKAGES
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Luck
from domain.table.state import Table
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

MEAN_RATING = 1500.0
SCALE = 400.0
ROUNDS = 2000
"""The maximum number of rounds of the fit."""
PRECISION = 1e-9
Z_95 = 1.96

Pair = tuple[str, str]
Outcomes = Mapping[Pair, Sequence[float]]
"""For each pair of bots, what the first won of each deal: 1, 1/2 or 0."""


class LadderRating(NamedTuple):
    """The rating of a bot, and its 95 % interval."""

    rating: float
    low: float
    high: float


class TimedBot:
    """A bot whose decisions are timed, by a clock in seconds that is passed in."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self.name, self.version, self.about = bot.name, bot.version, bot.about
        self.seconds: list[float] = []

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        """Returns the move of the bot, and notes the time."""
        began = self._clock()
        move = self._bot.choose(view, seat, luck)
        self.seconds.append(self._clock() - began)
        return move

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        """Returns what the bot does unasked."""
        return self._bot.interject(view, seat, luck)


def play_deal(setting: SimulationSetting, bots: tuple[Bot, Bot], seed: str, luck_of: Callable[[str], Luck]) -> float:
    """Plays a deal twice and returns what the first bot won of it: 1, 1/2 or 0.

    Raises:
        ValueError: the hand has no score.
    """
    difference = 0
    for offset in (0, 1):
        simulation = Simulation(setting, secrets_from(seed))
        seats = range(len(simulation.table.seats))
        table = simulation.play([bots[(seat + offset) % 2] for seat in seats], luck_of(f"{seed}/{offset}"))
        scores = PACKAGES[setting.game].scores(table.match)
        if scores is None:
            raise ValueError(f"the hand of {seed} has no score")
        firsts = [scores[seat].total for seat in seats if (seat + offset) % 2 == 0]
        others = [scores[seat].total for seat in seats if (seat + offset) % 2]
        # With an odd number of seats, the bots hold a different number of them.
        difference += sum(firsts) * len(others) - sum(others) * len(firsts)
    return 0.5 if difference == 0 else float(difference > 0)


def ratings_of(names: Sequence[str], outcomes: Outcomes) -> dict[str, LadderRating]:
    """Returns the rating of each bot with its interval, from the results of the deals."""
    ratings = fit(names, outcomes)
    information = [[0.0] * len(names) for _ in names]
    for (first, second), results in outcomes.items():
        one, other = names.index(first), names.index(second)
        chance = 1 / (1 + 10 ** ((ratings[second] - ratings[first]) / SCALE))
        known = (len(results) + 1) * chance * (1 - chance)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            information[row][column] += sign * known
    errors = [sqrt(max(variance, 0.0)) * SCALE / log(10) for variance in _variances(information)]
    return {
        name: LadderRating(ratings[name], ratings[name] - Z_95 * error, ratings[name] + Z_95 * error)
        for name, error in zip(names, errors, strict=True)
    }


def _variances(information: Sequence[Sequence[float]]) -> list[float]:
    """Returns the diagonal of the pseudo-inverse of a matrix whose rows sum to zero.

    Adding 1/n to all of its members makes it regular, and adds as much to the inverse.
    """
    size = len(information)
    rows = [
        [value + 1 / size for value in row] + [float(place == column) for column in range(size)]
        for place, row in enumerate(information)
    ]
    for place in range(size):
        pivot = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for row in range(size):
            if row != place:
                factor = rows[row][place]
                rows[row] = [value - factor * by for value, by in zip(rows[row], rows[place], strict=True)]
    return [rows[place][size + place] - 1 / size for place in range(size)]


def fit(names: Sequence[str], outcomes: Outcomes) -> dict[str, float]:
    """Returns the ratings that fit the outcomes best."""
    won = dict.fromkeys(names, 0.0)
    deals: dict[str, dict[str, int]] = {name: {} for name in names}
    for (first, second), results in outcomes.items():
        won[first] += sum(results) + 0.5
        won[second] += len(results) - sum(results) + 0.5
        deals[first][second] = deals[second][first] = len(results) + 1
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        former = strength
        strength = {
            name: won[name] / sum(count / (former[name] + former[other]) for other, count in deals[name].items())
            for name in names
        }
        middle = sum(map(log10, strength.values())) / len(names)
        strength = {name: value / 10**middle for name, value in strength.items()}
        if max(abs(log10(strength[name] / former[name])) for name in names) < PRECISION:
            break
    return {name: MEAN_RATING + SCALE * log10(value) for name, value in strength.items()}


def pairs_of(names: Sequence[str]) -> list[Pair]:
    """Returns each two of the bots."""
    return list(combinations(names, 2))
