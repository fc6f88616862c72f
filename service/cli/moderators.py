"""The commands `moderators add`, `remove` and `list`, with which operators choose the moderators."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.table import Table as Grid

from domain.kernel.players import PlayerId
from service.accounts.handlers import NoSuchPlayer
from service.cli.failures import Failed
from service.cli.parts import service_or_fail
from service.cli.terminal import OUT
from service.platform.store.database import DatabaseUnavailable
from service.wiring import Service


@contextmanager
def _service() -> Iterator[Service]:
    """Yields the parts of the service. Turns database errors into a failure of the command."""
    service = service_or_fail()
    try:
        yield service
    except DatabaseUnavailable as error:
        raise Failed(str(error).strip()) from error
    finally:
        service.close()


@click.group()
def moderators() -> None:
    """Appoint the moderators who deal with reports. Needs DATABASE_URL and REDIS_URL."""


@moderators.command("add")
@click.argument("player")
def add_moderator(player: str) -> None:
    """Make the player with this id a moderator, and print a token for it. The token is shown only once."""
    with _service() as service:
        try:
            _, secret = service.moderation.appoint(PlayerId(player))
        except NoSuchPlayer as error:
            raise Failed(f"{player} cannot be a moderator; give the id of a player, ply_…") from error
    OUT.print(secret, highlight=False, soft_wrap=True)


@moderators.command("remove")
@click.argument("player")
def remove_moderator(player: str) -> None:
    """Remove a moderator. Their tokens lose the scope within seconds."""
    with _service() as service:
        try:
            service.moderation.dismiss(PlayerId(player))
        except NoSuchPlayer as error:
            raise Failed(f"{player} is not a moderator; `shengji moderators list` lists them") from error
    OUT.print(f"{player} is no longer a moderator", highlight=False)


@moderators.command("list")
def list_moderators() -> None:
    """List the moderators, and since when they are."""
    grid = Grid("player", "name", "since")
    with _service() as service:
        for player, name, since in service.moderation.moderators():
            grid.add_row(player, name, f"{since:%Y-%m-%d %H:%M}")
    OUT.print(grid)
