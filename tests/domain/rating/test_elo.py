"""NIGHT-ELO-02: ratings of players in games of teams."""

import pytest

from domain.rating.elo import Changes, Rated, RatingRules, changes

USUAL = RatingRules()


def team(*ratings: int, games: int = 0) -> list[Rated]:
    return [Rated(rating, games) for rating in ratings]


def test_night_elo_02_the_usual_figures():
    assert RatingRules(start=1500, scale=400, k=32, later_k=16, games_at_k=30) == USUAL
    assert Rated(1500) == Rated(1500, games=0)


def test_night_elo_02_even_teams_move_by_half_of_k():
    even = [Rated(USUAL.start)] * 2

    assert changes(USUAL, even, even) == Changes((16, 16), (-16, -16))


@pytest.mark.parametrize(
    ("winners", "losers", "moved"),
    [
        ((1500, 1300), (1700, 1500), 24),  # 1400 beats 1600: 32 * 0.7597
        ((1700, 1500), (1500, 1300), 8),
        ((1900, 1900), (1500, 1500), 3),  # 32 / 11
        ((1500, 1500), (1900, 1900), 29),
        ((9999, 9999), (0, 0), 0),
        ((0, 0), (9999, 9999), 32),
    ],
)
def test_night_elo_02_the_mean_of_a_team_counts_and_an_upset_moves_more(winners, losers, moved):
    assert changes(USUAL, team(*winners), team(*losers)) == Changes((moved, moved), (-moved, -moved))


def test_dec_115_partners_move_alike_however_far_apart_they_are():
    assert changes(USUAL, team(2000, 1000), team(1500, 1500)) == Changes((16, 16), (-16, -16))


@pytest.mark.parametrize(("games", "moved"), [(0, 16), (29, 16), (30, 8), (500, 8)])
def test_night_elo_02_after_thirty_rated_games_a_result_moves_half_as_much(games, moved):
    assert changes(USUAL, team(1500, games=games), team(1500)).winners == (moved,)


def test_night_elo_02_each_player_has_their_own_k():
    result = changes(USUAL, [Rated(1500, 3), Rated(1500, 30)], [Rated(1500, 99), Rated(1500, 29)])

    assert result == Changes((16, 8), (-8, -16))


@pytest.mark.parametrize(("k", "moved"), [(1, 0), (3, 2), (5, 2), (7, 4), (33, 16), (35, 18)])
def test_night_elo_02_halves_are_rounded_to_the_even_number(k, moved):
    rules = RatingRules(k=k)

    assert changes(rules, team(1500), team(1500)) == Changes((moved,), (-moved,))


def test_night_06_all_figures_can_be_configured():
    rules = RatingRules(start=1000, scale=200, k=100, later_k=50, games_at_k=1)

    assert changes(rules, team(1000), team(1200)) == Changes((91,), (-91,))
    assert changes(rules, team(1000, games=1), team(1200)).winners == (45,)


def test_the_narrowest_scale_and_the_widest_ratings_still_give_a_result():
    rules = RatingRules(scale=1)

    assert changes(rules, team(9999), team(0)) == Changes((0,), (0,))
    assert changes(rules, team(0), team(9999)) == Changes((32,), (-32,))
