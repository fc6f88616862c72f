"""SJ-FIRST: who draws first and who cuts."""

from collections import Counter

import pytest

from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.first_drawer import count_of, cutter, first_drawer, later_first_drawer
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import FACES, FILLER, NAMES, RANK_NAMES
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice
from tests.support.deals import after_a_hand, started
from tests.support.laws import law
from tests.support.table import SHENG_JI, cards

VALUES = [("A", 1), *((str(number), number) for number in range(2, 11)), ("J", 11), ("Q", 12), ("K", 13)]


@law
@pytest.mark.parametrize(("rank", "value"), VALUES)
@pytest.mark.parametrize("suit", ["C", "H"])
def test_sj_first_02_a_card_counts_its_face_value_with_jack_eleven_queen_twelve_king_thirteen(rank, value, suit):
    assert count_of(*cards(rank + suit), "one") == value


@pytest.mark.parametrize("ace", ["one", "redraw"])
@pytest.mark.parametrize("joker", ["SJ", "BJ"])
def test_sj_first_02_a_joker_is_replaced(joker, ace):
    assert count_of(*cards(joker), ace) is None


def test_sj_first_02_an_ace_counts_one_or_is_replaced():
    assert count_of(*cards("AD"), "one") == 1
    assert count_of(*cards("AD"), "redraw") is None


def test_sj_first_02_the_shuffler_draws_first_on_ace_five_nine_and_king():
    own = [rank for rank, value in VALUES if first_drawer(Seat(2), value, 4) == 2]

    assert own == ["A", "5", "9", "K"]


@pytest.mark.parametrize(
    ("shuffler", "count", "seats", "drawer"),
    [(0, 2, 4, 1), (3, 2, 4, 0), (1, 7, 4, 3), (2, 12, 4, 1), (0, 6, 5, 0), (4, 3, 6, 0), (1, 13, 6, 1)],
)
def test_sj_first_02_seats_are_counted_to_the_right_and_the_shuffler_is_one(shuffler, count, seats, drawer):
    assert first_drawer(Seat(shuffler), count, seats) == drawer


@pytest.mark.parametrize("seats", [4, 6])
def test_sj_first_02_without_aces_every_seat_of_four_or_six_is_equally_likely(seats):
    assert set(Counter((value - 1) % seats for rank, value in VALUES if rank != "A").values()) == {12 // seats}


@pytest.mark.parametrize(("drawer", "cuts"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_sj_first_04_the_seat_on_the_left_of_the_first_drawer_cuts(drawer, cuts):
    assert cutter(Seat(drawer), 4) == cuts


def prepared(key: int, profile: str = "zhang-2021", **options: object) -> HandPrepared:
    """Preparation of the first hand for a key of the dice."""
    match = SHENG_JI.new_match(rules_of(profile, options))
    (event,), plan = SHENG_JI.prepare(match, Dice(bytes([key]) * 32, b"test"))
    assert (plan.first_drawer, plan.cutter, plan.hand_size) == (event.first_drawer, event.cutter, 25)
    return event


DICE = range(60)


@pytest.mark.parametrize(("profile", "ace"), [("zhang-2016", "one"), ("zhang-2021", "redraw")])
def test_sj_first_02_the_last_exposed_card_counts(profile, ace):
    for key in DICE:
        event = prepared(key, profile)
        *skipped, counted = event.exposed
        assert all(count_of(card, ace) is None for card in skipped)
        assert event.first_drawer == first_drawer(event.shuffler, count_of(counted, ace), 4)


def test_sj_first_02_exposed_jokers_and_aces_are_replaced():
    exposed = {NAMES[card] for key in DICE for card in prepared(key).exposed[:-1]}

    assert exposed & {"SJ", "BJ"}
    assert exposed & {"AC", "AD", "AH", "AS"}


def test_sj_first_03_by_lot_there_is_no_shuffler_and_every_seat_may_draw_first():
    events = [prepared(key, first_drawer_method="random") for key in DICE]

    assert {(event.shuffler, event.exposed) for event in events} == {(None, ())}
    assert {event.first_drawer for event in events} == {0, 1, 2, 3}


@pytest.mark.parametrize("method", ["count", "random"])
def test_sj_first_04_the_seat_left_of_the_first_drawer_cuts_in_every_first_hand(method):
    for key in DICE:
        event = prepared(key, first_drawer_method=method)
        assert event.cutter == (event.first_drawer + 3) % 4
        assert event.dealer is None


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
@pytest.mark.parametrize("method", ["count", "random"])
def test_sj_first_05_in_later_hands_the_dealer_draws_first_and_the_left_neighbour_cuts(dealer, method):
    match = after_a_hand(started(first_drawer_method=method), ("4", "7"), next_dealer=dealer).table.match
    (event,), plan = SHENG_JI.prepare(match, Dice(bytes(32), b"test"))
    rank = RANK_NAMES[event.trump_rank]

    assert (event.dealer, event.first_drawer, event.cutter) == (dealer, dealer, (dealer + 3) % 4)
    assert (event.shuffler, event.exposed) == (None, ())
    assert rank == ("4" if dealer in (0, 2) else "7")
    assert plan.first_drawer == dealer


def test_sj_first_01_all_decks_with_their_jokers_are_shuffled_together():
    _, plan = SHENG_JI.prepare(SHENG_JI.new_match(rules_of("zhang-2021")), Dice(bytes(32), b"test"))

    assert Counter(plan.pack) == Counter(dict.fromkeys(cards(" ".join([NAMES[card] for card in FACES])), 2))


@pytest.mark.parametrize("ace", ["one", "redraw"])
def test_sj_first_02_a_filler_is_replaced_like_a_joker(ace):
    assert count_of(FILLER, ace) is None


@pytest.mark.parametrize("shuffler", range(5))
def test_sj_first_03_a_count_of_one_makes_the_shuffler_draw_first(shuffler):
    assert first_drawer(Seat(shuffler), 1, 5) == shuffler


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_sj_first_04_with_the_option_any_other_player_may_be_drawn_to_cut(seats):
    for drawer in range(seats):
        cutters = [cutter(Seat(drawer), seats, "any_other", lot) for lot in range(seats - 1)]

        assert sorted(cutters) == [seat for seat in range(seats) if seat != drawer]


def test_sj_first_04_without_the_option_no_lot_decides_who_cuts():
    assert {cutter(Seat(2), 4, "left_of_first_drawer", lot) for lot in range(3)} == {1}


@pytest.mark.parametrize(("who", "first"), [("dealer", 4), ("right_of_dealer", 0), ("right_of_previous_dealer", 3)])
def test_sj_first_05_by_option_the_dealer_or_the_right_hand_neighbour_draws_first_in_later_hands(who, first):
    assert later_first_drawer(who, Seat(4), Seat(2), 5) == first
