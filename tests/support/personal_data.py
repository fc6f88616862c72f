"""A player with stored data of every kind, and a search for a text in all tables of the database."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from psycopg import sql

from tests.support.api import Api, User
from tests.support.chance import RANDOMNESS
from tests.support.chat_messages import new_moderator
from tests.support.oauth import PASSWORD, REDIRECT, Browser, Program, new_client, told, with_login
from tests.support.passkeys import add_passkey
from tests.support.receiver import tell
from tests.support.tournaments_served import PAIRS


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


TEXTS = ("message", "removed", "note", "report", "verdict", "about", "template")


class Player:
    """A player with stored data of every kind. Its names and texts are unique."""

    def __init__(self, api: Api, service: Any) -> None:
        self.api = api
        mark = RANDOMNESS.token_hex(8)
        self.names = {each: f"{each}-{mark}" for each in ("name", "token", "client", "host", "webhook", *TEXTS)}
        self.names["event"] = RANDOMNESS.new_id("ply")
        self.user, self.login = with_login(api, self.names["name"])
        self.user.post("/v1/me/tokens", {"name": self.names["token"], "scopes": ["table:read"]})
        self.names["preference"] = f"preference-{mark}"
        stored = {"preferences": {"web.deck": self.names["preference"]}}
        assert api.call("PUT", "/v1/me/preferences", stored, token=self.user.token).status_code == 200
        self.names["passkey"] = add_passkey(self.user, current_password=PASSWORD).json["id"]
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
        # Creates codes that are never exchanged.
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
        """Creates messages, a note, a block and reports by and about the player, who also moderates a report."""
        user, other, stranger = self.user, self.other, self.api.sign_up()
        table = self.api.sign_up().open_table()
        room = f"/v1/tables/{table}/messages/spectators"
        for text in ("message", "removed"):
            assert user.post(room, {"text": self.names[text]}, headers={"Idempotency-Key": text}).status_code == 201
        self.api.call("PUT", f"{room}/mute", token=user.token)
        template = f"/v1/me/tournament-templates/{self.names['template']}"
        self.api.call("PUT", template, PAIRS, token=self.user.token)
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
        service.own_inboxes.marks.visit(user.id, table, 1)
