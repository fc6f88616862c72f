"""SJ-NODECL: the kitty is turned when nobody declares."""

import pytest

from domain.games.sheng_ji.events import DeclarationPassed, KittyTaken, KittyTurned, TrumpFixed
from domain.games.sheng_ji.no_declaration import turn_kitty
from domain.kernel.cards import FILLER, RANK_OF_NAME, SUIT_NAMES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from tests.support.deals import after_a_hand, declaring, started, suit_of_trumps
from tests.support.table import PASS, Given, cards

HANDS = ["3S 4S", "3D 4D", "3H 4H", "5C 6C"]


def turned(kitty: str, rank: str) -> tuple[int, str]:
    """Number of turned cards, and the suit that they set, or `NT`."""
    result = turn_kitty(cards(kitty), RANK_OF_NAME[rank])
    return result.cards, "NT" if result.trump_suit is None else SUIT_NAMES[result.trump_suit]


@pytest.mark.parametrize(
    ("kitty", "rank", "expected"),
    [
        ("9C AS 8D KS 3S 4S 8H 5C", "8", (3, "D")),
        ("8S 8D AS", "8", (1, "S")),
        ("AS KS QS 8H", "8", (4, "H")),
        ("SJ 2D BJ", "2", (2, "D")),
        ("AS AD AH AC", "A", (1, "S")),
    ],
)
def test_sj_nodecl_01_cards_are_turned_until_one_of_the_trump_rank_sets_its_suit(kitty, rank, expected):
    assert turned(kitty, rank) == expected


@pytest.mark.parametrize(
    ("kitty", "rank", "expected"),
    [
        ("9C 7H KD 3S 4S 6H 5C 2D", "8", (8, "D")),
        ("9C KH KD 3S", "8", (4, "H")),
        ("BJ SJ 3S 4C BJ 3H", "8", (6, "C")),
        ("QC KS QS KD", "A", (4, "S")),
        ("2C 3D 10H 9S", "J", (4, "H")),
    ],
)
def test_sj_nodecl_01_otherwise_the_first_turned_card_of_the_highest_rank_sets_its_suit(kitty, rank, expected):
    assert turned(kitty, rank) == expected


def test_dec_05_a_kitty_of_jokers_means_no_trump():
    assert turned("BJ SJ SJ BJ BJ SJ", "8") == (6, "NT")


def all_pass(given: Given, first: int = 0) -> Given:
    return given.after(*(((first + step) % 4, PASS) for step in range(3)))


@pytest.mark.parametrize("first", [0, 2])
def test_sj_nodecl_05_in_the_first_hand_the_first_drawer_deals(first):
    given = all_pass(declaring(HANDS, "9C AS 8D KS", rank="8", first_drawer=first), first)
    last = (first + 3) % 4

    given.when(last, PASS).then(
        DeclarationPassed(Seat(last)),
        KittyTurned(cards("9C AS 8D")),
        TrumpFixed(suit_of_trumps("8D"), Seat(first), None),
        KittyTaken(Seat(first), cards("9C AS 8D KS")),
    )


@pytest.mark.parametrize("dealer", [1, 3])
def test_sj_nodecl_01_in_later_hands_the_dealer_stays(dealer):
    match = after_a_hand(started(), ("8", "8"), next_dealer=dealer)
    given = all_pass(declaring(HANDS, "9C AS", rank="8", dealer=dealer, first_drawer=dealer, match=match), dealer)
    last = (dealer + 3) % 4

    given.when(last, PASS).then(
        DeclarationPassed(Seat(last)),
        KittyTurned(cards("9C AS")),
        TrumpFixed(suit_of_trumps("8S"), Seat(dealer), None),
        KittyTaken(Seat(dealer), cards("9C AS")),
    )


def test_sj_nodecl_01_a_hand_with_a_kitty_of_jokers_is_played_in_no_trump():
    given = all_pass(declaring(HANDS, "BJ SJ", rank="8")).after((3, PASS))

    assert given.phase.deal.trump_suit is None
    assert given.view(Seat(2))["trump_suit"] == "NT"


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(3), Onlooker.SPECTATOR])
def test_sj_nodecl_04_turned_cards_are_public_and_the_other_kitty_cards_stay_hidden(viewer):
    given = all_pass(declaring(HANDS, "9C AS 8D KS", rank="8")).after((3, PASS))

    assert given.view(viewer)["kitty_turned"] == ["9C", "AS", "8D"]
    assert ("KS" in str(given.view(viewer))) == (viewer == Seat(0))


def test_sj_nodecl_04_the_dealer_takes_turned_cards_with_the_rest_of_the_kitty():
    given = all_pass(declaring(HANDS, "9C AS 8D KS", rank="8")).after((3, PASS))

    assert sorted(given.view(Seat(0))["hand"]) == sorted(["3S", "4S", "9C", "AS", "8D", "KS"])


def first_card(kitty: str, joker: str = "skip") -> tuple[int, str]:
    """Number of turned cards, and the suit that they set, `NT` or `redeal`."""
    result = turn_kitty(cards(kitty), RANK_OF_NAME["9"], "first_card", joker)
    if result.redeal:
        return result.cards, "redeal"
    return result.cards, "NT" if result.trump_suit is None else SUIT_NAMES[result.trump_suit]


@pytest.mark.parametrize("joker", ["skip", "no_trump", "redeal"])
def test_sj_nodecl_02_with_the_option_the_first_card_of_any_rank_sets_its_suit(joker):
    assert first_card("3D 9S AS", joker) == (1, "D")


@pytest.mark.parametrize(
    ("joker", "expected"), [("skip", (3, "D")), ("no_trump", (1, "NT")), ("redeal", (1, "redeal"))]
)
def test_sj_nodecl_02_a_first_joker_is_skipped_or_means_no_trump_or_a_redeal(joker, expected):
    assert first_card("BJ SJ 3D 9S", joker) == expected


@pytest.mark.parametrize(
    ("joker", "expected"), [("skip", (2, "NT")), ("no_trump", (1, "NT")), ("redeal", (1, "redeal"))]
)
def test_dec_05_a_kitty_of_jokers_means_no_trump_if_jokers_are_skipped(joker, expected):
    assert first_card("SJ BJ", joker) == expected


@pytest.mark.parametrize("method", ["first_card", "rank_then_highest"])
@pytest.mark.parametrize("joker", ["skip", "no_trump", "redeal"])
def test_sj_card_12_fillers_are_skipped(method, joker):
    assert turn_kitty((FILLER, *cards("9D AS")), RANK_OF_NAME["9"], method, joker)[:2] == (2, 1)


def test_sj_card_12_fillers_are_not_the_highest_card():
    assert turn_kitty((FILLER, *cards("3D KS"), FILLER), RANK_OF_NAME["9"]) == (4, 3, False)
