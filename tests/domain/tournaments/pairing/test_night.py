"""The random night (NIGHT-02 to NIGHT-06): partners, opponents and byes."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.night import NightRules, NobodyToMeet, TwoPartners, next_round
from domain.tournaments.pairing.partnerships import partnership_id, players_of_side, points_of_players
from domain.tournaments.terms import Bye, Entrant, EntrantId, Match, PairingContext, PlayedRound, Result, Round

OPEN = NightRules()


def ids(number: int) -> list[EntrantId]:
    return [EntrantId(f"p{place:02}") for place in range(number)]


def course_of(number: int) -> PairingContext:
    return PairingContext(tuple(Entrant(each, seed) for seed, each in enumerate(ids(number), 1)))


def with_round(context: PairingContext, made: Round, result: Result | None = None) -> PairingContext:
    return context._replace(rounds=(*context.rounds, PlayedRound(made, (result,) * len(made.matches))))


def after(context: PairingContext, rules: NightRules, rounds: int, seed: bytes = b"seed") -> PairingContext:
    for _ in range(rounds):
        context = with_round(context, next_round(context, rules, seed))
    return context


def partnerships(made: Round) -> set[frozenset[EntrantId]]:
    return {frozenset(players_of_side(side)) for match in made.matches for side in match}


def sitting(made: Round) -> list[EntrantId]:
    return [bye.entrant for bye in made.byes if bye.kind == "pairing"]


def opponents(made: Round) -> set[frozenset[EntrantId]]:
    return {
        frozenset((one, two))
        for match in made.matches
        for one in players_of_side(match.first)
        for two in players_of_side(match.second)
    }


@st.composite
def nights(draw):
    """Draws a number of players and some chosen partnerships."""
    number = draw(st.integers(4, 26))
    pairs = draw(st.integers(0, number // 2))
    # A single player among chosen pairs cannot play, and a pair needs a second pair as opponents.
    if (number - 2 * pairs) // 2 + pairs < 2:
        pairs = 0
    names = ids(number)
    return number, tuple((names[2 * place], names[2 * place + 1]) for place in range(pairs))


@given(nights(), st.integers(1, 6), st.binary(max_size=4))
def test_in_every_round_each_player_is_at_one_table_or_sits_out_and_chosen_partners_are_together(night, rounds, seed):
    number, chosen = night
    context = after(course_of(number), NightRules(chosen=chosen), rounds, seed)

    for played in context.rounds:
        made = played.round
        at_tables = [player for match in made.matches for side in match for player in players_of_side(side)]
        assert sorted([*at_tables, *sitting(made)]) == ids(number)
        assert all(len(players_of_side(side)) == 2 for match in made.matches for side in match)
        for pair in chosen:
            together = frozenset(pair) in partnerships(made)
            assert together or set(pair) <= set(sitting(made))


@given(nights())
def test_as_few_players_as_possible_sit_out(night):
    number, chosen = night
    alone = number - 2 * len(chosen)
    made = next_round(course_of(number), NightRules(chosen=chosen), b"seed")

    ways = [
        2 * pairs_out + singles_out
        for pairs_out in range(len(chosen) + 1)
        for singles_out in range(alone % 2, alone + 1, 2)
        if (len(chosen) - pairs_out + (alone - singles_out) // 2) % 2 == 0
    ]
    assert len(sitting(made)) == min(ways)


@given(st.integers(4, 26), st.integers(1, 16), st.binary(max_size=4))
def test_nobody_sits_out_twice_before_everybody_has_or_twice_in_a_row(number, rounds, seed):
    context = after(course_of(number), OPEN, rounds, seed)

    times = Counter(dict.fromkeys(ids(number), 0))
    before: list[EntrantId] = []
    for played in context.rounds:
        now = sitting(played.round)
        assert not set(now) & set(before)
        times.update(now)
        assert max(times.values()) - min(times.values()) <= 1
        before = now


@given(st.integers(2, 12), st.integers(1, 16), st.binary(max_size=4))
def test_no_chosen_partnership_sits_out_twice_before_all_have_once(pairs, rounds, seed):
    names = ids(2 * pairs)
    rules = NightRules(chosen=tuple(zip(names[::2], names[1::2], strict=True)))
    context = after(course_of(2 * pairs), rules, rounds, seed)

    times = Counter(dict.fromkeys(names, 0))
    for played in context.rounds:
        times.update(sitting(played.round))
        assert max(times.values()) - min(times.values()) <= 1
    assert times.total() == rounds * (pairs % 2) * 2


@given(nights(), st.integers(1, 12), st.binary(max_size=4))
def test_sitting_out_falls_to_those_who_have_done_so_least(night, rounds, seed):
    number, chosen = night
    context = after(course_of(number), NightRules(chosen=chosen), rounds, seed)
    alone = sorted(set(ids(number)) - {player for pair in chosen for player in pair})

    times = Counter()
    for played in context.rounds:
        out = set(sitting(played.round))
        instead = [
            {*some, *(player for pair in pairs for player in pair)}
            for singles in range(len(alone) % 2, 4, 2)
            for pairs_out in range(2)
            if singles + 2 * pairs_out == len(out)
            for some in combinations(alone, singles)
            for pairs in combinations(chosen, pairs_out)
        ]
        assert out in instead
        assert sorted((times[each] for each in out), reverse=True) == min(
            sorted((times[each] for each in way), reverse=True) for way in instead
        )
        times.update(out)


def test_the_number_of_byes_matters_more_than_how_long_ago_they_were():
    context, rules = course_of(6), NightRules(chosen=(("p04", "p05"),))
    for number, (first, second, out) in enumerate(
        (
            ("p00+p01", "p02+p03", ("p04", "p05")),
            ("p00+p02", "p01+p03", ("p04", "p05")),
            ("p02+p03", "p04+p05", ("p00", "p01")),
            ("p00+p01", "p04+p05", ("p02", "p03")),
        ),
        1,
    ):
        context = with_round(
            context, Round(number, (Match(first, second),), tuple(Bye(each, "pairing") for each in out))
        )

    assert all(sitting(next_round(context, rules, bytes([number]))) == ["p00", "p01"] for number in range(10))


def test_rounds_that_a_late_or_returning_player_has_missed_count_as_sitting_out():
    context = after(course_of(5), OPEN, 15)
    assert Counter(each for played in context.rounds for each in sitting(played.round)) == Counter(ids(5) * 3)

    later = after(
        PairingContext((*context.entrants, Entrant(EntrantId("new"), 6)), context.rounds, withdrawn=frozenset({"p00"})),
        OPEN,
        4,
    )
    back = after(later._replace(withdrawn=frozenset()), OPEN, 6)

    since = Counter(each for played in back.rounds[15:] for each in sitting(played.round))
    assert not {"new", "p00"} & set(since)
    assert max(since.values()) - min(since[each] for each in ids(5)[1:]) <= 1
    assert all(not set(sitting(one.round)) & set(sitting(two.round)) for one, two in pairwise(back.rounds))


@given(st.sampled_from([8, 12, 16]), st.binary(max_size=4))
def test_drawn_partners_do_not_repeat_while_that_is_possible(number, seed):
    context = after(course_of(number), OPEN, 4, seed)

    together = Counter(pair for played in context.rounds for pair in partnerships(played.round))
    assert set(together.values()) == {1}


@given(st.sampled_from([4, 6, 8, 10]), st.binary(max_size=4))
def test_chosen_partnerships_meet_again_only_when_unavoidable(pairs, seed):
    names = ids(2 * pairs)
    rules = NightRules(chosen=tuple(zip(names[::2], names[1::2], strict=True)))
    context = after(course_of(2 * pairs), rules, pairs // 2, seed)

    met = Counter(frozenset(match) for played in context.rounds for match in played.round.matches)
    assert set(met.values()) == {1}


def test_four_partnerships_all_meet_before_any_meet_again():
    names = ids(8)
    rules = NightRules(chosen=tuple(zip(names[::2], names[1::2], strict=True)))
    context = after(course_of(8), rules, 6)

    for three in (context.rounds[:3], context.rounds[3:]):
        assert len({frozenset(match) for played in three for match in played.round.matches}) == 6


def test_opponents_vary_where_possible():
    context = after(course_of(40), OPEN, 3)

    met = Counter(pair for played in context.rounds for pair in opponents(played.round))
    assert set(met.values()) == {1}


def test_a_match_that_nobody_attended_does_not_count_as_partners_or_opponents():
    """With four players there are three partnerships. The one that was not played counts as new."""
    made = next_round(course_of(4), OPEN, b"seed")
    context = with_round(course_of(4), made, Result(0, 0, "double_forfeit"))

    ways = {frozenset(partnerships(next_round(context, OPEN, bytes([number])))) for number in range(40)}
    after_all = {
        frozenset(partnerships(next_round(with_round(course_of(4), made), OPEN, bytes([number]))))
        for number in range(40)
    }

    assert len(ways) == 3
    assert after_all == ways - {frozenset(partnerships(made))}


def test_a_player_whose_chosen_partner_is_away_plays_with_another():
    rules = NightRules(chosen=(("p00", "p01"), ("p02", "p03")))
    context = course_of(6)._replace(granted_byes=(Bye("p01", "half"), Bye("p05", "zero")), withdrawn=frozenset({"p05"}))

    made = next_round(context, rules, b"seed")

    assert partnerships(made) == {frozenset(("p00", "p04")), frozenset(("p02", "p03"))}
    assert made.byes == (Bye("p01", "half"),)


def test_the_partnership_that_was_first_less_often_is_first():
    names = ids(4)
    rules = NightRules(chosen=((names[0], names[1]), (names[2], names[3])))
    context = after(course_of(4), rules, 6)

    firsts = [played.round.matches[0].first for played in context.rounds]
    assert all(one != two for one, two in zip(firsts[::2], firsts[1::2], strict=True))
    lots = Counter(next_round(course_of(4), rules, number.to_bytes(2, "big")).matches[0].first for number in range(400))
    assert all(150 < lots[side] < 250 for side in ("p00+p01", "p02+p03"))


@pytest.mark.parametrize(("number", "chosen"), [(0, ()), (3, ()), (3, (("p00", "p01"),)), (2, (("p00", "p01"),))])
def test_without_two_partnerships_no_round_is_paired(number, chosen):
    with pytest.raises(NobodyToMeet):
        next_round(course_of(number), NightRules(chosen=chosen), b"seed")


def test_nobody_can_choose_two_partners():
    with pytest.raises(TwoPartners, match="p01 has chosen 2 partners"):
        next_round(course_of(6), NightRules(chosen=(("p00", "p01"), ("p01", "p02"))), b"seed")


def test_a_night_ends_after_its_rounds():
    context = after(course_of(8), NightRules(rounds=3), 3)

    assert next_round(context, NightRules(rounds=3), b"seed") is None
    assert next_round(context, OPEN, b"seed").number == 4


def test_the_same_seed_gives_the_same_night_and_another_seed_another():
    night = after(course_of(13), OPEN, 5, b"one")

    assert night == after(course_of(13), OPEN, 5, b"one")
    assert night != after(course_of(13), OPEN, 5, b"two")
    assert len({frozenset(partnerships(played.round)) for played in night.rounds}) == 5


def test_a_partnership_has_an_id_that_identifies_its_players():
    assert partnership_id("b", "a") == partnership_id("a", "b") == "a+b"
    assert players_of_side("a+b") == ("a", "b")
    assert players_of_side("a") == ("a",)
    for one, two in (("a", "a"), ("a", "b+c"), ("+", "b")):
        with pytest.raises(ValueError, match="cannot be partners"):
            partnership_id(one, two)


def test_night_05_players_get_the_points_of_all_their_partnerships_and_byes():
    context = course_of(6)
    for result in (Result(100, 0), Result(30, 70), None):
        context = with_round(context, next_round(context, OPEN, b"seed"), result)

    points = points_of_players(context)

    expected = Counter(dict.fromkeys(ids(6), 0))
    for played, (first, second) in zip(context.rounds, ((100, 0), (30, 70), (0, 0)), strict=True):
        for match in played.round.matches:
            expected.update(
                dict.fromkeys(players_of_side(match.first), first)
                | dict.fromkeys(players_of_side(match.second), second)
            )
        expected.update(dict.fromkeys(sitting(played.round), 100))
    assert {player: points[player] for player in ids(6)} == expected
    assert points.total() == 200 + 200 + 6 * 100


def chi_square(counts: Counter, outcomes: int) -> float:
    expected = counts.total() / outcomes
    return sum((times - expected) ** 2 / expected for times in counts.values()) + (outcomes - len(counts)) * expected


def test_night_02_all_ways_to_draw_partners_and_opponents_are_equally_likely():
    """Of six players two sit out, and four meet in 3 ways. Above 83.5 is rarer than 1 in 3000 at 44 degrees."""
    counts = Counter(
        frozenset(partnerships(next_round(course_of(6), OPEN, number.to_bytes(2, "big")))) for number in range(2700)
    )

    assert len(counts) == 45
    assert chi_square(counts, 45) < 83.5


def test_night_02_any_partnership_may_meet_any_other():
    """Four chosen partnerships meet in 3 ways. Chi-square above 17.1 occurs once in 5000 at 2 degrees."""
    names = ids(8)
    rules = NightRules(chosen=tuple(zip(names[::2], names[1::2], strict=True)))
    counts = Counter(
        frozenset(map(frozenset, next_round(course_of(8), rules, number.to_bytes(2, "big")).matches))
        for number in range(1500)
    )

    assert chi_square(counts, 3) < 17.1


def test_all_players_are_equally_likely_to_sit_out_first_with_or_without_a_partner():
    """Six single players and two partnerships: a partnership or two singles sit out, each player in a fifth of the
    cases.
    """
    rules = NightRules(chosen=(("p00", "p01"), ("p02", "p03")))
    rounds = [next_round(course_of(10), rules, number.to_bytes(2, "big")) for number in range(2000)]
    counts = Counter(player for made in rounds for player in sitting(made))

    assert {len(sitting(made)) for made in rounds} == {2}
    assert all(320 < counts[player] < 480 for player in ids(10))
