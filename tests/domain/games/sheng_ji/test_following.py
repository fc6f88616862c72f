"""SJ-FOLLOW with RUL-07 and RUL-08: legal follows, and refusals.

These are for two decks at a table. Three and four decks are in `test_tuples.py`. `tests/properties` compares all of
them with an exhaustive search.
"""

import pytest

from domain.games.sheng_ji.check import MustFollow
from domain.games.sheng_ji.move_checks import WrongNumberOfCards
from domain.games.sheng_ji.play_events import CardsPlayed
from domain.kernel.cards import HIDDEN
from domain.kernel.refusals import LEGAL_LIMIT
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld
from tests.support.deals import playing
from tests.support.table import Given, as_multisets, cards, plays


def answering(lead: str, hand: str, *, trumps: str = "8H") -> Given:
    """Seat 0 has led, and seat 1 has to follow from this hand. The other two hold only irrelevant cards."""
    size = max(len(lead.split()), len(hand.split())) + 1
    filler = ["2C", "3C", "4C", "5C", "6C", "7C", "9C", "10C", "JC", "QC", "KC", "AC", "2D", "3D", "4D"]
    leader = [*lead.split(), *filler][:size]
    follower = [*hand.split(), *[card for card in filler if card not in hand.split()][::-1]][:size]
    given = playing([" ".join(each) for each in (leader, follower, filler[:size], filler[:size])], trumps=trumps)
    return given.after((0, plays(lead)))


def accepted(lead: str, hand: str, play: str, **more) -> None:
    played = answering(lead, hand, **more).when(1, plays(play)).told(CardsPlayed)
    assert (played.seat, sorted(played.cards)) == (1, sorted(cards(play)))


def refused(lead: str, hand: str, play: str, rule: str = "SJ-FOLLOW-03", **more) -> None:
    answering(lead, hand, **more).when(1, plays(play)).then_refused(MustFollow, rule)


# Number and suit -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "play", "legal"),
    [
        ("AS", "3S 4S", ["3S", "4S", "5S"]),
        ("AS AS", "3S", ["3S 4S", "3S 5S", "4S 5S"]),
        ("AS AS", "3S 4S 5S", ["3S 4S", "3S 5S", "4S 5S"]),
    ],
)
def test_sj_follow_01_a_play_must_have_as_many_cards_as_the_lead(lead, play, legal):
    given = answering(lead, "3S 4S 5S AD")

    given.when(1, plays(play)).then_refused(WrongNumberOfCards, "SJ-FOLLOW-01", legal=legal)


@pytest.mark.parametrize("play", ["3S", "9S"])
def test_sj_follow_02_and_04_any_card_of_the_suit_follows_a_single(play):
    accepted("AS", "3S 9S 4D 8S", play)


@pytest.mark.parametrize("play", ["4D", "8S", "BJ", "2H"])
def test_sj_follow_02_a_seat_that_holds_the_suit_must_play_it(play):
    refused("AS", "3S 9S 4D 8S BJ 2H", play, "SJ-FOLLOW-02")


@pytest.mark.parametrize(
    ("lead", "hand", "play"),
    [
        ("AS", "4D 5C 2H", "4D"),
        ("AS", "4D 5C 2H", "2H"),
        ("AS AS", "4D 4D 2H 3H BJ BJ", "4D 2H"),
        ("AS AS KS KS", "4D 4D 2H 3H BJ BJ", "4D 2H 3H BJ"),
        ("AS AS", "8S 8S 4D", "8S 4D"),
    ],
)
def test_sj_follow_02_a_void_seat_may_play_anything(lead, hand, play):
    accepted(lead, hand, play)


@pytest.mark.parametrize("others", ["4D", "2H", "BJ"])
def test_sj_follow_02_a_seat_with_too_few_cards_of_the_suit_plays_them_all_and_any_others(others):
    accepted("AS AS KS KS", "3S 5S 4D 2H BJ 6D", f"3S 5S 6D {others}")
    refused("AS AS KS KS", "3S 5S 4D 2H BJ 6D 7D", f"3S 6D 7D {others}", "SJ-FOLLOW-02")


def test_sj_follow_02_a_seat_with_exactly_enough_cards_of_the_suit_plays_them_all():
    accepted("AS AS", "3S 5S 4D 4D", "3S 5S")
    refused("AS AS", "3S 5S 4D 4D", "4D 4D", "SJ-FOLLOW-02")


def test_sj_follow_02_a_refusal_lists_the_required_cards():
    given = answering("AS AS KS", "3S 5S 4D 2H")

    given.when(1, plays("3S 4D 2H")).then_refused(
        MustFollow, "SJ-FOLLOW-02", legal=["3S 5S 4D", "3S 5S 2H", "3S 5S 3D"]
    )


@pytest.mark.parametrize("card", ["8C", "8H", "SJ", "2H"])
def test_sj_card_07_cards_of_the_trump_rank_and_jokers_follow_a_trump_lead(card):
    accepted("AH", f"{card} 8D 3S 4S", card)
    refused("AH", f"{card} 8D 3S 4S", "3S", "SJ-FOLLOW-02")


def test_sj_card_07_trumps_do_not_follow_their_printed_suit():
    accepted("AS", "8S 4D 5D 2C", "4D")
    refused("AS", "8S 3S 4D 5D", "8S", "SJ-FOLLOW-02")


def test_sj_card_04_in_no_trump_only_jokers_and_the_trump_rank_follow_a_trump_lead():
    accepted("8C", "8S BJ 4H 5H", "BJ", trumps="8")
    refused("8C", "8S 4H 5H 6H", "4H", "SJ-FOLLOW-02", trumps="8")
    accepted("AH", "4H 5H 8H 6S", "4H", trumps="8")
    refused("AH", "4H 5H 8H 6S", "8H", "SJ-FOLLOW-02", trumps="8")


# Pairs ---------------------------------------------------------------------------------------------------------------


def test_sj_follow_04_a_pair_is_followed_by_a_pair_or_else_two_cards_of_the_suit():
    accepted("AS AS", "3S 3S 4S 5S 5S", "3S 3S")
    accepted("AS AS", "3S 3S 4S 5S 5S", "5S 5S")
    refused("AS AS", "3S 3S 4S 5S 5S", "3S 4S")
    refused("AS AS", "3S 3S 4S 5S 5S", "3S 5S")
    accepted("AS AS", "3S 4S 6S", "3S 6S")
    refused("AS AS", "3S 4S 6S 9D 9D", "9D 9D", "SJ-FOLLOW-02")


def test_sj_follow_03_a_refusal_lists_the_possible_pairs():
    given = answering("AS AS", "3S 3S 4S 5S 5S")

    given.when(1, plays("3S 4S")).then_refused(MustFollow, "SJ-FOLLOW-03", legal=["3S 3S", "5S 5S"])


def test_sj_lead_03_cards_of_the_trump_rank_of_different_suits_are_no_pair():
    accepted("AH AH", "8C 8D 3H", "8C 3H")
    refused("AH AH", "8C 8C 8D 3H", "8C 8D")
    accepted("AH AH", "SJ BJ 3H", "SJ 3H")


def test_sj_follow_05_a_tractor_must_be_broken_for_a_pair_if_there_is_no_other():
    accepted("AS AS", "3S 3S 4S 4S 6S", "4S 4S")
    refused("AS AS", "3S 3S 4S 4S 6S", "6S 4S")


# Tractors ------------------------------------------------------------------------------------------------------------


TRACTORS = [
    # led, held, legal play, illegal play
    ("KS KS AS AS", "3S 3S 4S 4S 6S", "3S 3S 4S 4S", "3S 3S 4S 6S"),
    ("KS KS AS AS", "3S 3S 4S 4S 6S 6S", "3S 3S 4S 4S", "3S 3S 6S 6S"),
    ("KS KS AS AS", "3S 3S 4S 4S 5S 5S", "4S 4S 5S 5S", "3S 3S 5S 5S"),
    ("KS KS AS AS", "3S 3S 6S 6S 9S", "3S 3S 6S 6S", "3S 3S 6S 9S"),
    ("KS KS AS AS", "3S 3S 6S 7S 9S", "3S 3S 6S 9S", "3S 6S 7S 9S"),
    ("KS KS AS AS", "3S 5S 6S 7S 9S", "3S 5S 6S 9S", None),
    ("KS KS AS AS", "6S 6S 7S 7S 9S 9S", "7S 7S 9S 9S", "6S 6S 9S 9S"),
    ("QS QS KS KS AS AS", "3S 3S 4S 4S 6S 6S 9S", "3S 3S 4S 4S 6S 6S", "3S 3S 4S 4S 6S 9S"),
    ("QS QS KS KS AS AS", "3S 3S 4S 4S 6S 7S 9S", "3S 3S 4S 4S 7S 9S", "3S 3S 4S 6S 7S 9S"),
    ("QS QS KS KS AS AS", "3S 3S 5S 5S 7S 7S 10S", "3S 3S 5S 5S 7S 7S", "3S 3S 5S 5S 7S 10S"),
    ("QS QS KS KS AS AS", "2S 2S 3S 3S 5S 5S 6S 6S 7S 7S", "5S 5S 6S 6S 7S 7S", "2S 2S 3S 3S 7S 7S"),
    # two runs of two held, one of four led: only one run is required, then any pairs (DEC-61)
    (
        "JS JS QS QS KS KS AS AS",
        "2S 2S 3S 3S 5S 5S 6S 6S 9S 9S",
        "2S 2S 3S 3S 5S 5S 9S 9S",
        "2S 2S 5S 5S 9S 9S 6S 3S",
    ),
    ("8C 8C 8H 8H", "KH KH AH AH 3H", "KH KH AH AH", "KH KH AH 3H"),
    ("SJ SJ BJ BJ", "AH AH 8C 8C 8D 8D", "AH AH 8D 8D", "8C 8C 8D 8D"),
]


@pytest.mark.parametrize(
    ("lead", "hand", "right", "wrong"), TRACTORS, ids=[f"{lead}, {hand}" for lead, hand, _, _ in TRACTORS]
)
def test_sj_follow_04_and_08_a_tractor_is_followed_by_the_longest_run_then_pairs_then_singles(lead, hand, right, wrong):
    accepted(lead, hand, right)
    if wrong:
        refused(lead, hand, wrong)


def test_sj_follow_03_more_structure_than_required_is_always_allowed():
    accepted("AS AS KS QS", "3S 3S 5S 5S 9S", "3S 3S 5S 5S")
    accepted("AS KS", "3S 3S 9S", "3S 3S")


# Throws --------------------------------------------------------------------------------------------------------------


THROWS = [
    ("AS KS QS", "3S 3S 5S 9S", "3S 5S 9S", None),
    ("AS AS KS", "3S 3S 5S 9S", "3S 3S 9S", "3S 5S 9S"),
    ("AS AS KS KS QS", "3S 3S 6S 6S 9S 10S", "3S 3S 6S 6S 10S", "3S 3S 6S 9S 10S"),
    ("AS AS QS QS KS", "2S 2S 3S 3S 5S 6S 7S", "2S 2S 3S 3S 7S", "2S 2S 3S 5S 6S"),
    ("AS AS QS QS", "2S 2S 3S 4S 4S 6S", "2S 2S 4S 4S", "2S 2S 3S 4S"),
    ("KS KS AS AS QS", "2S 2S 3S 3S 6S 6S", "2S 2S 3S 3S 6S", "2S 2S 6S 6S 3S"),
    ("JS JS AS AS KS KS", "2S 2S 4S 4S 5S 5S 9S", "2S 2S 4S 4S 5S 5S", "4S 4S 5S 5S 9S 2S"),
    # runs of three and of two led: more runs come before longer ones (DEC-62)
    (
        "QS QS KS KS AS AS 9S 9S 10S 10S",
        "2S 2S 3S 3S 4S 4S 6S 6S 7S 7S JS JS",
        "2S 2S 3S 3S 4S 4S 6S 6S 7S 7S",
        "2S 2S 3S 3S 4S 4S 6S 6S JS JS",
    ),
    (
        "QS QS KS KS AS AS 9S 9S 10S 10S",
        "2S 2S 3S 3S 4S 4S 5S 5S 10S JS JS",
        "2S 2S 3S 3S 4S 4S 5S 5S JS JS",
        "2S 2S 3S 3S 4S 4S JS JS 5S 10S",
    ),
    # runs of three and of two and a pair led: at most three and two are required, and any pair besides
    (
        "KH KH AH AH 8D 8D SJ SJ BJ BJ JH JH",
        "2H 2H 3H 3H 4H 4H 6H 6H 7H 7H 9H 9H 10H 10H",
        "2H 2H 3H 3H 4H 4H 6H 6H 7H 7H 10H 10H",
        "2H 2H 4H 4H 6H 6H 7H 7H 9H 9H 10H 10H",
    ),
]


@pytest.mark.parametrize(
    ("lead", "hand", "right", "wrong"), THROWS, ids=[f"{lead}, {hand}" for lead, hand, _, _ in THROWS]
)
def test_sj_follow_04_a_throw_is_followed_by_runs_then_pairs_up_to_its_number_then_singles(lead, hand, right, wrong):
    given = throw_stands(lead, hand)

    assert given.when(1, plays(right)).told(CardsPlayed).seat == 1
    if wrong:
        given.when(1, plays(wrong)).then_refused(MustFollow, "SJ-FOLLOW-03")


def throw_stands(lead: str, hand: str) -> Given:
    given = answering(lead, hand)
    assert given.phase.trick.lead.size == len(lead.split())
    return given


# Visibility for a seat ------------------------------------------------------------------------------------------------


def test_a_follower_gets_every_legal_play_and_the_required_structure():
    moves = answering("KS KS AS AS", "3S 3S 4S 4S 6S 6S").moves(1)

    assert (moves["asked"], moves["count"], moves["suit"], moves["from_suit"]) == ("play", 4, "S", 4)
    assert moves["owed"] == [{"width": 2, "length": 2}]
    assert moves["complete"] is True
    assert as_multisets(cards(" ".join(play)) for play in moves["cards"]) == as_multisets([cards("3S 3S 4S 4S")])


def test_a_void_follower_has_no_required_structure():
    moves = answering("AS", "3D 4D").moves(1)

    assert (moves["from_suit"], moves["owed"]) == (0, [])
    assert as_multisets(cards(" ".join(play)) for play in moves["cards"]) == as_multisets(
        map(cards, ["3D", "4D", "2D"])
    )


def test_a_refusal_lists_only_a_few_of_many_legal_plays():
    hand = "2S 3S 4S 5S 6S 7S 9S 10S JS QS"
    refusal = answering("AS KS", hand + " 4D").when(1, plays("2S 4D")).refusal

    assert len(refusal.legal) == LEGAL_LIMIT
    assert len({tuple(sorted(play)) for play in refusal.legal}) == LEGAL_LIMIT
    assert all(set(play) <= set(cards(hand)) and len(play) == 2 for play in refusal.legal)


@pytest.mark.parametrize("play", ["6D", "3S 3S", "AS"])
def test_cards_that_are_not_held_cannot_be_played(play):
    given = answering("AS", "3S 5S")

    given.when(1, plays(play)).then_refused(CardsNotHeld)


def test_everybody_sees_that_a_seat_is_void():
    given = answering("AS", "4D 5D").after((1, plays("4D")))

    assert given.phase.voids[1] == 1 << 3
    assert given.phase.voids[0] == 0
    assert given.seen_by(Seat(3)).match.phase.voids == given.phase.voids
    assert HIDDEN not in given.seen_by(Seat(3)).match.phase.trick.plays[1].cards
