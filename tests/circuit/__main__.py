"""Plays a circuit of tournaments at full size, with outages: weekly nights, a Swiss, a league and duplicate boards.

    python -m tests.circuit
    python -m tests.circuit --nights 2 --players 8 --pairs 8 --rounds 3

All servers are new, in a temporary folder. The exit code is 1 if a check fails.
"""

import argparse
import sys
import time

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from tests.circuit.circuit import Circuit, Plan
from tests.circuit.recomputed import verdict
from tests.support.running import all_running

OUT = Console()
UNLIMITED = {f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SANDBOX")}
ABOUT = {
    "nights": "weekly nights",
    "players": "players of a night",
    "night_rounds": "rounds of a night",
    "pairs": "pairs of the Swiss",
    "rounds": "rounds of the Swiss",
    "divisions": "divisions of the league",
    "division_pairs": "pairs of a division",
    "seasons": "seasons of the league",
    "boards": "duplicate boards, two a round",
    "duplicate_pairs": "pairs of the duplicate event",
    "bad_players": "players of the bad night",
    "bad_pairs": "pairs of the bad Swiss",
    "bad_rounds": "rounds of the bad evenings, or 0 for no bad evenings",
}


def main() -> int:
    """Plays the circuit and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in Plan()._asdict().items():
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=int, default=default, help=f"{ABOUT[name]}; default {default}")
    plan = Plan(**vars(parser.parse_args()))
    began = time.monotonic()
    with all_running(WORKERS="2", **UNLIMITED) as supervisor, Progress(console=OUT, transient=True) as progress:
        task = progress.add_task("creating the players", total=None)
        circuit = Circuit(supervisor, plan, lambda what: progress.update(task, description=what))
        circuit.play()
        progress.update(task, description="checking all results")
        faults = verdict(supervisor, circuit)
    grid = Grid("", "", title="A circuit")
    for name, figure in plan._asdict().items():
        grid.add_row(ABOUT[name], str(figure))
    grid.add_row("tables played", str(circuit.tables))
    grid.add_row("outages", str(circuit.outages))
    grid.add_row("faults", str(len(faults)))
    grid.add_row("minutes", f"{(time.monotonic() - began) / 60:.1f}")
    OUT.print(grid)
    for fault in faults:
        OUT.print(fault, markup=False)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
