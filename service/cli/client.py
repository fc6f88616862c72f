"""A client of the HTTP API, as a third party would write it: it knows the API and nothing else of the service."""

import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import orjson
import urllib3

Json = dict[str, Any]


class ApiProblem(Exception):
    """The API answered with a problem; `problem` is its document."""

    def __init__(self, status: int, problem: Json) -> None:
        hint = f"; {problem['hint']}" if problem.get("hint") else ""
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}{hint}")
        self.status = status
        self.problem = problem


class Client:
    """One user of the API."""

    def __init__(self, address: str, token: str | None = None) -> None:
        """Prepares to talk to the API at the address, with a token if there is one already."""
        self._address = address
        self.token = token
        self._pool = urllib3.PoolManager(maxsize=4, retries=False)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(self, method: str, path: str, body: Json | None = None, **query: object) -> Json:
        """Calls the API and returns the JSON answered; beyond a rate limit it waits as long as it is told to.

        Raises:
            ApiProblem: the answer is a problem.
        """
        headers = dict(self._headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
            if "Authorization" in headers:
                headers["Idempotency-Key"] = str(uuid4())
        while True:
            answer = self._pool.request(
                method,
                self._address + path,
                fields={name: str(value) for name, value in query.items()} if body is None else None,
                body=None if body is None else orjson.dumps(body),
                headers=headers,
                timeout=60.0,
            )
            if answer.status != HTTPStatus.TOO_MANY_REQUESTS:
                break
            time.sleep(int(answer.headers["Retry-After"]))
        document: Json = orjson.loads(answer.data) if answer.data else {}
        if answer.status >= 400:
            raise ApiProblem(answer.status, document)
        return document

    @classmethod
    def sign_up(cls, address: str, name: str, kind: str = "bot") -> "Client":
        """Makes an account and a client that uses it."""
        made = cls(address).call("POST", "/v1/players", {"name": name, "kind": kind})
        return cls(address, made["token"]["secret"])

    def command(self, table_id: str, kind: str, **members: object) -> Json:
        """Gives a command to a table."""
        return self.call("POST", f"/v1/tables/{table_id}/commands", {"type": kind, **members})

    def view(self, table_id: str) -> Json:
        """The table as this user sees it."""
        return self.call("GET", f"/v1/tables/{table_id}")

    def events(self, table_id: str, after: int, wait: int = 0) -> Iterator[Json]:
        """The events of the table after a version; waits for some when there are none."""
        more = True
        while more:
            page = self.call("GET", f"/v1/tables/{table_id}/events", after=after, wait=wait, limit=1000)
            yield from page["events"]
            after, more = page["next_after"], page["more"]
