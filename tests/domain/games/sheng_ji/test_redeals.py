"""SJ-REDEAL: which hands may ask for a new deal, when, and with which effect."""

import pytest

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.commands import ClaimRedeal
from domain.games.sheng_ji.events import HandPrepared, HandRedealt, KittyTaken, KittyTurned, RedealClaimed, RedealWaived
from domain.games.sheng_ji.redeal import HandTooGood, TooManyRedeals, check_claim, may_claim
from domain.games.sheng_ji.state import Burying, Declaring, Redealing
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import CardsDealt, HandOpened, SecretPublished
from domain.table.refusals import WrongPhase
from tests.support.deals import after_a_hand, dealt, declared, declaring, started
from tests.support.table import PASS, SHENG_JI, Given, cards, declares

EIGHT_OF_HEARTS = order_of(RANK_OF_NAME["8"], SUIT_OF_NAME["H"])


def may(hand, *, no_trump=False, below=0):
    return may_claim(EIGHT_OF_HEARTS, cards(hand), redeal_no_trump=no_trump, redeal_points_below=below)


def test_sj_redeal_01_a_hand_without_trumps_may_claim_a_redeal():
    assert may("AS KS 10C 3D", no_trump=True)


@pytest.mark.parametrize("trump", ["2H", "8C", "8H", "SJ", "BJ"])
def test_sj_redeal_01_a_hand_with_one_trump_of_any_kind_must_play(trump):
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
def test_sj_redeal_02_a_hand_below_the_points_may_claim_a_redeal(hand, below, claims):
    assert may(hand, below=below) is claims


def test_without_these_options_there_are_no_redeals():
    assert not may("AS 2S 3C")


def test_one_of_the_two_reasons_is_sufficient():
    assert may("AS KS 10C", no_trump=True, below=5)
    assert may("2H 3H 4H", no_trump=True, below=5)
    assert not may("2H 3H 5H", no_trump=True, below=5)


def test_a_claim_with_a_good_hand_is_refused():
    with pytest.raises(HandTooGood):
        check_claim(EIGHT_OF_HEARTS, cards("2H KS"), 0, redeal_no_trump=True, redeal_points_below=10)


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_dec_14_a_hand_is_redealt_up_to_three_times(redeals):
    check_claim(EIGHT_OF_HEARTS, cards("AS 3C"), redeals, redeal_no_trump=True, redeal_points_below=0)


def test_dec_14_the_fourth_deal_is_played():
    with pytest.raises(TooManyRedeals):
        check_claim(EIGHT_OF_HEARTS, cards("AS 3C"), 3, redeal_no_trump=True, redeal_points_below=0)


# At the table --------------------------------------------------------------------------------------------------------

# Eight of hearts is trumps. Seat 1 has no trump but points, seat 2 trumps but no points, seats 0 and 3 both.
HANDS = ["8H KS", "KC 10C", "BJ 4H", "8S 10D"]
KITTY = "3C 4C"


def redealing(*, dealer: int | None = None, match: Given | None = None, **options) -> Given:
    """Trumps are fixed, and the kitty has not been taken."""
    given = declaring(
        HANDS, KITTY, rank="8", dealer=dealer, first_drawer=dealer or 0, match=match or started(**options)
    )
    turn = given.phase.way.speaker
    if dealer is None or dealer == 0:
        return given.after((0, declares("8H")), (1, PASS), (2, PASS), (3, PASS))
    order = [(turn + step) % 4 for step in range(4)]
    before = [(seat, PASS) for seat in order[: order.index(0)]]
    return given.after(*before, (0, declares("8H")), *(((0 + step) % 4, PASS) for step in range(1, 4)))


NO_TRUMP = {"redeal_no_trump": "on"}
NO_POINTS = {"redeal_points_below": 5}


def test_dec_14_without_the_options_the_dealer_takes_the_kitty_at_once():
    assert isinstance(redealing().phase, Burying)


def test_dec_14_everybody_is_asked_between_the_declaration_and_the_kitty():
    given = redealing(**NO_TRUMP)

    # The order of polling reveals nothing about possible claims.
    assert SHENG_JI.asked(given.table.match) == tuple((seat, "redeal") for seat in range(4))
    assert given.view(Seat(0))["hand_sizes"] == [2, 2, 2, 2]
    assert given.view(Seat(3))["phase"] == "redealing"


@pytest.mark.parametrize(
    ("options", "claimants"),
    [(NO_TRUMP, {1}), (NO_POINTS, {2}), ({**NO_TRUMP, **NO_POINTS}, {1, 2}), ({"redeal_points_below": 10}, {2})],
)
def test_sj_redeal_01_and_02_these_hands_may_claim_a_redeal(options, claimants):
    given = redealing(**options)

    assert {seat for seat in range(4) if given.moves(seat)["claim_redeal"]} == claimants
    for seat in set(range(4)) - claimants:
        given.when(seat, ClaimRedeal()).then_refused(HandTooGood)


def test_dec_14_a_waiver_is_final_and_the_last_one_gives_the_kitty_to_the_dealer():
    given = redealing(**NO_TRUMP).after((2, PASS), (0, PASS))

    given.when(2, PASS).then_refused(NotYourTurn)
    given.when(2, ClaimRedeal()).then_refused(NotYourTurn)
    assert [asked.seat for asked in SHENG_JI.asked(given.table.match)] == [1, 3]
    given = given.after((1, PASS))
    given.when(3, PASS).then(RedealWaived(Seat(3)), KittyTaken(Seat(0), cards(KITTY)))


def test_sj_redeal_03_and_04_the_claimant_shows_the_whole_hand_and_the_hand_restarts_at_the_shuffle():
    events = redealing(**NO_TRUMP).when(1, ClaimRedeal()).events

    assert events[0] == RedealClaimed(Seat(1), cards("10C KC"))
    assert events[1] == HandRedealt("no_trump")
    assert [type(event) for event in events[2:]] == [SecretPublished, HandOpened, HandPrepared, CardsDealt]
    assert events[3].hand == 2


def test_sj_redeal_02_the_reason_of_a_claim_is_shown():
    assert redealing(**NO_POINTS).when(2, ClaimRedeal()).events[1] == HandRedealt("points")


def test_the_next_deal_has_the_whole_pack_and_counts_as_the_same_hand():
    given = redealing(**NO_TRUMP).after((1, ClaimRedeal()))

    assert isinstance(given.phase, Declaring)
    assert (given.table.match.redeals, given.table.match.hands_played) == (1, 0)
    assert given.view(Seat(0))["hand_sizes"] == [25] * 4
    assert given.view(Seat(0))["redeals"] == 1


def test_dec_16_a_redeal_of_the_first_hand_restarts_at_the_draw():
    prepared = redealing(**NO_TRUMP).when(1, ClaimRedeal()).told(HandPrepared)

    assert (prepared.dealer, prepared.trump_rank) == (None, RANK_OF_NAME["2"])


@pytest.mark.parametrize("dealer", [0, 2])
def test_dec_16_a_redeal_of_a_later_hand_keeps_dealer_and_first_drawer(dealer):
    match = after_a_hand(started(**NO_TRUMP), ("8", "8"), next_dealer=dealer)
    given = redealing(dealer=dealer, match=match)
    before = [event for event in given.events if isinstance(event, HandPrepared)][-1]

    assert given.when(1, ClaimRedeal()).told(HandPrepared) == before


def test_sj_redeal_04_with_the_option_another_player_starts_and_the_dealer_is_unknown():
    match = after_a_hand(started(redeal_dealer="up_for_grabs", **NO_TRUMP), ("8", "5"), next_dealer=2)
    given = redealing(dealer=2, match=match)
    prepared = given.when(1, ClaimRedeal()).told(HandPrepared)

    assert (prepared.dealer, prepared.trump_rank) == (None, None)
    assert (prepared.first_drawer, prepared.cutter) == (3, 2)


def test_sj_redeal_04_the_last_to_declare_then_deals_at_the_level_of_that_side():
    match = after_a_hand(started(redeal_dealer="up_for_grabs", **NO_TRUMP), ("8", "5"), next_dealer=2)
    given = redealing(dealer=2, match=match).after((1, ClaimRedeal()))
    dealt_anew = dealt(["8H KS", "5C 10C", "BJ 4H", "5S 10D"], KITTY, 3)
    given = Given((*given.events[:-1], dealt_anew))

    given.when(3, declares("5S")).then(declared(3, "declare", "5S", 1, "S", 3))
    given = given.after((3, declares("5S")), (0, PASS), (1, PASS), (2, PASS))
    assert (given.phase.deal.dealer, given.phase.deal.trump_rank) == (3, RANK_OF_NAME["5"])
    assert given.phase.deal.declarers == 0b1010


def redealt(times: int) -> Given:
    given = redealing(**NO_TRUMP)
    for _ in range(times):
        given = given.after((1, ClaimRedeal()))
        first = given.phase.prepared.first_drawer
        given = Given((*given.events[:-1], dealt(["2H KS", *HANDS[1:]], KITTY, first)))
        order = [(first + step) % 4 for step in range(4)]
        given = given.after(*((seat, PASS) for seat in order[: order.index(0)]), (0, declares("2H")))
        given = given.after((1, PASS), (2, PASS), (3, PASS))
    return given


@pytest.mark.parametrize(("times", "phase"), [(1, Redealing), (2, Redealing), (3, Burying)])
def test_dec_14_after_three_redeals_the_hand_is_played_without_asking(times, phase):
    assert isinstance(redealt(times).phase, phase)


def test_a_claim_at_the_wrong_time_is_refused():
    given = redealing(**NO_TRUMP)

    declaring(HANDS, KITTY, rank="8", match=started(**NO_TRUMP)).when(1, ClaimRedeal()).then_refused(WrongPhase)
    given.after(*((seat, PASS) for seat in range(4))).when(1, ClaimRedeal()).then_refused(WrongPhase)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(3), Onlooker.SPECTATOR])
def test_information_shown_during_the_claims_does_not_depend_on_hidden_hands(viewer):
    given = redealing(**NO_TRUMP)
    other = Given(tuple(event if not isinstance(event, CardsDealt) else exchanged() for event in given.events))

    seen, seen_other = ({**each.view(viewer), "hand": None} for each in (given, other))
    assert seen == seen_other


def exchanged() -> CardsDealt:
    """The same deal with the cards of seats 1 and 2 exchanged."""
    return dealt([HANDS[0], HANDS[2], HANDS[1], HANDS[3]], KITTY)


def all_pass(given: Given) -> Given:
    first = given.phase.prepared.first_drawer
    return given.after(*(((first + step) % 4, PASS) for step in range(4)))


def test_sj_nodecl_02_a_joker_turned_first_may_mean_a_redeal():
    options = {"no_declaration": "first_card", "no_declaration_joker": "redeal"}
    given = declaring(HANDS, "BJ 3C", rank="8", match=started(**options)).after((0, PASS), (1, PASS), (2, PASS))
    events = given.when(3, PASS).events

    assert events[1:3] == (KittyTurned(cards("BJ")), HandRedealt("kitty_joker"))


def test_sj_nodecl_02_and_dec_14_after_three_redeals_the_joker_is_skipped():
    options = {"no_declaration": "first_card", "no_declaration_joker": "redeal"}
    given = declaring(HANDS, "BJ 3C", rank="8", match=started(**options))
    for _ in range(3):
        given = all_pass(given)
        given = Given((*given.events[:-1], dealt(HANDS, "BJ 3C", given.phase.prepared.first_drawer)))
    given = all_pass(given)

    assert given.phase.deal.trump_suit == cards("3C")[0] // 13
