"""Plays a full season of correspondence games, once with and once without standing orders.

    python -m tests.season
    python -m tests.season --people 24 --tables 8 --days 10

All servers are new, in a temporary folder. Prints the figures. The exit code is 1 if a check fails.
"""

import argparse
import sys
import time
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from service.processes.supervisor import Supervisor
from tests.season.ledger import Figures
from tests.season.season import Plan, Season
from tests.season.verdict import verdict
from tests.support.running import all_running

OUT = Console()
UNLIMITED = {f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SANDBOX")}
WORKERS = "2"


class Played(NamedTuple):
    """The figures, the faults and the duration, in seconds, of a season."""

    figures: Figures
    faults: list[str]
    took_s: float


def play(supervisor: Supervisor, plan: Plan) -> Played:
    """Plays a season with a progress bar, and returns its outcome."""
    began = time.monotonic()
    season = Season(supervisor.address, plan)
    name = "with orders" if plan.with_orders else "without orders"
    with Progress(console=OUT, transient=True) as progress:
        task = progress.add_task(f"{name}: {plan.people} people, {plan.tables} tables, {plan.days} days")
        season.play(lambda done, of: progress.update(task, completed=done, total=of))
    faults, figures = verdict(supervisor, season)
    return Played(figures, faults, time.monotonic() - began)


def show(played: dict[str, Played]) -> None:
    """Prints the figures of all seasons side by side."""
    grid = Grid("", *played, title="A season")
    rows = {
        "hands played out": lambda each: str(each.figures.hands),
        "decisions": lambda each: f"{each.figures.answers.total():,}",
        "decisions of players": lambda each: f"{each.figures.answers['players']:,}",
        "decisions of orders": lambda each: f"{each.figures.answers['orders']:,}",
        "forced plays": lambda each: f"{each.figures.answers['forced']:,}",
        "share of orders and forced plays": lambda each: f"{each.figures.share_by_orders:.1%}",
        "median days a hand": lambda each: f"{each.figures.median_days:.2f}",
        "turns missed": lambda each: f"{each.figures.answers['missed']:,}",
        "moves of stand-ins": lambda each: f"{each.figures.answers['stand_ins']:,}",
        "hands of seats with a stand-in": lambda each: f"{each.figures.hands_by_stand_ins} of {each.figures.seats}",
        "ends": lambda each: ", ".join(f"{count} {end}" for end, count in sorted(each.figures.ends.items())),
        "faults": lambda each: str(len(each.faults)),
        "minutes": lambda each: f"{each.took_s / 60:.1f}",
    }
    for name, cell in rows.items():
        grid.add_row(name, *map(cell, played.values()))
    OUT.print(grid)


def main() -> int:
    """Plays both seasons and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=200, help="players; default 200")
    parser.add_argument("--tables", type=int, default=60, help="tables; default 60")
    parser.add_argument("--days", type=int, default=30, help="days of the season; default 30")
    parser.add_argument("--seed", default="season", help="seed of people, seats and cards; default season")
    given = parser.parse_args()
    played = {}
    for name, with_orders in (("with orders", True), ("without orders", False)):
        with all_running(WORKERS=WORKERS, **UNLIMITED) as supervisor:
            plan = Plan(given.people, given.tables, given.days, given.seed, with_orders)
            played[name] = play(supervisor, plan)
    show(played)
    for name, each in played.items():
        for fault in each.faults:
            OUT.print(f"{name}: {fault}", markup=False)
    return int(any(each.faults for each in played.values()))


if __name__ == "__main__":
    sys.exit(main())
