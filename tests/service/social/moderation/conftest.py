"""A moderator, and a message that insults a player."""

import pytest

from tests.support.api import Api, Json, User, started_table
from tests.support.chat_messages import new_moderator, say
from tests.support.moderating import message, report


@pytest.fixture(scope="module")
def moderator(api: Api, service) -> User:
    return new_moderator(api, service)


@pytest.fixture
def insult(api: Api) -> tuple[str, User, User, Json]:
    """Returns a table, the author of a message, the reporter and the report."""
    table, players = started_table(api)
    say(players[0], table, "you donkey")
    made = report(players[1], message=message(table, 1))
    assert made.status_code == 201
    return table, players[0], players[1], made.json
