"""Team ratings: the formulas of the model, its invariants, idle time, and the displayed value."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from domain.kernel.instants import DAY_MS, Instant
from domain.ratings.team_rating import (
    MICRO,
    Duel,
    Handicap,
    RatedTeam,
    Skill,
    TeamRated,
    TeamRatingRules,
    aged,
    handicap_of,
    is_provisional,
    outcomes,
    shown,
    weight_of,
)
from tests.support.rating import sides

USUAL = TeamRatingRules()
FRESH = USUAL.newcomer.skill
VETERAN = Skill(30 * MICRO, 2 * MICRO)

SKILLS = st.builds(Skill, st.integers(-20 * MICRO, 70 * MICRO), st.integers(MICRO // 2, 9 * MICRO))
OFFSETS = st.none() | st.builds(Skill, st.integers(-9 * MICRO, 9 * MICRO), st.integers(MICRO // 2, 5 * MICRO))


def team(place: int, *players: Skill, offset: Skill | None = None) -> RatedTeam:
    return RatedTeam(place, players, offset)


def rounded(skill: Skill) -> tuple[float, float]:
    return round(skill.mu / MICRO, 2), round(skill.sigma / MICRO, 2)


def moved(before: Skill, after: Skill) -> float:
    return round((after.mu - before.mu) / MICRO, 2)


def teams_of(least: int = 2, most: int = 4) -> st.SearchStrategy:
    sizes = st.lists(st.lists(SKILLS, min_size=1, max_size=4), min_size=least, max_size=most)
    return sizes.flatmap(
        lambda skills: st.tuples(
            *(st.builds(RatedTeam, st.integers(1, len(skills)), st.just(tuple(each)), OFFSETS) for each in skills)
        )
    )


def oracle(teams: list[RatedTeam]) -> list[list[tuple[float, float]]]:
    """The same by the formulas of the paper, which use means instead of sums."""
    size = sum(len(each.players) for each in teams) / len(teams)
    beta, tau, kappa = USUAL.beta / MICRO, USUAL.tau / MICRO, 0.0001
    figures = []
    for each in teams:
        offset = each.offset or (0, 0)
        variances = [(skill.sigma / MICRO) ** 2 + tau**2 for skill in each.players]
        scale = size / len(each.players)
        strength = scale * sum(skill.mu / MICRO for skill in each.players) + offset[0] / MICRO
        figures.append((strength, scale**2 * sum(variances) + (offset[1] / MICRO) ** 2, variances, scale))
    after = []
    for one, (strength, variance, variances, scale) in enumerate(figures):
        gained = shrunk = 0.0
        for two, (other_strength, other_variance, _, _) in enumerate(figures):
            if one != two:
                c = math.sqrt(variance + other_variance + 2 * beta**2)
                p = 1 / (1 + math.exp((other_strength - strength) / c))
                score = (1 + (teams[one].place < teams[two].place) - (teams[one].place > teams[two].place)) / 2
                gained += (score - p) / c
                shrunk += math.sqrt(variance) / c * p * (1 - p) / c**2
        after.append(
            [
                (
                    skill.mu / MICRO + own * scale * gained,
                    math.sqrt(own * max(1 - own * scale**2 * shrunk, kappa)),
                )
                for skill, own in zip(teams[one].players, variances, strict=True)
            ]
        )
    return after


def test_two_fresh_pairs_change_by_the_published_amounts():
    won, lost = outcomes(USUAL, [team(1, FRESH, FRESH), team(2, FRESH, FRESH)])

    assert [rounded(skill) for skill in won.players] == [(26.96, 8.18)] * 2
    assert [rounded(skill) for skill in lost.players] == [(23.04, 8.18)] * 2


def test_beside_a_veteran_a_newcomer_takes_nearly_all_of_the_change():
    won, _ = outcomes(USUAL, [team(1, VETERAN, FRESH), team(2, FRESH, FRESH)])

    assert (moved(VETERAN, won.players[0]), moved(FRESH, won.players[1])) == (0.11, 1.86)


@given(st.lists(SKILLS, min_size=4, max_size=4))
def test_sides_of_equal_size_follow_the_published_model(skills):
    model = PlackettLuce(beta=USUAL.beta / MICRO, tau=USUAL.tau / MICRO)
    given_to_it = [
        [model.rating(mu=skill.mu / MICRO, sigma=skill.sigma / MICRO) for skill in pair]
        for pair in (skills[:2], skills[2:])
    ]
    by_model = [rating for pair in model.rate(given_to_it, ranks=[1.0, 2.0]) for rating in pair]

    ours = outcomes(USUAL, [team(1, *skills[:2]), team(2, *skills[2:])])

    for skill, rating in zip([*ours[0].players, *ours[1].players], by_model, strict=True):
        assert (skill.mu, skill.sigma) == pytest.approx((rating.mu * MICRO, rating.sigma * MICRO), abs=1)


@given(teams_of())
def test_sides_of_any_number_and_size_follow_the_formulas_of_the_paper(teams):
    after = outcomes(USUAL, teams)

    for ours, theirs in zip(after, oracle(list(teams)), strict=True):
        for skill, (mu, sigma) in zip(ours.players, theirs, strict=True):
            assert (skill.mu, skill.sigma) == pytest.approx((mu * MICRO, sigma * MICRO), abs=1)


@given(teams_of())
def test_factors_and_expected_scores_explain_every_change(teams):
    for before, after in zip(teams, outcomes(USUAL, teams), strict=True):
        for old, new, factors in zip(before.players, after.players, after.factors, strict=True):
            parts = [
                Fraction(factor * (duel.score - duel.expected), MICRO)
                for factor, duel in zip(factors, after.duels, strict=True)
            ]
            off = sum(1 + factor / MICRO for factor in factors)
            assert abs(new.mu - old.mu - sum(parts)) <= 1 + off


@given(teams_of(most=2), st.integers(0, 9))
def test_a_win_never_lowers_a_skill_and_a_loss_never_raises_one(teams, levels):
    assume(teams[0].place != teams[1].place)
    rules = USUAL._replace(margin=MICRO // 2)
    best = min(each.place for each in teams)
    teams = [each._replace(place=1 if each.place == best else 2) for each in teams]

    for before, after in zip(teams, outcomes(rules, teams, weight_of(rules, teams, levels)), strict=True):
        for old, new in zip(before.players, after.players, strict=True):
            assert (new.mu >= old.mu) if before.place == 1 else (new.mu <= old.mu)


@given(teams_of(), st.randoms())
def test_ratings_do_not_depend_on_the_order_of_sides_or_players(teams, luck):
    before = outcomes(USUAL, teams)
    order = list(range(len(teams)))
    luck.shuffle(order)
    seats = [list(range(len(each.players))) for each in teams]
    for each in seats:
        luck.shuffle(each)

    after = outcomes(
        USUAL,
        [teams[one]._replace(players=tuple(teams[one].players[seat] for seat in seats[one])) for one in order],
    )

    for place, one in enumerate(order):
        assert after[place].players == tuple(before[one].players[seat] for seat in seats[one])
        assert after[place].offset == before[one].offset


def test_a_draw_brings_both_sides_nearer_to_each_other():
    strong, weak = outcomes(USUAL, [team(1, VETERAN, VETERAN), team(1, FRESH, FRESH)])

    assert strong.players[0].mu < VETERAN.mu
    assert weak.players[0].mu > FRESH.mu
    assert (strong.duels[0].score, weak.duels[0].score) == (MICRO // 2, MICRO // 2)


def test_without_teams_each_place_counts_against_every_other():
    after = outcomes(USUAL, [team(place, FRESH) for place in (2, 1, 4, 3)])

    by_place = [after[at].players[0].mu for at in (1, 0, 3, 2)]
    assert by_place == sorted(by_place, reverse=True)
    assert sum(by_place) == pytest.approx(4 * FRESH.mu, abs=4)
    assert after[0].duels == (Duel(MICRO // 2, 0), Duel(MICRO // 2, MICRO), Duel(MICRO // 2, MICRO))


def test_a_margin_counts_only_when_the_rules_ask_for_it():
    teams = [team(1, FRESH, FRESH), team(2, FRESH, FRESH)]
    with_margin = USUAL._replace(margin=MICRO // 2)

    assert [weight_of(USUAL, teams, levels) for levels in (0, 1, 3)] == [MICRO] * 3
    assert [weight_of(with_margin, teams, levels) for levels in (0, 1, 3)] == [MICRO, MICRO, 1_549_306]


def test_a_margin_multiplies_the_result_for_both_sides():
    teams = [team(1, FRESH, FRESH), team(2, FRESH, FRESH)]
    plain = outcomes(USUAL, teams)
    wide = outcomes(USUAL, teams, weight=2 * MICRO)

    for one, two in zip(plain, wide, strict=True):
        assert two.players[0].mu - FRESH.mu == pytest.approx(2 * (one.players[0].mu - FRESH.mu), abs=2)
        assert two.factors[0][0] == pytest.approx(2 * one.factors[0][0], abs=2)
        assert two.players[0].sigma < one.players[0].sigma


@pytest.mark.parametrize("teams", [[team(1, FRESH), team(1, FRESH)], [team(1, FRESH), team(2, FRESH), team(3, FRESH)]])
def test_draws_and_games_of_more_than_two_sides_have_no_margin(teams):
    assert weight_of(USUAL._replace(margin=MICRO), teams, 5) == MICRO


def test_idle_time_restores_the_variance_of_a_newcomer_after_the_given_days():
    rated = TeamRated(Skill(30 * MICRO, 2 * MICRO), 50, Instant(0))

    assert aged(USUAL, rated, Instant(0)) == rated.skill
    assert aged(USUAL, rated, Instant(365 * DAY_MS)) == Skill(30 * MICRO, 4_229_525)  # sqrt(4 + 69.44 / 5)
    assert aged(USUAL, rated, Instant(1825 * DAY_MS)).sigma == USUAL.sigma
    assert aged(USUAL, USUAL.newcomer, Instant(1825 * DAY_MS)) == FRESH


@given(SKILLS, st.integers(0, 4000 * DAY_MS), st.integers(0, 4000 * DAY_MS))
def test_uncertainty_only_grows_while_idle_and_the_skill_stays(skill, one, two):
    rated = TeamRated(skill, 50, Instant(1000))
    sooner, later = (aged(USUAL, rated, Instant(1000 + time)) for time in sorted((one, two)))

    assert skill.sigma <= sooner.sigma <= later.sigma <= max(skill.sigma, USUAL.sigma)
    assert skill.mu == sooner.mu == later.mu
    assert shown(later) <= shown(skill)


def test_a_player_more_uncertain_than_a_newcomer_stays_so():
    uncertain = TeamRated(Skill(30 * MICRO, 9 * MICRO), 50, Instant(0))

    assert aged(USUAL, uncertain, Instant(365 * DAY_MS)) == uncertain.skill


def test_negative_idle_time_does_not_reduce_uncertainty():
    rated = TeamRated(VETERAN, 50, Instant(DAY_MS))

    assert aged(USUAL, rated, Instant(0)) == VETERAN


def test_a_player_returning_after_long_changes_more_than_an_active_one():
    away = aged(USUAL, TeamRated(VETERAN, 50, Instant(0)), Instant(730 * DAY_MS))
    won, _ = outcomes(USUAL, [team(1, VETERAN, away), team(2, FRESH, FRESH)])

    assert won.players[1].mu - away.mu > 3 * (won.players[0].mu - VETERAN.mu)


@pytest.mark.parametrize(
    ("skill", "figure"),
    [(FRESH, 0), (VETERAN, 2400), (Skill(26_962_700, 8_177_000), 243), (Skill(0, 1), -1), (Skill(-MICRO, 0), -100)],
)
def test_three_sigma_less_than_mu_is_shown_in_hundredths_rounded_down(skill, figure):
    assert shown(skill) == figure


@pytest.mark.parametrize(
    ("games", "sigma", "provisional"), [(9, 2, True), (10, 2, False), (10, 5, False), (10, 6, True), (500, 6, True)]
)
def test_few_games_or_great_uncertainty_make_a_rating_provisional(games, sigma, provisional):
    assert is_provisional(USUAL, games, Skill(25 * MICRO, sigma * MICRO)) is provisional


@pytest.mark.parametrize(
    ("names", "roles", "handicap"),
    [
        (("ab", "cd"), (None, None), None),
        (("ab", "cdef"), (None, None), (0, Handicap(None, 2, 4))),
        (("cdef", "ab"), (None, None), (1, Handicap(None, 2, 4))),
        (("ab", "cdef"), ("declarers", "opponents"), (0, Handicap("declarers", 2, 4))),
        (("ab", "cd"), ("opponents", "declarers"), (1, Handicap("declarers", 2, 2))),
        (("abc", "de"), ("declarers", "opponents"), (0, Handicap("declarers", 3, 2))),
        (("a", "b", "cd"), (None, None, None), None),
    ],
)
def test_the_declarers_or_the_smaller_side_have_an_offset_when_sides_differ(names, roles, handicap):
    assert handicap_of(sides(*names, roles=roles)) == handicap
