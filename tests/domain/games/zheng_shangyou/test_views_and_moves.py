"""Views and legal moves of a seat, derived from its own view, compact, and computed quickly."""

import json
from itertools import islice
from random import Random

import pytest

from domain.games.zheng_shangyou.card_order import RUNG_OF, TWO, low_to_high
from domain.games.zheng_shangyou.choices import choices, plays
from domain.games.zheng_shangyou.rules import rules_of
from domain.games.zheng_shangyou.state import Climbing, Held, MatchState, StandingPlay
from domain.games.zheng_shangyou.view import MOVES_LIMIT, legal_moves
from domain.kernel.cards import FACES, Cards, write_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from tests.support.climbing import PASS, playing, started
from tests.support.instructions import calls_of

HANDS = ["3C 4D 5H 5S 8C 2H", "4C 5C 6C 7C 7D 2D", "6D 7H 8H 9S 9D 10C", "10D JD QD KC AC 2C"]
GIVEN = playing(HANDS).after_plays("0: 3C 4D 5H")


# Views ---------------------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_low_to_high_and_the_number_of_cards_of_others():
    seen = GIVEN.view(Seat(0))

    assert seen["hand"] == ["5S", "8C", "2H"]
    assert seen["hand_sizes"] == [3, 6, 6, 6]
    assert seen["shown"] == [[], [], [], []]
    assert (seen["turn"], seen["to_ask"], seen["places"]) == (1, [1, 2, 3], [])
    assert seen["gone"] == ["3C", "4D", "5H"]
    assert seen["standing"] == {
        "seat": 0,
        "cards": ["3C", "4D", "5H"],
        "reading": {"pattern": "sequence", "ranks": 3, "width": 1, "top": "5", "suited": False, "pure": True},
    }


def test_a_spectator_sees_no_hand_and_the_archive_sees_all_hands():
    assert GIVEN.view(Onlooker.SPECTATOR)["hand"] is None
    assert GIVEN.view(Onlooker.ARCHIVE)["shown"][1] == ["4C", "5C", "6C", "7C", "7D", "2D"]


def test_the_round_includes_passes():
    seen = GIVEN.after((1, PASS)).view(Seat(2))

    assert [(each["seat"], each["cards"]) for each in seen["round"]] == [(0, ["3C", "4D", "5H"]), (1, [])]


def test_before_the_deal_a_view_has_no_cards():
    seen = started("san-jia-xi").view(Seat(0))

    assert (seen["phase"], seen["totals"], seen["target"], seen["won_by"]) == ("preparing", [0, 0], 50, None)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(3), Onlooker.SPECTATOR, Onlooker.ARCHIVE])
def test_views_are_plain_json(viewer):
    seen = GIVEN.view(viewer)

    assert json.loads(json.dumps(seen)) == seen


# Moves ---------------------------------------------------------------------------------------------------------------


def test_a_player_who_follows_gets_every_higher_combination_once_and_may_pass():
    moves = GIVEN.moves(1)

    assert (moves["asked"], moves["lead"], moves["pass"]) == ("play", False, True)
    assert moves["cards"] == [["4C", "5C", "6C"], ["5C", "6C", "7D"], ["5C", "6C", "7C"]]
    assert [(each["top"], each["suited"]) for each in moves["combinations"]] == [("6", True), ("7", False), ("7", True)]
    assert moves["complete"] is True


def test_the_moves_of_the_leader_say_that_it_leads():
    moves = playing(HANDS).moves(0)

    assert (moves["lead"], moves["pass"], moves["complete"]) == (True, False, False)
    assert ["3C", "4D", "5H"] in moves["cards"]
    assert {each["pattern"] for each in moves["combinations"]} == {"single", "set", "sequence"}


def test_without_a_higher_combination_only_passing_is_possible():
    moves = playing(HANDS).after_plays("0: 2H").moves(1)

    assert (moves["cards"], moves["pass"], moves["complete"]) == ([], True, True)


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_a_player_who_is_not_to_move_has_no_moves(seat):
    assert GIVEN.moves(seat) == {"asked": None, "cards": [], "complete": True}


def test_each_combination_is_shown_with_the_fewest_wild_cards():
    hands = ["7C 7D 2C SJ 9D", "3C 4C 5C 6C 8C", "3D 4D 5D 6D 8D", "3S 4S 5S 6S 8S"]
    moves = playing(hands).moves(0)
    sets = {
        (each["top"], each["width"]): cards
        for each, cards in zip(moves["combinations"], moves["cards"], strict=True)
        if each["pattern"] == "set"
    }

    assert sets["7", 2] == ["7C", "7D"]
    assert sets["7", 3] == ["7C", "7D", "2C"]
    assert sets["7", 4] == ["7C", "7D", "2C", "SJ"]
    assert sets["2", 2] == ["2C", "SJ"]


# Cost in function calls, which do not depend on the machine -----------------------------------------------------------

MOST_CALLS = 60_000
"""Limit of calls: twice as many as the hardest hands need."""


def hardest_hands() -> list[Cards]:
    """Random and dense hands of 18 cards with three wild ones, and one with all six."""
    luck = Random(2)
    wild = [card for card in FACES if RUNG_OF[card] >= TWO]
    hands = []
    for number in range(12):
        lowest = luck.randrange(0, 8)
        near = [card for card in FACES if RUNG_OF[card] < TWO and (number % 2 or lowest <= RUNG_OF[card] < lowest + 5)]
        hands.append(low_to_high((*luck.sample(near, 15), *luck.sample(wild, 3))))
    return [*hands, low_to_high((*[card for card in FACES if RUNG_OF[card] < 3], *wild))]


def at(hand: Cards, previous: object, *, twos: bool) -> MatchState:
    rules = rules_of("zheng-shangyou", {"zs_twos_in_sequences": "on" if twos else "off"})
    standing = None if previous is None else StandingPlay(Seat(1), (), previous)
    hands = (Held(hand, 0), Held((), 5))
    climbing = Climbing(hands, Seat(0), standing, (), (), (), (), (), None)
    return MatchState(rules, (0,) * 5, 0, (), None, (), climbing, ())


@pytest.mark.parametrize("twos", [False, True])
def test_the_moves_of_eighteen_cards_with_three_wild_ones_are_found_quickly(twos):
    counted = {}
    for hand in hardest_hands():
        leads = [choice.combination for choice in choices(hand, None, twos=twos)]
        for previous in (None, *Random(1).sample(leads, 4)):
            match = at(hand, previous, twos=twos)
            moves = legal_moves(match, Seat(0))
            assert len(moves["cards"]) <= MOVES_LIMIT
            counted[str(write_cards(hand)), previous] = calls_of(lambda match=match: legal_moves(match, Seat(0)))
            some = lambda hand=hand, previous=previous: list(islice(plays(hand, previous, twos=twos), 20))  # noqa: E731
            counted[str(write_cards(hand)), previous, "plays"] = calls_of(some)
    assert {name: count for name, count in counted.items() if count > MOST_CALLS} == {}
    assert max(counted.values()) > MOST_CALLS / 6
