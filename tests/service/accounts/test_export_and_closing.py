"""Players can export their data, and closing the account deletes it; games stay and never contain names."""

import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg import sql

from service.accounts.attempts import GivenPassword
from service.accounts.closing.handlers import WHAT_GOES
from service.accounts.export import PAGE, PARTS
from service.accounts.handlers import house_player
from service.notifications.projections import AccountFeeds
from service.processes.app import create_app
from service.wiring import Service
from tests.support.api import Api, Json, User, started_table
from tests.support.chance import RANDOMNESS
from tests.support.fixtures import wired
from tests.support.oauth import PASSWORD, REDIRECT, Browser, Program, is_valid, new_client, told, with_login
from tests.support.play import play_on
from tests.support.receiver import tell
from tests.support.rooms import heard, new_moderator
from tests.support.stored import catch_up

OF_PLAYERS = ("token", "login", "oauth_client", "oauth_grant", "account_event", "webhook", "delivery")
OF_PLAYERS += ("availability", "vacation")
OF_TALK = ("chat_message", "chat_reader", "note", "block", "report", "silence", "moderation_action")
NOWHERE = "nowhere.to.be.found"


def close(user: User, **members: Any) -> Any:
    return user.api.call("DELETE", "/v1/me", {"confirm": user.id, **members}, token=user.token)


def everything(database_url: str) -> dict[str, list[str]]:
    """Returns every row of every table as text, by table."""
    with psycopg.connect(database_url) as connection:
        names = connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables"
            " WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')"
        ).fetchall()
        return {
            f"{schema}.{name}": [
                row
                for (row,) in connection.execute(
                    sql.SQL("SELECT t::text FROM {}.{} AS t").format(sql.Identifier(schema), sql.Identifier(name))
                )
            ]
            for schema, name in names
        }


def where(database_url: str, text: str) -> set[str]:
    """Returns the tables that contain a text."""
    return {name for name, rows in everything(database_url).items() if any(text in row for row in rows)}


TEXTS = ("message", "removed", "note", "report", "verdict", "about")


class Player:
    """A player with one of every kind of stored data, under unique names."""

    def __init__(self, api: Api, service: Any) -> None:
        self.api = api
        mark = RANDOMNESS.token_hex(8)
        self.names = {each: f"{each}-{mark}" for each in ("name", "token", "client", "host", "webhook", *TEXTS)}
        self.names["event"] = RANDOMNESS.new_id("ply")
        self.user, self.login = with_login(api, self.names["name"])
        self.user.post("/v1/me/tokens", {"name": self.names["token"], "scopes": ["table:read"]})
        self.client_id = new_client(self.user, f"https://{self.names['host']}.example.org/", name=self.names["client"])

        # Another player's program has access, and this player's program has access to another account.
        self.other, self.others_login = with_login(api)
        program = Program(api, new_client(self.other, REDIRECT))
        self.own_browser = Browser(api, self.login)
        self.mine = program.exchange(told(self.own_browser.decide(program.address()))["code"]).json
        own = Program(api, self.client_id)
        codes = own.codes("table:read")
        browser = Browser(api, self.others_login)
        browser.send(browser.open(codes["verification_uri_complete"]))
        self.theirs = own.poll(codes).json
        # Unused codes.
        self.own_browser.decide(program.address())
        waiting = program.codes()
        self.own_browser.send(self.own_browser.open(waiting["verification_uri_complete"]))
        service.webhooks.create(self.user.id, f"https://93.184.216.34/{self.names['webhook']}", [])
        self.said = api.call(
            "PUT",
            "/v1/me/availability",
            {"time_zone": "Asia/Tokyo", "quiet_hours": {"start": "23:00", "end": "07:00"}, "weekend": ["sunday"]},
            token=self.user.token,
        ).json
        end = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        self.away = self.user.post("/v1/me/vacation", {"ends_at": end}).json
        by = {"by": self.names["event"], "seat": None, "version": 2}
        tell(service, self.user.id, "challenged", by, RANDOMNESS.new_id("tbl"))
        self._talk(service)

    def _talk(self, service: Any) -> None:
        """Writes a message and a note, blocks and reports a player, is reported and muted, and moderates a report."""
        user, other, stranger = self.user, self.other, self.api.sign_up()
        table = self.api.sign_up().open_table()
        room = f"/v1/tables/{table}/messages/spectators"
        for text in ("message", "removed"):
            assert user.post(room, {"text": self.names[text]}, headers={"Idempotency-Key": text}).status_code == 201
        self.api.call("PUT", f"{room}/mute", token=user.token)
        self.api.call("PUT", f"/v1/tables/{table}/notes", {"text": self.names["note"]}, token=user.token)
        self.api.call("PUT", f"/v1/me/blocks/{other.id}", token=user.token)
        self.api.call("PUT", f"/v1/me/blocks/{user.id}", token=stranger.token)
        moderator = new_moderator(self.api, service)
        by = {"player": other.id, "reason": "other", "text": self.names["report"]}
        assert user.post("/v1/reports", by, headers={"Idempotency-Key": "report"}).status_code == 201
        for reporter, number in ((stranger, 1), (moderator, 2)):
            about = {"message": {"table": table, "room": "spectators", "number": number}, "text": self.names["about"]}
            assert reporter.post("/v1/reports", {**about, "reason": "spam"}).status_code == 201
        (made,) = (
            each
            for each in moderator.get("/v1/moderation/reports?state=open&limit=100").json["reports"]
            if each["by"] == stranger.id and each["player"] == user.id
        )
        verdict = {"action": "mute_player", "days": 3, "note": self.names["verdict"]}
        assert moderator.post(f"/v1/moderation/reports/{made['id']}/close", verdict).status_code == 200
        self.api.call("DELETE", f"{room}/2", token=user.token)
        _, office = service.moderation.appoint(user.id)
        report = stranger.post("/v1/reports", {"table": table, "reason": "other"}).json
        path = f"/v1/moderation/reports/{report['id']}/close"
        assert User(self.api, user.id, office).post(path, {"action": "none"}).status_code == 200
        service.moderation.dismiss(user.id)
        self.talked_at = table


@pytest.fixture
def somebody(api: Api, service) -> Player:
    return Player(api, service)


# ------------------------------------------------------------------------------------------------ export


def test_an_export_contains_every_kind_of_data_and_no_secret(somebody: Player, service):
    user = somebody.user
    table, _ = started_table(somebody.api)
    opened = user.open_table()
    user.command(opened, "sit", seat=2)
    catch_up(service)

    exported = user.get("/v1/me/export")

    document = exported.json
    assert exported.headers["Cache-Control"] == "no-store"
    assert list(document) == ["generated_at", *PARTS]
    assert document["account"]["id"] == user.id
    assert document["account"]["name"] == somebody.names["name"]
    assert document["login"]["login"] == somebody.login
    assert document["tokens"] == user.get("/v1/me/tokens").json["tokens"]
    names = ["first token", somebody.names["token"], "Card Watch", "moderation"]
    assert [each["name"] for each in document["tokens"]] == names
    assert document["clients"] == user.get("/v1/me/clients").json["clients"]
    assert [each["client_name"] for each in document["grants"]] == ["Card Watch"]
    first, *more = document["events"]
    assert first["data"] == {"by": somebody.names["event"], "seat": None, "version": 2}
    assert [each["type"] for each in more] == ["moderated"]
    at = {"table": somebody.talked_at, "room": "spectators"}
    (said,) = document["messages"]
    assert said == {**at, "number": 1, "at": said["at"], "text": somebody.names["message"], "canned": None}
    assert document["rooms"] == [{**at, "read_to": 0, "muted": True}]
    assert [(each["table"], each["text"]) for each in document["notes"]] == [
        (somebody.talked_at, somebody.names["note"])
    ]
    assert [each["player"] for each in document["blocks"]] == [somebody.other.id]
    assert [(each["player"], each["text"]) for each in document["reports"]] == [
        (somebody.other.id, somebody.names["report"])
    ]
    assert [each["action"] for each in document["moderation"]] == ["mute_player", "appoint", "dismiss"]
    assert somebody.names["about"] not in exported.text
    assert somebody.names["verdict"] not in exported.text
    assert [each["url"] for each in document["webhooks"]] == [f"https://93.184.216.34/{somebody.names['webhook']}"]
    assert document["availability"] == [somebody.said]
    assert document["vacations"] == [somebody.away]
    (listed,) = document["tables"]
    assert (listed["id"], listed["host"], listed["seats"], listed["status"]) == (opened, True, [2], "open")
    assert user.get(listed["view"]).json["id"] == opened
    assert user.get(listed["events"]).json["table"] == opened
    assert user.get(listed["record"]).json["code"] == "no_hand_over"
    assert table not in exported.text
    for secret in (user.token, somebody.mine["access_token"], somebody.mine["refresh_token"], PASSWORD, "argon2"):
        assert secret not in exported.text


def test_an_export_contains_no_data_of_others(somebody: Player):
    exported = somebody.other.get("/v1/me/export").text

    assert somebody.user.id not in exported
    assert somebody.names["name"] not in exported
    assert somebody.login not in exported


def test_an_export_follows_all_pages(api: Api, service: Service):
    user, count = api.sign_up(), 2 * PAGE + 1
    with service.database.session() as session:
        session.execute(
            "INSERT INTO shengji.token (id, player_id, name, hash, scopes) SELECT 'tok_7' || lpad(n::text, 25, '0'),"
            " $1, 'token ' || n, decode(md5($1 || n), 'hex'), '{table:read}' FROM generate_series(1, $2) AS n",
            [user.id, count],
        )

    names = [each["name"] for each in user.get("/v1/me/export").json["tokens"]]

    assert names == ["first token", *(f"token {number}" for number in range(1, count + 1))]


def test_the_export_of_an_account_with_little_data_is_complete(api: Api):
    document = api.sign_up().get("/v1/me/export").json

    assert document["login"] is None
    assert [document[name] for name in ("clients", "grants", "tables", "events")] == [[], [], [], []]
    assert [document[name] for name in ("messages", "rooms", "notes", "blocks", "reports", "moderation")] == [[]] * 6


# ------------------------------------------------------------------------------------------------ closing


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


def test_a_closed_account_gets_no_events_of_games_that_go_on(api: Api, service, database_url: str):
    table, players = started_table(api, hands=1)
    gone = players[0]
    assert close(gone).status_code == 204

    feeds = AccountFeeds(service.database, service.store, service.notifier)
    while feeds.catch_up():
        pass

    assert {"table_started"} <= {event["type"] for event in players[1].get("/v1/me/events").json["events"]}
    assert not any(gone.id in row and table in row for row in everything(database_url)["shengji.account_event"])


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


# ------------------------------------------------------------------------------------------------ closing, and games


@pytest.mark.parametrize("listed", [True, False])
def test_tables_that_have_not_started_are_called_off_or_left(api: Api, service, listed):
    """Both with lists that are up to date and with older ones."""
    user, host = api.sign_up(), api.sign_up()
    own, others = user.open_table(), host.open_table()
    user.command(own, "sit", seat=1)
    user.command(others, "sit", seat=1)
    host.command(others, "sit", seat=0)
    if listed:
        catch_up(service)

    assert close(user).status_code == 204

    assert host.view(own)["status"] == "cancelled"
    left = host.view(others)
    assert left["status"] == "open"
    assert [seat["player"] for seat in left["seats"]][:2] == [host.id, None]
    events = host.get(f"/v1/tables/{others}/events").json["events"]
    assert (events[-1]["type"], events[-1]["data"]["player"]) == ("seat_left", user.id)
    catch_up(service)


def test_in_a_running_game_a_bot_takes_over_and_the_game_goes_on(api: Api):
    table, players = started_table(api, hands=1)
    before = players[1].view(table)

    assert close(players[0]).status_code == 204

    after = players[1].view(table)
    assert after["status"] == "playing"
    assert after["match"] == before["match"]
    assert after["seats"][0]["player"] == players[0].id
    assert after["seats"][0]["stand_in"] == "caretaker"


def test_a_closed_account_is_not_notified_of_its_games(api: Api, service):
    _, players = started_table(api, hands=1)
    assert close(players[0]).status_code == 204

    catch_up(service)

    def told(user: User) -> list[Any]:
        rows: list[Any] = service.database.read("account_events", {"player_id": user.id, "after": 0, "limit": 100})
        return rows

    assert told(players[1]) != []
    assert told(players[0]) == []


def test_closing_does_not_touch_tables_of_others(api: Api, service):
    user, host = api.sign_up(), api.sign_up()
    others = host.open_table()
    host.command(others, "sit", seat=0)
    before = host.view(others)

    close(user)

    assert host.view(others) == before


# ------------------------------------------------------------------------------------------------ names and events


def test_no_event_contains_a_name_or_a_login(api: Api, service, database_url: str):
    """A complete game of people with distinctive names, with every kind of event that occurs."""
    mark = f"Zyx{RANDOMNESS.token_hex(6)}"
    table, players = started_table(api, hands=1)
    for user in players:
        with service.database.session() as connection:
            connection.execute("UPDATE shengji.player SET name = $1 WHERE id = $2", [f"{mark} name", user.id])
        put = api.call(
            "PUT", "/v1/me/login", {"login": f"{mark}.{user.id[-6:]}", "password": PASSWORD}, token=user.token
        )
        assert put.status_code == 204
        user.post("/v1/me/tokens", {"name": f"{mark} token", "scopes": ["table:read"]})
    service.accounts.forget()
    named = api.sign_up(f"{mark} host")
    open_table = named.open_table()
    named.command(open_table, "sit", seat=0)
    named.command(open_table, "set_entropy", entropy="dice")
    named.command(open_table, "seat_bot", seat=1, bot="steady")
    named.command(open_table, "leave")
    named.command(open_table, "cancel")

    play_on(table, players, 200)
    catch_up(service)

    assert players[0].view(table)["status"] == "finished"
    kept = everything(database_url)
    assert len([row for row in kept["shengji.event"] if table in row]) > 50
    assert {name for name, rows in kept.items() if any(mark in row for row in rows)} == {
        "shengji.player",
        "shengji.login",
        "shengji.token",
    }


def test_every_closing_statement_deletes_rows_of_one_player_only(somebody: Player, service):
    """Statements run for another player leave this one unchanged."""
    before = somebody.user.get("/v1/me/export").json
    stranger = somebody.api.sign_up()
    for statement in WHAT_GOES:
        service.database.run(statement, {"player_id": stranger.id})

    after = somebody.user.get("/v1/me/export").json

    assert {**after, "generated_at": None} == {**before, "generated_at": None}
