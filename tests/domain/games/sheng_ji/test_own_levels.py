"""SJ-BID-20, DEC-19: players declare with cards of their own level, and the last to declare deals."""

import pytest

from domain.games.sheng_ji import decide
from domain.games.sheng_ji.declare import DeclarationTooLow, NotADeclaration, SameSuitOverride
from domain.games.sheng_ji.events import DeclarationPassed, HandPrepared, KittyTaken, KittyTurned, TrumpFixed
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from tests.support.deals import dealt, declared, hand_opened, started
from tests.support.friends import scored_hand
from tests.support.table import PASS, Given, cards, declares

LEVELS = ("3", "5", "5", "8", "K")
HANDS = ["3C 3C BJ", "5D 5D 3D", "5H 5H 5S", "8S 8S 8S", "KC KD KD"]


def later_hand(hands=HANDS, *, previous_dealer=4, next_dealer=1, **options) -> Given:
    """Five players with own levels. Seat 4 dealt the previous hand, and by rotation seat 1 would be the next dealer."""
    match = started("zhao-peng-you", zpy_dealer="declare", **options)
    match = scored_hand(match, LEVELS, dealer=previous_dealer, next_dealer=next_dealer)
    events, _ = decide.prepare(match.table.match, Dice(bytes(32), b"prepare"))
    return match.and_then(*events, dealt(hands, "9C KS", events[0].first_drawer))


def test_sj_bid_20_the_seat_right_of_the_previous_dealer_draws_first_and_the_dealer_is_unknown():
    prepared = later_hand().phase.prepared

    assert prepared == HandPrepared(None, None, None, (), Seat(0), Seat(4))


@pytest.mark.parametrize("who", ["dealer", "right_of_previous_dealer"])
def test_sj_bid_20_the_first_drawer_does_not_depend_on_the_option_for_later_hands(who):
    assert later_hand(later_first_drawer=who).phase.prepared.first_drawer == 0


@pytest.mark.parametrize("friends", ["rotate", "declare"])
def test_ff_dealer_02_the_next_dealer_of_rotating_winners_is_on_the_right(friends):
    match = scored_hand(started("zhao-peng-you", zpy_dealer=friends), LEVELS, dealer=4, next_dealer=1)
    (prepared,), _ = decide.prepare(match.table.match, Dice(bytes(32), b"prepare"))

    assert prepared.dealer == (1 if friends == "rotate" else None)
    assert prepared.trump_rank == (RANK_OF_NAME["5"] if friends == "rotate" else None)


def test_sj_bid_20_players_declare_only_with_cards_of_their_own_level():
    given = later_hand()

    given.when(0, declares("BJ")).then_refused(NotADeclaration)
    given.when(0, declares("3C")).then(declared(0, "declare", "3C", 1, "C", 0))
    given.after((0, PASS)).when(1, declares("3D")).then_refused(NotADeclaration)


def test_dec_19_copies_and_kinds_are_compared_but_not_ranks():
    given = later_hand().after((0, declares("3C")))

    given.when(1, declares("5D")).then_refused(DeclarationTooLow)
    given.when(1, declares("5D 5D")).then(declared(1, "override", "5D 5D", 2, "D", 1))


def test_sj_bid_05_suits_differ_regardless_of_ranks():
    given = later_hand(override_same_suit="forbidden").after((0, PASS), (1, declares("5D")), (2, PASS), (3, PASS))

    given.when(4, declares("KD KD")).then_refused(SameSuitOverride)


def test_sj_bid_20_the_last_to_declare_deals_and_their_level_is_the_trump_rank():
    given = later_hand().after((0, declares("3C")), (1, PASS), (2, declares("5H 5H")), (3, PASS), (4, PASS), (0, PASS))

    given.when(1, PASS).then(
        DeclarationPassed(Seat(1)),
        TrumpFixed(SUIT_OF_NAME["H"], Seat(2), RANK_OF_NAME["5"]),
        KittyTaken(Seat(2), cards("9C KS")),
    )
    phase = given.after((1, PASS)).phase
    assert (phase.deal.trump_rank, phase.deal.dealer, phase.deal.declarers) == (RANK_OF_NAME["5"], 2, 1 << 2)


def test_sj_bid_20_in_a_later_hand_the_last_to_declare_deals_under_any_option_for_the_first_hand():
    given = later_hand(first_hand_dealer="first_declarer").after((0, declares("3C")), (1, declares("5D 5D")))

    assert given.phase.dealer == 1


def test_dec_19_without_a_declaration_the_rotation_decides_the_dealer_and_the_trump_rank():
    given = later_hand().after((0, PASS), (1, PASS), (2, PASS), (3, PASS))

    given.when(4, PASS).then(
        DeclarationPassed(Seat(4)),
        KittyTurned(cards("9C KS")),
        TrumpFixed(SUIT_OF_NAME["S"], Seat(1), RANK_OF_NAME["5"]),
        KittyTaken(Seat(1), cards("9C KS")),
    )


def test_sj_bid_20_the_view_shows_that_the_trump_rank_is_unknown():
    assert later_hand().view(Seat(0))["trump_rank"] is None
    assert later_hand().view(Seat(0))["levels"] == list(LEVELS)


def test_ff_dealer_01_in_the_first_hand_all_have_one_level_and_the_usual_rule_decides_the_dealer():
    match = started("zhao-peng-you", zpy_dealer="declare", first_hand_dealer="first_declarer")
    (prepared,), _ = decide.prepare(match.table.match, Dice(bytes(32), b"prepare"))

    assert (prepared.trump_rank, prepared.dealer) == (RANK_OF_NAME["2"], None)
    assert hand_opened(1, 5) in match.events
