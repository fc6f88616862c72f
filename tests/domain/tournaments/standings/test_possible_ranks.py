"""Possible ranks: never narrower than the possible outcomes, and no wider where they are exact."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.standings import possible_ranks as module
from domain.tournaments.standings.possible_ranks import (
    EXACT_MATCHES,
    USUAL_OUTCOMES,
    PossibleRanks,
    RemainingPlay,
    possible_ranks,
)
from domain.tournaments.standings.ranking import standings
from domain.tournaments.standings.tie_break_values import TieBreakInput
from domain.tournaments.terms import Bye, Match, PairingContext, PlayedRound, Points, Result, Round
from tests.support.cases import cases
from tests.support.crosstables import course_of, name
from tests.support.pairing_contexts import BYES, of_entrants, pairing_contexts

UNEVEN = ((Points(300), Points(0)), (Points(100), Points(100)), (Points(0), Points(300)))


def schedule_of(context, matches):
    """Remaining matches, each in its own round."""
    first = len(context.rounds) + 1
    return tuple(Round(first + place, (match,)) for place, match in enumerate(matches))


def by_trying(context, matches, outcomes):
    """Best and worst rank of every entrant over all ways to finish. Ties may be broken either way."""
    ranks = {entrant.id: (len(context.entrants), 1) for entrant in context.entrants}
    for results in product(outcomes, repeat=len(matches)):
        points = context.points()
        for (one, two), (first, second) in zip(matches, results, strict=True):
            points[one] += first
            points[two] += second
        for each, (best, worst) in ranks.items():
            ahead = sum(points[other] > points[each] for other in ranks)
            level = sum(points[other] >= points[each] for other in ranks)
            ranks[each] = (min(best, 1 + ahead), max(worst, level))
    return ranks


@st.composite
def unfinished(draw, outcomes=USUAL_OUTCOMES, most=5):
    """A context and known matches, some of them in progress."""
    results = [Result(*outcome) for outcome in outcomes]
    context = draw(pairing_contexts(most=6, rounds=3, results=results))
    if len(context.entrants) == 1:
        return context, []
    pairs = list(combinations([entrant.id for entrant in context.entrants], 2))
    matches = [Match(*pair) for pair in draw(st.lists(st.sampled_from(pairs), max_size=most))]
    return context, matches


@pytest.mark.parametrize("outcomes", [USUAL_OUTCOMES, UNEVEN, (*USUAL_OUTCOMES, (Points(100), Points(100)))])
@given(data=st.data())
@cases(60)
def test_exact_ranks_cover_all_possible_outcomes(outcomes, data):
    context, matches = data.draw(unfinished(outcomes))

    found = possible_ranks(context, RemainingPlay(schedule_of(context, matches), outcomes=outcomes))

    assert {each.entrant: (each.best, each.worst) for each in found} == by_trying(context, matches, outcomes)
    assert all(each.is_exact for each in found)


@given(data=st.data())
@cases(60)
def test_bounds_are_never_narrower_than_exact_ranks(data):
    context, matches = data.draw(unfinished())
    future = RemainingPlay(schedule_of(context, matches))

    bounds = module._bounds(context, future, context.points(), matches)

    for exact, bound in zip(possible_ranks(context, future), bounds, strict=True):
        assert bound.best <= exact.best <= exact.worst <= bound.worst


@given(context=pairing_contexts(rounds=2), to_come=st.integers(0, 2), data=st.data())
def test_final_ranks_of_a_swiss_lie_within_the_possible_ranks(context, to_come, data):
    before = possible_ranks(context, RemainingPlay(unpaired=to_come))
    finished = context._replace(rounds=tuple(_finished(played, data) for played in context.rounds))
    for number in range(len(context.rounds) + 1, len(context.rounds) + to_come + 1):
        finished = finished._replace(rounds=(*finished.rounds, _any_round(finished, number, data)))
    found = standings(finished, ["buchholz", "lots"], given=TieBreakInput(seed=b"lots"))
    ranks = {each.entrant: each.rank for each in found}

    assert all(each.best <= ranks[each.entrant] <= each.worst for each in before)


def _any_round(context, number, data):
    ids = data.draw(st.permutations([entrant.id for entrant in context.entrants]))
    paired = data.draw(st.integers(0, len(ids) // 2))
    matches = tuple(Match(*ids[2 * table : 2 * table + 2]) for table in range(paired))
    byes = tuple(Bye(each, data.draw(st.sampled_from(BYES))) for each in ids[2 * paired :])
    return _finished(PlayedRound(Round(number, matches, byes), (None,) * paired), data)


def _finished(played, data):
    results = (data.draw(st.sampled_from(USUAL_OUTCOMES)) for _ in played.results)
    return played._replace(results=tuple(was or Result(*now) for was, now in zip(played.results, results, strict=True)))


def test_a_completed_course_leaves_only_ties_open():
    table = course_of("""
    0  2w1 3b=
    0  1b0 U
    0  U 1w=
    """)

    assert possible_ranks(table, RemainingPlay()) == (
        PossibleRanks(name(1), 1, 2, is_exact=True),
        PossibleRanks(name(2), 3, 3, is_exact=True),
        PossibleRanks(name(3), 1, 2, is_exact=True),
    )


def test_two_entrants_who_still_meet_cannot_both_be_passed_by_one_result():
    context = course_of("""
    0  3w1
    0  4w1
    0  1b0
    0  2b0
    """)
    last = Match(name(1), name(2))

    exact = possible_ranks(context, RemainingPlay(schedule_of(context, [last])))
    bound = possible_ranks(context, RemainingPlay(unpaired=1))

    assert [(each.best, each.worst) for each in exact] == [(1, 2), (1, 2), (3, 4), (3, 4)]
    assert [(each.best, each.worst) for each in bound] == [(1, 4)] * 4
    assert not any(each.is_exact for each in bound)


def test_with_more_matches_than_the_limit_possible_ranks_are_bounds():
    context = PairingContext(of_entrants(7))
    pairs = [Match(one.id, two.id) for one, two in combinations(context.entrants, 2)]

    few = possible_ranks(context, RemainingPlay(schedule_of(context, pairs[:EXACT_MATCHES])))
    many = possible_ranks(context, RemainingPlay(schedule_of(context, pairs[: EXACT_MATCHES + 1])))

    assert EXACT_MATCHES == 12
    assert all(each.is_exact for each in few)
    assert not any(each.is_exact for each in many)


def test_matches_of_a_running_round_are_taken_into_account():
    pairing = Round(1, (Match(name(1), name(2)), Match(name(3), name(4))))
    context = PairingContext(of_entrants(4), (PlayedRound(pairing, (None, Result(100, 0))),))

    found = possible_ranks(context, RemainingPlay())

    assert [(each.best, each.worst) for each in found] == [(1, 4), (1, 4), (1, 2), (3, 4)]


def test_a_scheduled_bye_counts_and_a_withdrawn_entrant_gets_no_more_points():
    context = PairingContext(of_entrants(3), withdrawn=frozenset({name(3)}))
    to_come = Round(1, (), (Bye(name(1), "pairing"),))

    assert [(each.best, each.worst) for each in possible_ranks(context, RemainingPlay((to_come,)))] == [
        (1, 1),
        (2, 3),
        (2, 3),
    ]
    unknown = possible_ranks(context, RemainingPlay((to_come,), unpaired=1))
    assert [(each.best, each.worst) for each in unknown] == [(1, 2), (1, 3), (2, 3)]


def test_a_bye_worth_more_than_a_win_can_improve_a_rank():
    pairing = PlayedRound(Round(1, (Match(name(1), name(2)),)), (Result(Points(120), Points(0)),))
    byes = (("pairing", Points(150)), ("full", 100), ("half", 50), ("zero", 0), ("absent", 0))
    context = PairingContext(of_entrants(2), (pairing,), bye_points=byes)

    assert [(each.best, each.worst) for each in possible_ranks(context, RemainingPlay(unpaired=1))] == [(1, 2), (1, 2)]


def test_outcomes_that_do_not_sum_to_a_constant_give_bounds():
    context = PairingContext(of_entrants(2))
    both = ((Points(100), Points(100)), (Points(0), Points(0)))

    found = possible_ranks(context, RemainingPlay(schedule_of(context, [Match(name(1), name(2))]), outcomes=both))

    assert found == (PossibleRanks(name(1), 1, 2, is_exact=False), PossibleRanks(name(2), 1, 2, is_exact=False))
