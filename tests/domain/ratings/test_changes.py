"""Explanations of rating changes: the figures agree with the change, and the text with the figures."""

from random import Random

from domain.kernel.instants import DAY_MS
from domain.ratings.changes import sentence
from domain.ratings.outcomes import RatingParameters, RatingsByPool
from domain.ratings.team_rating import MICRO, Skill, TeamRatingRules
from tests.support.rating import ALL_COUNT, LIVE, game, played, players
from tests.support.replayed import replay

USUAL = RatingParameters()
WITH_MARGIN = USUAL._replace(team=TeamRatingRules(margin=MICRO // 2))


def test_elo_explains_expected_score_actual_score_and_change():
    ratings = RatingsByPool()
    ratings.rate(USUAL, game(1, "ab", "cd"))
    change = ratings.rate(USUAL, game(2, "cd", "ab")).elo[0]

    assert change[4:] == ("played", 148400, 151600, 454078, MICRO, 32, 1484, 1501, 1, 28)
    assert sentence(change) == (
        "A team of 1484.00 was expected to score 45.4 % against a team of 1516.00, and won. K is 32, and 32 times 54.6 "
        "% is +17. The rating changed from 1484 to 1501. Provisional for 28 more rated games."
    )


def test_the_last_provisional_game_and_the_first_established_one_are_explained():
    log = [game(number, "ab", "cd") for number in range(30)]
    _, outcomes = replay(log, ALL_COUNT)

    assert sentence(outcomes[28].elo[0]).endswith("Provisional for 1 more rated game.")
    assert "Provisional" not in sentence(outcomes[29].elo[0])


def test_the_team_rating_explains_skill_and_uncertainty():
    change = RatingsByPool().rate(USUAL, game(1, "ab", "cd")).team[3]

    assert sentence(change) == (
        "The side was expected to score 50.0 %, and lost. The change is 3.93 times -50.0 %."
        " The skill changed from 25.00 to 23.04 (-1.96), and the uncertainty from 8.33 to 8.18."
        " The displayed rating is -1.50. Provisional."
    )


def test_every_applied_factor_is_explained():
    ratings = RatingsByPool()
    roles = ("declarers", "opponents")
    ratings.rate(WITH_MARGIN, game(1, "ab", "cdef", roles=roles))
    ratings.rate(WITH_MARGIN, game(2, "ab", "cdef", roles=roles, levels=3, hours=24 * 400))
    (before,) = (change for change in (ratings.team[LIVE._replace(seats=6), players("a")[0]],))
    change = ratings.rate(WITH_MARGIN, game(3, "ab", "cdef", roles=roles, levels=2, hours=24 * 800)).team[0]
    loser = RatingsByPool().rate(WITH_MARGIN, game(1, "ab", "cdef", roles=roles)).team[-1]

    assert change.at - before.at == 400 * DAY_MS
    assert change.before == before.skill
    text = sentence(change)
    assert f"For 2 declarers against 4, the strength was adjusted by {change.offset / MICRO:+.2f}." in text
    assert "The margin multiplied the weight by 1.35." in text
    assert "During the break, the uncertainty grew from" in text
    assert "For 2 declarers against 4, the strength was adjusted by +0.00." in sentence(loser)


def test_sides_without_roles_are_called_players():
    assert "For 2 players against 4, the" in sentence(RatingsByPool().rate(USUAL, game(1, "ab", "cdef")).team[0])


def test_among_many_sides_the_number_of_beaten_sides_is_shown():
    changes = RatingsByPool().rate(USUAL, game(1, "a", "b", "c", "d")).team

    assert sentence(changes[1]).startswith(
        "The side was expected to finish ahead of 1.50 of 3 others, and finished ahead of 2."
        " The skill changed from 25.00 to"
    )


def test_a_draw_and_a_forfeit_are_named():
    drawn = RatingsByPool().rate(USUAL, game(1, "ab", "cd", places=(1, 1), reason="drawn"))
    (leaver,) = players("d")
    left = RatingsByPool().rate(USUAL, game(1, "ab", "cd", reason="forfeited", forfeited_by=leaver))

    assert "and drew" in sentence(drawn.elo[0])
    assert "and drew" in sentence(drawn.team[0])
    for change in (*left.elo, *left.team):
        assert "and forfeited" in sentence(change)
        assert "changes no other rating" in sentence(change)


def test_every_elo_change_is_k_times_the_difference_from_the_expected_score():
    _, outcomes = replay(played(Random(5), [20.0, 22.0, 25.0, 25.0, 28.0, 31.0], 300), ALL_COUNT)

    changes = [change for outcome in outcomes for change in outcome.elo]
    assert len(changes) == 1200
    for change in changes:
        exact = change.k * (change.score - change.expected) / MICRO
        assert abs(change.after - change.before - exact) <= 0.5 + change.k / MICRO


def test_every_team_change_is_the_sum_of_its_parts():
    log = played(Random(6), [20.0, 22.0, 25.0, 25.0, 28.0, 31.0], 300, sizes=(2, 3), levels=3)
    _, outcomes = replay(log, ALL_COUNT._replace(team=WITH_MARGIN.team))

    changes = [change for outcome in outcomes for change in outcome.team]
    assert len(changes) == 1500
    for change in changes:
        exact = sum(part.factor * (part.duel.score - part.duel.expected) for part in change.parts) / MICRO
        assert abs(change.after.mu - change.aged.mu - exact) <= 2 + sum(part.factor for part in change.parts) / MICRO


def test_a_forfeit_has_no_margin():
    (leaver,) = players("d")
    left = RatingsByPool().rate(WITH_MARGIN, game(1, "ab", "cd", levels=3, reason="forfeited", forfeited_by=leaver))

    assert RatingsByPool().rate(WITH_MARGIN, game(1, "ab", "cd", levels=3)).team[0].weight > MICRO
    assert [change.weight for change in left.team] == [MICRO]


def test_after_ten_games_a_team_rating_is_not_provisional_for_too_few_games():
    sure = ALL_COUNT._replace(team=TeamRatingRules(provisional_sigma=9 * MICRO))
    _, outcomes = replay([game(number, "ab", "cd") for number in range(11)], sure)

    assert [outcome.team[0].is_provisional for outcome in outcomes] == [True] * 9 + [False] * 2


def test_a_chain_of_changes_has_no_gap():
    _, outcomes = replay(played(Random(7), [25.0] * 8, 200), ALL_COUNT)

    last: dict = {}
    for change in (change for outcome in outcomes for change in outcome.team):
        assert (change.before, change.games) == last.get(change.player, (Skill(*USUAL.team.newcomer.skill), 0))
        last[change.player] = (change.after, change.games + 1)
    assert len(last) == 8
