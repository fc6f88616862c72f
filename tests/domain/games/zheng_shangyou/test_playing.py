"""ZS-TURN, DEC-99, DEC-100 and DEC-101: leading, playing higher, passing, and refusals."""

import pytest

from domain.games.zheng_shangyou.card_order import RUNG_OF_NAME
from domain.games.zheng_shangyou.check import (
    MustLead,
    NoSuchReading,
    NotACombination,
    NotHigher,
    OtherNumberOfCards,
    OtherPattern,
    TwosNotAllowed,
)
from domain.games.zheng_shangyou.combinations import Combination
from domain.games.zheng_shangyou.events import CombinationPlayed, RanOut, RoundEnded, TurnPassed
from domain.kernel.refusals import LEGAL_LIMIT
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, NotYourTurn, WrongPhase
from tests.support.climbing import PASS, cards, discards, pays, playing, plays, started, takes

HANDS = [
    "3C 4D 5H 5S 8C 2H SJ KD",
    "4C 5C 6C 7C 7D 2D QH AH",
    "6D 7H 8H 9S 9D 10C 3D 3H",
    "10D JD QD KC AC 2C 4S 6S",
]
AT_START = playing(HANDS)


def single(top: str) -> Combination:
    return Combination("single", 1, 1, RUNG_OF_NAME[top], suited=False, pure=True)


# Turns ---------------------------------------------------------------------------------------------------------------


def test_zs_turn_01_the_dealer_leads_any_combination_and_play_goes_to_the_right():
    assert AT_START.asked == [(0, "play")]
    AT_START.when(0, plays("3C")).then(CombinationPlayed(Seat(0), cards("3C"), single("3")))
    assert AT_START.after_plays("0: 3C").asked == [(1, "play")]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_zs_turn_01_a_play_out_of_turn_is_refused(seat):
    refusal = AT_START.when(seat, plays("3C")).refusal

    assert (type(refusal), refusal.rule, refusal.facts) == (NotYourTurn, "ZS-TURN-01", {"turn": 0})
    AT_START.when(seat, PASS).then_refused(NotYourTurn)


def test_zs_turn_01_the_leader_cannot_pass():
    AT_START.when(0, PASS).then_refused(MustLead, "ZS-TURN-01")


def test_zs_turn_01_a_player_who_passed_may_play_in_the_same_round():
    given = AT_START.after_plays("0: 3C", "1:", "2: 6D", "3: 10D", "0:")

    assert given.asked == [(1, "play")]
    given.when(1, plays("QH")).then(CombinationPlayed(Seat(1), cards("QH"), single("Q")))


def test_zs_turn_03_and_dec_100_a_round_ends_when_all_others_have_passed_since_the_last_play():
    given = AT_START.after_plays("0: 3C", "1:", "2: 6D", "3:", "0:")

    given.when(1, PASS).then(TurnPassed(Seat(1)), RoundEnded(Seat(2), Seat(2)))
    after = given.after((1, PASS))
    assert after.asked == [(2, "play")]
    assert after.phase.standing is None
    assert [each.seat for each in after.phase.last_round] == [0, 1, 2, 3, 0, 1]


@pytest.mark.parametrize("move", [pays("2H"), takes("2H"), discards("2H")])
def test_exchange_moves_are_refused_outside_the_exchange(move):
    AT_START.when(0, move).then_refused(WrongPhase, "ZS-TURN-01")


def test_nothing_can_be_played_before_the_deal():
    given = started()

    assert given.asked == []
    given.when(0, plays("3C")).then_refused(WrongPhase)


# Cards ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3D", "4C", "3C 3C", "3C 4D 5C"])
def test_only_cards_of_the_players_hand_can_be_played_and_each_only_once(text):
    AT_START.when(0, plays(text)).then_refused(CardsNotHeld)


def test_the_refusal_for_cards_not_held_names_them():
    assert AT_START.when(0, plays("3C 3D 3H")).refusal.facts == {"missing": ["3D", "3H"]}


# Leads ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["3C", "5H 5S", "3C 4D 5H", "5H 5S 2H", "3C 4D 5H SJ", "SJ"])
def test_zs_combo_01_every_combination_can_be_led(text):
    assert AT_START.when(0, plays(text)).told(CombinationPlayed).cards == cards(text)


@pytest.mark.parametrize("text", ["3C 4D", "3C 5H 8C", "3C 4D 5H 5S"])
def test_zs_combo_01_cards_that_are_not_a_combination_cannot_be_led(text):
    AT_START.when(0, plays(text)).then_refused(NotACombination, "ZS-COMBO-01")


def test_an_empty_lead_is_refused():
    AT_START.when(0, plays("")).then_refused(NotACombination, "ZS-COMBO-01")


def test_zs_seq_02_a_refusal_says_that_twos_are_not_allowed():
    AT_START.when(0, plays("3C 4D 2H")).then_refused(TwosNotAllowed, "ZS-SEQ-02")
    playing(["QC KD AH 2S", "3C 4C 5C 6C", "3D 4D 5D 6D", "3S 4S 5S 6S"]).when(0, plays("QC KD AH 2S")).then_refused(
        TwosNotAllowed, "ZS-SEQ-02"
    )


def test_zs_mseq_02_a_refusal_says_that_twos_stand_for_a_whole_rank():
    hands = ["7C 7D 2C 2D 9C 9D", "3C 4C 5C 6C 8C 10C", "3D 4D 5D 6D 8D 10D", "3S 4S 5S 6S 8S 10S"]

    playing(hands).when(0, plays("7C 7D 2C 2D 9C 9D")).then_refused(TwosNotAllowed, "ZS-MSEQ-02")


def test_zs_var_01_with_the_option_twos_rank_above_ace():
    hands = ["QC KD AH 2S", "3C 4C 5C 6C", "3D 4D 5D 6D", "3S 4S 5S 6S"]
    given = playing(hands, zs_twos_in_sequences="on")

    reading = given.when(0, plays("KD AH 2S")).told(CombinationPlayed).reading
    assert reading == Combination("sequence", 3, 1, RUNG_OF_NAME["2"], suited=False, pure=True)


# Playing higher ------------------------------------------------------------------------------------------------------


def test_zs_turn_02_a_play_must_have_as_many_cards_as_the_lead():
    given = AT_START.after_plays("0: 3C")

    given.when(1, plays("7C 7D")).then_refused(
        OtherNumberOfCards, "ZS-TURN-02", legal=["4C", "5C", "6C", "7C", "7D", "2D", "QH", "AH"]
    )


def test_zs_turn_02_a_play_must_have_the_pattern_of_the_lead():
    given = AT_START.after_plays("0: 3C 4D 5H")

    given.when(1, plays("7C 7D 2D")).then_refused(
        OtherPattern, "ZS-TURN-02", legal=["4C 5C 6C", "5C 6C 7C", "5C 6C 7D"]
    )


def test_zs_turn_02_a_play_must_be_higher_than_the_previous_one():
    given = AT_START.after_plays("0: 8C")

    given.when(1, plays("7C")).then_refused(NotHigher, "ZS-TURN-02", legal=["QH", "AH", "2D"])
    given.when(1, plays("QH")).then(CombinationPlayed(Seat(1), cards("QH"), single("Q")))


def test_zs_seq_04_a_mixed_sequence_is_not_higher_than_a_suited_one():
    hands = ["3S 4S 5S 9C", "QC KD AH 9D", "3C 4C 5C 6C", "3D 4D 5D 6D"]
    given = playing(hands).after_plays("0: 3S 4S 5S")

    given.when(1, plays("QC KD AH")).then_refused(NotHigher, "ZS-SEQ-04", legal=[])


def test_zs_set_03_the_refusal_of_an_equal_set_names_the_rule_of_purity():
    hands = ["9D 2H SJ 3C", "9C 2C 2D 4C", "3D 4D 5D 6D", "3S 4S 5S 6S"]
    given = playing(hands).after_plays("0: 9D 2H SJ")

    given.when(1, plays("9C 2C 2D")).then_refused(NotHigher, "ZS-SET-03", legal=[])


def test_a_refusal_lists_at_most_twenty_plays():
    hand = "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC SJ"
    others = ["3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2D", "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2H"]
    given = playing([hand, *others, "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S"])

    assert len(given.when(0, plays("3C 5C")).refusal.legal) == LEGAL_LIMIT


# Readings ------------------------------------------------------------------------------------------------------------

AMBIGUOUS = playing(["7C SJ BJ 3C", "4C 5C 6C 8C", "3D 4D 5D 6D", "3S 4S 5S 6S"])


@pytest.mark.parametrize(
    ("named", "pattern", "top"),
    [
        ("", "set", "7"),
        ("set", "set", "7"),
        ("sequence", "sequence", "9"),
        ("sequence 8", "sequence", "8"),
        ("- 7", "set", "7"),
        ("sequence 7 1", "sequence", "7"),
    ],
)
def test_dec_99_a_play_has_the_named_reading_or_the_default_one(named, pattern, top):
    reading = AMBIGUOUS.when(0, plays("7C SJ BJ", named)).told(CombinationPlayed).reading

    assert (reading.pattern, reading.top) == (pattern, RUNG_OF_NAME[top])


@pytest.mark.parametrize("named", ["single", "sequence 6", "sequence 10", "set 7 4", "multiple_sequence"])
def test_dec_99_an_impossible_reading_is_refused_with_the_possible_ones(named):
    refusal = AMBIGUOUS.when(0, plays("7C SJ BJ", named)).refusal

    assert (type(refusal), refusal.rule) == (NoSuchReading, "DEC-99")
    assert len(refusal.facts["readings"]) == 4


def test_dec_99_a_play_that_beats_has_its_highest_reading_unless_a_lower_one_is_named():
    given = playing(["3C 4D 5H 6C", "7C SJ BJ 3D", "4C 5C 6D 8C", "3S 4S 5S 6S"]).after_plays("0: 3C 4D 5H")

    assert given.when(1, plays("7C SJ BJ")).told(CombinationPlayed).reading.top == RUNG_OF_NAME["9"]
    assert given.when(1, plays("7C SJ BJ", "- 8")).told(CombinationPlayed).reading.top == RUNG_OF_NAME["8"]
    given.when(1, plays("7C SJ BJ", "set")).then_refused(OtherPattern)


def test_dec_99_a_dry_run_names_the_reading_and_its_alternatives():
    seen = AMBIGUOUS.preview(0, plays("7C SJ BJ"))

    assert seen["reading"] == {
        "pattern": "set",
        "ranks": 1,
        "width": 3,
        "top": "7",
        "suited": False,
        "pure": False,
    }
    assert [other["top"] for other in seen["other_readings"]] == ["9", "8", "7"]
    assert seen["runs_out"] is False


# Running out ---------------------------------------------------------------------------------------------------------

SHORT = playing(["3C 3D", "4C 9D", "5C 10D", "6C JD", "7C QD"])


def test_zs_turn_04_a_player_without_cards_takes_the_next_place():
    SHORT.when(0, plays("3C 3D")).then(
        CombinationPlayed(
            Seat(0), cards("3C 3D"), Combination("set", 1, 2, RUNG_OF_NAME["3"], suited=False, pure=True)
        ),
        RanOut(Seat(0), 1),
    )


def test_dec_101_others_may_beat_the_last_play_of_a_finished_player_who_is_not_asked_again():
    given = playing(["3C 3D", "4C 4D", "5C 10D", "6C JD"]).after_plays("0: 3C 3D", "1: 4C 4D")

    assert given.phase.order == (0, 1)
    assert given.asked == [(2, "play")]
    assert given.phase.polled == (2, 3)


def test_dec_101_when_all_pass_the_player_right_of_the_finished_one_leads():
    given = SHORT.after_plays("0: 3C 3D", "1:", "2:", "3:")

    given.when(4, PASS).then(TurnPassed(Seat(4)), RoundEnded(Seat(0), Seat(1)))
    assert given.after((4, PASS)).asked == [(1, "play")]


def test_zs_turn_03_the_lead_skips_finished_seats():
    given = playing(["3C 7D", "4C 8H", "5C 10D", "6C JD"]).after_plays(
        "0: 3C", "1: 4C", "2: 5C", "3: 6C", "0: 7D", "1: 8H", "2:"
    )

    given.when(3, PASS).then(TurnPassed(Seat(3)), RoundEnded(Seat(1), Seat(2)))


def test_dec_113_the_last_card_may_be_a_wild_card():
    given = playing(["3C 2D", "4C 9D", "5C 10D", "6C JD"]).after_plays("0: 3C", "1:", "2:", "3:")

    assert given.when(0, plays("2D")).told(RanOut).place == 1
