"""Bots decide by what their seat sees: the exchange of hidden cards changes no decision.

`shengji bench twins` tries as many moments as you like.
"""

from itertools import count, islice

from domain.games.sheng_ji.bots.club import ClubBot
from domain.games.sheng_ji.bots.expert import ExpertBot
from domain.games.sheng_ji.bots.steady import SteadyBot
from tests.support.shengji_twins import Peeking, depends_on_hidden_cards, moments, shows_everything

BOTS = (SteadyBot(), ClubBot(), ExpertBot(effort=0.005))
MOMENTS = 24


def test_decisions_do_not_depend_on_hidden_cards():
    for seed, moment in islice(moments(count()), MOMENTS):
        for bot in BOTS:
            assert not depends_on_hidden_cards(bot, moment, seed), (bot.name, seed)


def test_a_bot_that_sees_other_hands_is_found():
    found = [
        depends_on_hidden_cards(Peeking(), moment, seed, shows_everything)
        for seed, moment in islice(moments(count()), MOMENTS)
    ]

    assert any(found)
