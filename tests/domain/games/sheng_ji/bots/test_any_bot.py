"""House bots see only the view of their seat, and move legally by any rules."""

import itertools
import random

import pytest

from domain.games.bots import BOTS
from domain.games.sheng_ji.bots.club import ClubBot
from domain.games.sheng_ji.bots.expert import ExpertBot
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.refusals import InvalidRules
from domain.kernel.seats import Seat
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.support.bots import RANDOM, STEADY
from tests.support.deals import started
from tests.support.option_sets import by_luck

QUICK_EXPERT = ExpertBot(effort=0.0)
"""Tries each move in the least number of worlds."""


def any_setting(seed: int) -> SimulationSetting:
    """Random compatible options."""
    for attempt in itertools.count():
        setting = by_luck(f"bots {seed} {attempt}")
        try:
            rules_of(setting.profile, setting.overrides)
        except InvalidRules:
            continue
        return SimulationSetting("sheng_ji", setting.profile, setting.overrides, hands=2)
    raise AssertionError


@pytest.mark.parametrize("seed", range(16))
def test_bots_move_legally_at_tables_with_any_options(seed):
    simulation = Simulation(any_setting(seed), secrets_from(str(seed)))
    luck = random.Random(seed)
    bots = [luck.choice([STEADY, RANDOM, ClubBot(), QUICK_EXPERT]) for _ in simulation.table.seats]

    table = simulation.play(bots, luck)

    assert table.status == "finished"


@pytest.mark.parametrize("name", ["random", "steady", "club"])
def test_the_same_random_numbers_give_the_same_game(name):
    def played() -> list[object]:
        simulation = Simulation(SimulationSetting("sheng_ji", "zhang-2021", {}, hands=1), secrets_from("same"))
        simulation.play([BOTS["sheng_ji"][name]] * 4, random.Random(7))
        return simulation.events

    assert played() == played()


@pytest.mark.parametrize("profile", ["zhang-2021", "zhao-peng-you", "levelup-5"])
@pytest.mark.parametrize("bot", BOTS["sheng_ji"].values(), ids=BOTS["sheng_ji"])
def test_bots_play_a_match_to_its_end(bot, profile):
    setting = SimulationSetting("sheng_ji", profile, {"final_level": "3", "must_play": []}, hands=None)
    simulation = Simulation(setting, secrets_from("to the end"))

    table = simulation.play([bot] * len(simulation.table.seats), random.Random(0))

    assert table.status == "finished"
    assert table.result.winners


@pytest.mark.parametrize("bot", BOTS["sheng_ji"].values(), ids=BOTS["sheng_ji"])
def test_a_bot_that_is_not_to_move_says_so(bot):
    with pytest.raises(ValueError, match="nothing is asked"):
        bot.choose(started().seen_by(Seat(0)), Seat(0), random.Random(0))
