"""How players find each other: invitations, seeks, rematches, boards and sandboxes."""

import psycopg

from tests.contract.recording.following import follow_all
from tests.contract.recording.recorder import Recorder
from tests.support.api import Json, User
from tests.support.play import finished_table
from tests.support.played_boards import Play, follow, play_out

PROFILE = "zhang-2021"
NAMES = ("Ada", "Ben", "Carla", "Dan")
RANGES: Json = {
    "rules": [{"profile": PROFILE}, {"profile": "zhang-2016", "options": {"deal_mode": "plan"}}],
    "hands": {"least": 1, "most": 8},
    "clock": {"kinds": ["fischer", "simple"], "per_move_s": {"least": 14400, "most": 259200}},
}


def four(api: Recorder) -> list[User]:
    """Returns four new players."""
    return [api.sign_up(name) for name in NAMES]


def seated(players: list[User], **members: object) -> str:
    """Returns a table with these players that has started."""
    table = players[0].open_table(hands=1, **members)
    for seat, player in enumerate(players):
        assert player.command(table, "sit", seat=seat, entropy=f"dice {seat}").status_code == 200
    assert players[0].command(table, "start").status_code == 200
    return table


def invitations(api: Recorder) -> None:
    """Invitations to a table, and refused ones."""
    ada, ben, carla, dan = four(api)
    table = ada.open_table(hands=1)
    path = f"/v1/tables/{table}/invitations"
    code = api.keep("three", ada.post(path, {"uses": 3}))["code"]
    api.keep("three", ben.get(f"/v1/invitations/{code}"))
    api.keep("one", ada.get(path))
    api.keep("refused", ben.post(path, {}))
    api.keep("refused", ada.post(path, {"seat": 7}))
    accept = f"/v1/invitations/{code}/accept"
    api.keep("sat", ben.post(accept, {"entropy": "my dice 4 4 2 6"}))
    key = {"Idempotency-Key": "3f0a6f0e-4c1e-4f57-9f9b-1d0a3b5c7e21"}
    assert carla.post(accept, {}, headers=key).status_code == 200
    api.keep("refused", carla.post(accept, {"entropy": "dice"}, headers=key))
    taken = ada.post(path, {"seat": 2, "uses": 2}).json["code"]
    assert dan.post(f"/v1/invitations/{taken}/accept", {}).status_code == 200
    api.keep("refused", api.sign_up("Eve").post(f"/v1/invitations/{taken}/accept", {}))
    strict = ada.open_table(min_reliability=90)
    code = ada.post(f"/v1/tables/{strict}/invitations", {}).json["code"]
    api.keep_common("NotLetIn", "unreliable", _unreliable(api).post(f"/v1/invitations/{code}/accept", {}))
    for seat in range(4):
        ada.command(table, "seat_bot", seat=seat, bot="steady")
    assert ada.command(table, "start").status_code == 200
    api.keep("refused", ada.post(path, {}))


def _unreliable(api: Recorder) -> User:
    """Returns a player who has missed some turns."""
    user = api.sign_up("Frank")
    with psycopg.connect(api.service.settings.database_url, autocommit=True) as owner:
        owner.execute(
            "INSERT INTO shengji_read.reliability (player_id, turns, hands) VALUES (%s, %s, %s)",
            [user.id, "1110" * 10, "1" * 10],
        )
    return user


def seeks(api: Recorder) -> None:
    """Seeks of single players and of a pair."""
    ada, ben, carla, dan = four(api)
    seek = api.keep("ranges", ada.post("/v1/seeks", RANGES), body="ranges")["id"]
    api.keep("one", ben.get("/v1/seeks"))
    for user in (ben, carla, dan):
        assert user.post("/v1/seeks", RANGES).status_code == 201
    api.service.matchmaking.match()
    api.keep("matched", ada.get(f"/v1/seeks/{seek}"))
    api.keep("refused", api.call("DELETE", f"/v1/seeks/{seek}", token=ada.token))
    asked = ada.post("/v1/seeks", {**RANGES, "partner": ben.id}).json["id"]
    api.keep("asked", ben.get("/v1/me/seeks?limit=1"))
    api.keep("pair", api.call("POST", f"/v1/seeks/{asked}/agree", token=ben.token))
    api.keep("refused", ada.post("/v1/seeks", {"rules": [{"profile": "zhao-peng-you"}], "partner": ben.id}))
    while (refused := carla.post("/v1/seeks", RANGES)).status_code == 201:
        pass
    api.keep("refused", refused)


def rematches(api: Recorder) -> None:
    """A rematch after a match."""
    table, players = finished_table(api, *four(api))
    ada, ben, *_ = players
    path = f"/v1/tables/{table}/rematch"
    opened = ada.post(path, {})
    api.keep("opened", opened)
    api.keep("joined", ben.post(path, {}))
    api.keep("refused", api.sign_up("Eve").post(path, {}))
    running = opened.json["table"]
    api.keep("refused", ada.post(f"/v1/tables/{running}/rematch", {}))


def boards(api: Recorder) -> None:
    """Boards that players play alone."""
    ada, ben, carla, _ = four(api)
    given = api.keep("given", ada.post("/v1/boards", {"profile": PROFILE}))
    path = f"/v1/boards/{given['id']}"
    api.keep("running", ada.post("/v1/boards", {"profile": PROFILE}))
    api.keep("one", ada.get("/v1/boards"))
    api.keep("unplayed", carla.get(path))
    other = ben.post("/v1/boards", {"profile": PROFILE}).json
    for user, one in ((ada, given), (ben, other)):
        play_out(api.service, Play(user, one["id"], one["you"]["table"]))
    api.keep("played", ada.get(path))
    sealed = api.sign_up("Eve").get(f"/v1/tables/{given['you']['table']}")
    api.keep_common("SealedTable", "sealed", sealed)
    sandboxed = carla.in_sandbox()
    api.keep("refused", sandboxed.post("/v1/boards", {"profile": PROFILE}))
    cut = {"profile": PROFILE, "options": {"kitty_removes_cards": "on", "kitty_size": 10}}
    api.keep("refused", ada.post("/v1/boards", cut))
    wanted = {"profile": PROFILE, "player": ben.id}
    api.keep("refused", sandboxed.post("/v1/board-matches", wanted))
    api.keep("refused", ada.post("/v1/board-matches", {**wanted, "profile": "zheng-shangyou"}))


def board_matches(api: Recorder) -> None:
    """A match of two players, and one of two pairs."""
    ada, ben, carla, dan = four(api)
    made = api.keep("dealt", ada.post("/v1/board-matches", {"profile": PROFILE, "player": ben.id, "boards": 1}))
    path = f"/v1/board-matches/{made['id']}"
    api.keep("one", ada.get("/v1/board-matches"))
    given = api.keep("given", ada.post(f"{path}/boards"))
    api.keep("running", ada.post(f"{path}/boards"))
    play_out(api.service, Play(ada, given["id"], given["you"]["table"]))
    api.keep("refused", ada.post(f"{path}/boards"))
    of_ben = ben.post(f"{path}/boards").json
    play_out(api.service, Play(ben, of_ben["id"], of_ben["you"]["table"]))
    follow(api.service)
    api.keep("over", ada.get(path))
    asked = {"profile": PROFILE, "player": ben.id, "partner": carla.id, "opponent_partner": dan.id}
    pairs = ada.post("/v1/board-matches", {**asked, "boards": 1})
    api.keep_body("pairs", pairs)
    answer = f"/v1/board-matches/{pairs.json['id']}/answer"
    assert ben.post(answer, {"agrees": True}).status_code == 200
    api.keep("agreed", carla.post(answer, {"agrees": True}))
    assert dan.post(answer, {"agrees": True}).status_code == 200
    api.keep("refused", dan.post(answer, {"agrees": False}))


def sandboxes(api: Recorder) -> None:
    """A sandbox, its players and its clock."""
    ada = api.sign_up("Ada")
    answered = ada.post("/v1/sandbox", {"now": "2026-11-21T15:25:57.937Z"})
    # The server computes this from the time of the computer.
    api.replaced[answered.json["sandbox"]["expires_at"]] = "2026-12-21T15:25:57.940Z"
    made = api.keep("now", answered)
    author = User(api, made["player"]["id"], made["token"]["secret"])
    api.keep("north", author.post("/v1/sandbox/players", {"name": "North"}))
    table = author.open_table()
    assert author.command(table, "sit", seat=0).status_code == 200
    follow_all(api.service)
    api.keep("at_rest", author.get("/v1/sandbox"))
    api.keep("a_day", author.post("/v1/sandbox/advance", {"seconds": 86400}))
    bots = author.open_table(hands=1)
    for seat in range(4):
        assert author.command(bots, "seat_bot", seat=seat, bot="steady").status_code == 200
    assert author.command(bots, "start").status_code == 200
    api.keep("backwards", author.post("/v1/sandbox/advance", {"to": "2026-11-21T15:00:00Z"}))
    api.keep("wrong_world", author.post("/v1/sandbox", {}))
    api.keep("wrong_world", ada.get("/v1/sandbox/mails"))
    api.keep("one", ada.get("/v1/me/sandboxes"))
    while (refused := ada.post("/v1/sandbox", {})).status_code == 201:
        pass
    api.keep("full", refused)
    # A server that stops does not wait until the bots have played.
    api.service.notifier.close()
    api.keep("busy", author.post("/v1/sandbox/advance", {"seconds": 0}))


SCENES = (invitations, seeks, rematches, boards, board_matches, sandboxes)
