"""Bots of the house: for each game the bots that play it, by name."""

from domain.bots.climbing import caretaker as climbing_caretaker
from domain.bots.climbing import random_bot as climbing_random
from domain.bots.climbing import steady as climbing_steady
from domain.bots.policy import Bot, Luck
from domain.bots.shengji.caretaker import CaretakerBot
from domain.bots.shengji.random_bot import RandomBot
from domain.bots.shengji.steady import SteadyBot

__all__ = ["BOTS", "Bot", "Luck"]

_ALL: dict[str, tuple[Bot, ...]] = {
    "sheng_ji": (CaretakerBot(), RandomBot(), SteadyBot()),
    "zheng_shangyou": (climbing_caretaker.CaretakerBot(), climbing_random.RandomBot(), climbing_steady.SteadyBot()),
}

BOTS: dict[str, dict[str, Bot]] = {game: {bot.name: bot for bot in bots} for game, bots in _ALL.items()}
