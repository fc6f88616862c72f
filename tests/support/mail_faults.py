"""Time limits, the port and an invitation for the tests of faults of mail."""

from service.wiring import Service
from tests.support.api import Api, User
from tests.support.post import (
    follow,
)

# The limits are long, because the machine may hang. Only tests of a limit have short ones.
TIMEOUT_S = 30.0
PATIENCE_S = 60.0
PORT: list[int] = []


def invite(api: Api, service: Service, user: User) -> None:
    host = api.sign_up()
    host.command(host.open_table(), "challenge_player", player=user.id)
    follow(service)
