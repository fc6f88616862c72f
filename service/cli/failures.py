"""The failures of all commands, and how they are shown. Processes import this too, so it needs no terminal library."""

import os
from typing import IO, Any

import click

from service.platform.settings import InvalidSetting, Settings, read_settings


class Failed(click.ClickException):
    """The command has failed. The message says why and what to do."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the message to standard error."""
        del file
        complain(self.format_message())


def complain(text: str) -> None:
    """Prints an error to standard error."""
    click.secho(text, fg=None if os.environ.get("NO_COLOR") else "red", err=True)


def settings_or_fail() -> Settings:
    """Returns the settings of this process. Raises `Failed` if they are invalid."""
    try:
        return read_settings()
    except InvalidSetting as error:
        raise Failed(str(error)) from error
