"""Measures how long `shengji projections rebuild` takes to store and rate all results again in PostgreSQL.

    stored       games are stored with their places, like new results
    rated        games are rated in portions; each portion reads the stored ratings and writes new ones
    first, last  the first and the last tenth of the portions, which should take the same time
    corrected    an earlier game is annulled, and all later games are rated again

The results are those of `bench_ratings`, of two pairs. That benchmark measures the same without PostgreSQL.
"""

import argparse
import platform
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table as Grid

from domain.kernel.players import PlayerId
from domain.ratings.results import GameResult
from domain.tournaments.rounds.events import ResultOverridden, ResultRecorded
from domain.tournaments.terms import LOSS, WIN
from service.platform.limits import LIMITS
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.migrations import migrate
from service.ratings.projections import RatingsProjection, apply_events
from service.ratings.stored import GameEvent, StoredGame
from tests.bench.bench_ratings import results

OUT = Console()
ROLE = "shengji_app"


def recorded(number: int, result: GameResult) -> GameEvent:
    """Returns the event of the log for a rated game."""
    game = StoredGame(f"trn_{number}", 1, 1, 1, None, counts_at_once=True, result=result)
    return GameEvent(game.tournament_id, ResultRecorded(1, 1, WIN, LOSS, "played"), (game,))


def annulled(number: int) -> GameEvent:
    """Returns the event of the log when staff annul a result."""
    event = ResultOverridden(1, 1, PlayerId("ply_director"), LOSS, LOSS, "double_forfeit", "as seen")
    return GameEvent(f"trn_{number}", event, ())


def took(work: Callable[[], object]) -> float:
    """Returns the time of a piece of work in seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def store(database: Database, log: Sequence[GameResult]) -> None:
    """Stores all games, in transactions as large as those of the service."""
    for first in range(0, len(log), LIMITS.games_at_once):
        batch = [recorded(number, log[number]) for number in range(first, min(first + LIMITS.games_at_once, len(log)))]
        database.together(lambda run, batch=batch: apply_events(run, batch))  # type: ignore[misc]  # run at once


def rate(projection: RatingsProjection) -> list[float]:
    """Rates all stored games. Returns the seconds of each portion."""
    spent, more = [], 1
    while more:
        began = time.perf_counter()
        more = projection.catch_up()
        spent.append(time.perf_counter() - began)
    return spent[:-1]


def measured(url: str, log: Sequence[GameResult], back: Sequence[int]) -> Grid:
    """Measures in an empty database, and returns a grid of the figures."""
    database = Database(url, role=ROLE, connections=2)
    projection = RatingsProjection(database, EventStore(database))
    title = f"{len(log):,} results, portions of {LIMITS.games_at_once}, Python {platform.python_version()}, seconds"
    grid = Grid("", "s", "games/s", title=title)

    def add(name: str, seconds: float, games: int) -> None:
        grid.add_row(name, f"{seconds:.2f}", f"{games / seconds:,.0f}")

    add("stored", took(lambda: store(database, log)), len(log))
    spent = rate(projection)
    add("rated", sum(spent), len(log))
    few = max(1, len(spent) // 10)
    add("rated: the first tenth", sum(spent[:few]), few * LIMITS.games_at_once)
    add("rated: the last tenth", sum(spent[-few:]), few * LIMITS.games_at_once)
    for games in back:
        number = len(log) - games
        seconds = took(lambda number=number: database.together(lambda run: apply_events(run, [annulled(number)])))  # type: ignore[misc]  # run at once
        add(f"corrected, {games:,} games ago: put back", seconds, games)
        add(f"corrected, {games:,} games ago: rated", sum(rate(projection)), games)
    database.close()
    return grid


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench stored_ratings", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    log = results(random.Random(given.seed), given.games, given.players, (2, 2))
    with tempfile.TemporaryDirectory(prefix="shengji-", ignore_cleanup_errors=True) as directory:
        postgres = EmbeddedPostgres(Path(directory))
        try:
            url = postgres.start()
            with psycopg.connect(url, autocommit=True) as connection:
                migrate(connection, ROLE)
            OUT.print(measured(url, log, [10, given.games // 10]))
        finally:
            postgres.stop()


if __name__ == "__main__":
    main()
