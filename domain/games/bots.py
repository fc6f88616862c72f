"""Bots of the house: for each game the bots that play it, by name."""

from domain.games.sheng_ji.bots.caretaker import CaretakerBot
from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.games.sheng_ji.bots.steady import SteadyBot
from domain.games.zheng_shangyou.bots import caretaker as climbing_caretaker
from domain.games.zheng_shangyou.bots import random_bot as climbing_random
from domain.games.zheng_shangyou.bots import steady as climbing_steady
from domain.table.bot import Bot, Luck

__all__ = ["BOTS", "Bot", "Luck"]

_ALL: dict[str, tuple[Bot, ...]] = {
    "sheng_ji": (CaretakerBot(), RandomBot(), SteadyBot()),
    "zheng_shangyou": (climbing_caretaker.CaretakerBot(), climbing_random.RandomBot(), climbing_steady.SteadyBot()),
}

BOTS: dict[str, dict[str, Bot]] = {game: {bot.name: bot for bot in bots} for game, bots in _ALL.items()}
