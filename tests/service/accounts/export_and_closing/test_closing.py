"""Closing an account deletes its data, and ends its tokens and logins."""

import dataclasses

import pytest

from domain.kernel.players import house_player
from service.accounts.attempts import GivenPassword
from service.accounts.closing.handlers import WHAT_GOES
from service.processes.app import create_app
from tests.support.api import Api, Json, User
from tests.support.chat_messages import heard
from tests.support.fixtures import wired
from tests.support.oauth import PASSWORD, is_valid, with_login
from tests.support.personal_data import Player, close, where

OF_PLAYERS = ("token", "login", "oauth_client", "oauth_grant", "account_event", "webhook", "delivery")
OF_PLAYERS += ("availability", "vacation")
OF_TALK = ("chat_message", "chat_reader", "note", "block", "report", "silence", "moderation_action")
NOWHERE = "nowhere.to.be.found"


def test_after_closing_no_personal_data_is_anywhere_in_the_database(somebody: Player, database_url: str):
    # A message removed by its author is still available to the moderators who got a report of it.
    sought = [*somebody.names.values(), somebody.login]
    assert all(where(database_url, each) for each in sought)

    assert close(somebody.user, current_password=PASSWORD).status_code == 204

    assert {each: where(database_url, each) for each in sought} == {each: set() for each in sought}
    assert not where(database_url, NOWHERE)


def test_after_closing_the_player_id_is_only_in_events_and_their_read_models(somebody: Player, database_url: str):
    """Detects new data about players that closing an account does not delete."""
    kept = where(database_url, somebody.user.id)
    assert {f"shengji.{name}" for name in (*OF_PLAYERS, *OF_TALK)} <= kept
    assert {"shengji.oauth_code", "shengji.oauth_device"} <= kept

    close(somebody.user, current_password=PASSWORD)

    seen = {each["number"]: each for each in heard(somebody.other, somebody.talked_at, "spectators")}
    gone = {"player": None, "text": None, "canned": None}
    assert {name: seen[1][name] for name in gone} == {name: seen[2][name] for name in gone} == gone
    assert (seen[1]["removed_by"], seen[2]["removed_by"]) == ("closing", "author")

    of_events = {f"shengji.{name}" for name in ("player", "event", "head", "view_snapshot")}
    of_events |= {"shengji_read.table_summary", "shengji_read.turn", "shengji_read.reliability"}
    of_events |= {f"shengji_read.{name}" for name in ("rated_game", "rating_change", "rating")}
    assert where(database_url, somebody.user.id) <= of_events


def test_a_closed_player_is_shown_only_by_id(somebody: Player):
    before = somebody.other.get(f"/v1/players/{somebody.user.id}").json

    close(somebody.user, current_password=PASSWORD)

    seen = somebody.other.get(f"/v1/players/{somebody.user.id}").json
    assert before["closed"] is False
    assert seen == {**before, "name": None, "closed": True, "reliability": None, "availability": None}


def test_after_closing_no_token_and_no_login_works(somebody: Player, service):
    assert is_valid(somebody.api, somebody.mine["access_token"])
    assert is_valid(somebody.api, somebody.theirs["access_token"])

    close(somebody.user, current_password=PASSWORD)

    assert somebody.user.get("/v1/me").status_code == 401
    assert not is_valid(somebody.api, somebody.mine["access_token"])
    assert service.logins.enter(somebody.login, GivenPassword(PASSWORD, "here")) is None
    # Access that others gave to the player's program has ended, and their accounts are unchanged.
    assert not is_valid(somebody.api, somebody.theirs["access_token"])
    assert somebody.other.get("/v1/me").status_code == 200
    assert [each["client"] for each in somebody.other.get("/v1/me/tokens").json["tokens"]] == [None]


def test_another_process_refuses_the_tokens_when_its_cache_expires(somebody: Player, service):
    there = wired(dataclasses.replace(service.settings, token_cache_s=0.0))
    elsewhere = Api(create_app(there))
    assert elsewhere.call("GET", "/v1/me", token=somebody.user.token).status_code == 200

    close(somebody.user, current_password=PASSWORD)

    assert elsewhere.call("GET", "/v1/me", token=somebody.user.token).status_code == 401
    there.close()


def test_another_process_with_a_cached_token_stores_nothing_for_the_account(
    somebody: Player, another_process: Api, database_url: str
):
    """A process caches the token for some seconds; its writes for a closed account are discarded."""
    token = somebody.user.token
    assert another_process.call("GET", "/v1/me", token=token).status_code == 200
    close(somebody.user, current_password=PASSWORD)

    attempts = [
        ("POST", "/v1/me/tokens", {"name": NOWHERE, "scopes": ["table:read"]}),
        ("POST", "/v1/me/clients", {"name": NOWHERE}),
        ("POST", "/v1/me/webhooks", {"url": f"https://93.184.216.34/{NOWHERE}"}),
        ("PUT", "/v1/me/login", {"login": NOWHERE, "password": PASSWORD}),
        ("PUT", f"/v1/tables/{somebody.talked_at}/notes", {"text": NOWHERE}),
        ("POST", f"/v1/tables/{somebody.talked_at}/messages/spectators", {"text": NOWHERE}),
        ("PUT", f"/v1/tables/{somebody.talked_at}/messages/seats/mute", None),
        ("PUT", f"/v1/me/blocks/{somebody.other.id}", None),
        ("POST", "/v1/reports", {"table": somebody.talked_at, "reason": "other", "text": NOWHERE}),
        ("DELETE", "/v1/me", {"confirm": somebody.user.id}),
    ]
    for method, path, body in attempts:
        answered = another_process.call(method, path, body, token=token)
        assert (answered.status_code, answered.json["code"]) == (401, "not_authenticated"), (method, path)

    assert not where(database_url, NOWHERE)


@pytest.mark.parametrize(
    ("members", "status", "code"),
    [
        ({}, 403, "wrong_password"),
        ({"current_password": "wrong horse battery"}, 403, "wrong_password"),
        ({"confirm": "ply_" + "0" * 26, "current_password": PASSWORD}, 400, "invalid_request"),
        ({"confirm": None, "current_password": PASSWORD}, 400, "invalid_request"),
        ({"sure": True, "current_password": PASSWORD}, 400, "invalid_request"),
    ],
)
def test_closing_needs_the_right_login_or_id_and_the_right_token(api: Api, members: Json, status: int, code: str):
    user, login = with_login(api)
    table = user.open_table()

    answered = close(user, **members)

    assert (answered.status_code, answered.json["code"]) == (status, code)
    assert user.get("/v1/me").json["login"] == login
    assert user.view(table)["status"] == "open"


def test_without_a_login_the_player_id_confirms_the_closing(api: Api):
    user = api.sign_up()

    assert close(user).status_code == 204

    assert user.get("/v1/me").status_code == 401


def test_house_players_cannot_be_closed(api: Api, service):
    house = house_player("steady")
    _, token = service.accounts.make_token(house, "found somewhere", ["account:write"], None)

    answered = close(User(api, house, token))

    assert (answered.status_code, answered.json["code"]) == (403, "house_stays")
    assert api.sign_up().get(f"/v1/players/{house}").json["name"] == "steady"


def test_every_closing_statement_deletes_rows_of_one_player_only(somebody: Player, service):
    """Statements run for another player leave this one unchanged."""
    before = somebody.user.get("/v1/me/export").json
    stranger = somebody.api.sign_up()
    for statement in WHAT_GOES:
        service.database.run(statement, {"player_id": stranger.id})

    after = somebody.user.get("/v1/me/export").json

    assert {**after, "generated_at": None} == {**before, "generated_at": None}
