"""A table that is played, and one whose match is over."""

import pytest

from tests.support.api import Api, User, started_table
from tests.support.play import play_commands


@pytest.fixture
def game(api: Api) -> tuple[str, list[User]]:
    return started_table(api)


@pytest.fixture
def over(api: Api) -> tuple[str, list[User]]:
    """Returns a table whose match is over."""
    table, players = started_table(api, hands=1)
    play_commands(table, players, 200)
    assert players[0].view(table)["status"] == "finished"
    return table, players
