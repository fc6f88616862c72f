"""Reading without a token: as a player without a seat sees it, and only what the host and the operator leave open."""

from dataclasses import replace
from itertools import islice
from typing import Any

import psycopg
import pytest

from service.platform.settings import Rate
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.fixtures import wired
from tests.support.stored import catch_up

UNKNOWN = "tbl_01M7ZAW1ZS69ZN9S1N17NW5J34"
OUTLETS = ("", "/events", "/record")


def read(api: Api, path: str, **more: Any) -> Any:
    return api.call("GET", path, **more)


def abandon(table: str, players: list[User]) -> None:
    """Ends the match, so that the table has a record."""
    assert players[0].command(table, "propose", what="abandon").status_code == 200
    for player in players[1:]:
        assert player.command(table, "agree", what="abandon").status_code == 200


def without_request_id(answer: Any, table: str) -> tuple[int, str, Any]:
    """Returns what an answer tells, with the id of the table left out."""
    told = {name: value for name, value in answer.json.items() if name != "request_id"}
    return answer.status_code, answer.headers["WWW-Authenticate"], str(told).replace(table, "")


def test_a_listed_table_is_read_without_a_token_as_by_a_stranger(api: Api):
    table, players = started_table(api)
    stranger = api.sign_up("stranger")

    def seen_at(outlet: str) -> int:
        """Returns the status for readers without a token, who get what the stranger gets."""
        headers = {"X-Request-Id": "the-same"}
        path = f"/v1/tables/{table}{outlet}"
        seen, by_stranger = read(api, path, headers=headers), stranger.get(path, headers=headers)
        assert (seen.status_code, seen.data) == (by_stranger.status_code, by_stranger.data)
        return int(seen.status_code)

    assert [seen_at(outlet) for outlet in OUTLETS] == [200, 200, 409]
    abandon(table, players)
    assert [seen_at(outlet) for outlet in OUTLETS] == [200, 200, 200]


@pytest.mark.parametrize("closed", [{"listed": False}, {"public": False}])
def test_a_closed_table_looks_like_one_that_does_not_exist(api: Api, closed: dict[str, Any]):
    table, players = started_table(api, **closed)
    abandon(table, players)

    for outlet in OUTLETS:
        refused = read(api, f"/v1/tables/{table}{outlet}")
        unknown = read(api, f"/v1/tables/{UNKNOWN}{outlet}")
        assert refused.status_code == 401
        assert "Authorization: Bearer" in refused.json["hint"]
        assert without_request_id(refused, table) == without_request_id(unknown, UNKNOWN)
        assert players[1].get(f"/v1/tables/{table}{outlet}").status_code == 200
        assert api.sign_up().get(f"/v1/tables/{table}{outlet}").status_code == 200


def test_a_table_says_whether_it_is_public(api: Api, service: Service):
    ada = api.sign_up()
    closed, public = ada.open_table(public=False), ada.open_table()
    catch_up(service)

    assert (ada.view(closed)["public"], ada.view(public)["public"]) == (False, True)
    listed = {each["id"]: each["public"] for each in ada.get("/v1/tables?limit=100").json["tables"]}
    assert (listed[closed], listed[public]) == (False, True)
    [opened] = ada.get(f"/v1/tables/{closed}/events").json["events"]
    assert opened["data"]["public"] is False
    assert ada.post("/v1/tables", {"profile": "zhang-2021", "public": "no"}).status_code == 400


def test_the_list_without_a_token_has_public_tables_only(api: Api, service: Service):
    ada = api.sign_up()
    public, closed, unlisted = ada.open_table(), ada.open_table(public=False), ada.open_table(listed=False)
    catch_up(service)

    ids = {each["id"] for each in read(api, "/v1/tables?limit=100").json["tables"]}

    assert public in ids
    assert not ids & {closed, unlisted}
    assert read(api, "/v1/tables?mine=true").status_code == 401


def test_a_summary_of_an_older_release_counts_as_public(api: Api, service: Service, database_url: str):
    table = api.sign_up().open_table()
    catch_up(service)
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("UPDATE shengji_read.table_summary SET summary = summary - 'public' WHERE id = %s", [table])

    listed = {each["id"]: each["public"] for each in read(api, "/v1/tables?limit=100").json["tables"]}

    assert listed[table] is True


def test_tables_of_sandboxes_stay_closed(api: Api):
    inside = api.sign_up().in_sandbox()
    table = inside.open_table()

    assert read(api, f"/v1/tables/{table}").status_code == 401
    assert inside.get(f"/v1/tables/{table}").status_code == 200


@pytest.mark.parametrize("header", ["Bearer sj_wrong", "Bearer", "Basic YTpi", ""])
def test_a_wrong_token_is_refused_where_none_would_do(api: Api, header: str):
    table = api.sign_up().open_table()

    assert read(api, f"/v1/tables/{table}", headers={"Authorization": header}).status_code == 401
    assert read(api, f"/v1/tables/{table}").status_code == 200


def test_spectators_without_a_token_are_delayed(api: Api):
    table, players = started_table(api, spectators={"delay": "hand"})

    late, now = read(api, f"/v1/tables/{table}").json, players[0].view(table)
    page = read(api, f"/v1/tables/{table}/events?limit=1000").json

    assert late["version"] < now["version"]
    assert page["next_after"] == late["version"]


def test_whatever_writes_or_belongs_to_a_player_needs_a_token(api: Api):
    table, _ = started_table(api)

    for path in (f"/v1/tables/{table}/moves", f"/v1/tables/{table}/messages/spectators", "/v1/me", "/v1/me/turns"):
        assert read(api, path).status_code == 401
    assert api.call("POST", f"/v1/tables/{table}/commands", {"type": "pass"}).status_code == 401
    for path in ("/v1/tournaments", "/v1/leagues", "/v1/series"):
        assert read(api, path).status_code == 200
        assert read(api, f"{path}?mine=true").status_code == 401


def test_a_stream_without_a_token_follows_the_table(api: Api, service: Service):
    table, players = started_table(api)
    version = players[0].view(table)["version"]
    path = f"/v1/tables/{table}/events?after={version - 1}"

    stream = api.app.test_client().get(path, headers={"Accept": "application/x-ndjson"}, buffered=False)
    try:
        opening, event = islice(iter(stream.response), 2)
    finally:
        stream.close()

    assert (stream.status_code, opening) == (200, b"\n")
    assert f'"version":{version}'.encode() in event


def limited_api(service: Service, **settings: Any) -> Api:
    return Api(create_app(wired(replace(service.settings, **settings))))


def test_the_operator_turns_it_off(api: Api, service: Service):
    table = api.sign_up().open_table()
    closed = limited_api(service, public_reading=False)

    for path in ("/v1/tables", f"/v1/tables/{table}", f"/v1/tables/{table}/events", "/v1/tournaments", "/v1/ratings"):
        assert read(closed, path).status_code == 401
        assert read(api, path).status_code == 200
    assert read(closed, "/v1/rules/profiles").status_code == 200


def test_reading_without_a_token_is_counted_by_address(api: Api, service: Service):
    ada = api.sign_up()
    table = ada.open_table()
    limited = limited_api(service, rate_limit_public=Rate("2/hour"), rate_limit_read=Rate("3/hour"))

    def at(address: str) -> Any:
        return read(limited, f"/v1/tables/{table}", environ_base={"REMOTE_ADDR": address})

    assert [at("192.0.2.1").status_code for _ in range(3)] == [200, 200, 429]
    refused = at("192.0.2.1")
    assert refused.json["facts"] == {"policy": "public"}
    assert at("192.0.2.2").headers["RateLimit"].startswith('"public";r=1')
    # A wrong token is counted as elsewhere, in the class of the operation.
    here = {"REMOTE_ADDR": "192.0.2.1"}
    wrong = read(limited, "/v1/tables", headers={"Authorization": "Bearer sj_no"}, environ_base=here)
    assert (wrong.status_code, wrong.headers["RateLimit"][:8]) == (401, '"read";r')
    # A player at the same address is counted on their own.
    mine = User(limited, ada.id, ada.token).get(f"/v1/tables/{table}", environ_base=here)
    assert (mine.status_code, mine.headers["RateLimit"][:8]) == (200, '"read";r')


def test_streams_without_a_token_are_limited_by_address(api: Api, service: Service):
    table = api.sign_up().open_table()
    limited = limited_api(service, listeners_per_player=1)
    client, streams = limited.app.test_client(), []

    def follow(address: str) -> Any:
        streams.append(
            client.get(
                f"/v1/tables/{table}/events",
                headers={"Accept": "text/event-stream"},
                environ_base={"REMOTE_ADDR": address},
                buffered=False,
            )
        )
        return streams[-1]

    try:
        assert [follow(each).status_code for each in ("192.0.2.1", "192.0.2.1", "192.0.2.2")] == [200, 429, 200]
        assert "your address has 1 open streams" in streams[1].json["detail"]
    finally:
        for each in streams:
            each.close()
