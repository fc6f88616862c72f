"""ZS-ORD, ZS-SET, ZS-SEQ, ZS-MSEQ, ZS-VAR and ZS-BEAT: readings of cards, and which beat which."""

import pytest

from domain.games.zheng_shangyou.card_order import RUNG_NAMES, RUNG_OF_NAME, highest, low_to_high
from domain.games.zheng_shangyou.combinations import Combination, beats, best_reading, readings, usual_reading
from domain.kernel.cards import write_cards
from tests.support.climbing import cards


def read(text: str, *, twos: bool = False) -> list[str]:
    """Every reading of the cards, with the usual reading of a lead first."""
    return [in_words(each) for each in readings(cards(text), twos=twos)]


def in_words(combination: Combination) -> str:
    shape = {"single": "single", "set": f"set {combination.width}", "sequence": f"sequence {combination.ranks}"}.get(
        combination.pattern, f"multiple {combination.ranks}x{combination.width}"
    )
    kinds = "".join(word for word, true in ((" suited", combination.suited), (" wild", not combination.pure)) if true)
    return f"{shape} {RUNG_NAMES[combination.top]}{kinds}"


def can_be_played_on(play: str, previous: str, *, twos: bool = False) -> bool:
    before = usual_reading(cards(previous), twos=twos)
    assert before is not None
    return best_reading(cards(play), before, twos=twos) is not None


# Order ---------------------------------------------------------------------------------------------------------------


def test_zs_ord_01_cards_rank_from_three_to_the_red_joker():
    shuffled = cards("2C AS 10D BJ 3H SJ KD")

    assert write_cards(low_to_high(shuffled)) == ["3H", "10D", "KD", "AS", "2C", "SJ", "BJ"]


@pytest.mark.parametrize(
    ("hand", "best"), [("3C 2H 2S AD", "2H 2S"), ("SJ 2S 2C", "SJ"), ("BJ SJ", "BJ"), ("KC AD 3C", "AD")]
)
def test_dec_104_a_hand_has_one_or_more_highest_cards(hand, best):
    assert highest(cards(hand)) == cards(best)


@pytest.mark.parametrize(
    ("low", "high"), [("3C", "4D"), ("10S", "JC"), ("KH", "AC"), ("AS", "2C"), ("2S", "SJ"), ("SJ", "BJ")]
)
def test_zs_ord_01_a_higher_single_card_beats_a_lower_one(low, high):
    assert can_be_played_on(high, low)
    assert not can_be_played_on(low, high)


def test_zs_ord_01_the_suit_of_a_single_card_is_irrelevant():
    assert not can_be_played_on("9S", "9C")
    assert not can_be_played_on("9C", "9S")


# Sets ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("9C", "single 9"),
        ("2C", "single 2"),
        ("BJ", "single BJ"),
        ("7C 7D", "set 2 7"),
        ("7C 2D", "set 2 7 wild"),
        ("7C 7D 7H 7S 2C 2D 2H 2S SJ BJ", "set 10 7 wild"),
        ("2C 2D", "set 2 2"),
        ("2C SJ", "set 2 2 wild"),
        ("2C SJ BJ", "set 3 2 wild"),
        ("SJ BJ", "set 2 SJ wild"),
    ],
)
def test_zs_set_01_and_02_and_dec_98_and_112_these_cards_are_sets(text, reading):
    assert read(text) == [reading]


@pytest.mark.parametrize("text", ["7C 8C", "7C 7D 8C", "6C 7D 2C"])
def test_zs_set_01_cards_of_two_ranks_are_not_a_set(text):
    assert read(text) == []


@pytest.mark.parametrize("previous", ["AC AD", "2C 2D", "2C SJ"])
def test_dec_98_both_jokers_beat_every_other_pair(previous):
    assert can_be_played_on("SJ BJ", previous)


def test_zs_set_03_a_pure_set_beats_a_set_of_its_rank_only_if_that_has_wild_cards():
    assert can_be_played_on("7C 7D", "7H 2S")
    assert not can_be_played_on("7H 2S", "7C 7D")
    assert not can_be_played_on("7H SJ", "7C 2D")
    assert not can_be_played_on("7H 7S", "7C 7D")
    assert can_be_played_on("8H 2S", "7C 7D")


# Sequences -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3C 4D 5H", ["sequence 3 5"]),
        ("QC KC AC", ["sequence 3 A suited"]),
        ("6H SJ 8H", ["sequence 3 8 suited wild"]),
        ("6H 7D SJ", ["sequence 3 8 wild", "sequence 3 7 wild"]),
        ("QH KD BJ", ["sequence 3 A wild", "sequence 3 K wild"]),
        ("KH AD BJ", ["sequence 3 A wild"]),
        ("3H 4D BJ", ["sequence 3 5 wild"]),
        ("3H 6D SJ BJ", ["sequence 4 6 wild"]),
        ("3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", ["sequence 12 A suited"]),
    ],
)
def test_zs_seq_01_and_02_and_05_these_cards_are_sequences(text, found):
    assert read(text) == found


@pytest.mark.parametrize(
    "text", ["AC 2C 3C", "2C 3C 4C", "KC AC 2C", "5C 6D 2H 8S", "KC AC 3C", "3C 4C 6C", "3C 4D 4H 5S"]
)
def test_zs_seq_01_and_02_these_cards_are_not_sequences(text):
    assert read(text) == []


def test_zs_seq_04_a_suited_sequence_beats_every_mixed_sequence_of_its_length():
    assert can_be_played_on("3S 4S 5S", "QC KC AD")
    assert not can_be_played_on("QC KC AD", "3S 4S 5S")
    assert not can_be_played_on("3S 4S 5S 6S", "QC KC AD")
    assert can_be_played_on("4H 5H 6H", "3S 4S 5S")
    assert can_be_played_on("4H 5H 6D", "3S 4S 5D")


def test_zs_seq_05_the_pure_one_of_two_equal_sequences_is_higher():
    assert can_be_played_on("6D 7D 8D", "6H SJ 8H")
    assert not can_be_played_on("6H SJ 8H", "6D 7D 8D")
    assert not can_be_played_on("6S BJ 8S", "6H SJ 8H")
    assert can_be_played_on("6D 7H 8D", "6S 7D BJ"), "the joker is read as the eight"
    assert not can_be_played_on("5D 6H 7D", "6S 7D BJ")


# Multiple sequences --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("9C 9D 10C 10D JC JD", ["multiple 3x2 J"]),
        ("3C 3D 3H 4C 4D 4H 5C 5D 5H", ["multiple 3x3 5"]),
        ("5C 5D 6C 2D 7C SJ", ["multiple 3x2 7 wild"]),
        ("KC KD AC AD 2C SJ", ["multiple 3x2 A wild"]),
        ("5C 5D 6C 6D 2C SJ", ["multiple 3x2 7 wild", "multiple 3x2 6 wild"]),
        ("7C 7D 2C 2D 9C 9D", []),
        ("7C 7D SJ 2D 9C 9D", ["multiple 3x2 9 wild"]),
        ("6C 6D 6H 7C 7D 7H", []),
        ("5C 5D 7C 7D 8C 8D", []),
        ("7C 7D 8C 8D 8H 9C 9D", []),
        ("QC QD KC KD AC AD 2C 2D", []),
    ],
)
def test_zs_mseq_01_and_02_these_cards_are_multiple_sequences(text, found):
    assert read(text) == found


def test_zs_mseq_02_twelve_cards_can_have_more_than_one_shape():
    text = "QC QD KC KD AC AD 2C 2D 2H 2S SJ BJ"

    assert read(text) == ["multiple 4x3 A wild", "multiple 3x4 A wild"]


def test_zs_mseq_03_multiple_sequences_compare_only_with_the_same_shape_by_rank_and_then_purity():
    assert can_be_played_on("5C 5D 6C 6D 7C 7D", "5H 5S 6H 2D 7H SJ")
    assert can_be_played_on("6H BJ 7H 2C 8C 8D", "5C 5D 6C 6D 7C 7D")
    assert can_be_played_on("QC QD KH KS AH AS", "KC KD AC AD 2C SJ")
    four_by_three = "10C 10D 10H JC JD JH QC QD QH KC KD KH"
    assert not can_be_played_on(four_by_three, "4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S")


# Readings ------------------------------------------------------------------------------------------------------------


def test_dec_99_a_lead_is_read_as_set_before_multiple_sequence_before_sequence():
    assert read("7C SJ BJ") == [
        "set 3 7 wild",
        "sequence 3 9 suited wild",
        "sequence 3 8 suited wild",
        "sequence 3 7 suited wild",
    ]
    assert read("7C 7D 2C 2D SJ BJ") == [
        "set 6 7 wild",
        "multiple 3x2 9 wild",
        "multiple 3x2 8 wild",
        "multiple 3x2 7 wild",
    ]


def test_dec_99_a_play_is_read_as_the_pattern_that_it_must_beat():
    previous = usual_reading(cards("6C 7D 8H"))
    found = best_reading(cards("7C SJ BJ"), previous)

    assert in_words(found) == "sequence 3 9 suited wild"


@pytest.mark.parametrize("text", ["", "3C 4C", "3C 5C 7C"])
def test_cards_that_are_not_a_combination_have_no_reading(text):
    assert usual_reading(cards(text)) is None


# Twos in sequences ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("KH AH 2H", ["sequence 3 2 suited"]),
        ("KH AH 2S", ["sequence 3 2"]),
        ("AH 2H SJ", ["set 3 A wild", "sequence 3 2 suited wild"]),
        ("KH AH SJ", ["sequence 3 2 suited wild", "sequence 3 A suited wild"]),
        ("2C 3C 4C", []),
        ("5C 6D 2H", []),
        ("KC KD AC AD 2C 2D", ["multiple 3x2 2"]),
        ("KC KD AC AD 2C SJ", ["multiple 3x2 2 wild", "multiple 3x2 A wild"]),
        ("QC 2H KC KD AC AD", ["multiple 3x2 A wild"]),
        ("7C 7D 2C 2D", ["set 4 7 wild"]),
    ],
)
def test_zs_var_01_and_dec_110_twos_rank_above_ace_only_at_the_top_of_a_sequence(text, found):
    assert read(text, twos=True) == found


def test_zs_var_01_a_sequence_with_twos_beats_a_sequence_up_to_ace():
    assert can_be_played_on("KH AH 2H", "QS KS AS", twos=True)


def test_a_play_beats_only_plays_of_the_same_shape():
    single, pair = usual_reading(cards("3C")), usual_reading(cards("BJ SJ"))

    assert not beats(pair, single)
    assert RUNG_OF_NAME["3"] == single.top
