"""Results of games for tests of ratings, and players with a known true strength."""

import math
from collections.abc import Iterator, Sequence
from random import Random

from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.ratings.eligibility import EligibilityRules
from domain.ratings.outcomes import RatingParameters
from domain.ratings.pools import Pool
from domain.ratings.results import GameId, GameResult, Side, SideRole

LIVE = Pool("sheng_ji", "live", 4)
ALL_COUNT = RatingParameters(eligibility=EligibilityRules(repeats=None))
"""The default rules without a limit on repeated games."""


def players(names: str) -> tuple[PlayerId, ...]:
    """Returns one player for each letter."""
    return tuple(PlayerId(f"ply_{name}") for name in names)


def sides(*names: str, places: Sequence[int] | None = None, roles: Sequence[SideRole | None] | None = None) -> tuple:
    """Returns one side for each name, with a player for each letter. By default the first side has place 1."""
    places = places or range(1, len(names) + 1)
    roles = roles or [None] * len(names)
    return tuple(Side(players(each), place, role) for each, place, role in zip(names, places, roles, strict=True))


def game(number: int, *names: str, hours: float | None = None, pool: Pool | None = None, **more) -> GameResult:
    """Returns a game. By default the first side wins, and the game ends `number` hours after the epoch."""
    at = Instant(int((number if hours is None else hours) * HOUR_MS))
    places, roles = more.pop("places", None), more.pop("roles", None)
    pool = pool or LIVE._replace(seats=sum(len(each) for each in names))
    return GameResult(GameId(f"tbl_{number}"), pool, at, sides(*names, places=places, roles=roles), **more)


def odds(own: Sequence[float], other: Sequence[float], advantage: float = 0.0, beta: float = 25 / 6) -> float:
    """Returns the probability that one side beats another, from their true strengths."""
    size = (len(own) + len(other)) / 2
    ahead = size * (sum(own) / len(own) - sum(other) / len(other)) + advantage
    return 1 / (1 + math.exp(-ahead / (beta * math.sqrt(2))))


def played(luck: Random, strengths: Sequence[float], games: int, sizes: tuple[int, int] = (2, 2), **more) -> Iterator:
    """Yields games of randomly chosen players. The letter a is the player with the first strength.

    `advantage` is added to the strength of the first side, which wins or loses. All other keywords are those of `game`.
    """
    advantage, roles = more.pop("advantage", 0.0), more.pop("roles", (None, None))
    for number in range(games):
        drawn = luck.sample(range(len(strengths)), sum(sizes))
        one, other = drawn[: sizes[0]], drawn[sizes[0] :]
        by_strength = [[strengths[each] for each in side] for side in (one, other)]
        names = ["".join(chr(ord("a") + each) for each in side) for side in (one, other)]
        is_won = luck.random() < odds(*by_strength, advantage)
        yield game(number, *names, places=(1, 2) if is_won else (2, 1), roles=roles, **more)


def kendall_tau(one: Sequence[float], other: Sequence[float]) -> float:
    """Returns Kendall's tau of two orders: 1 if all pairs agree, -1 if all disagree. A tied pair counts as 0."""
    pairs = [(a, b) for b in range(len(one)) for a in range(b)]
    signs = [(one[a] - one[b]) * (other[a] - other[b]) for a, b in pairs]
    return sum((sign > 0) - (sign < 0) for sign in signs) / len(pairs)
