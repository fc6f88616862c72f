"""Tests whether the time of a refusal reveals hidden cards, by Welch's t for each kind of refusal.

The method is that of dudect (Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?", 2017). The same
command is refused repeatedly at one of two deals that look the same to the viewer. The deal is random each time, and
the times of both are compared. All kinds take turns in random order, so that other load on the machine affects all
alike. Each deal has many copies, because the place of an object in memory affects the time.

The last rows are references. One compares a deal with itself, so it has no leak. In the others a leak is planted: an
empty loop at one of the deals. They show how small a leak this number of samples can find.

A |t| above 4.5 counts as a leak. It is printed for all samples, and without the slowest ones, which depend more on the
machine. The column "copies" has the t of the means of the copies, from the faster half of the samples. If only the
other columns are high, the cause is the place of some copies in memory.

    app      the request through the whole API, with its reads of PostgreSQL, but without a socket
    decider  only the decision on the command, with the table in memory

Other tests prove that every refusal takes the same steps. They do not measure times.
"""

import argparse
import gc
import math
import statistics
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

import orjson
import psycopg
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid
from werkzeug.test import EnvironBuilder

from domain.games.registry import GAMES
from domain.kernel.refusals import Refusal
from domain.table.decide import check, decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from domain.table.state import Table
from service.api_wiring import for_requests
from service.platform.keys import new_key
from service.platform.rate_limits import NAMES as LIMITS
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Keys, Rate, Settings
from service.platform.store.migrations import migrate
from service.processes.app import create_app
from service.tables.commands import read_command
from service.tables.events import VersionedTable, table_document, table_from_document
from service.wiring import wire
from tests.bench.refused_commands import KINDS, Deals, Kind, Leaks, deals_of
from tests.support.api import Api
from tests.support.fixtures import directory_for_servers
from tests.support.frozen_api import House, opened_house
from tests.support.stored import store_table

OUT = Console(width=160)
LEAK = 4.5
CROPS = (1.0, 0.9, 0.5)
"""The shares of the fastest samples of a kind that are compared."""
CALM = 1
"""The index of the share in `CROPS` whose means are printed."""
CHANCE = Chance(bytes(32), bytes(32))


# Measuring -----------------------------------------------------------------------------------------------------------


Times = tuple[list["array[int]"], list["array[int]"]]
"""The times of answers in ns, by deal and by copy."""


class Row(NamedTuple):
    """A kind of refusal with its command, the table, the token, and the copies of both deals."""

    kind: Kind
    deals: Deals
    table_id: str
    token: str
    command: Any
    copies: tuple[list[Table], list[Table]]


def rows_of(house: House, seed: int, copies: int) -> list[Row]:
    rows = []
    for number, kind in enumerate(track(KINDS, description="finding moments", console=OUT, transient=True)):
        deals = deals_of(kind, seed)
        table_id = f"tbl_01M7ZAW1ZS69ZN9S1N17NW5{number:03d}"
        events = [house.with_accounts(each) for each in (deals.here, deals.there)]
        store_table(house.service, table_id, events[0])
        user = house.seats[deals.seat]
        made = copies_of(kind, [fold(GAMES, each) for each in events], copies, Random(f"{seed} {number}"))
        command = read_command(deals.body, user.id, "").at_table(kind.game)
        rows.append(Row(kind, deals, table_id, user.token, command, made))
    return rows


def copies_of(kind: Kind, tables: list[Table], copies: int, luck: Random) -> tuple[list[Table], list[Table]]:
    """Returns `copies` copies of each deal. They are made in random order, so that their places in memory are mixed."""
    written = [orjson.dumps(table_document(table)) for table in tables]
    games = [GAMES[kind.game], Leaks(kind.planted) if kind.planted else GAMES[kind.game]]
    made: tuple[list[Table], list[Table]] = ([], [])
    for deal in luck.sample([0, 1] * copies, 2 * copies):
        made[deal].append(table_from_document(orjson.loads(written[deal]))._replace(game=games[deal]))
    return made


def request_of(row: Row) -> dict[str, Any]:
    path = f"/v1/tables/{row.table_id}/commands{'?dry_run=true' * row.kind.dry}"
    headers = {"Authorization": f"Bearer {row.token}", "X-Request-Id": "the-same"}
    body = orjson.dumps(row.deals.body)
    builder = EnvironBuilder(path, method="POST", headers=headers, data=body, content_type="application/json")
    return {**builder.get_environ(), "wsgi.input": BytesIO(body)}


def answer_of(house: House, row: Row) -> str:
    """Returns the status and code of the answer to the command."""
    environ, statuses = request_of(row), []
    body = b"".join(house.app.wsgi_app(environ, lambda status, *_: statuses.append(status[:3])))
    return f"{statuses[0]} {orjson.loads(body).get('code', 'legal')}"


Once = Callable[[Row, Table], int]
"""Sends a command once, with a copy of a deal. Returns the time in ns."""


def by_request(house: House) -> Once:
    def once(row: Row, copy: Table) -> int:
        entry = house.service.table_cache._entry(row.table_id)
        entry.folded[None] = VersionedTable(len(row.deals.here), copy)
        environ = request_of(row)
        began = time.perf_counter_ns()
        b"".join(house.app.wsgi_app(environ, lambda *_: None))
        return time.perf_counter_ns() - began

    return once


def by_decision(row: Row, copy: Table) -> int:
    began = time.perf_counter_ns()
    try:
        if row.kind.dry:
            check(GAMES, copy, row.command)
        else:
            decide(GAMES, copy, row.command, CHANCE)
    except Refusal:
        pass
    return time.perf_counter_ns() - began


def measure(rows: list[Row], once: Once, samples: int, luck: Random, what: str) -> list[Times]:
    """Sends each command `samples` times, in random order. Returns the times."""
    for row in rows:
        for copy in (*row.copies[0], *row.copies[1]):
            once(row, copy)
    times: list[Times] = [([array("q") for _ in here], [array("q") for _ in there]) for *_, (here, there) in rows]
    turns = list(zip(rows, times, strict=True))
    gc.collect()
    gc.freeze()
    gc.disable()
    for number in track(range(samples), description=what, console=OUT, transient=True):
        luck.shuffle(turns)
        for row, noted in turns:
            deal = luck.randrange(2)
            number_of_copy = luck.randrange(len(row.copies[deal]))
            noted[deal][number_of_copy].append(once(row, row.copies[deal][number_of_copy]))
        if number % 100 == 0:
            gc.collect()
    gc.enable()
    gc.unfreeze()
    return times


# Results --------------------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """The figures of a kind.

    Attributes:
        mean_us: mean time at the first deal.
        more_us: how much longer the second deal takes.
        t: Welch's t for each share in `CROPS`.
        of_copies: Welch's t of the means of the copies.
    """

    samples: int
    mean_us: float
    more_us: float
    t: tuple[float, ...]
    of_copies: float


def welch(here: Sequence[float], there: Sequence[float]) -> float:
    """Returns Welch's t, the difference of the means in standard errors; infinite for fewer than two times."""
    if min(len(here), len(there)) < 2:
        return math.inf if len(here) > len(there) else -math.inf
    spread = statistics.variance(here) / len(here) + statistics.variance(there) / len(there)
    return (statistics.fmean(there) - statistics.fmean(here)) / spread**0.5


def found_in(times: Times) -> Found:
    together = sorted(took for copies in times for copy in copies for took in copy)
    limits = [together[int(len(together) * crop) - 1] for crop in CROPS]
    here, there = ([took for copy in copies for took in copy] for copies in times)
    cropped = [[[took for took in each if took <= limit] for each in (here, there)] for limit in limits]
    mean, other = map(statistics.fmean, cropped[CALM])
    kept = [[[took for took in copy if took <= limits[-1]] for copy in copies] for copies in times]
    means = [[statistics.fmean(copy) for copy in copies if copy] for copies in kept]
    t = tuple(welch(*each) for each in cropped)
    return Found(len(together), mean / 1000, (other - mean) / 1000, t, welch(*means))


def show(rows: list[Row], answers: list[str], times: list[Times], where: str) -> None:
    """Prints the figures."""
    crops = [f"t, {crop:.0%}" for crop in CROPS]
    grid = Grid("", "game", "answer", "samples", "mean µs", "other deal", *crops, "copies", "", title=where)
    for row, answered, noted in zip(rows, answers, times, strict=True):
        found = found_in(noted)
        grid.add_row(
            row.kind.name,
            row.kind.game,
            answered,
            f"{found.samples:,}",
            f"{found.mean_us:,.1f}",
            f"{found.more_us:+,.2f}",
            *(f"{t:+.1f}" for t in (*found.t, found.of_copies)),
            "leak" if max(map(abs, found.t)) > LEAK else "",
        )
    OUT.print(grid)


# The whole measurement ------------------------------------------------------------------------------------------------


@contextmanager
def a_house() -> Iterator[House]:
    """Yields a house with the API in this process, and with its own database and Redis."""
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url, redis_url = postgres.start(), redis.start()
            with psycopg.connect(url, autocommit=True) as connection:
                migrate(connection, "shengji_app")
            settings = Settings(
                database_url=url,
                redis_url=redis_url,
                secrets_keys=Keys(new_key()),
                log_requests=False,
                token_cache_s=100_000.0,
                **{f"rate_limit_{name}": Rate("") for name in LIMITS},
            )
            service = for_requests(wire(settings))
            try:
                with opened_house(Api(create_app(service)), service, url) as house:
                    yield house
            finally:
                service.close()
        finally:
            redis.stop()
            postgres.stop()


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="shengji bench refusal_times", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=4000, help="requests of each kind (default 4000)")
    parser.add_argument("--decisions", type=int, default=40_000, help="decisions of each kind (default 40000)")
    parser.add_argument("--copies", type=int, default=40, help="copies of each deal (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals and turns (default 1)")
    given = parser.parse_args(arguments)
    luck = Random(given.seed)
    with a_house() as house:
        rows = rows_of(house, given.seed, given.copies)
        answers = [answer_of(house, row) for row in rows]
        requests = measure(rows, by_request(house), given.samples, luck, "requests")
    decisions = measure(rows, by_decision, given.decisions, luck, "decisions")
    show(rows, answers, requests, "app")
    show(rows, answers, decisions, "decider")


if __name__ == "__main__":
    main()
