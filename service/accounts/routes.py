"""HTTP routes for players, logins and tokens, and for the export of an account."""

from itertools import chain, islice

from flask import Blueprint, Response, request

from domain.kernel.messages import message
from service.accounts.attempt_limits import from_here
from service.accounts.attempts import GivenPassword
from service.accounts.document_types import ChosenLanguage, ChosenName
from service.accounts.documents import (
    identity_document,
    new_token_document,
    player_document,
    signed_up,
    token_document,
)
from service.accounts.export import export
from service.accounts.names.handlers import names_document
from service.accounts.schemas import (
    NAME_LIMIT,
    CloseSchema,
    DropLoginSchema,
    LanguageSchema,
    LoginSchema,
    NameSchema,
    SignUpSchema,
    TokenSchema,
)
from service.availability.documents import availability_document
from service.platform.documents import Json, timestamp
from service.platform.http import requests
from service.platform.http.answers import JSON, answer, cursor_of, page_of
from service.platform.http.document_pages import with_page
from service.platform.http.fields import PLAYER_ID, load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.request_context import identity, needs, needs_any_token, now, player, service

accounts = Blueprint("accounts", __name__, url_prefix="/v1")

IDS_LIMIT = 100

_SIGN_UP = SignUpSchema()
_TOKEN = TokenSchema()
_LANGUAGE = LanguageSchema()
_NAME = NameSchema()
_LOGIN = LoginSchema()
_DROP_LOGIN = DropLoginSchema()
_CLOSE = CloseSchema()


@accounts.post("/players")
@rate_class("sign_up")
def sign_up() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    if service().settings.sign_up != "open":
        raise Problem("sign_up_closed", message("only the operator of this server creates accounts"))
    body = load(_SIGN_UP, requests.body())
    made, token, secret = service().accounts.sign_up(body["name"], body["kind"])
    document = signed_up(made, token, secret, service().reliability)
    return answer(document, 201, location=f"/v1/players/{made.id}", cache="no-store")


@accounts.get("/players")
@rate_class("read")
@needs("table:read")
def find_players() -> Response:
    requests.check_parameters("ids", "name", "limit", "cursor")
    ids, name = requests.ids_parameter("ids", PLAYER_ID, IDS_LIMIT), requests.text_parameter("name", NAME_LIMIT)
    count, after = requests.page_limit(), requests.page_cursor() or ""
    names, here = service().accounts.known_names, identity().sandbox
    if (ids is None) == (name is None):
        raise requests.wrong_parameter("name", message("give either ids or name"))
    if ids is not None:
        if "limit" in request.args or "cursor" in request.args:
            raise requests.wrong_parameter(
                "limit", message("ids are answered on one page; give limit and cursor with name")
            )
        return answer({"players": names_document(names.look_up(ids, here)), "next_cursor": None})
    # PostgreSQL cannot store such a name, so nobody has it.
    found = {} if "\0" in str(name) else names.search(str(name), here, after, count + 1)
    page = dict(islice(found.items(), count))
    cursor = cursor_of(list(page)[-1]) if len(found) > count else None
    return answer({"players": names_document(page), "next_cursor": cursor})


@accounts.get("/players/<player_id:player_id>")
@rate_class("read")
@needs("table:read", public=True)
@with_page(lambda document: document["name"] or message("A closed account"))
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
            "passkeys": service().passkeys.count(me.player),
            "token": {
                "id": me.token_id,
                "scopes": sorted(me.scopes),
                "expires_at": timestamp(me.expires_at) if me.expires_at else None,
                "client": me.client,
            },
            "sandbox": me.sandbox,
            "language": service().accounts.language_of(me.player),
        }
    )


@accounts.get("/token")
@rate_class("account")
@needs_any_token
def view_token() -> Response:
    requests.check_parameters()
    streams = service().settings.listeners_per_player
    document = identity_document(identity(), service().rate_limits.quotas_of_players(), streams)
    return answer(document, cache="no-store")


@accounts.delete("/me")
@rate_class("login")
@needs("account:write", own_token=True)
def close_account() -> Response:
    requests.check_parameters()
    body = load(_CLOSE, requests.body())
    if body["confirm"] != player():
        wanted = message("give the id of your account to confirm that it is closed for good")
        raise Problem(
            "invalid_request",
            message("confirm: {wanted}", wanted=wanted),
            hint=wanted,
            facts={"fields": {"confirm": wanted}},
        )
    service().closing.close(player(), _current(body))
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


@accounts.put("/me/language")
@rate_class("account")
@needs("account:write")
def put_language() -> Response:
    requests.check_parameters()
    chosen: ChosenLanguage = {"language": load(_LANGUAGE, requests.body())["language"]}
    service().accounts.choose_language(player(), chosen["language"])
    return answer(chosen)


@accounts.put("/me/name")
@rate_class("account")
@needs("account:write")
def put_name() -> Response:
    requests.check_parameters()
    chosen: ChosenName = {"name": load(_NAME, requests.body())["name"]}
    service().accounts.rename(player(), chosen["name"])
    return answer(chosen)


@accounts.put("/me/login")
@rate_class("login")
@needs("account:write", own_token=True)
def put_login() -> Response:
    requests.check_parameters()
    body = load(_LOGIN, requests.body())
    service().logins.put(player(), body["login"], body["password"], _current(body))
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
    body = load(_TOKEN, requests.body())
    scopes = sorted(set(body["scopes"]))
    token, secret = service().accounts.make_further_token(identity(), body["name"], scopes, body["expires_in_s"])
    document = new_token_document(player(), token, secret)
    return answer(document, 201, location=f"/v1/me/tokens/{token.id}", cache="no-store")


@accounts.get("/me/tokens/<token_id:token_id>")
@rate_class("account")
@needs("account:read")
def view_my_token(token_id: str) -> Response:
    requests.check_parameters()
    return answer(token_document(service().accounts.token(player(), token_id)))


@accounts.delete("/me/tokens/<token_id:token_id>")
@rate_class("account")
@needs("account:write", own_token=True)
def revoke_token(token_id: str) -> Response:
    requests.check_parameters()
    service().accounts.revoke(player(), token_id)
    return Response(status=204)
