"""Ratings of players in rated games of two teams (NIGHT-ELO-02, DEC-115).

    team      the mean of its players' ratings
    expected  E = 1 / (1 + 10 ^ ((rating of the other team - rating of the own team) / scale))
    change    round_half_even(K (S - E)) for every player of a team, with S = 1 for the winners and 0 for the losers
    K         a player's own: the first K for the first games, then the later one

The rule defines no S for a game that is drawn by agreement. As in chess it is one half for both teams. All figures can
be configured (NIGHT-06).
"""

from collections.abc import Sequence
from typing import NamedTuple


class RatingRules(NamedTuple):
    """The parameters of a rating: `k` applies to a player's first `games_at_k` rated games, then `later_k`."""

    start: int = 1500
    scale: int = 400
    k: int = 32
    later_k: int = 16
    games_at_k: int = 30


class Rated(NamedTuple):
    """A player before a game: the rating, and the number of finished rated games."""

    rating: int
    games: int = 0


class Changes(NamedTuple):
    """The changes of the players' ratings, in the given order."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]


def with_k_at_most(rules: RatingRules, most: int | None) -> RatingRules:
    """Returns the parameters with `k` and `later_k` limited to `most`; `None` for no limit."""
    return rules if most is None else rules._replace(k=min(rules.k, most), later_k=min(rules.later_k, most))


def k_of(rules: RatingRules, player: Rated) -> int:
    """Returns K of a player: the largest change that one game can make."""
    return rules.k if player.games < rules.games_at_k else rules.later_k


def is_provisional(rules: RatingRules, player: Rated) -> bool:
    """Returns whether the player is still in the first rated games, in which a rating moves faster."""
    return player.games < rules.games_at_k


def expected(own: float, other: float, scale: int) -> float:
    """Returns the share of games that a team of that rating is expected to win, from 0 to 1."""
    # Beyond 300 powers of ten the share is practically 0, and larger powers would overflow a float.
    return float(1 / (1 + 10 ** min((other - own) / scale, 300)))


def mean(team: Sequence[Rated]) -> float:
    """Returns the rating of a team: the mean of its players' ratings."""
    return sum(player.rating for player in team) / len(team)


def changes(rules: RatingRules, winners: Sequence[Rated], losers: Sequence[Rated]) -> Changes:
    """Returns the changes by a finished game; each team has at least one player."""
    surprise = 1 - expected(mean(winners), mean(losers), rules.scale)
    return _moved(rules, winners, losers, surprise)


def changes_when_drawn(rules: RatingRules, one: Sequence[Rated], other: Sequence[Rated]) -> Changes:
    """Returns the changes by a drawn game; those of the first team are `winners`."""
    surprise = 0.5 - expected(mean(one), mean(other), rules.scale)
    return _moved(rules, one, other, surprise)


def _moved(rules: RatingRules, one: Sequence[Rated], other: Sequence[Rated], surprise: float) -> Changes:
    # The expected scores of both teams add up to 1. Using one figure for both keeps the sum at zero where K is equal.
    return Changes(
        tuple(round(k_of(rules, player) * surprise) for player in one),
        tuple(-round(k_of(rules, player) * surprise) for player in other),
    )
