"""Tests a rolling upgrade under load, from an older release to a newer one, with a rollback in between.

    python -m tests.upgrade --from REVISION
    python -m tests.upgrade

With --from, the older release is a revision of the Git history, unpacked into a temporary folder, and the newer one is
the present tree. Without it, the older release is the present tree. The newer one is a copy of it with one of each kind
of change that a release may contain. Nothing is installed, and all servers are new. The exit code is 1 if a check
fails.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from service.clients.python.shengji_client import ClientError
from tests.upgrade.fleet import empty_servers
from tests.upgrade.releases import NoSuchRelease, Release, following, of_history, present
from tests.upgrade.rolling import STEPS, Outcome, Plan, Rolling

OUT = Console()
ABOUT = {
    "tables": "tables at once",
    "commands": "commands in each step",
    "seed": "seed of the random generator",
}


def main() -> int:
    """Runs the upgrade under load, prints the outcome and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="revision", metavar="REVISION", help="Git revision of the older release")
    for name, default in Plan()._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{ABOUT[name]}; default {default}")
    given = vars(parser.parse_args())
    revision = given.pop("revision")
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with empty_servers() as servers:
        folder = servers.folder / "tree"
        folder.mkdir()
        try:
            older, newer = _releases(revision, folder)
        except NoSuchRelease as error:
            parser.error(str(error))
        with bar:
            task = bar.add_task("starting", total=len(STEPS))
            rolling = Rolling(
                servers,
                older,
                newer,
                Plan(**given),
                lambda step, commands: bar.update(
                    task, completed=STEPS.index(step), description=f"{commands} commands, {step}"
                ),
            )
            try:
                outcome = rolling.play()
            except (AssertionError, ClientError) as error:
                OUT.print(f"the upgrade failed: {error}", markup=False)
                OUT.print(_answers(Grid("", "", title="Answers before the failure"), rolling.doors.answers))
                return 1
    OUT.print(_grid(older, newer, outcome))
    for fault in outcome.faults:
        OUT.print(fault, markup=False)
    return int(bool(outcome.faults))


def _releases(revision: str | None, folder: Path) -> tuple[Release, Release]:
    """Returns the older and the newer release."""
    return (present(), following(folder)) if revision is None else (of_history(revision, folder), present())


def _grid(older: Release, newer: Release, outcome: Outcome) -> Grid:
    grid = Grid("", "", title=f"From {older.name} to {newer.name}")
    grid.add_row("tables played to their end", str(outcome.played))
    grid.add_row("commands acknowledged", str(outcome.acknowledged))
    grid.add_row(f"acknowledged by {older.name} after the rollback", str(outcome.back))
    grid.add_row("answers to repeated commands", str(outcome.copies))
    grid.add_row("reads checked", str(outcome.reads))
    for code, number in outcome.refused.items():
        grid.add_row(f"refused: {code}", str(number))
    _answers(grid, outcome.answers)
    grid.add_row("commands a second", f"{outcome.acknowledged / outcome.took_s:.1f}")
    grid.add_row("minutes", f"{outcome.took_s / 60:.1f}")
    grid.add_row("faults", str(len(outcome.faults)))
    return grid


def _answers(grid: Grid, answers: Counter[tuple[str, str]]) -> Grid:
    for (release, said), number in sorted(answers.items()):
        grid.add_row(f"answers of {release}: {said}", str(number))
    return grid


if __name__ == "__main__":
    sys.exit(main())
