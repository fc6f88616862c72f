"""A duel: two bots play the same deals from both sides, so that the luck of the cards cancels out.

Each deal is played at two tables with the same secrets, hence with the same cards and the same first drawer: bot A sits
on the even seats at one table and on the odd seats at the other. A deal is one sample: its figures are the means of its
two hands, and all errors are worked out over deals.

What a hand is worth to bot A:

    points   opponent points - threshold when A's side were the opponents, the negative of it when they were declarers.
             So the difference between the two hands is what B's declarers conceded more than A's where both bots were
             declarers once, and the sign is right where one of them declared both times. The points are those of the
             score: penalties and the kitty bonus with its factor are in, uncapped, because the game pays for them.
    levels   the levels won, negative when the other side won them; 0 when the opponents only took over the deal
    won      1 when A's side won the hand, else 0
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
"""Normal deviates within which 95 % lie; there are deals enough for that to hold of a mean.

It is `statistics.NormalDist().inv_cdf(0.975)`. That module loads `random`, which the domain does without.
"""


class HandResult(NamedTuple):
    """What one hand was worth to one side."""

    points: float
    levels: float
    won: float


class DealResult(NamedTuple):
    """What a deal was worth to bot A: at the table where it held the even seats, and where it held the odd ones."""

    seed: str
    even: HandResult
    odd: HandResult

    @property
    def mean(self) -> HandResult:
        """What a hand of this deal was worth on the average."""
        return HandResult(*((one + other) / 2 for one, other in zip(self.even, self.odd, strict=True)))


class Estimate(NamedTuple):
    """A mean over deals, the standard deviation of one deal, and the ends of the 95 % confidence interval."""

    mean: float
    deviation: float
    lower: float
    upper: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval, in whose middle the mean of shares need not be."""
        return (self.upper - self.lower) / 2


class DuelResult(NamedTuple):
    """How bot A did over some deals, for each hand."""

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
    """Plays one deal for each seed, lazily, so that whoever asks can show how far it has come.

    Args:
        first: bot A, whose figures are given.
        second: bot B.
        seeds: each gives the cards of a deal; the trump rank goes from 2 to A with the place among the seeds.
        luck_of: makes the bots' own chance from a name that is different for each table.
        profile: the rules.
        overrides: options that differ from the profile; `initial_level` is overridden by the duel.
    """
    for place, seed in enumerate(seeds):
        options = {**(overrides or {}), "initial_level": RANK_NAMES[place % len(RANK_NAMES)]}
        setting = SimulationSetting("sheng_ji", profile, options, hands=1)
        even, odd = (
            _play(setting, seed, {side: first, 1 - side: second}, side, luck_of(f"{seed}/{side}")) for side in (0, 1)
        )
        yield DealResult(seed, even, odd)


def deal_seeds(name: str, deals: int, start: int = 0) -> Sequence[str]:
    """So many seeds of one family, from the place `start` on."""
    return [f"{name}/{number}" for number in range(start, start + deals)]


def result_of(deals: Iterable[DealResult]) -> DuelResult:
    """The figures of a duel, or of as much of it as has been played."""
    means = [deal.mean for deal in deals]
    return DuelResult(
        len(means),
        estimate([mean.points for mean in means]),
        estimate([mean.levels for mean in means]),
        estimate_share([mean.won for mean in means]),
    )


def estimate(samples: Sequence[float], least: float = -inf) -> Estimate:
    """Mean, standard deviation and confidence of samples; without two of them nothing is certain.

    Args:
        samples: of which there is no greatest.
        least: the least that a sample can be; the interval does not go below it.
    """
    mean, deviation = _mean_and_deviation(samples)
    half_width = Z_95 * deviation / sqrt(len(samples)) if len(samples) > 1 else inf
    return Estimate(mean, deviation, max(mean - half_width, least), mean + half_width)


def estimate_share(samples: Sequence[float], least: float = 0.0) -> Estimate:
    """The same of shares, with Wilson's score interval, which lies among the values that a share can have.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927). It is for samples of 0 or
    1. A sample that is itself a mean varies less, so the size is that of as many of 0 or 1 as have the same variance.

    Args:
        samples: from `least` to `least + 1`.
        least: the least that a sample can be, where a share is given as the difference to another one.
    """
    count = len(samples)
    mean, deviation = _mean_and_deviation(samples)
    if not count:
        return Estimate(mean, deviation, least, least + 1)
    share = min(max(mean - least, 0.0), 1.0)
    variance = sum((sample - mean) ** 2 for sample in samples) / count
    # Samples that are all the same, but for rounding, say nothing of how they vary.
    size = count * share * (1 - share) / variance if variance > 1e-12 else count
    weight = Z_95**2 / size
    middle = (share + weight / 2) / (1 + weight)
    half_width = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    # In the corners both are the same but for rounding.
    lower, upper = min(middle - half_width, share), max(middle + half_width, share)
    return Estimate(mean, deviation, least + max(lower, 0.0), least + min(upper, 1.0))


def _mean_and_deviation(samples: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation of samples, 0 where there are too few of them."""
    count = len(samples)
    mean = sum(samples) / count if count else 0.0
    deviation = sqrt(sum((sample - mean) ** 2 for sample in samples) / (count - 1)) if count > 1 else 0.0
    return mean, deviation


def _play(setting: SimulationSetting, seed: str, bot_of_side: Mapping[int, Bot], side: int, luck: Luck) -> HandResult:
    """Plays the deal at one table; the result is that of the side."""
    simulation = Simulation(setting, secrets_from(seed))
    bots = [bot_of_side[team_of(Seat(seat))] for seat in range(len(simulation.table.seats))]
    return hand_result(simulation.play(bots, luck), side)


def hand_result(table: Table, side: int) -> HandResult:
    """What the hand that was just scored at the table is worth to a side."""
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
