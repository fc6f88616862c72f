"""SJ-CHAO: bidding for the kitty: legal bids, the order of polling, and the holder of the kitty."""

from itertools import pairwise

import pytest

from domain.games.sheng_ji.chao import first_polled, ladder, next_polled, possible_shows_over, show_over, strength
from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.declare import Declaration, DeclarationTooLow, NotADeclaration, OwnDeclaration
from domain.games.sheng_ji.events import KittyBid, KittyBidPassed, KittyBuried, KittyTaken
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.move_checks import WrongNumberOfCards
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, read_card, write_cards
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.refusals import CardsNotHeld
from tests.support.deals import declaring, started
from tests.support.table import PASS, SHENG_JI, Given, buries, cards, declares

EIGHT = RANK_OF_NAME["8"]


def shown(by: int, text: str) -> Declaration:
    faces = cards(text)
    return Declaration(Seat(by), faces[0], len(faces))


def show(by: int, text: str, over: Declaration | None) -> Declaration:
    return show_over(EIGHT, over, Seat(by), cards(text))


LADDER = ["8D 8D", "8C 8C", "8H 8H", "8S 8S", "SJ SJ", "BJ BJ", "8D 8D 8D", "8C 8C 8C", "BJ BJ BJ"]


def test_sj_chao_03_the_ladder_ranks_suits_below_jokers():
    assert write_cards(ladder(EIGHT)) == ["8D", "8C", "8H", "8S", "SJ", "BJ"]


@pytest.mark.parametrize(("low", "high"), list(pairwise(LADDER)))
def test_sj_chao_03_and_05_bids_compare_by_number_of_cards_then_by_the_ladder(low, high):
    assert show(1, high, shown(0, low)) == shown(1, high)
    with pytest.raises(DeclarationTooLow):
        show(1, low, shown(0, high))


@pytest.mark.parametrize("pair", LADDER)
def test_sj_chao_03_every_pair_outranks_a_declared_single_card(pair):
    assert show(1, pair, shown(0, "8S")) == shown(1, pair)


@pytest.mark.parametrize("pair", LADDER)
def test_dec_28_any_pair_may_bid_if_nothing_was_declared(pair):
    assert show(1, pair, None) == shown(1, pair)


@pytest.mark.parametrize("pair", LADDER)
def test_dec_25_an_equal_bid_does_not_outrank(pair):
    with pytest.raises(DeclarationTooLow):
        show(1, pair, shown(0, pair))


def test_dec_25_a_player_cannot_outrank_their_own_bid():
    with pytest.raises(OwnDeclaration):
        show(2, "BJ BJ", shown(2, "8S"))


@pytest.mark.parametrize("wrong", ["8S", "BJ", "8S 8H", "SJ BJ", "9S 9S", "8S 8S 8H"])
def test_sj_chao_01_only_identical_cards_of_the_trump_rank_or_jokers_can_be_shown(wrong):
    with pytest.raises(NotADeclaration):
        show(1, wrong, None)


def test_the_offered_bids_are_exactly_those_accepted():
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
def test_sj_chao_02_the_first_round_polls_from_the_dealers_right_without_dealer_and_last_declarer(
    dealer, skipped, polled
):
    assert first_polled(Seat(dealer), 4, skipped) == polled


@pytest.mark.parametrize("mode", ["single_pass", "repeat"])
def test_sj_chao_02_a_player_who_passes_is_not_asked_again_and_bidding_ends_when_all_have_passed(mode):
    polled = first_polled(Seat(0), 4)
    turns = []
    while polled:
        turns.append(polled[0])
        polled = next_polled(mode, polled, 4, overrode=False)

    assert turns == [1, 2, 3]


def test_dec_24_in_a_single_pass_an_override_gives_no_player_another_turn():
    assert next_polled("single_pass", (Seat(1), Seat(2), Seat(3)), 4, overrode=True) == (2, 3)
    assert next_polled("single_pass", (Seat(3),), 4, overrode=True) == ()


@pytest.mark.parametrize(("overrider", "polled"), [(1, (2, 3, 0)), (3, (0, 1, 2))])
def test_sj_chao_02_with_repetition_an_override_polls_all_others_including_the_dealer(overrider, polled):
    assert next_polled("repeat", (Seat(overrider), Seat(2)), 4, overrode=True) == polled


# At the table --------------------------------------------------------------------------------------------------------

# Eight is the trump rank. Seat 0 declares clubs and deals; the others hold pairs that rank higher and lower.
HANDS = ["8C AC 3H 3D", "8D 8D 4H 4D", "8S 8S 5H 5D", "SJ SJ 6H 6D"]
KITTY = "9S 9H 9D 10H"
FULL = {"kitty_size": 4}


def bidding(mode: str = "repeat", hands=HANDS, profile: str = "zhang-2021", **options) -> Given:
    """Seat 0 has declared an eight of clubs and has buried the same kitty. The others may bid for it."""
    match = started(profile, chao_di_pi=mode, **{**FULL, **options})
    given = declaring(hands, KITTY, rank="8", match=match).after((0, declares("8C")))
    given = given.after(*((seat, PASS) for seat in range(1, len(hands))))
    return given.after((0, buries(KITTY)))


def polled(given: Given) -> list[int]:
    return [asked.seat for asked in SHENG_JI.asked(given.table.match)]


def test_sj_chao_01_after_the_burial_the_others_are_asked_in_turn():
    given = bidding()

    assert given.view(Seat(1))["phase"] == "bidding"
    assert given.view(Seat(1))["to_bid"] == [1, 2, 3]
    assert polled(given) == [1]
    given.when(2, declares("8S 8S")).then_refused(NotYourTurn)
    given.when(0, PASS).then_refused(NotYourTurn)


def test_sj_chao_01_when_all_decline_the_dealer_leads():
    given = bidding().after((1, PASS), (2, PASS))

    given.when(3, PASS).then(KittyBidPassed(Seat(3)))
    given = given.after((3, PASS))
    assert isinstance(given.phase, Tricks)
    assert given.phase.turn == 0


def test_sj_chao_01_a_bidding_pair_sets_trumps_and_its_holder_takes_and_buries_the_kitty():
    given = bidding().after((1, PASS))

    given.when(2, declares("8S 8S")).then(
        KittyBid(Seat(2), cards("8S 8S"), SUIT_OF_NAME["S"]), KittyTaken(Seat(2), cards(KITTY))
    )
    given = given.after((2, declares("8S 8S")))
    assert SHENG_JI.asked(given.table.match) == ((2, "bury"),)
    assert sorted(given.view(Seat(2))["hand"]) == sorted(f"{HANDS[2]} {KITTY}".split())
    given.when(2, buries("9S 9H 9D")).then_refused(WrongNumberOfCards)
    given.when(2, buries("8S 8S 5H 5D")).then(KittyBuried(Seat(2), cards("8S 8S 5H 5D")))  # DEC-27


def test_sj_chao_01_a_bid_of_jokers_means_no_trump():
    given = bidding().after((1, PASS), (2, PASS), (3, declares("SJ SJ")))

    assert given.phase.deal.trump_suit is None
    assert given.phase.deal.order.trump_suit is None


def test_the_change_of_trumps_regroups_every_hand():
    given = bidding().after((1, PASS), (2, declares("8S 8S")), (2, buries("9H 9D 10H 5H")))

    # Clubs are a side suit now, and the ace of clubs follows clubs.
    assert given.view(Seat(0))["hand"] == ["8C", "3H", "AC", "3D"]
    assert given.phase.hands[0].known == hand_of(given.phase.deal.order, cards(HANDS[0]))
    assert given.view(Seat(2))["hand"] == ["8S", "8S", "9S", "5D"]


def test_dec_23_a_bid_changes_neither_dealer_nor_leader_nor_sides():
    given = bidding("single_pass").after((1, PASS), (2, PASS), (3, declares("SJ SJ")), (3, buries(KITTY)))

    assert isinstance(given.phase, Tricks)
    assert (given.phase.deal.dealer, given.phase.turn, given.phase.deal.declarers) == (0, 0, 0b0101)
    assert given.phase.burier == 3


def test_dec_26_only_the_last_player_who_buried_can_look_at_the_kitty():
    given = bidding("single_pass")

    assert given.view(Seat(0))["kitty"] == KITTY.split()
    taken = given.after((1, PASS), (2, declares("8S 8S")))
    assert taken.view(Seat(0))["kitty"] is None
    assert sorted(taken.view(Seat(2))["kitty"]) == sorted(KITTY.split())
    for viewer in (Seat(0), Seat(1), Seat(3), Onlooker.SPECTATOR):
        after = taken.after((2, buries("5H 5D 9S 9H")), (3, PASS)).view(viewer)
        assert after["kitty"] is None
    assert taken.after((2, buries("5H 5D 9S 9H")), (3, PASS)).view(Seat(2))["kitty"] == ["5H", "5D", "9S", "9H"]


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), Onlooker.SPECTATOR])
def test_others_see_the_pair_shown_by_the_bidder_and_the_number_of_its_cards(viewer):
    given = bidding().after((1, PASS), (2, declares("8S 8S")))

    assert given.view(viewer)["hand_sizes"] == [4, 4, 8, 4]
    assert given.view(viewer)["standing"] == {"seat": 2, "cards": ["8S", "8S"]}
    assert given.view(viewer)["trump_suit"] == "S"


def test_sj_chao_03_a_higher_suit_outranks_a_lower_one_at_the_table():
    given = bidding(chao_skip_last_bidder="off").after((1, declares("8D 8D")), (1, buries("9H 9D 10H 4H")))

    given.when(2, declares("8S 8S")).then_begins(KittyBid(Seat(2), cards("8S 8S"), SUIT_OF_NAME["S"]))
    low = bidding(hands=["8C AC 3H 3D", "8S 8S 4H 4D", "8D 8D 5H 5D", "SJ SJ 6H 6D"])
    low = low.after((1, declares("8S 8S")), (1, buries("9H 9D 10H 4H")))
    low.when(2, declares("8D 8D")).then_refused(DeclarationTooLow, "SJ-CHAO-03", legal=[])
    assert low.moves(2)["cards"] == []


def test_sj_chao_03_and_bid_17_jokers_in_a_declaration_count_as_further_cards_to_outrank():
    hands = ["8C 8C BJ 3D", "8D 8D 8D 4D", "8S 8S 5H 5D", "SJ SJ 6H 6D"]
    match = started(chao_di_pi="repeat", joker_in_bid="on", decks=3, kitty_size=6)
    kitty = f"{KITTY} 10S 10D"
    given = declaring(hands, kitty, rank="8", match=match).after((0, declares("8C 8C BJ")))
    given = given.after((1, PASS), (2, PASS), (3, PASS), (0, buries(kitty)))

    given.when(1, declares("8D 8D")).then_refused(DeclarationTooLow)
    given.after((1, PASS), (2, PASS)).when(3, declares("SJ SJ")).then_refused(DeclarationTooLow)


def test_dec_25_a_player_cannot_outrank_their_own_bid_at_the_table():
    hands = ["8C AC 8H 8H", *HANDS[1:]]
    given = bidding("repeat", hands=hands).after((1, declares("8D 8D")), (1, buries("9H 9D 10H 4H")))

    # After the override the dealer is polled too, and its declaration no longer counts.
    given = given.after((2, PASS), (3, PASS))
    given.when(0, declares("8H 8H")).then_begins(KittyBid(Seat(0), cards("8H 8H"), SUIT_OF_NAME["H"]))


def test_sj_chao_02_with_repetition_all_others_are_polled_again_from_the_bidders_right():
    given = bidding().after((1, PASS), (2, declares("8S 8S")), (2, buries("9H 9D 10H 5H")))

    assert given.view(Seat(0))["to_bid"] == [3, 0, 1]
    given = given.after((3, PASS), (0, PASS))
    assert polled(given) == [1]
    assert isinstance(given.after((1, PASS)).phase, Tricks)


def test_sj_chao_02_in_a_single_pass_each_other_player_is_asked_once():
    given = bidding("single_pass").after((1, PASS), (2, declares("8S 8S")), (2, buries("9H 9D 10H 5H")))

    assert given.view(Seat(0))["to_bid"] == [3]
    assert isinstance(given.after((3, PASS)).phase, Tricks)


def other_bidder(**options) -> Given:
    """Seat 0 deals, and seat 2 declared last."""
    hands = [*HANDS[:2], "8S 8S BJ BJ", HANDS[3]]
    match = started(chao_di_pi="repeat", first_hand_dealer="first_declarer", **FULL, **options)
    given = declaring(hands, KITTY, rank="8", match=match)
    given = given.after((0, declares("8C")), (1, PASS), (2, declares("8S 8S")), (3, PASS), (0, PASS), (1, PASS))
    return given.after((0, buries(KITTY)))


@pytest.mark.parametrize(("skip", "order"), [("on", [1, 3]), ("off", [1, 2, 3]), (None, [1, 3])])
def test_sj_chao_02_the_last_declarer_is_skipped_in_the_first_round(skip, order):
    options = {} if skip is None else {"chao_skip_last_bidder": skip}
    given = other_bidder(**options)

    assert given.view(Seat(0))["to_bid"] == order


def test_dec_25_a_declarer_who_is_not_skipped_cannot_outrank_their_own_declaration():
    given = other_bidder(chao_skip_last_bidder="off").after((1, PASS))

    given.when(2, declares("BJ BJ")).then_refused(OwnDeclaration, "DEC-25", legal=[])
    assert given.moves(2)["cards"] == []


def test_dec_28_any_pair_may_bid_after_the_kitty_was_turned():
    match = started(chao_di_pi="repeat", **FULL)
    given = declaring(HANDS, KITTY, rank="8", match=match).after(*((seat, PASS) for seat in range(4)))
    given = given.after((0, buries(KITTY)))

    assert given.moves(1)["cards"] == [["8D", "8D"]]


def test_dec_30_friends_are_called_after_the_bidding():
    hands = [*HANDS, "7H 7D 7S 7C"]
    given = bidding("single_pass", hands=hands, profile="zhao-peng-you", kitty_removes_cards="on")
    given = given.after((1, PASS), (2, PASS), (3, PASS))
    assert given.view(Seat(0))["phase"] == "bidding"
    given = given.after((4, PASS))
    assert SHENG_JI.asked(given.table.match) == ((0, "call_friends"),)


def test_sj_bid_16_small_jokers_that_cannot_declare_cannot_bid():
    given = bidding(small_joker_declare="disallowed").after((1, PASS), (2, PASS))

    given.when(3, declares("SJ SJ")).then_refused(NotADeclaration, "SJ-BID-16")
    assert given.moves(3)["cards"] == []


def test_only_cards_of_the_bidders_hand_can_be_shown():
    bidding().when(1, declares("8S 8S")).then_refused(CardsNotHeld)


def test_every_seat_is_asked_regardless_of_its_cards():
    weak = [HANDS[0], "2H 2D 4H 4D", "3S 4S 5H 5D", "5S 6S 6H 6D"]

    assert polled(bidding()) == polled(bidding(hands=weak)) == [1]
    given = bidding(hands=weak).after((1, PASS))
    assert polled(given) == [2]
