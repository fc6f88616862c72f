"""SJ-BID: reinforcing and overriding declarations in the auction of DEC-01, and the dealer that results."""

import pytest

from domain.games.sheng_ji.declare import Declaration, DeclarationTooLow, NotADeclaration, OwnDeclaration, Show
from domain.games.sheng_ji.events import DeclarationPassed, KittyTaken, TrumpFixed
from domain.games.sheng_ji.state import Burying, Declaring
from domain.kernel.seats import Seat
from tests.support.auctions import HANDS, PAIRS, auction, both_profiles, shown
from tests.support.deals import declared, suit_of_trumps
from tests.support.table import PASS, Given, cards, declares


def dealer_in(given: Given) -> int | None:
    return given.phase.dealer if isinstance(given.phase, Declaring) else given.phase.deal.dealer


# Reinforcing and overriding ------------------------------------------------------------------------------------------


@both_profiles
def test_sj_bid_04_a_declarer_reinforces_with_the_other_copy(profile):
    (act,) = shown("2C", "2C", seat=0, profile=profile)

    assert act == Show("reinforce", cards("2C"), Declaration(Seat(0), *cards("2C"), 2))


def test_dec_01_in_the_auction_the_current_declarer_is_not_asked_again():
    given = auction(PAIRS).after((0, declares("8C")), (1, PASS), (2, PASS))

    assert isinstance(given.phase, Declaring)
    assert isinstance(given.after((3, PASS)).phase, Burying)


def reinforced(profile="zhang-2021") -> Given:
    """Seat 1 has opened, seat 0 has overridden, seat 1 has overridden with jokers, and it is seat 0's turn."""
    return auction(PAIRS, profile=profile).after(
        (0, PASS), (1, declares("8D")), (2, PASS), (3, PASS), (0, declares("8C 8C")), (1, declares("SJ SJ")), (2, PASS)
    )


@both_profiles
def test_sj_bid_05_another_player_overrides_a_single_with_a_pair(profile):
    given = auction(profile=profile).after((0, declares("8C")))

    given.when(1, declares("8D 8D")).then(declared(1, "override", "8D 8D", 2, "D", 1))


@both_profiles
def test_sj_bid_05_no_other_player_overrides_a_pair_with_a_pair(profile):
    given = auction(profile=profile).after((0, declares("8C 8C")))

    given.when(1, declares("8D 8D")).then_refused(DeclarationTooLow, "SJ-BID-07", legal=[])


@both_profiles
def test_sj_bid_07_a_single_card_does_not_override_a_single_card(profile):
    given = auction(profile=profile).after((0, declares("8C")))

    given.when(1, declares("8S")).then_refused(DeclarationTooLow, "SJ-BID-07", legal=["8D 8D"])


@both_profiles
@pytest.mark.parametrize("before", ["8C", "8C 8C"])
def test_sj_bid_06_identical_jokers_override_singles_and_pairs(profile, before):
    given = auction(["8C 8C 3D", "SJ SJ 4D", "BJ BJ 5D", "8S 6D 7D"], profile=profile).after((0, declares(before)))
    dealer = 1 if profile == "zhang-2021" else 0

    given.when(1, declares("SJ SJ")).then(declared(1, "override", "SJ SJ", 2, "NT", dealer))


@both_profiles
def test_dec_07_big_jokers_override_small_ones_but_not_the_reverse(profile):
    hands = ["8C 8C 3D", "SJ SJ 4D", "BJ BJ 5D", "8S 6D 7D"]
    small = auction(hands, profile=profile).after((0, PASS), (1, declares("SJ SJ")))
    big = auction(hands, profile=profile, first_drawer=2).after((2, declares("BJ BJ")), (3, PASS), (0, PASS))

    # In the rules of 2016, a no-trump override does not change the dealer.
    small.when(2, declares("BJ BJ")).then(
        declared(2, "override", "BJ BJ", 2, "NT", 2 if profile == "zhang-2021" else 1)
    )
    big.when(1, declares("SJ SJ")).then_refused(DeclarationTooLow, "SJ-BID-07", legal=[])


@both_profiles
@pytest.mark.parametrize("shown", ["SJ", "BJ"])
def test_sj_bid_03_a_single_joker_does_not_override(profile, shown):
    given = auction(profile=profile, first_drawer=2).after((2, declares("8H")))

    given.when(3, declares(shown)).then_refused(NotADeclaration, "SJ-BID-03")


@both_profiles
@pytest.mark.parametrize(
    ("standing", "switched"), [("2C", "BJ BJ"), ("2C 2C", "SJ SJ"), ("2C", "2D 2D"), ("SJ SJ", "BJ BJ")]
)
def test_sj_bid_08_a_declarer_cannot_override_their_own_declaration(profile, standing, switched):
    with pytest.raises(OwnDeclaration) as refused:
        shown(standing, switched, seat=0, profile=profile)

    assert refused.value.rule == "SJ-BID-08"


@both_profiles
def test_sj_bid_08_after_being_overridden_the_opener_may_use_jokers(profile):
    given = auction(PAIRS, profile=profile).after((0, declares("8C")), (1, declares("8D 8D")), (2, PASS), (3, PASS))
    dealer = 0 if profile == "zhang-2021" else 1

    given.when(0, declares("BJ BJ")).then(declared(0, "override", "BJ BJ", 2, "NT", dealer))


@both_profiles
def test_sj_bid_10_a_partners_declaration_cannot_be_reinforced(profile):
    hands = ["8C 3D", "4D 5D", "8C 6D", "7D 9D"]
    given = auction(hands, profile=profile).after((0, declares("8C")), (1, PASS))

    given.when(2, declares("8C")).then_refused(DeclarationTooLow)


@both_profiles
def test_sj_bid_09_by_default_an_overridden_opener_cannot_restore_the_suit(profile):
    given = auction(PAIRS, profile=profile).after((0, declares("8C")), (1, declares("8D 8D")), (2, PASS), (3, PASS))

    given.when(0, declares("8C")).then_refused(DeclarationTooLow, "SJ-BID-07")
    given.when(0, declares("8C 8C")).then_refused(DeclarationTooLow, "SJ-BID-07")


def test_sj_bid_14_all_shown_cards_are_public_in_order():
    shown = reinforced().view(Seat(3))["declarations"]

    assert shown == [
        {"seat": 1, "kind": "declare", "cards": ["8D"]},
        {"seat": 0, "kind": "override", "cards": ["8C", "8C"]},
        {"seat": 1, "kind": "override", "cards": ["SJ", "SJ"]},
    ]


def test_sj_bid_19_cards_shown_stay_in_the_hand():
    given = auction().after((0, declares("8C 8C")), (1, PASS), (2, PASS), (3, PASS))

    assert sorted(given.view(Seat(0))["hand"]) == sorted(["3C", "KC", *HANDS[0].split()])
    assert given.view(Seat(1))["hand_sizes"] == [7, 5, 5, 5]


def test_the_offered_declarations_are_the_legal_ones():
    given = auction(PAIRS).after((0, declares("8C")))

    assert given.moves(1) == {"asked": "declare", "pass": True, "cards": [["8D", "8D"], ["SJ", "SJ"]], "complete": True}
    assert given.moves(2) == {"asked": None, "cards": [], "complete": True}


# Who deals (SJ-BID-12, SJ-BID-13) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "dealer"), [("last_declarer", 1), ("last_suit_declarer", 0)], ids=["last", "last suit"]
)
def test_sj_bid_12_the_option_decides_whether_an_override_into_no_trump_changes_the_dealer(rule, dealer):
    given = auction(PAIRS, first_hand_dealer=rule).after((0, declares("8C")), (1, declares("SJ SJ")))

    assert dealer_in(given) == dealer
    assert dealer_in(given.after((2, PASS), (3, PASS), (0, PASS))) == dealer


@both_profiles
def test_sj_bid_12_an_overriding_pair_changes_the_dealer(profile):
    given = auction(profile=profile).after((0, declares("8C")), (1, PASS), (2, declares("8H 8H")))

    assert dealer_in(given) == 2


@both_profiles
def test_sj_bid_12_the_first_declaration_in_no_trump_makes_the_dealer(profile):
    given = auction(PAIRS, profile=profile).after((0, PASS), (1, declares("SJ SJ")))

    assert dealer_in(given) == 1


def test_sj_bid_12_in_2016_the_last_player_who_declared_a_suit_deals():
    given = reinforced("zhang-2016").after((3, PASS), (0, declares("BJ BJ")), (1, PASS), (2, PASS), (3, PASS))

    assert given.phase.deal.dealer == 0
    assert given.phase.deal.trump_suit is None


@both_profiles
@pytest.mark.parametrize(("dealer", "before"), [(1, []), (0, [0]), (3, [3, 0])])
def test_sj_bid_13_in_later_hands_declaring_sets_trumps_but_not_the_dealer(profile, dealer, before):
    given = auction(PAIRS, profile=profile, dealer=dealer).after(*((seat, PASS) for seat in before))

    given.when(1, declares("8D")).then(declared(1, "declare", "8D", 1, "D", dealer))
    closed = given.after((1, declares("8D")), (2, PASS), (3, PASS), (0, PASS))
    assert closed.phase.deal.dealer == dealer
    assert closed.phase.deal.trump_suit == suit_of_trumps("8D")


def test_the_dealer_by_declaration_takes_the_kitty():
    given = auction().after((0, PASS), (1, PASS), (2, declares("8H")), (3, PASS), (0, PASS))

    given.when(1, PASS).then(
        DeclarationPassed(Seat(1)), TrumpFixed(suit_of_trumps("8H"), Seat(2), None), KittyTaken(Seat(2), cards("3C KC"))
    )
