"""Ratings of players in games between sides of any number and size: the Bayesian model of Weng and Lin, by openskill.

A player's skill is a normal distribution with mean `mu` and standard deviation `sigma`.

| figure | definition |
|---|---|
| size | the mean number of players of the sides of this game |
| strength of a side | the mean `mu` of its players, times the size, plus its offset |
| variance of a side | the mean variance of its players, times size^2 / players, plus that of its offset |
| c of two sides | the square root of both variances + 2 beta^2 |
| expected | 1 / (1 + e^((strength of the other - strength of the own) / c)) |
| factor of a player | the player's variance * size / players of the side / c, times the weight |
| change of `mu` | factor * (score - expected), summed over all other sides; the score is 1, 1/2 or 0 |
| weight | 1 + `margin` * ln(levels won by) in games of two sides; 1 without levels |
| offset of a side | the advantage of being that side; learnt like a skill, from 0 or a configured prior |
| before each game | tau^2 and the variance of idle time are added to the variance |
| idle time | adds the variance of a newcomer in `idle_days`, evenly; never above that of a newcomer |
| shown | `mu` - 3 `sigma`: the skill is hardly ever lower |
| provisional | fewer than `provisional_games`, or `sigma` above `provisional_sigma` |

Between sides of equal size, strength is the sum of the skills, as in the model. For unequal sizes the model would count
each additional player as additional strength, so that four could never lose to two. Here the mean counts, and the
offset expresses the effect of the numbers. Each pool, role and pair of sizes has one offset. The declarers bear it, or
the smaller side if there are no roles. Two sides with the same role and size have none.

Idle time has a side effect. The first results of a player who returns after a long time move the rating further, up
and down. Until then a lower rating is shown.

Figures are stored as whole millionths, rounded half to even once per game. A result is computed from exactly the stored
figures, in an order that does not depend on seats or names. The variance of idle time is computed in whole numbers, and
the weight of a margin is rounded to millionths as well. Platforms may still differ in the last bit of e^x. This changes
about one figure in ten million, by one millionth.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 1.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from domain.kernel.instants import DAY_MS, Instant
from domain.ratings.results import Side, SideRole

MICRO = 1_000_000
"""One, as a whole number of millionths."""
HUNDREDTH = MICRO // 100


class Skill(NamedTuple):
    """The belief about a skill, in millionths."""

    mu: int
    sigma: int


class Handicap(NamedTuple):
    """The kind of an offset: the role and size of the side that bears it, and the size of the other side."""

    role: SideRole | None
    own: int
    other: int


class TeamRatingRules(NamedTuple):
    """The parameters of the rating, in millionths except days and games; the module docstring defines them."""

    mu: int = 25 * MICRO
    sigma: int = 8_333_333
    beta: int = 4_166_667
    tau: int = 83_333
    idle_days: int = 1825
    margin: int = 0
    offset_sigma: int = 4_166_667
    offset_priors: tuple[tuple[Handicap, int], ...] = ()
    provisional_games: int = 10
    provisional_sigma: int = 5 * MICRO

    @property
    def newcomer(self) -> "TeamRated":
        """The rating of a player without games."""
        return TeamRated(Skill(self.mu, self.sigma))

    def offset(self, handicap: Handicap) -> Skill:
        """Returns the belief about an offset before the first game."""
        return Skill(dict(self.offset_priors).get(handicap, 0), self.offset_sigma)


class TeamRated(NamedTuple):
    """A player's rating after the last game, and its time; `at` is `None` before the first game."""

    skill: Skill
    games: int = 0
    at: Instant | None = None


class RatedTeam(NamedTuple):
    """A side before a game: its place, 1 for the best, the skills of its players, and its offset if it has one."""

    place: int
    players: tuple[Skill, ...]
    offset: Skill | None = None


class Duel(NamedTuple):
    """The expected and the actual score of a side against another one, in millionths of a win."""

    expected: int
    score: int


class TeamOutcome(NamedTuple):
    """A side after a game.

    Attributes:
        players: their skills, in the given order.
        offset: the belief about its offset, if it has one.
        duels: one with each other side, in the given order.
        factors: for each player and duel, how far a whole win more or less would have moved `mu`.
    """

    players: tuple[Skill, ...]
    offset: Skill | None
    duels: tuple[Duel, ...]
    factors: tuple[tuple[int, ...], ...]


def aged(rules: TeamRatingRules, rated: TeamRated, now: Instant) -> Skill:
    """Returns a player's skill at an instant: `sigma` grows with time, up to that of a newcomer."""
    elapsed_ms = 0 if rated.at is None else max(0, now - rated.at)
    added = rules.sigma**2 * elapsed_ms // (rules.idle_days * DAY_MS)
    grown = math.isqrt(rated.skill.sigma**2 + added)
    return rated.skill._replace(sigma=max(rated.skill.sigma, min(grown, rules.sigma)))


def shown(skill: Skill) -> int:
    """Returns the displayed rating, in hundredths, rounded down."""
    return (skill.mu - 3 * skill.sigma) // HUNDREDTH


def is_provisional(rules: TeamRatingRules, games: int, skill: Skill) -> bool:
    """Returns whether a rating is still provisional after that many games."""
    return games < rules.provisional_games or skill.sigma > rules.provisional_sigma


def handicap_of(sides: Sequence[Side]) -> tuple[int, Handicap] | None:
    """Returns the place of the side that bears an offset, and its kind; `None` if the sides are alike or not two."""
    if len(sides) != 2:
        return None
    ranked = sorted(range(2), key=lambda place: (sides[place].role or "", len(sides[place].players)))
    bearer, other = (sides[place] for place in ranked)
    if (bearer.role, len(bearer.players)) == (other.role, len(other.players)):
        return None
    return ranked[0], Handicap(bearer.role, len(bearer.players), len(other.players))


def weight_of(rules: TeamRatingRules, teams: Sequence[RatedTeam], levels: int) -> int:
    """Returns the weight of a result in millionths: above one only for a win by several levels between two sides."""
    if len(teams) != 2 or levels < 1 or teams[0].place == teams[1].place:
        return MICRO
    return MICRO + round(rules.margin * math.log(levels))


def outcomes(rules: TeamRatingRules, teams: Sequence[RatedTeam], weight: int = MICRO) -> tuple[TeamOutcome, ...]:
    """Returns all sides after a game.

    Args:
        rules: the parameters.
        teams: two sides or more, with the skills of their players at the end of the game.
        weight: the weight of the result, in millionths.
    """
    # Float sums depend on the order of their terms. This order depends on the figures alone, not on the players.
    order = sorted(range(len(teams)), key=lambda place: _figures(teams[place]))
    size = sum(len(team.players) for team in teams) / len(teams)
    scaled = [_Scaled(rules, teams[place], size) for place in order]
    shares = [weight / MICRO if each.team.place == 1 else MICRO / weight for each in scaled]
    after = _model(rules.beta).rate(
        [each.openskill for each in scaled],
        ranks=[float(each.team.place) for each in scaled],
        weights=[[share] * len(each.openskill) for each, share in zip(scaled, shares, strict=True)],
    )
    moved = dict(zip(order, after, strict=True))
    by_place = dict(zip(order, scaled, strict=True))
    return tuple(
        by_place[place].outcome(moved[place], [by_place[each] for each in range(len(teams)) if each != place], weight)
        for place in range(len(teams))
    )


class _Scaled:
    """A side on the scale of a game: its players are scaled so that each side has the same total weight."""

    def __init__(self, rules: TeamRatingRules, team: RatedTeam, size: float) -> None:
        self.team = team
        self._order = sorted(range(len(team.players)), key=lambda place: team.players[place])
        self._scale = size / len(team.players)
        self._double_beta = 2 * (rules.beta / MICRO) ** 2
        drift = (rules.tau / MICRO) ** 2
        self._mu = [team.players[place].mu / MICRO * self._scale for place in self._order]
        self._sigma = [
            math.sqrt((team.players[place].sigma / MICRO) ** 2 + drift) * self._scale for place in self._order
        ]
        if team.offset is not None:
            self._mu.append(team.offset.mu / MICRO)
            self._sigma.append(team.offset.sigma / MICRO)
        self.strength = math.fsum(self._mu)
        self.variance = math.fsum(sigma * sigma for sigma in self._sigma)
        # openskill gives each rating a random id. No figure depends on it, and it is not kept.
        rating = _model(rules.beta).rating
        self.openskill = [rating(mu=mu, sigma=sigma) for mu, sigma in zip(self._mu, self._sigma, strict=True)]

    def outcome(self, after: Sequence["_Rated"], others: Sequence["_Scaled"], weight: int) -> TeamOutcome:
        """Returns the side after the game, on the scale of its players."""
        players = dict(zip(self._order, range(len(self._order)), strict=True))
        deviations = [math.sqrt(self.variance + other.variance + self._double_beta) for other in others]
        return TeamOutcome(
            tuple(self._unscaled(after[players[place]]) for place in range(len(players))),
            None if self.team.offset is None else Skill(_micro(after[-1].mu), _micro(after[-1].sigma)),
            tuple(self._duel(other, c) for other, c in zip(others, deviations, strict=True)),
            tuple(
                tuple(_micro(self._factor(players[place], c) * weight / MICRO) for c in deviations)
                for place in range(len(players))
            ),
        )

    def _unscaled(self, after: "_Rated") -> Skill:
        return Skill(_micro(after.mu / self._scale), _micro(after.sigma / self._scale))

    def _duel(self, other: "_Scaled", c: float) -> Duel:
        expected = 1 / (1 + math.exp((other.strength - self.strength) / c))
        is_drawn = self.team.place == other.team.place
        return Duel(_micro(expected), MICRO // 2 if is_drawn else MICRO * (self.team.place < other.team.place))

    def _factor(self, place: int, c: float) -> float:
        return self._sigma[place] ** 2 / self._scale / c


def _figures(team: RatedTeam) -> tuple[int, list[Skill], tuple[int, ...]]:
    return team.place, sorted(team.players), team.offset or ()


def _micro(figure: float) -> int:
    """Returns a figure in whole millionths, rounded half to even."""
    return round(figure * MICRO)


class _Rated(Protocol):
    """A rating of openskill."""

    mu: float
    sigma: float


@lru_cache(maxsize=8)
def _model(beta: int) -> Any:
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 - loaded by the first game that is rated

    # The uncertainty of time is included already, so the model adds none. Weights must not be normalised.
    model = BradleyTerryFull(beta=beta / MICRO, tau=0.0)
    model.weight_bounds = None
    return model
