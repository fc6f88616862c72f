"""The Flask application: routes, the road of every request, and the answers to everything that can go wrong."""

import logging
import time
from typing import Any

from flask import Flask, Response, g, request
from flask_swagger_ui import get_swaggerui_blueprint
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix

from domain.kernel.newer_release import NewerRelease
from domain.kernel.refusals import Refusal
from service.accounts.attempt_limits import too_many_attempts
from service.accounts.attempts import TooManyAttempts
from service.accounts.closing import HouseStays
from service.accounts.handlers import AccountClosed, CannotBeChallenged, NoSuchPlayer, NoSuchToken, NotYours
from service.accounts.logins import LoginTaken, WrongPassword
from service.accounts.oauth.handlers import NoSuchClient
from service.accounts.oauth.routes import oauth
from service.accounts.reliability import TooUnreliable
from service.accounts.routes import accounts
from service.availability.handlers import CHANGES_LIMIT, ChangedTooOften
from service.availability.routes import availability
from service.boards.handlers import NoSuchBoard
from service.boards.routes import boards
from service.docs.guides import guides
from service.docs.pages import guide_pages
from service.leagues.handlers import NoSuchLeague
from service.leagues.routes import leagues
from service.lobby.invitations.handlers import INVITATIONS_LIMIT, NoSuchInvitation, TooManyInvitations
from service.lobby.invitations.routes import invitations
from service.lobby.seeks.handlers import (
    SEEKS_LIMIT,
    AlreadyMatched,
    NoFixedTeams,
    NoSuchSeek,
    OwnPartner,
    TooManySeeks,
)
from service.lobby.seeks.routes import seeks
from service.notifications.mail.handlers import CODES_A_DAY, NoMail, NoSuchCode, TooManyCodes
from service.notifications.mail.routes import StoppedConverter, mail_pages, notifications
from service.notifications.webhooks.guard import RefusedUrl
from service.notifications.webhooks.handlers import (
    WEBHOOKS_LIMIT,
    NoSuchDelivery,
    NoSuchWebhook,
    TooManyWebhooks,
    WebhookDisabled,
)
from service.notifications.webhooks.routes import webhooks
from service.platform.computing import ComputingBusy
from service.platform.documents import timestamp
from service.platform.http.answers import shown_path
from service.platform.http.contract import contract
from service.platform.http.cors import allow_pages
from service.platform.http.deprecation import tell_deprecations
from service.platform.http.headers import guard
from service.platform.http.ids import CONVERTERS, NOWHERE
from service.platform.http.problems import Problem, problem_response, refusal_response
from service.platform.http.rate_limits import count_request, tell_limits, uncounted
from service.platform.metrics import NO_OPERATION, REQUEST_SECONDS, REQUESTS, UNCOUNTED, outcome_of
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.folding import UnreadableStream
from service.platform.store.idempotency import KeyReused
from service.platform.store.stream_repository import StaleVersion
from service.processes.operations import operations
from service.ratings.grades.routes import grades
from service.ratings.routes import ratings
from service.request_context import asking_player, not_authenticated, rules_here
from service.rules.pages import rule_pages
from service.rules.routes import rules
from service.sandbox.handlers import (
    PLAYERS_LIMIT,
    AdvancesUnderWay,
    ClockGoesForward,
    InAWorld,
    NoSuchWorld,
    NoWorldHere,
    TooManyWorlds,
    WorldFull,
)
from service.sandbox.routes import sandbox
from service.series.handlers import SERIES_LIMIT, NoSuchSeries, TooManySeries
from service.series.routes import series
from service.social.blocks.handlers import BLOCKS_LIMIT, CannotBeBlocked, SeatRefused, TooManyBlocks
from service.social.chat.handlers import NoSuchMessage, NotYourMessage, Silenced
from service.social.chat.routes import talk
from service.social.moderation.handlers import (
    OPEN_LIMIT,
    AlreadyReported,
    CannotBeReported,
    MeasureDoesNotFit,
    NoSuchReport,
    OwnCase,
    ReportClosed,
    TooManyReports,
)
from service.social.moderation.routes import moderation
from service.social.notes.handlers import NOTES_LIMIT, TooManyNotes
from service.tables.cache import NoSuchTable
from service.tables.feed_routes import feeds
from service.tables.handlers import TableBusy
from service.tables.records import NoHandOver
from service.tables.routes import tables
from service.tournaments.board_routes import tournament_boards
from service.tournaments.handlers import NoSuchTournament, TooManyTournaments
from service.tournaments.routes import tournaments
from service.wiring import Service

RETRY_AFTER_S = 2
UNREADABLE_S = 60
"""After so many seconds a client asks again for what cannot be read."""
REQUEST_ID_LIMIT = 64

DOCUMENTS = {
    "app_name": "Sheng Ji",
    # No login leads there; without it the page would name the address that the request has made up.
    "oauth2RedirectUrl": "/docs/oauth2-redirect.html",
}
"""How the interactive form of the contract is shown."""

_requests = logging.getLogger("shengji.request")
_log = logging.getLogger(__name__)


def create_app(service: Service) -> Flask:
    """The application over the given parts; all that takes long to make is made here, before the process listens."""
    contract()
    guides()
    app = Flask(__name__, static_folder=None)
    app.url_map.converters.update({**CONVERTERS, "stopped": StoppedConverter})
    app.url_map.merge_slashes = False
    app.register_blueprint(accounts)
    app.register_blueprint(availability)
    app.register_blueprint(webhooks)
    app.register_blueprint(notifications)
    app.register_blueprint(mail_pages)
    app.register_blueprint(oauth)
    app.register_blueprint(sandbox)
    app.register_blueprint(tables)
    app.register_blueprint(invitations)
    app.register_blueprint(seeks)
    app.register_blueprint(feeds)
    app.register_blueprint(talk)
    app.register_blueprint(tournaments)
    app.register_blueprint(tournament_boards)
    app.register_blueprint(ratings)
    app.register_blueprint(grades)
    app.register_blueprint(boards)
    app.register_blueprint(leagues)
    app.register_blueprint(series)
    app.register_blueprint(moderation)
    app.register_blueprint(rules)
    app.register_blueprint(operations)
    app.register_blueprint(rule_pages)
    app.register_blueprint(guide_pages)
    app.register_blueprint(get_swaggerui_blueprint("/docs", "/openapi.json", config=DOCUMENTS))
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
    is_by_tls = service.settings.public_address.startswith("https:")

    @app.before_request
    def begin() -> None:
        here: Any = g._get_current_object()  # noqa: SLF001 - looked up once, not at every attribute
        here.service = service
        here.began = time.perf_counter()
        given = request.environ.get("HTTP_X_REQUEST_ID", "")
        usable = 0 < len(given) <= REQUEST_ID_LIMIT and given.isascii() and given.isprintable()
        here.request_id = given if usable else f"req_{service.randomness.token_hex(12)}"
        count_request(service.rate_limits, asking_player)

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.request_id
        guard(response, request.path, is_by_tls=is_by_tls)
        tell_limits(response)
        tell_deprecations(response)
        took = time.perf_counter() - g.began
        if request.method == "OPTIONS" and response.content_length == 0:
            response.headers.remove("Content-Type")
        _measure(app, response.status_code, took)
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


def _measure(app: Flask, status: int, took_s: float) -> None:
    """Counts a request by its operation, and its time by the class of it, whatever its method."""
    view = app.view_functions.get(request.endpoint or "")
    REQUESTS.labels(view.__name__ if view else NO_OPERATION, outcome_of(status)).inc()
    REQUEST_SECONDS.labels(getattr(view, "rate_class", None) or UNCOUNTED).observe(took_s)


_TALK_ANSWERS: dict[type[Exception], Any] = {
    Silenced: lambda error: problem_response(
        "silenced",
        f"you can say and report nothing until {timestamp(error.until)}",
        hint="what moderators have done about you is in the feed of your account",
        facts={"until": timestamp(error.until)},
    ),
    NoSuchMessage: lambda error: problem_response("not_found", f"there is no message {error} in this room"),
    NotYourMessage: lambda _: problem_response(
        "not_your_message", "somebody else has said this", hint="report it, or block who said it"
    ),
    TooManyNotes: lambda _: problem_response(
        "too_many_notes",
        f"you have notes at {NOTES_LIMIT} tables",
        hint="delete those of a table that you are done with",
    ),
    CannotBeBlocked: lambda error: problem_response("cannot_be_blocked", f"{error} is you, or a bot of the house"),
    TooManyBlocks: lambda _: problem_response(
        "too_many_blocks", f"you block {BLOCKS_LIMIT} players", hint="let some of them be first"
    ),
    SeatRefused: lambda _: problem_response(
        "seat_refused", "you cannot sit down at this table", hint="take a seat at another, or open one of your own"
    ),
    TooUnreliable: lambda error: problem_response(
        "too_unreliable",
        f"the table asks for a reliability of {error.least}, and yours is {error.score}",
        hint="play elsewhere, in time and to the end: the last turns and hands count",
        facts={"score": error.score, "least": error.least},
    ),
    AlreadyReported: lambda _: problem_response(
        "already_reported", "you have reported this, and moderators will look at it", hint="nothing has to be done"
    ),
    TooManyReports: lambda _: problem_response(
        "too_many_reports", f"{OPEN_LIMIT} reports of yours wait", hint="wait until moderators have looked at some"
    ),
    CannotBeReported: lambda error: problem_response("cannot_be_reported", str(error)),
    NoSuchReport: lambda error: problem_response("not_found", f"there is no report {error}"),
    ReportClosed: lambda _: problem_response("report_closed", "somebody has dealt with this report"),
    OwnCase: lambda _: problem_response(
        "own_case", "you have made this report, or it is about you", hint="leave it to another moderator"
    ),
    MeasureDoesNotFit: lambda error: problem_response(
        "action_does_not_fit", f"there is nobody and nothing that {error} could be done to", hint="close it with none"
    ),
}
"""The answers to what can go wrong with talking, blocks and reports."""

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


_MAIL_ANSWERS: dict[type[Exception], Any] = {
    NoMail: lambda _: problem_response("no_mail", "this server sends no e-mail", hint="use a webhook"),
    TooManyCodes: lambda _: problem_response(
        "too_many_codes", f"you have asked for {CODES_A_DAY} codes in the last day", hint="ask again tomorrow"
    ),
    NoSuchCode: lambda _: problem_response(
        "code_not_good",
        "the code confirms nothing: it is wrong, used, older than a day, or another address was given since",
        hint="give the address again; a new code is mailed to it",
    ),
}
"""The answers to what can go wrong with e-mail."""
_MEETING_ANSWERS: dict[type[Exception], Any] = {
    NoSuchInvitation: lambda _: problem_response(
        "not_found", "there is no such invitation, or nothing is left of it", hint="ask for another link"
    ),
    TooManyInvitations: lambda _: problem_response(
        "too_many_invitations",
        f"{INVITATIONS_LIMIT} invitations lead to the table",
        hint="take one back, or give one more uses",
    ),
    NoSuchSeek: lambda error: problem_response("not_found", f"there is no seek {error} of yours that is not over"),
    TooManySeeks: lambda _: problem_response(
        "too_many_seeks", f"you have {SEEKS_LIMIT} open seeks", hint="withdraw one, or give one more alternatives"
    ),
    AlreadyMatched: lambda _: problem_response(
        "already_matched", "its table is open, or is just being opened", hint="the feed of your account tells at which"
    ),
    NoFixedTeams: lambda error: problem_response(
        "no_fixed_teams", f"at a table by {error} partners are not fixed", hint="look for it alone"
    ),
    NoSuchBoard: lambda error: problem_response(
        "not_found", f"there is no board, or match on boards of yours, {error}"
    ),
    OwnPartner: lambda _: problem_response("own_partner", "the partner is yourself", hint="name another player"),
}
"""The answers to what can go wrong with invitations and seeks."""
_SANDBOX_ANSWERS: dict[type[Exception], Any] = {
    NoWorldHere: lambda _: problem_response(
        "sandbox_token_needed",
        "you live in no sandbox",
        hint="POST /v1/sandbox makes one, and gives a token that is good for it",
    ),
    InAWorld: lambda _: problem_response(
        "no_sandbox_within", "you live in a sandbox yourself", hint="use a token of your ordinary account"
    ),
    NoSuchWorld: lambda error: problem_response("not_found", f"you have no sandbox {error}"),
    TooManyWorlds: lambda _: problem_response(
        "too_many_sandboxes",
        f"you have {g.service.worlds.bounds.worlds} sandboxes already",
        hint="GET /v1/me/sandboxes lists them; end one, or wait until one expires",
    ),
    AdvancesUnderWay: lambda _: _try_again(
        "sandbox_advancing",
        "another request moves the clock of this sandbox,"
        f" or {g.service.worlds.bounds.advances} requests move those of others of its owner",
        "wait for its answer, then move the clock; GET /v1/sandbox says meanwhile how far things are",
    ),
    WorldFull: lambda _: problem_response(
        "sandbox_full", f"the sandbox has {PLAYERS_LIMIT} players already", hint="make another sandbox"
    ),
    ClockGoesForward: lambda error: problem_response(
        "clock_goes_forward",
        f"it is {timestamp(error.args[0])} there, and never later than 2199",
        hint="give seconds, or a time that is not over there",
    ),
}
"""The answers to what can go wrong with sandboxes."""


def _answer_problems(app: Flask) -> None:
    answers: dict[type[Exception], Any] = {
        Problem: lambda problem: problem.response(),
        Refusal: lambda refusal: refusal_response(refusal, rules_here()),
        StaleVersion: lambda stale: problem_response(
            "stale_version",
            f"it is at version {stale.version}",
            hint="look at it again, then decide anew",
            facts={"version": stale.version},
        ),
        NoSuchTable: lambda error: problem_response("not_found", f"there is no table {_as_asked('table_id', error)}"),
        TooManyTournaments: lambda error: problem_response(
            "too_many_tournaments",
            f"you own {error} tournaments that are not over",
            hint="finish or cancel one, or wait until one is over",
        ),
        NoSuchTournament: lambda error: problem_response(
            "not_found", f"there is no tournament {_as_asked('tournament_id', error)}"
        ),
        NoSuchLeague: lambda error: problem_response(
            "not_found", f"there is no league {_as_asked('league_id', error)}"
        ),
        NoSuchSeries: lambda error: problem_response(
            "not_found", f"there is no series {_as_asked('series_id', error)}"
        ),
        TooManySeries: lambda _: problem_response(
            "too_many_series", f"you have {SERIES_LIMIT} series that have not ended", hint="end one, or change it"
        ),
        AccountClosed: lambda _: not_authenticated().response(),
        NoSuchPlayer: lambda error: problem_response(
            "not_found", f"there is no player {_as_asked('player_id', error)}"
        ),
        CannotBeChallenged: lambda error: problem_response(
            "cannot_be_challenged",
            f"{error} is nobody whom you could challenge",
            hint="challenge a player by their id; put bots of the house on seats with seat_bot",
        ),
        NoSuchToken: lambda error: problem_response("not_found", f"you have no token {error}"),
        NoSuchClient: lambda error: problem_response("not_found", f"you have no client {error}"),
        LoginTaken: lambda error: problem_response(
            "login_taken", f"somebody else has the login {error}", hint="choose another"
        ),
        WrongPassword: lambda _: problem_response(
            "wrong_password",
            "the account has a login, and current_password is missing or wrong",
            hint="give the password of your login as current_password",
        ),
        TooManyAttempts: lambda error: too_many_attempts(error).response(),
        ChangedTooOften: lambda _: problem_response(
            "changed_too_often",
            f"the schedule was changed {CHANGES_LIMIT} times in the last 30 days",
            hint="let some time pass",
        ),
        HouseStays: lambda _: problem_response("house_stays", "this is a player of the house"),
        NoHandOver: lambda _: problem_response("no_hand_over", "no hand is over yet", hint="ask again after the first"),
        NotYours: lambda error: problem_response(
            "missing_scope", f"your token does not have {', '.join(error.args[0])}", facts={"scope": error.args[0][0]}
        ),
        KeyReused: lambda _: problem_response(
            "idempotency_key_reused", "this key was used for another request", hint="use a new key for a new request"
        ),
        **_WEBHOOK_ANSWERS,
        **_TALK_ANSWERS,
        **_MAIL_ANSWERS,
        **_MEETING_ANSWERS,
        **_SANDBOX_ANSWERS,
        ComputingBusy: lambda _: _try_again(
            "computing_busy", "others wait in front of this request", "nothing was done; send it again"
        ),
        TableBusy: lambda _: _try_again("table_busy", "it moved several times meanwhile", "send it again"),
        DatabaseUnavailable: _database_unavailable,
        NewerRelease: _newer_release,
        NotFound: lambda _: problem_response(
            "not_found", f"there is nothing at {shown_path(request.path)}", hint="see /docs"
        ),
        MethodNotAllowed: _method_not_allowed,
        HTTPException: _other_http_error,
        UnreadableStream: _unreadable,
        Exception: _defect,
    }
    for error, respond in answers.items():
        app.register_error_handler(error, respond)


def _as_asked(name: str, error: Exception) -> str:
    """The id that was asked for, where one of another world was taken for one that there is not."""
    missing = str(error)
    return str((request.view_args or {}).get(name, missing)) if missing == NOWHERE[name] else missing


def _try_again(code: str, detail: str, hint: str, after_s: int = RETRY_AFTER_S) -> Response:
    return problem_response(code, detail, hint=hint, headers={"Retry-After": str(after_s)})


def _database_unavailable(error: DatabaseUnavailable) -> Response:
    _log.warning("database unavailable: %s", error)
    return _try_again("unavailable", "the database does not answer", "nothing was lost; send it again later")


def _newer_release(error: NewerRelease) -> Response:
    _log.warning("left to a newer release: %s", error)
    return _try_again("newer_release", "this process is of an older release, and cannot read it", "send it again")


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


def _unreadable(error: UnreadableStream) -> Response:
    """A table or another stream that this program cannot read. Followers and jobs log its trace, once."""
    _log.error(
        "%s cannot be read: %s", error.stream, error.reason, extra={"facts": {"request_id": g.get("request_id")}}
    )
    return _try_again(
        "unreadable", "the operators know of it, and find it by the request id", "ask again in a while", UNREADABLE_S
    )


def _defect(error: Exception) -> Response:
    """A defect of ours: logged with its trace, told without it."""
    _log.exception("defect", exc_info=error, extra={"facts": {"request_id": g.get("request_id")}})
    return problem_response("internal", "this should not have happened; the operators can find it by the request id")
