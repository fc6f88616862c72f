"""Sends requests, repeats them if needed, and reads responses."""

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

from .problems import ApiProblem, Unreachable

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
"""Statuses after which the same request may succeed later."""
NOT_CARRIED_OUT = frozenset({HTTPStatus.TOO_MANY_REQUESTS})
"""Those of them after which it is certain that nothing was done."""


class Patience(NamedTuple):
    """Time limits and numbers of attempts of a client.

    Attributes:
        retries: how often a request is repeated.
        first_pause_s: approximate pause before the first repetition; each further pause is up to twice as long.
        longest_pause_s: longest pause. If the server asks for a longer one, its response is raised as an error.
        connect_s: time limit for connecting.
        answer_s: time limit for a response, in addition to the `wait` of the request.
        silence_s: seconds without a byte after which a stream counts as dead. Servers send at least one every 15 s.
        reconnects: how often in a row a stream may end without an event.
    """

    retries: int = 6
    first_pause_s: float = 0.25
    longest_pause_s: float = 30.0
    connect_s: float = 10.0
    answer_s: float = 60.0
    silence_s: float = 45.0
    reconnects: int = 100

    def pause_s(self, failures: int) -> float:
        """Returns the pause after a number of failures in a row.

        It is random, so that clients do not all retry at once.
        """
        longest = min(self.longest_pause_s, self.first_pause_s * 2.0 ** min(failures, 30))
        return random.uniform(longest / 2, longest)  # noqa: S311 - not used for secrets


@dataclass(frozen=True)
class Request:
    """A request.

    Attributes:
        method: HTTP method.
        path: the path, with placeholders in braces.
        parts: the values of the placeholders.
        query: query parameters. Those that are `None` are left out.
        headers: headers. Those that are `None` are left out.
        body: the body, sent as JSON, or `None`.
        form: a form, sent as the body, or `None`.
        key: idempotency key; `None` if the operation accepts none.
        accept: media type of the response.
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
        """The path and query of the request."""
        path = self.path.format_map({name: quote(value, safe="") for name, value in self.parts.items()})
        query = urlencode({name: _written(value) for name, value in self.query.items() if value is not None})
        return f"{path}?{query}" if query else path

    @property
    def payload(self) -> tuple[bytes | None, str | None]:
        """Returns the encoded body and its media type."""
        if self.form is not None:
            return urlencode({name: _written(value) for name, value in self.form.items()}).encode(), FORM
        return (None, None) if self.body is None else (orjson.dumps(self.body), JSON)


def _written(value: object) -> str:
    """Returns a parameter as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def fresh_key() -> str:
    """Returns a new idempotency key."""
    return str(uuid4())


class Answer(NamedTuple):
    """A successful response."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    def json(self) -> Any:
        """Returns the JSON document, or `None` if there is none, as in a 304 response."""
        return orjson.loads(self.data) if self.data else None

    def text(self) -> str:
        """Returns the body as text."""
        return self.data.decode()


class Transport:
    """Connections to one API, for one user. Several threads may send at the same time."""

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Creates the connection pool. The first request connects."""
        self.address = address.rstrip("/")
        self.token = token
        self.patience = patience or Patience()
        # urllib3 must not repeat requests itself, and must not follow redirects, which would reveal the token.
        self._pool = urllib3.PoolManager(maxsize=8, retries=False)

    def close(self) -> None:
        """Closes the connections that are not in use."""
        self._pool.clear()

    def send(self, request: Request) -> Answer:
        """Sends a request and repeats it if that may help and cannot do anything twice.

        It is repeated after a temporary error (429, 502, 503, 504), without a response, and without a connection. A
        request that may have been carried out is repeated only if that is safe: because of its method (RFC 9110,
        section 9.2.2), or because it has an idempotency key, which stays the same.

        Raises:
            ApiProblem: the last response is a problem.
            Unreachable: there was no response.
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
        """Sends a request once and returns the response before its body has arrived.

        Raises:
            ApiProblem: the response is a problem.
            HTTPError: there was no response.
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
    """Returns the problem in a response. The response may come from a proxy and contain anything."""
    try:
        document = orjson.loads(response.data)
    except orjson.JSONDecodeError:
        document = None
    return ApiProblem(response.status, document if isinstance(document, dict) else {}, _retry_after_s(response))


def _retry_after_s(response: BaseHTTPResponse) -> float | None:
    """Returns `Retry-After` in seconds, also if it is a date (RFC 9110, section 10.2.3)."""
    try:
        return Retry().get_retry_after(response)
    except InvalidHeader:
        return None
