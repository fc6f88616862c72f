"""Plays tables with concurrent commands, kills processes of every kind in turn, and checks the histories.

    python -m tests.histories
    python -m tests.histories --tables 2 --kills 8

All servers are new, in a temporary folder. The exit code is 1 if a check fails.
"""

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from tests.histories.killing import Outcome, Plan, UnderFire
from tests.support.running import all_running

OUT = Console()
ABOUT = {
    "tables": (int, "tables at once"),
    "kills": (int, "processes to kill"),
    "pause_s": (float, "mean seconds between two kills"),
    "seed": (int, "seed of the random generator"),
}
NEEDED = {"API_PROCESSES": "2", "WORKERS": "1", "BOT_GRACE_S": "1", "WEBHOOK_LOOPBACK": "true"}
UNLIMITED = {f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SIGN_UP")}


def main() -> int:
    """Plays tables while processes are killed, prints the outcome and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in Plan()._asdict().items():
        kind, about = ABOUT[name]
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=kind, default=default, help=f"{about}; default {default}"
        )
    plan = Plan(**vars(parser.parse_args()))
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with all_running(**NEEDED, **UNLIMITED) as supervisor, bar:
        task = bar.add_task("killed", total=plan.kills)
        outcome = UnderFire(
            supervisor,
            plan,
            lambda killed, played: bar.update(task, completed=killed, description=f"{played} tables, killed"),
        ).play()
    OUT.print(_grid(outcome))
    for fault in outcome.faults:
        OUT.print(fault, markup=False)
    return int(bool(outcome.faults))


def _grid(outcome: Outcome) -> Grid:
    grid = Grid("", "", title="Tables played while processes were killed")
    grid.add_row("tables played to their end", str(outcome.played))
    for name, number in outcome.kills.items():
        grid.add_row(f"killed: {name}", str(number))
    grid.add_row("commands acknowledged", str(outcome.acknowledged))
    grid.add_row("answers to repeated commands", str(outcome.copies))
    grid.add_row("reads checked", str(outcome.reads))
    grid.add_row("events in the feeds of accounts", str(outcome.account_events))
    grid.add_row("webhook messages", str(outcome.messages))
    for code, number in outcome.refused.items():
        grid.add_row(f"refused: {code}", str(number))
    grid.add_row("commands a second", f"{outcome.acknowledged / outcome.took_s:.1f}")
    grid.add_row("minutes", f"{outcome.took_s / 60:.1f}")
    grid.add_row("faults", str(len(outcome.faults)))
    return grid


if __name__ == "__main__":
    sys.exit(main())
