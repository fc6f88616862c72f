"""The API for tests. Every answer is checked against openapi.yaml."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from tests.support.contract import check_answer

Json = dict[str, Any]
FORM = "application/x-www-form-urlencoded"


class Api:
    """The API without a socket."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._client = app.test_client()

    def call(self, method: str, path: str, body: Any = None, *, token: str | None = None, **more: Any) -> TestResponse:
        """Sends a request and returns the answer. `more` has arguments of werkzeug's client, such as headers."""
        headers = dict(more.pop("headers", {}))
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            more["data"] = body if isinstance(body, bytes) else orjson.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        response = self._client.open(path, method=method, headers=headers, **more)
        self.check(method, response)
        return response

    def check(self, method: str, response: TestResponse) -> None:
        """Checks an answer against the contract."""
        check_answer(method, response)

    def form(self, path: str, fields: Json, *, token: str | None = None) -> TestResponse:
        """Sends a form in the way of browsers and OAuth libraries, and returns the answer."""
        body = urlencode(fields).encode()
        return self.call("POST", path, body, token=token, headers={"Content-Type": FORM})

    def sign_up(self, name: str = "somebody", kind: str = "human") -> "User":
        """Creates a player and returns it."""
        made = self.call("POST", "/v1/players", {"name": name, "kind": kind})
        assert made.status_code == 201, made.text
        return User(self, made.json["player"]["id"], made.json["token"]["secret"])


@dataclass
class User:
    """A player who calls the API."""

    api: Api
    id: str
    token: str

    def in_sandbox(self, **members: Any) -> "User":
        """Creates a sandbox of this player and returns its first player."""
        made = self.post("/v1/sandbox", members)
        assert made.status_code == 201, made.text
        return User(self.api, made.json["player"]["id"], made.json["token"]["secret"])

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.api.call("GET", path, token=self.token, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        return self.api.call("POST", path, body, token=self.token, **more)

    def open_table(self, **members: Any) -> str:
        """Opens a table and returns its id."""
        opened = self.post("/v1/tables", {"profile": "zhang-2021", **members})
        assert opened.status_code == 201, opened.text
        return str(opened.json["table"])

    def command(self, table: str, kind: str, headers: Json | None = None, **members: Any) -> TestResponse:
        """Sends a command to a table and returns the answer."""
        return self.post(f"/v1/tables/{table}/commands", {"type": kind, **members}, headers=headers or {})

    def view(self, table: str) -> Json:
        """Returns the player's view of the table."""
        seen = self.get(f"/v1/tables/{table}")
        assert seen.status_code == 200, seen.text
        return dict(seen.json)


def started_table(api: Api, **members: Any) -> tuple[str, list[User]]:
    """Returns a started table with four players."""
    players = [api.sign_up(f"player {seat}") for seat in range(4)]
    table = players[0].open_table(**members)
    for seat, player in enumerate(players):
        assert player.command(table, "sit", seat=seat, entropy=f"entropy {seat}").status_code == 200
    assert players[0].command(table, "start").status_code == 200
    return table, players
