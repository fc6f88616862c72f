"""Knock-outs of every size: pairings, advancement, and undecided matches."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.knock_out import (
    KnockOutRules,
    LoserOf,
    MatchUndecided,
    NotOfTheBracket,
    Seeded,
    WinnerOf,
    bracket,
    bracket_states,
    next_round,
    ranks_of_bracket,
)
from domain.tournaments.terms import Bye, Entrant, EntrantId, Match, PairingContext, PlayedRound, Result, Round
from tests.support.laws import law

PLAIN = KnockOutRules()
FOR_THIRD = KnockOutRules(third_place=True)
EVERY_SIZE = range(2, 71)


def course_of(number: int) -> PairingContext:
    return PairingContext(tuple(Entrant(EntrantId(str(seed)), seed) for seed in range(1, number + 1)))


def stronger_wins(match: Match) -> Result:
    return Result(100, 0) if int(match.first) < int(match.second) else Result(0, 100)


def with_round(context: PairingContext, made: Round, *results: Result | None) -> PairingContext:
    outcome = results or tuple(map(stronger_wins, made.matches))
    return context._replace(rounds=(*context.rounds, PlayedRound(made, outcome)))


def whole_course(context: PairingContext, rules: KnockOutRules, seed: bytes = b"") -> PairingContext:
    while (made := next_round(context, rules, seed)) is not None:
        context = with_round(context, made)
    return context


def pairs(made: Round) -> list[set[str]]:
    return [set(match) for match in made.matches]


@law
@pytest.mark.parametrize("number", EVERY_SIZE)
def test_a_knock_out_has_one_match_fewer_than_entrants_and_the_strongest_wins(number):
    context = whole_course(course_of(number), PLAIN)

    assert len(bracket(number, PLAIN)) == sum(len(each.round.matches) for each in context.rounds) == number - 1
    assert len(context.rounds) == (number - 1).bit_length()
    # Seed s, with 2^k < s <= 2^(k + 1), loses when 2^(k + 1) entrants are left.
    expected = {str(seed): 2 ** ((seed - 1).bit_length() - 1) + 1 for seed in range(2, number + 1)}
    assert ranks_of_bracket(context, PLAIN) == {"1": 1, **expected}


@law
@pytest.mark.parametrize("number", EVERY_SIZE)
def test_seeds_meet_in_order(number):
    context = whole_course(course_of(number), PLAIN)

    for played in context.rounds[1:]:
        left = 2 ** (len(context.rounds) - played.round.number + 1)
        assert sorted(map(sorted, pairs(played.round))) == sorted(
            sorted((str(seed), str(left + 1 - seed))) for seed in range(1, left // 2 + 1)
        )
    first, size = context.rounds[0].round, 2 ** len(context.rounds)
    assert {int(one) + int(two) for one, two in first.matches} == {size + 1}
    assert [bye.entrant for bye in first.byes] == [str(seed) for seed in range(1, size - number + 1)]
    assert {bye.kind for bye in first.byes} <= {"pairing"}


@given(st.integers(2, 70), st.data())
def test_a_losing_entrant_never_plays_on_and_the_bracket_shows_the_origin_of_each_side(number, data):
    context, lost = course_of(number), Counter()
    while (made := next_round(context, FOR_THIRD, b"")) is not None:
        results = tuple(data.draw(st.sampled_from([Result(100, 0), Result(0, 100)])) for _ in made.matches)
        if made.number < (number - 1).bit_length():
            assert not {each for each in made.entrants() if lost[each]}
        lost.update(two if result.first else one for (one, two), result in zip(made.matches, results, strict=True))
        context = with_round(context, made, *results)

    states = bracket_states(context, FOR_THIRD)
    assert {state.state for state in states} == {"decided"}
    for state in states:
        for source, side in zip(state.match.sides, state.sides, strict=True):
            match source:
                case Seeded(place):
                    assert side == str(place)
                case WinnerOf(other):
                    assert side == states[other - 1].winner
                case LoserOf(other):
                    assert side == states[other - 1].loser
    assert sorted(ranks_of_bracket(context, FOR_THIRD).values())[:4] == [1, 2, 3, 4][:number]


@law
@pytest.mark.parametrize("number", EVERY_SIZE)
def test_places_in_a_bracket_are_those_of_a_full_one(number):
    rounds = (number - 1).bit_length()
    at = {(match.round, match.place): match for match in bracket(number, PLAIN)}

    assert [match.number for match in bracket(number, FOR_THIRD)] == list(range(1, number + (number >= 4)))
    for (stage, place), match in at.items():
        assert 1 <= place <= 2 ** (rounds - stage)
        for source, below in zip(match.sides, (2 * place - 1, 2 * place), strict=True):
            if isinstance(source, WinnerOf):
                assert at[stage - 1, below].number == source.match
            else:
                assert stage == 1 or (stage == 2 and (1, below) not in at)


def test_a_bracket_of_six_by_its_numbers():
    assert bracket(6, FOR_THIRD) == (
        (1, 1, 2, (Seeded(4), Seeded(5))),
        (2, 1, 4, (Seeded(3), Seeded(6))),
        (3, 2, 1, (Seeded(1), WinnerOf(1))),
        (4, 2, 2, (Seeded(2), WinnerOf(2))),
        (5, 3, 1, (WinnerOf(3), WinnerOf(4))),
        (6, 3, 2, (LoserOf(3), LoserOf(4))),
    )


@law
@pytest.mark.parametrize("number", EVERY_SIZE)
def test_the_losers_of_the_semi_finals_play_for_third_place_beside_the_final(number):
    context = whole_course(course_of(number), FOR_THIRD)

    last = context.rounds[-1].round
    assert pairs(last) == ([{"1", "2"}, {"3", "4"}] if number >= 4 else [{"1", "2"}])
    assert [ranks_of_bracket(context, FOR_THIRD)[str(seed)] for seed in range(1, min(number, 4) + 1)] == [1, 2, 3, 4][
        :number
    ]


@pytest.mark.parametrize("number", [0, 1])
def test_without_an_opponent_no_match_is_played(number):
    assert bracket(number, FOR_THIRD) == ()
    assert next_round(course_of(number), FOR_THIRD, b"") is None
    assert ranks_of_bracket(course_of(number), FOR_THIRD) == {}


@pytest.mark.parametrize(
    ("result", "why", "state"), [(Result(50, 50), "equal points", "undecided"), (None, "no result", "playing")]
)
def test_an_undecided_match_is_named_and_prevents_the_next_round(result, why, state):
    made = next_round(course_of(4), PLAIN, b"")
    context = with_round(course_of(4), made, Result(100, 0), result)

    with pytest.raises(MatchUndecided, match=f"Match 2 of round 1.*{why}") as refusal:
        next_round(context, PLAIN, b"")

    assert [sorted(each["sides"]) for each in refusal.value.facts["matches"]] == [["2", "3"]]
    assert [each.state for each in bracket_states(context, PLAIN)] == ["decided", state, "awaited"]
    decided = with_round(course_of(4), made, Result(100, 0), Result(0, 100, "adjudicated"))
    assert pairs(next_round(decided, PLAIN, b"")) == [{made.matches[0].first, made.matches[1].second}]


def test_the_match_points_decide_and_not_the_kind_or_margin_of_the_win():
    made = next_round(course_of(4), PLAIN, b"")

    context = with_round(course_of(4), made, Result(120, 119), Result(0, 1, "forfeit"))

    assert pairs(next_round(context, PLAIN, b"")) == [{made.matches[0].first, made.matches[1].second}]


def test_an_entrant_without_an_opponent_advances_with_a_bye():
    made = next_round(course_of(4), PLAIN, b"")
    context = with_round(course_of(4), made, Result(0, 0, "double_forfeit"), Result(100, 0))

    final = next_round(context, PLAIN, b"")

    assert (final.matches, final.byes) == ((), (Bye(made.matches[1].first, "pairing"),))
    over = with_round(context, final)
    assert next_round(over, PLAIN, b"") is None
    assert ranks_of_bracket(over, PLAIN)[made.matches[1].first] == 1


@pytest.mark.parametrize("how", ["withdrawn", "out"])
def test_an_entrant_whose_opponent_is_away_advances(how):
    context = with_round(course_of(8), next_round(course_of(8), PLAIN, b""))
    withdrawn = frozenset({"4"} if how == "withdrawn" else ())
    away = context._replace(withdrawn=withdrawn, granted_byes=(Bye("4", "zero"),))

    semi_finals = next_round(away, PLAIN, b"")

    assert pairs(semi_finals) == [{"2", "3"}]
    assert semi_finals.byes == (Bye("1", "pairing"), Bye("4", "zero"))[: 1 if how == "withdrawn" else 2]
    # An entrant who returns later does not return to the cup.
    on = with_round(context, semi_finals)
    assert pairs(next_round(on, FOR_THIRD, b"")) == [{"1", "2"}, {"4", "3"}]
    third = next_round(on._replace(withdrawn=frozenset({"4"})), FOR_THIRD, b"")
    assert (pairs(third), third.byes) == ([{"1", "2"}], (Bye("3", "pairing"),))


def test_absent_and_late_entrants_are_not_in_the_bracket():
    context = course_of(7)._replace(withdrawn=frozenset({"2"}), granted_byes=(Bye("5", "absent"),))

    first = next_round(context, PLAIN, b"")
    later = with_round(course_of(9), first)

    assert (pairs(first), [bye.entrant for bye in first.byes]) == ([{"6", "7"}], ["1", "3", "4"])
    assert pairs(next_round(later, PLAIN, b"")) == [{"1", "6"}, {"3", "4"}]


def test_when_both_are_away_nobody_advances_and_the_cup_may_have_no_winner():
    context = with_round(course_of(4), next_round(course_of(4), PLAIN, b""))

    assert next_round(context._replace(withdrawn=frozenset("12")), PLAIN, b"") is None
    only_third = next_round(context._replace(withdrawn=frozenset("12")), FOR_THIRD, b"")
    assert pairs(only_third) == [{"3", "4"}]
    over = with_round(context, only_third)
    assert [state.winner for state in bracket_states(over, FOR_THIRD)][2:] == [None, "3"]


def test_an_entrant_absent_from_the_match_for_third_place_shares_it():
    context = with_round(course_of(4), next_round(course_of(4), FOR_THIRD, b""))
    last = next_round(context, FOR_THIRD, b"")

    over = with_round(context, last, stronger_wins(last.matches[0]), Result(0, 0, "double_forfeit"))

    assert ranks_of_bracket(context, FOR_THIRD) == {"3": 3, "4": 3}
    assert ranks_of_bracket(over, FOR_THIRD) == {"1": 1, "2": 2, "3": 3, "4": 3}


def test_a_round_outside_the_bracket_is_refused_by_name():
    strange = Round(1, (Match("1", "2"), Match("3", "4")))

    with pytest.raises(NotOfTheBracket, match="Round 1 does not have match 1, 1 against 4"):
        next_round(with_round(course_of(4), strange), PLAIN, b"")


@given(st.binary(max_size=8))
def test_the_entrant_who_was_first_less_often_is_first_in_the_next_round(seed):
    context = whole_course(course_of(64), PLAIN, seed)

    firsts: Counter[str] = Counter()
    for played in context.rounds:
        for match in played.round.matches:
            assert firsts[match.first] <= firsts[match.second]
        firsts.update(match.first for match in played.round.matches)


def test_otherwise_a_lot_decides_who_is_first():
    sides = Counter(next_round(course_of(2), PLAIN, number.to_bytes(2, "big")).matches for number in range(400))

    assert set(sides) == {(Match("1", "2"),), (Match("2", "1"),)}
    assert 150 < sides[Match("1", "2"),] < 250
