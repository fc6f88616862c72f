"""Responses to requests that cannot be read: not HTTP, too large, too slow, or one connection too many."""

import re
import secrets
from typing import NamedTuple

import orjson
from gunicorn.http import errors
from gunicorn.http.message import Request

from service.platform.http.problems import CONTENT_TYPE, PROBLEMS

_HOST = re.compile(r"([A-Za-z0-9._~%!$&'()*+,;=-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]*)?")


class NoSingleHost(errors.ParseException):  # type: ignore[misc]  # gunicorn has no type hints
    """The request does not have exactly one Host, which RFC 9112, section 3.2 requires in HTTP/1.1."""


class LateHead(errors.ParseException):  # type: ignore[misc]  # gunicorn has no type hints
    """The head of a request does not arrive in time."""


class TooManyConnections(Exception):
    """The address has too many connections to this process."""


class Unread(NamedTuple):
    """The response to such a request."""

    status: int
    reason: str
    code: str
    detail: str


_MALFORMED = Unread(400, "Bad Request", "invalid_request", "the request is not well-formed HTTP")
_DEFECT = Unread(500, "Internal Server Error", "internal", "this is a defect of the server")
_UNREAD: dict[type[Exception], Unread] = {
    errors.LimitRequestLine: Unread(414, "URI Too Long", "uri_too_long", "the first line is longer than 4094 bytes"),
    errors.LimitRequestHeaders: Unread(
        431, "Request Header Fields Too Large", "headers_too_large", "more than 100 headers, or one of over 8190 bytes"
    ),
    errors.ExpectationFailed: Unread(417, "Expectation Failed", "invalid_request", "Expect can be 100-continue only"),
    errors.UnsupportedTransferCoding: Unread(501, "Not Implemented", "invalid_request", "only chunked coding is read"),
    NoSingleHost: Unread(
        400, "Bad Request", "invalid_request", "a request by HTTP/1.1 has one header Host, with a host and maybe a port"
    ),
    LateHead: Unread(408, "Request Timeout", "invalid_request", "the head of the request has not arrived in time"),
    TooManyConnections: Unread(
        429, "Too Many Requests", "too_many_connections", "your address has the maximum number of connections"
    ),
    errors.ParseException: _MALFORMED,
    OSError: _MALFORMED,
}


def refuse_wrong_host(request: Request) -> None:
    """Refuses requests with several hosts, an invalid one, or none in HTTP/1.1 (RFC 9112, section 3.2).

    Raises:
        NoSingleHost: the request is refused.
    """
    hosts = [value for name, value in request.headers if name == "HOST"]
    if (not hosts and request.version >= (1, 1)) or len(hosts) > 1 or not all(map(_HOST.fullmatch, hosts)):
        raise NoSingleHost


def is_fault_of_client(error: BaseException) -> bool:
    """Returns whether the client or the connection caused the error."""
    return isinstance(error, tuple(_UNREAD))


def response_to_unread(error: BaseException, public_address: str) -> bytes:
    """Returns the complete response to a request that could not be read. The connection closes after it.

    The request does not say at which address it found the server. If `public_address` is empty, the `type` in the
    response is therefore a path.
    """
    unread = next((each for kind, each in _UNREAD.items() if isinstance(error, kind)), _DEFECT)
    request_id = f"req_{secrets.token_hex(12)}"
    document = {
        "type": f"{public_address}/problems/{unread.code}",
        "title": PROBLEMS[unread.code].title,
        "status": unread.status,
        "code": unread.code,
        "detail": unread.detail,
        "instance": "",
        "request_id": request_id,
    }
    body = orjson.dumps(document)
    head = (
        f"HTTP/1.1 {unread.status} {unread.reason}",
        f"Content-Type: {CONTENT_TYPE}",
        f"Content-Length: {len(body)}",
        f"X-Request-Id: {request_id}",
        "X-Content-Type-Options: nosniff",
        *(["Retry-After: 1"] if unread.status == 429 else []),
        "Connection: close",
    )
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body
