"""Sessions of browsers: what a cookie allows, what an attack from another site cannot do, and how a session ends."""

import dataclasses
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.accounts.attempts import FREE
from service.accounts.sessions.handlers import SESSION_LIFE_S
from service.platform.limits import LIMITS, Limits
from service.platform.settings import Rate
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.browsers import OWN_PAGE, Browser
from tests.support.fixtures import PATIENT, wired

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Delays long enough to be observed by a test."""
    return dataclasses.replace(PATIENT, first_delay_s=1000 * LIMITS.first_delay_s)


@pytest.fixture
def browser(api: Api) -> Browser:
    return Browser(api.app)


def problem(answered: TestResponse) -> tuple[int, str]:
    return answered.status_code, answered.json["code"]


def with_login(api: Api, login: str) -> User:
    user = api.sign_up(login)
    set_login = {"login": login, "password": PASSWORD}
    assert api.call("PUT", "/v1/me/login", set_login, token=user.token).status_code == 204
    return user


def sign_in(browser: Browser, login: str, password: str = PASSWORD) -> TestResponse:
    return browser.change("POST", "/v1/session", {"name": login, "password": password})


def tokens_of(browser: Browser) -> list[dict[str, Any]]:
    return list(browser.call("GET", "/v1/me/tokens").json["tokens"])


# --------------------------------------------------------------------------------------------- signing in


def test_a_guest_is_a_full_account_that_the_cookie_identifies(browser: Browser):
    made = browser.change("POST", "/v1/session/guest", {"name": "Mei"})

    assert made.status_code == 200
    assert made.json["player"]["name"] == "Mei"
    assert browser.cookie() not in made.text
    me = browser.call("GET", "/v1/me").json
    assert me["player"]["id"] == made.json["player"]["id"]
    assert {"table:play", "account:write"} <= set(me["token"]["scopes"])
    kept = browser.change("PUT", "/v1/me/login", {"login": "mei-keeps-it", "password": PASSWORD})
    assert kept.status_code == 204


@pytest.mark.parametrize(("language", "begins"), [("en", "Guest "), ("zh-Hans", "游客 ")])
def test_a_guest_without_a_name_gets_a_numbered_one_in_its_language(browser: Browser, language: str, begins: str):
    name = browser.change("POST", "/v1/session/guest", {"language": language}).json["player"]["name"]
    assert name.startswith(begins)
    assert name.removeprefix(begins).isdigit()
    assert len(name.removeprefix(begins)) == 4


def test_the_cookie_is_for_the_browser_alone(browser: Browser):
    made = browser.change("POST", "/v1/session/guest", {})
    value, *attributes = made.headers["Set-Cookie"].split("; ")
    assert value.startswith("session=sjb_")
    assert {"HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={SESSION_LIFE_S}"} <= set(attributes)
    assert not any(each.startswith("Domain") for each in attributes)
    assert made.headers["Cache-Control"] == "no-store"


def test_over_tls_the_cookie_cannot_come_from_a_neighbour(service: Service):
    over_tls = wired(dataclasses.replace(service.settings, public_address="https://cards.example.org"))
    made = Browser(create_app(over_tls)).change("POST", "/v1/session/guest", {})
    over_tls.close()
    value, *attributes = made.headers["Set-Cookie"].split("; ")
    assert value.startswith("__Host-session=sjb_")
    assert {"Secure", "HttpOnly", "Path=/"} <= set(attributes)


def test_a_session_begins_with_a_login(api: Api, browser: Browser):
    ada = with_login(api, "ada-signs-in")
    begun = sign_in(browser, "ADA-signs-in")
    assert begun.status_code == 200
    assert begun.json["player"]["id"] == ada.id
    assert browser.call("GET", "/v1/me").json["player"]["id"] == ada.id


@pytest.mark.parametrize("login", ["ada-mistypes", "nobody-at-all", "无名氏"])
def test_a_wrong_login_and_a_wrong_password_get_the_same_answer(api: Api, browser: Browser, login: str):
    if login == "ada-mistypes":
        with_login(api, login)
    refused = sign_in(browser, login, "not the password")
    assert problem(refused) == (403, "wrong_login")
    assert refused.json["detail"] == "no account has this login and password"
    assert "Set-Cookie" not in refused.headers


def test_wrong_passwords_delay_further_attempts(api: Api, browser: Browser):
    with_login(api, "ada-is-guessed")
    guesses = [problem(sign_in(browser, "ada-is-guessed", "guess")) for _ in range(FREE)]
    assert guesses == [(403, "wrong_login")] * FREE
    limited = sign_in(browser, "ada-is-guessed")
    assert problem(limited) == (429, "rate_limited")
    assert int(limited.headers["Retry-After"]) > 0


@pytest.mark.parametrize(("path", "limit"), [("/v1/session", "login"), ("/v1/session/guest", "sign_up")])
def test_sign_ins_are_limited_by_address(service: Service, path: str, limit: str):
    limited = wired(dataclasses.replace(service.settings, **{f"rate_limit_{limit}": Rate("2/hour")}))
    browser = Browser(create_app(limited))
    body = {"name": "no-such-login", "password": PASSWORD} if limit == "login" else {"name": " "}
    answers = [browser.change("POST", path, body).status_code for _ in range(3)]
    limited.close()
    assert answers[2] == 429
    assert 429 not in answers[:2]


def test_a_closed_server_makes_no_guests(service: Service):
    closed = wired(dataclasses.replace(service.settings, sign_up="closed"))
    refused = Browser(create_app(closed)).change("POST", "/v1/session/guest", {})
    closed.close()
    assert problem(refused) == (403, "sign_up_closed")


def test_a_second_guest_does_not_replace_the_first(browser: Browser):
    before = browser.as_guest().cookie()
    assert problem(browser.change("POST", "/v1/session/guest", {})) == (409, "already_signed_in")
    assert browser.cookie() == before


# ------------------------------------------------------------------------------- requests from other sites

OTHERS = {
    "a page of another site": {"Sec-Fetch-Site": "cross-site", "X-Shengji-Request": "1"},
    "a page of a neighbour": {"Sec-Fetch-Site": "same-site", "X-Shengji-Request": "1"},
    "an address typed by the user": {"Sec-Fetch-Site": "none", "X-Shengji-Request": "1"},
    "a page without the header": {"Sec-Fetch-Site": "same-origin"},
    "the header with another value": {"Sec-Fetch-Site": "same-origin", "X-Shengji-Request": "yes"},
    "an old browser at another site": {"Origin": "https://evil.example", "X-Shengji-Request": "1"},
    "an old browser that hides the site": {"Origin": "null", "X-Shengji-Request": "1"},
    "something that names no page": {"X-Shengji-Request": "1"},
    "a form": {**OWN_PAGE, "Content-Type": "application/x-www-form-urlencoded"},
    "a text": {**OWN_PAGE, "Content-Type": "text/plain"},
}


@pytest.mark.parametrize("headers", OTHERS.values(), ids=OTHERS)
def test_a_change_with_the_cookie_has_to_come_from_our_own_page(browser: Browser, headers: dict[str, str]):
    browser.as_guest()
    refused = browser.call("POST", "/v1/tables", {"profile": "zhang-2021"}, headers=headers)
    assert problem(refused) == (401, "cross_site_request")
    assert "X-Shengji-Request: 1" in refused.json["hint"]


@pytest.mark.parametrize("headers", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/v1/session"), ("POST", "/v1/session/guest"), ("DELETE", "/v1/session")]
)
def test_no_other_site_signs_a_browser_in_or_out(browser: Browser, method: str, path: str, headers: dict[str, str]):
    browser.as_guest()
    body = {"name": "ada", "password": PASSWORD} if path == "/v1/session" else {}
    refused = browser.call(method, path, body, headers=headers)
    assert problem(refused) == (401, "cross_site_request")
    assert "Set-Cookie" not in refused.headers
    assert browser.call("GET", "/v1/me").status_code == 200


@pytest.mark.parametrize("headers", [OWN_PAGE, {"Origin": "http://localhost", "X-Shengji-Request": "1"}])
def test_our_own_page_opens_a_table(browser: Browser, headers: dict[str, str]):
    browser.as_guest()
    opened = browser.call("POST", "/v1/tables", {"profile": "zhang-2021"}, headers=headers)
    assert opened.status_code == 201
    sat = browser.change("POST", f"/v1/tables/{opened.json['table']}/commands", {"type": "sit", "seat": 0})
    assert sat.status_code == 200


def test_other_origins_get_no_credentials_and_may_not_send_the_header(browser: Browser):
    browser.as_guest()
    seen = browser.call("GET", "/v1/me", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Credentials" not in seen.headers
    asked = {
        "Origin": "https://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-shengji-request, content-type",
    }
    preflight = browser.call("OPTIONS", "/v1/tables", headers=asked)
    assert "x-shengji-request" not in preflight.headers.get("Access-Control-Allow-Headers", "").lower()
    assert "Access-Control-Allow-Credentials" not in preflight.headers


# ------------------------------------------------------------------------------------- tokens and cookies


def test_a_bearer_token_beats_the_cookie(api: Api, browser: Browser):
    ada = api.sign_up("Ada")
    browser.as_guest()
    assert browser.call("GET", "/v1/me", token=ada.token).json["player"]["id"] == ada.id
    opened = browser.call("POST", "/v1/tables", {"profile": "zhang-2021"}, token=ada.token)
    assert opened.status_code == 201
    assert ada.view(opened.json["table"])["host"] == ada.id


@pytest.mark.parametrize("header", ["Bearer sj_wrong", "Basic YTpi", "Bearer"])
def test_a_wrong_token_is_not_replaced_by_the_cookie(browser: Browser, header: str):
    browser.as_guest()
    assert problem(browser.call("GET", "/v1/me", headers={"Authorization": header})) == (401, "not_authenticated")


def test_tokens_of_programs_and_sandboxes_do_not_count_in_a_cookie(api: Api, browser: Browser):
    ada = api.sign_up("Ada")
    for token in (ada.token, ada.in_sandbox().token):
        browser.keep_cookie(token)
        assert problem(browser.call("GET", "/v1/me")) == (401, "not_authenticated")
        assert browser.change("DELETE", "/v1/session").status_code == 204
        assert api.call("GET", "/v1/me", token=token).status_code == 200


@pytest.mark.parametrize("value", ["sjb_wrong", "", "sjb_é", "sjb_" + "x" * 1000])
def test_a_cookie_that_is_no_session_counts_as_none(browser: Browser, value: str):
    headers = {"Cookie": f"session={value}"}
    assert problem(browser.call("GET", "/v1/me", headers=headers)) == (401, "not_authenticated")
    assert browser.call("GET", "/v1/tables", headers=headers).status_code == 200


def test_responses_depend_on_the_cookie_for_caches(browser: Browser):
    browser.as_guest()
    table = browser.change("POST", "/v1/tables", {"profile": "zhang-2021"}).json["table"]
    assert "Cookie" in browser.call("GET", f"/v1/tables/{table}").headers["Vary"]
    assert "Cookie" in browser.call("GET", "/v1/me/events").headers["Vary"]


def test_streams_and_tickets_take_the_cookie(browser: Browser):
    browser.as_guest()
    ticket = browser.change("POST", "/v1/tickets", {"feed": "/v1/me/events"})
    assert ticket.status_code == 200
    # The client that checks answers reads them to the end, which a stream does not have.
    stream = browser._client.get("/v1/me/events", headers={"Accept": "application/x-ndjson"})
    assert stream.status_code == 200
    assert next(stream.iter_encoded())
    stream.close()


# ---------------------------------------------------------------------------------------- ends of sessions


def test_a_session_is_listed_with_the_tokens_and_revoked_at_once(api: Api, browser: Browser):
    ada = with_login(api, "ada-on-two-machines")
    sign_in(browser, "ada-on-two-machines")
    listed = ada.get("/v1/me/tokens").json["tokens"]
    assert [each["kind"] for each in listed] == ["personal", "browser"]
    path = f"/v1/me/tokens/{listed[1]['id']}"
    assert ada.get(path).json["kind"] == "browser"

    assert api.call("DELETE", path, token=ada.token).status_code == 204

    assert problem(browser.call("GET", "/v1/me")) == (401, "not_authenticated")


def test_signing_in_gives_another_cookie_and_ends_the_one_before(api: Api, browser: Browser):
    with_login(api, "ada-signs-in-again")
    before = browser.as_guest().cookie()

    assert sign_in(browser, "ada-signs-in-again").status_code == 200

    assert browser.cookie() != before
    stolen = Browser(api.app)
    stolen.keep_cookie(before)
    assert problem(stolen.call("GET", "/v1/me")) == (401, "not_authenticated")


def test_signing_out_ends_the_session_and_drops_the_cookie(api: Api, browser: Browser):
    before = browser.as_guest().cookie()
    assert browser.change("DELETE", "/v1/session").status_code == 204
    assert browser.cookie() == ""
    assert browser.change("DELETE", "/v1/session").status_code == 204
    browser.keep_cookie(before)
    assert problem(browser.call("GET", "/v1/me")) == (401, "not_authenticated")


def test_a_closed_account_has_no_session(browser: Browser):
    browser.as_guest()
    assert browser.change("DELETE", "/v1/me", {"confirm": browser.player}).status_code == 204
    assert problem(browser.call("GET", "/v1/me")) == (401, "not_authenticated")


def test_a_token_made_in_a_session_ends_with_it_at_the_latest(browser: Browser):
    browser.as_guest()
    made = browser.change("POST", "/v1/me/tokens", {"name": "my bot", "scopes": ["table:play"]})
    assert made.status_code == 201
    [session] = [each for each in tokens_of(browser) if each["kind"] == "browser"]
    assert made.json["kind"] == "personal"
    assert made.json["expires_at"] <= session["expires_at"]
