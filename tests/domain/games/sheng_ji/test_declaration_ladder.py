"""SJ-BID-15, RUL-03 and RUL-04: the ladder of declarations with three and more decks."""

import pytest

from domain.games.sheng_ji.declare import (
    Declaration,
    DeclarationTooLow,
    Floor,
    NotADeclaration,
    OwnDeclaration,
    SameSuitOverride,
    Show,
    Shown,
    dealer_by,
    possible_shows,
    show,
    strength,
)
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import FILLER, RANK_OF_NAME, write_cards
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from tests.support.auctions import floor, shown
from tests.support.laws import law
from tests.support.table import cards

LADDER = ["2S", "2S 2S", "SJ SJ", "BJ BJ", "2H 2H 2H", "SJ SJ SJ", "BJ BJ BJ", "2C 2C 2C 2C", "SJ SJ SJ SJ"]


@law
@pytest.mark.parametrize("low", range(len(LADDER)))
@pytest.mark.parametrize("high", range(len(LADDER)))
def test_sj_bid_15_longer_tuples_override_then_big_jokers_small_jokers_trump_rank(low, high):
    if high > low:
        (act,) = shown(LADDER[low], LADDER[high])
        assert (act.kind, act.standing.seat, act.standing.copies) == ("override", 1, len(LADDER[high].split()))
        return
    # A single joker declares nothing, since it is not on the ladder.
    with pytest.raises((DeclarationTooLow, SameSuitOverride)):
        shown(LADDER[low], LADDER[high])


def test_sj_bid_15_tuples_of_equal_length_and_kind_never_override():
    with pytest.raises(DeclarationTooLow):
        shown("2S 2S 2S", "2D 2D 2D")
    first, second = (Declaration(Seat(0), *cards(card), 3) for card in ("2S", "2D"))
    assert strength(first) == strength(second)


def test_sj_bid_15_any_tuple_may_open():
    for text in ("2S 2S 2S", "SJ SJ SJ", "BJ BJ BJ BJ"):
        (act,) = shown(None, text)
        assert (act.kind, act.cards) == ("declare", cards(text))


def test_dec_10_tuples_may_be_reinforced_step_by_step_and_are_overridden_by_longer_ones():
    (act,) = shown("2S 2S", "2S", seat=0)
    assert act == Show("reinforce", cards("2S"), Declaration(Seat(0), *cards("2S"), 3))
    (act,) = shown("2S 2S 2S", "2D 2D 2D 2D")
    assert act.kind == "override"


def test_dec_11_another_player_may_override_in_the_same_suit_unless_the_option_forbids_it():
    (act,) = shown("2S", "2S 2S")
    assert act.kind == "override"
    with pytest.raises(SameSuitOverride):
        shown("2S", "2S 2S", override_same_suit="forbidden")
    (act,) = shown("2S", "2D 2D", override_same_suit="forbidden")
    assert act.kind == "override"


def test_rul_04_the_holder_of_a_joker_declaration_may_add_further_jokers():
    (act,) = shown("SJ SJ", "SJ", seat=0)

    assert act == Show("reinforce", cards("SJ"), Declaration(Seat(0), *cards("SJ"), 3))
    with pytest.raises(OwnDeclaration):
        shown("SJ SJ", "BJ BJ", seat=0)


def test_rul_03_an_overridden_declarer_needs_a_whole_new_tuple_of_any_suit():
    (act,) = shown("2D 2D", "2S 2S 2S")  # seat 1 has shown 2C before, which has been overridden
    assert act.kind == "override"
    assert act.standing == Declaration(Seat(1), *cards("2S"), 3)
    with pytest.raises(DeclarationTooLow):
        shown("2D 2D", "2S")


def test_sj_bid_12_reinforcing_with_another_joker_does_not_change_the_dealer():
    # The second seat overrode into no-trump, so the opener remains dealer. Reinforcing changes nothing.
    acts = [Shown(Seat(0), "declare", cards("2S")), Shown(Seat(1), "override", cards("SJ SJ"))]

    assert dealer_by("last_suit_declarer", acts) == 0
    assert dealer_by("last_suit_declarer", [*acts, Shown(Seat(1), "reinforce", cards("SJ"))]) == 0


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("standing", [None, "2S", "2S 2S", "SJ SJ", "2H 2H 2H"])
def test_the_offered_declarations_are_exactly_those_not_refused(seat, standing):
    held = {card: 3 for name in ("2C", "2D", "2H", "2S", "SJ", "BJ", "3D") for card in cards(name)}
    rules = rules_of("zhang-2021")
    stands = floor(standing)
    declaration = stands.standing
    expected = []
    for card in held:
        own = declaration.copies if declaration and seat == 0 and declaration.card == card else 0
        for copies in range(1, 4 - own):
            try:
                show(rules, RANK_OF_NAME["2"], stands, Seat(seat), (card,) * copies)
            except Illegal:
                continue
            expected.append((card,) * copies)
    found = possible_shows(rules, RANK_OF_NAME["2"], stands, Seat(seat), held)

    assert sorted(map(write_cards, found)) == sorted(map(write_cards, expected))
    assert found or (seat == 0 and standing == "2H 2H 2H")


@pytest.mark.parametrize("rank", RANK_OF_NAME)
def test_sj_card_12_a_filler_is_of_no_rank_and_declares_nothing(rank):
    rules = rules_of("zhang-2021", {"filler_cards": 4, "kitty_size": 8})

    with pytest.raises(NotADeclaration):
        show(rules, RANK_OF_NAME[rank], Floor(), Seat(0), (FILLER,))
    assert possible_shows(rules, RANK_OF_NAME[rank], Floor(), Seat(0), {FILLER: 2}) == ()
