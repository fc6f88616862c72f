"""The house bots of each game, by name."""

from domain.games.registry import PACKAGES
from domain.table.bot import Bot, Luck

__all__ = ["BOTS", "Bot", "Luck"]

BOTS: dict[str, dict[str, Bot]] = {game: {bot.name: bot for bot in package.bots} for game, package in PACKAGES.items()}
