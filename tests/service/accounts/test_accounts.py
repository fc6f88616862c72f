"""Players and tokens: scoped, shown once, hashed at rest, revocable."""

import dataclasses

import pytest

from service.accounts.handlers import SCOPES
from service.processes.app import create_app
from tests.support.api import Api, User
from tests.support.fixtures import wired


def test_a_new_player_gets_a_token_with_all_scopes(api: Api):
    made = api.call("POST", "/v1/players", {"name": "Zhang", "kind": "human"})

    assert made.status_code == 201
    assert made.json["token"]["scopes"] == sorted(SCOPES)
    me = User(api, made.json["player"]["id"], made.json["token"]["secret"]).get("/v1/me")
    assert me.json["player"] == made.json["player"]
    assert made.headers["Location"] == f"/v1/players/{made.json['player']['id']}"


def test_a_token_is_shown_once_and_only_its_hash_is_stored(api: Api, service):
    player = api.sign_up()
    with service.database.session() as connection:
        rows = connection.execute("SELECT t::text FROM shengji.token AS t").fetchall()

    assert player.token.startswith("sj_")
    assert not any(player.token in row for (row,) in rows)
    assert player.token not in player.get("/v1/me/tokens").text


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer ", "Bearer sj_unknown", "Basic abc", "Bearer sj_\u00e9", "bearer  x y"]
)
def test_requests_without_a_valid_token_are_refused(api: Api, header: str | None):
    headers = {} if header is None else {"Authorization": header}

    answer = api.call("GET", "/v1/me", headers=headers)

    assert (answer.status_code, answer.json["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_allows_only_what_its_scopes_allow(api: Api):
    player = api.sign_up()
    made = player.post("/v1/me/tokens", {"name": "reader", "scopes": ["table:read"]})
    reader = User(api, player.id, made.json["secret"])

    assert reader.get("/v1/tables").status_code == 200
    for answer in (
        reader.post("/v1/tables", {"profile": "zhang-2021"}),
        reader.get("/v1/me"),
        reader.post("/v1/me/tokens", {"name": "x", "scopes": ["table:read"]}),
        reader.command("tbl_01M7ZAW1ZS69ZN9S1N17NW5J34", "pass"),
    ):
        assert (answer.status_code, answer.json["code"]) == (403, "missing_scope")


def test_a_token_cannot_create_a_token_with_more_scopes(api: Api):
    player = api.sign_up()
    made = player.post("/v1/me/tokens", {"name": "narrow", "scopes": ["account:write", "table:read"]})
    narrow = User(api, player.id, made.json["secret"])

    assert narrow.post("/v1/me/tokens", {"name": "wide", "scopes": ["table:play"]}).status_code == 403
    assert narrow.post("/v1/me/tokens", {"name": "same", "scopes": ["table:read"]}).status_code == 201


def test_a_revoked_token_is_invalid(api: Api):
    player = api.sign_up()
    made = player.post("/v1/me/tokens", {"name": "lost", "scopes": ["account:read"]})
    lost = User(api, player.id, made.json["secret"])
    assert lost.get("/v1/me").status_code == 200

    assert api.call("DELETE", f"/v1/me/tokens/{made.json['id']}", token=player.token).status_code == 204

    assert lost.get("/v1/me").status_code == 401
    listed = {token["id"]: token for token in player.get("/v1/me/tokens").json["tokens"]}
    assert listed[made.json["id"]]["revoked_at"] is not None


def test_a_token_revoked_by_another_process_becomes_invalid_when_the_cache_expires(service):
    here = wired(dataclasses.replace(service.settings, token_cache_s=0.0))
    there = Api(create_app(service))
    api = Api(create_app(here))
    player = api.sign_up()
    assert player.get("/v1/me").status_code == 200
    token_id = player.get("/v1/me").json["token"]["id"]

    assert there.call("DELETE", f"/v1/me/tokens/{token_id}", token=player.token).status_code == 204

    assert player.get("/v1/me").status_code == 401
    here.close()


def test_an_expired_token_is_invalid(api: Api, service):
    player = api.sign_up()
    made = player.post("/v1/me/tokens", {"name": "short", "scopes": ["account:read"], "expires_in_s": 3600})
    short = User(api, player.id, made.json["secret"])
    assert short.get("/v1/me").status_code == 200

    with service.database.session() as connection:
        connection.execute(
            "UPDATE shengji.token SET expires_at = now() - interval '1 second' WHERE id = $1", [made.json["id"]]
        )
    service.accounts.forget()

    assert short.get("/v1/me").status_code == 401


def test_nobody_can_see_or_revoke_the_tokens_of_others(api: Api):
    one, other = api.sign_up(), api.sign_up()
    token_id = one.get("/v1/me").json["token"]["id"]

    answer = api.call("DELETE", f"/v1/me/tokens/{token_id}", token=other.token)

    assert (answer.status_code, answer.json["code"]) == (404, "not_found")
    assert one.get("/v1/me").status_code == 200
    assert token_id not in other.get("/v1/me/tokens").text


def test_tokens_are_listed_page_by_page_without_gap_or_repeat(api: Api):
    player = api.sign_up()
    for number in range(5):
        player.post("/v1/me/tokens", {"name": f"token {number}", "scopes": ["table:read"]})

    found: list[str] = []
    cursor = ""
    while True:
        page = player.get(f"/v1/me/tokens?limit=2{cursor}").json
        found += [token["id"] for token in page["tokens"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"

    assert len(found) == len(set(found)) == 6
    assert found == sorted(found)


def test_a_server_can_disable_sign_up(service):
    closed = wired(dataclasses.replace(service.settings, sign_up="closed"))
    api = Api(create_app(closed))

    answer = api.call("POST", "/v1/players", {"name": "late"})

    assert (answer.status_code, answer.json["code"]) == (403, "sign_up_closed")
    closed.close()


@pytest.mark.parametrize("path", ["/v1/players", "/v1/me/tokens"])
def test_operations_that_show_a_token_take_no_idempotency_key(api: Api, path: str):
    player = api.sign_up()

    answer = player.post(path, {"name": "x", "scopes": ["table:read"]}, headers={"Idempotency-Key": "k"})

    assert (answer.status_code, answer.json["code"]) == (400, "invalid_request")
    assert "Idempotency-Key" in answer.json["facts"]["fields"]


def test_other_players_see_the_name_and_kind_of_a_player(api: Api):
    one, other = api.sign_up("Lin", "bot"), api.sign_up()

    seen = other.get(f"/v1/players/{one.id}").json

    assert (seen["name"], seen["kind"]) == ("Lin", "bot")
    assert other.get("/v1/players/ply_nobody").status_code == 404


@pytest.mark.parametrize("asked_s", [None, 3600, 30])
def test_a_token_expires_no_later_than_the_token_that_created_it(api: Api, asked_s: int | None):
    player = api.sign_up()
    first = player.post(
        "/v1/me/tokens", {"name": "short", "scopes": ["account:read", "account:write"], "expires_in_s": 60}
    ).json
    short = User(api, player.id, first["secret"])

    further = short.post("/v1/me/tokens", {"name": "further", "scopes": ["account:read"], "expires_in_s": asked_s}).json

    assert further["created_at"] < further["expires_at"] <= first["expires_at"]


def test_answers_that_show_a_secret_are_not_cached(api: Api):
    made = api.call("POST", "/v1/players", {"name": "somebody"})
    player = User(api, made.json["player"]["id"], made.json["token"]["secret"])

    assert made.headers["Cache-Control"] == "no-store"
    further = player.post("/v1/me/tokens", {"name": "further", "scopes": ["account:read"]})
    assert further.headers["Cache-Control"] == "no-store"
