"""The command `shengji settings`."""

import click
from rich.table import Column
from rich.table import Table as Grid

from service.cli.failures import settings_or_fail
from service.cli.terminal import OUT
from service.platform.settings import about_settings


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
