"""Tie-breaks: a table computed by hand, an independent computation of random courses, and the shown calculations.

The hand-worked table is our own, of five entrants and three rounds:

        round 1            round 2             round 3               points   for opponents
    1   beat 2             drew with 3         4 did not come        2.5      2.5
    2   lost to 1          beat 4              bye of the pairing    2        2
    3   half-point bye     drew with 1         beat 5                2        2
    4   beat 5             lost to 2           did not come (1)      1        1
    5   lost to 4          zero-point bye      lost to 3             0        0

In round 2, entrant 5 requested a zero-point bye. A later match at a table keeps it at zero.

    Buchholz 1: 2 (of 2) + 2 (of 3) + dummy: own 2.5, but 4, who was scheduled, has 1                       = 5
    Buchholz 2: 2.5 (of 1) + 1 (of 4) + dummy: own 2, but three draws are 1.5                               = 5
    Buchholz 3: dummy: own 2, but three draws are 1.5; 2.5 (of 1) + 0 (of 5)                                = 4
    Buchholz 4: 0 (of 5) + 2 (of 2) + dummy: own 1, less than 2.5 of 1                                      = 3
    Buchholz 5: 1 (of 4) + dummy: own 0 + 2 (of 3)                                                          = 3
    without the lowest, voluntarily unplayed first:  1: 4, 2: 4, 3: 2.5, 4: 2 (the dummy goes), 5: 3
    Sonneborn-Berger 1: 2 + 2/2 + 1 = 4;  2: 0 + 1 + 1.5 = 2.5;  3: 1.5/2 + 2.5/2 + 0 = 2;  4: 0;  5: 0
"""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.kernel.shuffle import Dice
from domain.tournaments.standings.appearances import appearances
from domain.tournaments.standings.ranking import standings
from domain.tournaments.standings.tie_break_values import (
    Tally,
    TieBreakContext,
    TieBreakInput,
    TieBreakPart,
    TieBreakRules,
    lot,
    rating_difference,
)
from domain.tournaments.standings.tie_breaks import TIE_BREAKS, TieBreaksNotPossible, tie_break_values
from domain.tournaments.terms import Match, PairingContext, PlayedRound, Points, Result, Round
from tests.support import tie_break_oracle as oracle
from tests.support.cases import cases
from tests.support.crosstables import course_of, name
from tests.support.pairing_contexts import of_entrants, pairing_contexts

BY_HAND = course_of("""
0  2w1 3b= 4w+
0  1b0 4w1 U
0  H 1w= 5b1
0  5w1 2b0 1b-
0  4b0 Z 3w0
""")
USUAL = TieBreakRules()
FIXED = TieBreakRules(is_predetermined=True)
SEED = b"published before the draw"
OF_ROUNDS = [each for each in TIE_BREAKS if each not in ("direct_encounter", "lots")]


def of(context, tie_break, rules=USUAL, stuff=TieBreakInput(seed=SEED)):  # noqa: B008 it cannot be changed
    ids = [entrant.id for entrant in context.entrants]
    return tie_break_values(TieBreakContext(context, rules, stuff), tie_break, ids)


def numbers(context, tie_break, rules=USUAL, stuff=TieBreakInput(seed=SEED)):  # noqa: B008 it cannot be changed
    found = of(context, tie_break, rules, stuff)
    return [found[entrant.id].value for entrant in context.entrants]


@pytest.mark.parametrize(
    ("tie_break", "right"),
    [
        ("buchholz", "5 5 4 3 3"),
        ("buchholz_cut_1", "4 4 5/2 2 3"),
        ("buchholz_cut_2", "2 5/2 5/2 2 2"),
        ("buchholz_median", "2 3/2 0 0 1"),
        ("sonneborn_berger", "4 5/2 2 0 0"),
        ("wins", "2 2 1 1 0"),
        ("wins_played", "1 1 1 1 0"),
        ("progressive", "5 3 7/2 3 0"),
    ],
)
def test_tie_breaks_agree_with_the_table_computed_by_hand(tie_break, right):
    assert numbers(BY_HAND, tie_break) == [Fraction(each) for each in right.split()]


def test_a_cut_removes_the_voluntarily_unplayed_round_even_if_another_is_lower():
    parts = of(BY_HAND, "buchholz_cut_1")[name(4)].parts

    assert parts == (
        TieBreakPart(1, name(5), "opponent", 0),
        TieBreakPart(2, name(2), "opponent", 200),
        TieBreakPart(3, name(1), "dummy", 100, is_cut=True),
    )


def test_requested_byes_at_the_end_count_as_draws_only_for_the_opponents():
    left = course_of("""
    0  2w1 Z Z
    0  1b0 U U
    """)
    after = {each.entrant: each for each in standings(left, ["buchholz"])}

    assert after[name(1)].points == 100
    assert after[name(2)].values[0].parts[0] == TieBreakPart(1, name(1), "opponent", 200)


def test_a_double_forfeit_counts_as_voluntarily_unplayed_by_both():
    pairing = Round(1, (Match(name(1), name(2)),))
    neither = PairingContext(of_entrants(2), (PlayedRound(pairing, (Result(Points(0), Points(0), "forfeit"),)),))

    assert all(each.is_voluntary for (each,) in appearances(neither).values())


def test_opponents_not_met_or_without_a_rating_do_not_count():
    context = course_of("""
    1800  2w1 3w+ 4w1
    1700  1b0 U   U
    1600  Z   1b- U
    0     U   U   1b0
    """)

    assert of(context, "average_rating")[name(1)].parts == (TieBreakPart(1, name(2), "opponent", 1700),)
    assert numbers(context, "performance") == [2500, 1000, 0, 1000]


def test_a_mean_rating_of_a_half_is_rounded_up():
    context = course_of("""
    1000  2w1 3w1
    1500  1b0 U
    1601  U   1b0
    """)

    assert numbers(context, "average_rating")[0] == 1551


def test_the_table_of_rating_differences_is_that_of_the_rating_regulations():
    spots = {100: 800, 99: 677, 92: 401, 83: 273, 76: 202, 75: 193, 67: 125, 60: 72, 50: 0, 49: -7, 25: -193, 0: -800}

    assert {share: rating_difference(share) for share in spots} == spots
    assert [rating_difference(share) for share in range(101)] == sorted(map(rating_difference, range(101)))
    assert all(rating_difference(share) == -rating_difference(100 - share) for share in range(101))


def test_a_share_of_victory_points_counts_as_a_share_of_a_win():
    context = BY_HAND._replace(rounds=BY_HAND.rounds[:1])
    rounds = (context.rounds[0]._replace(results=(Result(Points(1500), Points(500)), Result(Points(2000), Points(0)))),)
    rules = TieBreakRules(win=Points(2000), draw=Points(1000))

    found = of(context._replace(rounds=rounds), "sonneborn_berger", rules)

    assert found[name(1)].value == Fraction(5) * Fraction(3, 4)
    assert found[name(2)].value == Fraction(15) * Fraction(1, 4)


TALLIES = (
    Tally(name(1), 1, "board_points", 700, 300),
    Tally(name(1), 2, "board_points", 400, 700),
    Tally(name(2), 1, "board_points", 300, 0),
    Tally(name(3), 1, "board_points", 0, 0),
    Tally(name(1), 1, "levels", 300),
    Tally(name(1), 2, "imps", -1250),
    Tally(name(1), 3, "imps", 725),
)


def test_quotients_are_exact_and_an_entrant_without_losses_is_above_all_numbers():
    found = standings(PairingContext(of_entrants(4)), ["board_quotient"], given=TieBreakInput(TALLIES))

    assert [(each.entrant, each.rank, each.values[0].value) for each in found] == [
        (name(2), 1, None),
        (name(1), 2, Fraction(11, 10)),
        (name(3), 3, 1),
        (name(4), 4, 0),
    ]
    assert found[1].values[0].parts == (
        TieBreakPart(1, None, "own", 700, lost=300),
        TieBreakPart(2, None, "own", 400, lost=700),
    )


def test_given_totals_are_summed_round_by_round():
    found = of(PairingContext(of_entrants(2)), "imps", stuff=TieBreakInput(tuple(reversed(TALLIES))))

    assert found[name(1)].value == Fraction(-525, 100)
    assert [part.round for part in found[name(1)].parts] == [2, 3]
    assert found[name(2)].value == 0
    assert numbers(PairingContext(of_entrants(2)), "levels_won", stuff=TieBreakInput(TALLIES)) == [3, 0]


def test_lots_can_be_verified_by_anybody_and_depend_on_nobody_else():
    dice = Dice(SEED, b"lots\x00e2")
    drawn = dice.below(2**32) * 2**32 + dice.below(2**32)

    assert (
        numbers(PairingContext(of_entrants(3)), "lots")[1]
        == drawn
        == numbers(PairingContext(of_entrants(9)), "lots")[1]
    )
    assert lot(b"another key", name(2)) != drawn


def test_lots_leave_no_ties():
    found = standings(PairingContext(of_entrants(50)), ["lots"], given=TieBreakInput(seed=SEED))

    assert [each.rank for each in found] == list(range(1, 51))
    assert [each.entrant for each in found] != [entrant.id for entrant in of_entrants(50)]


@pytest.mark.parametrize(
    ("tie_breaks", "stuff"),
    [
        (["koya"], TieBreakInput()),
        (["wins", "buchholz", "wins"], TieBreakInput()),
        (["lots", "wins"], TieBreakInput(seed=SEED)),
        (["wins", "lots"], TieBreakInput()),
    ],
)
def test_tie_breaks_that_cannot_decide_are_refused(tie_breaks, stuff):
    with pytest.raises(TieBreaksNotPossible):
        standings(BY_HAND, tie_breaks, given=stuff)


SECOND_COMPUTATION = {
    "buchholz": lambda context, each, rules: oracle.buchholz(
        context, each, rules.edition, is_fixed=rules.is_predetermined
    ),
    "buchholz_cut_1": lambda context, each, rules: oracle.buchholz(
        context, each, rules.edition, low=1, is_fixed=rules.is_predetermined
    ),
    "buchholz_cut_2": lambda context, each, rules: oracle.buchholz(
        context, each, rules.edition, low=2, is_fixed=rules.is_predetermined
    ),
    "buchholz_median": lambda context, each, rules: oracle.buchholz(
        context, each, rules.edition, low=1, high=1, is_fixed=rules.is_predetermined
    ),
    "sonneborn_berger": lambda context, each, rules: oracle.sonneborn_berger(
        context, each, rules.edition, is_fixed=rules.is_predetermined
    ),
    "progressive": lambda context, each, rules: oracle.progressive(context, each),
    "wins": lambda context, each, rules: oracle.wins(context, each),
    "wins_played": lambda context, each, rules: oracle.wins_played(context, each),
}
ANY_RULES = st.sampled_from([USUAL, TieBreakRules(edition="2024"), FIXED])


@pytest.mark.parametrize("tie_break", SECOND_COMPUTATION)
@given(context=pairing_contexts(), rules=ANY_RULES)
def test_an_independent_computation_gives_the_same_values(tie_break, context, rules):
    compute = SECOND_COMPUTATION[tie_break]

    found = of(context, tie_break, rules)

    assert {entrant: value.value for entrant, value in found.items()} == {
        entrant: compute(context, entrant, rules) for entrant in found
    }


def test_remaining_ties_are_broken_by_the_matches_among_the_tied():
    all_met = course_of("""
    0  3w1 4b1 2w0
    0  4w0 3b1 1b1
    0  1b0 2w0 4w1
    0  2b1 1w0 3b0
    """)

    assert numbers(all_met, "direct_encounter") == [2, 3, 1, 0]


@pytest.mark.slow
@given(context=pairing_contexts(most=5), rules=st.sampled_from([USUAL, FIXED]), data=st.data())
@cases(200)
def test_direct_encounters_break_a_tie_only_if_every_outcome_would(context, rules, data):
    ids = [entrant.id for entrant in context.entrants]
    tied = data.draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    open_matches = sum(result is None for played in context.rounds for result in played.results)
    assume(open_matches <= 3 or len(tied) <= 3)
    tiers = oracle.tiers(context, tied, is_fixed=rules.is_predetermined)
    behind = {each: sum(map(len, tiers[place + 1 :])) for place, tier in enumerate(tiers) for each in tier}

    found = tie_break_values(TieBreakContext(context, rules, TieBreakInput()), "direct_encounter", tied)

    assert {entrant: value.value for entrant, value in found.items()} == behind


@pytest.mark.parametrize("tie_break", OF_ROUNDS)
@given(context=pairing_contexts(), rules=ANY_RULES)
def test_every_value_can_be_recomputed_from_its_parts(tie_break, context, rules):
    tallies = tuple(Tally(each.id, 1, "board_points", 100 * each.seed, 200) for each in context.entrants)

    for value in of(context, tie_break, rules, TieBreakInput(tallies)).values():
        assert worked(value) == value.value
        assert [part.round for part in value.parts] == sorted({part.round for part in value.parts})


def worked(value):
    kept = [part for part in value.parts if not part.is_cut]
    if value.tie_break in ("average_rating", "performance"):
        if not kept:
            return 0
        mean = int(Fraction(sum(part.amount for part in kept), len(kept)) + Fraction(1, 2))
        if value.tie_break == "average_rating":
            return mean
        share = Fraction(sum(part.gained for part in kept), len(kept))
        return mean + rating_difference(int(share + Fraction(1, 2)))
    if value.tie_break == "board_quotient":
        return Fraction(sum(part.amount for part in kept), sum(part.lost for part in kept))
    if value.tie_break == "sonneborn_berger":
        return sum((Fraction(part.amount * part.gained, 10_000) for part in kept), Fraction(0))
    unit = 1 if value.tie_break in ("wins", "wins_played") else 100
    return Fraction(sum(part.amount for part in kept), unit)
