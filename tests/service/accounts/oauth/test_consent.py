"""Players allow programs access in a browser, at the redirect URI of the program."""

import re
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.accounts.handlers import SCOPES
from service.accounts.oauth.handlers import REDIRECT_URI
from service.accounts.oauth.protocol import add_params_to_uri
from tests.support.api import Api, Json
from tests.support.laws import law
from tests.support.oauth import (
    PASSWORD,
    REDIRECT,
    SERVER,
    Browser,
    Form,
    is_valid,
    told,
)
from tests.support.oauth_scene import Scene, refused


def test_a_program_gets_the_granted_access_with_an_oauth_library(scene: Scene):
    location = scene.browser.decide(scene.program.address())
    token = scene.program.take(location)

    assert location.startswith(f"{REDIRECT}?code=")
    assert told(location)["state"] == scene.program.state
    assert told(location)["iss"] == SERVER
    assert (token["token_type"], token["scope"]) == ("Bearer", "table:read")
    assert token["expires_in"] == 30 * 24 * 3600
    assert scene.program.session.get(f"{SERVER}/v1/tables").status_code == 200
    assert scene.program.session.post(f"{SERVER}/v1/tables", json={"profile": "zhang-2021"}).status_code == 403


def test_an_oauth_token_is_listed_with_its_program_and_revoking_it_ends_the_grant(scene: Scene):
    tokens = scene.tokens()

    listed = scene.user.get("/v1/me/tokens").json["tokens"]
    mine, its = listed
    assert (mine["client"], its["client"], its["name"]) == (None, scene.client_id, "Card Watch")
    assert its["expires_at"] is not None
    revoked = scene.api.call("DELETE", f"/v1/me/tokens/{its['id']}", token=scene.user.token)

    assert revoked.status_code == 204
    assert not is_valid(scene.api, tokens["access_token"])
    assert refused(scene.program.refresh(tokens["refresh_token"]), "invalid_grant")
    assert scene.user.get("/v1/me/tokens").json["tokens"][1]["revoked_at"] is not None


def test_the_consent_page_names_client_and_scopes_and_cannot_be_framed_cached_or_scripted(standing: Scene):
    page = standing.browser.open(standing.program.address(scope="table:play account:read"))

    form = Form(page.text)
    assert "Card Watch" in form.text
    assert SCOPES["table:play"] in form.text
    assert SCOPES["account:read"] in form.text
    assert SCOPES["table:create"] not in form.text
    assert REDIRECT in form.text
    assert "script" not in form.tags
    assert not re.search(r"\b(src|href|on\w+)=", page.text)
    assert not re.search(r"https?://(?!watch\.example\.org/back|localhost)", page.text)
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert policy.endswith("form-action 'self' https:")
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize(
    ("given", "description"),
    [
        ("state=%C3%A9", "state: give printable ASCII characters."),
        ("scope=%C3%A9", "scope: give printable ASCII characters, without quotes and backslashes."),
        ("scope=%22", "scope: give printable ASCII characters, without quotes and backslashes."),
        ("%C3%A9=%22", "a parameter: give printable ASCII characters, without quotes and backslashes."),
    ],
)
def test_characters_that_are_not_allowed_are_refused_with_the_name_of_their_parameter(
    standing: Scene, given: str, description: str
):
    page = standing.browser.open(f"/oauth/authorize?{given}")

    assert page.status_code == 400
    assert description in Form(page.text).text


def test_quotes_are_allowed_in_a_state(standing: Scene):
    page = standing.browser.open(standing.program.address(state='"\\'))

    assert page.status_code == 200


def test_denying_needs_no_password_and_the_client_gets_access_denied(standing: Scene):
    browser = Browser(standing.api, "", "")

    back = told(browser.decide(standing.program.address(), "deny"))

    assert back["error"] == "access_denied"
    assert back["state"] == standing.program.state
    assert back["iss"] == SERVER
    assert "code" not in back


@pytest.mark.parametrize(
    ("login", "password"),
    [(None, "wrong horse battery"), ("nobody.at.all", PASSWORD), ("", ""), ("名字", PASSWORD), (None, "")],
)
def test_a_wrong_login_and_a_wrong_password_get_the_same_answer_and_no_access(
    standing: Scene, login: str | None, password: str
):
    typed = standing.login if login is None else login
    page = standing.browser.open(standing.program.address())

    again = standing.browser.send(page, login=typed, password=password)

    assert again.status_code == 403
    form = Form(again.text)
    assert form.fields["login"] == typed
    assert form.fields["password"] == ""
    assert password == "" or password not in again.text
    assert "No account has this login and password." in form.text
    # With the right ones the same page continues.
    assert standing.browser.send(again).status_code == 303


def test_without_a_decision_no_code_is_issued(standing: Scene):
    page = Form(standing.browser.open(standing.program.address()).text)

    answered = standing.api.form(page.action, {**page.fields, **standing.browser.typed})

    assert answered.status_code == 403
    assert "Choose Allow or Deny." in answered.text


def test_text_of_a_client_is_escaped_on_the_page(api: Api):
    wicked = "<script>alert(1)</script>\"'&x"
    scene = Scene(api, name=wicked)

    page = scene.browser.open(scene.program.address(state=wicked))
    form = Form(page.text)

    assert "script" not in form.tags
    assert wicked in form.text
    assert form.fields["state"] == wicked
    again = scene.browser.send(page, login='"><script>', password="x")
    assert "script" not in Form(again.text).tags
    assert told(scene.browser.send(page).headers["Location"])["state"] == wicked


# -- redirects ---------------------------------------------------------------------------------------------------------
@law
@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example.org/back",
        "https://watch.example.org/back/",
        "https://watch.example.org/BACK",
        "https://watch.example.org/back?x=1",
        "https://watch.example.org/back#x",
        "https://watch.example.org:444/back",
        "https://watch.example.org@evil.example.org/back",
        "https://watch.example.org.evil.example.org/back",
        "http://watch.example.org/back",
        "//watch.example.org/back",
        "/oauth/device",
        "javascript:alert(1)",
        "https://watch.example.org/back\\",
        "https://watch.example.org/back ",
        "https://watch.example.org/back\r\nX-Evil: 1",
        "",
        None,
    ],
)
@pytest.mark.parametrize("what", [{}, {"response_type": "token"}, {"scope": "nothing"}, {"code_challenge": None}])
def test_an_unregistered_redirect_uri_is_never_used(standing: Scene, uri: str | None, what: Json):
    page = standing.browser.open(standing.program.address(redirect_uri=uri, **what))

    assert page.status_code == 400
    assert "Location" not in page.headers
    assert page.headers["X-Frame-Options"] == "DENY"
    assert Form(page.text).buttons == []


@pytest.mark.parametrize("client_id", ["cli_" + "0" * 26, "", None, "名字", 'x"\\', "cli_" + "0" * 26 + "\n"])
def test_an_unknown_client_causes_no_redirect(standing: Scene, client_id: str | None):
    page = standing.browser.open(standing.program.address(client_id=client_id))

    assert page.status_code == 400
    assert "Location" not in page.headers


def test_a_form_with_a_changed_redirect_uri_decides_nothing(standing: Scene):
    page = standing.browser.open(standing.program.address())

    answered = standing.browser.send(page, redirect_uri="https://evil.example.org/back")

    assert answered.status_code == 400
    assert "Location" not in answered.headers


@pytest.mark.parametrize("registered", ["http://127.0.0.1/back", "http://[::1]:80/back", "http://localhost:1/back"])
def test_a_loopback_redirect_uri_allows_any_port(api: Api, registered: str):
    scene = Scene(api, registered)
    host = registered.removeprefix("http://").partition("/")[0].removesuffix(":80").removesuffix(":1")
    scene.program.redirect_uri = f"http://{host}:51004/back"

    code = scene.code(redirect_uri=scene.program.redirect_uri)

    assert refused(scene.program.exchange(code, redirect_uri=registered), "invalid_grant")
    assert scene.program.exchange(code).status_code == 200
    for other in (f"http://{host}:51004/other", f"http://{host}:51004/back/", "http://127.0.0.2/back"):
        assert scene.browser.open(scene.program.address(redirect_uri=other)).status_code == 400


def test_a_redirect_uri_may_have_the_private_scheme_of_an_app(api: Api):
    scene = Scene(api, "org.example.tractor:/back")
    scene.program.redirect_uri = "org.example.tractor:/back"

    page = scene.browser.open(scene.program.address(redirect_uri="org.example.tractor:/back"))
    location = scene.browser.send(page).headers["Location"]

    assert page.headers["Content-Security-Policy"].endswith("form-action 'self' org.example.tractor:")
    assert location.startswith("org.example.tractor:/back?code=")
    assert scene.program.exchange(told(location)["code"]).status_code == 200


@pytest.mark.parametrize(
    "uri",
    [
        "http://watch.example.org/back",
        "http://127.0.0.1.evil.example.org/",
        "http://127.0.0.1@evil.example.org/",
        "http://127.0.0.2/",
        "https://user@watch.example.org/",
        "https://watch.example.org/#",
        "https://watch.example.org/?x=1",
        "https://",
        "https:///back",
        "https://watch.example.org/back\n",
        "https://watch.example.org/ba ck",
        "https://watch.example.org/ü",
        "javascript:alert(1)",
        "tractor:/back",
        "data:text/html,x",
        "org.example.tractor:///back",
        "",
    ],
)
def test_an_unusable_redirect_uri_is_not_registered(api: Api, uri: str):
    user = api.sign_up()

    answered = user.post("/v1/me/clients", {"name": "x", "redirect_uris": [uri]})

    assert (answered.status_code, answered.json["code"]) == (400, "invalid_request")
    assert "redirect_uris.0" in answered.json["facts"]["fields"]
    assert user.get("/v1/me/clients").json["clients"] == []


@given(st.from_regex(re.compile(REDIRECT_URI, re.ASCII), fullmatch=True))
def test_the_server_only_adds_parameters_to_a_redirect_uri(uri: str):
    assert add_params_to_uri(uri, [("code", "x"), ("iss", SERVER)]) == f"{uri}?code=x&iss={quote(SERVER, safe='')}"
    assert urlsplit(uri).username is None or not uri.startswith("http")


# -- scopes ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code id_token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"scope": None}, "invalid_scope"),
        ({"scope": " "}, "invalid_scope"),
        ({"scope": "table:read everything"}, "invalid_scope"),
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
    ],
)
def test_an_invalid_request_is_returned_to_the_client_before_the_player_is_asked(
    standing: Scene, changed: Json, error: str
):
    answered = standing.browser.open(standing.program.address(**changed))

    assert answered.status_code == 303
    back = told(answered.headers["Location"])
    assert answered.headers["Location"].startswith(f"{REDIRECT}?")
    assert (back["error"], back["state"], back["iss"]) == (error, standing.program.state, SERVER)


def test_a_repeated_parameter_is_refused(standing: Scene):
    page = standing.browser.open(standing.program.address() + "&scope=table:play")

    assert page.status_code == 400
    twice = standing.api.call(
        "POST",
        "/oauth/token",
        b"grant_type=refresh_token&grant_type=authorization_code",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert refused(twice, "invalid_request")


@law
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"{}", "application/json"),
        (b"grant_type=%ff", "application/x-www-form-urlencoded"),
        (b"grant_type=\xff", "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=1" % number for number in range(60)), "application/x-www-form-urlencoded"),
        (b"grant_type=x%00", "application/x-www-form-urlencoded"),
        (b"grant_type=%22%5C", "application/x-www-form-urlencoded"),
        (b"", "application/x-www-form-urlencoded"),
    ],
)
@pytest.mark.parametrize("path", ["token", "device_authorization", "revoke", "authorize", "device"])
def test_a_body_that_is_not_a_form_is_refused_without_a_server_error(
    api: Api, path: str, body: bytes, content_type: str
):
    answered = api.call("POST", f"/oauth/{path}", body, headers={"Content-Type": content_type})

    assert answered.status_code == 400


def test_an_unknown_grant_type_is_refused(standing: Scene):
    for grant_type in ("password", "client_credentials", "implicit", ""):
        asked = {"grant_type": grant_type, "client_id": standing.client_id}
        assert refused(standing.api.form("/oauth/token", asked), "unsupported_grant_type")
