"""The command `shengji`: runs the service or one of its processes, and contains the tools for database and rules."""

from importlib import import_module

import click

from service.platform.version import VERSION

MODULES = {
    "run": "run",
    "prepare": "prepare",
    "background": "background",
    "demo_table": "demo_table",
    "demo": "demo",
    "serve": "serve",
    "work": "work",
    "schedule": "schedule",
    "metrics": "metrics",
    "db": "database",
    "projections": "database",
    "moderators": "moderators",
    "rules": "rules",
    "verify": "verify",
    "analyse": "analyse",
    "rate-bots": "rate_bots",
    "rehearse": "rehearse",
    "simulate": "simulate",
    "bench": "bench",
    "contract": "contract",
    "documents": "documents",
    "settings": "settings",
}
"""For each command its module beside this one. The command is an attribute of its name there, with underscores."""


def command_named(name: str) -> click.Command | None:
    """Imports and returns a command. Returns `None` if there is none of this name."""
    if name not in MODULES:
        return None
    command: click.Command = getattr(import_module(f"service.cli.{MODULES[name]}"), name.replace("-", "_"))
    return command


class Commands(click.Group):
    """All commands. A module is imported when its command is used, so that a process imports only what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all commands, in alphabetical order."""
        del ctx
        return sorted(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns a command, or `None` if there is none of this name."""
        del ctx
        return command_named(cmd_name)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(VERSION, "-V", "--version", prog_name="shengji")
def main() -> None:
    """A server for the Sheng Ji family of card games.

    Settings come from the environment; `shengji settings` lists them.
    """
