"""SJ-REDEAL: which hands may ask for a new deal."""

import pytest

from domain.cards import RANK_OF_NAME, SUIT_OF_NAME
from domain.shengji.order import order_of
from domain.shengji.redeal import HandTooGood, TooManyRedeals, check_claim, may_claim
from tests.support.table import cards

EIGHT_OF_HEARTS = order_of(RANK_OF_NAME["8"], SUIT_OF_NAME["H"])


def may(hand, *, no_trump=False, below=0):
    return may_claim(EIGHT_OF_HEARTS, cards(hand), redeal_no_trump=no_trump, redeal_points_below=below)


def test_sj_redeal_01_a_hand_without_trumps_may_claim():
    assert may("AS KS 10C 3D", no_trump=True)


@pytest.mark.parametrize("trump", ["2H", "8C", "8H", "SJ", "BJ"])
def test_sj_redeal_01_one_trump_of_any_kind_is_enough_to_have_to_play(trump):
    assert not may(f"AS KS 3D {trump}", no_trump=True)


@pytest.mark.parametrize(
    ("hand", "below", "claims"),
    [
        ("AS 2S 3C", 5, True),
        ("AS 5S 3C", 5, False),
        ("AS 5S 3C", 10, True),
        ("AS KS 3C", 10, False),
        ("AS 5S 5C", 10, False),
        ("5H 3C", 10, True),
    ],
)
def test_sj_redeal_02_a_hand_worth_fewer_points_may_claim(hand, below, claims):
    assert may(hand, below=below) is claims


def test_a_table_without_these_options_deals_no_hand_anew():
    assert not may("AS 2S 3C")


def test_one_of_the_two_reasons_is_enough():
    assert may("AS KS 10C", no_trump=True, below=5)
    assert may("2H 3H 4H", no_trump=True, below=5)
    assert not may("2H 3H 5H", no_trump=True, below=5)


def test_a_claim_with_a_good_hand_is_refused():
    with pytest.raises(HandTooGood):
        check_claim(EIGHT_OF_HEARTS, cards("2H KS"), 0, redeal_no_trump=True, redeal_points_below=10)


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_dec_14_a_hand_is_dealt_anew_up_to_three_times(redeals):
    check_claim(EIGHT_OF_HEARTS, cards("AS 3C"), redeals, redeal_no_trump=True, redeal_points_below=0)


def test_dec_14_the_fourth_time_the_hand_is_played():
    with pytest.raises(TooManyRedeals):
        check_claim(EIGHT_OF_HEARTS, cards("AS 3C"), 3, redeal_no_trump=True, redeal_points_below=0)
