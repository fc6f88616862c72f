"""The rules for every round of every format, each broken once."""

import pytest

from domain.tournaments.pairing.checks import general_violations
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, Result, Round
from tests.support.swiss import field, played


def match(first: str, second: str) -> Match:
    return Match(EntrantId(first), EntrantId(second))


HALF, PAIRING = Bye(EntrantId("p6"), "half"), Bye(EntrantId("p5"), "pairing")
COURSE = played(PairingContext(field(7)), Round(1, (match("p1", "p2"),)), [Result(100, 0)])._replace(
    granted_byes=(HALF,), withdrawn=frozenset({EntrantId("p7")})
)
LAWFUL = Round(2, (match("p1", "p2"), match("p3", "p4")), (HALF, PAIRING))

BREACHES = [
    ("number", "", LAWFUL._replace(number=1)),
    ("number", "", LAWFUL._replace(number=3)),
    ("stranger", "p9", LAWFUL._replace(byes=(*LAWFUL.byes, Bye(EntrantId("p9"), "pairing")))),
    ("named_twice", "p1", LAWFUL._replace(matches=(match("p1", "p2"), match("p3", "p4"), match("p1", "p1")))),
    ("named_twice", "p5", LAWFUL._replace(byes=(*LAWFUL.byes, PAIRING))),
    ("named_twice", "p6", LAWFUL._replace(byes=(*LAWFUL.byes, Bye(EntrantId("p6"), "pairing")))),
    ("away", "p7", LAWFUL._replace(byes=(*LAWFUL.byes, Bye(EntrantId("p7"), "pairing")))),
    ("bye_not_kept", "p6", LAWFUL._replace(byes=(PAIRING,))),
    ("bye_not_kept", "p5", LAWFUL._replace(byes=(HALF, Bye(EntrantId("p5"), "full")))),
    ("left_out", "p5", LAWFUL._replace(byes=(HALF,))),
    ("left_out", "p3", LAWFUL._replace(matches=(match("p1", "p2"), match("p4", "p5")), byes=(HALF,))),
]


@pytest.mark.parametrize(("rule", "who", "round_"), BREACHES)
def test_a_round_that_breaks_one_rule_gets_that_rule_and_the_entrants(rule, who, round_):
    (violation,) = general_violations(COURSE, round_)

    assert violation.rule == rule
    assert violation.entrants == ((who,) if who else ())
    assert violation.detail.endswith(".")


def test_a_legal_round_has_no_violations():
    assert general_violations(COURSE, LAWFUL) == ()


def test_a_bye_of_a_kind_not_granted_is_reported_with_both_reasons():
    other = LAWFUL._replace(byes=(Bye(EntrantId("p6"), "full"), PAIRING))

    assert [each.rule for each in general_violations(COURSE, other)] == ["bye_not_kept", "bye_not_kept"]


def test_an_absent_entrant_at_a_table_violates_only_the_bye():
    seated = LAWFUL._replace(matches=(*LAWFUL.matches, match("p5", "p6")), byes=())

    assert [each.rule for each in general_violations(COURSE, seated)] == ["bye_not_kept"]
