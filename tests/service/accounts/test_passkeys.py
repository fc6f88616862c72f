"""Passkeys: keeping an account by one, signing in, and what a stolen or old answer cannot do."""

from secrets import token_bytes
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.accounts.passkeys.handlers import CHALLENGE_S, PASSKEYS_LIMIT
from service.wiring import Service
from tests.support.api import Api
from tests.support.authenticators import PRESENT, Authenticator
from tests.support.browsers import WITHOUT_PROOF, Browser
from tests.support.passkeys import HERE

ORIGIN = "http://localhost"
PASSWORD = "correct horse battery"
Json = dict[str, Any]


@pytest.fixture
def browser(api: Api) -> Browser:
    return Browser(api.app)


@pytest.fixture
def device() -> Authenticator:
    return Authenticator(ORIGIN, token_bytes(16))


def send(browser: Browser, path: str, body: Json | None = None, method: str = "POST") -> TestResponse:
    return browser.change(method, path, body, headers=HERE)


def options(browser: Browser, path: str, body: Json | None = None) -> Json:
    answered = send(browser, f"{path}/options", body)
    assert answered.status_code == 200, answered.text
    assert answered.headers["Cache-Control"] == "no-store"
    return dict(answered.json["options"])


def register(browser: Browser, device: Authenticator) -> TestResponse:
    made = device.create(options(browser, "/v1/me/passkeys", {}))
    return send(browser, "/v1/me/passkeys", {"credential": made})


def sign_in(browser: Browser, device: Authenticator) -> TestResponse:
    given = device.get(options(browser, "/v1/session/passkey"))
    return send(browser, "/v1/session/passkey", {"credential": given})


def kept(browser: Browser, device: Authenticator) -> str:
    """Returns the player of a guest who has kept the account by a passkey."""
    player = browser.as_guest().player
    assert register(browser, device).status_code == 201
    return player


def is_refused(answered: TestResponse, code: str = "wrong_passkey", status: int = 403) -> None:
    assert (answered.status_code, answered.json["code"]) == (status, code), answered.text


def test_a_guest_keeps_the_account_by_a_passkey(api: Api, browser: Browser, device: Authenticator):
    player = kept(browser, device)
    assert browser.call("GET", "/v1/me").json["passkeys"] == 1

    elsewhere = Browser(api.app)
    answered = sign_in(elsewhere, device)
    assert answered.status_code == 200, answered.text
    assert answered.json["player"]["id"] == player
    assert elsewhere.call("GET", "/v1/me").json["player"]["id"] == player
    [listed] = browser.call("GET", "/v1/me/passkeys").json["passkeys"]
    assert listed["last_used_at"] is not None
    assert browser.call("GET", "/v1/me/export").json["passkeys"] == [listed]


def test_a_sign_in_ends_the_session_that_the_browser_had(browser: Browser, device: Authenticator):
    kept(browser, device)
    before = browser.cookie()
    assert sign_in(browser, device).status_code == 200
    after = browser.cookie()
    assert after != before
    browser.keep_cookie(before)
    assert browser.call("GET", "/v1/me").status_code == 401


def test_an_answer_counts_once(browser: Browser, device: Authenticator):
    kept(browser, device)
    given = device.get(options(browser, "/v1/session/passkey"))
    assert send(browser, "/v1/session/passkey", {"credential": given}).status_code == 200
    is_refused(send(browser, "/v1/session/passkey", {"credential": given}))


def test_a_challenge_for_one_player_is_of_no_use_to_others(api: Api, browser: Browser, device: Authenticator):
    browser.as_guest()
    other = Browser(api.app).as_guest()
    made = device.create(options(browser, "/v1/me/passkeys", {}))
    is_refused(send(other, "/v1/me/passkeys", {"credential": made}))
    is_refused(send(other, "/v1/session/passkey", {"credential": device.get(options(browser, "/v1/me/passkeys", {}))}))


def test_an_old_challenge_is_refused(service: Service, browser: Browser, device: Authenticator):
    kept(browser, device)
    given = device.get(options(browser, "/v1/session/passkey"))
    redis = service.counting._redis
    keys = redis.keys("shengji:passkeys:*")
    assert all(0 < redis.ttl(key) <= CHALLENGE_S for key in keys)
    redis.delete(*keys)
    is_refused(send(browser, "/v1/session/passkey", {"credential": given}))


@pytest.mark.parametrize("wrong", ["origin", "host", "owner", "key"])
def test_an_answer_that_is_not_for_this_server_is_refused(browser: Browser, device: Authenticator, wrong: str):
    kept(browser, device)
    if wrong == "origin":
        device.origin = "http://localhost.example.org"
    elif wrong == "owner":
        device.flags = PRESENT
    elif wrong == "host":
        device = Authenticator(ORIGIN, device.credential, host="example.org")
    else:
        device._key = Authenticator(ORIGIN, token_bytes(16))._key
    is_refused(sign_in(browser, device))


def test_a_copy_of_a_device_is_refused(browser: Browser, device: Authenticator):
    kept(browser, device)
    assert sign_in(browser, device).status_code == 200
    device.signed -= 1
    is_refused(sign_in(browser, device))
    assert sign_in(browser, device).status_code == 200


def test_a_removed_passkey_does_not_sign_in(browser: Browser, device: Authenticator):
    kept(browser, device)
    [listed] = browser.call("GET", "/v1/me/passkeys").json["passkeys"]
    assert send(browser, f"/v1/me/passkeys/{listed['id']}", method="DELETE").status_code == 204
    is_refused(send(browser, f"/v1/me/passkeys/{listed['id']}", method="DELETE"), "not_found", 404)
    is_refused(sign_in(browser, device))


def test_a_passkey_of_a_closed_account_does_not_sign_in(browser: Browser, device: Authenticator):
    player = kept(browser, device)
    assert send(browser, "/v1/me", {"confirm": player}, "DELETE").status_code == 204
    is_refused(sign_in(browser, device))


def test_a_passkey_is_stored_once(browser: Browser, device: Authenticator):
    kept(browser, device)
    is_refused(register(browser, device), "passkey_known", 409)


def test_an_account_with_a_login_needs_its_password(browser: Browser, device: Authenticator):
    browser.as_guest()
    login = {"login": "passkeys-too", "password": PASSWORD}
    assert send(browser, "/v1/me/login", login, "PUT").status_code == 204
    is_refused(send(browser, "/v1/me/passkeys/options", {}), "wrong_password")
    made = device.create(options(browser, "/v1/me/passkeys", {"current_password": PASSWORD}))
    assert send(browser, "/v1/me/passkeys", {"credential": made}).status_code == 201


def test_an_account_has_a_limited_number(browser: Browser):
    browser.as_guest()
    for _ in range(PASSKEYS_LIMIT):
        assert register(browser, Authenticator(ORIGIN, token_bytes(16))).status_code == 201
    is_refused(send(browser, "/v1/me/passkeys/options", {}), "too_many_passkeys", 409)


@pytest.mark.parametrize("credential", [{}, {"response": {}}, {"response": {"clientDataJSON": "e30"}}])
def test_an_answer_without_sense_is_refused(browser: Browser, credential: Json):
    browser.as_guest()
    is_refused(send(browser, "/v1/me/passkeys", {"credential": credential}))
    is_refused(send(browser, "/v1/session/passkey", {"credential": credential}))


def test_an_address_without_a_name_has_no_passkeys(browser: Browser):
    answered = browser.change("POST", "/v1/session/passkey/options", headers={"Host": "127.0.0.1:8080"})
    is_refused(answered, "no_passkeys_here", 409)


def test_other_sites_cannot_sign_in(browser: Browser):
    for path in ("/v1/session/passkey/options", "/v1/session/passkey"):
        answered = browser.call("POST", path, {}, headers={**WITHOUT_PROOF, **HERE})
        is_refused(answered, "cross_site_request", 401)
