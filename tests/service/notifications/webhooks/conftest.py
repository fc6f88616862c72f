"""A server that delivers webhooks, their receiver, and a player who has one."""

from collections.abc import Iterator

import pytest

from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.sender import Sender
from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.receiver import (
    Hook,
    Receiver,
    for_development,
    hook,
    receiving,
)


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    """Development settings that allow webhooks to this machine."""
    return for_development(database_url, servers[1], 30.0)


@pytest.fixture(autouse=True)
def workshop(service: Service) -> None:
    WebhookContext.basics = service
    WebhookContext.sender = Sender(service.webhooks.guard, service.settings.webhook_timeout_s)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def player(api: Api) -> User:
    return api.sign_up()


@pytest.fixture
def mine(player: User, receiver: Receiver) -> Hook:
    """Creates a webhook for the receiver."""
    return hook(player, receiver.url)
