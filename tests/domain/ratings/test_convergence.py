"""Ratings order players of known strength after a reasonable number of games."""

from random import Random

import pytest

from domain.ratings.pools import Pool
from tests.support.rating import ALL_COUNT, LIVE, kendall_tau, played, players
from tests.support.replayed import replay

NAMES = "abcdefghijklmnopqrstuvwx"
GAMES_EACH = 100
"""24 players in games of two pairs."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_a_hundred_games_both_ratings_order_most_pairs_of_players_correctly(seed):
    """Kendall's tau is above 0.75, so at least seven of eight pairs of players are in the right order."""
    luck = Random(seed)
    strengths = [luck.gauss(25, 5) for _ in NAMES]

    ratings, _ = replay(played(luck, strengths, len(NAMES) * GAMES_EACH // 4), ALL_COUNT)

    by_team = [ratings.team[LIVE, player].skill.mu for player in players(NAMES)]
    by_elo = [ratings.elo[LIVE, player].rating for player in players(NAMES)]
    assert kendall_tau(strengths, by_team) > 0.75
    assert kendall_tau(strengths, by_elo) > 0.75


def test_unequal_sides_are_ranked_as_well():
    luck = Random(1)
    strengths = [luck.gauss(25, 5) for _ in NAMES]
    log = played(luck, strengths, 600, sizes=(2, 4), roles=("declarers", "opponents"), advantage=-5.0)

    ratings, _ = replay(log, ALL_COUNT)

    six = Pool("sheng_ji", "live", 6)
    assert kendall_tau(strengths, [ratings.team[six, player].skill.mu for player in players(NAMES)]) > 0.7


@pytest.mark.slow
def test_expected_scores_match_actual_scores():
    """In ten bands of the expected score, the first side's mean score is within 0.12 of it."""
    luck = Random(8)
    strengths = [luck.gauss(25, 5) for _ in NAMES]
    _, outcomes = replay(played(luck, strengths, 4000), ALL_COUNT)

    bands: dict[int, list[tuple[float, float]]] = {}
    for outcome in outcomes[1000:]:
        duel = outcome.team[0].parts[0].duel
        bands.setdefault(duel.expected // 100_000, []).append((duel.expected / 1e6, duel.score / 1e6))
    assert len(bands) == 10
    for scores in bands.values():
        expected, scored = (sum(figures) / len(scores) for figures in zip(*scores, strict=True))
        assert abs(expected - scored) < 0.12
