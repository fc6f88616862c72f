"""Rate limits while Redis is stopped, paused or restarted."""

import dataclasses
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from prometheus_client import REGISTRY

from service.platform.limits import LIMITS
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Rate, Settings
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.fixtures import wired
from tests.support.rate_limits import PAUSE_S, Opened, by, left


@contextmanager
def process(settings: Settings) -> Iterator[Service]:
    service = wired(settings)
    try:
        yield service
    finally:
        service.close()


def uncounted() -> float:
    return REGISTRY.get_sample_value("shengji_rate_limits_unavailable_total") or 0.0


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "service.platform.counting" and record.levelno == logging.WARNING
    ]


def test_play_continues_while_redis_is_down_and_limits_return_with_it(
    opened: Opened, emptied: EmbeddedRedis, api: Api, caplog: pytest.LogCaptureFixture
):
    table, players = started_table(api)
    limited = opened(read=Rate("1/minute"), command=Rate("1/minute"))
    here = [by(each, limited) for each in players]
    assert [here[0].get(f"/v1/tables/{table}").status_code for _ in range(2)] == [200, 429]
    before = uncounted()

    emptied.stop()
    looked = [here[0].get(f"/v1/tables/{table}") for _ in range(5)]
    said = [each.command(table, "set_entropy", entropy=f"{turn}") for turn in range(3) for each in here]

    assert {each.status_code for each in (*looked, *said)} == {200}
    assert not any("RateLimit" in each.headers for each in (*looked, *said))
    assert here[0].view(table)["version"] == said[-1].json["version"]
    assert uncounted() == before + len(looked) + len(said) + 1
    limited.counting._ask_again_at -= PAUSE_S  # as if the pause were over
    assert "RateLimit" not in here[0].get(f"/v1/tables/{table}").headers
    assert len(warnings(caplog)) == 1

    emptied.start()
    assert "RateLimit" not in here[0].get(f"/v1/tables/{table}").headers
    limited.counting._ask_again_at -= PAUSE_S  # as if the pause were over
    # Earlier counts are in the dump of this Redis.
    assert here[0].get(f"/v1/tables/{table}").status_code == 429
    assert left(here[1].get(f"/v1/tables/{table}")) == '"read";r=0'
    assert len(warnings(caplog)) == 1


def test_account_limits_are_counted_per_process_while_redis_is_down(opened: Opened, emptied: EmbeddedRedis, user: User):
    limited = opened(sign_up=Rate("2/hour"), login=Rate("2/minute"), oauth=Rate("2/minute"), read=Rate("1/minute"))
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    asked: list[tuple[str, Any, dict[str, str]]] = [
        ("/v1/players", {"name": "Ada"}, {}),
        ("/oauth/device", b"user_code=BBBB-BBBB&decision=allow&login=ada&password=guessed", form),
        ("/oauth/token", b"grant_type=refresh_token", form),
    ]
    emptied.stop()
    for path, body, headers in asked:
        answers = [limited.call("POST", path, body, headers=headers) for _ in range(3)]
        assert [each.status_code == 429 for each in answers] == [False, False, True], path
        assert 1 <= int(answers[2].headers["Retry-After"]) <= 3600
        assert left(answers[1]).endswith(";r=0")
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
    assert limited.call("POST", "/v1/players", {"name": "Ada"}, **elsewhere).status_code == 201
    assert {by(user, limited).get("/v1/tables").status_code for _ in range(3)} == {200}


def test_a_hanging_redis_is_asked_once_and_then_skipped_for_a_while(
    opened: Opened,
    emptied: EmbeddedRedis,
    user: User,
    caplog: pytest.LogCaptureFixture,
):
    limited = opened(LIMITS.redis_s, read=Rate("1/minute"))
    here = by(user, limited)
    here.get("/v1/tables")
    pid = emptied.pid
    assert pid is not None
    assert limited.counting._redis.connection_pool.connection_kwargs["socket_timeout"] == LIMITS.redis_s <= 1
    os.kill(pid, signal.SIGSTOP)
    try:
        assert here.get("/v1/tables").status_code == 200
        pause_ends_at = limited.counting._ask_again_at
        assert {here.get("/v1/tables").status_code for _ in range(20)} == {200}
    finally:
        os.kill(pid, signal.SIGCONT)
    # No other request was sent, or the pause would have restarted.
    assert limited.counting._ask_again_at == pause_ends_at
    assert here.get("/v1/tables").status_code == 200
    limited.counting._ask_again_at -= PAUSE_S
    assert here.get("/v1/tables").status_code == 429
    assert len(warnings(caplog)) == 1


def test_after_a_pause_one_request_tests_redis_for_all_others(opened: Opened):
    counting = opened(read=Rate("1/minute")).counting
    counting._note_unavailable(redis.ConnectionError("it is away"))
    assert not counting._may_ask()
    counting._ask_again_at -= PAUSE_S
    assert [counting._may_ask() for _ in range(3)] == [True, False, False]


def test_a_redis_restart_between_two_requests_is_not_noticed(opened: Opened, emptied: EmbeddedRedis, user: User):
    here = by(user, opened(read=Rate("2/minute")))
    assert left(here.get("/v1/tables")) == '"read";r=1'
    with redis.Redis.from_url(emptied.url) as client:
        client.flushall()
        client.script_flush()
    emptied.stop()
    emptied.start()
    assert left(here.get("/v1/tables")) == '"read";r=1'


@pytest.mark.slow
def test_the_rules_are_available_with_a_token_while_the_database_is_down(
    settings: Settings, emptied: EmbeddedRedis, user: User
):
    away = "postgresql://nobody@127.0.0.1:1/nothing"
    limits = {"rate_limit_lab": Rate("1/minute")}
    with process(dataclasses.replace(settings, database_url=away, redis_url=emptied.url, **limits)) as service:
        service.database._pool.timeout = 0.5  # it never arrives
        here = by(user, Api(create_app(service)))
        answers = [here.post("/v1/rules/score", {"input": {"opponent_points": 5}}) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 429]
        assert here.get("/v1/tables").status_code == 503
