"""A service with all its outputs, under settings that make them repeatable."""

import dataclasses
from collections.abc import Iterator

import pytest

from service.platform.limits import Limits
from service.platform.settings import Settings
from service.platform.store.database import Database
from service.wiring import Service
from tests.support import shengji_moments
from tests.support.api import Api
from tests.support.fixtures import PATIENT
from tests.support.frozen_database import heed_frozen_time
from tests.support.outlets import Outlets, opened_outlets
from tests.support.post import PostOffice, with_mail


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str], offices: tuple[PostOffice, int]) -> Iterator[Settings]:
    """Settings with mails, local webhooks and logging of every request."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_configure", heed_frozen_time())
        given = with_mail(database_url, servers[1], offices[1], webhook_loopback=True)
        yield dataclasses.replace(given, log_requests=True)


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Limits with which streams send heartbeats soon, and always ask for the same delay."""
    return dataclasses.replace(PATIENT, heartbeat_s=0.05, reconnect_ms=(500, 500))


@pytest.fixture(scope="module")
def ways(api: Api, service: Service, database_url: str, offices: tuple[PostOffice, int]) -> Iterator[Outlets]:
    opening = shengji_moments.moment_of("declaring", None, "opening").events[:5]
    with opened_outlets(api, service, database_url, opening, offices[0]) as opened:
        yield opened
