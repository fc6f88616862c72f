"""The command `shengji background`, which `shengji run` uses."""

from pathlib import Path

import click

# Imported here, so that all processes that are forked share this memory.
from service.cli.metrics import metrics
from service.cli.schedule import schedule
from service.cli.work import work
from service.platform.runtime.preforked import Preforked
from service.processes import webhook_worker, worker

COMMANDS = {"metrics": metrics, "schedule": schedule, "work": work}
IMPORTED_FOR_WORK = (webhook_worker, worker)
"""The command `work` imports these modules when it runs."""


@click.command(hidden=True)
@click.argument("processes", nargs=-1, required=True, metavar="NAME=COMMAND...")
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path), required=True, help="Directory of the logs.")
def background(processes: tuple[str, ...], logs: Path) -> None:
    """Run commands of `shengji` as processes that are forked from this one.

    Each process has a name, and logs to the file NAME.log. It is started again when it ends.
    """
    commands = dict(each.split("=", 1) for each in processes)
    name = Preforked({name: logs / f"{name}.log" for name in commands}).run()
    if name is not None:
        command, *arguments = commands[name].split()
        COMMANDS[command].main(args=arguments, prog_name=f"shengji {command}")
