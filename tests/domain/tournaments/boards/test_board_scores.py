"""Scores of a board for a side and for a seat."""

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.sheng_ji.board_scores import score_of_even_seats, score_of_seat
from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.rules import rules_of
from domain.games.sheng_ji.scoring import score
from domain.games.zheng_shangyou.board_scores import place_score_of_even_seats, scores_by_place
from domain.games.zheng_shangyou.events import PlacesScored
from domain.kernel.cards import HIDDEN, Rank
from domain.kernel.seats import Seat
from domain.table.deals import chosen_deals
from domain.table.events import CardsDealt
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.recorded_deal import recorded_deal

RULES = rules_of("zhang-2021")
FIVE = rules_of("zhao-peng-you")


def scored(points: int, declarers: tuple[int, ...] = (0, 2), **changed: object) -> HandScored:
    """A hand in which the opponents have these points, by the rules of four players."""
    result = score(points, 80, 40, below_zero_row=True, advancement="table")
    levels = (Rank(6), Rank(6))
    hand = HandScored(
        last_trick=Seat(0),
        trick_points=points,
        kitty_points=0,
        kitty_factor=0,
        penalties=0,
        opponent_points=points,
        declarers=tuple(map(Seat, declarers)),
        solo=False,
        missing=0,
        winners=result.winners,
        levels_won=result.levels,
        reset_to=None,
        revoked_by=None,
        levels_before=levels,
        levels_after=levels,
        laps_after=(0, 0),
        attempted_after=((), ()),
        next_dealer=Seat(0),
        match_won_by=(),
    )
    return replace(hand, **changed)


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        (0, -80 - 3 * 40),
        (35, -45 - 2 * 40),
        (40, -40 - 40),
        (75, -5 - 40),
        (80, 0),
        (115, 35),
        (120, 40 + 40),
        (200, 120 + 3 * 40),
        (360, 280 + 7 * 40),
        (-5, -85 - 4 * 40),
    ],
)
def test_the_score_of_opponents_is_their_points_above_the_threshold_and_a_step_per_level(points: int, worth: int):
    assert score_of_even_seats(scored(points, declarers=(1, 3)), RULES).total == worth
    assert score_of_even_seats(scored(points, declarers=(0, 2)), RULES).total == -worth


@given(st.integers(-40, 600), st.integers(-40, 600), st.sampled_from([(0, 2), (1, 3)]))
def test_more_points_never_give_a_lower_score(one: int, other: int, declarers: tuple[int, ...]):
    scores = [score_of_even_seats(scored(points, declarers), RULES).total for points in sorted((one, other))]

    assert scores == sorted(scores, reverse=0 in declarers)


def test_the_score_depends_on_the_hand_and_not_on_the_match():
    plain = scored(120)
    ends = replace(plain, match_won_by=(Seat(0), Seat(2)), levels_after=(Rank(12), Rank(0)), reset_to=Rank(0))

    assert score_of_even_seats(plain, RULES) == score_of_even_seats(ends, RULES)


def test_fixed_teams_and_friend_games_are_scored_differently():
    with pytest.raises(ValueError, match="individual scores only"):
        score_of_even_seats(scored(80, declarers=(0, 3)), RULES)
    with pytest.raises(ValueError, match="individual scores only"):
        score_of_even_seats(scored(80, declarers=(0, 2)), FIVE)


def test_every_seat_with_friends_has_its_own_levels():
    lost = scored(120, declarers=(0, 3))
    won = scored(0, declarers=(0, 3), missing=1)

    assert FIVE.friends is not None
    assert FIVE.missing_bonus == "dealer"
    assert [score_of_seat(lost, FIVE, Seat(seat), Seat(0)).total for seat in range(5)] == [-80, 80, 80, -80, 80]
    assert [score_of_seat(won, FIVE, Seat(seat), Seat(0)).levels for seat in range(5)] == [6, -3, -3, 3, -3]
    assert {score_of_seat(won, FIVE, Seat(seat), Seat(0)).excess for seat in (1, 2, 4)} == {-80}


def test_a_lone_winner_gets_twice_the_levels():
    alone = scored(0, declarers=(2,), solo=True)

    assert score_of_seat(alone, FIVE, Seat(2), Seat(2)).levels == 6
    assert score_of_seat(alone, FIVE, Seat(0), Seat(2)).levels == -3


def places(*order: int) -> PlacesScored:
    return PlacesScored(tuple(map(Seat, order)), (), (), (), Seat(0), ())


def test_places_are_equally_spaced_and_sum_to_zero():
    assert scores_by_place(places(2, 0, 3, 1)) == (1, -3, 3, -1)
    assert scores_by_place(places(4, 3, 2, 1, 0)) == (-4, -2, 0, 2, 4)


def test_a_team_in_the_climbing_game_has_the_sum_of_its_members():
    assert place_score_of_even_seats(places(2, 0, 3, 1), "teams_2x2") == 4
    assert place_score_of_even_seats(places(1, 0, 3, 2, 5, 4), "teams_2x3") == -3
    with pytest.raises(ValueError, match="individual scores only"):
        place_score_of_even_seats(places(2, 0, 3, 1), "individual")


def played(seed: str, deal: object = None) -> Simulation:
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from(seed))
    simulation.play([BOTS["sheng_ji"]["steady"]] * 4, random.Random(seed))
    return simulation


def test_a_recorded_deal_can_be_dealt_again_unchanged():
    game = GAMES["sheng_ji"]
    every = game.every_deal(game.rules("zhang-2021", {}))
    dealt = next(event for event in played("one").events if isinstance(event, CardsDealt))

    (again,) = chosen_deals(every, 4, [recorded_deal(dealt)])

    assert again.drawn_from(dealt.first_drawer, 4, dealt.hand_size) == dealt.order
    assert again.first_drawer == dealt.first_drawer


def test_a_partly_hidden_deal_cannot_be_a_board():
    dealt = next(event for event in played("one").events if isinstance(event, CardsDealt))

    with pytest.raises(ValueError, match="hidden"):
        recorded_deal(replace(dealt, order=(HIDDEN, *dealt.order[1:])))


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_hands_played_to_the_end_are_scored_by_their_own_result(seed: str):
    simulation = played(seed)
    (hand,) = (event for event in simulation.events if isinstance(event, HandScored))
    worth = score_of_even_seats(hand, simulation.table.rules)

    even_declared, declarers_won = 0 in hand.declarers, hand.winners == "declarers"
    assert abs(worth.excess) == abs(hand.opponent_points - 80)
    assert abs(worth.levels) == hand.levels_won
    if worth.total:
        assert (worth.total > 0) == (even_declared == declarers_won)


def test_all_seats_of_one_side_agree_on_the_points():
    for points, seat in product((0, 40, 200), range(5)):
        hand = scored(points, declarers=(0, 3))
        expected = points - FIVE.threshold
        assert score_of_seat(hand, FIVE, Seat(seat), Seat(0)).excess == (-expected if seat in (0, 3) else expected)
