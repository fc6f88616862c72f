"""Requests and answers: how they are sent, and when they are sent again."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

import orjson
import urllib3
from urllib3.exceptions import ConnectTimeoutError, HTTPError, InvalidHeader
from urllib3.response import BaseHTTPResponse
from urllib3.util import Retry, Timeout

from service.client.problems import ApiProblem, Unreachable

JSON = "application/json"
USER_AGENT = "shengji-client"
FORM = "application/x-www-form-urlencoded"
SAFE_TO_REPEAT = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
PASSING = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""Answers after which the same request may succeed."""
NOT_CARRIED_OUT = frozenset({HTTPStatus.TOO_MANY_REQUESTS})
"""Those of them after which it is certain that nothing was done."""


class Patience(NamedTuple):
    """How long a client waits, and how often it tries again.

    Attributes:
        retries: how often a request is sent again.
        first_pause_s: about how long to wait before that; every further pause is up to twice as long.
        longest_pause_s: no pause is longer; when a server asks for a longer one, its answer is raised instead.
        connect_s: for how long to wait for a connection.
        answer_s: for how long to wait for an answer, in addition to the `wait` that it asks for.
        silence_s: after so long without a byte a stream is taken for dead; a server sends one at least every 15 s.
        reconnects: how often in a row a stream may break without having brought anything.
    """

    retries: int = 6
    first_pause_s: float = 0.25
    longest_pause_s: float = 30.0
    connect_s: float = 10.0
    answer_s: float = 60.0
    silence_s: float = 45.0
    reconnects: int = 100

    def pause_s(self, failures: int) -> float:
        """A pause after so many failures in a row, by chance, so that clients do not come back all at once."""
        longest = min(self.longest_pause_s, self.first_pause_s * 2.0 ** min(failures, 30))
        return random.uniform(longest / 2, longest)  # noqa: S311 - nobody gains by foreseeing it


@dataclass(frozen=True)
class Request:
    """A request.

    Attributes:
        method: of HTTP.
        path: with the names of its parts in braces.
        parts: what stands for these names.
        query: parameters; those that are None are left out.
        headers: likewise.
        body: sent as JSON, unless it is None.
        form: sent as a form, unless it is None.
        key: the idempotency key; None where the operation takes none.
        accept: the form of the answer.
    """

    method: str
    path: str
    parts: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: object = None
    form: Mapping[str, object] | None = None
    key: str | None = None
    accept: str = JSON

    @property
    def target(self) -> str:
        """Path and query, as they are sent."""
        path = self.path.format_map({name: quote(value, safe="") for name, value in self.parts.items()})
        query = urlencode({name: _written(value) for name, value in self.query.items() if value is not None})
        return f"{path}?{query}" if query else path

    @property
    def payload(self) -> tuple[bytes | None, str | None]:
        """The body as it is sent, and its media type."""
        if self.form is not None:
            return urlencode({name: _written(value) for name, value in self.form.items()}).encode(), FORM
        return (None, None) if self.body is None else (orjson.dumps(self.body), JSON)


def _written(value: object) -> str:
    """A parameter as it is sent."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def fresh_key() -> str:
    """An idempotency key that nobody has used."""
    return str(uuid4())


class Answer(NamedTuple):
    """An answer that is no problem."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    def json(self) -> Any:
        """The document in it; None when there is none, as when nothing has changed (304)."""
        return orjson.loads(self.data) if self.data else None

    def text(self) -> str:
        """The text in it."""
        return self.data.decode()


class Transport:
    """Connections to one API, as one user; several threads may send at once."""

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Prepares to talk to the API at the address; connects when there is something to send."""
        self.address = address.rstrip("/")
        self.token = token
        self.patience = patience or Patience()
        # Neither does it repeat anything by itself, nor does it follow a redirect with the token.
        self._pool = urllib3.PoolManager(maxsize=8, retries=False)

    def close(self) -> None:
        """Closes the connections that nobody uses."""
        self._pool.clear()

    def send(self, request: Request) -> Answer:
        """Sends a request, again and again where that helps and cannot do anything twice.

        It is sent again after an answer that passes (429, 502, 503, 504), when there is no answer, and when there is no
        connection. A request that may have been carried out is repeated only if that does no harm: by its method
        (RFC 9110 §9.2.2), or because it has an idempotency key, which stays the same.

        Raises:
            ApiProblem: the answer is a problem, the last one if there were several.
            Unreachable: there was no answer.
        """
        is_repeatable = request.method in SAFE_TO_REPEAT or request.key is not None
        request_id = fresh_key()
        failures = 0
        while True:
            try:
                return self._send_once(request, request_id)
            except ApiProblem as problem:
                passing = PASSING if is_repeatable else NOT_CARRIED_OUT
                pause_s = self.patience.pause_s(failures) + (problem.retry_after or 0.0)
                is_asking_too_much = (problem.retry_after or 0.0) > self.patience.longest_pause_s
                if problem.status not in passing or is_asking_too_much or failures == self.patience.retries:
                    raise
            except HTTPError as error:
                pause_s = self.patience.pause_s(failures)
                was_sent = not isinstance(error, ConnectTimeoutError)
                if (was_sent and not is_repeatable) or failures == self.patience.retries:
                    raise Unreachable(f"{request.method} {request.path}: {error}") from error
            failures += 1
            time.sleep(pause_s)

    def open(self, request: Request) -> BaseHTTPResponse:
        """Sends a request once, and returns the answer while its body is still coming.

        Raises:
            ApiProblem: the answer is a problem.
            HTTPError: there was no answer.
        """
        response = self._request(request, fresh_key(), self.patience.silence_s, is_stream=True)
        if response.status >= HTTPStatus.BAD_REQUEST:
            raise _problem_of(response)
        return response

    def _send_once(self, request: Request, request_id: str) -> Answer:
        wait_s = request.query.get("wait")
        answer_s = self.patience.answer_s + (wait_s if isinstance(wait_s, int) else 0)
        response = self._request(request, request_id, answer_s, is_stream=False)
        if response.status >= HTTPStatus.BAD_REQUEST:
            raise _problem_of(response)
        return Answer(response.status, response.headers, response.data)

    def _request(self, request: Request, request_id: str, read_s: float, *, is_stream: bool) -> BaseHTTPResponse:
        data, media_type = request.payload
        headers = {
            "Accept": request.accept,
            "Authorization": f"Bearer {self.token}" if self.token else None,
            "Content-Type": media_type,
            "Idempotency-Key": request.key,
            "User-Agent": USER_AGENT,
            "X-Request-Id": request_id,
            **request.headers,
        }
        return self._pool.request(
            request.method,
            self.address + request.target,
            body=data,
            headers={name: value for name, value in headers.items() if value is not None},
            timeout=Timeout(connect=self.patience.connect_s, read=read_s),
            preload_content=not is_stream,
        )


def _problem_of(response: BaseHTTPResponse) -> ApiProblem:
    """The problem that was answered; also when it comes from a proxy, which may answer with anything."""
    try:
        document = orjson.loads(response.data)
    except orjson.JSONDecodeError:
        document = None
    return ApiProblem(response.status, document if isinstance(document, dict) else {}, _retry_after_s(response))


def _retry_after_s(response: BaseHTTPResponse) -> float | None:
    """The seconds of `Retry-After`, also where it is written as a date (RFC 9110 §10.2.3)."""
    try:
        return Retry().get_retry_after(response)
    except InvalidHeader:
        return None
