"""Bots of the house: for each game the bots that play it, by name."""

from domain.bots.policy import Bot, Luck
from domain.bots.shengji.random_bot import RandomBot
from domain.bots.shengji.steady import SteadyBot

__all__ = ["BOTS", "Bot", "Luck"]

BOTS: dict[str, dict[str, Bot]] = {"sheng_ji": {bot.name: bot for bot in (RandomBot(), SteadyBot())}}
