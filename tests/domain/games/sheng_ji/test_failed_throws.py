"""SJ-THROW, RUL-02 and DEC-51 to DEC-58: the choice of the leader after a failed throw, and penalties."""

import pytest

from domain.games.sheng_ji.check import NotAChoice, NotYourTurn
from domain.games.sheng_ji.play_events import CardsPlayed, HandScored, LeadForced, ThrowFailed
from domain.games.sheng_ji.throw import penalty_points
from domain.games.sheng_ji.units import Unit
from domain.kernel.seats import Seat
from domain.table.refusals import WrongPhase
from tests.support.deals import led, playing, started
from tests.support.table import SHENG_JI, Given, buries, cards, plays
from tests.support.throws import table, thrown

# The choice of the leader ---------------------------------------------------------------------------------------------


def choosing(**options) -> Given:
    """Both the single and the pair can be beaten."""
    return table("AS KS QS QS", "AS KS KS", "3S 3S", "4S", throw_forced_lead="leader_choice", **options)


def test_rul_02_the_leader_is_offered_every_beatable_unit():
    units = tuple(map(cards, ("QS QS", "KS")))
    thrown(choosing(), "KS QS QS").then(ThrowFailed(Seat(0), cards("QS QS KS"), units, units[::-1], Seat(0)))
    given = choosing().after((0, plays("KS QS QS")))

    assert SHENG_JI.asked(given.table.match) == ((0, "play"),)
    assert given.moves(0) == {"asked": "play", "choose": True, "cards": [["KS"], ["QS", "QS"]], "complete": True}
    assert given.view(Seat(0))["choices"] == [["KS"], ["QS", "QS"]]


def test_dec_51_the_others_see_the_throw_the_forced_lead_and_a_witness():
    given = choosing().after((0, plays("KS QS QS")))
    failed = {
        "seat": 0,
        "cards": ["QS", "QS", "KS"],
        "chooser": 0,
        "forced": None,
        "witness": None,
        "witness_cards": [],
        "penalty": 0,
    }

    assert given.view(Seat(2))["choices"] == []
    assert given.view(Seat(2))["failed_throw"] == failed
    given = given.after((0, plays("QS QS")))
    failed |= {"forced": ["QS", "QS"], "witness": 1, "witness_cards": ["KS", "KS"]}
    assert given.view(Seat(2))["failed_throw"] == failed
    given = given.after_plays("1: KS KS", "2: 3S 3S", "3: 4S 6D")
    assert given.view(Seat(2))["failed_throw"] is None
    assert given.view(Seat(2))["last_trick"]["failed_throw"] == failed


@pytest.mark.parametrize(("chosen", "shown"), [("KS", "AS"), ("QS QS", "KS KS")])
def test_sj_throw_04_the_leader_may_lead_any_of_the_beatable_units(chosen, shown):
    choosing().after((0, plays("KS QS QS"))).when(0, plays(chosen)).then(
        LeadForced(Seat(0), cards(chosen), Seat(1), cards(shown), 0), led(0, chosen)
    )


@pytest.mark.parametrize("other", ["AS", "QS", "KS QS QS", "QS QS QS", "3D", "KS QS"])
def test_dec_57_the_leader_can_lead_nothing_else(other):
    given = choosing().after((0, plays("KS QS QS")))

    given.when(0, plays(other)).then_refused(NotAChoice, "SJ-THROW-04", legal=["KS", "QS QS"])


def test_other_plays_are_refused_while_the_leader_chooses_a_unit():
    given = choosing().after((0, plays("KS QS QS")))

    given.when(1, plays("AS")).then_refused(NotYourTurn)
    given.when(0, buries("KS")).then_refused(WrongPhase)


def test_a_single_beatable_unit_leaves_no_choice():
    throw = thrown(table("AS KS QS QS", "AS", "3S 3S", "4S", throw_forced_lead="leader_choice"), "KS QS QS")

    assert throw.told(ThrowFailed).choices == ()
    assert throw.told(CardsPlayed) == led(0, "KS")


def test_after_the_choice_the_hand_continues_as_after_any_lead():
    given = choosing().after((0, plays("KS QS QS")), (0, plays("QS QS")))

    assert given.view(Seat(1))["choices"] == []
    assert given.phase.choices == ()
    assert SHENG_JI.asked(given.table.match) == ((1, "play"),)
    given = given.after_plays("1: KS KS", "2: 3S 3S")
    assert given.phase.trick.winner == 1


@pytest.mark.parametrize(("profile", "chooses"), [("zhang-2016", True), ("zhang-2021", False)])
def test_dec_53_in_2016_the_leader_chooses_the_unit_and_in_2021_the_rules_do(profile, chooses):
    given = table("KS QS QS", "AS KS KS", "3S 3S", "4S", profile=profile)

    assert bool(thrown(given, "KS QS QS").told(ThrowFailed).choices) == chooses


# Penalties -----------------------------------------------------------------------------------------------------------


PENALTIES = [("none", 0), ("flat_10", 10), ("per_invalid_unit_10", 20), ("per_invalid_card_10", 30)]


@pytest.mark.parametrize(("penalty", "points"), [*PENALTIES, ("per_withdrawn_card_10", 30)])
def test_sj_throw_07_a_failed_throw_costs_its_penalty(penalty, points):
    # Of A, K and QQ the king and the queens can be beaten. The king is led, and three cards are withdrawn.
    given = table("AS KS QS QS", "AS KS KS", "3S 3S", "4S", throw_penalty=penalty)

    assert thrown(given, "AS KS QS QS").told(LeadForced).penalty == points


@pytest.mark.parametrize(("penalty", "points"), [*PENALTIES, ("per_withdrawn_card_10", 20)])
def test_sj_throw_07_the_penalty_is_the_same_if_the_leader_chooses_except_for_withdrawn_cards(penalty, points):
    given = choosing(throw_penalty=penalty).after((0, plays("AS KS QS QS")))

    assert given.when(0, plays("QS QS")).told(LeadForced).penalty == points


def test_sj_throw_07_a_successful_throw_has_no_penalty():
    given = table("AS KS", "QS 3S", "4S", "5S", throw_penalty="flat_10").after((0, plays("AS KS")))

    assert given.phase.penalties == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("dealer", "booked"), [(0, 10), (2, 10), (1, -10), (3, -10)], ids=["dealer", "partner", "right", "left"]
)
def test_dec_58_penalties_of_a_side_count_for_the_other_side(dealer, booked):
    # Seat 0 has won the previous trick, so it can throw under any dealer.
    hands = ["AH AS KS QS", "3H 3S 4S AS", "4H 5S 6S KS", "6H 7S 8S 9S"]
    match = started(throw_penalty="flat_10")
    given = playing(hands, dealer=dealer, match=match)
    turns = [(dealer + step) % 4 for step in range(4)]
    given = given.after_plays(*(f"{seat}: {hands[seat].split()[0]}" for seat in turns)).after((0, plays("KS QS")))

    assert given.phase.turn == 1
    assert given.phase.penalties == (10, 0, 0, 0)
    assert given.view(Seat(1))["penalties"] == booked


@pytest.mark.parametrize(("below_zero_row", "levels"), [("on", 4), ("off", 3)])
def test_dec_58_and_sj_score_05_penalties_can_bring_the_opponents_points_below_zero(below_zero_row, levels):
    hands = ["AS QD 9D", "3S AD AC", "4S 4D 4C", "6S 6D 6C"]
    match = started(throw_penalty="flat_10", below_zero_row=below_zero_row)
    given = playing(hands, dealer=1, buried="KC", match=match).after_plays("1: 3S", "2: 4S", "3: 6S", "0: AS")
    given = given.after_plays("0: QD 9D", "1: AD", "2: 4D", "3: 6D", "1: AC", "2: 4C", "3: 6C")
    scored = given.when(0, plays("QD")).told(HandScored)

    assert (scored.trick_points, scored.penalties, scored.opponent_points) == (0, -10, -10)
    assert (scored.winners, scored.levels_won) == ("declarers", levels)


@pytest.mark.parametrize(
    ("penalty", "expected"),
    [
        ("none", 0),
        ("flat_10", 10),
        ("per_invalid_unit_10", 30),
        ("per_invalid_card_10", 70),
        ("per_withdrawn_card_10", 110),
    ],
)
def test_sj_throw_07_penalties_are_those_of_the_catalogue(penalty, expected):
    beatable = (Unit(1, 1, 5, 1 << 5), Unit(2, 1, 3, 1 << 3), Unit(2, 2, 8, 3 << 7))

    assert penalty_points(penalty, 12, beatable, 1) == expected
