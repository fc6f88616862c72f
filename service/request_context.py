"""The context of the current request: the services that answer it, and the player who sends it."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from flask import Response, g, request

from domain.kernel.instants import Instant
from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from domain.kernel.rules import TableRules
from service.accounts.handlers import GUEST, MODERATION, NOBODY, Identity
from service.accounts.names.documents import players_in
from service.accounts.names.handlers import PlayerName, names_document
from service.accounts.sessions.handlers import SESSION_PREFIX
from service.api_wiring import ApiService
from service.leagues.events import stream_of as league_stream
from service.leagues.handlers import NoSuchLeague
from service.platform.documents import Json
from service.platform.http.answers import answer, page_document
from service.platform.http.cookies import SAFE_METHODS, foreign_change, session_secret
from service.platform.http.ids import NOWHERE
from service.platform.http.language import language
from service.platform.http.problems import Problem
from service.platform.store.database import DatabaseUnavailable
from service.series.events import stream_of as series_stream
from service.series.handlers import NoSuchSeries
from service.tables.events import NoSuchTable
from service.tournaments.events import NoSuchTournament

View = TypeVar("View", bound=Callable[..., Any])


def service() -> ApiService:
    """Returns the parts of the service."""
    return cast("ApiService", g.service)


def identity() -> Identity:
    """Returns the identity behind the token, or `NOBODY` in public views. Call it only in views with `needs`."""
    return cast("Identity", g.identity)


def player() -> PlayerId:
    """Returns the player whose token the request has. Raises `Problem` for readers without a token."""
    whose = identity().player
    if not whose:
        raise not_authenticated()
    return whose


def reader() -> PlayerId:
    """Returns the player whose token the request has, or the id of `NOBODY` for readers without a token."""
    return identity().player


def now() -> Instant:
    """Returns the current time, in a sandbox that of its clock. Call it only in views with `needs`."""
    return service().decision_clock.now(identity().sandbox)


def needs(
    scope: str, *, own_token: bool = False, public: bool = False, ticket: bool = False, guest: bool = False
) -> Callable[[View], View]:
    """Makes a view require a token with this scope.

    Args:
        scope: the scope.
        own_token: whether the player must have created the token directly. Tokens of OAuth clients must not be able to
            create more tokens or to take over the account.
        public: whether the view also answers requests without a token, where the settings allow it. They come from
            `NOBODY`. The view then asks for `reader()`, because `player()` refuses them.
        ticket: whether the view is a feed, whose streams also take a ticket.
        guest: whether the view also takes the token of a guest, for the tournament of the guest and its tables.
    """
    identified = _reading if public else _identified

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            known = g.identity = identified()
            if scope not in known.scopes:
                check_guest(known, kwargs if guest else None, scope)
            if own_token and known.client is not None:
                raise Problem(
                    "own_token_needed",
                    message("this token belongs to the client {client}", client=known.client),
                    hint=message("use a token that you have created yourself"),
                )
            found = _in_this_sandbox(kwargs)
            if known is NOBODY:
                _check_is_public(found)
            return view(*args, **found)

        # service/contract/app_routes.py reads these for openapi.yaml. Rate limits read `is_public`.
        guarded.needs_scope = scope  # type: ignore[attr-defined]
        guarded.needs_own_token = own_token  # type: ignore[attr-defined]
        guarded.is_public = public  # type: ignore[attr-defined]
        guarded.takes_ticket = ticket  # type: ignore[attr-defined]
        return cast("View", guarded)

    return decorate


def check_scope(scope: str, what: str) -> None:
    """Raises `Problem` if the token lacks the scope. `what` says what needs it."""
    known = identity()
    if scope not in known.scopes:
        if GUEST in known.scopes:
            raise guest_token_problem(known, message("{what} is not for tokens of guests", what=what))
        raise Problem(
            "missing_scope",
            message("{what} needs the scope {scope}", what=what, scope=scope),
            hint=message("make a token with {scope}", scope=scope),
            facts={"scope": scope},
        )


def check_guest(known: Identity, arguments: Mapping[str, Any] | None, scope: str) -> None:
    """Raises `Problem` unless the token is that of a guest, and may be used for what an address names.

    Args:
        known: the identity behind the token.
        arguments: the variables of the address; `None` if tokens of guests are not for this view.
        scope: the scope that other tokens need.
    """
    if GUEST not in known.scopes:
        check_scope(scope, "this")
    elif arguments is None or not _is_at(known.guest_of, arguments):
        raise guest_token_problem(
            known, message("this token is only for the tables of {guest_of}", guest_of=known.guest_of)
        )
    elif (why_not := service().tournament_guests.may_act(known)) is not None:
        raise guest_token_problem(
            known, message("nobody acts for this guest with this token: {why_not}", why_not=why_not)
        )


def guest_token_problem(known: Identity, detail: Message) -> Problem:
    """Returns the problem for a request that the token of a guest does not allow."""
    hint = message(
        "with the token of a guest, read the tournament, its tables and /v1/me/turns, and send commands to its tables"
    )
    return Problem("guest_token", detail, hint=hint, facts={"tournament": known.guest_of})


def _is_at(tournament_id: str | None, arguments: Mapping[str, Any]) -> bool:
    """Returns whether an address names this tournament, a table of it, or neither a tournament nor a table."""
    if arguments.get("tournament_id", tournament_id) != tournament_id:
        return False
    if "table_id" not in arguments:
        return True
    try:
        match = service().tables.cached(arguments["table_id"]).table.tournament_match
    except NoSuchTable:
        return False
    return match is not None and match.tournament == tournament_id


def needs_any_token(view: View) -> View:
    """Makes a view require a token of any scope."""

    @functools.wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        g.identity = _identified()
        return view(*args, **_in_this_sandbox(kwargs))

    guarded.needs_scope = None  # type: ignore[attr-defined]
    guarded.needs_any_token = True  # type: ignore[attr-defined]
    return cast("View", guarded)


def _in_this_sandbox(arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a view, with ids of other sandboxes replaced by ids that do not exist.

    Responses are therefore the same, word by word, as for ids that do not exist.
    """
    sandboxes, here = service().sandboxes, g.identity.sandbox
    found = dict(arguments)
    if "table_id" in found and not sandboxes.has_table(here, found["table_id"]):
        found["table_id"] = NOWHERE["table_id"]
    if "player_id" in found and not sandboxes.has_player(here, found["player_id"]):
        found["player_id"] = NOWHERE["player_id"]
    if "tournament_id" in found and not service().tournaments.is_in(here, found["tournament_id"]):
        found["tournament_id"] = NOWHERE["tournament_id"]
    if "league_id" in found and not sandboxes.has_stream(here, league_stream(found["league_id"])):
        found["league_id"] = NOWHERE["league_id"]
    if "series_id" in found and not sandboxes.has_stream(here, series_stream(found["series_id"])):
        found["series_id"] = NOWHERE["series_id"]
    return found


def _check_is_public(arguments: dict[str, Any]) -> None:
    """Raises `Problem` if the address names something that cannot be read without a token, or that does not exist.

    The answer is the same for both, so that it does not reveal what is not public.
    """
    for name, is_public in _IS_PUBLIC.items():
        if name in arguments and not _is_found(is_public, arguments[name]):
            raise not_authenticated()


def _is_found(is_public: Callable[[str], bool], id_: str) -> bool:
    try:
        return is_public(id_)
    except (NoSuchTable, NoSuchTournament, NoSuchSeries, NoSuchLeague):
        return False


def _is_public_table(table_id: str) -> bool:
    table = service().tables.cached(table_id).table
    return table.listed and table.public


_IS_PUBLIC: dict[str, Callable[[str], bool]] = {
    "table_id": _is_public_table,
    "tournament_id": lambda id_: service().tournaments.at(id_).tournament.settings.public,
    "series_id": lambda id_: service().series.at(id_).series.plan.template.public,
    "league_id": lambda id_: service().leagues.at(id_).league.plan.template.public,
}
"""Whether something can be read without a token, by the name of its id in a path."""


def asking_player() -> PlayerId | None:
    """Returns the player whose token the request has, or `None` without a valid one."""
    found = asker()
    return found and found.player


def rules_here() -> TableRules | None:
    """Returns the rules of the table in the address; `None` if there is no such table, or the store does not answer."""
    table_id = (request.view_args or {}).get("table_id")
    if table_id is None:
        return None
    try:
        rules: TableRules = service().tables.cached(table_id).table.rules
    except (NoSuchTable, DatabaseUnavailable):
        # The refusal is still answered, with a link to the page of all rules.
        return None
    return rules


def moderates() -> bool:
    """Returns whether the token has the scope of moderators."""
    return MODERATION in identity().scopes


def named_page_of(name: str, found: Sequence[Mapping[str, Any]], count: int) -> Response:
    """Returns one page of a list with the names in it. The arguments are those of `page_document`."""
    return answer(with_names(page_document(name, found, count)))


def with_names(document: Mapping[str, Any]) -> Json:
    """Returns a document with the names of the players whom it mentions, as `players`."""
    return {**document, "players": names_document(names_of(players_in(document)))}


def names_of(players: Iterable[PlayerId]) -> dict[PlayerId, PlayerName]:
    """Returns the names of those players whom the asking player may know of."""
    found = asker()
    return service().accounts.known_names.of(players, found and found.sandbox)


def names_tag(players: Iterable[PlayerId]) -> str:
    """Returns digits for an entity tag, which change with the names of these players."""
    found = asker()
    return service().accounts.known_names.part(tuple(players), found and found.sandbox).tag


def bearer() -> str:
    """Returns the bearer token of the request, or an empty string."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and token.isascii() else ""


def secret() -> str:
    """Returns the bearer token of the request, or without one the secret of its session; empty with a ticket."""
    return bearer() or ("" if "ticket" in request.args else session())


def session() -> str:
    """Returns the secret of the session in the cookie, or an empty string. Other tokens do not count in a cookie."""
    found = session_secret()
    return found if found.startswith(SESSION_PREFIX) else ""


def reader_language() -> str:
    """Returns the language of the reader, also in views that need no token."""
    if "Authorization" in request.headers or session():
        asker()
    return language()


def asker() -> Identity | None:
    """Returns the identity behind the token or ticket, or `None` without a valid one. Looks it up once a request."""
    here: Any = g._get_current_object()  # noqa: SLF001 - look the context up once, not at every attribute
    if "asker" not in here:
        token = bearer()
        here.asker = here.service.accounts.identify(token) if token else _identified_without_bearer(here)
    return cast("Identity | None", here.asker)


def _identified_without_bearer(here: Any) -> Identity | None:
    """Returns the identity behind the ticket or the session cookie. `Authorization` and tickets beat the cookie."""
    if "Authorization" in request.headers:
        return None
    return _identified_by_ticket(here) if "ticket" in request.args else _identified_by_session(here)


def _identified_by_session(here: Any) -> Identity | None:
    """Returns the identity behind the session cookie.

    It is `None` for a change that may come from a page of another site. `here.foreign` then has the problem.
    """
    secret = session()
    known: Identity | None = here.service.accounts.identify(secret) if secret else None
    if known is not None and request.method not in SAFE_METHODS:
        here.foreign = foreign_change()
        if here.foreign is not None:
            return None
    return known


def _identified_by_ticket(here: Any) -> Identity | None:
    """Returns the identity behind the ticket of a stream."""
    ticket = request.args["ticket"]
    if not ticket or not getattr(here.view, "takes_ticket", False):
        return None
    return cast("Identity | None", here.service.tickets.identify(ticket, request.path))


def lasting() -> Callable[[], bool]:
    """Returns a function that says whether a stream that begins now may go on: whether its token is still valid."""
    known = identity()
    if known is NOBODY:
        return lambda: True
    parts = service()
    is_valid = _validity(parts)
    if known.guest_of is None:
        return is_valid
    return lambda: is_valid() and parts.tournament_guests.may_act(known) is None


def _validity(parts: ApiService) -> Callable[[], bool]:
    """Returns a function that says whether the token, the session or the ticket of the request is still valid."""
    token = secret()
    if token:
        return lambda: parts.accounts.identify(token) is not None
    ticket = request.args["ticket"]
    parts.tickets.keep(ticket)
    return lambda: parts.tickets.keep(ticket)


def _identified() -> Identity:
    found = asker()
    if found is None:
        raise g.get("foreign") or not_authenticated()
    return found


def _reading() -> Identity:
    """Returns the identity behind the token, or `NOBODY` if the request has none and the settings allow that."""
    found = asker()
    if found is not None:
        return found
    if (foreign := g.get("foreign")) is not None:
        raise foreign
    if "Authorization" in request.headers or "ticket" in request.args or not service().settings.public_reading:
        raise not_authenticated()
    return NOBODY


def not_authenticated() -> Problem:
    """Returns the problem for a request without a valid token."""
    return Problem(
        "not_authenticated",
        message("the token is missing, unknown, revoked or expired"),
        hint=message("send Authorization: Bearer <token>; POST /v1/players creates a player with a token"),
        headers={"WWW-Authenticate": "Bearer"},
    )
