"""Terminal functions for all commands: output, failures, progress bars, and the settings and parts of the service."""

from typing import IO, Any

import click
import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from domain.games.rulebooks import BOOKS
from service.platform.runtime.redis_version import OldRedis, refuse_old
from service.platform.settings import InvalidSetting, Settings, read_settings
from service.platform.store.checks import RestoredElsewhere, refuse_restored
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.vault import NoKey
from service.wiring import Service, wire

OUT = Console()
ERR = Console(stderr=True)

_COLOURS = {"H": "red", "D": "bright_red", "S": "white", "C": "green", "J": "yellow"}


def cards_text(cards: list[str]) -> Text:
    """Returns cards in the colours of their suits."""
    text = Text()
    for card in cards:
        text.append(card + " ", style=_COLOURS[card[-1]])
    return text


class Failed(click.ClickException):
    """The command has failed. The message says why and what to do."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the message to standard error."""
        del file
        complain(self.format_message())


def complain(text: str) -> None:
    """Prints an error to standard error."""
    ERR.print(text, style="red", markup=False, highlight=False, soft_wrap=True)


def settings_or_fail() -> Settings:
    """Returns the settings of this process. Raises `Failed` if they are invalid."""
    try:
        return read_settings()
    except InvalidSetting as error:
        raise Failed(str(error)) from error


def service_or_fail() -> Service:
    """Returns the parts of the service. Raises `Failed` if the settings are invalid or incomplete."""
    try:
        return wire(settings_or_fail())
    except InvalidSetting as error:
        raise Failed(str(error)) from error


def service_for_work() -> Service:
    """Returns the parts of the service for a process that uses the store. Raises `Failed` if it must not."""
    service = service_or_fail()
    try:
        service.vault.refuse_empty()
        refuse_restored(service.database)
        refuse_old(service.settings.redis_url)
    except (DatabaseUnavailable, NoKey, OldRedis, RestoredElsewhere) as error:
        service.close()
        raise Failed(str(error)) from error
    return service


def progress_bar() -> Progress:
    """Returns a progress bar on standard error. Standard output is for results."""
    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=ERR
    )


def read_option(text: str) -> tuple[str, object]:
    """Reads an option of the rules from NAME=VALUE. Values of choice options and values that are not JSON are words."""
    name, sign, value = text.partition("=")
    if not sign:
        raise Failed(f"write {text} as NAME=VALUE")
    option = next((book.option_by_name[name] for book in BOOKS.values() if name in book.option_by_name), None)
    if option is not None and option.kind == "choice":
        return name, None if value == "null" else value
    try:
        return name, orjson.loads(value)
    except orjson.JSONDecodeError:
        return name, value
