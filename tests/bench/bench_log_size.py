"""The size of a command in the database: bytes of each table that grows, and of the write-ahead log.

Four people play legal moves at tables of two decks through the API, without a socket. A command is what a client sends
as one request: one with several events counts once. The figures are counts and hardly depend on the machine.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from uuid import uuid4

import psycopg
from rich.console import Console
from rich.table import Table as Grid

from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from service.processes.app import create_app
from tests.support.api import Api, User, started_table
from tests.support.databases import Databases
from tests.support.fixtures import SECRETS_KEYS, UNLIMITED, directory_for_servers, wired
from tests.support.play import WITH_THE_VIEW, legal_command

OUT = Console()
TABLES = ("event", "head", "view_snapshot")
WRITE_AHEAD_LOG = "write-ahead log"


@contextmanager
def settings() -> Iterator[Settings]:
    """Yields settings for new servers with an empty database."""
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url = Databases(postgres.start()).migrated()
            yield Settings(
                database_url=url, redis_url=redis.start(), secrets_keys=SECRETS_KEYS, log_requests=False, **UNLIMITED
            )
        finally:
            redis.stop()
            postgres.stop()


def sizes(connection: psycopg.Connection) -> dict[str, int]:
    """Returns the bytes of each table with its indexes, and those ever written to the write-ahead log."""
    asked = (
        "SELECT pg_total_relation_size('shengji.' || t) FROM unnest(%s::text[]) WITH ORDINALITY AS n (t, i) ORDER BY i"
    )
    found = [size for (size,) in connection.execute(asked, [list(TABLES)])]
    written = connection.execute("SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint").fetchone()
    return dict(zip((*TABLES, WRITE_AHEAD_LOG), (*found, written[0] if written else 0), strict=True))


def measure(tables: int, commands: int) -> tuple[dict[str, float], float]:
    """Returns the bytes of a command in each place, and the number of its events, over games of so many commands."""
    with settings() as used, closing(wired(used)) as service, psycopg.connect(used.database_url, autocommit=True) as on:
        api = Api(create_app(service))
        before = sizes(on)
        for _ in range(tables):
            table, players = started_table(api, hands=1)
            play(table, players, commands)
        after = sizes(on)
        # The events of a command are written in one transaction, and each command in its own.
        [(events, done)] = on.execute("SELECT count(*), count(DISTINCT transaction) FROM shengji.event").fetchall()
    return {place: (after[place] - before[place]) / done for place in after}, events / done


def play(table: str, players: list[User], commands: int) -> None:
    """Makes this many legal moves with idempotency keys, as clients do, or fewer if the match ends."""
    view = players[0].view(table)
    for _ in range(commands):
        if view["status"] != "playing":
            return
        mover = players[view["asked"][0]["seat"]]
        headers = {**WITH_THE_VIEW, "Idempotency-Key": str(uuid4())}
        view = mover.post(f"/v1/tables/{table}/commands", legal_command(mover, table), headers=headers).json["view"]


def show(bytes_of: Mapping[str, float], events: float) -> None:
    """Prints the figures."""
    grid = Grid("place", "bytes a command", title=f"{events:.2f} events a command")
    for place, size in bytes_of.items():
        grid.add_row(place, f"{size:,.0f}")
    OUT.print(grid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench log_size", description=__doc__)
    parser.add_argument("--tables", type=int, default=10, help="tables that are played (default 10)")
    parser.add_argument("--commands", type=int, default=150, help="most commands at each of them (default 150)")
    given = parser.parse_args(arguments)
    with OUT.status("playing"):
        figures = measure(given.tables, given.commands)
    show(*figures)


if __name__ == "__main__":
    main()
