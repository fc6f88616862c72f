"""HTTP routes for players, logins and tokens, for the export of an account, and for the inbox of a player."""

import hashlib
import logging
from itertools import chain

import orjson
from flask import Blueprint, Response, request

from domain.kernel.viewers import Onlooker
from service.accounts.attempt_limits import from_here
from service.accounts.attempts import GivenPassword
from service.accounts.documents import player_document, signed_up, token_document
from service.accounts.export import export
from service.accounts.schemas import CloseSchema, DropLoginSchema, LoginSchema, SignUpSchema, TokenSchema
from service.availability.documents import availability_document
from service.platform.documents import Json, timestamp, timestamp_of_move
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, cursor_of, page_of
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.platform.store.folding import UnreadableStream
from service.request_context import identity, needs, now, player, service
from service.tables import cursors
from service.tables.lists import Inbox, WaitingTurn

INCLUDES = ("all", "moves", "view")
INCLUDED_LIMIT = 20
"""Maximum number of tables that one response may include in full."""

accounts = Blueprint("accounts", __name__, url_prefix="/v1")

_SIGN_UP = SignUpSchema()
_TOKEN = TokenSchema()
_LOGIN = LoginSchema()
_DROP_LOGIN = DropLoginSchema()
_CLOSE = CloseSchema()

_log = logging.getLogger(__name__)


@accounts.post("/players")
@rate_class("sign_up")
def sign_up() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    if service().settings.sign_up != "open":
        raise Problem("sign_up_closed", "only the operator of this server creates accounts")
    asked = load(_SIGN_UP, requests.body())
    made, token, secret = service().accounts.sign_up(asked["name"], asked["kind"])
    document = signed_up(made, token, secret, service().reliability)
    return answer(document, 201, location=f"/v1/players/{made.id}", cache="no-store")


@accounts.get("/players/<player_id:player_id>")
@rate_class("read")
@needs("table:read")
def view_player(player_id: str) -> Response:
    requests.check_parameters()
    found = service().accounts.player(player_id)
    available = availability_document(found, service().availability, service().vacations, now())
    return answer({**player_document(found, service().reliability), "availability": available})


@accounts.get("/me")
@rate_class("account")
@needs("account:read")
def view_me() -> Response:
    requests.check_parameters()
    me = identity()
    login = service().logins.of(me.player)
    return answer(
        {
            "player": player_document(service().accounts.player(me.player), service().reliability),
            "login": login.login if login else None,
            "token": {
                "id": me.token_id,
                "scopes": sorted(me.scopes),
                "expires_at": timestamp(me.expires_at) if me.expires_at else None,
                "client": me.client,
            },
            "sandbox": me.sandbox,
        }
    )


@accounts.delete("/me")
@rate_class("login")
@needs("account:write", own_token=True)
def close_account() -> Response:
    requests.check_parameters()
    asked = load(_CLOSE, requests.body())
    if asked["confirm"] != player():
        wanted = "give the id of your account to confirm that it is closed for good"
        raise Problem("invalid_request", f"confirm: {wanted}", hint=wanted, facts={"fields": {"confirm": wanted}})
    service().closing.close(player(), _current(asked))
    return Response(status=204)


@accounts.get("/me/export")
@rate_class("account")
@needs("account:read")
def export_account() -> Response:
    requests.check_parameters()
    pieces = export(service().database, player(), service().clock())
    # Read the first pieces before the response begins, so that an unavailable database still gives a proper error.
    first = [next(pieces) for _ in range(4)]
    response = Response(chain(first, pieces), content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="{player()}.json"'
    return response


@accounts.put("/me/login")
@rate_class("login")
@needs("account:write", own_token=True)
def put_login() -> Response:
    requests.check_parameters()
    asked = load(_LOGIN, requests.body())
    service().logins.put(player(), asked["login"], asked["password"], _current(asked))
    return Response(status=204)


@accounts.delete("/me/login")
@rate_class("login")
@needs("account:write", own_token=True)
def drop_login() -> Response:
    requests.check_parameters()
    current = load(_DROP_LOGIN, requests.body())["current_password"]
    service().logins.drop(player(), from_here(current))
    return Response(status=204)


def _current(asked: Json) -> GivenPassword | None:
    return from_here(asked["current_password"]) if "current_password" in asked else None


@accounts.get("/me/tokens")
@rate_class("account")
@needs("account:read")
def list_tokens() -> Response:
    requests.check_parameters("limit", "cursor")
    count = requests.page_limit()
    found = service().accounts.tokens(player(), requests.page_cursor() or "", count + 1)
    return page_of("tokens", [token_document(token) for token in found], count)


@accounts.post("/me/tokens")
@rate_class("account")
@needs("account:write", own_token=True)
def make_token() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    asked = load(_TOKEN, requests.body())
    scopes = sorted(set(asked["scopes"]))
    token, secret = service().accounts.make_further_token(identity(), asked["name"], scopes, asked["expires_in_s"])
    return answer({**token_document(token), "secret": secret}, 201, cache="no-store")


@accounts.delete("/me/tokens/<token_id:token_id>")
@rate_class("account")
@needs("account:write", own_token=True)
def revoke_token(token_id: str) -> Response:
    requests.check_parameters()
    service().accounts.revoke(player(), token_id)
    return Response(status=204)


@accounts.get("/me/turns")
@rate_class("read")
@needs("table:read")
def list_turns() -> Response:
    requests.check_parameters("limit", "cursor", "include")
    include = requests.word_parameter("include", INCLUDES)
    limit = requests.page_limit()
    if include and limit > INCLUDED_LIMIT:
        raise requests.wrong_parameter("limit", f"give at most {INCLUDED_LIMIT} together with include")
    inbox = service().lists.inbox(player(), cursors.turn_cursor(), limit)
    document = _inbox_document(inbox)
    tag = _tag_of(document, include or "")
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        for turn, shown in zip(inbox.turns, document["turns"], strict=True):
            shown["remaining_s"] = turn.remaining_s
            shown.update(_included(turn, include))
        response = answer(document)
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization"
    return response


def _inbox_document(inbox: Inbox) -> Json:
    """Returns the inbox without the members that change every second."""
    return {
        "count": inbox.turns_count,
        "waiting": {
            "turns": inbox.turns_count,
            "challenges": inbox.challenges_count,
            "proposals": inbox.proposals_count,
            "tournaments": inbox.tournaments_count,
        },
        "turns": [
            {
                "table": turn.table_id,
                "seat": turn.seat,
                "what": turn.what,
                "since": timestamp_of_move(turn.since),
                "version": turn.version,
                "deadline_at": timestamp(turn.deadline_at) if turn.deadline_at else None,
                "urgency": turn.urgency,
            }
            for turn in inbox.turns
        ],
        "challenges": [{"table": each.table_id, "seat": each.seat, "by": each.by} for each in inbox.challenges],
        "proposals": [
            {"table": each.table_id, "seat": each.seat, "what": each.what, "by": each.by} for each in inbox.proposals
        ],
        "tournaments": [
            {
                "tournament": each.tournament_id,
                "what": each.what,
                "entrant": each.entrant,
                "deadline_at": timestamp(each.deadline_at) if each.deadline_at else None,
            }
            for each in inbox.tournaments
        ],
        "next_cursor": cursor_of(" ".join(map(str, inbox.turns[-1].place))) if inbox.more else None,
    }


def _tag_of(document: Json, include: str) -> str:
    """Returns an entity tag that changes with the inbox, except with the remaining seconds."""
    written = orjson.dumps([player(), include, document])
    return f"inbox-{hashlib.sha256(written).hexdigest()[:32]}"


def _included(turn: WaitingTurn, include: str | None) -> Json:
    """Returns the view and the legal moves of the table, as `include` asks.

    The result is empty if `include` is `None`. Its members are `None` if the table cannot be read or if the player no
    longer holds the seat.
    """
    if include is None:
        return {}
    nothing: Json = dict.fromkeys(("view", "moves") if include == "all" else (include,))
    try:
        viewer, at = service().views.seen_by(turn.table_id, player())
    except UnreadableStream as error:
        # One unreadable table must not hide the others.
        _log.warning("%s cannot be read; an inbox leaves it out", error.stream)
        return nothing
    if isinstance(viewer, Onlooker):
        return nothing
    included: Json = {}
    if include in ("view", "all"):
        included["view"] = orjson.Fragment(service().views.view_bytes(turn.table_id, at, viewer))
    if include in ("moves", "all"):
        playing = at.table.status == "playing"
        included["moves"] = at.table.game.legal_moves(at.table.match, viewer) if playing else None
    return included
