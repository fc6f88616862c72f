"""Limits on moving the clock of a sandbox: one request per sandbox, a few per account, and infrequent polling."""

import time
from typing import Any

import psycopg
import pytest

from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import User


def leased(settings: Settings, author: User, seconds: int) -> None:
    """Another request moves the clock of the author's sandbox and has this many seconds left."""
    sandbox = author.get("/v1/sandbox").json["id"]
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute(
            "UPDATE shengji.world SET advances_until = now() + make_interval(secs => %s) WHERE id = %s",
            [seconds, sandbox],
        )


def advanced(author: User, **members: Any) -> tuple[int, str | None]:
    answered = author.post("/v1/sandbox/advance", members or {"seconds": 60})
    return answered.status_code, answered.json.get("code")


def test_only_one_request_at_a_time_moves_the_clock_of_a_sandbox(owner: User, settings: Settings):
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    leased(settings, author, 20)

    refused = author.post("/v1/sandbox/advance", {"seconds": 60})

    assert (refused.status_code, refused.json["code"]) == (409, "sandbox_advancing")
    assert refused.headers["Retry-After"] == "2"
    assert refused.json["hint"]
    assert author.get("/v1/sandbox").json["now"] == "2027-03-20T12:00:00.000Z"
    assert advanced(owner.in_sandbox()) == (200, None)


def test_a_request_lost_with_its_process_blocks_the_clock_only_for_a_while(owner: User, settings: Settings):
    author = owner.in_sandbox()
    leased(settings, author, -1)

    assert advanced(author) == (200, None)


def test_the_next_request_can_move_the_clock_after_the_previous_one_ended_in_any_way(owner: User):
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")

    assert advanced(author) == (200, None)
    assert advanced(author, to="2027-03-20T11:00:00Z") == (422, "clock_goes_forward")
    assert advanced(author) == (200, None)


def test_an_account_can_move_only_a_few_clocks_at_a_time(owner: User, service: Service, settings: Settings):
    most = service.settings.sandbox_advances_per_account
    busy = [owner.in_sandbox() for _ in range(most)]
    author = owner.in_sandbox()
    for each in busy:
        leased(settings, each, 20)

    assert advanced(author) == (409, "sandbox_advancing")
    assert advanced(owner.api.sign_up("Grace").in_sandbox()) == (200, None)
    leased(settings, busy[0], -1)
    assert advanced(author) == (200, None)


@pytest.mark.slow
def test_a_request_that_waits_for_the_sandbox_polls_seldom(
    owner: User, service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    """Each poll queries the whole sandbox; polling fifty times a second used a quarter of a processor."""
    monkeypatch.setattr(service.sandboxes, "bounds", service.sandboxes.bounds._replace(rest_s=3.0))
    author = owner.in_sandbox(now="2027-03-20T12:00:00Z")
    author.open_table(expires_after_s=3600)
    looks = []
    read = service.database.read

    def counted(name: str, *arguments: Any, **more: Any) -> Any:
        looks.append(name)
        return read(name, *arguments, **more)

    monkeypatch.setattr(type(service.database), "read", lambda _, *arguments, **more: counted(*arguments, **more))
    began = time.monotonic()

    # No worker runs here, so due events do not happen.
    assert advanced(author, seconds=86400) == (202, None)

    assert time.monotonic() - began >= 3.0
    assert 3 <= looks.count("sandbox_unrest") <= 20
