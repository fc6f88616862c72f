"""No credential is stored in plain text: not in PostgreSQL, not in Redis, and not in a log.

The tests create and use one secret of each kind. Then they search every row of every table, every value in Redis and
every line of the log for it, as text, as hexadecimal digits and as base64.
"""

import base64
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import psycopg
import pytest
import redis
from psycopg import sql

from service.platform.logs import JsonLines
from service.platform.masking import masked_text
from service.platform.settings import Rate, Settings
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.fixtures import UNLIMITED
from tests.support.guests import acting, claimed, entered
from tests.support.oauth import PASSWORD, Browser, Program, new_client, told, with_login
from tests.support.post import PostOffice, code_in, deliver, follow
from tests.support.receiver import hook
from tests.support.root_log import heard_by
from tests.support.tournaments_served import Tournament

STOPS_MAILS = "mailbox"
"""The table with the values in unsubscribe links. They allow nothing else, and every mail contains one."""


@pytest.fixture(scope="module")
def settings(mail_settings: Settings) -> Settings:
    """Settings that send mails and count requests."""
    return replace(mail_settings, **dict.fromkeys(UNLIMITED, Rate("10000/minute")))


class Lines(logging.Handler):
    """Returns the lines of the log as written."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.text = ""
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"


@pytest.fixture(scope="module")
def lines() -> Iterator[Lines]:
    """Everything logged during these tests."""
    lines = Lines()
    with heard_by(lines, logging.DEBUG):
        yield lines


@pytest.fixture(scope="module")
def logging_api(service: Service, lines: Lines) -> Api:
    """The API of a process that logs its requests."""
    return Api(create_app(replace(service, settings=replace(service.settings, log_requests=True))))


class Used(NamedTuple):
    """Secrets by kind, and the one written into mails."""

    secrets: dict[str, str]
    in_mails: str


@pytest.fixture(scope="module")
def used(logging_api: Api, service: Service, offices: tuple[PostOffice, int]) -> Used:
    """One of each kind of secret, created and used."""
    api, office = logging_api, offices[0]
    user, login = with_login(api)
    secrets = {"token of a sign-up": user.token, "password": PASSWORD}
    _make_tokens(secrets, user)
    _authorize(secrets, user, login)
    _make_codes_of_tables(secrets, user)
    _make_webhook(secrets, user)
    _make_entry_codes(secrets, user)
    _enter_guests(secrets, user)
    follow(service)
    office.taken.clear()
    asked = api.call("PUT", "/v1/me/notifications/address", {"address": "ada@example.org"}, token=user.token)
    assert asked.status_code == 202
    deliver(service)
    secrets["code that confirms an address"] = code_in(office.taken.pop())
    confirmed = user.post("/v1/me/notifications/confirmation", {"code": secrets["code that confirms an address"]})
    assert confirmed.status_code == 200
    # A secret in the path, as in a mailed link.
    assert api.call("GET", f"/mail/confirm/{secrets['code that confirms an address']}").status_code == 200
    with service.database.session() as session:
        [[stop]] = session.execute("SELECT code FROM shengji.mailbox WHERE player_id = $1", [user.id]).fetchall()
    assert api.call("GET", f"/mail/stop/{stop}/all").status_code == 200
    return Used(secrets, stop)


def _make_tokens(secrets: dict[str, str], user: User) -> None:
    made = user.post("/v1/me/tokens", {"name": "spare", "scopes": ["table:read"]})
    secrets["token with a name"] = spare = made.json["secret"]
    assert user.api.call("GET", "/v1/tables", token=spare).status_code == 200
    # A secret in a path by mistake, and a wrong secret.
    assert user.api.call("DELETE", f"/v1/me/tokens/{spare}", token=user.token).status_code == 404
    assert user.api.call("GET", "/v1/tables", token=f"{spare}x").status_code == 401
    secrets["token of a sandbox"] = user.in_sandbox().token


def _authorize(secrets: dict[str, str], user: User, login: str) -> None:
    program = Program(user.api, new_client(user, "https://watch.example.org/back"))
    browser = Browser(user.api, login)
    secrets["code of OAuth"] = code = told(browser.decide(program.address()))["code"]
    tokens = program.exchange(code).json
    secrets["access token"], secrets["refresh token"] = tokens["access_token"], tokens["refresh_token"]
    assert user.api.call("GET", "/v1/tables", token=tokens["access_token"]).status_code == 200
    again = program.refresh(tokens["refresh_token"]).json
    secrets["second refresh token"] = again["refresh_token"]
    codes = program.codes()
    secrets["code of a device"], secrets["code that a person types"] = codes["device_code"], codes["user_code"]
    browser.send(browser.open(codes["verification_uri_complete"]))
    secrets["token of a device"] = program.poll(codes).json["access_token"]
    secrets["verifier"] = program.verifier


def _make_codes_of_tables(secrets: dict[str, str], user: User) -> None:
    table = user.open_table(listed=False)
    made = user.post(f"/v1/tables/{table}/invitations", {"uses": 2})
    secrets["code of an invitation"] = code = made.json["code"]
    assert user.api.sign_up("guest").get(f"/v1/invitations/{code}").status_code == 200


def _make_webhook(secrets: dict[str, str], user: User) -> None:
    mine = hook(user, "https://93.184.216.34/turns")
    secrets["secret of a webhook"] = mine.secret
    secrets["next secret of a webhook"] = user.post(f"{mine.path}/secret", {}).json["secret"]


def _make_entry_codes(secrets: dict[str, str], user: User) -> None:
    tournament = Tournament(user.api, owner=user, gates={"by_code": True})
    invited = user.api.sign_up("invited")
    secrets["secret of entry codes"] = tournament.view()["code_secret"]
    made = user.get(f"{tournament.path}/entry-codes/{invited.id}")
    secrets["entry code"] = code = made.json["code"]
    tournament.done(invited, "register", code=code)


def _enter_guests(secrets: dict[str, str], user: User) -> None:
    tournament = Tournament(user.api, owner=user)
    wang, li = entered(tournament, user, entrants=[{"guests": ["Mrs Wang", "Mr Li"]}])
    secrets["claim code"], secrets["claim code that was used"] = wang.code, li.code
    secrets["claim code as it is hashed"] = wang.code.replace("-", "")
    secrets["token for a guest"] = acting(tournament, user, wang).token
    secrets["token of a claimed account"] = claimed(user.api, li).token


# -- places to search --------------------------------------------------------------------------------------------------


def in_postgres(database_url: str) -> dict[str, str]:
    """Returns every row of every table by table name."""
    tables = (
        "SELECT table_schema, table_name FROM information_schema.tables"
        " WHERE table_schema LIKE 'shengji%' AND table_type = 'BASE TABLE'"
    )
    with psycopg.connect(database_url) as owner:
        rows = {
            name: owner.execute(sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(schema, name))).fetchall()
            for schema, name in owner.execute(tables).fetchall()
        }
    return {name: "\n".join(row for (row,) in found) for name, found in rows.items()}


def in_redis(service: Service) -> str:
    """Returns all keys of Redis and their values."""
    with redis.Redis.from_url(service.settings.redis_url) as server:
        ways: dict[bytes, Callable[[Any], Any]] = {
            b"string": server.get,
            b"hash": server.hgetall,
            b"set": server.smembers,
            b"list": lambda key: server.lrange(key, 0, -1),
            b"zset": lambda key: server.zrange(key, 0, -1),
            b"stream": server.xrange,
        }
        return "\n".join(f"{key!r} {ways[server.type(key)](key)!r}" for key in server.scan_iter())


def written(secret: str) -> tuple[str, ...]:
    """Returns the forms in which a secret could be written."""
    data = secret.encode()
    ways = [secret, data.hex(), base64.b64encode(data).decode().rstrip("=")]
    if secret.startswith("whsec_"):
        raw = base64.b64decode(secret.removeprefix("whsec_"))
        ways += [secret.removeprefix("whsec_"), raw.hex()]
    return tuple(ways)


def found(secrets: dict[str, str], places: dict[str, str]) -> list[tuple[str, str]]:
    """Returns where each secret is found."""
    return [
        (what, place)
        for what, secret in secrets.items()
        for place, text in places.items()
        if any(each in text for each in written(secret))
    ]


# ------------------------------------------------------------------------------------------------ the law


def test_the_database_contains_no_plain_secret(database_url: str, used: Used):
    places = in_postgres(database_url)

    assert {"event", "token", "webhook", "oauth_refresh", "mail_code", "invitation", "head"} <= set(places)
    assert found(used.secrets, places) == []


def test_unsubscribe_links_are_stored_only_with_written_mails(service: Service, database_url: str, used: Used):
    places = in_postgres(database_url) | {"redis": in_redis(service)}

    assert found({"stop": used.in_mails}, places) == [("stop", STOPS_MAILS)]


def test_redis_contains_no_plain_secret(service: Service, used: Used):
    text = in_redis(service)

    assert text
    assert found(used.secrets, {"redis": text}) == []


def test_the_log_contains_no_secret(used: Used, lines: Lines):
    assert lines.text.count('"logger":"shengji.request"') > 20
    assert found({**used.secrets, "stop": used.in_mails}, {"log": lines.text}) == []


@pytest.mark.slow
@pytest.mark.parametrize("way", range(3), ids=["as text", "in hexadecimal", "as base64"])
def test_a_planted_secret_is_found(service: Service, database_url: str, used: Used, lines: Lines, way: int):
    for what, secret in used.secrets.items():
        text = written(secret)[way]
        with psycopg.connect(database_url, autocommit=True) as owner:
            owner.execute("DROP TABLE IF EXISTS shengji.kept")
            owner.execute("CREATE TABLE shengji.kept (what text)")
            owner.execute("INSERT INTO shengji.kept VALUES (%s)", [f"a {text} z"])
        with redis.Redis.from_url(service.settings.redis_url) as server:
            server.set("kept", text)
        logging.getLogger("kept").info("asked with %s", text)
        places = in_postgres(database_url) | {"redis": in_redis(service), "log": lines.text}
        with redis.Redis.from_url(service.settings.redis_url) as server:
            server.delete("kept")

        in_log = [(what, "log")] if text in masked_text(text) else []  # Logs mask it by its form.
        assert found({what: secret}, places) == [(what, "kept"), (what, "redis"), *in_log]
