"""What the whole service costs while nobody uses it: processor time by process, and transactions a second.

A new service waits until its first seconds are over, then is left alone. No request is sent, and no table exists. The
transactions are those that PostgreSQL has counted in the database of the service.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import psycopg
from rich.console import Console
from rich.table import Table as Grid

from tests.bench.measured_server import MeasuredServer, measured_server

OUT = Console()
WARM_UP_S = 10.0


class Counted(NamedTuple):
    """What has been used so far: processor seconds by process, and commits."""

    spent: Mapping[str, float]
    commits: int


def count(server: MeasuredServer, connection: psycopg.Connection) -> Counted:
    """Returns what the service has used so far."""
    row = connection.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()").fetchone()
    return Counted(server.processor_times(), row[0] if row else 0)


def measure(server: MeasuredServer, seconds: float) -> tuple[dict[str, float], float]:
    """Returns the use of one core by each process, as a share, and the transactions a second."""
    with psycopg.connect(server.database_url, autocommit=True) as connection:
        before, began = count(server, connection), time.monotonic()
        time.sleep(seconds)
        after, took = count(server, connection), time.monotonic() - began
    shares = {name: (after.spent[name] - used) / took for name, used in before.spent.items()}
    return shares, (after.commits - before.commits) / took


def show(shares: Mapping[str, float], transactions: float) -> None:
    """Prints the figures."""
    grid = Grid("process", "% of a core", title="an idle service")
    for name, share in sorted(shares.items()):
        grid.add_row(name, f"{share:.2%}")
    grid.add_section()
    grid.add_row("all together", f"{sum(shares.values()):.2%}")
    grid.add_row("transactions a second", f"{transactions:.1f}")
    OUT.print(grid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench idle", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds to measure (default 20)")
    given = parser.parse_args(arguments)
    with OUT.status("starting the service") as status, measured_server() as server:
        status.update("the first seconds")
        time.sleep(WARM_UP_S)
        status.update(f"nothing happens for {given.seconds:.0f} s")
        shares, transactions = measure(server, given.seconds)
    show(shares, transactions)


if __name__ == "__main__":
    main()
