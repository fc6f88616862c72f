"""Ids of things of a player, for requests."""

import pytest

from service.accounts.handlers import MODERATION, SCOPES
from tests.support.api import Api, User, started_table


@pytest.fixture(scope="module")
def seated(api: Api, service) -> tuple[str, User]:
    """A table that is played, and somebody who sits at it and is a moderator."""
    table, players = started_table(api)
    user = players[0]
    service.moderation.appoint(user.id)
    _, user.token = service.accounts.make_token(user.id, "everything", [*SCOPES, MODERATION], None)
    return table, user
