"""The Flask application: routes, the road of every request, and the answers to everything that can go wrong."""

import logging
import secrets
import time
from typing import Any

from flask import Flask, Response, g, request
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix

from domain.refusals import Refusal
from service.api.accounts import accounts
from service.api.answers import shown_path
from service.api.cors import allow_pages
from service.api.deprecation import tell_deprecations
from service.api.feeds import feeds
from service.api.ids import CONVERTERS
from service.api.metrics import REQUEST_SECONDS
from service.api.operations import operations
from service.api.problems import Problem, problem_response, refusal_response
from service.api.rate_limits import count_request, tell_limits, uncounted
from service.api.rule_pages import rule_pages
from service.api.rules import rules
from service.api.tables import tables
from service.api.webhooks import webhooks
from service.application.accounts import CannotBeChallenged, NoSuchPlayer, NoSuchToken, NotYours
from service.application.records import NoHandOver
from service.application.tables import KeyReused, StaleVersion, TableBusy
from service.application.webhook_guard import RefusedUrl
from service.application.webhooks import (
    WEBHOOKS_LIMIT,
    NoSuchDelivery,
    NoSuchWebhook,
    TooManyWebhooks,
    WebhookDisabled,
)
from service.projections.streams import NoSuchTable
from service.store.database import DatabaseUnavailable
from service.wiring import Service

RETRY_AFTER_S = 2
REQUEST_ID_LIMIT = 64
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The methods that are counted by name; anybody can make up others."""

_requests = logging.getLogger("shengji.request")
_log = logging.getLogger(__name__)


def create_app(service: Service) -> Flask:
    """The application over the given parts."""
    app = Flask(__name__, static_folder=None)
    app.url_map.converters.update(CONVERTERS)
    app.url_map.merge_slashes = False
    app.register_blueprint(accounts)
    app.register_blueprint(webhooks)
    app.register_blueprint(tables)
    app.register_blueprint(feeds)
    app.register_blueprint(rules)
    app.register_blueprint(operations)
    app.register_blueprint(rule_pages)
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json", config={"app_name": "Sheng Ji"}))
    uncounted(app.view_functions["swagger_ui.show"])
    if service.settings.proxies:
        _trust_proxies(app, service.settings.proxies)
    _take_requests(app, service)
    _answer_problems(app)
    allow_pages(app, service.settings.cors_origins)
    return app


def _trust_proxies(app: Flask, count: int) -> None:
    """Takes the client's address from what the outermost of so many proxies has seen, and nothing else from them."""
    trusting = ProxyFix(app.wsgi_app, x_for=count, x_proto=0, x_host=0, x_port=0, x_prefix=0)
    app.wsgi_app = trusting  # type: ignore[method-assign]


def _take_requests(app: Flask, service: Service) -> None:
    @app.before_request
    def begin() -> None:
        here: Any = g._get_current_object()  # noqa: SLF001 - looked up once, not at every attribute
        here.service = service
        here.began = time.perf_counter()
        given = request.environ.get("HTTP_X_REQUEST_ID", "")
        usable = 0 < len(given) <= REQUEST_ID_LIMIT and given.isascii() and given.isprintable()
        here.request_id = given if usable else f"req_{secrets.token_hex(12)}"
        count_request()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        response.headers["X-Content-Type-Options"] = "nosniff"
        tell_limits(response)
        tell_deprecations(response)
        took = time.perf_counter() - g.began
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in METHODS else "other"
        if method == "OPTIONS":
            response.headers.remove("Content-Type")
        REQUEST_SECONDS.labels(method, route, response.status_code).observe(took)
        if service.settings.log_requests:
            _requests.info(
                "request",
                extra={
                    "facts": {
                        "request_id": g.request_id,
                        "method": request.method,
                        "path": shown_path(request.path),
                        "status": response.status_code,
                        "ms": round(took * 1000, 2),
                        "player": g.identity.player if "identity" in g else None,
                    }
                },
            )
        return response


_WEBHOOK_ANSWERS: dict[type[Exception], Any] = {
    NoSuchWebhook: lambda error: problem_response("not_found", f"you have no webhook {error}"),
    NoSuchDelivery: lambda error: problem_response(
        "not_found", f"the webhook has no delivery {error}", hint="old deliveries are forgotten"
    ),
    TooManyWebhooks: lambda _: problem_response(
        "too_many_webhooks", f"you have {WEBHOOKS_LIMIT} webhooks already", hint="delete one, or change where it leads"
    ),
    WebhookDisabled: lambda error: problem_response(
        "webhook_disabled", f"the webhook is disabled: {error}", hint='enable it first: PATCH with {"enabled": true}'
    ),
    RefusedUrl: lambda error: problem_response("webhook_url_refused", f"url: {error}"),
}
"""The answers to what can go wrong with webhooks."""


def _answer_problems(app: Flask) -> None:
    answers: dict[type[Exception], Any] = {
        Problem: lambda problem: problem.response(),
        Refusal: refusal_response,
        StaleVersion: lambda stale: problem_response(
            "stale_version",
            f"the table is at version {stale.version}",
            hint="look at the table again, then decide anew",
            facts={"version": stale.version},
        ),
        NoSuchTable: lambda error: problem_response("not_found", f"there is no table {error}"),
        NoSuchPlayer: lambda error: problem_response("not_found", f"there is no player {error}"),
        CannotBeChallenged: lambda error: problem_response(
            "cannot_be_challenged",
            f"{error} is no player who could sit down",
            hint="challenge a player by their id; put bots of the house on seats with seat_bot",
        ),
        NoSuchToken: lambda error: problem_response("not_found", f"you have no token {error}"),
        NoHandOver: lambda _: problem_response("no_hand_over", "no hand is over yet", hint="ask again after the first"),
        NotYours: lambda error: problem_response(
            "missing_scope", f"your token does not have {', '.join(error.args[0])}", facts={"scope": error.args[0][0]}
        ),
        KeyReused: lambda _: problem_response(
            "idempotency_key_reused", "this key was used for another request", hint="use a new key for a new request"
        ),
        **_WEBHOOK_ANSWERS,
        TableBusy: lambda _: _try_again("table_busy", "the table moved several times meanwhile", "send it again"),
        DatabaseUnavailable: _database_unavailable,
        NotFound: lambda _: problem_response(
            "not_found", f"there is nothing at {shown_path(request.path)}", hint="see /docs"
        ),
        MethodNotAllowed: _method_not_allowed,
        HTTPException: _other_http_error,
        Exception: _defect,
    }
    for error, respond in answers.items():
        app.register_error_handler(error, respond)


def _try_again(code: str, detail: str, hint: str) -> Response:
    return problem_response(code, detail, hint=hint, headers={"Retry-After": str(RETRY_AFTER_S)})


def _database_unavailable(error: DatabaseUnavailable) -> Response:
    _log.warning("database unavailable: %s", error)
    return _try_again("unavailable", "the database does not answer", "nothing was lost; send it again later")


def _method_not_allowed(error: MethodNotAllowed) -> Response:
    allowed = sorted(error.valid_methods or ())
    return problem_response(
        "method_not_allowed",
        f"{request.method} is not done here",
        hint=f"allowed: {', '.join(allowed)}",
        headers={"Allow": ", ".join(allowed)},
    )


def _other_http_error(error: HTTPException) -> Response:
    if error.code is None or error.code >= 500:
        return _defect(error)
    return problem_response("invalid_request", error.description or "the request cannot be understood")


def _defect(error: Exception) -> Response:
    """A defect of ours: logged with its trace, told without it."""
    _log.exception("defect", exc_info=error, extra={"facts": {"request_id": g.get("request_id")}})
    return problem_response("internal", "this should not have happened; the operators can find it by the request id")
