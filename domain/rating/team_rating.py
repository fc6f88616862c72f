"""Ratings of players in games of sides of any number and size: the Bayesian model of Weng and Lin, by openskill.

A player's skill is believed to lie around `mu`, as surely as `sigma` is small (a normal distribution).

| figure | what it is |
|---|---|
| size | the mean number of players that a side of this game has |
| strength of a side | the mean `mu` of its players, times the size, plus its offset |
| variance of a side | the mean variance of its players, times size^2 / players, plus that of its offset |
| c of two sides | the square root of both variances + 2 beta^2 |
| expected | 1 / (1 + e^((strength of the other - strength of the own) / c)) |
| factor of a player | the player's variance * size / players of the side / c, times the weight |
| change of `mu` | factor * (score - expected), summed over all other sides; score 1, 1/2 or 0 |
| weight | 1 + `margin` * ln(levels won by), for games of two sides; 1 without levels |
| offset of a side | what it is worth to be that side; learnt like a player's skill, from 0 or a stated prior |
| before each game | variance + tau^2, and what idle time has added |
| idle time | adds the variance of a newcomer in `idle_days`, evenly; never beyond that of a newcomer |
| shown | `mu` - 3 `sigma`: the skill is hardly ever less |
| provisional | fewer than `provisional_games`, or `sigma` above `provisional_sigma` |

Between sides of equal size the strength is the sum of the players' skills, as in the model. Between others the model
would take each further player for further strength, so that four could never lose to two; here the mean counts, and
what the numbers themselves are worth is the offset: one for each pool, role, and pair of sizes, held by the declarers,
or by the smaller side where there are no roles. Sides that are alike have none.

Idle time has a side effect: who comes back after long moves further with the first results, up and down, than somebody
who never left, and is shown lower until then.

Figures are kept as whole millionths, rounded half to even once a game, so that a result is worked out from exactly the
figures that were stored, and in an order that does not depend on seats or names. What idle time adds is reckoned in
whole numbers, and the weight of a margin is rounded to millionths too. What is left is the last bit of e^x, in which
platforms may differ: by itself it could turn one figure in some ten millions, and that by one millionth.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 1.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from domain.instants import DAY_MS, Instant
from domain.rating.results import Role, Side

MICRO = 1_000_000
"""Figures are whole numbers of millionths."""
HUNDREDTH = MICRO // 100


class Skill(NamedTuple):
    """What is believed of a skill, in millionths."""

    mu: int
    sigma: int


class Handicap(NamedTuple):
    """What it is to be a side among two that are not alike: its role, its size and that of the other."""

    role: Role | None
    own: int
    other: int


class TeamRules(NamedTuple):
    """The figures of the rating, in millionths where they are not numbers of days or games; the module names them."""

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
        """Somebody who has not played yet."""
        return TeamRated(Skill(self.mu, self.sigma))

    def offset(self, handicap: Handicap) -> Skill:
        """What is believed of an offset before the first game."""
        return Skill(dict(self.offset_priors).get(handicap, 0), self.offset_sigma)


class TeamRated(NamedTuple):
    """A player as rated after the last game; `at` is when that was, none before the first."""

    skill: Skill
    games: int = 0
    at: Instant | None = None


class Team(NamedTuple):
    """A side before a game: its place, 1 for the best, the skills of its players and its offset, if it has one."""

    place: int
    players: tuple[Skill, ...]
    offset: Skill | None = None


class Duel(NamedTuple):
    """What a side was expected to score against another one, what it scored, both in millionths of a win."""

    expected: int
    score: int


class TeamOutcome(NamedTuple):
    """A side after a game.

    Attributes:
        players: their skills, in the order in which they were given.
        offset: what is believed of its offset, if it has one.
        duels: with each other side, in the order in which they were given.
        factors: for each player and each duel how far a whole win more or less would have moved `mu`.
    """

    players: tuple[Skill, ...]
    offset: Skill | None
    duels: tuple[Duel, ...]
    factors: tuple[tuple[int, ...], ...]


def aged(rules: TeamRules, rated: TeamRated, now: Instant) -> Skill:
    """What is believed of a player's skill at an instant: with time `sigma` grows, up to that of a newcomer."""
    elapsed_ms = 0 if rated.at is None else max(0, now - rated.at)
    added = rules.sigma**2 * elapsed_ms // (rules.idle_days * DAY_MS)
    grown = math.isqrt(rated.skill.sigma**2 + added)
    return rated.skill._replace(sigma=max(rated.skill.sigma, min(grown, rules.sigma)))


def shown(skill: Skill) -> int:
    """The figure that is shown, in hundredths and rounded down."""
    return (skill.mu - 3 * skill.sigma) // HUNDREDTH


def is_provisional(rules: TeamRules, games: int, skill: Skill) -> bool:
    """Whether too little is known to rely on a rating after so many games."""
    return games < rules.provisional_games or skill.sigma > rules.provisional_sigma


def handicap_of(sides: Sequence[Side]) -> tuple[int, Handicap] | None:
    """Which of the sides has an offset, and which one; none where sides are alike or more than two."""
    if len(sides) != 2:
        return None
    ranked = sorted(range(2), key=lambda place: (sides[place].role or "", len(sides[place].players)))
    bearer, other = (sides[place] for place in ranked)
    if (bearer.role, len(bearer.players)) == (other.role, len(other.players)):
        return None
    return ranked[0], Handicap(bearer.role, len(bearer.players), len(other.players))


def weight_of(rules: TeamRules, teams: Sequence[Team], levels: int) -> int:
    """How much a result counts, in millionths: more than one only for a game of two sides won by several levels."""
    if len(teams) != 2 or levels < 1 or teams[0].place == teams[1].place:
        return MICRO
    return MICRO + round(rules.margin * math.log(levels))


def outcomes(rules: TeamRules, teams: Sequence[Team], weight: int = MICRO) -> tuple[TeamOutcome, ...]:
    """What is believed after a game of all who played it.

    Args:
        rules: the figures.
        teams: two sides or more, each with the skills of its players as they were when the game finished.
        weight: how much the result counts, in millionths.
    """
    # Sums of floats depend on the order; this one follows from the figures alone, whoever they belong to.
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
    """A side on the scale of a game: its players weigh so much that those of each side together weigh the same."""

    def __init__(self, rules: TeamRules, team: Team, size: float) -> None:
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
        # Each gets an id of its own by chance from openskill; no figure depends on it, and it is left behind.
        rating = _model(rules.beta).rating
        self.openskill = [rating(mu=mu, sigma=sigma) for mu, sigma in zip(self._mu, self._sigma, strict=True)]

    def outcome(self, after: Sequence["_Rated"], others: Sequence["_Scaled"], weight: int) -> TeamOutcome:
        """The side after the game, back on the scale of its players."""
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


def _figures(team: Team) -> tuple[int, list[Skill], tuple[int, ...]]:
    return team.place, sorted(team.players), team.offset or ()


def _micro(figure: float) -> int:
    """A figure in whole millionths, halves to the even one."""
    return round(figure * MICRO)


class _Rated(Protocol):
    """A rating as openskill has it."""

    mu: float
    sigma: float


@lru_cache(maxsize=8)
def _model(beta: int) -> Any:
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 - loaded by the first game that is rated

    # Time and idleness have added their uncertainty already; the model adds none, and takes weights as they are.
    model = BradleyTerryFull(beta=beta / MICRO, tau=0.0)
    model.weight_bounds = None
    return model
