"""ZS-EXCH-01, ZS-EXCH-02, ZS-TEAM-04 and DEC-102..107: the exchange before the second and every later hand."""

import pytest

from domain.games.zheng_shangyou.check import NotHighest, NotOffered
from domain.games.zheng_shangyou.events import (
    DiscardLaid,
    DiscardLeft,
    DiscardsRevealed,
    DiscardTaken,
    TributeLeft,
    TributePaid,
    TributeRevealed,
    TributeTaken,
)
from domain.games.zheng_shangyou.exchange import pit, places
from domain.games.zheng_shangyou.state import Choosing, Climbing, Discarding, Paying, Returning
from domain.kernel.cards import HIDDEN
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.redact import redact
from domain.table.refusals import CardsNotHeld, NotYourTurn, WrongPhase
from tests.support.climbing import GAME, PASS, card, cards, discards, exchanging, pays, played_by_chance, plays, takes

HANDS = ["3C 7C 9S", "4D 7D 10S", "5H 8H JS", "2H 2S 6C", "BJ AD 6D"]
"""In the previous hand seat k had place k + 1."""
AT_START = exchanging(HANDS, [0, 1, 2, 3, 4])
PAID = AT_START.after((3, pays("2H")), (4, pays("BJ")))
TAKEN = PAID.after((0, takes("BJ")))
LAID = TAKEN.after((0, discards("3C")), (1, discards("4D")))


def test_zs_exch_01_the_players_in_the_last_places_pay_tribute():
    assert places([Seat(4), Seat(2), Seat(0), Seat(1), Seat(3)]) == (4, 2, 1, 3)
    assert [pit(players) for players in (4, 6, 9)] == [(3, 4), (5, 6), (8, 9)]


# Tribute -------------------------------------------------------------------------------------------------------------


def test_zs_exch_01_last_and_next_to_last_place_are_asked_even_without_a_choice():
    assert isinstance(AT_START.phase, Paying)
    assert AT_START.asked == [(3, "pay_tribute"), (4, "pay_tribute")]


def test_dec_102_tribute_is_committed_in_any_order_and_revealed_together():
    AT_START.when(4, pays("BJ")).then(TributePaid(Seat(4), card("BJ")))
    one = AT_START.after((4, pays("BJ")))
    assert one.asked == [(3, "pay_tribute")]
    one.when(3, pays("2S")).then(TributePaid(Seat(3), card("2S")), TributeRevealed((Seat(3), Seat(4)), cards("2S BJ")))


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Seat(2), Seat(3), Onlooker.SPECTATOR])
def test_dec_102_tribute_is_hidden_from_others_until_both_are_revealed(viewer):
    paid = TributePaid(Seat(4), card("BJ"))
    one = AT_START.and_then(paid)

    assert redact(GAME, paid, viewer) == TributePaid(Seat(4), HIDDEN)
    assert one.view(viewer)["chosen"] == [{"seat": 4, "card": None}]
    assert one.view(viewer)["hand_sizes"] == [3, 3, 3, 3, 3]


def test_dec_102_a_player_who_has_paid_sees_the_tribute_and_does_not_pay_again():
    one = AT_START.after((4, pays("BJ")))

    assert one.view(Seat(4))["chosen"] == [{"seat": 4, "card": "BJ"}]
    one.when(4, pays("BJ")).then_refused(NotYourTurn, "DEC-102")


def test_zs_exch_01_and_dec_104_tribute_is_any_card_of_the_highest_rank():
    AT_START.when(3, pays("6C")).then_refused(NotHighest, "ZS-EXCH-01", legal=["2H", "2S"])
    AT_START.when(4, pays("AD")).then_refused(NotHighest, "ZS-EXCH-01", legal=["BJ"])
    assert AT_START.moves(3)["cards"] == [["2H"], ["2S"]]
    assert AT_START.moves(4) == {"asked": "pay_tribute", "cards": [["BJ"]], "complete": True}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_players_who_owe_no_tribute_cannot_pay(seat):
    AT_START.when(seat, pays("3C")).then_refused(NotYourTurn, "DEC-102")
    assert AT_START.moves(seat) == {"asked": None, "cards": [], "complete": True}


def test_tribute_is_paid_from_the_payers_own_hand():
    AT_START.when(3, pays("BJ")).then_refused(CardsNotHeld)


@pytest.mark.parametrize("move", [PASS, plays("3C"), takes("BJ"), discards("3C")])
def test_no_other_move_is_possible_during_the_exchange(move):
    AT_START.when(0, move).then_refused(WrongPhase, "DEC-102")


# The winner's choice -------------------------------------------------------------------------------------------------


def test_zs_exch_02_first_place_takes_one_card_and_second_place_gets_the_other():
    assert isinstance(PAID.phase, Choosing)
    assert PAID.asked == [(0, "take")]
    PAID.when(0, takes("2H")).then(TributeTaken(Seat(0), card("2H")), TributeLeft(Seat(1), card("BJ")))
    assert PAID.moves(0)["cards"] == [["2H"], ["BJ"]]


def test_zs_exch_02_only_first_place_takes_and_only_a_paid_card():
    PAID.when(0, takes("2S")).then_refused(NotOffered, "ZS-EXCH-02", legal=["2H", "BJ"])
    PAID.when(1, takes("2H")).then_refused(NotYourTurn, "ZS-EXCH-02")


def test_dec_103_first_place_may_choose_between_cards_of_equal_rank():
    given = exchanging(["3C 7C 9S", "4D 7D 10S", "5H 8H JS", "2H 4S 6C", "2D AD 6D"], [0, 1, 2, 3, 4])
    paid = given.after((3, pays("2H")), (4, pays("2D")))

    assert paid.when(0, takes("2D")).told(TributeLeft) == TributeLeft(Seat(1), card("2H"))


# Discards ------------------------------------------------------------------------------------------------------------


def test_dec_102_both_winners_choose_a_discard_without_seeing_the_other():
    assert isinstance(TAKEN.phase, Discarding)
    assert TAKEN.asked == [(0, "discard"), (1, "discard")]
    one = TAKEN.after((1, discards("4D")))
    assert one.asked == [(0, "discard")]
    assert redact(GAME, DiscardLaid(Seat(1), card("4D")), Seat(0)) == DiscardLaid(Seat(1), HIDDEN)
    one.when(0, discards("3C")).then(
        DiscardLaid(Seat(0), card("3C")), DiscardsRevealed((Seat(0), Seat(1)), cards("3C 4D"))
    )
    one.when(1, discards("7D")).then_refused(NotYourTurn, "DEC-102")
    TAKEN.when(3, discards("6C")).then_refused(NotYourTurn, "DEC-102")


def test_dec_105_the_card_just_received_may_be_given_back():
    given = TAKEN.after((0, discards("BJ")), (1, discards("2H")))

    assert [offer.card for offer in given.phase.offers] == list(cards("BJ 2H"))


def test_dec_105_a_viewer_does_not_learn_whether_a_hidden_discard_is_the_received_card():
    """Everybody knows that seat 0 has the red joker, but not whether seat 0 discards it face down."""
    one = TAKEN.after((0, discards("BJ")))
    other = TAKEN.after((0, discards("3C")))

    for viewer in (Seat(1), Seat(2), Onlooker.SPECTATOR):
        assert one.view(viewer) == other.view(viewer)
        assert one.view(viewer)["shown"][0] == ["BJ"]


def test_only_cards_of_the_discarding_hand_can_be_discarded():
    TAKEN.when(0, discards("4D")).then_refused(CardsNotHeld)
    assert TAKEN.moves(0)["cards"] == [["3C"], ["7C"], ["9S"], ["BJ"]]


# The return ----------------------------------------------------------------------------------------------------------


def test_zs_exch_02_next_to_last_takes_one_discard_and_last_gets_the_other_and_leads():
    assert isinstance(LAID.phase, Returning)
    assert LAID.asked == [(3, "take")]
    LAID.when(3, takes("4D")).then(DiscardTaken(Seat(3), card("4D")), DiscardLeft(Seat(4), card("3C")))
    after = LAID.after((3, takes("4D")))
    assert isinstance(after.phase, Climbing)
    assert after.asked == [(2, "play")]
    assert [set(hand.known) for hand in after.phase.hands] == [
        set(cards("7C 9S BJ")),
        set(cards("7D 10S 2H")),
        set(cards("5H 8H JS")),
        set(cards("2S 6C 4D")),
        set(cards("AD 6D 3C")),
    ]


def test_everybody_sees_which_cards_changed_hands():
    view = LAID.after((3, takes("4D"))).view(Onlooker.SPECTATOR)

    assert view["exchanged"] == [
        {"seat": 0, "card": "BJ"},
        {"seat": 1, "card": "2H"},
        {"seat": 3, "card": "4D"},
        {"seat": 4, "card": "3C"},
    ]
    assert view["shown"] == [["BJ"], ["2H"], [], ["4D"], ["3C"]]
    assert view["hand"] is None


# Profiles -------------------------------------------------------------------------------------------------------------


def test_zs_score_02_with_four_players_third_place_leads_and_pays():
    given = exchanging(["3C 7C 9S", "4D 7D 10S", "5H 8H JS", "2H 2S 6C"], [2, 0, 1, 3])

    assert given.asked == [(1, "pay_tribute"), (3, "pay_tribute")]
    assert given.phase.leader == 1


def test_dec_107_partners_exchange_with_each_other_too():
    hands = ["3C 7C 9S", "4D 7D 10S", "5H 8H JS", "2H 2S 6C"]
    given = exchanging(hands, [0, 1, 2, 3], profile="zheng-shangyou-4-partners")
    paid = given.after((2, pays("JS")), (3, pays("2H")), (0, takes("JS")))

    assert paid.match.exchanged == ((0, card("JS")), (1, card("2H")))


def test_zs_team_04_fifth_and_sixth_place_give_to_first_and_second_and_fifth_leads():
    hands = ["3C 7C", "4D 7D", "5H 8H", "2H 6C", "BJ AD", "SJ AC"]
    given = exchanging(hands, [0, 1, 2, 3, 4, 5], profile="san-jia-xi")

    assert given.asked == [(4, "pay_tribute"), (5, "pay_tribute")]
    after = given.after((5, pays("SJ")), (4, pays("BJ")), (0, takes("SJ")), (1, discards("4D")), (0, discards("3C")))
    assert after.asked == [(4, "take")]
    assert after.after((4, takes("3C"))).asked == [(4, "play")]


def test_without_the_option_there_is_no_exchange():
    given = exchanging(HANDS, [0, 1, 2, 3, 4], zs_exchange="off")

    assert given.asked == [(2, "play")]


@pytest.mark.parametrize("players", [4, 6, 9])
def test_zs_exch_01_there_is_an_exchange_before_every_hand_except_the_first(players):
    events = played_by_chance("exchange", "zheng-shangyou", {"zs_players": players}, 3).events

    assert sum(isinstance(event, TributeRevealed) for event in events) == 2
