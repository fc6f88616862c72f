"""The house bots of each game, by name."""

from typing import Protocol

from domain.games.registry import PACKAGES
from domain.table.bot import Bot, Evaluator, Luck

__all__ = ["BOTS", "Bot", "Luck"]

BOTS: dict[str, dict[str, Bot]] = {game: {bot.name: bot for bot in package.bots} for game, package in PACKAGES.items()}

BOT_NAMES = tuple(sorted({name for bots in BOTS.values() for name in bots}))
"""The names of all bots. Not every game has each of them."""

CARETAKER = "caretaker"
"""The bot that plays for absent players if nothing else is chosen."""

STAND_INS = (CARETAKER, *(name for name in BOT_NAMES if name not in (CARETAKER, "random")))
"""The bots that can stand in for an absent player: all that play to some purpose."""

BOARD_BOTS = tuple(name for name in BOT_NAMES if name != CARETAKER)
"""The bots that can play the other seats of a board: all but the one for absent players."""


def stand_ins(game: str) -> tuple[str, ...]:
    """Returns the bots that can stand in at tables of a game. Missed turns are played even without a caretaker."""
    return (CARETAKER, *(name for name in STAND_INS if name in BOTS[game] and name != CARETAKER))


class Teacher(Bot, Evaluator, Protocol):
    """A bot that also judges moves."""


def is_slow(name: str | None) -> bool:
    """Returns whether a bot searches in any of its games, and so needs far longer for a move than the others."""
    return any(isinstance(bots.get(name or ""), Evaluator) for bots in BOTS.values())


def teacher(game: str) -> Teacher | None:
    """Returns the bot with which hands of a game are analysed: the one that judges moves. `None` if there is none."""
    judges: list[Teacher] = [bot for bot in BOTS[game].values() if isinstance(bot, Evaluator)]
    return judges[0] if judges else None


def versioned(bot: Bot) -> str:
    """Returns the name of a bot with its version, such as `steady@1`."""
    return f"{bot.name}@{bot.version}"
