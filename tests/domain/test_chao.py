"""SJ-CHAO: bidding for the kitty: what may be shown, and who is polled."""

from itertools import pairwise

import pytest

from domain.cards import RANK_OF_NAME, read_card, write_cards
from domain.refusals import Illegal
from domain.seats import Seat
from domain.shengji.chao import first_polled, ladder, next_polled, possible_shows_over, show_over, strength
from domain.shengji.declare import Declaration, DeclarationTooLow, NotADeclaration, OwnDeclaration
from tests.support.table import cards

EIGHT = RANK_OF_NAME["8"]


def shown(by: int, text: str) -> Declaration:
    faces = cards(text)
    return Declaration(Seat(by), faces[0], len(faces))


def show(by: int, text: str, over: Declaration | None) -> Declaration:
    return show_over(EIGHT, over, Seat(by), cards(text))


LADDER = ["8D 8D", "8C 8C", "8H 8H", "8S 8S", "SJ SJ", "BJ BJ", "8D 8D 8D", "8C 8C 8C", "BJ BJ BJ"]


def test_sj_chao_03_the_ladder_ranks_the_suits_below_the_jokers():
    assert write_cards(ladder(EIGHT)) == ["8D", "8C", "8H", "8S", "SJ", "BJ"]


@pytest.mark.parametrize(("low", "high"), list(pairwise(LADDER)))
def test_sj_chao_03_and_05_more_cards_stand_higher_then_the_ladder(low, high):
    assert show(1, high, shown(0, low)) == shown(1, high)
    with pytest.raises(DeclarationTooLow):
        show(1, low, shown(0, high))


@pytest.mark.parametrize("pair", LADDER)
def test_sj_chao_03_every_pair_stands_over_a_single_card_of_the_draw(pair):
    assert show(1, pair, shown(0, "8S")) == shown(1, pair)


@pytest.mark.parametrize("pair", LADDER)
def test_dec_28_when_nothing_was_declared_any_pair_may_be_shown(pair):
    assert show(1, pair, None) == shown(1, pair)


@pytest.mark.parametrize("pair", LADDER)
def test_dec_25_an_equal_show_does_not_stand_higher(pair):
    with pytest.raises(DeclarationTooLow):
        show(1, pair, shown(0, pair))


def test_dec_25_nobody_shows_over_their_own():
    with pytest.raises(OwnDeclaration):
        show(2, "BJ BJ", shown(2, "8S"))


@pytest.mark.parametrize("wrong", ["8S", "BJ", "8S 8H", "SJ BJ", "9S 9S", "8S 8S 8H"])
def test_sj_chao_01_only_identical_cards_of_the_trump_rank_or_jokers_can_be_shown(wrong):
    with pytest.raises(NotADeclaration):
        show(1, wrong, None)


def test_what_can_be_shown_is_exactly_what_is_accepted():
    held = {read_card(name): count for name, count in (("8S", 3), ("8D", 2), ("8C", 1), ("BJ", 2), ("9S", 3))}
    for standing in (None, shown(0, "8H 8H"), shown(0, "BJ BJ"), shown(1, "8H"), shown(0, "8H")):
        possible = possible_shows_over(EIGHT, standing, Seat(1), held)
        tried = [(card,) * copies for card, count in held.items() for copies in range(1, count + 1)]

        assert set(possible) == {each for each in tried if accepted(each, standing)}
        assert list(possible) == sorted(possible, key=lambda each: strength(each[0], len(each)))


def accepted(faces, standing) -> bool:
    try:
        return bool(show_over(EIGHT, standing, Seat(1), faces))
    except Illegal:
        return False


@pytest.mark.parametrize(
    ("dealer", "skipped", "polled"),
    [(0, None, (1, 2, 3)), (0, 1, (2, 3)), (0, 0, (1, 2, 3)), (2, 0, (3, 1)), (3, None, (0, 1, 2))],
)
def test_sj_chao_02_the_first_round_begins_right_of_the_dealer_without_the_dealer_and_the_last_bidder(
    dealer, skipped, polled
):
    assert first_polled(Seat(dealer), 4, skipped) == polled


@pytest.mark.parametrize("mode", ["single_pass", "repeat"])
def test_sj_chao_02_who_passes_is_done_and_the_phase_ends_when_all_have(mode):
    polled = first_polled(Seat(0), 4)
    turns = []
    while polled:
        turns.append(polled[0])
        polled = next_polled(mode, polled, 4, overrode=False)

    assert turns == [1, 2, 3]


def test_dec_24_in_a_single_pass_an_override_gives_nobody_another_turn():
    assert next_polled("single_pass", (Seat(1), Seat(2), Seat(3)), 4, overrode=True) == (2, 3)
    assert next_polled("single_pass", (Seat(3),), 4, overrode=True) == ()


@pytest.mark.parametrize(("overrider", "polled"), [(1, (2, 3, 0)), (3, (0, 1, 2))])
def test_sj_chao_02_when_repeating_an_override_polls_all_others_the_dealer_too(overrider, polled):
    assert next_polled("repeat", (Seat(overrider), Seat(2)), 4, overrode=True) == polled
