"""Retries of the client: what it repeats, what it never repeats, and its errors."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from service.clients.python.shengji_client import (
    CONTRACT,
    VERSION,
    ApiProblem,
    AsyncClient,
    Client,
    Patience,
    Unreachable,
)
from service.clients.python.shengji_client.exchange import Request
from service.clients.python.shengji_client.transport import Transport
from tests.client.shells import Connect, connect
from tests.support.misbehaving import HANGS_UP, Misbehaving, answer, problem, silence_after

__all__ = ["connect"]

SHORT = Patience(retries=3, first_pause_s=0.001, longest_pause_s=0.01, answer_s=10.0)
TABLE = "tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT"
DONE = {"table": TABLE, "version": 3, "events": [{"version": 3}]}
Made = Callable[..., Any]
TEMPORARY = {status: problem(status, "passing") for status in (429, 502, 503, 504)}


@pytest.fixture
def client(connect: Connect) -> Made:
    """Makes a client of a server, which repeats requests without long pauses."""
    return lambda server, patience=SHORT: connect(server.address, "sj_secret", patience)


def test_a_request_has_a_user_agent_and_an_accept_header(client: Made):
    with Misbehaving(answer(200, {"turns": []})) as server:
        assert client(server).list_turns(limit=5) == {"turns": []}

    (asked,) = server.asked
    assert (asked.method, asked.path, asked.query) == ("GET", "/v1/me/turns", {"limit": "5"})
    assert asked.headers["authorization"] == "Bearer sj_secret"
    assert asked.headers["accept"] == "application/json"
    assert asked.headers["user-agent"] == f"shengji-client/{VERSION} (contract {CONTRACT})"
    assert "content-type" not in asked.headers


def test_omitted_parameters_are_not_sent_and_booleans_are_lower_case(client: Made):
    with Misbehaving(answer(200, {"tables": []}), answer(200, {"tables": []})) as server:
        client(server).list_tables()
        client(server).list_tables(mine=True, free_seats=False)

    assert [asked.query for asked in server.asked] == [{}, {"mine": "true", "free_seats": "false"}]


def test_a_form_is_sent_as_one():
    with Misbehaving(answer(200, {"ok": True})) as server:
        request = Request("POST", "/v1/oauth/token", form={"scope": "table:read table:play", "always": True})
        assert Transport(server.address, patience=SHORT).send(request).json() == {"ok": True}

    assert server.asked[0].body == b"scope=table%3Aread+table%3Aplay&always=true"
    assert server.asked[0].headers["content-type"] == "application/x-www-form-urlencoded"
    assert "authorization" not in server.asked[0].headers


def test_values_in_a_path_are_escaped(client: Made):
    with Misbehaving(answer(200, {})) as server:
        client(server).view_player("../me?x=1#y")

    assert server.asked[0].path == "/v1/players/..%2Fme%3Fx%3D1%23y"


@pytest.mark.parametrize("failure", [HANGS_UP, *TEMPORARY.values()], ids=["no answer", *map(str, TEMPORARY)])
def test_a_command_is_repeated_with_the_same_key_until_it_is_answered(client: Made, failure: bytes):
    with Misbehaving(failure, failure, failure, answer(200, DONE)) as server:
        assert client(server).command(TABLE, {"type": "pass"}) == DONE

    assert len(server.asked) == 4
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1
    assert len({asked.headers["x-request-id"] for asked in server.asked}) == 1
    assert {asked.body for asked in server.asked} == {b'{"type":"pass"}'}


def test_an_incomplete_answer_is_discarded(client: Made):
    with Misbehaving(answer(200, DONE)[:-4], answer(200, DONE)) as server:
        assert client(server).command(TABLE, {"type": "pass"}) == DONE


def test_a_missing_answer_times_out(client: Made):
    with Misbehaving(silence_after(b""), answer(200, DONE)) as server:
        assert client(server, SHORT._replace(answer_s=2.0)).command(TABLE, {"type": "pass"}) == DONE


def test_every_command_has_its_own_key_or_the_given_one(client: Made):
    with Misbehaving(*[answer(200, DONE)] * 3) as server:
        for key in (None, None, "mine"):
            client(server).command(TABLE, {"type": "pass"}, key=key)

    one, other, mine = (asked.headers["idempotency-key"] for asked in server.asked)
    assert len({one, other, mine}) == 3
    assert mine == "mine"


@pytest.mark.parametrize("status", TEMPORARY)
def test_after_the_last_attempt_the_last_answer_is_raised(client: Made, status: int):
    with Misbehaving(*[TEMPORARY[status]] * 9) as server, pytest.raises(ApiProblem) as raised:
        client(server).view_me()

    assert raised.value.status == status
    assert len(server.asked) == 1 + SHORT.retries


def test_after_the_last_attempt_without_an_answer_the_api_is_unreachable(client: Made):
    with Misbehaving() as server, pytest.raises(Unreachable, match="GET /v1/me"):
        client(server).view_me()

    assert len(server.asked) == 1 + SHORT.retries


def test_without_a_listening_server_the_api_is_unreachable(connect: Connect):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(Unreachable):
        connect(address, patience=SHORT).healthy()


@pytest.mark.parametrize("failure", [HANGS_UP, *(TEMPORARY[status] for status in (502, 503, 504))])
def test_requests_that_are_not_idempotent_are_never_repeated(client: Made, failure: bytes):
    with Misbehaving(failure, answer(201, {})) as server, pytest.raises((ApiProblem, Unreachable)):
        client(server).make_token({"name": "bot", "scopes": ["table:play"]})

    (asked,) = server.asked
    assert "idempotency-key" not in asked.headers


def test_requests_rejected_before_processing_are_repeated_anyway(client: Made):
    with Misbehaving(TEMPORARY[429], answer(201, {"id": "tok_1"})) as server:
        assert client(server).make_token({"name": "bot", "scopes": ["table:play"]}) == {"id": "tok_1"}

    assert len(server.asked) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 422, 500])
def test_a_refusal_is_not_retried(client: Made, status: int):
    with Misbehaving(problem(status, "no")) as server, pytest.raises(ApiProblem) as raised:
        client(server).command(TABLE, {"type": "pass"}, expected_version=7)

    assert (raised.value.status, raised.value.code) == (status, "no")
    assert [asked.body for asked in server.asked] == [b'{"type":"pass","expected_version":7}']


def test_retry_after_is_respected(client: Made):
    began = time.monotonic()
    with Misbehaving(problem(429, "slow_down", Retry_After="1"), answer(200, {})) as server:
        client(server, SHORT._replace(longest_pause_s=2.0)).view_me()

    assert len(server.asked) == 2
    assert time.monotonic() - began >= 1.0


def test_a_retry_after_beyond_the_time_limit_is_not_waited_for(client: Made):
    with Misbehaving(problem(503, "away", Retry_After="3600")) as server, pytest.raises(ApiProblem) as raised:
        client(server).view_me()

    assert raised.value.retry_after == 3600.0
    assert len(server.asked) == 1


def test_retry_after_may_be_a_date(client: Made):
    date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    with Misbehaving(problem(503, "away", Retry_After=date)) as server, pytest.raises(ApiProblem) as raised:
        client(server).view_me()

    assert 3500.0 < raised.value.retry_after <= 3600.0


@pytest.mark.parametrize("header", ["soon", "-5", ""])
def test_an_unreadable_retry_after_is_ignored(client: Made, header: str):
    with Misbehaving(problem(503, "away", Retry_After=header), answer(200, {"id": "ply_1"})) as server:
        assert client(server).view_me() == {"id": "ply_1"}


def test_a_problem_contains_all_members_of_the_answer(client: Made):
    more = {
        "hint": "Play a heart.",
        "rule": "SJ-FOLLOW-01",
        "rule_url": "/docs/rules/zhang-2021#SJ-FOLLOW-01",
        "legal": [["2H"], ["3H"]],
        "facts": {"turn": 2},
        "request_id": "abc",
    }
    with Misbehaving(problem(422, "must_follow", more)) as server, pytest.raises(ApiProblem) as raised:
        client(server).command(TABLE, {"type": "play", "cards": ["AS"]})

    said = raised.value
    assert str(said) == "422 must_follow: Not so; Play a heart."
    assert {name: getattr(said, name) for name in more} == more
    assert (said.title, said.detail, said.retry_after, said.document["status"]) == ("No", "Not so", None, 422)


def test_a_problem_of_oauth_has_its_code_too(client: Made):
    document = {"error": "authorization_pending", "error_description": "Nobody has agreed yet"}
    with Misbehaving(answer(400, document)) as server, pytest.raises(ApiProblem) as raised:
        client(server).view_me()

    assert str(raised.value) == "400 authorization_pending: Nobody has agreed yet"


@pytest.mark.parametrize("data", [b"<html>no</html>", b"[1]", b""])
def test_any_error_answer_of_a_proxy_becomes_a_problem(client: Made, data: bytes):
    with Misbehaving(answer(500, data, "text/html")) as server, pytest.raises(ApiProblem) as raised:
        client(server).view_me()

    assert (raised.value.status, raised.value.code, raised.value.document) == (500, None, {})
    assert str(raised.value) == "status 500 without a problem document"


def test_a_redirect_does_not_receive_the_token(client: Made):
    with Misbehaving(answer(302, None, Location="http://127.0.0.1:9/elsewhere")) as server:
        assert client(server).start_page() == ""


def test_an_unchanged_table_is_answered_from_the_cache(client: Made):
    tag = '"31-s0-1"'
    with Misbehaving(
        answer(200, {"version": 31}, ETag=tag),
        answer(304),
        answer(200, {"version": 32}, ETag='"32-s0-1"'),
        answer(304),
        answer(304),
    ) as server:
        one = client(server)
        assert [one.view(TABLE)["version"] for _ in range(4)] == [31, 31, 32, 32]
        assert one.view_table(TABLE, if_none_match=tag) is None

    asked = [asked.headers.get("if-none-match") for asked in server.asked]
    assert asked == [None, tag, tag, '"32-s0-1"', tag]


def test_a_closed_client_connects_again(client: Made):
    with Misbehaving(answer(200, {"id": "ply_1"}), answer(200, {"id": "ply_1"})) as server:
        one = client(server)
        one.view_me()
        one.close()
        assert one.view_me() == {"id": "ply_1"}


@pytest.mark.parametrize("address", ["127.0.0.1:8080", "", "ftp://127.0.0.1"])
def test_an_address_without_a_scheme_is_an_error(connect: Connect, address: str):
    with pytest.raises(ValueError, match="must begin with http:// or https://"):
        connect(address)


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_a_new_player_uses_the_first_token(kind: Any):
    made = answer(201, {"player": {"id": "ply_1"}, "token": {"secret": "sj_new"}})

    async def sign_up(address: str) -> str | None:
        async with await AsyncClient.of_new_player(address, "Ada", kind, SHORT) as one:
            await one.view_me()
            return one.token

    with Misbehaving(made, answer(200, {}), made, answer(200, {})) as server:
        with Client.of_new_player(server.address, "Ada", kind, SHORT) as one:
            one.view_me()
        assert (one.token, asyncio.run(sign_up(server.address))) == ("sj_new", "sj_new")

    assert [asked.headers.get("authorization") for asked in server.asked] == [None, "Bearer sj_new"] * 2
    assert {asked.body for asked in server.asked if asked.body} == {b'{"name":"Ada","kind":"%s"}' % kind.encode()}


def test_tasks_wait_for_their_answers_at_the_same_time():
    """The server is silent towards the first request until the second one has its answer."""
    is_answered = threading.Event()

    def late(connection: socket.socket) -> None:
        assert is_answered.wait(10)
        connection.sendall(answer(200, {"id": "late"}))

    async def both(slow: str, quick: str) -> tuple[Any, Any]:
        async with AsyncClient(slow, patience=SHORT) as one, AsyncClient(quick, patience=SHORT) as other:
            waiting = asyncio.create_task(one.view_me())
            early = await other.view_me()
            is_answered.set()
            return early, await waiting

    with Misbehaving(late) as slow, Misbehaving(answer(200, {"id": "early"})) as quick:
        assert asyncio.run(both(slow.address, quick.address)) == ({"id": "early"}, {"id": "late"})
