"""Compares decisions of bots in twins: two games that differ only in cards that the seat cannot see.

    shengji bench twins --game zheng_shangyou --decisions 10000

Each bot has to decide alike in both. Beside them, the command lets a bot see all cards, and that one has to be found.
Long runs can be split: the command prints the seed at which the next part starts.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count

from rich.console import Console

from domain.games.bots import BOTS
from domain.table.bot import Bot
from tests.support import climbing_twins, shengji_twins

OUT = Console()
Found = tuple[int, int, int, int]
"""The number of decisions and of different ones, both honest and with all cards in sight."""


def of_sheng_ji(bot: Bot, start: int) -> Iterator[Found]:
    """Yields the result of one moment for each seed from `start` on, or nothing for seeds at which nobody moves."""
    for seed in count(start):
        found = (0, 0, 0, 0)
        for _, moment in shengji_twins.moments((seed,)):
            differs = shengji_twins.depends_on_hidden_cards(bot, moment, seed)
            everything = shengji_twins.shows_everything
            is_found = shengji_twins.depends_on_hidden_cards(shengji_twins.Peeking(), moment, seed, everything)
            found = (1, int(differs), 1, int(is_found))
        yield found


def of_zheng_shangyou(bot: Bot, start: int) -> Iterator[Found]:
    """Yields the result of all decisions of one match for each seed from `start` on."""
    for seed in count(start):
        table = climbing_twins.TWINS[seed % len(climbing_twins.TWINS)]
        honest = climbing_twins.watched(bot, climbing_twins.honest, table, 1, seed)
        planted = climbing_twins.watched(climbing_twins.Peeking(), climbing_twins.cheating, table, 1, seed)
        yield honest.decisions, honest.differences, planted.decisions, planted.differences


GAMES = {"sheng_ji": of_sheng_ji, "zheng_shangyou": of_zheng_shangyou}


def main(arguments: list[str] | None = None) -> int:
    """Compares decisions of one game and prints the differences of each bot."""
    parser = argparse.ArgumentParser(prog="shengji bench twins", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), default="sheng_ji")
    parser.add_argument("--bot", action="append", help="the bots; by default all but random")
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    chosen = parser.parse_args(arguments)
    status = 0
    for name in chosen.bot or sorted(BOTS[chosen.game].keys() - {"random"}):
        total = (0, 0, 0, 0)
        seeds = 0
        for found in GAMES[chosen.game](BOTS[chosen.game][name], chosen.start):
            decisions, differences, planted, is_found = (sum(pair) for pair in zip(total, found, strict=True))
            total, seeds = (decisions, differences, planted, is_found), seeds + 1
            if total[0] >= chosen.decisions:
                break
        OUT.print(
            f"{name}: {total[0]} decisions, {total[1]} different; a bot that sees all cards: {total[2]} decisions, "
            f"{total[3]} different; next seed {chosen.start + seeds}",
            highlight=False,
            soft_wrap=True,
        )
        status |= total[1] > 0 or total[3] == 0
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
