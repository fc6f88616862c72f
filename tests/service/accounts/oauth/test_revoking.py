"""Grants are revoked and introspected, clients are deleted, and the metadata describe the endpoints."""

import dataclasses
from typing import Any

import pytest
from authlib.oauth2 import rfc8414, rfc9207

from service.accounts.handlers import SCOPES
from service.processes.app import create_app
from tests.support.api import Api, Json
from tests.support.fixtures import wired
from tests.support.oauth import (
    PASSWORD,
    SERVER,
    Form,
    is_valid,
    new_client,
    told,
)
from tests.support.oauth_scene import Scene, refused


# -- revocation and introspection --------------------------------------------------------------------------------------
@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
@pytest.mark.parametrize("hint", [None, "access_token", "refresh_token", "other"])
def test_a_client_can_revoke_its_grant_with_either_token(scene: Scene, which: str, hint: str | None):
    tokens = scene.tokens()
    asked = {"client_id": scene.client_id, "token": tokens[which]} | ({"token_type_hint": hint} if hint else {})

    assert scene.api.form("/oauth/revoke", asked).status_code == 200

    assert not is_valid(scene.api, tokens["access_token"])
    assert refused(scene.program.refresh(tokens["refresh_token"]), "invalid_grant")
    assert scene.api.form("/oauth/revoke", asked).status_code == 200


def test_a_client_cannot_revoke_tokens_of_others(standing: Scene):
    tokens = standing.tokens()
    other = new_client(standing.owner)

    assert refused(
        standing.api.form("/oauth/revoke", {"client_id": other, "token": tokens["access_token"]}), "invalid_grant"
    )
    assert refused(
        standing.api.form("/oauth/revoke", {"client_id": standing.client_id, "token": standing.user.token}),
        "invalid_grant",
    )
    assert refused(standing.api.form("/oauth/revoke", {"token": tokens["access_token"]}), "invalid_client")
    assert refused(standing.api.form("/oauth/revoke", {"client_id": standing.client_id}), "invalid_request")
    assert standing.api.form("/oauth/revoke", {"client_id": standing.client_id, "token": "unknown"}).status_code == 200

    assert is_valid(standing.api, tokens["access_token"])
    assert is_valid(standing.api, standing.user.token)


def test_players_can_introspect_their_own_tokens(scene: Scene):
    tokens = scene.tokens()

    def ask(token: str) -> Json:
        return dict(scene.api.form("/oauth/introspect", {"token": token}, token=scene.user.token).json)

    access, refresh, own = ask(tokens["access_token"]), ask(tokens["refresh_token"]), ask(scene.user.token)

    assert (access["active"], access["scope"], access["client_id"]) == (True, "table:read", scene.client_id)
    assert (access["sub"], access["iss"], access["exp"] - access["iat"]) == (scene.user.id, SERVER, 30 * 24 * 3600)
    assert (refresh["active"], refresh["client_id"], "token_type" in refresh) == (True, scene.client_id, False)
    assert (own["active"], "client_id" in own, "exp" in own) == (True, False, False)
    scene.program.refresh(tokens["refresh_token"])
    assert ask(tokens["access_token"]) == ask(tokens["refresh_token"]) == ask("unknown") == {"active": False}


def test_introspection_reveals_nothing_about_tokens_of_others(scene: Scene):
    tokens = scene.tokens()
    stranger = scene.api.sign_up()

    for token in (tokens["access_token"], tokens["refresh_token"], scene.user.token):
        asked = scene.api.form("/oauth/introspect", {"token": token}, token=stranger.token)
        assert asked.json == {"active": False}
    assert scene.api.form("/oauth/introspect", {"token": stranger.token}).status_code == 401
    assert refused(scene.api.form("/oauth/introspect", {}, token=stranger.token), "invalid_request")


# -- limits of clients -------------------------------------------------------------------------------------------------
def test_the_token_of_a_client_cannot_take_over_the_account(api: Api):
    scene = Scene(api, scope=" ".join(SCOPES))
    token = scene.tokens()["access_token"]
    mine = scene.user.get("/v1/me").json["token"]["id"]
    told_of_itself = api.call("GET", "/v1/me", token=token).json["token"]

    attempts: list[tuple[str, str, Any]] = [
        ("PUT", "/v1/me/login", {"login": "thief", "password": "stolen password", "current_password": PASSWORD}),
        ("DELETE", "/v1/me/login", {"current_password": PASSWORD}),
        ("DELETE", "/v1/me", {"confirm": scene.user.id, "current_password": PASSWORD}),
        ("POST", "/v1/me/tokens", {"name": "for ever", "scopes": ["table:read"]}),
        ("DELETE", f"/v1/me/tokens/{mine}", None),
        ("POST", "/v1/me/clients", {"name": "another"}),
        ("DELETE", f"/v1/me/clients/{scene.client_id}", None),
        ("POST", "/v1/me/webhooks", {"url": "https://93.184.216.34/thief"}),
        ("PATCH", f"/v1/me/webhooks/whk_{'0' * 26}", {"enabled": True}),
        ("POST", f"/v1/me/webhooks/whk_{'0' * 26}/secret", {}),
    ]
    for method, path, body in attempts:
        answered = api.call(method, path, body, token=token)
        assert (answered.status_code, answered.json["code"]) == (403, "own_token_needed"), (method, path)

    assert told_of_itself["client"] == scene.client_id
    assert told_of_itself["expires_at"] is not None
    assert scene.user.get("/v1/me").json["login"] == scene.login


def test_a_revocation_in_another_process_takes_effect_when_the_cache_expires(scene: Scene, service):
    there = wired(dataclasses.replace(service.settings))
    tokens = scene.tokens()
    assert is_valid(scene.api, tokens["access_token"])

    asked = {"client_id": scene.client_id, "token": tokens["refresh_token"]}
    assert Api(create_app(there)).form("/oauth/revoke", asked).status_code == 200
    service.accounts.forget()

    assert not is_valid(scene.api, tokens["access_token"])
    there.close()


def test_clients_are_listed_for_their_owner_with_pagination(api: Api):
    owner = api.sign_up()
    made = [new_client(owner, name=f"client {number}") for number in range(3)]
    new_client(api.sign_up())

    first = owner.get("/v1/me/clients?limit=2").json
    second = owner.get(f"/v1/me/clients?limit=2&cursor={first['next_cursor']}").json

    assert [each["id"] for each in first["clients"] + second["clients"]] == made
    assert second["next_cursor"] is None


def test_deleting_a_client_deletes_all_its_grants(scene: Scene):
    tokens, code, codes = scene.tokens(), scene.code(), scene.program.codes()
    assert is_valid(scene.api, tokens["access_token"])
    stranger = scene.api.sign_up()
    path = f"/v1/me/clients/{scene.client_id}"
    assert scene.api.call("DELETE", path, token=stranger.token).status_code == 404
    assert is_valid(scene.api, tokens["access_token"])

    assert scene.api.call("DELETE", path, token=scene.owner.token).status_code == 204

    assert not is_valid(scene.api, tokens["access_token"])
    assert refused(scene.program.refresh(tokens["refresh_token"]), "invalid_client")
    assert refused(scene.program.exchange(code), "invalid_client")
    assert refused(scene.program.poll(codes), "invalid_client")
    assert scene.browser.open(codes["verification_uri_complete"]).status_code == 400
    assert scene.api.call("DELETE", path, token=scene.owner.token).status_code == 404


def test_the_metadata_are_complete_and_all_endpoints_exist(api: Api):
    told_of = api.call("GET", "/.well-known/oauth-authorization-server").json
    metadata = rfc8414.AuthorizationServerMetadata({**told_of, **_with_https(told_of)})

    metadata.validate(metadata_classes=[rfc9207.AuthorizationServerMetadata])

    assert told_of["issuer"] == SERVER
    for name, address in told_of.items():
        if name.endswith("_endpoint"):
            assert api.call("GET", address.removeprefix(SERVER)).status_code != 404


def _with_https(told_of: Json) -> Json:
    return {
        name: value.replace("http://", "https://")
        for name, value in told_of.items()
        if isinstance(value, str) and value.startswith("http")
    }


def test_behind_a_proxy_the_public_address_is_used(standing: Scene, service):
    """The proxy terminates TLS; the Host header of a request is ignored."""
    ours = wired(dataclasses.replace(service.settings, public_address="https://cards.example.org"))
    api = Api(create_app(ours))
    base = {"base_url": "http://evil.example.org"}

    metadata = api.call("GET", "/.well-known/oauth-authorization-server", **base).json
    codes = api.call(
        "POST",
        "/oauth/device_authorization",
        f"client_id={standing.client_id}&scope=table:read".encode(),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        **base,
    ).json
    denied = api.call("GET", standing.program.address(scope="none").removeprefix(SERVER), **base)

    assert metadata["issuer"] == "https://cards.example.org"
    assert codes["verification_uri"] == "https://cards.example.org/oauth/device"
    assert told(denied.headers["Location"])["iss"] == "https://cards.example.org"
    ours.close()


def test_without_tls_or_a_public_address_no_password_is_accepted_over_a_network(standing: Scene):
    base = {"base_url": "http://cards.example.org"}
    asked = {"client_id": standing.client_id, "scope": "table:read"}
    form = {"headers": {"Content-Type": "application/x-www-form-urlencoded"}}

    page = standing.api.call("GET", standing.program.address().removeprefix(SERVER), **base)
    device = standing.api.call("GET", "/oauth/device", **base)
    codes = standing.api.call(
        "POST", "/oauth/device_authorization", "&".join(f"{k}={v}" for k, v in asked.items()).encode(), **form, **base
    )

    assert (page.status_code, device.status_code) == (400, 400)
    assert "PUBLIC_ADDRESS" in page.text
    assert "password" not in Form(page.text).fields
    assert refused(codes, "invalid_request")


def test_logins_passwords_and_codes_are_never_logged(scene: Scene, service, caplog):
    caplog.set_level("DEBUG")
    logging = wired(dataclasses.replace(service.settings, log_requests=True))
    scene.api = scene.browser.api = scene.program.api = Api(create_app(logging))

    tokens = scene.tokens()
    scene.browser.send(scene.browser.open(scene.program.address()), password="mistyped password")

    logged = "".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    assert "/oauth/authorize" in logged
    for secret in (PASSWORD, scene.login, "mistyped password", tokens["access_token"], tokens["refresh_token"]):
        assert secret not in logged
    logging.close()
