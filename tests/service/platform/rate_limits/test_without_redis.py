"""Rate limits while Redis is stopped, paused or restarted."""

import dataclasses
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

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
from tests.support.rate_limits import PAUSE_S, REQUESTS, Opened, Process, by, left
from tests.support.waiting import until


@contextmanager
def process(settings: Settings) -> Iterator[Service]:
    service = wired(settings)
    try:
        yield service
    finally:
        service.close()


def signed_up(limited: Process) -> str:
    """Signs a player up. Returns the remaining quota."""
    made = limited.call("POST", "/v1/players", {"name": "Ada"})
    assert made.status_code == 201
    return left(made)


def failures() -> float:
    return REGISTRY.get_sample_value("shengji_rate_limits_unavailable_total") or 0.0


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "service.platform.counting" and record.levelno == logging.WARNING
    ]


def test_each_process_counts_on_its_own_while_redis_is_down(
    opened: Opened, emptied: EmbeddedRedis, api: Api, caplog: pytest.LogCaptureFixture
):
    table, [player, *_] = started_table(api)
    emptied.stop()
    before = failures()
    processes = [opened(read=Rate("2/hour"), command=Rate("2/hour"), counts_merge_s=0.01) for _ in range(2)]
    for process_ in processes:
        here = by(player, process_)
        assert [here.get(f"/v1/tables/{table}").status_code for _ in range(3)] == [200, 200, 429]
        said = [here.command(table, "set_entropy", entropy=f"{turn}") for turn in range(3)]
        assert [each.status_code for each in said] == [200, 200, 429]
        assert left(said[0]) == '"command";r=1'
    until(lambda: failures() > before, "failed merge")
    until(lambda: len(warnings(caplog)) == len(processes), "one warning of each process")


def test_requests_counted_without_redis_are_merged_when_it_returns(opened: Opened, emptied: EmbeddedRedis, user: User):
    limited, other = (opened(read=Rate("40/hour"), counts_merge_s=0.01) for _ in range(2))
    here, there = by(user, limited), by(user, other)
    emptied.stop()
    before = failures()
    assert {here.get("/v1/tables").status_code for _ in range(40)} == {200}
    until(lambda: failures() > before, "failed merge")

    emptied.start()
    limited.counting._ask_again_at -= PAUSE_S  # as if the pause were over
    sent = count()
    until(lambda: next(sent) < 40 and there.get("/v1/tables").status_code == 429, "refusal in the other process")


def test_account_limits_are_counted_per_process_while_redis_is_down(opened: Opened, emptied: EmbeddedRedis):
    limited = opened(sign_up=Rate("2/hour"), login=Rate("2/hour"), oauth=Rate("2/hour"))
    emptied.stop()
    for path, body, headers in REQUESTS.values():
        answers = [limited.call("POST", path, body, headers=headers) for _ in range(3)]
        assert [each.status_code == 429 for each in answers] == [False, False, True], path
        assert 1 <= int(answers[2].headers["Retry-After"]) <= 3600
        assert left(answers[1]).endswith(";r=0")
    elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
    assert limited.call("POST", "/v1/players", {"name": "Ada"}, **elsewhere).status_code == 201


def test_a_hanging_redis_is_asked_once_and_then_skipped_for_a_while(
    opened: Opened, emptied: EmbeddedRedis, caplog: pytest.LogCaptureFixture
):
    limited = opened(LIMITS.redis_s, counts_merge_s=3600.0, sign_up=Rate("25/hour"))
    pid = emptied.pid
    assert pid is not None
    assert limited.counting._redis.connection_pool.connection_kwargs["socket_timeout"] == LIMITS.redis_s <= 1
    os.kill(pid, signal.SIGSTOP)
    try:
        assert signed_up(limited) == '"sign_up";r=24'
        pause_ends_at = limited.counting._ask_again_at
        assert [signed_up(limited) for _ in range(20)] == [f'"sign_up";r={23 - each}' for each in range(20)]
    finally:
        os.kill(pid, signal.SIGCONT)
    # No other request was sent, or the pause would have restarted.
    assert limited.counting._ask_again_at == pause_ends_at
    assert signed_up(limited) == '"sign_up";r=3'
    with redis.Redis.from_url(emptied.url) as client:
        client.flushall()
    limited.counting._ask_again_at -= PAUSE_S
    assert signed_up(limited) == '"sign_up";r=24'
    assert len(warnings(caplog)) == 1


def test_after_a_pause_one_request_tests_redis_for_all_others(opened: Opened):
    counting = opened(read=Rate("1/minute")).counting
    counting._note_unavailable(redis.ConnectionError("it is away"))
    assert not counting._may_ask()
    counting._ask_again_at -= PAUSE_S
    assert [counting._may_ask() for _ in range(3)] == [True, False, False]


def test_a_redis_restart_between_two_requests_is_not_noticed(opened: Opened, emptied: EmbeddedRedis):
    limited = opened(sign_up=Rate("3/minute"))
    assert signed_up(limited) == '"sign_up";r=2'
    with redis.Redis.from_url(emptied.url) as client:
        client.flushall()
        client.script_flush()
    emptied.stop()
    emptied.start()
    assert signed_up(limited) == '"sign_up";r=2'


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
