"""A process with rate limits, and the quota in its answers."""

import dataclasses
from collections.abc import Callable
from typing import Any

from werkzeug.test import TestResponse

from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User

PAUSE_S = 3600.0
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
REQUESTS: dict[str, tuple[str, Any, dict[str, str]]] = {
    "sign_up": ("/v1/players", {"name": "Ada"}, {}),
    "login": ("/oauth/device", b"user_code=BBBB-BBBB&decision=allow&login=ada&password=guessed", _FORM),
    "oauth": ("/oauth/token", b"grant_type=refresh_token", _FORM),
}
"""A request of each class that is counted exactly: its path, body and headers."""


class Process(Api):
    """The API of one process with its own limits."""

    def __init__(self, service: Service) -> None:
        super().__init__(create_app(service))
        self.counting = service.counting


Opened = Callable[..., Process]


def by(user: User, api: Api) -> User:
    """Returns the same player at another process."""
    return dataclasses.replace(user, api=api)


def left(answer: TestResponse) -> str:
    """Returns the remaining quota without the time."""
    return answer.headers["RateLimit"].partition(";t=")[0]
