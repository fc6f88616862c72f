"""Processes that count requests in a Redis of their own."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from service.platform.limits import LIMITS
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.fixtures import PATIENT, directory_for_servers, wired
from tests.support.rate_limits import PAUSE_S, Opened, Process


@pytest.fixture(scope="module")
def own_redis() -> Iterator[EmbeddedRedis]:
    """A Redis for this module, because it is stopped and emptied."""
    with directory_for_servers() as directory:
        server = EmbeddedRedis(directory)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def emptied(own_redis: EmbeddedRedis) -> EmbeddedRedis:
    with redis.Redis.from_url(own_redis.start()) as client:
        client.flushall()
    return own_redis


@pytest.fixture
def opened(settings: Settings, emptied: EmbeddedRedis) -> Iterator[Opened]:
    """Makes the API of a process with these limits: names of policies with their rates.

    Longer timeouts and pauses let the tests pass on a machine that hangs for a while.
    """
    services: list[Service] = []

    def open_api(redis_s: float = 60.0, counts_merge_s: float = LIMITS.counts_merge_s, **limits: Any) -> Process:
        patient = dataclasses.replace(PATIENT, redis_s=redis_s, redis_pause_s=PAUSE_S, counts_merge_s=counts_merge_s)
        more = {f"rate_limit_{name}" if name != "proxies" else name: value for name, value in limits.items()}
        services.append(wired(dataclasses.replace(settings, redis_url=emptied.url, **more), limits=patient))
        return Process(services[-1])

    yield open_api
    for service in services:
        service.close()


@pytest.fixture
def user(api: Api) -> User:
    """Returns a player created without limits."""
    return api.sign_up()
