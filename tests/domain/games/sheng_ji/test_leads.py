"""SJ-LEAD and RUL-01: legal leads, who leads, and the names of leads."""

import pytest

from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.lead import MixedLead
from domain.games.sheng_ji.play_events import CardsPlayed
from domain.games.sheng_ji.units import decompose, unit_cards, unit_name
from domain.kernel.seats import Seat
from tests.support.deals import led, playing
from tests.support.table import SHENG_JI, as_multisets, cards, order, plays

# Hearts are trumps and eight is the trump rank; seat 0 deals.
HANDS = [
    "3S 3S 4S 4S KS 8C 8C 8D 8H SJ BJ BJ",
    "5C 5C 6C 7C 9C 10C JC QC KC AC 3D 3D",
    "5D 5D 6D 7D 9D 10D JD QD KD AD 3C 3C",
    "2S 2S 5S 5S 6S 7S 9S 10S JS QS AS 3H",
]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_sj_lead_01_the_dealer_leads_to_the_first_trick(seat):
    playing(HANDS, trumps="8H").when(seat, plays(HANDS[seat].split()[0])).then_refused(NotYourTurn, "SJ-GEN-04")


@pytest.mark.parametrize(
    ("plays_made", "winner"),
    [
        (["0: KS", "1: 5C", "2: 5D", "3: AS"], 3),
        (["0: 3S", "1: 5C", "2: 5D", "3: 2S"], 0),
        (["0: 8C", "1: 5C", "2: 5D", "3: 3H"], 0),
    ],
)
def test_sj_lead_01_and_sj_trick_08_the_winner_of_a_trick_leads_the_next(plays_made, winner):
    given = playing(HANDS, trumps="8H").after_plays(*plays_made)

    assert SHENG_JI.asked(given.table.match) == ((winner, "play"),)


@pytest.mark.parametrize(
    "text",
    ["KS", "3S 3S", "3S 3S 4S 4S", "8C 8C", "BJ BJ", "8H", "SJ BJ BJ"],
)
def test_sj_lead_02_a_single_a_pair_a_tractor_or_unbeatable_cards_may_be_led(text):
    lead = playing(HANDS, trumps="8H").when(0, plays(text)).told(CardsPlayed)

    assert (lead.seat, sorted(lead.cards)) == (0, sorted(cards(text)))


@pytest.mark.parametrize("text", ["KS 8C", "3S SJ", "3S 3S 8H", "8D KS 4S", "BJ BJ KS"])
def test_sj_lead_01_a_lead_of_several_effective_suits_is_refused(text):
    playing(HANDS, trumps="8H").when(0, plays(text)).then_refused(MixedLead, "SJ-LEAD-01")


def test_sj_card_07_trump_rank_trump_suit_and_jokers_count_as_one_suit_in_a_lead():
    assert sole_suit(hand_of(order("8H"), cards("8C 8S 3H BJ SJ"))) is not None
    assert sole_suit(hand_of(order("8H"), cards("8C 9C"))) is None
    assert sole_suit(hand_of(order("8"), cards("8C 3H"))) is None


NAMES = [
    ("8H", "KS", "single"),
    ("8H", "KS KS", "pair"),
    ("8H", "BJ BJ", "pair"),
    ("8H", "8C 8C", "pair"),
    ("8H", "KS KS KS", "tuple"),
    ("8H", "KS KS KS KS", "tuple"),
    ("8H", "3S 3S 4S 4S", "tractor"),
    ("8H", "7S 7S 9S 9S", "tractor"),
    ("8H", "3S 3S 3S 4S 4S 4S", "run"),
    ("8H", "KS AS", "throw"),
    ("8H", "8C 8D", "throw"),
    ("8H", "SJ BJ", "throw"),
    ("8H", "3S 4S 5S", "throw"),
    ("8H", "3S 3S 5S 5S", "throw"),
    ("8H", "3S 3S 3S 4S 4S", "throw"),
]


@pytest.mark.parametrize(("trumps", "text", "name"), NAMES, ids=[text for _, text, _ in NAMES])
def test_rul_01_every_lead_has_its_name(trumps, text, name):
    hand = hand_of(order(trumps), cards(text))
    suit = sole_suit(hand)

    assert unit_name(decompose(order(trumps).chains[suit], in_suit(hand, suit))) == name


@pytest.mark.parametrize("text", ["8C 8D", "SJ BJ", "8C 8S", "8D 8H", "AC AC", "9S JS"])
def test_sj_lead_03_and_04_only_identical_cards_are_a_pair(text):
    hand = hand_of(order("8H"), cards(text))
    suit = sole_suit(hand)

    assert len(decompose(order("8H").chains[suit], in_suit(hand, suit))) == (1 if text == "AC AC" else 2)


@pytest.mark.parametrize(
    ("together", "units"),
    [
        ("3S 4S 3S 4S", [["3S", "3S", "4S", "4S"]]),
        ("KS AS AS", [["AS", "AS"], ["KS"]]),
        ("3S 3S 4S 4S 6S 6S 9S", [["3S", "3S", "4S", "4S"], ["6S", "6S"], ["9S"]]),
        ("9S 7S 9S 6S 7S 6S 2S 2S", [["6S", "6S", "7S", "7S", "9S", "9S"], ["2S", "2S"]]),
    ],
)
def test_dec_52_a_lead_is_read_by_its_largest_units(together, units):
    hand = hand_of(order("8H"), cards(together))
    suit = sole_suit(hand)
    found = [unit_cards(order("8H"), suit, unit) for unit in decompose(order("8H").chains[suit], in_suit(hand, suit))]

    assert as_multisets(found) == as_multisets(cards(" ".join(unit)) for unit in units)


def test_the_lead_shows_its_units_and_ranks_by_the_longest():
    hands = ["AS AS KS KS QS 3C", "3D 4D 5D 6D 7D 9D", "3H 4H 5H 6H 7H 9H", "2S 3S 4S 5S 6S 7S"]
    given = playing(hands, trumps="8H")

    given.when(0, plays("QS KS AS AS KS")).then(led(0, "KS KS AS AS", "QS", reading=["KS KS AS AS"]))


def test_the_leader_gets_every_unit_of_the_hand():
    hands = ["AS AS KS KS 8C 8D", "3D 4D 5D 6D 7D 9D", "3H 4H 5H 6H 7H 9H", "2S 3S 4S 5S 6S 7S"]
    moves = playing(hands, trumps="8H").moves(0)

    assert (moves["asked"], moves["lead"], moves["complete"]) == ("play", True, False)
    assert as_multisets(cards(" ".join(each)) for each in moves["cards"]) == as_multisets(
        map(cards, ["AS", "KS", "8C", "8D", "AS AS", "KS KS", "AS AS KS KS"])
    )


def test_sj_lead_01_seats_answer_the_lead_in_turn():
    given = playing(HANDS, trumps="8H").after_plays("0: KS")

    given.when(2, plays("5D")).then_refused(NotYourTurn, "SJ-GEN-04")
    assert given.when(2, plays("5D")).refusal.facts == {"turn": 1}
    assert given.phase.turn == Seat(1)
