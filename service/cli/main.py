"""The command `shengji`: runs the service or one of its processes, and contains the tools for database and rules."""

import click
from rich.table import Column
from rich.table import Table as Grid

from service.cli.bench import bench
from service.cli.contract import contract
from service.cli.database import db, projections
from service.cli.demo import demo
from service.cli.moderators import moderators
from service.cli.processes import metrics, schedule, serve, work
from service.cli.rules import rules
from service.cli.run import run
from service.cli.simulate import simulate
from service.cli.terminal import OUT, settings_or_fail
from service.cli.verify import verify
from service.platform.settings import about_settings
from service.platform.version import VERSION


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(VERSION, "-V", "--version", prog_name="shengji")
def main() -> None:
    """A server for the Sheng Ji family of card games.

    Settings come from the environment; `shengji settings` lists them.
    """


@click.command()
def settings() -> None:
    """List the settings: variable, current value, default, meaning."""
    now = settings_or_fail()
    # Variables must not wrap, because users copy their names.
    grid = Grid(Column("variable", no_wrap=True), "now", "default", "meaning")
    for name, (meaning, default) in about_settings().items():
        value = getattr(now, name.lower())
        # The URL of a server may contain a password.
        shown = "(set)" if name.endswith("_URL") and value else str(value)
        grid.add_row(name, shown, str(default), meaning)
    OUT.print(grid)


for command in (
    run,
    demo,
    serve,
    work,
    schedule,
    metrics,
    db,
    projections,
    moderators,
    rules,
    verify,
    simulate,
    bench,
    contract,
    settings,
):
    main.add_command(command)
