"""Measures the time to recompute all ratings from the log, as after a correction or a change of the rules.

    all          every result through `outcomes`: eligibility, Elo, team rating, offset and explanations
    Elo alone    the same formula, without eligibility and explanations
    openskill    only `rate` of the package, without storing the ratings

Games are of two pairs, or of two against four if the roles have an offset. The players are random.
"""

import argparse
import platform
import random
import time
from collections.abc import Callable, Sequence

from openskill.models import BradleyTerryFull
from rich.console import Console
from rich.table import Table as Grid

from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.ratings.changes import sentence
from domain.ratings.elo import Rated, RatingRules, changes
from domain.ratings.outcomes import RatingParameters, RatingsByPool
from domain.ratings.pools import Pool
from domain.ratings.results import GameId, GameResult, Side, SideRole
from tests.support.replayed import outcomes

OUT = Console()


def results(luck: random.Random, games: int, players: int, sizes: Sequence[int]) -> list[GameResult]:
    """Returns a log of random games, one every six minutes."""
    names = [PlayerId(f"ply_{number}") for number in range(players)]
    pool = Pool("sheng_ji", "live", sum(sizes))
    roles: tuple[SideRole | None, ...] = (None, None) if len(set(sizes)) == 1 else ("declarers", "opponents")
    log = []
    for number in range(games):
        drawn = tuple(luck.sample(names, sum(sizes)))
        places = luck.choice(((1, 2), (2, 1)))
        sides = (
            Side(drawn[: sizes[0]], places[0], roles[0]),
            Side(drawn[sizes[0] :], places[1], roles[1]),
        )
        log.append(GameResult(GameId(f"tbl_{number}"), pool, Instant(number * HOUR_MS // 10), sides))
    return log


def everything(log: Sequence[GameResult]) -> None:
    """Rates every game."""
    for _ in outcomes(log, RatingParameters(), RatingsByPool()):
        pass


def everything_explained(log: Sequence[GameResult]) -> None:
    """Rates every game and explains every change in words."""
    for outcome in outcomes(log, RatingParameters(), RatingsByPool()):
        for change in (*outcome.elo, *outcome.team):
            sentence(change)


def elo_alone(log: Sequence[GameResult]) -> None:
    """Computes the Elo of every game. Both sides must have the same size."""
    rules = RatingRules()
    known: dict[PlayerId, Rated] = {}
    for result in log:
        winners, losers = sorted(result.sides, key=lambda side: side.place)
        before = [[known.get(player, Rated(rules.start)) for player in side.players] for side in (winners, losers)]
        moved = changes(rules, *before)
        for side, rated, by in zip((winners, losers), before, moved, strict=True):
            for player, old, change in zip(side.players, rated, by, strict=True):
                known[player] = Rated(old.rating + change, old.games + 1)


def openskill_alone(log: Sequence[GameResult]) -> None:
    """Runs `rate` of the package for as many games."""
    model = BradleyTerryFull()
    for result in log:
        model.rate([[model.rating() for _ in side.players] for side in result.sides], ranks=[1.0, 2.0])


def took(work: Callable[[Sequence[GameResult]], None], log: Sequence[GameResult]) -> float:
    """Returns the processor time of a piece of work in seconds."""
    began = time.process_time()
    work(log)
    return time.process_time() - began


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench ratings", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)

    luck = random.Random(given.seed)
    pairs = results(luck, given.games, given.players, (2, 2))
    unequal = results(luck, given.games, given.players, (2, 4))
    title = f"{given.games:,} results, {given.players:,} players, Python {platform.python_version()}, CPU seconds"
    grid = Grid("", "s", "games/s", title=title)
    for name, work, log in (
        ("two pairs: all", everything, pairs),
        ("two pairs: all, and every change in words", everything_explained, pairs),
        ("two pairs: Elo alone", elo_alone, pairs),
        ("two pairs: openskill alone", openskill_alone, pairs),
        ("two against four: all", everything, unequal),
        ("two against four: openskill alone", openskill_alone, unequal),
    ):
        seconds = took(work, log)
        grid.add_row(name, f"{seconds:.1f}", f"{given.games / seconds:,.0f}")
    OUT.print(grid)


if __name__ == "__main__":
    main()
