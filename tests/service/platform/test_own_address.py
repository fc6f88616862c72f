"""Addresses in answers: never taken from a forged Host header."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from service.platform.settings import Settings
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.contract import operations, path_for
from tests.support.fixtures import wired
from tests.support.laws import law
from tests.support.oauth import new_client

EVIL = "evil.example"
MADE_UP = (
    *(EVIL, f"{EVIL}:8080", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example"),
    *("127.0.0.1:80@evil.example", "evil.example/127.0.0.1", "10.1.2.3", "[2001:db8::1]", "0.0.0.0", "localhost:x", ""),
)
METADATA = "/.well-known/oauth-authorization-server"


@pytest.fixture
def on_all(settings: Settings) -> Iterator[Service]:
    """A process that listens on all addresses."""
    made = wired(dataclasses.replace(settings, host="0.0.0.0"))
    yield made
    made.close()


def issuer(api: Api, host: str, **environ: Any) -> str:
    answer = api.call("GET", METADATA, headers={"Host": host}, environ_overrides=environ)
    return str(answer.json["issuer"])


@pytest.mark.slow
@pytest.mark.parametrize("host", MADE_UP)
def test_a_forged_host_header_does_not_become_the_issuer(api: Api, host: str):
    assert issuer(api, host, SERVER_PORT="8080") == "http://127.0.0.1:8080"


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "127.8.9.1", "[::1]:9000", "LocalHost:81"])
def test_a_loopback_host_is_used_as_requested(api: Api, host: str):
    assert issuer(api, host) == f"http://{host.lower()}"


def test_the_listening_address_is_used(settings: Settings):
    for host, content in (("192.0.2.7", "192.0.2.7"), ("cards.lan", "cards.lan"), ("2001:db8::7", "[2001:db8::7]")):
        made = wired(dataclasses.replace(settings, host=host))
        api = Api(create_app(made))
        try:
            assert issuer(api, f"{content}:8080") == f"http://{content}:8080"
            assert issuer(api, EVIL, SERVER_PORT="8080") == f"http://{content}:8080"
        finally:
            made.close()


class Arrived:
    """A connection accepted on an address."""

    def __init__(self, *address: Any) -> None:
        self._address = address

    def getsockname(self) -> tuple[Any, ...]:
        return self._address


def test_when_listening_on_all_addresses_the_address_of_the_connection_is_used(on_all: Service):
    api = Api(create_app(on_all))
    connection = {"gunicorn.socket": Arrived("192.0.2.7", 8080), "SERVER_PORT": "8080"}
    assert issuer(api, "192.0.2.7:8080", **connection) == "http://192.0.2.7:8080"
    assert issuer(api, "192.0.2.8:8080", **connection) == "http://127.0.0.1:8080"
    of_both = {"gunicorn.socket": Arrived("::ffff:192.0.2.7", 8080, 0, 0)}
    assert issuer(api, "192.0.2.7:8080", **of_both) == "http://192.0.2.7:8080"


def test_a_configured_public_address_is_always_used(settings: Settings):
    made = wired(dataclasses.replace(settings, public_address="https://cards.example.org"))
    try:
        assert {issuer(Api(create_app(made)), host) for host in (*MADE_UP, "localhost")} == {
            "https://cards.example.org"
        }
    finally:
        made.close()


@pytest.mark.parametrize("host", [EVIL, "10.1.2.3:8080"])
@pytest.mark.parametrize("path", ["/oauth/authorize", "/oauth/device"])
def test_no_password_is_accepted_for_another_host(api: Api, host: str, path: str):
    form = b"decision=allow&login=ada&password=guessed&user_code=BBBB-BBBB"
    headers = {"Host": host, "Content-Type": "application/x-www-form-urlencoded"}
    answer = api.call("POST", path, form, headers=headers)
    assert answer.status_code == 400
    assert "PUBLIC_ADDRESS" in answer.text


def test_an_invitation_never_links_to_a_forged_host(api: Api):
    user = api.sign_up()
    table = user.open_table()
    made = user.post(f"/v1/tables/{table}/invitations", {}, headers={"Host": EVIL})
    assert made.status_code == 201, made.text
    assert made.json["url"] == f"http://127.0.0.1:80/v1/invitations/{made.json['code']}"


def addresses_of(api: Api, user: User) -> Iterator[tuple[str, str]]:
    """Returns every route with every method and placeholder parameters."""
    table = user.open_table()
    known = {"table_id": table, "player_id": user.id, "code": "sji_nobody", "mail_code": f"sjm_{'0' * 43}"}
    for rule in api.app.url_map.iter_rules():
        path = rule.rule
        for name in rule.arguments:
            given = known.get(name, EXAMPLES.get(name, f"{name[:3]}_{'0' * 26}"))
            path = re.sub(rf"<([a-z_]+:)?{name}>", given, path)
        assert "<" not in path
        for method in rule.methods or ():
            yield method, path


EXAMPLES = {
    "number": "1",
    "room": "seats",
    "stopped": "all",
    "pool": "sheng_ji.live.4.people",
    "kind": "score",
    "profile": "zhang-2021",
    "path": "x",
}


@pytest.mark.slow
def test_no_answer_of_any_route_repeats_the_host_header(api: Api):
    user = api.sign_up()
    client = new_client(user, "https://watch.example.org/back")
    asked = [*addresses_of(api, user), ("GET", "/docs"), ("GET", "/docs/rules/"), ("GET", "/v1//tables")]
    asked += [("GET", f"/oauth/authorize?client_id={client}&response_type=code")]
    assert len(asked) > 300
    echoes = []
    for method, path in asked:
        headers = {"Host": EVIL, "Authorization": f"Bearer {user.token}", "Content-Type": "application/json"}
        with api.app.test_client() as browser:
            answer = browser.open(path, method=method, headers=headers, data=orjson.dumps({}))
            content = answer.get_data() + repr(answer.headers).encode()
            answer.close()
        if EVIL.encode() in content:
            echoes.append(f"{method} {path}: {answer.status_code}")
    assert echoes == []


# ------------------------------------------------------------------------------------------------ content types


NOWHERE = [
    "/nowhere",
    "/v1/tables/nonsense",
    f"/v1/tables/tbl_{'0' * 26}",
    "/v1/players/ply_x",
    "/mail/confirm/x",
    "//",
]


@law
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "MADEUP"])
@pytest.mark.parametrize("path", [*NOWHERE, "/v1/me", "/healthz", "/oauth/token", "/docs/rules/nothing", METADATA])
def test_every_problem_has_the_problem_content_type(api: Api, method: str, path: str):
    answer = api.app.test_client().open(path, method=method)
    if answer.status_code < 400:
        return
    if path == "/oauth/token" and method == "POST":  # RFC 6749 defines another format.
        assert answer.content_type == "application/json"
        return
    assert answer.content_type == "application/problem+json", answer.status_code
    assert answer.json["status"] == answer.status_code


@law
@pytest.mark.parametrize("origin", [{}, {"Origin": "https://page.example", "Access-Control-Request-Method": "GET"}])
@pytest.mark.parametrize("one", operations(), ids=str)
def test_options_has_a_content_type_exactly_if_it_has_a_body(api: Api, one: Any, origin: dict[str, str]):
    for path in {one.path.replace("{", "").replace("}", ""), one.path.replace("{", "x_").replace("}", "/")}:
        answer = api.app.test_client().open(path, method="OPTIONS", headers=origin)
        has_body = bool(answer.get_data())
        assert has_body is (answer.status_code != 200), path
        assert (answer.content_type == "application/problem+json") is has_body, path_for(path)
