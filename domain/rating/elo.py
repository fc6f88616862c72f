"""Ratings of players in rated games of two teams (NIGHT-ELO-02, DEC-115).

    team      the mean of its players' ratings
    expected  E = 1 / (1 + 10 ^ ((rating of the other team - rating of the own team) / scale))
    change    round_half_even(K (S - E)) for every player of a team, with S = 1 for the winners and 0 for the losers
    K         a player's own: the first K for so many rated games, then the later one

A game that all agree to be drawn has no S in the rule; as in chess it is a half for both teams. All figures can be
configured (NIGHT-06).
"""

from collections.abc import Sequence
from typing import NamedTuple


class RatingRules(NamedTuple):
    """The figures of a rating; `k` for a player's first `games_at_k` rated games, then `later_k`."""

    start: int = 1500
    scale: int = 400
    k: int = 32
    later_k: int = 16
    games_at_k: int = 30


class Rated(NamedTuple):
    """A player as rated before a game: the rating, and how many rated games were finished."""

    rating: int
    games: int = 0


class Changes(NamedTuple):
    """By how much the rating of each player changes, in the order in which they were given."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]


def with_k_at_most(rules: RatingRules, most: int | None) -> RatingRules:
    """The figures where a game may move a rating by no more than that; none: by as much as the figures say."""
    return rules if most is None else rules._replace(k=min(rules.k, most), later_k=min(rules.later_k, most))


def k_of(rules: RatingRules, player: Rated) -> int:
    """How far one game can move the player's rating."""
    return rules.k if player.games < rules.games_at_k else rules.later_k


def is_provisional(rules: RatingRules, player: Rated) -> bool:
    """Whether the player is still in the first rated games, in which a rating moves faster."""
    return player.games < rules.games_at_k


def expected(own: float, other: float, scale: int) -> float:
    """The share of games that a team of that rating is expected to win."""
    # Beyond 300 powers of ten the share is nothing to a float, and further ones would not fit into it.
    return float(1 / (1 + 10 ** min((other - own) / scale, 300)))


def mean(team: Sequence[Rated]) -> float:
    """The rating of a team."""
    return sum(player.rating for player in team) / len(team)


def changes(rules: RatingRules, winners: Sequence[Rated], losers: Sequence[Rated]) -> Changes:
    """How a finished game changes the ratings of all who played it, each team at least one player."""
    surprise = 1 - expected(mean(winners), mean(losers), rules.scale)
    return _moved(rules, winners, losers, surprise)


def changes_when_drawn(rules: RatingRules, one: Sequence[Rated], other: Sequence[Rated]) -> Changes:
    """How a drawn game changes the ratings; the first team stands in the place of the winners."""
    surprise = 0.5 - expected(mean(one), mean(other), rules.scale)
    return _moved(rules, one, other, surprise)


def _moved(rules: RatingRules, one: Sequence[Rated], other: Sequence[Rated], surprise: float) -> Changes:
    # The one team was expected to win exactly as often as the other was not: one figure keeps equal K zero-sum.
    return Changes(
        tuple(round(k_of(rules, player) * surprise) for player in one),
        tuple(-round(k_of(rules, player) * surprise) for player in other),
    )
