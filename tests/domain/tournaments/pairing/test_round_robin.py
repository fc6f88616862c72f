"""Round robins: the published Berger tables, and their properties for every number of entrants."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.round_robin import RoundRobinRules, next_round, numbered_entrants, schedule
from domain.tournaments.terms import Bye, Entrant, EntrantId, PairingContext, PlayedRound, Result

BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""FIDE Handbook C.05, annex 1, as published. The first entrant of a match comes first."""

SIZES = st.integers(2, 41)


def ids(number: int) -> list[EntrantId]:
    return [EntrantId(str(place)) for place in range(1, number + 1)]


def entrants(number: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(each, int(each)) for each in ids(number))


def written(made) -> str:
    return " ".join("-".join(match) for match in made.matches)


def played(made) -> PlayedRound:
    return PlayedRound(made, tuple(Result(100, 0) for _ in made.matches))


def whole_course(context: PairingContext, rules: RoundRobinRules, seed: bytes = b"") -> PairingContext:
    while (made := next_round(context, rules, seed)) is not None:
        context = context._replace(rounds=(*context.rounds, played(made)))
    return context


@pytest.mark.parametrize("number", BERGER)
def test_the_tables_are_the_published_ones(number):
    assert [written(each) for each in schedule(ids(number))] == BERGER[number]
    assert not any(each.byes for each in schedule(ids(number)))


@pytest.mark.parametrize("number", [3, 5, 7])
def test_with_an_odd_number_the_opponent_of_the_last_number_has_a_bye(number):
    nobody = str(number + 1)

    for made, row in zip(schedule(ids(number)), BERGER[number + 1], strict=True):
        without = [pair for pair in row.split() if nobody not in pair.split("-")]
        (alone,) = (set(pair.split("-")) - {nobody} for pair in row.split() if nobody in pair.split("-"))
        assert written(made) == " ".join(without)
        assert made.byes == (Bye(alone.pop(), "pairing"),)


@given(SIZES)
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(number):
    rounds = schedule(ids(number))

    met = Counter(frozenset(match) for each in rounds for match in each.matches)
    assert met == Counter(map(frozenset, combinations(ids(number), 2)))
    assert [sorted(each.entrants(), key=int) for each in rounds] == [ids(number)] * len(rounds)
    assert [each.number for each in rounds] == list(range(1, number + number % 2))
    assert Counter(bye.entrant for each in rounds for bye in each.byes) == Counter(ids(number) * (number % 2))


@given(SIZES)
def test_nobody_is_first_more_than_once_more_often_than_second(number):
    matches = [match for each in schedule(ids(number)) for match in each.matches]
    firsts, seconds = Counter(match.first for match in matches), Counter(match.second for match in matches)

    assert {abs(firsts[each] - seconds[each]) for each in ids(number)} == {(number + 1) % 2}


@given(st.integers(3, 41))
def test_a_double_round_robin_has_each_match_both_ways_and_no_side_three_times_in_a_row(number):
    rounds = schedule(ids(number), cycles=2)

    matches = Counter(match for each in rounds for match in each.matches)
    assert matches == Counter((one, two) for one in ids(number) for two in ids(number) if one != two)
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    for each in ids(number):
        sides = [match.first == each for made in rounds for match in made.matches if each in match]
        assert not any(one == two == three for (one, two), (_, three) in pairwise(pairwise(sides)))


def test_an_empty_or_single_entrant_field_has_no_rounds():
    assert schedule([]) == schedule(ids(1)) == ()
    assert next_round(PairingContext(entrants(1)), RoundRobinRules(), b"") is None


@given(SIZES, st.sampled_from([1, 2]), st.booleans())
def test_the_schedule_is_followed_round_by_round_to_its_end(number, cycles, by_lot):
    rules = RoundRobinRules(cycles, by_lot)
    context = PairingContext(entrants(number))

    order = numbered_entrants(context, rules, b"seed")
    rounds = whole_course(context, rules, b"seed").rounds

    assert tuple(each.round for each in rounds) == schedule(order, cycles)
    assert sorted(order, key=int) == ids(number)
    assert by_lot or list(order) == ids(number)


def test_lots_are_derived_from_the_seed():
    context, rules = PairingContext(entrants(8)), RoundRobinRules(by_lot=True)

    assert (
        numbered_entrants(context, rules, b"one")
        == numbered_entrants(context, rules, b"one")
        != numbered_entrants(context, rules, b"two")
    )


def test_an_entrant_whose_opponent_is_away_has_a_bye_and_other_matches_stay():
    context = whole_course(PairingContext(entrants(6)), RoundRobinRules())
    out = (Bye("6", "half"), Bye("1", "zero"))
    begun = context._replace(rounds=context.rounds[:2], withdrawn=frozenset({"1"}), granted_byes=out)

    made = next_round(begun, RoundRobinRules(), b"")

    assert written(made) == "4-5"
    assert made.byes == (Bye("2", "pairing"), Bye("3", "pairing"), Bye("6", "half"))


def test_entrants_withdrawn_before_or_joining_after_the_start_are_not_in_the_schedule():
    context = PairingContext(entrants(5), withdrawn=frozenset({"3"}), granted_byes=(Bye("5", "zero"),))

    first = next_round(context, RoundRobinRules(), b"")
    later = PairingContext((*entrants(5), Entrant("9", 9)), (played(first),))

    assert (written(first), first.byes) == ("2-4", (Bye("1", "pairing"), Bye("5", "zero")))
    assert numbered_entrants(later, RoundRobinRules(), b"") == ("1", "2", "4", "5")
    assert written(next_round(later, RoundRobinRules(), b"")) == "5-4 1-2"
