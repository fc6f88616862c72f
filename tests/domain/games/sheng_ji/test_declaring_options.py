"""SJ-BID: effects of the declaration options; the default auction is in test_opening_declarations."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.declare import DeclarationTooLow, NotADeclaration, OwnDeclaration, SameSuitOverride
from domain.games.sheng_ji.events import DeclarationPassed, Declared, TrumpFixed
from domain.games.sheng_ji.state import Burying, Declaring
from domain.kernel.cards import read_card
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld
from tests.support.deals import after_a_hand, declared, declaring, started, suit_of_trumps
from tests.support.laws import law
from tests.support.table import PASS, SHENG_JI, Given, cards, declares

HANDS = ["8C 8C BJ BJ 3D", "8D 8D SJ SJ 4D", "8H 8H 3S 5D 6D", "8S 8S 4S 7D 9D"]
THREE = ["8C 8C 8C BJ SJ", "8D 8D 8D SJ BJ", "8H 8H 8H SJ 6D", "8S 8S 8S BJ 9D"]


def auction(hands=HANDS, *, profile="zhang-2021", first_drawer=0, **options) -> Given:
    match = started(profile, **options)
    return declaring(hands, "3C KC", rank="8", first_drawer=first_drawer, match=match)


def dealer_after(given: Given, *moves) -> int:
    return given.after(*moves).phase.dealer


# Opening (SJ-BID-02) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        ("single", ["declare", "reinforce"]),
        ("single_or_joker_pair", ["declare", "reinforce"]),
        ("single_or_pair_or_joker_pair", ["declare"]),
    ],
)
def test_sj_bid_02_and_rul_05_a_pair_opens_at_once_or_counts_as_declared_and_reinforced(value, kinds):
    events = auction(initial_declare=value).when(0, declares("8C 8C")).events

    assert [event.kind for event in events] == kinds
    assert events[-1].copies == 2


def test_sj_bid_02_if_only_single_cards_open_jokers_can_override_but_not_open():
    given = auction(initial_declare="single")

    given.when(0, declares("BJ BJ")).then_refused(NotADeclaration)
    given = given.after((0, PASS), (1, declares("8D")), (2, PASS), (3, PASS))
    given.when(0, declares("BJ BJ")).then(declared(0, "override", "BJ BJ", 2, "NT", 0))


@pytest.mark.parametrize("value", ["single_or_joker_pair", "single_or_pair_or_joker_pair"])
def test_sj_bid_02_identical_jokers_open_if_the_option_allows_it(value):
    auction(initial_declare=value).when(0, declares("BJ BJ")).then(declared(0, "declare", "BJ BJ", 2, "NT", 0))


# Overriding (SJ-BID-05, DEC-11) --------------------------------------------------------------------------------------


def six(**options) -> Given:
    """Three decks: seat 0 has shown one eight of clubs, and seat 1 holds two more."""
    hands = ["8C 3D 4D", "8C 8C 5D", "8H 8H 8H", "SJ SJ SJ", "BJ BJ 3S", "3C 4C 5C"]
    return auction(hands, profile="six-player-teams", **options).after((0, declares("8C")))


def test_dec_11_another_player_may_override_in_the_same_suit_and_becomes_dealer():
    six().when(1, declares("8C 8C")).then(declared(1, "override", "8C 8C", 2, "C", 1))


def test_sj_bid_05_the_option_can_require_another_suit_for_an_override():
    given = six(override_same_suit="forbidden")

    given.when(1, declares("8C 8C")).then_refused(SameSuitOverride, "SJ-BID-05", legal=[])
    given = given.after((1, PASS))
    given.when(2, declares("8H 8H")).then(declared(2, "override", "8H 8H", 2, "H", 2))


def test_sj_bid_15_the_suit_does_not_matter_for_jokers_over_jokers():
    hands = ["SJ SJ 4D", "SJ SJ SJ", "3C 3D 3H", "3S 4S 5S"]
    given = auction(hands, decks=5, kitty_size=10, override_same_suit="forbidden").after((0, declares("SJ SJ")))

    given.when(1, declares("SJ SJ SJ")).then(declared(1, "override", "SJ SJ SJ", 3, "NT", 1))


LADDER = ["8C", "8C 8C", "SJ SJ", "BJ BJ", "8C 8C 8C", "SJ SJ SJ", "BJ BJ BJ"]


@law
@pytest.mark.parametrize("low", LADDER)
@pytest.mark.parametrize("high", LADDER)
def test_sj_bid_15_declarations_compare_by_length_then_big_jokers_small_jokers_trump_rank(low, high):
    other = high.replace("8C", "8D")
    hands = [f"{low} 3S 4S 5S".split()[:3], f"{other} 3H 4H 5H".split()[:3], ["3D", "4D", "5D"], ["3C", "4C", "5C"]]
    given = auction([" ".join(hand) for hand in hands], decks=3, kitty_size=6).after((0, declares(low)))

    if LADDER.index(high) > LADDER.index(low):
        assert given.when(1, declares(other)).told(Declared).kind == "override"
    else:
        given.when(1, declares(other)).then_refused(DeclarationTooLow, "SJ-BID-07")


def test_dec_10_a_declaration_is_reinforced_step_by_step_with_the_same_cards_only():
    given = declaring(
        ["8C 8C 8C BJ", "8D 8D 3S 3H", "4S 4H 4D 4C", "5S 5H 5D 5C"],
        "3C KC",
        rank="8",
        match=started(decks=3, kitty_size=6, deal_mode="live_draw"),
    )
    given = drawn(given, 4).after((0, declares("8C")))

    given.when(0, declares("8C")).then(declared(0, "reinforce", "8C", 2, "C", 0))
    given.when(0, declares("8C 8C")).then(declared(0, "reinforce", "8C 8C", 3, "C", 0))
    given.after((0, declares("8C 8C"))).when(1, declares("8D 8D")).then_refused(DeclarationTooLow)


def drawn(given: Given, rounds: int) -> Given:
    for _ in range(rounds):
        progress = SHENG_JI.tick(given.table.match, SHENG_JI.clock(given.table.match).tick)
        given = given.and_then(*progress.events)
    return given


# Late reinforcement (SJ-BID-09, DEC-06) ------------------------------------------------------------------------------


def overridden(**options) -> Given:
    """Seat 0 has opened with one eight of clubs, seat 1 has overridden, and it is seat 0's turn."""
    given = auction(late_reinforce="on", **options)
    return given.after((0, declares("8C")), (1, declares("8D 8D")), (2, PASS), (3, PASS))


def test_sj_bid_09_the_overridden_opener_restores_the_suit_with_the_second_copy():
    given = overridden()

    given.when(0, declares("8C")).then(declared(0, "reinforce", "8C", 2, "C", 0))
    after = given.after((0, declares("8C")), (1, PASS), (2, PASS), (3, PASS))
    assert (after.phase.deal.trump_suit, after.phase.deal.dealer) == (suit_of_trumps("8C"), 0)


def test_sj_bid_09_a_restored_suit_can_be_overridden_only_by_jokers():
    given = overridden().after((0, declares("8C")))

    given.when(1, declares("8D")).then_refused(DeclarationTooLow)
    given.when(1, declares("SJ SJ")).then(declared(1, "override", "SJ SJ", 2, "NT", 1))


def test_dec_06_in_the_auction_late_reinforcement_must_come_at_the_next_poll():
    given = overridden().after((0, PASS))

    # All others have passed after the override, so declaring has ended.
    assert given.phase.deal.trump_suit == suit_of_trumps("8D")


def test_dec_06_another_declaration_in_between_prevents_late_reinforcement():
    hands = ["8C 8C 3D", "8D 8D 4D", "SJ SJ 5D", "BJ BJ 6D"]
    given = auction(hands, late_reinforce="on")
    given = given.after((0, declares("8C")), (1, declares("8D 8D")), (2, declares("SJ SJ")), (3, PASS))

    given.when(0, declares("8C")).then_refused(DeclarationTooLow)


def test_sj_bid_09_late_reinforcement_never_beats_jokers():
    given = auction(late_reinforce="on").after((0, declares("8C")), (1, declares("SJ SJ")), (2, PASS), (3, PASS))

    given.when(0, declares("8C")).then_refused(DeclarationTooLow)


def test_sj_bid_09_only_copies_in_the_openers_hand_are_added():
    given = auction(["8C 3D", "8D 8D", "8H 5D", "8S 7D"], late_reinforce="on")
    given = given.after((0, declares("8C")), (1, declares("8D 8D")), (2, PASS), (3, PASS))

    given.when(0, declares("8C")).then_refused(CardsNotHeld)
    assert given.moves(0)["cards"] == []


def test_sj_bid_09_with_three_decks_the_added_copies_must_reach_the_number_of_the_override():
    given = auction(THREE, decks=3, kitty_size=6, late_reinforce="on")
    given = given.after((0, declares("8C")), (1, declares("8D 8D 8D")), (2, PASS), (3, PASS))

    given.when(0, declares("8C")).then_refused(DeclarationTooLow)
    given.when(0, declares("8C 8C")).then(declared(0, "reinforce", "8C 8C", 3, "C", 0))


def test_sj_bid_09_the_offers_contain_added_copies_and_new_overrides():
    assert overridden().moves(0)["cards"] == [["8C"], ["BJ", "BJ"]]


# Jokers in a declaration (SJ-BID-17) ---------------------------------------------------------------------------------


def test_sj_bid_17_jokers_added_to_two_cards_of_the_trump_rank_count_as_further_cards():
    given = auction(joker_in_bid="on")

    given.when(0, declares("8C 8C BJ")).then(declared(0, "declare", "8C 8C BJ", 3, "C", 0))
    given = given.after((0, declares("8C 8C BJ")))
    given.when(1, declares("8D 8D SJ")).then_refused(DeclarationTooLow)
    given.when(1, declares("SJ SJ")).then_refused(DeclarationTooLow)
    given.when(1, declares("8D 8D SJ SJ")).then(declared(1, "override", "8D 8D SJ SJ", 4, "D", 1))


@pytest.mark.parametrize("shown", ["8C BJ", "8C SJ BJ", "8C 8D BJ", "SJ BJ"])
def test_sj_bid_17_jokers_cannot_be_added_to_one_card_of_the_trump_rank(shown):
    given = auction(["8C 8D SJ BJ", "3S 4S 5S 6S", "3H 4H 5H 6H", "3D 4D 5D 6D"], joker_in_bid="on")

    given.when(0, declares(shown)).then_refused(NotADeclaration)


def test_sj_bid_17_a_declarer_may_add_jokers_to_their_current_pair():
    live = started(joker_in_bid="on", deal_mode="live_draw")
    given = drawn(declaring(HANDS, "3C KC", rank="8", match=live), 5)
    single = given.after((0, declares("8C")))

    single.when(0, declares("BJ")).then_refused(OwnDeclaration)
    single.when(0, declares("8C BJ")).then(declared(0, "reinforce", "8C BJ", 3, "C", 0))
    pair = given.after((0, declares("8C 8C")))
    pair.when(0, declares("BJ BJ")).then(declared(0, "reinforce", "BJ BJ", 4, "C", 0))


def test_sj_bid_17_without_the_option_jokers_cannot_be_added():
    auction().when(0, declares("8C 8C BJ")).then_refused(NotADeclaration)


def test_sj_bid_16_small_jokers_that_cannot_declare_cannot_override():
    given = auction(small_joker_declare="disallowed").after((0, declares("8C")))

    given.when(1, declares("SJ SJ")).then_refused(NotADeclaration, "SJ-BID-16", legal=["8D 8D"])


def test_sj_bid_06_without_no_trump_jokers_cannot_override():
    given = auction(no_trump_declare="off").after((0, declares("8C 8C")))

    given.when(1, declares("SJ SJ")).then_refused(NotADeclaration, "SJ-BID-06", legal=[])


# Who deals the first hand (SJ-BID-12, DEC-12, DEC-13) ----------------------------------------------------------------

SINGLE = (0, declares("8C"))
PAIR = (1, declares("8D 8D"))
JOKERS = (0, declares("BJ BJ"))
BY_RULE = {
    # after a single, a pair over it, and jokers over both
    "last_declarer": (0, 1, 0),
    "last_suit_declarer": (0, 1, 1),
    "first_declarer": (0, 0, 0),
    "first_pair": (0, 1, 1),
    "first_joker_pair": (0, 0, 0),
}


@pytest.mark.parametrize("rule", BY_RULE)
def test_sj_bid_12_each_rule_names_the_dealer_after_each_declaration(rule):
    given = auction(first_hand_dealer=rule)

    assert [
        dealer_after(given, SINGLE),
        dealer_after(given, SINGLE, PAIR),
        dealer_after(given, SINGLE, PAIR, (2, PASS), (3, PASS), JOKERS),
    ] == list(BY_RULE[rule])


@pytest.mark.parametrize(
    ("rule", "dealer"),
    [
        ("last_declarer", 2),
        ("last_suit_declarer", 1),
        ("first_declarer", 0),
        ("first_pair", 1),
        ("first_joker_pair", 2),
    ],
)
def test_sj_bid_12_five_rules_name_dealers_for_one_list_of_declarations(rule, dealer):
    # N: 2H / E: 2C 2C / S: SJ SJ, in the notation of the catalogue.
    hands = ["8H 3D", "8C 8C", "SJ SJ", "3S 4S"]
    given = auction(hands, first_hand_dealer=rule)
    given = given.after((0, declares("8H")), (1, declares("8C 8C")), (2, declares("SJ SJ")))

    assert given.phase.dealer == dealer
    assert given.after((3, PASS), (0, PASS), (1, PASS)).phase.deal.dealer == dealer


@pytest.mark.parametrize("rule", ["first_pair", "first_joker_pair"])
def test_dec_12_without_such_a_pair_the_first_declarer_deals(rule):
    given = auction(first_hand_dealer=rule).after((0, PASS), (1, declares("8D")), (2, PASS), (3, PASS), (0, PASS))

    assert given.phase.deal.dealer == 1


@pytest.mark.parametrize("rule", BY_RULE)
def test_dec_04_and_dec_12_without_a_declaration_the_first_drawer_deals(rule):
    given = auction(first_drawer=2, first_hand_dealer=rule).after((2, PASS), (3, PASS), (0, PASS), (1, PASS))

    assert given.phase.deal.dealer == 2


@pytest.mark.parametrize("rule", BY_RULE)
def test_dec_13_a_player_who_opens_with_jokers_deals(rule):
    assert dealer_after(auction(first_hand_dealer=rule), JOKERS) == 0


def test_sj_bid_12_a_pair_that_opens_in_two_steps_is_the_first_pair():
    given = auction(initial_declare="single_or_joker_pair", first_hand_dealer="first_pair")

    assert dealer_after(given, (0, declares("8C 8C"))) == 0


def test_sj_bid_12_jokers_added_to_a_pair_are_not_a_pair_of_jokers():
    options = {"first_hand_dealer": "first_joker_pair", "joker_in_bid": "on", "deal_mode": "live_draw"}
    given = drawn(declaring(HANDS, "3C KC", rank="8", match=started(**options)), 5)
    given = given.after((3, declares("8S")), (0, declares("8C 8C")), (0, declares("BJ BJ")))

    assert given.phase.dealer == 3


@pytest.mark.parametrize("rule", BY_RULE)
def test_sj_bid_13_in_later_hands_no_declaration_changes_the_dealer(rule):
    match = after_a_hand(started(first_hand_dealer=rule), ("8", "8"), next_dealer=3)
    given = declaring(HANDS, "3C KC", rank="8", dealer=3, first_drawer=3, match=match)
    given = given.after((3, PASS), SINGLE, PAIR, (2, PASS), (3, PASS), JOKERS)

    assert given.phase.dealer == 3


def test_sj_nodecl_05_the_option_redeals_a_first_hand_without_a_declaration():
    given = auction(first_dealer_fallback="redeal").after((0, PASS), (1, PASS), (2, PASS))
    events = given.when(3, PASS).events

    assert [type(event).__name__ for event in events] == [
        "DeclarationPassed",
        "HandRedealt",
        "SecretPublished",
        "HandOpened",
        "HandPrepared",
        "CardsDealt",
    ]
    assert events[1].reason == "no_dealer"


# Until the kitty is taken (SJ-BID-18) --------------------------------------------------------------------------------


def test_sj_bid_18_in_the_auction_the_last_declarer_is_asked_again_and_all_must_pass_in_a_row():
    given = auction(declaration_window="until_kitty_taken").after((0, declares("8C")), (1, PASS), (2, PASS), (3, PASS))

    assert isinstance(given.phase, Declaring)
    assert SHENG_JI.asked(given.table.match) == ((0, "declare"),)
    given.when(0, declares("8C")).then(declared(0, "reinforce", "8C", 2, "C", 0))
    assert isinstance(given.after((0, PASS)).phase, Burying)


def test_sj_bid_18_nobody_declares_after_the_kitty_was_taken():
    given = auction(declaration_window="until_kitty_taken").after(
        (0, declares("8C")), (1, PASS), (2, PASS), (3, PASS), (0, PASS)
    )

    assert given.when(1, declares("8D 8D")).refusal.rule == "SJ-GEN-08"


def test_sj_bid_18_by_default_only_the_others_must_pass():
    given = auction().after((0, declares("8C")), (1, PASS), (2, PASS))

    given.when(0, PASS).then_refused(NotYourTurn)
    events = given.when(3, PASS).events
    assert events[:2] == (DeclarationPassed(Seat(3)), TrumpFixed(suit_of_trumps("8C"), Seat(0), None))


def test_the_current_declaration_is_visible_to_all():
    given = auction(joker_in_bid="on").after((0, declares("8C 8C BJ")))

    assert given.view(Seat(3))["standing"] == {"seat": 0, "cards": ["8C", "8C", "BJ"]}
    assert given.phase.floor.standing.card == read_card("8C")
    assert given.phase.floor.standing.cards == cards("8C 8C BJ")
