"""Ratings follow from the log alone, corrections included."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ratings.elo import Rated, RatingRules
from domain.ratings.outcomes import Known, RatedGame, RatingParameters, RatingsByPool, outcome_of
from domain.ratings.results import Annulled, GameResult, Replaced
from domain.ratings.team_rating import Skill, handicap_of
from tests.support.rating import ALL_COUNT, LIVE, game, played, players
from tests.support.replayed import replay

USUAL = RatingParameters()
STRENGTHS = [20.0 + each for each in range(10)]


@st.composite
def logs(draw):
    """Games of few players in several pools and sizes, some of them forfeited or abandoned."""
    games = []
    for number in range(draw(st.integers(1, 12))):
        names = "".join(draw(st.permutations("abcdefg")))
        shape = draw(st.sampled_from([(2, 2), (2, 2), (2, 3), (1, 1, 1, 1), (1, 3)]))
        cut = [names[sum(shape[:side]) : sum(shape[: side + 1])] for side in range(len(shape))]
        roles = draw(st.sampled_from([None, ("declarers", "opponents")])) if len(shape) == 2 else None
        forfeited = draw(st.integers(0, 4)) == 0
        more = {"reason": "forfeited", "forfeited_by": players(cut[-1])[0]} if forfeited else {}
        games.append(
            game(number, *cut, roles=roles, hands=draw(st.integers(0, 3)), levels=draw(st.integers(0, 3)), **more)
        )
    return games


def stored(ratings: RatingsByPool) -> tuple:
    return ratings.elo, ratings.team, ratings.offsets


def test_elo_carries_over_from_game_to_game():
    ratings, outcomes = replay([game(1, "ab", "cd"), game(2, "ac", "bd"), game(3, "cd", "ab")], USUAL)

    a, b, c, d = (ratings.elo[LIVE, player] for player in players("abcd"))
    # Third: 1484 beats 1516, 32 * 0.5459 = 17.47.
    assert [change.after for change in outcomes[1].elo] == [1532, 1500, 1500, 1468]
    assert (a, b, c, d) == (Rated(1515, 3), Rated(1483, 3), Rated(1517, 3), Rated(1485, 3))


def test_at_game_thirty_k_changes():
    log = [game(number, "ab", "cd", places=(1 + number % 2, 2 - number % 2)) for number in range(31)]
    _, outcomes = replay(log, ALL_COUNT)

    factors = [outcome.elo[0].k for outcome in outcomes]
    assert factors == [32] * 30 + [16]
    assert [outcomes[number].elo[0].provisional_for for number in (0, 28, 29, 30)] == [29, 1, 0, 0]


def test_the_parameters_of_elo_can_be_configured():
    rules = USUAL._replace(elo=RatingRules(start=1000, scale=200, k=40, later_k=20, games_at_k=1))
    ratings, _ = replay([game(1, "ab", "cd"), game(2, "ab", "cd")], rules)

    assert ratings.elo[LIVE, players("a")[0]] == Rated(1028, 2)  # 1020 v 980: 20 * 0.387 = 7.7


@pytest.mark.parametrize("names", [("ab", "cde"), ("a", "b", "c"), ("a", "bcd")])
def test_games_other_than_two_equal_teams_do_not_change_elo(names):
    outcome = RatingsByPool().rate(USUAL, game(1, *names))

    assert outcome.elo == ()
    assert len(outcome.team) == len("".join(names))


def test_a_draw_counts_as_half_a_win_for_both():
    ratings, outcomes = replay([game(1, "ab", "cd"), game(2, "ab", "cd", places=(1, 1), reason="drawn")], USUAL)

    assert [change.after - change.before for change in outcomes[1].elo] == [-1, -1, 1, 1]  # 32 * (0.5 - 0.546)
    assert ratings.team[LIVE, players("a")[0]].games == 2


def test_pools_are_independent():
    pools = [LIVE, LIVE._replace(pace="correspondence"), LIVE._replace(among="programs"), LIVE._replace(game="other")]
    ratings, _ = replay([game(number, "ab", "cd", pool=pool) for number, pool in enumerate(pools)], USUAL)

    assert {pool for pool, _ in ratings.elo} == {pool for pool, _ in ratings.team} == set(pools)
    assert all(rated.games == 1 for rated in (*ratings.elo.values(), *ratings.team.values()))


@given(logs())
def test_replaying_a_log_equals_processing_it_game_by_game(log):
    """Each game is rated anew from the stored data of its players only."""
    whole = replay(log, ALL_COUNT)
    elo, team, offsets = {}, {}, {}
    outcomes: list[RatedGame] = []
    for result in log:
        handicap = handicap_of(result.sides)
        offset = None if handicap is None else offsets.get((result.pool, handicap[1]))
        known = Known(
            {player: rated for (pool, player), rated in elo.items() if pool == result.pool},
            {player: rated for (pool, player), rated in team.items() if pool == result.pool},
            offset,
        )
        outcome = outcome_of(ALL_COUNT, result, known)
        outcomes.append(outcome)
        ratings = RatingsByPool()
        ratings.elo, ratings.team, ratings.offsets = dict(elo), dict(team), dict(offsets)
        ratings.rate(ALL_COUNT, result)
        elo, team, offsets = stored(ratings)

    assert tuple(outcomes) == whole.outcomes
    assert (elo, team, offsets) == stored(whole.ratings)


@given(logs(), st.data())
def test_an_annulled_game_counts_as_never_played(log, data):
    annulled = data.draw(st.sampled_from(log))

    after = replay([*log, Annulled(annulled.game)], USUAL)
    never = replay([result for result in log if result != annulled], USUAL)

    assert after.outcomes == never.outcomes
    assert stored(after.ratings) == stored(never.ratings)


@given(logs(), st.data())
def test_a_replaced_result_counts_from_the_start(log, data):
    place = data.draw(st.integers(0, len(log) - 1))
    was = log[place]
    now = GameResult(was.game, was.pool, was.ended_at, was.sides[::-1], hands=1)

    after = replay([*log, Replaced(now)], USUAL)
    always = replay([*log[:place], now, *log[place + 1 :]], USUAL)

    assert after.outcomes == always.outcomes
    assert stored(after.ratings) == stored(always.ratings)


@given(logs(), st.permutations("abcdefg"))
def test_ratings_do_not_depend_on_ids(log, others):
    """Other ids, and so another order of them, give everybody the same figures."""
    renamed = dict(zip(players("abcdefg"), players("".join(others)), strict=True))

    def with_new_names(result: GameResult) -> GameResult:
        sides = tuple(
            side._replace(players=tuple(sorted(renamed[player] for player in side.players))) for side in result.sides
        )
        by = result.forfeited_by
        forfeit = (result.reason, result.hands, result.levels, None if by is None else renamed[by])
        return GameResult(result.game, result.pool, result.ended_at, sides, *forfeit)

    before, after = replay(log, USUAL).ratings, replay(map(with_new_names, log), USUAL).ratings

    assert {(pool, renamed[player]): rated for (pool, player), rated in before.team.items()} == after.team
    assert {(pool, renamed[player]): rated for (pool, player), rated in before.elo.items()} == after.elo
    assert before.offsets == after.offsets


def test_a_log_gives_the_same_ratings_on_every_machine():
    """Fixed figures show a platform or a release of openskill that calculates differently."""
    ratings, _ = replay(played(Random(11), STRENGTHS, 400), ALL_COUNT)
    ratings_of_two, _ = replay(
        played(Random(12), STRENGTHS, 400, sizes=(2, 4), roles=("declarers", "opponents")), ALL_COUNT
    )

    assert [ratings.elo[LIVE, player].rating for player in players("aej")] == [1289, 1490, 1701]
    assert [ratings.team[LIVE, player].skill for player in players("aej")] == [
        Skill(18_621_614, 2_396_997),
        Skill(24_682_006, 2_185_868),
        Skill(30_558_550, 2_522_666),
    ]
    assert list(ratings_of_two.offsets.values()) == [Skill(-1_625_703, 1_514_636)]
