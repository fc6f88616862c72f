"""Duels: two bots play the same deals from both sides, which cancels out the luck of the cards.

Each deal is played at two tables with the same secrets, and therefore with the same cards and first drawer. Bot A has
the even seats at one table and the odd seats at the other. A deal is one sample: its figures are the means of its two
hands, and errors are computed over deals.

The value of a hand for bot A:

    points   opponent points - threshold if A's side were the opponents, and its negative if they were the declarers.
             If each bot declared once, the two hands together show how much more B's declarers conceded than A's. If
             one bot declared twice, the sign is still right. Penalties and the multiplied kitty bonus are included
             without a cap, because the game counts them.
    levels   the levels won, negative if the other side won them; 0 if the opponents only took over the deal
    won      1 if A's side won the hand, else 0
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt
from typing import NamedTuple

from domain.games.sheng_ji.state import Scored, team_of
from domain.kernel.cards import RANK_NAMES
from domain.kernel.seats import Seat
from domain.table.bot import Bot, Luck
from domain.table.state import Table
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from

Z_95 = 1.959963984540054
"""The quantile of the normal distribution for 95 % intervals. There are enough deals for means to be normal.

It is `statistics.NormalDist().inv_cdf(0.975)`. That module imports `random`, which the domain must not use.
"""


class HandResult(NamedTuple):
    """The value of one hand for one side."""

    points: float
    levels: float
    won: float


class DealResult(NamedTuple):
    """The value of a deal for bot A at the table where it had the even seats, and where it had the odd ones."""

    seed: str
    even: HandResult
    odd: HandResult

    @property
    def mean(self) -> HandResult:
        """The mean value of a hand of this deal."""
        return HandResult(*((one + other) / 2 for one, other in zip(self.even, self.odd, strict=True)))


class Estimate(NamedTuple):
    """A mean over deals, the standard deviation of a deal, and the limits of the 95 % confidence interval."""

    mean: float
    deviation: float
    lower: float
    upper: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval. The mean of shares need not be in its middle."""
        return (self.upper - self.lower) / 2


class DuelResult(NamedTuple):
    """The mean values of a hand for bot A over some deals."""

    deals: int
    points: Estimate
    levels: Estimate
    won: Estimate


def duel(
    first: Bot,
    second: Bot,
    seeds: Iterable[str],
    luck_of: Callable[[str], Luck],
    *,
    profile: str = "zhang-2021",
    overrides: Mapping[str, object] | None = None,
) -> Iterator[DealResult]:
    """Plays one deal for each seed, lazily, so callers can show the progress.

    Args:
        first: bot A, for which values are computed.
        second: bot B.
        seeds: each determines the cards of a deal. The trump rank goes from 2 to A with the index of the seed.
        luck_of: returns the random numbers of the bots for a name, which is different for each table.
        profile: the rules.
        overrides: options that differ from the profile. The duel overrides `initial_level`.
    """
    for place, seed in enumerate(seeds):
        options = {**(overrides or {}), "initial_level": RANK_NAMES[place % len(RANK_NAMES)]}
        setting = SimulationSetting("sheng_ji", profile, options, hands=1)
        even, odd = (
            _play(setting, seed, {side: first, 1 - side: second}, side, luck_of(f"{seed}/{side}")) for side in (0, 1)
        )
        yield DealResult(seed, even, odd)


def deal_seeds(name: str, deals: int, start: int = 0) -> Sequence[str]:
    """Returns `deals` seeds of one family, starting with number `start`."""
    return [f"{name}/{number}" for number in range(start, start + deals)]


def result_of(deals: Iterable[DealResult]) -> DuelResult:
    """Returns the mean values over the deals played so far."""
    means = [deal.mean for deal in deals]
    return DuelResult(
        len(means),
        estimate([mean.points for mean in means]),
        estimate([mean.levels for mean in means]),
        estimate_share([mean.won for mean in means]),
    )


def estimate(samples: Sequence[float], least: float = -inf) -> Estimate:
    """Returns mean, standard deviation and confidence interval of samples. The interval is infinite for less than two.

    Args:
        samples: the samples, without an upper limit.
        least: the smallest possible sample, which limits the interval.
    """
    mean, deviation = _mean_and_deviation(samples)
    half_width = Z_95 * deviation / sqrt(len(samples)) if len(samples) > 1 else inf
    return Estimate(mean, deviation, max(mean - half_width, least), mean + half_width)


def estimate_share(samples: Sequence[float], least: float = 0.0) -> Estimate:
    """Returns the same for shares, with Wilson's score interval, which stays within the possible values.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927). The interval is defined
    for samples of 0 or 1. A sample that is itself a mean varies less, so the size is that of as many samples of 0 or 1
    with the same variance.

    Args:
        samples: numbers from `least` to `least + 1`.
        least: the smallest possible sample, if a share is given as the difference to another one.
    """
    count = len(samples)
    mean, deviation = _mean_and_deviation(samples)
    if not count:
        return Estimate(mean, deviation, least, least + 1)
    share = min(max(mean - least, 0.0), 1.0)
    variance = sum((sample - mean) ** 2 for sample in samples) / count
    # If all samples are equal except for rounding, their variance is unknown.
    size = count * share * (1 - share) / variance if variance > 1e-12 else count
    weight = Z_95**2 / size
    middle = (share + weight / 2) / (1 + weight)
    half_width = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    # At shares of 0 and 1, the limit equals the share except for rounding.
    lower, upper = min(middle - half_width, share), max(middle + half_width, share)
    return Estimate(mean, deviation, least + max(lower, 0.0), least + min(upper, 1.0))


def _mean_and_deviation(samples: Sequence[float]) -> tuple[float, float]:
    """Returns the mean and the standard deviation of samples, or 0 if there are too few."""
    count = len(samples)
    mean = sum(samples) / count if count else 0.0
    deviation = sqrt(sum((sample - mean) ** 2 for sample in samples) / (count - 1)) if count > 1 else 0.0
    return mean, deviation


def _play(setting: SimulationSetting, seed: str, bot_of_side: Mapping[int, Bot], side: int, luck: Luck) -> HandResult:
    """Plays the deal at one table and returns the result of the side."""
    simulation = Simulation(setting, secrets_from(seed))
    bots = [bot_of_side[team_of(Seat(seat))] for seat in range(len(simulation.table.seats))]
    return hand_result(simulation.play(bots, luck), side)


def hand_result(table: Table, side: int) -> HandResult:
    """Returns the value of the hand that was just scored for a side. Raises `TypeError` if none was scored."""
    scored = table.match.phase
    if not isinstance(scored, Scored):
        raise TypeError(f"no hand has been scored: {scored}")
    score = scored.score
    declared = team_of(scored.deal.dealer) == side
    won = (score.winners == "declarers") == declared
    excess = score.opponent_points - table.rules.threshold
    return HandResult(
        points=-excess if declared else excess,
        levels=score.levels_won if won else -score.levels_won,
        won=float(won),
    )
