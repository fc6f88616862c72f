"""Standings: ranks and counts, which depend on results only."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.standings.ranking import Standing, standings
from domain.tournaments.standings.tie_break_values import TieBreakInput, TieBreakRules
from domain.tournaments.terms import Bye, Match, PairingContext, PlayedRound, Result, Round
from tests.support.crosstables import course_of, name
from tests.support.pairing_contexts import FORFEITS, PLAYED, of_entrants, pairing_contexts

CHAIN = ["buchholz_cut_1", "direct_encounter", "sonneborn_berger", "progressive", "lots"]
DRAWN = TieBreakInput(seed=b"published before the draw")
OPEN = None


def test_equal_entrants_share_a_rank_and_the_next_rank_is_skipped():
    table = course_of("""
    0  2w1 4b=
    0  1b0 3w1
    0  4w0 2b0
    0  3b1 1w=
    """)

    found = standings(table)

    assert [(each.rank, each.entrant) for each in found] == [(1, name(1)), (1, name(4)), (3, name(2)), (4, name(3))]


def test_the_first_tie_break_decides_and_the_next_applies_only_to_remaining_ties():
    table = course_of("""
    0  4w1 2b0 3w1
    0  3w0 1w1 4b1
    0  2b1 4w1 1b0
    0  1b0 3b0 2w0
    """)

    by_wins = standings(table, ["wins", "direct_encounter", "progressive"])

    assert [each.entrant for each in by_wins] == [name(3), name(1), name(2), name(4)]
    assert [each.rank for each in by_wins] == [1, 2, 3, 4]
    assert [[value.value for value in each.values] for each in by_wins] == [[2, 0, 5], [2, 0, 4], [2, 0, 3], [0, 0, 0]]


def test_standings_count_every_result_and_bye_of_an_entrant():
    table = course_of("""
    0  2w1 3b= 2w+ U 3w-
    0  1b0 U 1b- 3w0 H
    0  Z 1w= H 2b1 1b-
    """)

    found = {each.entrant: each[2:3] + each[4:9] for each in standings(table)}

    assert found == {
        name(1): (350, 2, 2, 1, 1, 1),
        name(2): (150, 2, 0, 0, 3, 2),
        name(3): (200, 2, 1, 1, 1, 2),
    }


def test_standings_are_live_during_a_round():
    entrants = of_entrants(4)
    pairing = Round(1, (Match(name(1), name(2)), Match(name(3), name(4))))
    begun = PairingContext(entrants, (PlayedRound(pairing, (OPEN, OPEN)),))
    under_way = PairingContext(entrants, (PlayedRound(pairing, (OPEN, Result(0, 100))),))

    assert [(each.rank, each.points, each.played) for each in standings(begun, ["buchholz"])] == [(1, 0, 0)] * 4
    assert [(each.rank, each.entrant) for each in standings(under_way, ["buchholz"])] == [
        (1, name(4)),
        (2, name(3)),
        (3, name(1)),
        (3, name(2)),
    ]


def test_rounds_before_entering_or_after_leaving_are_not_byes():
    rounds = (
        PlayedRound(Round(1, (Match(name(1), name(2)),)), (Result(100, 0),)),
        PlayedRound(Round(2, (Match(name(1), name(3)),), (Bye(name(2), "zero"),)), (Result(50, 50),)),
    )

    found = standings(PairingContext(of_entrants(3), rounds))

    assert {each.entrant: each.byes for each in found} == {name(1): 0, name(2): 1, name(3): 0}


def test_an_absence_is_not_a_bye_but_every_other_kind_is():
    byes = [Bye(name(3), kind) for kind in ("pairing", "full", "half", "zero", "absent")]
    rounds = tuple(
        PlayedRound(Round(number, (Match(name(1), name(2)),), (bye,)), (Result(100, 0),))
        for number, bye in enumerate(byes, 1)
    )

    assert {each.entrant: each.byes for each in standings(PairingContext(of_entrants(3), rounds))}[name(3)] == 4


def test_standings_without_entrants_are_empty():
    assert standings(PairingContext(()), CHAIN, given=DRAWN) == ()


@given(context=pairing_contexts())
def test_points_are_those_of_the_course_and_determine_the_ranks(context):
    found = standings(context, CHAIN, given=DRAWN)

    assert {each.entrant: each.points for each in found} == dict(context.points())
    assert [each.points for each in found] == sorted((each.points for each in found), reverse=True)
    assert [each.rank for each in found] == list(range(1, len(found) + 1))


@given(context=pairing_contexts(results=PLAYED, byes=["zero"]))
def test_with_all_matches_played_the_points_sum_to_the_number_of_matches(context):
    found = standings(context)
    matches = sum(len(played.round.matches) for played in context.rounds)

    assert sum(each.points for each in found) == 100 * matches
    assert sum(each.wins for each in found) == sum(each.losses for each in found)
    assert sum(each.played for each in found) == 2 * matches
    named = Counter(entrant for played in context.rounds for entrant in played.round.entrants())
    absent = Counter(bye.entrant for played in context.rounds for bye in played.round.byes if bye.kind == "absent")
    for each in found:
        assert each.wins + each.draws + each.losses + each.byes == named[each.entrant] - absent[each.entrant]


@given(context=pairing_contexts(), luck=st.randoms(use_true_random=False), chain=st.permutations(CHAIN[:-1]))
def test_the_order_of_entrants_and_tables_does_not_matter(context, luck, chain):
    shuffled = context._replace(
        entrants=tuple(luck.sample(context.entrants, len(context.entrants))),
        rounds=tuple(_other_tables(played, luck) for played in context.rounds),
    )

    assert standings(shuffled, chain) == standings(context, chain)


def _other_tables(played, luck):
    tables = list(zip(played.round.matches, played.results, strict=True))
    luck.shuffle(tables)
    matches, results = tuple(match for match, _ in tables), tuple(result for _, result in tables)
    byes = tuple(luck.sample(played.round.byes, len(played.round.byes)))
    return PlayedRound(played.round._replace(matches=matches, byes=byes), results)


@given(context=pairing_contexts(), data=st.data())
def test_a_better_result_never_lowers_the_rank_by_points(context, data):
    places = [(place, table) for place, each in enumerate(context.rounds) for table in range(len(each.results))]
    if not places:
        return
    place, table = data.draw(st.sampled_from(places))
    worse, better = data.draw(st.sampled_from([(0, 50), (0, 100), (50, 100)]))
    who = context.rounds[place].round.matches[table].first

    before, after = (
        next(each for each in standings(_with(context, place, table, points)) if each.entrant == who)
        for points in (worse, better)
    )

    assert after.rank <= before.rank


def _with(context, place, table, points):
    rounds = list(context.rounds)
    results = list(rounds[place].results)
    results[table] = Result(points, 100 - points)
    rounds[place] = rounds[place]._replace(results=tuple(results))
    return context._replace(rounds=tuple(rounds))


@given(context=pairing_contexts(results=[*PLAYED, *FORFEITS]), chain=st.permutations(CHAIN[:-1]))
def test_only_entrants_equal_in_everything_share_a_rank(context, chain):
    found = standings(context, chain, TieBreakRules(edition="2024"))

    for one, two in pairwise(found):
        assert (one.rank == two.rank) == (_all_of(one) == _all_of(two))
        assert _all_of(one) >= _all_of(two)


def _all_of(standing: Standing) -> tuple[Fraction | None, ...]:
    return (Fraction(standing.points), *(value.value for value in standing.values))
