"""The objects on the server to which the generated requests of `test_schemathesis.py` refer."""

import re
import zlib
from typing import Any

from service.platform.http.answers import cursor_of
from tests.support.api import Api, User
from tests.support.leagues_served import League
from tests.support.play import legal_command, play_commands
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import Tournament

ULID_ID = re.compile(r"[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}")
CURSOR = re.compile(r"[A-Za-z0-9_-]{7,}")
TAG = re.compile(r'\*|"[0-9]{1,9}-[a-z0-9]+-[0-9]+"')


class ExistingObjects:
    """A player with tables in every phase, and the other objects whose ids requests can name."""

    def __init__(self, api: Api) -> None:
        self.users = [api.sign_up(f"player {seat}") for seat in range(4)]
        self.me: User = self.users[0]
        self.tables = [
            self.me.open_table(),
            self._seated(),
            self._cancelled(),
            self._finished(),
            *(self._where_i_am_asked(what) for what in ("declare", "bury", "lead", "follow")),
            *(self._climbing(what) for what in ("play", "pay_tribute", "take", "discard")),
        ]
        self.tokens = [self._token() for _ in range(40)]
        self.clients = [self._client() for _ in range(20)]
        self.players = [user.id for user in self.users] + ["ply_house_steady"]
        self.webhooks = [self._webhook() for _ in range(6)]
        self.deliveries = [self.me.post(f"/v1/me/webhooks/{each}/test").json["id"] for each in self.webhooks]
        self.tournaments = self._tournaments()
        self.series = [self._series() for _ in range(4)]
        self.entrants = [
            each["id"]
            for tournament in self.tournaments
            for each in self.me.get(f"/v1/tournaments/{tournament}/entrants").json["entrants"]
        ]
        self.leagues = [League(self.me.api, owner=self.me).id, League(self.me.api).id]
        self.my_token = self.me.get("/v1/me").json["token"]["id"]
        self.told: set[str] = set()

    def headers(self, case: Any) -> dict[str, str]:
        """The player's token, unless the case is about a token that is missing or wrong.

        Streams take a ticket in the query instead, but not beside a token.
        """
        (case.query or {}).pop("ticket", None)
        without = case.operation.schema.is_security_param_negated(case)
        return {} if without else {"Authorization": f"Bearer {self.me.token}"}

    def _seated(self, **members: Any) -> str:
        table = self.me.open_table(**members)
        for seat, user in enumerate(self.users):
            assert user.command(table, "sit", seat=seat).status_code == 200
        return table

    def _started(self) -> str:
        table = self._seated(hands=1)
        assert self.me.command(table, "start").status_code == 200
        return table

    def _cancelled(self) -> str:
        table = self.me.open_table()
        assert self.me.command(table, "cancel").status_code == 200
        return table

    def _finished(self) -> str:
        table = self._started()
        play_commands(table, self.users, 200)
        assert self.me.view(table)["status"] == "finished"
        return table

    def _where_i_am_asked(self, what: str) -> str:
        """A table at which I have to declare, bury, lead or follow; the cards decide how soon it comes to that."""
        for _ in range(50):
            table = self._started()
            for _ in range(30):
                moves = self.me.get(f"/v1/tables/{table}/moves").json["moves"]
                asked = (
                    "lead" if "lead" in moves else "follow" if "count" in moves and "suit" in moves else moves["asked"]
                )
                if asked == what:
                    return table
                play_commands(table, self.users, 1)
        raise AssertionError(f"never asked to {what}")

    def _climbing(self, what: str) -> str:
        """A table of Zheng Shangyou at which I am asked that."""
        for _ in range(50):
            table = self._seated(profile="zheng-shangyou-4-partners", hands=3)
            assert self.me.command(table, "start").status_code == 200
            for _ in range(400):
                view = self.me.view(table)
                if (0, what) in [(each["seat"], each["what"]) for each in view["asked"]]:
                    return table
                if view["status"] != "playing":
                    break
                play_commands(table, self.users, 1)
        raise AssertionError(f"never asked to {what}")

    def _tournaments(self) -> list[str]:
        """Tournaments of mine in every phase: announced, open to entrants, played, sealed, finished, cancelled."""
        api = self.me.api
        later = {"opens_at": "2099-01-01T00:00:00Z", "starts_at": "2099-01-02T00:00:00Z"}
        announced, entering, running, played, finished, cancelled = (
            Tournament(api, owner=self.me, **settings)
            for settings in ({"schedule": later}, {}, {}, {"is_sealed": True}, {"figures": {"rounds": 1}}, {})
        )
        entering.enter("A pair")
        entrant = entering.done(self.me, "register", name="Mine")[0]["data"]["entrant"]
        entering.done(self.me, "invite_partner", entrant=entrant, player=self.users[1].id)
        for each in (running, played, finished):
            each.start(2)
        running.pair()
        played.pair()
        played.win(1, 1)
        finished.play(1)
        finished.done(self.me, "finish_tournament")
        cancelled.done(self.me, "cancel_tournament", reason="rain")
        return [each.id for each in (announced, entering, running, played, finished, cancelled)]

    def _series(self) -> str:
        made = self.me.post("/v1/series", NIGHTS)
        assert made.status_code == 201, made.text
        return str(made.json["series"])

    def _token(self) -> str:
        made = self.me.post("/v1/me/tokens", {"name": "a spare one", "scopes": ["table:read"]})
        return str(made.json["id"])

    def _client(self) -> str:
        made = self.me.post("/v1/me/clients", {"name": "a client"})
        assert made.status_code == 201, made.text
        return str(made.json["id"])

    def _webhook(self) -> str:
        made = self.me.post("/v1/me/webhooks", {"url": "https://93.184.216.34/turns"})
        return str(made.json["id"])

    def hear(self, response: Any) -> None:
        """Notes the ids in an answer: they exist."""
        self.told |= set(re.findall(r"(?:tbl|tok|ply|whk|msg|cli|trn|lge|ser)_[0-9A-Za-z_]+", response.text or ""))

    def ground(self, case: Any) -> None:
        """Replaces generated ids with existing ones, the same ids for the same case."""
        chance = zlib.crc32(re.sub(ULID_ID, "", repr(case)).encode())
        existing = {
            "table_id": self.tables,
            "token_id": self.tokens,
            "player_id": self.players,
            "webhook_id": self.webhooks,
            "delivery_id": self.deliveries,
            "client_id": self.clients,
            "tournament_id": self.tournaments,
            "entrant_id": self.entrants,
            "other_id": self.entrants[::-1],
            "league_id": self.leagues,
            "series_id": self.series,
        }
        for name, there in existing.items():
            given = (case.path_parameters or {}).get(name)
            if (
                isinstance(given, str)
                and ULID_ID.fullmatch(given)
                and (given not in self.told or given == self.my_token)
            ):
                # The token in use is never named: were it revoked, the rest of the run would be blind.
                case.path_parameters = {**case.path_parameters, name: there[chance % len(there)]}
        if isinstance(case.query, dict) and CURSOR.fullmatch(str(case.query.get("cursor", ""))):
            # Only the server can make a cursor; to the schema it is any text.
            is_leaderboard = case.operation.path in ("/v1/ratings/{pool}", "/v1/grades/{pool}")
            place = f"1516 {self.me.id} 1 1" if is_leaderboard else self.tables[0]
            case.query = {**case.query, "cursor": cursor_of(place)}
        if case.meta and case.meta.generation.mode.is_positive:
            self._ground_command(case, chance // 16)

    def _ground_command(self, case: Any, chance: int) -> None:
        """Names versions once (twice, they would have to agree), and lets half of the plays be legal."""
        if "If-Match" in case.headers and not TAG.fullmatch(case.headers["If-Match"]):
            # The edges of schemas are found without regard to the pattern of a header.
            case.headers["If-Match"] = "*"
        if not isinstance(case.body, dict):
            return
        # To JSON Schema 5.0 is a whole number; the contract asks for 5.
        body = whole(case.body)
        if "If-Match" in case.headers:
            body.pop("expected_version", None)
        if body.get("type") in ("declare", "bury", "play", "pay_tribute", "take", "discard") and chance % 2:
            table = case.path_parameters["table_id"]
            moves = self.me.get(f"/v1/tables/{table}/moves").json
            if moves.get("moves", {}).get("asked"):
                body = {
                    **{name: value for name, value in body.items() if name == "expected_version"},
                    **legal_command(self.me, table),
                }
        if "tournament_id" in (case.path_parameters or {}):
            there = {"entrant": self.entrants, "player": self.players}
            body |= {name: ids[chance % len(ids)] for name, ids in there.items() if name in body}
        case.body = body


def whole(value: Any) -> Any:
    """The value with whole numbers written without a fraction."""
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return list(map(whole, value))
    return int(value) if isinstance(value, float) else value
