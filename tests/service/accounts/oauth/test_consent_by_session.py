"""Players who are signed in allow programs with one click, and no other site can do it for them."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from werkzeug.test import TestResponse

from tests.support import oauth
from tests.support.api import Api, Json
from tests.support.browsers import OWN_PAGE, WITHOUT_PROOF, Browser
from tests.support.oauth import Form, told
from tests.support.oauth_scene import Scene, refused

NOTHING = "Nothing was allowed."


class Person(oauth.Browser):
    """A person who types nothing, in a browser that keeps cookies."""

    def __init__(self, api: Api, name: str = "Mei") -> None:
        self.browser = Browser(api.app).as_guest(name=name)
        super().__init__(self.browser, "")
        self.typed = {}


@pytest.fixture
def person(api: Api) -> Person:
    return Person(api)


def is_refused(answered: TestResponse) -> bool:
    """Returns whether nothing was allowed, and the page is shown again."""
    return answered.status_code == 403 and NOTHING in answered.text and "Location" not in answered.headers


def test_a_guest_who_is_signed_in_allows_a_program_with_one_click(standing: Scene, person: Person):
    page = person.open(standing.program.address())

    form = Form(page.text)
    assert "You are signed in as Mei." in form.text
    assert not {"login", "password"} & set(form.fields)
    assert form.buttons == ["allow", "deny"]
    assert person.browser.cookie() not in page.text
    assert "Set-Cookie" not in page.headers

    back = person.send(page)
    assert back.status_code == 303
    token = standing.program.take(back.headers["Location"])
    me = standing.api.call("GET", "/v1/token", token=token["access_token"]).json
    assert me["player"]["id"] == person.browser.player


def test_a_player_who_is_signed_in_can_deny(standing: Scene, person: Person):
    assert told(person.decide(standing.program.address(), "deny"))["error"] == "access_denied"


def test_a_device_is_allowed_with_one_click(scene: Scene, person: Person):
    codes = scene.program.codes()
    page = person.open(codes["verification_uri_complete"])
    assert "password" not in Form(page.text).fields

    assert person.send(page).status_code == 200

    token = scene.program.poll(codes).json["access_token"]
    assert scene.api.call("GET", "/v1/token", token=token).json["player"]["id"] == person.browser.player


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_a_form_of_another_site_allows_nothing(standing: Scene, person: Person, site: str):
    form = Form(person.open(standing.program.address()).text)
    content = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": site}
    fields = urlencode({**form.fields, "decision": "allow"}).encode()

    answered = person.browser.call("POST", form.action, fields, headers=content)

    assert is_refused(answered)


def without_cookie(person: Person, _fields: Json) -> None:
    person.browser.keep_cookie("")


def with_another_session(person: Person, _fields: Json) -> None:
    person.browser.keep_cookie(Browser(person.browser.app).as_guest().cookie())


def with_a_new_session(person: Person, _fields: Json) -> None:
    """Signs out and in."""
    assert person.browser.change("DELETE", "/v1/session").status_code == 204
    person.browser.as_guest()


def with_a_wrong_seal(_person: Person, fields: Json) -> None:
    fields["consent"] = "0" * len(fields["consent"])


def with_an_empty_seal(_person: Person, fields: Json) -> None:
    fields["consent"] = ""


def with_more_scopes(_person: Person, fields: Json) -> None:
    fields["scope"] = "table:read table:play account:write"


def with_another_challenge(_person: Person, fields: Json) -> None:
    fields["code_challenge"] = oauth.challenge("v" * 50)


def with_another_state(_person: Person, fields: Json) -> None:
    fields["state"] = "another"


@pytest.mark.parametrize(
    "change",
    [
        without_cookie,
        with_another_session,
        with_a_new_session,
        with_a_wrong_seal,
        with_an_empty_seal,
        with_more_scopes,
        with_another_challenge,
        with_another_state,
    ],
)
def test_a_form_counts_for_its_session_and_its_request_alone(
    standing: Scene, person: Person, change: Callable[[Person, Json], None]
):
    form = Form(person.open(standing.program.address()).text)
    change(person, form.fields)

    assert is_refused(person.browser.form(form.action, {**form.fields, "decision": "allow"}))


def test_a_form_counts_for_its_client_alone(standing: Scene, person: Person):
    form = Form(person.open(standing.program.address()).text)
    other = oauth.new_client(standing.owner, oauth.REDIRECT)
    sent = {**form.fields, "client_id": other, "decision": "allow"}
    assert is_refused(person.browser.form(form.action, sent))


def test_a_form_for_a_device_counts_for_its_code_alone(scene: Scene, person: Person):
    first, second = scene.program.codes(), scene.program.codes()
    form = Form(person.open(first["verification_uri_complete"]).text)
    sent = {**form.fields, "user_code": second["user_code"], "decision": "allow"}

    assert is_refused(person.browser.form(form.action, sent))

    for codes in (first, second):
        assert refused(scene.program.poll(codes), "authorization_pending")


def test_without_the_seal_a_session_allows_nothing(standing: Scene, person: Person):
    form = Form(person.open(standing.program.address()).text)
    del form.fields["consent"]
    assert is_refused(person.browser.form(form.action, {**form.fields, "decision": "allow"}))


def test_a_revoked_session_allows_nothing(standing: Scene, person: Person):
    page = person.open(standing.program.address())
    [token] = person.browser.call("GET", "/v1/me/tokens").json["tokens"]
    assert person.browser.change("DELETE", f"/v1/me/tokens/{token['id']}").status_code == 204

    again = person.send(page)

    assert is_refused(again)
    assert "Sign in to decide." in again.text


def test_a_bearer_token_in_the_cookie_allows_nothing(standing: Scene, person: Person):
    person.browser.keep_cookie(standing.user.token)
    assert "Sign in to decide." in person.open(standing.program.address()).text


def test_a_stranger_is_sent_to_sign_in_and_comes_back(standing: Scene, person: Person):
    address = standing.program.address(state="a&b=c d").removeprefix(oauth.SERVER)
    stranger = oauth.Browser(Browser(standing.api.app), "")

    form = Form(stranger.open(address).text)

    assert "Sign in to decide." in form.text
    [known, new] = form.ways
    then = known["then"]
    assert new == {"then": then, "new": "1"}
    assert urlsplit(then).path == "/oauth/authorize"
    assert dict(parse_qsl(urlsplit(then).query)) == dict(parse_qsl(urlsplit(address).query))
    assert "You are signed in as Mei." in Form(person.open(then).text).text
    assert told(person.decide(then))["state"] == "a&b=c d"


def test_names_of_players_are_escaped(standing: Scene):
    wicked = "<script>alert(1)</script>\"'&"
    form = Form(Person(standing.api, wicked).open(standing.program.address()).text)
    assert "script" not in form.tags
    assert wicked in form.text


def test_the_session_reaches_no_other_page_without_its_proof(person: Person):
    """What the consent page allows with a form is not allowed elsewhere."""
    assert person.browser.call("POST", "/v1/me/clients", {"name": "x"}, headers=WITHOUT_PROOF).status_code == 401
    assert person.browser.call("POST", "/v1/me/clients", {"name": "x"}, headers=OWN_PAGE).status_code == 201
