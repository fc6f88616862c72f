"""A server with sockets, and a table."""

from collections.abc import Iterator

import pytest

from service.platform.settings import Settings
from tests.support.api import Api, User, started_table
from tests.support.play import play_commands
from tests.support.served import Served, served


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Served]:
    with served(settings, TOKEN_CACHE_S="0.2") as running:
        yield running


@pytest.fixture(scope="module")
def game(api: Api) -> tuple[str, list[User]]:
    table, players = started_table(api, hands=3)
    play_commands(table, players, commands=20)
    return table, players
