"""The Flask application: its routes, the hooks of every request, and the responses to errors."""

import logging
import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response, g, request

from domain.kernel.refusals import Refusal
from service.accounts.guests.routes import claims
from service.accounts.oauth.problems import PROBLEMS as OAUTH_PROBLEMS
from service.accounts.oauth.routes import oauth
from service.accounts.problems import PROBLEMS as ACCOUNTS_PROBLEMS
from service.accounts.routes import accounts
from service.accounts.sessions.routes import sessions
from service.accounts.tickets.routes import tickets
from service.api_wiring import ApiService
from service.availability.problems import PROBLEMS as AVAILABILITY_PROBLEMS
from service.availability.routes import availability
from service.boards.problems import PROBLEMS as BOARDS_PROBLEMS
from service.boards.routes import boards
from service.docs.guides import guides
from service.docs.pages import guide_pages
from service.docs.reference.routes import reference_pages
from service.leagues.problems import PROBLEMS as LEAGUES_PROBLEMS
from service.leagues.routes import leagues
from service.lobby.invitations.problems import PROBLEMS as INVITATIONS_PROBLEMS
from service.lobby.invitations.routes import invitations
from service.lobby.seeks.problems import PROBLEMS as SEEKS_PROBLEMS
from service.lobby.seeks.routes import seeks
from service.notifications.inbox.problems import PROBLEMS as INBOX_PROBLEMS
from service.notifications.inbox.routes import inbox
from service.notifications.mail.problems import PROBLEMS as MAIL_PROBLEMS
from service.notifications.mail.routes import StoppedConverter, mail_pages, notifications
from service.notifications.routes import feeds
from service.notifications.webhooks.problems import PROBLEMS as WEBHOOKS_PROBLEMS
from service.notifications.webhooks.routes import webhooks
from service.platform.http.answers import shown_path
from service.platform.http.cors import allow_pages
from service.platform.http.deprecation import add_deprecation_headers
from service.platform.http.failures import PROBLEMS as PLATFORM_PROBLEMS
from service.platform.http.headers import add_security_headers
from service.platform.http.ids import CONVERTERS
from service.platform.http.problems import refusal_response
from service.platform.http.proxies import trust_proxies
from service.platform.http.rate_limits import add_limit_headers, check_limits, count_request
from service.platform.http.refusal_pages import note_addresses_of_pages
from service.platform.metrics import NO_OPERATION, REQUEST_SECONDS, REQUESTS, UNCOUNTED, outcome_of
from service.processes.explanations import explanations
from service.processes.operations import operations
from service.ratings.grades.routes import grades
from service.ratings.routes import ratings
from service.request_context import asking_player, rules_here
from service.rules.pages import rule_pages
from service.rules.routes import rules
from service.sandbox.problems import PROBLEMS as SANDBOX_PROBLEMS
from service.sandbox.routes import sandbox
from service.series.problems import PROBLEMS as SERIES_PROBLEMS
from service.series.routes import series
from service.social.blocks.problems import PROBLEMS as BLOCKS_PROBLEMS
from service.social.chat.problems import PROBLEMS as CHAT_PROBLEMS
from service.social.chat.routes import talk
from service.social.moderation.problems import PROBLEMS as MODERATION_PROBLEMS
from service.social.moderation.routes import moderation
from service.social.notes.problems import PROBLEMS as NOTES_PROBLEMS
from service.tables.problems import PROBLEMS as TABLES_PROBLEMS
from service.tables.record_routes import records
from service.tables.routes import tables
from service.tournaments.board_routes import tournament_boards
from service.tournaments.display_routes import projector_files, tournament_displays
from service.tournaments.guests.routes import guests as tournament_guests
from service.tournaments.problems import PROBLEMS as TOURNAMENTS_PROBLEMS
from service.tournaments.rehearsals.problems import PROBLEMS as REHEARSALS_PROBLEMS
from service.tournaments.rehearsals.routes import rehearsals
from service.tournaments.result_routes import tournament_results
from service.tournaments.routes import tournaments
from service.tournaments.templates.problems import PROBLEMS as TEMPLATES_PROBLEMS
from service.tournaments.templates.routes import templates
from service.web.assets import client
from service.web.routes import web

REQUEST_ID_LIMIT = 64

BLUEPRINTS = (
    accounts,
    claims,
    sessions,
    availability,
    webhooks,
    notifications,
    inbox,
    mail_pages,
    oauth,
    sandbox,
    tables,
    records,
    invitations,
    seeks,
    feeds,
    tickets,
    talk,
    tournaments,
    tournament_boards,
    tournament_guests,
    tournament_displays,
    projector_files,
    tournament_results,
    templates,
    rehearsals,
    ratings,
    grades,
    boards,
    leagues,
    series,
    moderation,
    rules,
    operations,
    rule_pages,
    guide_pages,
    reference_pages,
    web,
)

PROBLEMS = (
    PLATFORM_PROBLEMS,
    ACCOUNTS_PROBLEMS,
    OAUTH_PROBLEMS,
    AVAILABILITY_PROBLEMS,
    BOARDS_PROBLEMS,
    LEAGUES_PROBLEMS,
    INVITATIONS_PROBLEMS,
    SEEKS_PROBLEMS,
    INBOX_PROBLEMS,
    MAIL_PROBLEMS,
    WEBHOOKS_PROBLEMS,
    SANDBOX_PROBLEMS,
    SERIES_PROBLEMS,
    BLOCKS_PROBLEMS,
    CHAT_PROBLEMS,
    MODERATION_PROBLEMS,
    NOTES_PROBLEMS,
    TABLES_PROBLEMS,
    TOURNAMENTS_PROBLEMS,
    TEMPLATES_PROBLEMS,
    REHEARSALS_PROBLEMS,
)
"""The responses to the errors of the platform and of each feature."""

_requests = logging.getLogger("shengji.request")


class Application(Flask):
    """The Flask application. All its functions are synchronous, so Flask need not examine each before a call."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the function."""
        return func


def create_app(service: ApiService) -> Flask:
    """Returns the application over the given services. Reads texts and client now, so that no request has to."""
    guides()
    explanations()
    client()
    app = Application(__name__, static_folder=None)
    app.url_map.converters.update({**CONVERTERS, "stopped": StoppedConverter})
    app.url_map.merge_slashes = False
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    note_addresses_of_pages(app)
    if service.settings.proxies:
        trust_proxies(app, service.settings.proxies)
    _take_requests(app, service)
    _answer_problems(app)
    allow_pages(app, service.settings.cors_origins)
    return app


def _take_requests(app: Flask, service: ApiService) -> None:
    is_by_tls = service.settings.public_address.startswith("https:")

    @app.before_request
    def begin() -> None:
        here, asked = _context()
        here.service = service
        here.began = time.perf_counter()
        here.view = app.view_functions.get(asked.endpoint or "")
        given = asked.environ.get("HTTP_X_REQUEST_ID", "")
        usable = 0 < len(given) <= REQUEST_ID_LIMIT and given.isascii() and given.isprintable()
        here.request_id = given if usable else f"req_{service.randomness.token_hex(12)}"
        here.counted = ()
        here.counted = count_request(service.rate_limits, asked, here.view, asking_player)
        check_limits(here.counted)

    @app.after_request
    def end(response: Response) -> Response:
        here, asked = _context()
        response.headers.add("X-Request-Id", here.request_id)
        add_security_headers(response, is_by_tls=is_by_tls)
        add_limit_headers(response, here.counted)
        add_deprecation_headers(response, asked, here.view, here.get("deprecations", ()))
        took = time.perf_counter() - here.began
        if asked.method == "OPTIONS" and response.content_length == 0:
            response.headers.remove("Content-Type")
        _measure(here.view, response.status_code, took)
        if service.settings.log_requests:
            _log_request(here, asked, response, took)
        return response


def _log_request(here: Any, asked: Request, response: Response, took_s: float) -> None:
    facts = {
        "request_id": here.request_id,
        "method": asked.method,
        "path": shown_path(asked.path),
        "status": response.status_code,
        "ms": round(took_s * 1000, 2),
        "player": (here.identity.player or None) if "identity" in here else None,
    }
    _requests.info("request", extra={"facts": facts})


def _context() -> tuple[Any, Request]:
    """Returns the context of the request and the request, each looked up once instead of at every attribute."""
    return g._get_current_object(), request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001


def _measure(view: Any, status: int, took_s: float) -> None:
    """Counts the request by operation, and records its duration by rate class."""
    REQUESTS.labels(view.__name__ if view else NO_OPERATION, outcome_of(status)).inc()
    REQUEST_SECONDS.labels(getattr(view, "rate_class", None) or UNCOUNTED).observe(took_s)


def _answer_problems(app: Flask) -> None:
    app.register_error_handler(Refusal, lambda refusal: refusal_response(refusal, rules_here()))
    for problems in PROBLEMS:
        for error, respond in problems.items():
            app.register_error_handler(error, respond)
