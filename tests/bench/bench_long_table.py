"""Measures the latency of a command at a table with thousands of commands, and at a new table.

The old table is first played until 250 commands are left. Then both tables take turns, command by command, so that
other load on the machine affects both alike. The last rows are ratios. Equal costs give values near 1.
"""

import argparse
import statistics
from collections.abc import Sequence

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from tests.bench.http_player import TablePlay
from tests.bench.measured_server import MeasuredServer, measured_server

OUT = Console()
WINDOW = 250


def table_of_age(server: MeasuredServer, age: int) -> tuple[TablePlay, list[float]]:
    """Plays a table to `age` commands. Returns it and the seconds that each command took.

    If the match ends earlier, a new table is played.
    """
    table = TablePlay(server.addresses)
    took = []
    for _ in track(range(age), description=f"{age} commands", console=OUT, transient=True):
        if table.over:
            return table_of_age(server, age)
        took.append(table.step().took)
    return table, took


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench long_table", description=__doc__)
    parser.add_argument("--commands", type=int, default=2000, help="commands of the old table (default 2000)")
    given = parser.parse_args(arguments)
    last: list[float] = []
    fresh: list[float] = []
    with measured_server() as server:
        # The first table of a server takes longer, because of work that is done only once.
        table_of_age(server, WINDOW)
        old, took = table_of_age(server, given.commands - WINDOW)
        new, _ = table_of_age(server, 0)
        for _ in track(range(WINDOW), description="both in turns", console=OUT, transient=True):
            if old.over or new.over:
                OUT.print(f"a match ended after {len(last)} of the last {WINDOW} commands")
                break
            last.append(old.step().took)
            fresh.append(new.step().took)
    first = took[:WINDOW]
    grid = Grid("latency of a command, ms", "median", "mean", title=f"a table of {given.commands} commands")
    rows = {
        f"its first {WINDOW}": first,
        f"its last {WINDOW}": last,
        f"a new table's first {WINDOW}, in turns with its last": fresh,
    }
    for name, latencies in rows.items():
        grid.add_row(name, f"{statistics.median(latencies) * 1000:.3f}", f"{statistics.fmean(latencies) * 1000:.3f}")
    for name, others in (("last : first", first), ("last : new", fresh)):
        medians, means = (figure(last) / figure(others) for figure in (statistics.median, statistics.fmean))
        grid.add_row(name, f"{medians:.3f}", f"{means:.3f}")
    OUT.print(grid)


if __name__ == "__main__":
    main()
