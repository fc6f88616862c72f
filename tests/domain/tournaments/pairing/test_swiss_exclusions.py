"""Swiss rounds: entrants who cannot meet, byes, absent and late entrants, and rounds that break a rule."""

from itertools import pairwise

import pytest

from domain.tournaments.pairing.swiss import SwissRules, next_round, violations
from domain.tournaments.rounds.refusals import NoLegalPairing, RoundNotOver, TooFewToPair
from domain.tournaments.terms import PairingContext, Result, Round
from tests.support.swiss import field, played
from tests.support.swiss_rounds import FIRST, FIRST_WINS, FORFEIT, SECOND, THREE, bye, ids, matches, twos


def test_entrants_of_a_club_are_separated_while_possible():
    assert twos(next_round(PairingContext(field(4, ("A", "B"))), THREE, FIRST)) == ["p1-p4", "p2-p3"]
    assert twos(next_round(PairingContext(field(4, ("A",))), THREE, FIRST)) == ["p1-p3", "p2-p4"]


def test_forbidden_pairs_never_meet_even_if_no_other_pairing_exists():
    rules = SwissRules(3, forbidden=frozenset({frozenset(ids("p1 p3"))}))

    assert twos(next_round(PairingContext(field(4)), rules, FIRST)) == ["p1-p4", "p2-p3"]
    with pytest.raises(NoLegalPairing):
        next_round(PairingContext(field(3)[::2]), rules, FIRST)


def test_a_pairing_exclusion_with_an_absent_entrant_has_no_effect():
    rules = SwissRules(3, forbidden=frozenset({frozenset(ids("p1 p9"))}))

    assert next_round(PairingContext(field(2)), rules, FIRST).matches == matches("p1-p2")


def test_an_unattended_match_can_be_paired_again_but_an_adjudicated_one_cannot():
    first = Round(1, matches("p1-p2"))

    assert next_round(played(PairingContext(field(2)), first, [FORFEIT]), THREE, FIRST).matches == matches("p1-p2")
    for kind in ("played", "adjudicated"):
        with pytest.raises(NoLegalPairing):
            next_round(played(PairingContext(field(2)), first, [Result(100, 0, kind)]), THREE, FIRST)


THIRD = [
    ("", bye("p3"), [], False),
    ("", bye("p3", "full"), [], False),
    ("", bye("p3", "half"), [], True),
    ("p3-p6", None, [FORFEIT], False),
    ("p3-p6", None, [FIRST_WINS], True),
    ("p3-p6", None, [Result(50, 0, "forfeit")], True),
    ("p6-p3", None, [FORFEIT], True),
    ("p6-p3", None, [Result(0, 100, "forfeit")], False),
]


@pytest.mark.parametrize(("pair", "sat_out", "results", "can_sit_out"), THIRD)
def test_an_entrant_who_got_a_win_without_playing_gets_no_bye(pair, sat_out, results, can_sit_out):
    """Otherwise p3 would get the bye, with the fewest points of the remaining three."""
    before = Round(1, matches(f"p1-p4 p2-p5 {pair}"), (sat_out,) if sat_out else ())
    context = played(PairingContext(field(6)), before, [Result(150, 0), Result(150, 0), *results])
    context = context._replace(withdrawn=frozenset(ids("p4 p5 p6")))
    without_p3 = Round(2, matches("p1-p2"), (bye("p3"),))

    assert (next_round(context, THREE, FIRST).byes == without_p3.byes) == can_sit_out
    assert [each.rule for each in violations(context, THREE, without_p3)] == ([] if can_sit_out else ["second_bye"])


def test_a_late_entrant_starts_at_the_bottom():
    context = played(PairingContext(field(3)), Round(1, matches("p1-p2"), (bye("p3"),)), [FIRST_WINS])

    assert twos(next_round(context._replace(entrants=field(4)), THREE, FIRST)) == ["p1-p3", "p2-p4"]


def test_a_withdrawn_entrant_is_not_paired_and_an_absent_one_has_the_granted_bye():
    context = PairingContext(field(5), granted_byes=(bye("p4", "half"),), withdrawn=frozenset(ids("p1")))

    round_ = next_round(context, THREE, FIRST)

    assert sorted(round_.entrants()) == ["p2", "p3", "p4", "p5"]
    assert round_.byes == (bye("p4", "half"), bye("p5"))


def test_no_round_is_paired_after_the_last():
    context = played(PairingContext(field(4)), Round(1, matches("p1-p3 p4-p2")), [FIRST_WINS] * 2)

    assert next_round(context, SwissRules(1), FIRST) is None
    assert next_round(context, SwissRules(2), FIRST) is not None


def test_a_round_needs_the_results_of_the_previous_one():
    context = played(PairingContext(field(4)), Round(1, matches("p1-p3 p4-p2")), [FIRST_WINS, None])

    with pytest.raises(RoundNotOver):
        next_round(context, THREE, FIRST)


@pytest.mark.parametrize("size", [0, 1])
def test_a_single_entrant_is_not_paired(size):
    with pytest.raises(TooFewToPair):
        next_round(PairingContext(field(size)), THREE, FIRST)


def test_the_same_context_and_seed_give_the_same_rounds():
    def rounds(seed: bytes) -> list[Round]:
        context = PairingContext(field(9))
        for _ in range(3):
            round_ = next_round(context, THREE, seed)
            context = played(context, round_, [FIRST_WINS] * 4)
        return [each.round for each in context.rounds]

    assert rounds(FIRST) == rounds(FIRST) != rounds(SECOND)
    assert all(not set(twos(one)) & set(twos(two)) for one, two in pairwise(rounds(FIRST)))


CONTEXT = played(
    PairingContext(field(7)), Round(1, matches("p1-p2 p3-p4 p5-p6"), (bye("p7"),)), [FIRST_WINS] * 3
)._replace(granted_byes=(bye("p6", "half"),))
APART = SwissRules(3, forbidden=frozenset({frozenset(ids("p2 p5"))}))
LAWFUL = Round(2, matches("p1-p3 p5-p7 p2-p4"), CONTEXT.granted_byes)

BREACHES = [
    ("number", LAWFUL._replace(number=4), ""),
    ("meets_again", LAWFUL._replace(matches=matches("p2-p1 p5-p7 p4-p3")), "p2 p1"),
    ("forbidden", LAWFUL._replace(matches=matches("p3-p1 p5-p2 p7-p4")), "p5 p2"),
    (
        "two_byes",
        LAWFUL._replace(matches=matches("p1-p3 p5-p7"), byes=(*CONTEXT.granted_byes, bye("p2"), bye("p4"))),
        "p2 p4",
    ),
    (
        "second_bye",
        LAWFUL._replace(matches=matches("p1-p3 p5-p4"), byes=(*CONTEXT.granted_byes, bye("p2"), bye("p7"))),
        "p7",
    ),
]


@pytest.mark.parametrize(("rule", "round_", "who"), BREACHES, ids=[each[0] for each in BREACHES])
def test_every_broken_rule_of_a_round_is_named(rule, round_, who):
    found = next(each for each in violations(CONTEXT, APART, round_) if each.rule == rule)

    assert found.entrants == ids(who)
    assert not found.detail.endswith(".")


def test_a_legal_round_breaks_no_rule_with_either_side_first():
    assert violations(CONTEXT, APART, LAWFUL) == ()
    assert violations(CONTEXT, APART, LAWFUL._replace(matches=matches("p3-p1 p7-p5 p4-p2"))) == ()


def test_a_round_beyond_the_last_breaks_the_number_of_rounds():
    assert [each.rule for each in violations(CONTEXT, SwissRules(1), LAWFUL)] == ["number"]
    assert violations(CONTEXT, SwissRules(2), LAWFUL) == ()


def test_each_violation_is_reported_separately():
    round_ = LAWFUL._replace(number=4, matches=matches("p2-p1 p4-p3 p5-p7"))

    assert [each.rule for each in violations(CONTEXT, APART, round_)] == ["number", "meets_again", "meets_again"]
