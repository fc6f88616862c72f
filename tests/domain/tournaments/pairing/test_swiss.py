"""Swiss rounds: the rules of the Dutch system, acceleration, and pairing by victory points."""

import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser

from domain.tournaments.formats.kinds import Swiss
from domain.tournaments.pairing.swiss import SwissRules, next_round
from domain.tournaments.rounds.proposed_rounds import checked_round
from domain.tournaments.terms import PairingContext, Points, Result, Round
from tests.support.cases import cases
from tests.support.swiss import (
    barred_from_a_bye,
    breaks_limits,
    by_chance,
    can_be_paired,
    field,
    floats,
    legal_pairs,
    met,
    pairings,
    played,
    present,
    report,
    season,
    sides,
    topscorers,
)
from tests.support.swiss_rounds import FIRST, FIRST_WINS, SECOND, SECOND_WINS, THREE, bye, ids, matches, twos

SEEDS = st.integers(0, 2**32)


def without_clubs(context: PairingContext) -> PairingContext:
    return context._replace(entrants=tuple(each._replace(club=None) for each in context.entrants))


@given(seed=SEEDS)
@cases(40)
def test_every_round_keeps_the_absolute_rules_with_late_leaving_and_absent_entrants(seed):
    luck = random.Random(seed)
    rules = SwissRules(luck.randint(1, 9), is_accelerated=luck.random() < 1 / 4)
    for context, round_ in season(luck, luck.randint(2, 40), rules):
        if round_ is None:
            continue
        assert sorted(round_.entrants()) == sorted(
            [*present(context), *(each.entrant for each in context.granted_byes)]
        )
        assert not met(context) & set(map(frozenset, round_.matches))
        sitting_out = [each.entrant for each in round_.byes if each.kind == "pairing"]
        assert len(sitting_out) == len(present(context)) % 2
        assert not set(sitting_out) & barred_from_a_bye(context)
        assert tuple(each for each in round_.byes if each.kind != "pairing") == context.granted_byes
        assert round_.number == len(context.rounds) + 1
        assert checked_round(context, Swiss(rules), round_) == round_


@given(seed=SEEDS)
def test_a_round_is_refused_only_when_no_legal_one_exists(seed):
    luck = random.Random(seed)
    rules = SwissRules(luck.randint(2, 9))
    for context, round_ in season(luck, luck.randint(2, 10), rules):
        assert (round_ is not None) == can_be_paired(context, rules, limits=False)


def test_the_generated_tournaments_include_refusals():
    ends = [list(season(random.Random(seed), 6, SwissRules(7)))[-1][1] for seed in range(10)]

    assert None in ends


@given(seed=SEEDS)
@cases(25)
def test_side_limits_hold_unless_unavoidable_except_for_topscorers(seed):
    luck = random.Random(seed)
    rules = SwissRules(luck.randint(3, 9))
    for context, round_ in season(luck, luck.randint(4, 40), rules):
        had, top = sides(context), topscorers(context, rules)
        beyond = [
            match
            for match in (round_.matches if round_ else ())
            if not {*match} & top and (breaks_limits([*had[match.first], 1]) or breaks_limits([*had[match.second], -1]))
        ]
        if beyond:
            assert not can_be_paired(context, rules, limits=True)


def test_side_limits_yield_when_nothing_else_is_possible():
    """Two entrants were first twice and the others second. Every two that have not met had the same side."""
    context = PairingContext(field(4))
    for number, pairs in enumerate(("p1-p2 p3-p4", "p1-p4 p3-p2"), 1):
        context = played(context, Round(number, matches(pairs)), [FIRST_WINS, SECOND_WINS])
    rules = SwissRules(4)

    assert not can_be_paired(context, rules, limits=True)
    assert sorted(twos(next_round(context, rules, FIRST))) == ["p1-p3", "p2-p4"]


@pytest.mark.parametrize(("rounds", "meet"), [(3, True), (4, False)])
def test_topscorers_meet_in_the_last_round_even_if_both_were_first_twice(rounds, meet):
    context = played(
        PairingContext(field(6)), Round(1, matches("p1-p3 p2-p4 p5-p6")), [FIRST_WINS, FIRST_WINS, Result(50, 50)]
    )
    context = played(context, Round(2, matches("p1-p4 p2-p5 p6-p3")), [FIRST_WINS, FIRST_WINS, Result(50, 50)])

    assert ("p1-p2" in twos(next_round(context, SwissRules(rounds), FIRST))) == meet


@given(seed=SEEDS)
@cases(80)
def test_the_top_brackets_float_as_little_as_in_any_legal_pairing(seed):
    """C.5, C.6 and C.7, checked against all possible pairings."""
    luck = random.Random(seed)
    rules = SwissRules(luck.randint(2, 9))
    for context, _ in season(luck, luck.randint(2, 9), rules):
        legal = legal_pairs(context, rules, limits=True)
        everything = list(pairings(present(context), legal, barred_from_a_bye(context)))
        if not everything:
            continue
        round_ = next_round(without_clubs(context), rules, FIRST)
        alone = [frozenset({each.entrant}) for each in round_.byes if each.kind == "pairing"]
        points = context.points()
        best = min(floats(pairing, points) for pairing in everything)
        assert floats([*map(frozenset, round_.matches), *alone], points) == best


def by_report(path: Path, text: str) -> tuple[list[tuple[int, int]], list[int]] | None:
    """Returns the pairings that the package derives from a report, and the bye."""
    path.write_text(text)
    try:
        pairs = DutchEngine.generate_pairings(TrfParser.parse(path, strict=True))
    except PairingError:
        return None
    return [(pair.white, pair.black) for pair in pairs if pair.black], [pair.white for pair in pairs if not pair.black]


@given(seed=SEEDS)
@cases(30)
def test_the_engine_reproduces_the_pairings_from_the_report_of_the_tournament(seed, tmp_path_factory):
    luck = random.Random(seed)
    path = tmp_path_factory.getbasetemp() / "tournament.trf"
    rules = SwissRules(luck.randint(1, 9))
    for clubbed, _ in season(luck, luck.randint(2, 24), rules):
        context = without_clubs(clubbed)
        if len(present(context)) >= 4 and luck.random() < 1 / 2:
            rules = rules._replace(forbidden=frozenset({frozenset(luck.sample(present(context), 2))}))
        seed_, side = luck.choice([(FIRST, "white1"), (SECOND, "black1")])
        expected = by_report(path, report(context, rules, side))
        if expected is None:
            assert not can_be_paired(context, rules, limits=True)
            continue
        round_ = next_round(context, rules, seed_)
        numbers = {entrant.id: number for number, entrant in enumerate(context.entrants, 1)}
        assert [(numbers[first], numbers[second]) for first, second in round_.matches] == expected[0]
        assert [numbers[each.entrant] for each in round_.byes if each.kind == "pairing"] == expected[1]


@given(seed=SEEDS)
@cases(8)
def test_acceleration_uses_the_virtual_points_of_a_report(seed, tmp_path_factory):
    """Baku acceleration of 9 rounds: five rounds are accelerated, three of them by a point."""
    luck = random.Random(seed)
    path = tmp_path_factory.getbasetemp() / "accelerated.trf"
    size = luck.randint(8, 30)
    upper = next(even for even in range(0, size, 2) if even >= size / 2)
    context, rules = PairingContext(field(size)), SwissRules(9, is_accelerated=True)
    for number in range(1, 7):
        round_ = next_round(context, rules, FIRST)
        virtual = {entrant.id: (1, 1, 1, 0.5, 0.5, 0)[:number] for entrant in field(size)[:upper]}
        pairs, _ = by_report(path, report(context, rules, "white1", virtual))
        assert [(int(first[1:]), int(second[1:])) for first, second in round_.matches] == pairs
        context = played(context, round_, by_chance(luck, round_))


def test_with_acceleration_the_upper_half_plays_within_itself():
    round_ = next_round(PairingContext(field(8)), SwissRules(5, is_accelerated=True), FIRST)

    assert twos(round_) == ["p1-p3", "p2-p4", "p5-p7", "p6-p8"]


@pytest.mark.parametrize(("place", "sits_out"), [(1, False), (3, False), (4, True)])
def test_a_late_entrant_is_accelerated_if_stronger_than_the_last_accelerated_one(place, sits_out):
    """All have half a point except the late entrant, who precedes the lower half only with a virtual point."""
    context = PairingContext(field(8))
    context = played(context, next_round(context, SwissRules(5), FIRST), [Result(50, 50)] * 4)
    late = field(9)[8]
    context = context._replace(entrants=(*context.entrants[:place], late, *context.entrants[place:]))

    round_ = next_round(context, SwissRules(5, is_accelerated=True), FIRST)

    assert (round_.byes == (bye("p9"),)) == sits_out


def test_in_the_first_round_the_upper_half_meets_the_lower_and_sides_alternate():
    context = PairingContext(field(7))

    assert next_round(context, THREE, FIRST) == Round(1, matches("p1-p4 p5-p2 p3-p6"), (bye("p7"),))
    assert next_round(context, THREE, SECOND).matches == matches("p4-p1 p2-p5 p6-p3")


def test_victory_point_pairing_matches_neighbours_who_have_not_met():
    """The ranking is p5 p3 p1 p4 p6 p2, and p1 has already met p4."""
    results = [Result(1033, 967), Result(1, 1999), Result(1501, 499)]
    context = played(PairingContext(field(6)), Round(1, matches("p1-p4 p2-p5 p3-p6")), results)

    assert twos(next_round(context, SwissRules(3, win=Points(2000)), FIRST)) == ["p3-p5", "p1-p6", "p2-p4"]


def test_the_smallest_score_difference_is_used():
    results = [Result(Points(1160 + 10 * step), Points(840 - 10 * step)) for step in (3, 2, 1, 0)]
    context = played(PairingContext(field(8)), Round(1, matches("p1-p5 p2-p6 p3-p7 p4-p8")), results)

    made = twos(next_round(context, SwissRules(3, win=Points(2000)), FIRST))

    assert made == ["p1-p2", "p3-p4", "p7-p8", "p5-p6"]


def test_with_scores_in_tenths_of_a_win_a_bye_differs_from_the_last_bracket_by_one_win():
    """C.04.3 A.8 and C.6, in a bracket that had to be collapsed so that p2 can meet p7, its only possible opponent.

    Two pairings remain. If p6 sits out, the differences are 3, 3, 1 and a win. If p3 sits out, they are 3, 2, 0 and 2
    more than a win. A win is 10 here, so the former is better. For any win below 1 it would be the latter.
    """
    kinds = ("full", "full", "half", "zero", "absent", "absent", "pairing")
    context = PairingContext(
        field(7),
        bye_points=tuple(
            (kind, Points(points))
            for kind, points in (("full", 300), ("half", 200), ("zero", 100), ("absent", 0), ("pairing", 0))
        ),
    )
    before = Round(1, (), tuple(bye(entrant.id, kind) for entrant, kind in zip(context.entrants, kinds, strict=True)))
    may_meet = {frozenset(ids(each)) for each in ("p1 p2", "p2 p7", "p1 p5", "p3 p4", "p1 p4", "p5 p6")}
    everybody = [entrant.id for entrant in context.entrants]
    forbidden = frozenset(map(frozenset, combinations(everybody, 2))) - may_meet

    round_ = next_round(played(context, before, []), SwissRules(9, Points(1000), forbidden), FIRST)

    assert sorted(twos(round_)) == ["p1-p5", "p2-p7", "p3-p4"]
    assert round_.byes == (bye("p6"),)


@given(seed=SEEDS)
@cases(20)
def test_victory_point_pairing_keeps_the_absolute_rules(seed):
    luck = random.Random(seed)
    rules = SwissRules(6, win=Points(2000))

    def victory_points(luck: random.Random, round_: Round) -> list[Result]:
        first = [luck.randint(0, 2000) for _ in round_.matches]
        return [Result(Points(points), Points(2000 - points)) for points in first]

    for context, round_ in season(luck, luck.randint(2, 30), rules, victory_points):
        if round_ is None:
            assert not can_be_paired(context, rules, limits=False)
        else:
            assert checked_round(context, Swiss(rules), round_) == round_


@given(seed=SEEDS)
@cases(10)
def test_pairings_do_not_depend_on_the_value_of_a_win(seed):
    luck = random.Random(seed)
    dear = tuple((kind, Points(points * 20)) for kind, points in PairingContext(()).bye_points)
    for context, round_ in season(luck, luck.randint(2, 20), SwissRules(6)):
        paid = tuple(
            each._replace(results=tuple(Result(r.first * 20, r.second * 20, r.kind) for r in each.results))
            for each in context.rounds
        )
        if round_ is not None:
            richer = context._replace(rounds=paid, bye_points=dear)
            assert next_round(richer, SwissRules(6, win=Points(2000)), b"of the tournament") == round_
