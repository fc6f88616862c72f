"""Players and tokens over HTTP, and what waits for a player."""

from flask import Blueprint, Response

from service.api import requests
from service.api.answers import answer, cursor_of
from service.api.problems import Problem
from service.api.rate_limits import counts_as
from service.api.requests import identity, needs, player, service
from service.api.schemas import SignUpSchema, TokenSchema, load
from service.application.accounts import Player, Token
from service.projections.documents import Json, timestamp

accounts = Blueprint("accounts", __name__, url_prefix="/v1")

_SIGN_UP = SignUpSchema()
_TOKEN = TokenSchema()


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
    return answer(
        {
            "player": _player_document(service().accounts.player(me.player)),
            "token": {"id": me.token_id, "scopes": sorted(me.scopes)},
        }
    )


@accounts.get("/me/tokens")
@counts_as("account")
@needs("account:read")
def list_tokens() -> Response:
    requests.known_parameters("limit", "cursor")
    count = requests.limit()
    found = service().accounts.tokens(player(), requests.cursor() or "", count + 1)
    page = found[:count]
    more = len(found) > count
    return answer(
        {"tokens": [_token_document(token) for token in page], "next_cursor": cursor_of(page[-1].id) if more else None}
    )


@accounts.post("/me/tokens")
@counts_as("account")
@needs("account:write")
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
@needs("account:write")
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
    return {"id": who.id, "name": who.name, "kind": who.kind, "created_at": timestamp(who.created_at)}


def _token_document(token: Token) -> Json:
    return {
        "id": token.id,
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": timestamp(token.created_at),
        "expires_at": timestamp(token.expires_at) if token.expires_at else None,
        "revoked_at": timestamp(token.revoked_at) if token.revoked_at else None,
    }
