"""OAuth 2: access granted to third-party programs, and all refusals."""

import dataclasses
import re
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from authlib.oauth2 import rfc8414, rfc9207
from hypothesis import given
from hypothesis import strategies as st

from service.accounts.handlers import SCOPES
from service.accounts.oauth.handlers import REDIRECT_URI, Given, Grants, Spent
from service.accounts.oauth.protocol import add_params_to_uri
from service.processes.app import create_app
from tests.support.api import Api, Json
from tests.support.fixtures import wired
from tests.support.laws import law
from tests.support.oauth import (
    PASSWORD,
    REDIRECT,
    SERVER,
    Browser,
    Form,
    Program,
    challenge,
    is_valid,
    new_client,
    told,
    with_login,
)


class Scene:
    """A player with a login, a client registered by another player, and a program that is this client."""

    def __init__(self, api: Api, *redirect_uris: str, name: str = "Card Watch", scope: str = "table:read") -> None:
        self.api = api
        self.user, self.login = with_login(api)
        self.owner = api.sign_up("the author")
        self.client_id = new_client(self.owner, *(redirect_uris or (REDIRECT,)), name=name)
        self.browser = Browser(api, self.login)
        self.program = Program(api, self.client_id, scope)

    def code(self, **changed: str) -> str:
        """Returns a code granted by the player."""
        return told(self.browser.decide(self.program.address(**changed)))["code"]

    def tokens(self) -> Json:
        """Returns tokens for a code."""
        return dict(self.program.exchange(self.code()).json)

    def allow_device(self, codes: Json, decision: str = "allow") -> Any:
        """Decides on a device request."""
        return self.browser.send(self.browser.open(codes["verification_uri_complete"]), decision)


@pytest.fixture(scope="module")
def standing(api: Api) -> Scene:
    """Shared by tests that only read."""
    return Scene(api)


@pytest.fixture
def scene(api: Api) -> Scene:
    return Scene(api)


def refused(answered: Any, error: str) -> bool:
    """Returns whether a program got exactly this error."""
    assert answered.status_code == 400, answered.text
    assert answered.json["error"] == error, answered.text
    return "access_token" not in answered.text


# ------------------------------------------------------------------------------------------------ with a browser


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


# ------------------------------------------------------------------------------------------------ codes


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

    grants.exchange_code(first, client, Given("sj_first", "sjr_first", ["table:read"]))
    with pytest.raises(Spent):
        grants.exchange_code(second, client, Given("sj_second", "sjr_second", ["table:read"]))

    assert service.accounts.identify("sj_first") is not None
    assert service.accounts.identify("sj_second") is None
    assert grants.held("sjr_second") is None


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


# ------------------------------------------------------------------------------------------------ refreshing


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

    grants.exchange_refresh(first, client, Given("sj_one", "sjr_one", ["table:read"]))
    with pytest.raises(Spent):
        grants.exchange_refresh(second, client, Given("sj_two", "sjr_two", ["table:read"]))

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


# ------------------------------------------------------------------------------------------------ devices


def test_a_device_gets_the_granted_access(scene: Scene):
    codes = scene.program.codes()
    assert codes["verification_uri"] == f"{SERVER}/oauth/device"
    assert refused(scene.program.poll(codes), "authorization_pending")

    page = scene.browser.open("/oauth/device")
    typed = codes["user_code"].replace("-", " ").lower()
    question = scene.browser.open(f"/oauth/device?user_code={quote(typed)}")
    done = scene.browser.send(question)
    tokens = scene.program.poll(codes)

    assert list(Form(page.text).fields) == ["user_code"]
    assert "Card Watch" in question.text
    assert SCOPES["table:play"] in question.text
    assert question.headers["Content-Security-Policy"].endswith("form-action 'self'")
    assert done.status_code == 200
    assert tokens.json["scope"] == "table:play table:read"
    assert is_valid(scene.api, tokens.json["access_token"])
    assert scene.program.refresh(tokens.json["refresh_token"]).status_code == 200


def test_a_device_that_polls_too_soon_has_to_wait_longer_each_time(scene: Scene, service):
    codes = scene.program.codes()
    assert codes["interval"] == 5

    def has_to_wait_s() -> int:
        """Polls too soon again until this time has passed since the last poll."""
        with service.database.session() as connection:
            [(interval_s,)] = connection.execute(
                "UPDATE shengji.oauth_device SET polled_at = now() + interval '1 hour' WHERE hash ="
                " (SELECT hash FROM shengji.oauth_device ORDER BY expires_at DESC LIMIT 1) RETURNING interval_s"
            ).fetchall()
        return int(interval_s)

    assert refused(scene.program.poll(codes), "authorization_pending")
    waits = [has_to_wait_s()]
    for _ in range(3):
        assert refused(scene.program.poll(codes), "slow_down")
        waits.append(has_to_wait_s())
    assert waits == [5, 10, 15, 20]
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.oauth_device SET polled_at = now() - interval '20 seconds'")

    assert refused(scene.program.poll(codes), "authorization_pending")
    scene.allow_device(codes)
    assert scene.program.poll(codes).status_code == 200


def test_a_denied_device_gets_no_token(standing: Scene):
    codes = standing.program.codes()

    assert standing.allow_device(codes, "deny").status_code == 200

    assert refused(standing.program.poll(codes), "access_denied")
    assert standing.browser.open(codes["verification_uri_complete"]).status_code == 400


def test_after_a_wrong_password_a_device_keeps_waiting(scene: Scene):
    codes = scene.program.codes()
    page = scene.browser.open(codes["verification_uri_complete"])

    again = scene.browser.send(page, password="wrong horse battery")

    assert again.status_code == 403
    assert Form(again.text).fields["user_code"] == codes["user_code"]
    assert refused(scene.program.poll(codes), "authorization_pending")
    assert scene.browser.send(again).status_code == 200


def test_device_codes_expire_after_15_minutes(scene: Scene, service):
    codes = scene.program.codes()
    page = scene.browser.open(codes["verification_uri_complete"])
    assert codes["expires_in"] == 15 * 60
    with service.database.session() as connection:
        connection.execute("UPDATE shengji.oauth_device SET expires_at = now()")

    assert scene.browser.open(codes["verification_uri_complete"]).status_code == 400
    assert scene.browser.send(page).status_code == 400
    assert refused(scene.program.poll(codes), "expired_token")


def test_a_device_code_works_once_and_only_for_its_client(scene: Scene):
    codes = scene.program.codes()
    scene.allow_device(codes)
    other = new_client(scene.owner)

    assert refused(scene.program.poll(codes, client_id=other), "invalid_grant")
    assert refused(scene.program.poll(codes, device_code="sjd_unknown"), "invalid_grant")
    tokens = scene.program.poll(codes).json
    assert refused(scene.program.poll(codes), "invalid_grant")

    assert not is_valid(scene.api, tokens["access_token"])


def test_a_device_request_is_decided_only_once(scene: Scene):
    codes = scene.program.codes()
    page = scene.browser.open(codes["verification_uri_complete"])
    scene.browser.send(page)
    another = Browser(scene.api, with_login(scene.api)[1])

    assert another.send(page).status_code == 400
    assert another.send(page, "deny").status_code == 400

    tokens = scene.program.poll(codes).json
    assert scene.api.call("GET", "/v1/tables?mine=true", token=tokens["access_token"]).status_code == 200
    assert len(scene.user.get("/v1/me/tokens").json["tokens"]) == 2


@pytest.mark.parametrize("user_code", ["XXXX-XXXX", "nonsense", "名字", "%00", "", '"><script>', "X" * 500])
def test_an_unknown_user_code_is_only_reported_as_unknown(standing: Scene, user_code: str):
    sent = {"user_code": user_code, "decision": "allow", **standing.browser.typed}

    assert standing.browser.open(f"/oauth/device?user_code={quote(user_code)}").status_code == (
        400 if user_code else 200
    )
    answered = standing.api.form("/oauth/device", sent)

    assert answered.status_code == 400
    assert "No device waits with this code." in answered.text
    assert "script" not in Form(answered.text).tags


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"client_id": "cli_" + "0" * 26, "scope": "table:read"}, "invalid_client"),
        ({"scope": "table:read"}, "invalid_client"),
        ({"scope": "everything"}, "invalid_scope"),
        ({}, "invalid_client"),
    ],
)
def test_an_invalid_device_request_gets_no_codes(standing: Scene, asked: Json, error: str):
    if error == "invalid_scope":
        asked = {**asked, "client_id": standing.client_id}
        assert refused(standing.api.form("/oauth/device_authorization", {"client_id": standing.client_id}), error)

    assert refused(standing.api.form("/oauth/device_authorization", asked), error)


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


# ------------------------------------------------------------------------------------------------ clients


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


# ------------------------------------------------------------------------------------------------ the server's address


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
