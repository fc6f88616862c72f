"""NIGHT-05: seasons and their leaderboards."""

import pytest

from domain.kernel.instants import DAY_MS, HOUR_MS, Instant
from domain.ratings.replay import Rules, replay
from domain.ratings.results import Annulled
from domain.ratings.seasons import Row, Season, SeasonRatings, season_ratings
from domain.ratings.team_rating import aged, shown
from tests.support.rating import LIVE, game, players

USUAL = Rules()
AUTUMN = Season("autumn", Instant(100 * HOUR_MS), Instant(200 * HOUR_MS))
FRESH = Season("autumn", AUTUMN.begins, AUTUMN.ends, "fresh")
A, B, C, D, E, F, G, H = players("abcdefgh")
NOW = Instant(150 * HOUR_MS)

BEFORE = game(1, "ab", "cd", hours=10)
FIRST = game(2, "ac", "ef", hours=100)
SECOND = game(3, "ae", "gh", hours=120)
LAST = game(4, "ef", "gh", hours=199)
AFTER = game(5, "ab", "cd", hours=200)
LOG = [BEFORE, FIRST, SECOND, LAST, AFTER]


def board(season, log=LOG, system="elo", at=NOW):
    return season_ratings(log, USUAL, season).leaderboard(LIVE, system, at)


def test_equal_ratings_share_a_rank_and_the_next_rank_is_skipped():
    log = [game(1, "ab", "cd", hours=100), game(2, "ef", "gh", hours=101)]

    rows = board(AUTUMN, log)

    assert [(row.rank, row.player) for row in rows] == [
        *((1, player) for player in (A, B, E, F)),
        *((5, player) for player in (C, D, G, H)),
    ]
    assert rows[0] == Row(1, A, 1516, 1, 1, is_provisional=True)
    assert rows[-1] == Row(5, H, 1484, 1, 0, is_provisional=True)


def test_a_season_includes_its_start_and_excludes_its_end():
    figures = {row.player: (row.games, row.won) for row in board(AUTUMN)}

    assert figures == {A: (2, 2), C: (1, 1), E: (3, 2), F: (2, 1), G: (2, 0), H: (2, 0)}


def test_a_game_at_the_end_instant_is_not_in_the_season():
    assert [AUTUMN.has(Instant(hour * HOUR_MS)) for hour in (99, 100, 199, 200)] == [False, True, True, False]


def test_ratings_carry_over_but_only_players_of_the_season_are_listed():
    carried = {row.player: row.figure for row in board(AUTUMN)}
    ratings, _ = replay([BEFORE, FIRST, SECOND, LAST], USUAL)

    assert carried == {player: ratings.elo[LIVE, player].rating for player in (A, C, E, F, G, H)}
    assert B not in carried


def test_in_a_fresh_season_everybody_starts_anew():
    fresh = {row.player: row.figure for row in board(FRESH)}
    ratings, _ = replay([FIRST, SECOND, LAST], USUAL)

    assert fresh == {player: ratings.elo[LIVE, player].rating for player in (A, C, E, F, G, H)}
    assert fresh != {row.player: row.figure for row in board(AUTUMN)}


def test_a_fresh_season_keeps_learnt_offsets_and_recent_meetings():
    roles = ("declarers", "opponents")
    season = season_ratings(
        [game(1, "ab", "cdef", hours=99, roles=roles), game(2, "ab", "cdef", hours=100, roles=roles)], USUAL, FRESH
    )
    both, _ = replay([game(1, "ab", "cdef", roles=roles)], USUAL)
    (known,) = both.offsets.values()
    (learnt,) = season.ratings.offsets.values()

    assert known.mu < learnt.mu
    assert [rated.games for rated in season.ratings.team.values()] == [1] * 6


def test_a_late_result_of_an_earlier_game_does_not_count_in_a_fresh_season():
    season = SeasonRatings(FRESH, USUAL)

    assert season.rate(FIRST) is not None
    assert season.rate(BEFORE) is None
    assert season.rate(AFTER) is None
    assert {player for _, player in season.ratings.elo} == {A, C, E, F}


def test_a_leaderboard_is_updated_as_games_finish():
    season = SeasonRatings(AUTUMN, USUAL)
    boards = []
    for result in LOG:
        season.rate(result)
        boards.append(season.leaderboard(LIVE, "elo", NOW))

    assert [len(rows) for rows in boards] == [0, 4, 6, 6, 6]
    assert boards[-1] == boards[-2] == board(AUTUMN)
    assert boards[1] == board(AUTUMN, LOG[:2])


def test_a_corrected_leaderboard_equals_one_computed_from_the_corrected_results():
    assert board(AUTUMN, [*LOG, Annulled(SECOND.game)]) == board(AUTUMN, [BEFORE, FIRST, LAST, AFTER])


def test_unrated_games_are_not_counted_and_a_forfeit_counts_for_the_player_who_forfeits():
    rows = board(
        AUTUMN,
        [
            game(2, "ab", "cd", hours=100, reason="abandoned"),
            game(3, "ab", "cd", hours=101, reason="forfeited", forfeited_by=D),
        ],
    )

    assert [(row.player, row.games, row.won) for row in rows] == [(D, 1, 0)]


def test_the_team_rating_is_ranked_by_the_displayed_value_at_the_time():
    season = season_ratings(LOG, USUAL, AUTUMN)
    rows = season.leaderboard(LIVE, "team", NOW)

    for row in rows:
        rated = season.ratings.team[LIVE, row.player]
        assert row.figure == shown(aged(USUAL.team, rated, NOW))
    assert [row.figure for row in rows] == sorted((row.figure for row in rows), reverse=True)
    assert rows[0].player == A


def test_nothing_changes_after_the_end():
    log = [game(1, "ab", "cd", hours=100)]
    end, year_after = AUTUMN.ends, Instant(AUTUMN.ends + 365 * DAY_MS)

    assert board(AUTUMN, log, "team", end) == board(AUTUMN, log, "team", year_after)


def test_each_pool_has_its_own_leaderboard():
    other = LIVE._replace(pace="duplicate")
    season = season_ratings([FIRST, game(9, "bd", "gh", hours=110, pool=other)], USUAL, AUTUMN)

    assert {row.player for row in season.leaderboard(LIVE, "elo", NOW)} == {A, C, E, F}
    assert {row.player for row in season.leaderboard(other, "elo", NOW)} == {B, D, G, H}


@pytest.mark.parametrize("ends", [99, 100])
def test_a_season_is_at_least_one_instant_long(ends):
    with pytest.raises(ValueError, match="end after it begins"):
        Season("none", Instant(100), Instant(ends))
