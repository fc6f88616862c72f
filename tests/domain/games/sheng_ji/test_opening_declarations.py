"""SJ-BID: the auction of DEC-01, and the cards that open it."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.declare import NotADeclaration
from domain.games.sheng_ji.events import DeclarationPassed, KittyTaken, TrumpFixed
from domain.games.sheng_ji.state import Burying, Declaring
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, WrongPhase
from tests.support.auctions import HANDS, PAIRS, auction, both_profiles
from tests.support.deals import declared, suit_of_trumps
from tests.support.table import PASS, SHENG_JI, buries, cards, declares, plays

# Who is asked, and the end of declaring (DEC-01) ----------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_dec_01_the_seats_are_asked_in_turn_from_the_first_drawer(first):
    given = auction(first_drawer=first)
    for step in range(3):
        seat = (first + step) % 4
        assert SHENG_JI.asked(given.table.match) == ((seat, "declare"),)
        given = given.after((seat, PASS))

    assert SHENG_JI.asked(given.table.match) == (((first + 3) % 4, "declare"),)


@pytest.mark.parametrize(("seat", "move"), [(1, PASS), (2, declares("8H")), (3, PASS)])
def test_dec_01_declaring_out_of_turn_is_refused(seat, move):
    refused = auction().when(seat, move)

    refused.then_refused(NotYourTurn, "SJ-GEN-04")
    assert refused.refusal.facts == {"turn": 0}


@pytest.mark.parametrize("move", [buries("8C"), plays("8C")])
def test_sj_gen_08_burying_and_playing_are_refused_while_trumps_are_declared(move):
    auction().when(0, move).then_refused(WrongPhase, "SJ-GEN-08")


@pytest.mark.parametrize("hands", [HANDS, ["3D 3S", "4D 4S", "5D 5S", "6D 6S"]], ids=["with eights", "without"])
def test_dec_01_every_seat_is_asked_regardless_of_its_cards(hands):
    given = auction(hands)

    assert [SHENG_JI.asked(given.after(*((seat, PASS) for seat in range(turn))).table.match) for turn in range(4)] == [
        ((seat, "declare"),) for seat in range(4)
    ]


def test_dec_01_declaring_ends_when_all_others_have_passed_after_the_last_declaration():
    given = auction().after((0, PASS), (1, declares("8D")), (2, PASS), (3, PASS))

    given.when(0, PASS).then(
        DeclarationPassed(Seat(0)),
        TrumpFixed(suit_of_trumps("8D"), Seat(1), None),
        KittyTaken(Seat(1), cards("3C KC")),
    )


def test_dec_01_a_seat_that_passed_may_declare_later():
    given = auction().after((0, PASS), (1, declares("8D")), (2, PASS), (3, PASS))

    given.when(0, declares("8C 8C")).then(declared(0, "override", "8C 8C", 2, "C", 0))


def test_dec_01_a_new_declaration_asks_all_others_again():
    given = auction().after((0, declares("8C")), (1, PASS), (2, declares("8H 8H")))

    assert SHENG_JI.asked(given.table.match) == ((3, "declare"),)
    given = given.after((3, PASS), (0, PASS))
    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((1, PASS)).phase, Burying)


def test_dec_01_declaring_ends_without_a_declaration_when_all_have_passed():
    given = auction().after((0, PASS), (1, PASS), (2, PASS))

    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((3, PASS)).phase, Burying)


# Opening (SJ-BID-02, SJ-BID-03) --------------------------------------------------------------------------------------


@both_profiles
@pytest.mark.parametrize(("card", "trumps"), [("8C", "C"), ("8D", "D"), ("8H", "H"), ("8S", "S")])
def test_sj_bid_02_one_card_of_the_trump_rank_makes_its_suit_trumps(profile, card, trumps):
    given = auction([f"{card} 3D"] * 4, profile=profile)

    given.when(0, declares(card)).then(declared(0, "declare", card, 1, trumps, 0))


def test_sj_bid_02_in_2021_a_pair_may_open():
    auction().when(0, declares("8C 8C")).then(declared(0, "declare", "8C 8C", 2, "C", 0))


def test_dec_08_and_rul_05_in_2016_an_opening_pair_counts_as_declared_and_reinforced():
    auction(profile="zhang-2016").when(0, declares("8C 8C")).then(
        declared(0, "declare", "8C", 1, "C", 0), declared(0, "reinforce", "8C", 2, "C", 0)
    )


@both_profiles
@pytest.mark.parametrize(("seat", "jokers"), [(0, "BJ BJ"), (1, "SJ SJ")])
def test_sj_bid_02_and_06_two_identical_jokers_open_and_declare_no_trump(profile, seat, jokers):
    given = auction(PAIRS, profile=profile, first_drawer=seat)

    given.when(seat, declares(jokers)).then(declared(seat, "declare", jokers, 2, "NT", seat))


@both_profiles
@pytest.mark.parametrize(
    ("seat", "shown", "rule"),
    [
        (0, "SJ", "SJ-BID-03"),
        (3, "BJ", "SJ-BID-03"),
        (3, "SJ BJ", "SJ-BID-03"),
        (1, "8D 8S", "SJ-BID-02"),
        (3, "8S SJ", "SJ-BID-02"),
        (0, "3D", "SJ-BID-02"),
        (0, "8C 3D", "SJ-BID-02"),
        (0, "3D 4D", "SJ-BID-02"),
    ],
)
def test_sj_bid_02_and_03_other_cards_cannot_declare(profile, seat, shown, rule):
    auction(profile=profile, first_drawer=seat).when(seat, declares(shown)).then_refused(NotADeclaration, rule)


def test_a_refused_declaration_names_all_possible_ones():
    auction().when(0, declares("3D")).then_refused(NotADeclaration, legal=["8C", "8C 8C"])
    auction(PAIRS).when(0, declares("3D")).then_refused(NotADeclaration, legal=["8C", "8C 8C", "BJ BJ"])
    auction(first_drawer=3).when(3, declares("SJ BJ")).then_refused(NotADeclaration, legal=["8S"])


@pytest.mark.parametrize(
    ("seat", "shown", "missing"),
    [(0, "8H", ["8H"]), (3, "8S 8S", ["8S"]), (0, "BJ BJ", ["BJ"]), (3, "SJ SJ", ["SJ"]), (0, "8C 8C 8C", ["8C"])],
)
def test_a_seat_shows_only_cards_that_it_holds(seat, shown, missing):
    refused = auction(first_drawer=seat).when(seat, declares(shown))

    refused.then_refused(CardsNotHeld)
    assert refused.refusal.facts == {"missing": missing}


def test_no_trump_can_be_disabled():
    given = auction(PAIRS, no_trump_declare="off")

    given.when(0, declares("BJ BJ")).then_refused(NotADeclaration, "SJ-BID-06", legal=["8C", "8C 8C"])


def test_sj_bid_16_small_jokers_can_be_disabled_while_big_ones_declare():
    given = auction(PAIRS, small_joker_declare="disallowed")

    given.after((0, PASS)).when(1, declares("SJ SJ")).then_refused(NotADeclaration, "SJ-BID-16")
    given.when(0, declares("BJ BJ")).then(declared(0, "declare", "BJ BJ", 2, "NT", 0))
