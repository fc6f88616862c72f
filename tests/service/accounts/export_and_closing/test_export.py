"""Players can export all of their data, and nothing of others."""

from service.accounts.export import PAGE, PARTS
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.oauth import PASSWORD
from tests.support.personal_data import Player
from tests.support.stored import catch_up


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
    assert [each["name"] for each in document["tournament_templates"]] == [somebody.names["template"]]
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
