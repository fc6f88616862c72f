"""NIGHT-ELO-02: Elo ratings of players in team games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ratings.elo import Changes, Rated, RatingRules, changes, changes_when_drawn, is_provisional

USUAL = RatingRules()


def team(*ratings: int, games: int = 0) -> list[Rated]:
    return [Rated(rating, games) for rating in ratings]


def test_night_elo_02_the_default_parameters():
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


def test_dec_115_partners_with_any_ratings_change_equally():
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


def test_night_06_all_parameters_can_be_configured():
    rules = RatingRules(start=1000, scale=200, k=100, later_k=50, games_at_k=1)

    assert changes(rules, team(1000), team(1200)) == Changes((91,), (-91,))
    assert changes(rules, team(1000, games=1), team(1200)).winners == (45,)


def test_the_narrowest_scale_and_the_widest_ratings_still_give_a_result():
    rules = RatingRules(scale=1)

    assert changes(rules, team(9999), team(0)) == Changes((0,), (0,))
    assert changes(rules, team(0), team(9999)) == Changes((32,), (-32,))


def test_e000_night_01_four_newcomers():
    assert changes(USUAL, team(1500, 1500), team(1500, 1500)) == Changes((16, 16), (-16, -16))


def test_e000_night_02_the_weaker_team_wins():
    assert changes(USUAL, team(1500, 1300), team(1700, 1500)) == Changes((24, 24), (-24, -24))


def test_a_draw_moves_the_stronger_team_down_and_the_weaker_up():
    assert changes_when_drawn(USUAL, team(1600), team(1400)) == Changes((-8,), (8,))  # 32 * (0.5 - 0.7597) = -8.31
    assert changes_when_drawn(USUAL, team(1400), team(1600)) == Changes((8,), (-8,))
    assert changes_when_drawn(USUAL, team(1500), team(1500)) == Changes((0,), (0,))


@pytest.mark.parametrize(("games", "provisional"), [(0, True), (29, True), (30, False), (31, False)])
def test_a_rating_is_provisional_while_the_first_k_applies(games, provisional):
    assert is_provisional(USUAL, Rated(1500, games)) is provisional


RATED = st.builds(Rated, st.integers(0, 4000), st.integers(0, 60))
TEAMS = st.lists(RATED, min_size=1, max_size=4)


@given(TEAMS, TEAMS)
def test_a_win_never_lowers_a_rating_and_a_loss_never_raises_one(winners, losers):
    moved = changes(USUAL, winners, losers)

    assert min(moved.winners) >= 0 >= max(moved.losers)


@given(st.lists(st.integers(0, 4000), min_size=4, max_size=4))
def test_among_players_with_equal_k_changes_sum_to_zero(ratings):
    for result in (changes, changes_when_drawn):
        moved = result(USUAL, team(*ratings[:2]), team(*ratings[2:]))

        assert sum(moved.winners) + sum(moved.losers) == 0


@given(TEAMS, TEAMS, st.randoms())
def test_the_order_of_players_in_a_team_does_not_matter(winners, losers, luck):
    before = changes(USUAL, winners, losers)
    order = list(range(len(winners)))
    luck.shuffle(order)

    after = changes(USUAL, [winners[each] for each in order], losers)

    assert after == Changes(tuple(before.winners[each] for each in order), before.losers)
