"""Requests and responses, and when a request is sent again. Nothing here does I/O."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

from .contract import CONTRACT
from .problems import ApiProblem, Unreachable
from .version import VERSION

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
USER_AGENT = f"shengji-client/{VERSION} (contract {CONTRACT})"
SAFE_TO_REPEAT = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
TEMPORARY = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""Statuses after which the same request may succeed later."""
NOT_CARRIED_OUT = frozenset({HTTPStatus.TOO_MANY_REQUESTS})
"""The statuses in `TEMPORARY` which guarantee that the request had no effect."""


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

    @cached_property
    def payload(self) -> tuple[bytes | None, str | None]:
        """The encoded body and its media type."""
        if self.form is not None:
            return urlencode({name: _written(value) for name, value in self.form.items()}).encode(), FORM
        if self.body is None:
            return None, None
        return json.dumps(self.body, ensure_ascii=False, separators=(",", ":")).encode(), JSON

    @property
    def wait_s(self) -> int:
        """The seconds for which the server may wait before it answers."""
        wait_s = self.query.get("wait")
        return wait_s if isinstance(wait_s, int) else 0

    def all_headers(self, token: str | None, request_id: str) -> dict[str, str]:
        """Returns all headers of one attempt to send the request."""
        headers = {
            "Accept": self.accept,
            "Accept-Encoding": "identity",  # a stream must arrive line by line
            "Authorization": f"Bearer {token}" if token else None,
            "Content-Type": self.payload[1],
            "Idempotency-Key": self.key,
            "User-Agent": USER_AGENT,
            "X-Request-Id": request_id,
            **self.headers,
        }
        return {name: value for name, value in headers.items() if value is not None}


def _written(value: object) -> str:
    """Returns a parameter as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def new_key() -> str:
    """Returns a new idempotency key."""
    return str(uuid4())


class Answer(NamedTuple):
    """A successful response."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    def json(self) -> Any:
        """Returns the JSON document, or `None` if there is none, as in a 304 response."""
        return json.loads(self.data) if self.data else None

    def text(self) -> str:
        """Returns the body as text."""
        return self.data.decode()


def answer_of(status: int, headers: Mapping[str, str], data: bytes) -> Answer:
    """Returns a complete response. Raises `ApiProblem` if its status is 400 or higher."""
    if status >= HTTPStatus.BAD_REQUEST:
        raise ApiProblem(status, _problem_in(data), _retry_after_s(headers.get("Retry-After")))
    return Answer(status, headers, data)


def _problem_in(data: bytes) -> dict[str, Any]:
    """Returns the problem document in a response. The response may come from a proxy and contain anything."""
    try:
        document = json.loads(data)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _retry_after_s(header: str | None) -> float | None:
    """Returns `Retry-After` in seconds, also if it is a date (RFC 9110, section 10.2.3)."""
    if header is None or header.isdecimal():
        return float(header) if header else None
    try:
        return max(0.0, (parsedate_to_datetime(header).astimezone(UTC) - datetime.now(UTC)).total_seconds())
    except ValueError:
        return None


class Lost(Exception):
    """No complete response has arrived.

    Attributes:
        was_sent: whether the server may have received the request.
    """

    def __init__(self, reason: str, *, was_sent: bool) -> None:
        super().__init__(reason)
        self.was_sent = was_sent


class Attempts:
    """Decides when a request is sent again.

    It is repeated after a temporary error (429, 502, 503, 504), without a response, and without a connection. A
    request that may have been carried out is repeated only if that is safe: because of its method (RFC 9110,
    section 9.2.2), or because it has an idempotency key, which stays the same.

    Attributes:
        request_id: the id of the request, the same in all attempts.
    """

    def __init__(self, request: Request, patience: Patience) -> None:
        self.request_id = new_key()
        self._request = request
        self._patience = patience
        self._is_repeatable = request.method in SAFE_TO_REPEAT or request.key is not None
        self._failures = 0

    def pause_after(self, failure: ApiProblem | Lost) -> float:
        """Returns the seconds to wait before the next attempt.

        Raises:
            ApiProblem: the request is not sent again after this problem.
            Unreachable: the request is not sent again, and had no response.
        """
        asked_s = (failure.retry_after or 0.0) if isinstance(failure, ApiProblem) else 0.0
        is_over = self._failures == self._patience.retries or asked_s > self._patience.longest_pause_s
        if is_over or not self._may_be_sent_again(failure):
            if isinstance(failure, ApiProblem):
                raise failure
            raise Unreachable(f"{self._request.method} {self._request.path}: {failure}") from failure
        pause_s = asked_s + self._patience.pause_s(self._failures)
        self._failures += 1
        return pause_s

    def _may_be_sent_again(self, failure: ApiProblem | Lost) -> bool:
        if isinstance(failure, Lost):
            return self._is_repeatable or not failure.was_sent
        return failure.status in (TEMPORARY if self._is_repeatable else NOT_CARRIED_OUT)
