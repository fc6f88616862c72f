"""Codes are exchanged for tokens once, and refresh tokens work once."""

import pytest

from service.accounts.oauth.handlers import Grants, IssuedTokens, Spent
from tests.support.api import Api
from tests.support.oauth import (
    REDIRECT,
    SERVER,
    challenge,
    is_valid,
    new_client,
)
from tests.support.oauth_scene import Scene, refused


def test_a_code_cannot_be_exchanged_without_its_verifier(scene: Scene):
    code = scene.code()

    assert refused(scene.program.exchange(code, code_verifier="x" * 43), "invalid_grant")
    assert refused(scene.program.exchange(code, code_verifier=""), "invalid_request")
    assert refused(scene.program.exchange(code, code_verifier=challenge(scene.program.verifier)), "invalid_grant")
    assert scene.program.exchange(code).status_code == 200


def test_a_code_can_be_exchanged_only_by_its_client_and_for_its_redirect_uri(scene: Scene):
    code = scene.code()
    other = new_client(scene.owner, REDIRECT)

    assert refused(scene.program.exchange(code, client_id=other), "invalid_grant")
    assert refused(scene.program.exchange(code, client_id="cli_" + "0" * 26), "invalid_client")
    assert refused(scene.program.exchange(code, redirect_uri="https://evil.example.org/"), "invalid_grant")
    assert refused(scene.program.exchange(code, redirect_uri=""), "invalid_grant")
    assert refused(scene.program.exchange(code + "x"), "invalid_grant")
    assert scene.program.exchange(code).status_code == 200


def test_using_a_code_twice_revokes_its_tokens(scene: Scene):
    code = scene.code()
    tokens = scene.program.exchange(code).json
    assert is_valid(scene.api, tokens["access_token"])

    assert refused(scene.program.exchange(code), "invalid_grant")

    assert not is_valid(scene.api, tokens["access_token"])
    assert refused(scene.program.refresh(tokens["refresh_token"]), "invalid_grant")


def test_a_code_expires_after_a_minute(scene: Scene, service):
    code = scene.code()
    with service.database.session() as connection:
        rows = connection.execute("SELECT extract(epoch FROM expires_at - now()) FROM shengji.oauth_code").fetchall()
        connection.execute("UPDATE shengji.oauth_code SET expires_at = now()")

    assert refused(scene.program.exchange(code), "invalid_grant")
    assert max(row[0] for row in rows) <= 60


def test_of_two_concurrent_exchanges_of_a_code_one_gets_tokens(scene: Scene, service):
    """Both validate the code before either uses it."""
    code = scene.code()
    grants: Grants = service.grants
    client = grants.client(scene.client_id)
    first, second = grants.code(code, scene.client_id), grants.code(code, scene.client_id)
    assert None not in (client, first, second)

    grants.exchange_code(first, client, IssuedTokens("sj_first", "sjr_first", ["table:read"]))
    with pytest.raises(Spent):
        grants.exchange_code(second, client, IssuedTokens("sj_second", "sjr_second", ["table:read"]))

    assert service.accounts.identify("sj_first") is not None
    assert service.accounts.identify("sj_second") is None
    assert grants.stored_token("sjr_second") is None


def test_codes_and_tokens_are_stored_only_as_hashes(scene: Scene, service):
    code, device = scene.code(), scene.program.codes()
    tokens = scene.program.exchange(code).json
    names = ["oauth_code", "oauth_device", "oauth_refresh", "oauth_grant", "token"]
    with service.database.session() as connection:
        kept = "".join(
            row for name in names for (row,) in connection.execute(f"SELECT t::text FROM shengji.{name} AS t")
        )

    assert scene.client_id in kept
    for secret in (code, device["device_code"], device["user_code"], tokens["access_token"], tokens["refresh_token"]):
        assert secret not in kept
        assert secret.encode().hex() not in kept


def test_a_refresh_token_returns_the_next_pair_and_ends_the_previous_one(scene: Scene):
    first = scene.program.take(scene.browser.decide(scene.program.address()))

    second = dict(scene.program.session.refresh_token(f"{SERVER}/oauth/token"))

    assert second["access_token"] != first["access_token"]
    assert second["refresh_token"] != first["refresh_token"]
    assert not is_valid(scene.api, first["access_token"])
    assert is_valid(scene.api, second["access_token"])
    assert [each["revoked_at"] is None for each in scene.user.get("/v1/me/tokens").json["tokens"]] == [
        True,
        False,
        True,
    ]


def test_using_a_refresh_token_twice_ends_the_whole_grant(scene: Scene):
    first = scene.tokens()
    second = scene.program.refresh(first["refresh_token"]).json

    assert refused(scene.program.refresh(first["refresh_token"]), "invalid_grant")

    assert not is_valid(scene.api, second["access_token"])
    assert refused(scene.program.refresh(second["refresh_token"]), "invalid_grant")


def test_other_grants_of_the_same_client_and_player_are_unaffected(scene: Scene):
    here, there = scene.tokens(), scene.tokens()

    scene.program.refresh(here["refresh_token"])
    scene.program.refresh(here["refresh_token"])

    assert is_valid(scene.api, there["access_token"])
    assert scene.program.refresh(there["refresh_token"]).status_code == 200


def test_two_concurrent_refreshes_end_the_grant(scene: Scene, service):
    tokens = scene.tokens()
    grants: Grants = service.grants
    client = grants.client(scene.client_id)
    first, second = (grants.refresh(tokens["refresh_token"], scene.client_id) for _ in range(2))
    assert None not in (client, first, second)

    grants.exchange_refresh(first, client, IssuedTokens("sj_one", "sjr_one", ["table:read"]))
    with pytest.raises(Spent):
        grants.exchange_refresh(second, client, IssuedTokens("sj_two", "sjr_two", ["table:read"]))

    assert service.accounts.identify("sj_one") is None
    assert service.accounts.identify("sj_two") is None


def test_a_refresh_token_works_only_for_its_client_and_others_cannot_end_it(scene: Scene):
    tokens = scene.tokens()
    other = new_client(scene.owner)

    assert refused(scene.program.refresh(tokens["refresh_token"], client_id=other), "invalid_grant")
    assert refused(scene.program.refresh(tokens["access_token"]), "invalid_grant")
    assert scene.program.refresh(tokens["refresh_token"]).status_code == 200


def test_a_refresh_token_expires_after_half_a_year_without_use(scene: Scene, service):
    tokens = scene.tokens()
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.oauth_refresh SET expires_at = now()")

    assert refused(scene.program.refresh(tokens["refresh_token"]), "invalid_grant")
    assert is_valid(scene.api, tokens["access_token"])


def test_a_refresh_may_reduce_the_scopes_but_not_extend_them(api: Api):
    scene = Scene(api, scope="table:read account:read")
    tokens = scene.tokens()

    assert refused(scene.program.refresh(tokens["refresh_token"], scope="table:play"), "invalid_scope")
    less = scene.program.refresh(tokens["refresh_token"], scope="table:read").json
    again = scene.program.refresh(less["refresh_token"]).json

    assert less["scope"] == "table:read"
    assert api.call("GET", "/v1/me", token=less["access_token"]).status_code == 401  # The token was replaced.
    assert again["scope"] == "account:read table:read"
    assert api.call("GET", "/v1/me", token=again["access_token"]).status_code == 200
