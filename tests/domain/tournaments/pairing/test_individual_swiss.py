"""Individual Swiss at tables of four: partners, opponents and byes."""

import random
from itertools import chain, combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.pairing.individual_swiss import IndividualSwissRules, next_round, violations
from domain.tournaments.pairing.partnerships import partnership_id, points_of_players
from domain.tournaments.pairing.sitting_out import turns_to_sit_out
from domain.tournaments.rounds.refusals import NoLegalPairing, RoundNotOver, TooFewToPair
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, PlayedRound, Result, Round
from tests.support.cases import cases
from tests.support.swiss import RESULTS, field

SEED = b"of the tournament"


def bye(entrant: str, kind: str = "pairing") -> Bye:
    return Bye(EntrantId(entrant), kind)


def four(text: str) -> Match:
    """Parses a match: `p1 p2 - p3 p4`."""
    first, second = (partnership_id(*map(EntrantId, side.split())) for side in text.split("-"))
    return Match(first, second)


def sides(match: Match) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    """The two players of each side, read from its id."""
    first, second = (tuple(map(EntrantId, side.split("+"))) for side in match)
    return first, second


def tables_of(round_: Round) -> list[tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]]:
    return [sides(match) for match in round_.matches]


def played(context, round_, results):
    return context._replace(rounds=(*context.rounds, PlayedRound(round_, tuple(results))), granted_byes=())


def season(luck, size, rounds, *, steady=False, seed=SEED):
    """Yields each context with its next round. Some players leave or sit out, unless `steady`."""
    context = PairingContext(field(size))
    while True:
        if not steady:
            leaving = {entrant.id for entrant in context.entrants if luck.random() < 1 / 40}
            context = context._replace(withdrawn=context.withdrawn | leaving)
            context = context._replace(
                granted_byes=tuple(bye(e.id, "half") for e in context.present() if luck.random() < 1 / 20)
            )
        if len(context.present()) < 4:
            return
        round_ = next_round(context, IndividualSwissRules(rounds), seed)
        if round_ is None:
            return
        yield context, round_
        context = played(context, round_, [luck.choice(RESULTS) for _ in round_.matches])


def meetings(context):
    """The tables where both sides came, or may still come."""
    return [
        sides(match)
        for each in context.rounds
        for match, result in zip(each.round.matches, each.results, strict=True)
        if result is None or "forfeit" not in result.kind
    ]


def repeated_partners(context, tables):
    had = [frozenset(side) for table in meetings(context) for side in table]
    return sum(had.count(frozenset(side)) for table in tables for side in table)


def repeated_opponents(context, tables):
    had = [frozenset(two) for table in meetings(context) for two in product(*table)]
    return sum(had.count(frozenset(two)) for table in tables for two in product(*table))


def named_at_tables(round_):
    return [player for table in tables_of(round_) for side in table for player in side]


def divisions(players):
    """All ways to divide the players into partnerships."""
    if not players:
        yield ()
        return
    one, *others = players
    for other in others:
        for rest in divisions([each for each in others if each != other]):
            yield ((one, other), *rest)


def test_64_players_have_no_partner_twice_in_7_rounds():
    for seed in range(3):
        *_, (context, round_) = season(random.Random(seed), 64, 7, steady=True)
        context = played(context, round_, [RESULTS[0]] * 16)

        partners = [frozenset(side) for table in meetings(context) for side in table]

        assert len(partners) == len(set(partners)) == 7 * 32


@given(seed=st.integers(0, 2**32))
@cases(40)
def test_nobody_has_a_partner_twice_up_to_half_as_many_rounds_as_there_are_players(seed):
    luck = random.Random(seed)
    for context, round_ in season(luck, luck.randint(4, 40), 8):
        if round_.number <= 2 * len(round_.matches):
            assert repeated_partners(context, tables_of(round_)) == 0


@given(seed=st.integers(0, 2**32))
@cases(40)
def test_a_round_repeats_no_more_partners_than_any_other_division_of_its_players(seed):
    luck = random.Random(seed)
    for context, round_ in season(luck, luck.randint(4, 9), 9):
        players = [player for table in tables_of(round_) for side in table for player in side]
        fewest = min(repeated_partners(context, [division]) for division in divisions(players))
        assert repeated_partners(context, tables_of(round_)) == fewest


@given(seed=st.integers(0, 2**32))
@cases(40)
def test_no_other_division_of_a_table_repeats_less(seed):
    luck = random.Random(seed)
    for context, round_ in season(luck, luck.randint(4, 13), 8):
        for table in tables_of(round_):
            ways = [(way,) for way in divisions([player for side in table for player in side])]
            counts = [(repeated_partners(context, way), repeated_opponents(context, way)) for way in ways]
            assert (repeated_partners(context, (table,)), repeated_opponents(context, (table,))) == min(counts)


def test_16_players_meet_no_opponent_more_than_twice_in_5_rounds():
    """Observed in a sample, not guaranteed: 10 meetings of each player with 15 others."""
    for seed in range(5):
        *_, (context, round_) = season(random.Random(seed), 16, 5, steady=True)
        context = played(context, round_, [RESULTS[0]] * 4)
        met = [frozenset(two) for table in meetings(context) for two in product(*table)]
        assert max(map(met.count, met)) <= 2


@given(seed=st.integers(0, 2**32))
@cases(40)
def test_every_present_player_is_listed_once_and_at_most_three_sit_out(seed):
    luck = random.Random(seed)
    for context, round_ in season(luck, luck.randint(4, 40), 8):
        named = [*named_at_tables(round_), *(each.entrant for each in round_.byes)]
        assert sorted(named) == sorted({entrant.id for entrant in context.entrants} - context.withdrawn)
        assert round_.byes[: len(context.granted_byes)] == context.granted_byes
        assert len(round_.byes) - len(context.granted_byes) == len(context.present()) % 4
        assert violations(context, IndividualSwissRules(8), round_) == ()


@given(seed=st.integers(0, 2**32), size=st.integers(5, 15))
@cases(40)
def test_nobody_sits_out_twice_before_everybody_has_sat_out_once(seed, size):
    for context, round_ in season(random.Random(seed), size, 12, steady=True):
        turns = turns_to_sit_out(played(context, round_, [None] * len(round_.matches)))
        counts = [turn.times for turn in turns.values()]
        assert max(counts) - min(counts) <= 1


def test_byes_go_to_the_lowest_scores_among_those_with_the_fewest_byes():
    context = PairingContext(field(5))
    round_ = Round(1, (four("p1 p2 - p3 p4"),), (bye("p5"),))
    context = played(context, round_, [Result(100, 0)])

    assert {next_round(context, IndividualSwissRules(9), bytes([seed])).byes for seed in range(20)} == {
        (bye("p3"),),
        (bye("p4"),),
    }


def test_players_sit_with_players_of_equal_scores():
    """After one round with half as many winners as losers, each table has four winners or four losers."""
    context = PairingContext(field(16))
    round_ = next_round(context, IndividualSwissRules(9), SEED)
    context = played(context, round_, [Result(100, 0)] * 4)
    points = points_of_players(context)

    tables = tables_of(next_round(context, IndividualSwissRules(9), SEED))

    assert [[points[player] for side in table for player in side] for table in tables] == [[100] * 4] * 2 + [
        [0] * 4
    ] * 2


def test_a_table_is_divided_into_sides_of_equal_scores():
    """Of four players who have not met, the one with the most points plays with the one with the fewest."""
    context = PairingContext(field(16))
    apart = tuple(four(f"p{n} p{n + 1} - p{n + 2} p{n + 3}") for n in (1, 5, 9, 13))
    context = played(context, Round(1, apart), [Result(first, 0) for first in (90, 80, 10, 0)])
    left = {EntrantId(each) for each in ("p1", "p5", "p9", "p13")}
    context = context._replace(
        withdrawn=frozenset(entrant.id for entrant in context.entrants if entrant.id not in left)
    )

    (table,) = tables_of(next_round(context, IndividualSwissRules(9), SEED))

    assert {frozenset(side) for side in table} == {frozenset(("p1", "p13")), frozenset(("p5", "p9"))}


def test_the_side_whose_two_were_first_less_often_is_first():
    ahead = []
    for context, round_ in season(random.Random(1), 16, 7, steady=True):
        firsts = [each for first, _ in meetings(context) for each in first]
        ahead += [
            sum(firsts.count(each) for each in second) - sum(firsts.count(each) for each in first)
            for first, second in tables_of(round_)
        ]

    assert min(ahead) == 0 < max(ahead)


def test_rounds_are_derived_from_the_seed():
    def tables(seed):
        return [round_ for _, round_ in season(random.Random(1), 18, 4, seed=seed)]

    assert tables(b"one") == tables(b"one") != tables(b"two")


def test_each_round_has_its_own_lots():
    """After a round in which nobody played, everything else is the same."""
    context = PairingContext(field(16))
    idle = Round(1, (), tuple(bye(entrant.id, "zero") for entrant in context.entrants))

    later = next_round(played(context, idle, []), IndividualSwissRules(9), SEED)

    assert later.matches != next_round(context, IndividualSwissRules(9), SEED).matches


def test_players_score_the_points_of_their_side_and_byes_count():
    context = PairingContext(field(6))
    round_ = Round(1, (four("p1 p2 - p3 p4"),), (bye("p5"), bye("p6", "half")))

    points = points_of_players(played(context, round_, [Result(70, 30)]))

    assert points == {"p1": 70, "p2": 70, "p3": 30, "p4": 30, "p5": 100, "p6": 50}


def test_no_round_is_paired_after_the_last_before_the_results_or_for_three_players():
    context = PairingContext(field(4))
    round_ = next_round(context, IndividualSwissRules(1), SEED)

    assert next_round(played(context, round_, [Result(100, 0)]), IndividualSwissRules(1), SEED) is None
    with pytest.raises(RoundNotOver):
        next_round(played(context, round_, [None]), IndividualSwissRules(2), SEED)
    with pytest.raises(TooFewToPair):
        next_round(PairingContext(field(3)), IndividualSwissRules(1), SEED)


COURSE = played(
    PairingContext(field(9)),
    Round(1, (four("p1 p2 - p3 p4"), four("p5 p6 - p7 p8")), (bye("p9"),)),
    [Result(100, 0)] * 2,
)
LAWFUL = Round(2, (four("p1 p2 - p3 p4"), four("p9 p6 - p7 p8")), (bye("p5"),))

BREACHES = [
    ("number", "", LAWFUL._replace(number=4)),
    ("second_bye", "p9", LAWFUL._replace(matches=(LAWFUL.matches[0], four("p5 p6 - p7 p8")), byes=(bye("p9"),))),
    (
        "too_many_byes",
        "p5 p9 p6 p7 p8",
        LAWFUL._replace(matches=LAWFUL.matches[:1], byes=tuple(map(bye, ("p5", "p9", "p6", "p7", "p8")))),
    ),
    ("partners", "p2 p1", LAWFUL._replace(matches=(Match(EntrantId("p2+p1"), EntrantId("p3+p4")), LAWFUL.matches[1]))),
    ("partners", "p1", LAWFUL._replace(matches=(Match(EntrantId("p1"), EntrantId("p3")), LAWFUL.matches[1]))),
]


@pytest.mark.parametrize(("rule", "who", "round_"), BREACHES)
def test_every_broken_rule_of_a_round_is_named(rule, who, round_):
    found = next(each for each in violations(COURSE, IndividualSwissRules(3), round_) if each.rule == rule)

    assert found.entrants == tuple(who.split())
    assert not found.detail.endswith(".")


def test_a_legal_round_breaks_no_rule_even_if_partners_repeat():
    assert violations(COURSE, IndividualSwissRules(3), LAWFUL) == ()
    assert [each.rule for each in violations(COURSE, IndividualSwissRules(1), LAWFUL)] == ["number"]


# -- pairing exclusions ------------------------------------------------------------------------------------------------


@st.composite
def households(draw):
    """Random numbers of players, and exclusion groups at most as large as the number of tables."""
    number = draw(st.integers(8, 30))
    order = draw(st.permutations([EntrantId(f"p{place}") for place in range(1, number + 1)]))
    groups = []
    while order and len(groups) < 6:
        size = draw(st.integers(1, min(number // 4, 4)))
        groups.append(order[:size])
        order = order[size:]
    return number, frozenset(frozenset(two) for group in groups for two in combinations(group, 2))


@given(households(), st.integers(0, 2**32))
@cases(60)
def test_pairing_exclusions_hold_and_households_can_always_be_separated(given_, seed):
    number, apart = given_
    rules, luck, context = IndividualSwissRules(6, apart), random.Random(seed), PairingContext(field(number))
    for _ in range(6):
        round_ = next_round(context, rules, SEED)
        at_tables = [frozenset(two) for table in tables_of(round_) for two in combinations(chain(*table), 2)]
        assert not apart.intersection(at_tables)
        assert sorted([*named_at_tables(round_), *(each.entrant for each in round_.byes)]) == sorted(
            entrant.id for entrant in context.entrants
        )
        assert violations(context, rules, round_) == ()
        context = played(context, round_, [luck.choice(RESULTS) for _ in round_.matches])


@pytest.mark.parametrize("seed", range(5))
def test_of_five_players_with_one_pairing_exclusion_one_of_the_two_always_sits_out(seed):
    rules, context = (
        IndividualSwissRules(5, frozenset({frozenset(map(EntrantId, ("p1", "p2")))})),
        PairingContext(field(5)),
    )
    for _ in range(5):
        round_ = next_round(context, rules, bytes([seed]))
        assert {each.entrant for each in round_.byes} <= {"p1", "p2"}
        assert violations(context, rules, round_) == ()
        context = played(context, round_, [Result(100, 0)])


def test_two_players_with_a_pairing_exclusion_cannot_share_the_only_table():
    rules = IndividualSwissRules(3, frozenset({frozenset(map(EntrantId, ("p1", "p3")))}))
    with pytest.raises(NoLegalPairing):
        next_round(PairingContext(field(4)), rules, SEED)

    for table in ("p1 p2 - p3 p4", "p1 p3 - p2 p4"):
        (found,) = violations(PairingContext(field(4)), rules, Round(1, (four(table),)))
        assert (found.rule, set(found.entrants)) == ("forbidden", {"p1", "p3"})
