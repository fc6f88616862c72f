"""The rules for every round of every format, each broken once."""

import pytest

from domain.kernel.refusals import Refusal
from domain.tournaments.rounds.proposed_rounds import checked_round
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, Result, Round
from tests.support.swiss import field, played
from tests.support.tournament import THREE_ROUNDS


def match(first: str, second: str) -> Match:
    return Match(EntrantId(first), EntrantId(second))


def bye(entrant: str, kind: str) -> Bye:
    return Bye(EntrantId(entrant), kind)


HALF, PAIRING = bye("p6", "half"), bye("p5", "pairing")
COURSE = played(PairingContext(field(7)), Round(1, (match("p1", "p2"),)), [Result(100, 0)])._replace(
    granted_byes=(HALF,), withdrawn=frozenset({EntrantId("p7")})
)
LAWFUL = Round(2, (match("p1", "p2"), match("p3", "p4")), (PAIRING, HALF))

BREACHES = [
    ("unknown_entrant", "p9", LAWFUL._replace(byes=(*LAWFUL.byes, bye("p9", "pairing")))),
    ("named_twice", "p1", LAWFUL._replace(matches=(*LAWFUL.matches, match("p1", "p1")))),
    ("named_twice", "p5", LAWFUL._replace(byes=(*LAWFUL.byes, PAIRING))),
    ("named_twice", "p6", LAWFUL._replace(byes=(*LAWFUL.byes, bye("p6", "pairing")))),
    ("absent_paired", "p7", LAWFUL._replace(byes=(*LAWFUL.byes, bye("p7", "pairing")))),
    ("absent_paired", "p6", LAWFUL._replace(matches=(*LAWFUL.matches, match("p5", "p6")), byes=())),
    ("absent_paired", "p6", LAWFUL._replace(byes=(bye("p6", "full"), PAIRING))),
    ("entrant_missing", "p5", LAWFUL._replace(byes=(HALF,))),
    ("entrant_missing", "p3", LAWFUL._replace(matches=(match("p1", "p2"), match("p4", "p5")), byes=(HALF,))),
]


@pytest.mark.parametrize(("code", "who", "round_"), BREACHES)
def test_a_round_that_breaks_one_rule_gets_its_refusal_with_the_entrants(code, who, round_):
    with pytest.raises(Refusal) as refused:
        checked_round(COURSE, THREE_ROUNDS, round_)

    assert refused.value.code() == code
    assert refused.value.facts["entrants"] == [who]


@pytest.mark.parametrize("number", [1, 3])
def test_a_round_with_another_number_than_the_next_is_refused(number):
    with pytest.raises(Refusal) as refused:
        checked_round(COURSE, THREE_ROUNDS, LAWFUL._replace(number=number))

    assert (refused.value.code(), refused.value.facts) == ("wrong_round_number", {"next": 2})


def test_a_legal_round_is_accepted_with_the_granted_byes_named_or_not():
    assert checked_round(COURSE, THREE_ROUNDS, LAWFUL) == LAWFUL
    assert checked_round(COURSE, THREE_ROUNDS, LAWFUL._replace(byes=(PAIRING,))) == LAWFUL
