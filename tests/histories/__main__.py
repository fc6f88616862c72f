"""Tables under fire: players with several commands at once, and a kill of every kind of process in turn.

    python -m tests.histories
    python -m tests.histories --tables 2 --kills 8

Everything is started anew in a folder of its own. What has to hold is held (exit code 1 when it does not).
"""

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from tests.histories.fire import Outcome, Plan, UnderFire
from tests.support.running import all_running

OUT = Console()
ABOUT = {
    "tables": (int, "tables at once"),
    "kills": (int, "processes that are killed"),
    "pause_s": (float, "seconds between two kills, on the average"),
    "seed": (int, "what chance begins with"),
}
NEEDED = {"API_PROCESSES": "2", "WORKERS": "1", "BOT_GRACE_S": "1", "WEBHOOK_LOOPBACK": "true"}
UNLIMITED = {f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SIGN_UP")}


def main() -> int:
    """Plays under fire, prints what came of it, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in Plan()._asdict().items():
        kind, about = ABOUT[name]
        parser.add_argument(f"--{name.replace('_', '-')}", type=kind, default=usual, help=f"{about}; {usual} else")
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
    grid = Grid("", "", title="Under fire")
    grid.add_row("tables played to their end", str(outcome.played))
    for name, number in outcome.kills.items():
        grid.add_row(f"killed: {name}", str(number))
    grid.add_row("commands acknowledged", str(outcome.acknowledged))
    grid.add_row("further answers to the same commands", str(outcome.copies))
    grid.add_row("looks held against what was known", str(outcome.looks))
    grid.add_row("events in the feeds of accounts", str(outcome.told))
    grid.add_row("messages of webhooks", str(outcome.messages))
    for code, number in outcome.refused.items():
        grid.add_row(f"refused: {code}", str(number))
    grid.add_row("commands a second", f"{outcome.acknowledged / outcome.took_s:.1f}")
    grid.add_row("minutes it took", f"{outcome.took_s / 60:.1f}")
    grid.add_row("faults", str(len(outcome.faults)))
    return grid


if __name__ == "__main__":
    sys.exit(main())
