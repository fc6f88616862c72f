"""Bots are compared in duels, with intervals for the means."""

import random
from collections import Counter
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tools.sheng_ji_duel import Z_95, deal_seeds, duel, estimate, estimate_share, hand_result, result_of
from domain.tools.sheng_ji_rotation import rotation, rotation_result, seats_of_first
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.bots import RANDOM, STEADY
from tests.support.deals import playing


def test_steady_beats_random_clearly():
    result = result_of(duel(STEADY, RANDOM, deal_seeds("tests", 20), random.Random))

    assert result.points.lower > 20
    assert result.levels.lower > 0.5
    assert result.won.mean > 0.8


def test_a_bot_against_itself_gains_nothing_from_the_seats():
    result = result_of(duel(STEADY, STEADY, deal_seeds("tests", 10), random.Random))

    assert (result.points.mean, result.levels.mean, result.won.mean) == (0, 0, 0.5)


def test_both_tables_of_a_deal_have_the_same_cards():
    dealt = []
    for seats in ((STEADY, RANDOM), (RANDOM, STEADY)):
        simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("deal"))
        simulation.play([seats[seat % 2] for seat in range(4)], random.Random(1))
        dealt.append(next(event for event in simulation.events if type(event).__name__ == "CardsDealt"))

    assert dealt[0] == dealt[1]


def test_the_mean_is_estimated_with_its_interval():
    assert estimate([1.0, 2.0, 3.0])[:2] == (2.0, 1.0)
    assert round(estimate([1.0, 2.0, 3.0]).half_width, 3) == round(1.96 / 3**0.5, 3)
    assert estimate([5.0]).half_width == float("inf")


def test_the_normal_deviates_are_those_of_the_normal_distribution():
    assert abs(Z_95 - NormalDist().inv_cdf(0.975)) < 1e-12


def test_the_interval_of_a_mean_stays_above_the_smallest_possible_sample():
    assert estimate([1.0, 9.0]).lower < 1.0
    assert estimate([1.0, 9.0], least=1.0).lower == 1.0
    assert estimate([5.0], least=1.0)[2:] == (1.0, float("inf"))


@pytest.mark.parametrize(
    ("won", "of", "lower", "upper"),
    [
        (10, 10, 0.7225, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_a_share_is_estimated_by_the_interval_of_wilson(won: int, of: int, lower: float, upper: float):
    """The figures of n = 263 are in R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998)."""
    found = estimate_share([1.0] * won + [0.0] * (of - won))

    assert (round(found.lower, 4), round(found.upper, 4)) == (lower, upper)
    assert found.mean == won / of


def test_shares_from_several_hands_have_a_narrower_interval():
    of_deals, of_hands = estimate_share([0.5, 0.5, 1.0, 1.0] * 5), estimate_share([0.0, 1.0, 1.0, 1.0] * 5)

    assert of_deals.mean == of_hands.mean == 0.75
    assert of_hands.lower < of_deals.lower < 0.75 < of_deals.upper < of_hands.upper <= 1.0


@given(st.lists(st.sampled_from([0.0, 0.2, 0.25, 0.5, 0.6, 1.0]), max_size=12))
def test_the_interval_of_a_share_contains_the_share_and_only_possible_values(samples: list[float]):
    found = estimate_share(samples)
    shifted = estimate_share([sample - 0.6 for sample in samples], least=-0.6)

    assert 0 <= found.lower <= found.upper <= 1
    assert not samples or found.lower <= found.mean + 1e-9
    assert not samples or found.mean - 1e-9 <= found.upper
    assert abs(shifted.lower + 0.6 - found.lower) < 1e-4
    assert abs(shifted.upper + 0.6 - found.upper) < 1e-4


def test_the_two_sides_have_opposite_values_for_a_hand():
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("worth"))
    table = simulation.play([STEADY] * 4, random.Random(1))
    one, other = hand_result(table, 0), hand_result(table, 1)

    assert (one.points, one.levels, one.won) == (-other.points, -other.levels, 1 - other.won)
    with pytest.raises(TypeError):
        hand_result(playing(["3S", "4S", "5S", "6S"]).table, 0)


# Rotations without fixed partners -------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("profile", ["zhao-peng-you", "levelup-5"])
def test_steady_gains_clearly_more_than_random_among_friends(profile):
    result = rotation_result(rotation(STEADY, RANDOM, deal_seeds("tests", 12), random.Random, profile=profile))

    assert result.better.lower > 0.1


def test_a_bot_gains_equally_in_every_seat_against_itself():
    deals = rotation(STEADY, STEADY, deal_seeds("tests", 2), random.Random, profile="levelup-5", hands=1)

    assert rotation_result(deals).better.mean == pytest.approx(0.0)


@pytest.mark.parametrize("players", range(4, 9))
def test_each_seat_is_held_by_the_first_bot_equally_often(players):
    held = Counter(seat for turn in range(players) for seat in seats_of_first(players, turn))

    assert set(held.values()) == {players // 2}
    assert len(held) == players
