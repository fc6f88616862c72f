"""Two against four: a win of the two changes the four little, and the advantage of the two is learnt."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from domain.ratings.outcomes import RatingsByPool
from domain.ratings.team_rating import MICRO, Handicap, RatedTeam, Skill, TeamRatingRules, outcomes
from tests.support.rating import ALL_COUNT, LIVE, game, odds, played, players
from tests.support.replayed import replay

USUAL = TeamRatingRules()
FRESH = USUAL.newcomer.skill
SIX = LIVE._replace(seats=6)
TWO_AGAINST_FOUR = Handicap("declarers", 2, 4)
ROLES = ("declarers", "opponents")


def test_the_plain_model_considers_two_against_four_hopeless():
    model = PlackettLuce()
    two, four = [model.rating() for _ in range(2)], [model.rating() for _ in range(4)]
    one_for_all = model.rating()

    apart = model.rate([two, four], ranks=[1.0, 2.0])
    shared = model.rate([two, [one_for_all] * 4], ranks=[1.0, 2.0])

    assert [round(apart[side][0].mu, 1) for side in (0, 1)] == [28.0, 22.0]
    # One object on four seats is changed four times. That error explains reports of 13.2.
    assert round(shared[1][0].mu, 1) == 13.2


def test_a_win_of_two_against_four_costs_the_four_little_and_gives_the_two_twice_as_much():
    two, four = outcomes(USUAL, [RatedTeam(1, (FRESH,) * 2), RatedTeam(2, (FRESH,) * 4)])

    assert [round(skill.mu / MICRO, 2) for skill in two.players] == [27.32] * 2
    assert [round(skill.mu / MICRO, 2) for skill in four.players] == [23.84] * 4
    assert two.duels[0].expected == MICRO // 2


def test_one_side_gains_what_the_other_loses():
    for places in ((1, 2), (2, 1)):
        two, four = outcomes(USUAL, [RatedTeam(places[0], (FRESH,) * 2), RatedTeam(places[1], (FRESH,) * 4)])

        gained = sum(skill.mu - FRESH.mu for skill in two.players)
        lost = sum(FRESH.mu - skill.mu for skill in four.players)
        assert gained == pytest.approx(lost, abs=4)


def test_a_first_game_is_explained_by_skill_and_by_the_offset_together():
    outcome = RatingsByPool().rate(ALL_COUNT, game(1, "ab", "cdef", roles=ROLES))

    assert outcome.offset is not None
    assert (outcome.offset.handicap, outcome.offset.before) == (TWO_AGAINST_FOUR, Skill(0, USUAL.offset_sigma))
    assert 0 < outcome.offset.after.mu < 2 * MICRO
    assert 26 * MICRO < outcome.team[0].after.mu < 27_320_000


@pytest.mark.slow
@pytest.mark.parametrize("advantage", [-6.0, 0.0, 6.0])
def test_the_advantage_of_being_two_is_learnt_and_not_attributed_to_the_players(advantage):
    equals = [25.0] * 12
    log = played(Random(27), equals, 1500, sizes=(2, 4), roles=ROLES, advantage=advantage)

    ratings, changes = replay(log, ALL_COUNT)

    expected = [outcome.team[0].parts[0].duel.expected / MICRO for outcome in changes[500:]]
    assert sum(expected) / len(expected) == pytest.approx(odds(equals[:2], equals[:4], advantage), abs=0.05)
    skills = [rated.skill.mu / MICRO for rated in ratings.team.values()]
    assert len(skills) == 12
    assert sum(skills) / 12 == pytest.approx(25, abs=1)
    assert max(abs(skill - 25) for skill in skills) < 5


def test_learning_starts_from_a_stated_prior():
    rules = ALL_COUNT._replace(team=USUAL._replace(offset_priors=((TWO_AGAINST_FOUR, -5 * MICRO),)))
    outcome = RatingsByPool().rate(rules, game(1, "ab", "cdef", roles=ROLES))

    assert outcome.offset.before == Skill(-5 * MICRO, USUAL.offset_sigma)
    assert {change.offset for change in outcome.team} == {-5 * MICRO, 5 * MICRO}
    assert outcome.team[0].parts[0].duel.expected < MICRO // 2


def test_offsets_of_pools_and_sizes_are_learnt_separately():
    ratings, _ = replay(
        [
            game(1, "ab", "cdef", roles=ROLES),
            game(2, "ab", "cde", roles=ROLES),
            game(3, "ab", "cdef", roles=ROLES, pool=SIX._replace(pace="correspondence")),
        ],
        ALL_COUNT,
    )

    assert set(ratings.offsets) == {
        (SIX, TWO_AGAINST_FOUR),
        (SIX._replace(seats=5), Handicap("declarers", 2, 3)),
        (SIX._replace(pace="correspondence"), TWO_AGAINST_FOUR),
    }


def test_strong_players_are_found_though_sides_are_unequal():
    strengths = [31.0] * 3 + [25.0] * 9
    ratings, _ = replay(played(Random(4), strengths, 1500, sizes=(2, 4), roles=ROLES, advantage=-5.0), ALL_COUNT)

    best = sorted(ratings.team, key=lambda at: -ratings.team[at].skill.mu)[:3]

    assert {player for _, player in best} == set(players("abc"))
