"""The value of the last tricks with all cards known, against a search without pruning and without time."""

import random

import pytest

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.sheng_ji.state import Scored
from domain.tools import double_dummy
from domain.tools.double_dummy import trick_values
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from domain.tools.sure_tricks import sure_tricks


def played(seed, profile="zhang-2021", game="sheng_ji", **options):
    simulation = Simulation(SimulationSetting(game, profile, options, 1), secrets_from(seed))
    simulation.play([BOTS[game]["random"]] * len(simulation.table.seats), random.Random(seed))
    return simulation


def whole_search(match):
    """Tries every play without pruning."""
    phase = match.phase
    if isinstance(phase, Scored):
        return phase.score.opponent_points
    values = [whole_search(after) for after in double_dummy._plays(GAMES["sheng_ji"], match, phase)]
    return min(values) if phase.deal.declares(phase.turn) else max(values)


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_last_tricks_are_solved_like_by_a_search_of_everything(seed):
    simulation = played(seed)
    starts = double_dummy.starts_of_tricks(simulation.events, 1)
    few = [match for match in starts if match.phase.hands[0].known.bit_count() <= 3]
    budget = [60_000]

    def is_time_up():
        budget[0] -= 1
        return budget[0] < 0

    values = {each.trick: each for each in trick_values(simulation.events, 1, is_time_up)}
    assert few
    for match in few:
        value = values[match.phase.number]
        if match.phase.hands[0].known.bit_count() <= 2:
            assert value.is_exact
        if value.is_exact:
            assert value.low == value.high == whole_search(match)


def test_without_time_every_trick_has_bounds_that_hold():
    simulation = played("bounds")
    values = trick_values(simulation.events, 1, lambda: True)
    assert [each.trick for each in values] == list(range(1, len(values) + 1))
    assert not any(each.is_exact for each in values)
    exact = trick_values(simulation.events, 1, iter([False] * 20_000 + [True] * 9).__next__)
    for bound, value in zip(values, exact, strict=True):
        assert bound.low <= value.low <= value.high <= bound.high


def small_endings(seed, bot):
    """Returns the positions with at most three cards in each hand, of one hand between equal bots."""
    simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, 1), secrets_from(seed))
    simulation.play([BOTS["sheng_ji"][bot]] * 4, random.Random(seed))
    starts = double_dummy.starts_of_tricks(simulation.events, 1)
    return [match for match in starts if match.phase.hands[0].known.bit_count() <= 3]


def test_bounds_hold_in_small_endings_and_are_exact_if_the_leader_wins_everything():
    sure = {"declarers": 0, "opponents": 0}
    some = 0
    for number in range(40):
        for match in small_endings(f"ending {number}", ("random", "steady")[number % 2]):
            low, high = double_dummy._bounds(match)
            exact = whole_search(match)
            assert low <= exact <= high, number
            found = sure_tricks(match, match.phase)
            some += found.points > 0 and not found.is_all
            if found.is_all:
                declares = match.phase.deal.declares(match.phase.turn)
                assert exact == (high if declares else low), number
                sure["declarers" if declares else "opponents"] += 1
    assert all(sure.values())
    assert some


def test_the_bounds_of_the_first_trick_are_narrow():
    first = [double_dummy.starts_of_tricks(played(f"first {number}").events, 1)[0] for number in range(12)]
    widths = [high - low for low, high in map(double_dummy._bounds, first)]
    # All points of the cards, and those of the kitty with a factor of 16. A unit of 25 cards would make it 2 ** 26.
    assert max(widths) <= 200 + 100 * 16


@pytest.mark.parametrize(("game", "profile"), [("zheng_shangyou", "zheng-shangyou"), ("sheng_ji", "zhao-peng-you")])
def test_other_hands_are_not_solved(game, profile):
    assert trick_values(played("other", profile, game).events, 1, lambda: False) is None
