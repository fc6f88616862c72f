"""The problem documents that answer the errors of the platform: HTTP, the store, and defects."""

import logging

from flask import Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from domain.kernel.messages import message
from domain.kernel.newer_release import NewerRelease
from service.platform.computing import ComputingBusy
from service.platform.http.answers import shown_path
from service.platform.http.problems import Answers, Problem, problem_response, try_again_problem
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.folding import UnreadableStream
from service.platform.store.idempotency import KeyReused
from service.platform.store.stream_repository import StaleVersion, StreamBusy

UNREADABLE_S = 60
"""Seconds after which a client asks again for a stream that cannot be read."""

_log = logging.getLogger(__name__)


def _database_unavailable(error: DatabaseUnavailable) -> Response:
    _log.warning("database unavailable: %s", error)
    return try_again_problem(
        "unavailable",
        message("the database does not answer"),
        message("nothing was lost; send the request again later"),
    )


def _newer_release(error: NewerRelease) -> Response:
    _log.warning("a newer release has to serve this: %s", error)
    return try_again_problem(
        "newer_release",
        message("this process has an older release and cannot read it"),
        message("send the request again"),
    )


def _method_not_allowed(error: MethodNotAllowed) -> Response:
    allowed = sorted(error.valid_methods or ())
    return problem_response(
        "method_not_allowed",
        message("{method} is not allowed here", method=request.method),
        hint=message("allowed: {allowed}", allowed=", ".join(allowed)),
        headers={"Allow": ", ".join(allowed)},
    )


def _other_http_error(error: HTTPException) -> Response:
    if error.code is None or error.code >= 500:
        return _defect(error)
    if not error.description:
        return problem_response("invalid_request", message("the request cannot be understood"))
    return problem_response("invalid_request", message("{description}", description=error.description))


def _unreadable(error: UnreadableStream) -> Response:
    """Answers for a stream that this program cannot read. Followers and jobs log its trace once."""
    _log.error(
        "%s cannot be read: %s", error.stream, error.reason, extra={"facts": {"request_id": g.get("request_id")}}
    )
    return try_again_problem(
        "unreadable",
        message("the operators can find the error by the request id"),
        message("try again later"),
        UNREADABLE_S,
    )


def _defect(error: Exception) -> Response:
    """Logs a defect with its trace, and answers without it."""
    _log.exception("defect", exc_info=error, extra={"facts": {"request_id": g.get("request_id")}})
    return problem_response("internal", message("this is a defect; the operators can find it by the request id"))


PROBLEMS: Answers = {
    Problem: lambda problem: problem.response(),
    StaleVersion: lambda stale: problem_response(
        "stale_version",
        message("the current version is {version}", version=stale.version),
        hint=message("read it again, then decide again"),
        facts={"version": stale.version},
    ),
    KeyReused: lambda _: problem_response(
        "idempotency_key_reused",
        message("this key was used for another request"),
        hint=message("use a new key for a new request"),
    ),
    StreamBusy: lambda _: try_again_problem(
        "table_busy", message("it changed several times meanwhile"), message("send the command again")
    ),
    ComputingBusy: lambda _: try_again_problem(
        "computing_busy",
        message("other requests are in front of this one"),
        message("nothing was done; send the request again"),
    ),
    DatabaseUnavailable: _database_unavailable,
    NewerRelease: _newer_release,
    NotFound: lambda _: problem_response(
        "not_found",
        message("there is nothing at {shown_path}", shown_path=shown_path(request.path)),
        hint=message("see /docs"),
    ),
    MethodNotAllowed: _method_not_allowed,
    HTTPException: _other_http_error,
    UnreadableStream: _unreadable,
    Exception: _defect,
}
