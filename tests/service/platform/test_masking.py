"""Codes in paths are masked in logs and answers of every route, process and exception."""

import dataclasses
import io
import logging
import re
import socket
from base64 import b32encode
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from domain.tournaments.entrants.gates import CODE_BYTES
from service.accounts.handlers import TOKEN_PREFIX, new_secret
from service.accounts.oauth.handlers import CODE_PREFIX, DEVICE_PREFIX, REFRESH_PREFIX
from service.accounts.sessions.handlers import SESSION_PREFIX
from service.accounts.tickets.handlers import TICKET_PREFIX
from service.lobby.invitations.handlers import PREFIX as INVITATION
from service.notifications.mail.handlers import CODE_PREFIX as MAIL
from service.notifications.webhooks.handlers import new_secret as new_webhook_secret
from service.platform.logs import JsonLines
from service.platform.masking import SECRET_AFTER, SECRET_PARAMETERS, masked_text, masked_unknown_path
from service.platform.settings import Settings
from service.processes.app import create_app
from tests.support.api import Api
from tests.support.chance import RANDOMNESS
from tests.support.contract import operations, resolved
from tests.support.fixtures import wired
from tests.support.root_log import heard_by
from tests.support.served import served

PUBLIC_IN_PATH = {
    *(
        "table_id",
        "player_id",
        "tournament_id",
        "entrant_id",
        "other_id",
        "board_id",
        "board_match_id",
        "league_id",
        "series_id",
        "puzzle_id",
        "seek_id",
    ),
    *("invitation_id", "token_id", "passkey_id", "client_id", "webhook_id", "delivery_id", "report_id", "world_id"),
    *("room", "number", "pool", "stopped", "kind", "profile", "path", "name", "part", "template", "digest"),
}
PUBLIC_PARAMETERS = {
    *("after", "by", "cursor", "dry_run", "format", "free_seats", "include", "limit", "mine", "of", "player", "season"),
    *(
        "game",
        "hand",
        "judged",
        "status",
        "system",
        "wait",
        "client_id",
        "code_challenge_method",
        "days",
        "redirect_uri",
        "response_type",
        "scope",
    ),
    *("grant_type", "token_type_hint", "decision", "ids", "name", "seat"),
}
PREFIXES = {TOKEN_PREFIX, INVITATION, MAIL, CODE_PREFIX, DEVICE_PREFIX, REFRESH_PREFIX, SESSION_PREFIX, TICKET_PREFIX}


def kinds() -> list[str]:
    """A secret of every kind."""
    entry_code = b32encode(RANDOMNESS.token_bytes(CODE_BYTES)).decode()
    return [
        *(new_secret(RANDOMNESS, each) for each in sorted(PREFIXES)),
        new_webhook_secret(RANDOMNESS),
        entry_code,
        RANDOMNESS.token_urlsafe(24),
    ]


def places_of_parameters(api: Api) -> set[tuple[str, str]]:
    """Returns for every parameter of every route its prefix and its name."""
    return {
        (re.sub(r"<(?:[a-z_]+:)?", "<", rule.rule[: found.start()]), found[1])
        for rule in api.app.url_map.iter_rules()
        for found in re.finditer(r"<(?:[a-z_]+:)?([a-z_]+)>", rule.rule)
    }


def test_every_path_parameter_is_either_public_or_masked(api: Api):
    places = places_of_parameters(api)
    assert {(before, name) for before, name in places if before not in SECRET_AFTER} == {
        (before, name) for before, name in places if name in PUBLIC_IN_PATH
    } | {("/problems/", "code")}
    assert set(SECRET_AFTER) <= {before for before, _ in places}


def test_every_query_or_form_parameter_is_either_secret_or_public():
    names = {each["name"] for one in operations() for each in one.parameters if each["in"] == "query"}
    for one in operations():
        form = one.definition.get("requestBody", {}).get("content", {}).get("application/x-www-form-urlencoded")
        if form:
            names |= set(resolved(form["schema"])["properties"])
    assert names == (names & PUBLIC_PARAMETERS) | (names & SECRET_PARAMETERS)
    assert not PUBLIC_PARAMETERS & SECRET_PARAMETERS
    assert "user_code" in names


def lines_of(api: Api, path: str, method: str = "GET") -> tuple[str, str]:
    """Returns the log of a request and the answer."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    with heard_by(handler):
        answer = api.app.test_client().open(path, method=method)
    return written.getvalue(), answer.text


@pytest.fixture(scope="module")
def logging_api(settings: Settings) -> Iterator[Api]:
    """An API that logs requests."""
    made = wired(dataclasses.replace(settings, log_requests=True))
    yield Api(create_app(made))
    made.close()


@pytest.mark.parametrize("place", sorted({*SECRET_AFTER, "/v1/me/tokens/", "/v1/tables/", "/nowhere/", "/oauth/", "/"}))
def test_no_secret_in_a_path_is_logged_or_repeated(logging_api: Api, place: str):
    for secret in kinds():
        for path in (f"{place}{secret}", f"{place}{secret}/all", f"{place}{secret}/nowhere"):
            for method in ("GET", "POST", "OPTIONS"):
                logged, answered = lines_of(logging_api, path, method)
                assert "request" in logged
                assert secret not in logged
                assert secret not in answered or "href" in answered  # a page may link to others with its own code


def test_a_code_without_its_prefix_is_masked_by_its_position(logging_api: Api):
    for place in SECRET_AFTER:
        logged, answered = lines_of(logging_api, f"{place}half")
        assert f'"path":"{place}…"' in logged
        assert "half" not in logged + answered


def test_ids_and_names_are_not_masked():
    for path in (
        *("/v1/tables/tbl_01M7ZBDNSS6QVYHRRA4NCV1JZT/events", "/.well-known/oauth-authorization-server"),
        *("/v1/players/ply_house_steady", "/docs/rules/zhang-2021", "/v1/ratings/sheng_ji.live.4.people"),
    ):
        assert masked_text(path) == masked_unknown_path(path) == path


def test_log_lines_are_masked_in_message_trace_and_fields():
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    secret = new_secret(RANDOMNESS)
    with heard_by(handler):
        log = logging.getLogger("gunicorn.error")
        log.error("Error handling request %s %s", "GET", f"/mail/confirm/abc?user_code=WDJB-MJHT&token={secret}")
        error = OSError(f"no such file: {secret}")
        log.error("failed", exc_info=error, extra={"facts": {"path": f"/v1/invitations/{secret}", "ms": 1.5}})
    first, second = map(orjson.loads, written.getvalue().splitlines())
    assert secret not in written.getvalue()
    assert first["message"] == "Error handling request GET /mail/confirm/…?user_code=…&token=…"
    assert second["path"] == "/v1/invitations/…"
    assert second["ms"] == 1.5
    assert second["trace"].endswith("OSError: no such file: sj_…")


def test_a_served_process_logs_no_code_of_a_mail(settings: Settings):
    code = new_secret(RANDOMNESS, MAIL)
    with served(settings) as server:
        for target in (f"/mail/confirm/{code}", f"/mail/confirm/{code}?a=b", f"/mail/confirm/{code} x", f"//{code}"):
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                connection.sendall(head.encode())
                while connection.recv(1 << 16):
                    pass
        log = server.log.read_text()
    assert log.count('"path":"/mail/confirm/…"') == 2
    assert code not in log


def test_every_prefix_of_secrets_is_masked():
    sources = "".join(file.read_text() for file in Path("service").rglob("*.py") if file.name != "masking.py")
    assert set(re.findall(r'"(sj[a-z]*_)"', sources)) == PREFIXES
    for prefix in PREFIXES:
        assert masked_text(f"a {new_secret(RANDOMNESS, prefix)} b") == f"a {prefix}… b"
    assert masked_text(f"a {new_webhook_secret(RANDOMNESS)} b") == "a whsec_… b"
