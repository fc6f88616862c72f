"""Records long examples of the contract from real play: `python -m tests.contract.record_examples`.

It writes `service/contract/examples.json`. Ids, cards and times differ after each run, so run it only if answers have
changed. Then run `python -m service contract`.
"""

import json
from collections.abc import Callable
from typing import Any

from service.contract.examples import RECORDED
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from service.processes.app import create_app
from service.wiring import Service, house_bots
from tests.support.api import Api, Json, User
from tests.support.databases import Databases
from tests.support.fixtures import SECRETS_KEYS, UNLIMITED, directory_for_servers, tune, wired
from tests.support.leagues_served import LEAGUE, SETTLES, STARTS, League, until
from tests.support.play import legal_command
from tests.support.series_served import NIGHTS
from tests.support.tournaments_served import PAIRS, Tournament


class Recorder:
    """Plays, and keeps answers under the operation and the name of the example."""

    def __init__(self, api: Api, service: Service) -> None:
        self.api = api
        self.service = service
        self.kept: dict[str, dict[str, Any]] = {}

    def keep(self, operation: str, name: str, answered: Any) -> Json:
        """Keeps an answer and returns its document."""
        assert answered.status_code < 300, answered.text
        self.kept.setdefault(operation, {})[name] = answered.json
        return dict(answered.json)

    def record(self) -> None:
        """Records every example."""
        self.accounts()
        self.sheng_ji()
        self.zheng_shangyou()
        self.tournaments()
        self.league()
        self.series()

    def accounts(self) -> None:
        """An account with a token, a seek and a board."""
        made = self.api.call("POST", "/v1/players", {"name": "Ada"})
        document = self.keep("sign_up", "person", made)
        ada = User(self.api, document["player"]["id"], document["token"]["secret"])
        self.keep("view_player", "person", ada.get(f"/v1/players/{ada.id}"))
        self.keep("list_tokens", "one", ada.get("/v1/me/tokens"))
        self.keep("make_sandbox", "now", ada.post("/v1/sandbox", {}))
        self.keep("play_board", "given", ada.post("/v1/boards", {"profile": "zhang-2021"}))
        self.keep("list_boards", "one", ada.get("/v1/boards"))
        ben = self.api.sign_up("Ben")
        challenge = {"profile": "zhang-2021", "player": ben.id, "boards": 1}
        self.keep("challenge_on_boards", "dealt", ada.post("/v1/board-matches", challenge))
        self.keep("list_board_matches", "one", ada.get("/v1/board-matches"))
        carla = self.api.sign_up("Carla")
        self.keep("export_account", "ada", carla.get("/v1/me/export"))

    def sheng_ji(self) -> None:
        """A hand of Sheng Ji, from the open table to its end."""
        players = [self.api.sign_up(name) for name in ("Ada", "Ben", "Carla", "Dan")]
        opened = players[0].post("/v1/tables", {"profile": "zhang-2021", "hands": 1})
        table = str(opened.json["table"])
        self.keep("open_table", "one_hand", opened)
        self.keep("components", "ViewOpen", players[0].get(f"/v1/tables/{table}"))
        invited = players[0].post(f"/v1/tables/{table}/invitations", {"uses": 3})
        self.keep("view_invitation", "three", players[1].get(f"/v1/invitations/{invited.json['code']}"))
        self._sit_down(table, players)
        self._play(table, players, "Declaring", "Burying", "Playing")

    def zheng_shangyou(self) -> None:
        """Two hands of Zheng Shangyou, with the exchange of cards between them."""
        players = [self.api.sign_up(name) for name in ("Ada", "Ben", "Carla", "Dan")]
        table = players[0].open_table(profile="zheng-shangyou-4-partners", hands=2)
        self._sit_down(table, players)
        self._play(table, players, "Climbing", "Exchange")

    def _sit_down(self, table: str, players: list[User]) -> None:
        for seat, player in enumerate(players):
            assert player.command(table, "sit", seat=seat).status_code == 200
        assert players[0].command(table, "start").status_code == 200

    def _play(self, table: str, players: list[User], *moments: str) -> None:
        """Plays to the end and keeps the first view of each moment."""
        path = f"/v1/tables/{table}"
        seen: set[str] = set()
        while (asked := players[0].view(table))["status"] == "playing":
            mover = players[asked["asked"][0]["seat"]]
            view = mover.view(table)
            moment = MOMENTS.get(asked["asked"][0]["what"], lambda _: "")(view)
            if moment in moments and moment not in seen:
                seen.add(moment)
                self.keep("components", f"View{moment}", mover.get(path))
                if moment == "Playing":
                    self.keep("components", "ViewOfSpectator", self.api.sign_up("Eve").get(path))
            assert mover.post(f"{path}/commands", legal_command(mover, table)).status_code == 200
        if "Playing" in moments:
            self.keep("components", "ViewFinished", players[0].get(path))
        assert seen == set(moments), f"{table} came only to {sorted(seen)}"

    def tournaments(self) -> None:
        """A Swiss of four pairs, in its first round."""
        tournament = Tournament(self.api, owner=self.api.sign_up("Olga"))
        self.keep("create_tournament", "created", tournament.owner.post("/v1/tournaments", PAIRS))
        tournament.start()
        tournament.pair()
        tournament.win(1, 1)
        owner = tournament.owner
        self.keep("view_tournament", "running", owner.get(tournament.path))
        self.keep("list_entrants", "two", owner.get(f"{tournament.path}/entrants?limit=2"))
        self.keep("view_round", "played", owner.get(f"{tournament.path}/rounds/1"))
        self.keep("view_standings", "live", owner.get(f"{tournament.path}/standings"))
        self.keep("view_cross_table", "rounds", owner.get(f"{tournament.path}/cross-table"))

    def league(self) -> None:
        """A league of six pairs, in its first season."""
        league = League(self.api, owner=self.api.sign_up("Olga"))
        plan = {**LEAGUE, "calendar": {**LEAGUE["calendar"], "seasons": 4}}
        self.keep("create_league", "created", league.owner.post("/v1/leagues", plan))
        for number in range(1, 5):
            league.enter(f"Pair {number}")
        until(self.service, league, SETTLES)
        until(self.service, league, STARTS)
        self.keep("view_league", "playing", league.pairs[0][1].get(league.path))
        self.keep("league_events", "season", league.owner.get(f"{league.path}/events?limit=3"))

    def series(self) -> None:
        """A weekly night of which one occurrence is skipped."""
        owner = self.api.sign_up("Olga")
        made = self.keep("create_series", "created", owner.post("/v1/series", NIGHTS))
        path = f"/v1/series/{made['series']}"
        coming = owner.get(path).json["to_come"]
        skipped = owner.post(f"{path}/commands", {"type": "skip_occurrence", "key": coming[1]["key"]})
        assert skipped.status_code == 200, skipped.text
        self.keep("view_series", "running", owner.get(path))


def _playing(view: Json) -> str:
    trick = view["match"].get("trick") or {}
    return "Playing" if len(trick.get("plays", ())) > 1 else ""


def _climbing(view: Json) -> str:
    return "Climbing" if view["match"].get("standing") else ""


MOMENTS: dict[str, Callable[[Json], str]] = {
    "declare": lambda _: "Declaring",
    "bury": lambda _: "Burying",
    "play": lambda view: _climbing(view) if view["game"] == "zheng_shangyou" else _playing(view),
    "take": lambda _: "Exchange",
    "pay_tribute": lambda _: "Exchange",
    "discard": lambda _: "Exchange",
}
"""The name of a moment, by what the seat is asked for."""


def main() -> None:
    """Starts servers, records, and writes the file."""
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url = postgres.start()
            tune(url)
            settings = Settings(
                database_url=Databases(url).migrated(),
                redis_url=redis.start(),
                secrets_keys=SECRETS_KEYS,
                log_requests=False,
                **UNLIMITED,
            )
            service = wired(settings)
            service.accounts.keep_house_players(house_bots())
            service.start_hearing()
            recorder = Recorder(Api(create_app(service)), service)
            recorder.record()
            service.close()
        finally:
            redis.stop()
            postgres.stop()
    RECORDED.write_text(written(recorder.kept), "utf-8")


def written(answers: dict[str, Json]) -> str:
    """Returns the content of the file, with each answer on one line."""
    operations = (
        f"{json.dumps(operation)}: {{\n"
        + ",\n".join(f"  {json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in examples.items())
        + "\n}"
        for operation, examples in sorted(answers.items())
    )
    return "{\n" + ",\n".join(operations) + "\n}\n"


if __name__ == "__main__":
    main()
