"""Measures what clients notice when a process is killed (SIGKILL).

Every process is killed in turn, while a client connects every 20 ms. The reference is the same without a kill.
"""

import argparse
import os
import signal
import time
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from tests.bench.measured_server import measured_server
from tests.support.outages import Notices, asking

OUT = Console()
NOBODY = "nobody"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench outages", description=__doc__)
    parser.add_argument("--api-processes", type=int, default=1, help="processes of the API (default 1)")
    parser.add_argument(
        "--seconds", type=float, default=12.0, help="seconds of measurement after each kill (default 12)"
    )
    given = parser.parse_args(arguments)
    with measured_server(given.api_processes) as server, asking(server.port) as client:
        noticed: dict[str, Notices] = {}
        for name in (NOBODY, *server.pids()):
            with OUT.status(f"killing {name}"):
                pid = server.pids().get(name)
                began = time.monotonic()
                if pid is not None:
                    os.kill(pid, signal.SIGKILL)
                time.sleep(given.seconds)
                noticed[name] = client.since(began)
    grid = Grid("killed", "refused, s", "broken, s", "not ready, s", "longest answer, s")
    for name, each in noticed.items():
        grid.add_row(name, *(f"{figure:.2f}" for figure in each))
    OUT.print(grid)


if __name__ == "__main__":
    main()
