"""Browsers with a session cookie, for tests without a real browser."""

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.support.api import Api

WITHOUT_PROOF = {"Sec-Fetch-Site": "same-origin"}
OWN_PAGE = {**WITHOUT_PROOF, "X-Shengji-Request": "1"}
"""What a page of this service sends with a change."""


class Browser(Api):
    """A browser: it keeps cookies. Its changes come from a page of this service, unless a test says otherwise."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.player = ""

    def change(self, method: str, path: str, body: Any = None, **more: Any) -> TestResponse:
        """Sends a change from a page of this service."""
        return self.call(method, path, body, headers={**OWN_PAGE, **more.pop("headers", {})}, **more)

    def as_guest(self, **members: Any) -> "Browser":
        """Signs in as a new guest."""
        made = self.change("POST", "/v1/session/guest", members)
        assert made.status_code == 200, made.text
        self.player = made.json["player"]["id"]
        return self

    def cookie(self, name: str = "session") -> str:
        """Returns the value of a cookie, or an empty string."""
        found = self._client.get_cookie(name)
        return found.value if found else ""

    def keep_cookie(self, value: str, name: str = "session") -> None:
        """Sets a cookie, as something else on the machine of the browser could."""
        self._client.set_cookie(name, value)
