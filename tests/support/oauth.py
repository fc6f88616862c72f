"""OAuth 2 clients for tests: a browser that fills in the pages, and Authlib's client. Neither opens a socket."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from requests.adapters import BaseAdapter
from werkzeug.test import TestResponse

from tests.support.api import Api, Json, User
from tests.support.chance import RANDOMNESS

SERVER = "http://localhost"
PASSWORD = "correct horse battery"
REDIRECT = "https://watch.example.org/back"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def with_login(api: Api, name: str = "somebody") -> tuple[User, str]:
    """Returns a player with a login, and the login."""
    user = api.sign_up(name)
    login = f"login.{RANDOMNESS.token_hex(6)}"
    put = api.call("PUT", "/v1/me/login", {"login": login, "password": PASSWORD}, token=user.token)
    assert put.status_code == 204, put.text
    return user, login


def new_client(owner: User, *redirect_uris: str, name: str = "Card Watch") -> str:
    """Returns the id of a new client."""
    made = owner.post("/v1/me/clients", {"name": name, "redirect_uris": list(redirect_uris)})
    assert made.status_code == 201, made.text
    return str(made.json["id"])


class Form(HTMLParser):
    """The form on a page: its fields with values, and its buttons. `ways` has the fields of forms that lead away."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.method = self.action = ""
        self.fields: Json = {}
        self.ways: list[Json] = []
        self._is_way = False
        self.buttons: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if tag == "form":
            self._is_way = given.get("class") == "way"
            if self._is_way:
                self.ways.append({})
            else:
                self.method, self.action = str(given["method"]), str(given["action"])
        if tag == "input":
            fields = self.ways[-1] if self._is_way else self.fields
            fields[str(given["name"])] = given.get("value") or ""
        if tag == "button" and "value" in given:
            self.buttons.append(str(given["value"]))

    def handle_data(self, data: str) -> None:
        self.text += data


class Browser:
    """A player with a login who opens pages and submits their forms."""

    def __init__(self, api: Api, login: str, password: str = PASSWORD) -> None:
        self.api = api
        self.typed = {"login": login, "password": password}

    def open(self, address: str) -> TestResponse:
        """Returns the page at an address."""
        return self.api.call("GET", address.removeprefix(SERVER))

    def send(self, page: TestResponse, decision: str = "allow", **changed: str) -> TestResponse:
        """Submits the form of a page with the login and the button `decision`. Returns the answer."""
        form = Form(page.text)
        assert decision in form.buttons
        return self.api.form(form.action, {**form.fields, **self.typed, "decision": decision, **changed})

    def decide(self, address: str, decision: str = "allow") -> str:
        """Opens a page and submits a decision. Returns the URL of the redirect."""
        page = self.open(address)
        assert page.status_code == 200, page.text
        answered = self.send(page, decision)
        assert answered.status_code == 303, answered.text
        return answered.headers["Location"]


def told(location: str) -> dict[str, str]:
    """Returns the parameters of the redirect."""
    return dict(parse_qsl(urlsplit(location).query))


class WithoutSocket(BaseAdapter):
    """Sends requests of the library `requests` to the API of the tests."""

    def __init__(self, api: Api) -> None:
        super().__init__()
        self._api = api

    def send(self, request: requests.PreparedRequest, **_: Any) -> requests.Response:
        sent = request.body.encode() if isinstance(request.body, str) else request.body
        answered = self._api.call(
            str(request.method), str(request.url).removeprefix(SERVER), sent or None, headers=dict(request.headers)
        )
        made = requests.Response()
        made.status_code, made.url, made.request = answered.status_code, str(request.url), request
        made.headers.update(dict(answered.headers))
        made._content = answered.data
        return made

    def close(self) -> None:
        pass


class Program:
    """A third-party program with Authlib's client."""

    def __init__(self, api: Api, client_id: str, scope: str = "table:read", redirect_uri: str = REDIRECT) -> None:
        self.api, self.client_id, self.redirect_uri = api, client_id, redirect_uri
        self.verifier = RANDOMNESS.token_urlsafe(48)
        self.session = OAuth2Session(
            client_id,
            redirect_uri=redirect_uri,
            scope=scope,
            code_challenge_method="S256",
            token_endpoint_auth_method="none",
        )
        self.session.mount(SERVER, WithoutSocket(api))

    def address(self, **changed: str | None) -> str:
        """Returns the authorization URL; a parameter changed to `None` is omitted."""
        address, self.state = self.session.create_authorization_url(
            f"{SERVER}/oauth/authorize", code_verifier=self.verifier
        )
        asked = {**told(address), **changed}
        given = {name: value for name, value in asked.items() if value is not None}
        return str(requests.Request("GET", f"{SERVER}/oauth/authorize", params=given).prepare().url)

    def take(self, location: str) -> Json:
        """Exchanges the code of a redirect. Returns the tokens."""
        return dict(
            self.session.fetch_token(
                f"{SERVER}/oauth/token", authorization_response=location, code_verifier=self.verifier, state=self.state
            )
        )

    def exchange(self, code: str, **changed: str) -> TestResponse:
        """Exchanges a code without the library."""
        asked = {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
        }
        return self.api.form("/oauth/token", {**asked, **changed})

    def refresh(self, token: str, **more: str) -> TestResponse:
        """Exchanges a refresh token without the library."""
        asked = {"grant_type": "refresh_token", "client_id": self.client_id, "refresh_token": token}
        return self.api.form("/oauth/token", {**asked, **more})

    def codes(self, scope: str = "table:read table:play") -> Json:
        """Returns the codes of a device."""
        made = self.api.form("/oauth/device_authorization", {"client_id": self.client_id, "scope": scope})
        assert made.status_code == 200, made.text
        return dict(made.json)

    def poll(self, codes: Json, **changed: str) -> TestResponse:
        """Requests the tokens of a device."""
        asked = {"grant_type": DEVICE_GRANT, "client_id": self.client_id, "device_code": codes["device_code"]}
        return self.api.form("/oauth/token", {**asked, **changed})


def is_valid(api: Api, token: str) -> bool:
    """Returns whether an access token for reading tables is still valid."""
    return api.call("GET", "/v1/tables", token=token).status_code == 200


def challenge(verifier: str) -> str:
    """Returns the PKCE challenge."""
    return str(create_s256_code_challenge(verifier))
