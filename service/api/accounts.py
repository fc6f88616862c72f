"""Players, logins and tokens over HTTP, what is kept about a player, and what waits for one."""

from itertools import chain

from flask import Blueprint, Response

from service.api import requests
from service.api.answers import JSON, answer, page_of
from service.api.problems import Problem
from service.api.rate_limits import counts_as
from service.api.requests import identity, needs, player, service
from service.api.schemas import CloseSchema, DropLoginSchema, LoginSchema, SignUpSchema, TokenSchema, load
from service.application.accounts import Player, Token
from service.application.export import export
from service.projections.documents import Json, timestamp

accounts = Blueprint("accounts", __name__, url_prefix="/v1")

_SIGN_UP = SignUpSchema()
_TOKEN = TokenSchema()
_LOGIN = LoginSchema()
_DROP_LOGIN = DropLoginSchema()
_CLOSE = CloseSchema()


@accounts.post("/players")
@counts_as("sign_up")
def sign_up() -> Response:
    requests.known_parameters()
    requests.no_idempotency_key()
    if service().settings.sign_up != "open":
        raise Problem("sign_up_closed", "accounts are made by the operator of this server")
    asked = load(_SIGN_UP, requests.body())
    made, token, secret = service().accounts.sign_up(asked["name"], asked["kind"])
    response = answer({"player": _player_document(made), "token": {**_token_document(token), "secret": secret}}, 201)
    response.headers["Location"] = f"/v1/players/{made.id}"
    response.headers["Cache-Control"] = "no-store"
    return response


@accounts.get("/players/<player_id:player_id>")
@counts_as("read")
@needs("table:read")
def view_player(player_id: str) -> Response:
    requests.known_parameters()
    return answer(_player_document(service().accounts.player(player_id)))


@accounts.get("/me")
@counts_as("account")
@needs("account:read")
def view_me() -> Response:
    requests.known_parameters()
    me = identity()
    login = service().logins.of(me.player)
    return answer(
        {
            "player": _player_document(service().accounts.player(me.player)),
            "login": login.login if login else None,
            "token": {
                "id": me.token_id,
                "scopes": sorted(me.scopes),
                "expires_at": timestamp(me.expires_at) if me.expires_at else None,
                "client": me.client,
            },
        }
    )


@accounts.delete("/me")
@counts_as("login")
@needs("account:write", own_token=True)
def close_account() -> Response:
    requests.known_parameters()
    asked = load(_CLOSE, requests.body())
    if asked["confirm"] != player():
        wanted = "give the id of your own account, which is closed for good"
        raise Problem("invalid_request", f"confirm: {wanted}", hint=wanted, facts={"fields": {"confirm": wanted}})
    service().closing.close(player(), asked.get("current_password"))
    return Response(status=204)


@accounts.get("/me/export")
@counts_as("account")
@needs("account:read")
def export_account() -> Response:
    requests.known_parameters()
    pieces = export(service().database, player())
    # What is read first is read before the answer begins, so that a database that is away is told as such.
    first = [next(pieces) for _ in range(4)]
    response = Response(chain(first, pieces), content_type=JSON)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Disposition"] = f'attachment; filename="{player()}.json"'
    return response


@accounts.put("/me/login")
@counts_as("login")
@needs("account:write", own_token=True)
def put_login() -> Response:
    requests.known_parameters()
    asked = load(_LOGIN, requests.body())
    service().logins.put(player(), asked["login"], asked["password"], asked.get("current_password"))
    return Response(status=204)


@accounts.delete("/me/login")
@counts_as("login")
@needs("account:write", own_token=True)
def drop_login() -> Response:
    requests.known_parameters()
    service().logins.drop(player(), load(_DROP_LOGIN, requests.body())["current_password"])
    return Response(status=204)


@accounts.get("/me/tokens")
@counts_as("account")
@needs("account:read")
def list_tokens() -> Response:
    requests.known_parameters("limit", "cursor")
    count = requests.limit()
    found = service().accounts.tokens(player(), requests.cursor() or "", count + 1)
    return page_of("tokens", [_token_document(token) for token in found], count)


@accounts.post("/me/tokens")
@counts_as("account")
@needs("account:write", own_token=True)
def make_token() -> Response:
    requests.known_parameters()
    requests.no_idempotency_key()
    asked = load(_TOKEN, requests.body())
    scopes = sorted(set(asked["scopes"]))
    token, secret = service().accounts.make_further_token(identity(), asked["name"], scopes, asked["expires_in_s"])
    response = answer({**_token_document(token), "secret": secret}, 201)
    response.headers["Cache-Control"] = "no-store"
    return response


@accounts.delete("/me/tokens/<token_id:token_id>")
@counts_as("account")
@needs("account:write", own_token=True)
def revoke_token(token_id: str) -> Response:
    requests.known_parameters()
    service().accounts.revoke(player(), token_id)
    return Response(status=204)


@accounts.get("/me/turns")
@counts_as("read")
@needs("table:read")
def list_turns() -> Response:
    requests.known_parameters("limit")
    count, turns = service().lists.turns(player(), requests.limit())
    return answer({"count": count, "turns": turns})


def _player_document(who: Player) -> Json:
    return {
        "id": who.id,
        "name": who.name,
        "kind": who.kind,
        "created_at": timestamp(who.created_at),
        "closed": who.closed_at is not None,
    }


def _token_document(token: Token) -> Json:
    return {
        "id": token.id,
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": timestamp(token.created_at),
        "expires_at": timestamp(token.expires_at) if token.expires_at else None,
        "revoked_at": timestamp(token.revoked_at) if token.revoked_at else None,
        "last_used_at": timestamp(token.last_used_at) if token.last_used_at else None,
        "client": token.client,
    }
