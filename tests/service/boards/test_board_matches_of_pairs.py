"""Matches on boards between two pairs: consent, seats, release of results, and scores."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import psycopg
import pytest

from service.boards.handlers import Boards
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.chance import RANDOMNESS
from tests.support.played_boards import RULES, Play, board, follow
from tests.support.tournaments import seated


@pytest.fixture(autouse=True)
def at_work(service: Service, settings: Settings) -> None:
    WorkerContext.service, WorkerContext.queue = service, JobQueue(settings.redis_url)


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


class Pairs(NamedTuple):
    """Ann and her partner Amy, Ben and Bea, and Eve, who does not take part."""

    ann: User
    amy: User
    ben: User
    bea: User
    eve: User
    id: str

    @property
    def path(self) -> str:
        return f"/v1/board-matches/{self.id}"

    @property
    def four(self) -> tuple[User, ...]:
        return (self.ann, self.amy, self.ben, self.bea)


def challenged(api: Api, **more: Any) -> Pairs:
    ann, amy, ben, bea, eve = (api.sign_up(name) for name in ("Ann", "Amy", "Ben", "Bea", "Eve"))
    asked = {**RULES, "player": ben.id, "partner": amy.id, "opponent_partner": bea.id, "boards": 2, **more}
    made = ann.post("/v1/board-matches", asked)
    assert made.status_code == 201, made.text
    return Pairs(ann, amy, ben, bea, eve, made.json["id"])


def agreed(api: Api) -> Pairs:
    it = challenged(api)
    for user in it.four[1:]:
        assert user.post(f"{it.path}/answer", {"agrees": True}).status_code == 200
    return it


def test_no_board_is_dealt_before_all_four_have_agreed(api: Api, service: Service, owner: psycopg.Connection):
    it = challenged(api)
    for user in it.four[1:]:
        waiting = it.ann.get(it.path).json["waits_for"]
        assert user.id in waiting
        for each in it.four:
            refused = each.post(f"{it.path}/boards")
            assert (refused.status_code, refused.json["code"]) == (409, "not_agreed")
            assert refused.json["facts"] == {"players": waiting}
        for _ in range(2):
            view = user.post(f"{it.path}/answer", {"agrees": True}).json
        assert user.id not in view["waits_for"]
    assert owner.execute(
        "SELECT count(*) FROM shengji.board_play AS p JOIN shengji.board AS b ON b.id = p.board_id"
        " WHERE b.match_id = %s",
        [it.id],
    ).fetchone() == (0,)
    assert it.ann.post(f"{it.path}/boards").status_code == 201
    late = it.bea.post(f"{it.path}/answer", {"agrees": False})
    assert (late.status_code, late.json["code"]) == (409, "all_agreed")


def test_declining_ends_the_match_and_partners_cannot_answer_for_each_other(api: Api):
    it = challenged(api)
    assert it.eve.post(f"{it.path}/answer", {"agrees": True}).status_code == 404
    assert it.eve.get(it.path).status_code == 404
    assert it.bea.post(f"{it.path}/answer", {"agrees": False}).json["status"] == "over"
    for user in it.four:
        assert user.post(f"{it.path}/boards").json["code"] == "match_closed"
        assert user.post(f"{it.path}/answer", {"agrees": True}).json["code"] == "match_closed"
    assert it.ann.get(it.path).json["result"] == {"imps": 0, "challenger": 1000, "opponent": 1000}


def test_partners_sit_on_one_side_with_bots_on_the_other_and_both_pairs_use_the_same_seats(api: Api, service: Service):
    it = agreed(api)
    tables = []
    for asks, pair in ((it.amy, (it.ann, it.amy)), (it.ben, (it.ben, it.bea))):
        given = asks.post(f"{it.path}/boards")
        assert given.status_code == 201
        other = next(each for each in pair if each is not asks)
        again = other.post(f"{it.path}/boards")
        assert (again.status_code, again.json["you"]) == (200, given.json["you"])
        assert board(other, given.json["id"])["you"] == given.json["you"]
        assert given.json["id"] in [each["id"] for each in other.get("/v1/boards").json["boards"]]
        table = service.table_cache.newest(given.json["you"]["table"]).table
        seats = [seat for seat, player in enumerate(seated(table)) if player in (pair[0].id, pair[1].id)]
        assert (seats[1] - seats[0], table.status, table.sealed) == (2, "playing", True)
        assert sum(each.bot is not None for each in table.seats if each) == 2
        tables.append((table.deals, seated(table).index(pair[0].id)))
        for user in (*it.four, it.eve):
            sees = user.get(f"/v1/tables/{given.json['you']['table']}").status_code
            assert sees == (200 if user in pair else 403)
    assert tables[0] == tables[1], "both pairs have the same deal and seats"


def test_the_result_of_a_match_of_pairs_is_shown_when_both_have_played_all_boards(
    api: Api, service: Service, owner: psycopg.Connection
):
    it = agreed(api)
    for pair, scores in (((it.ann, it.amy), (40, 0)), ((it.bea, it.ben), (-20, 5))):
        for asks, excess in zip(pair, scores, strict=True):
            given = asks.post(f"{it.path}/boards").json
            play = Play(asks, given["id"], given["you"]["table"])
            for user in it.four:
                seen = board(user, play.board)
                assert (seen["comparison"], seen["secret"], seen["deal"]) == (None, None, None)
                assert user.get(it.path).json["result"] is None
            for user in pair:
                what = "propose" if user is pair[0] else "agree"
                assert user.command(play.table, what, what="abandon").status_code == 200
            follow(service)
            owner.execute(
                "UPDATE shengji.board_play SET excess = %s, levels = 0, step = 40 WHERE table_id = %s",
                [excess, play.table],
            )
    view = it.amy.get(it.path).json
    assert [(each["difference"], each["imps"]) for each in view["boards"]] == [(60, 5), (-5, 0)]
    assert view["result"]["imps"] == 5
    assert view["status"] == "over"
    Boards.unseal(service.boards)
    assert it.eve.get(f"/v1/tables/{view['boards'][0]['you']['table']}").status_code == 200


def test_partners_have_seen_their_boards_and_cannot_play_linked_accounts(api: Api, owner: psycopg.Connection):
    it = agreed(api)
    given = it.amy.post(f"{it.path}/boards").json["id"]
    seen = {
        player for (player,) in owner.execute("SELECT player_id FROM shengji.board_play WHERE board_id = %s", [given])
    }
    assert seen == {it.ann.id, it.amy.id}
    for user in (it.amy, it.eve):
        owner.execute(
            "INSERT INTO shengji.webhook (id, player_id, url, types, secret) VALUES (%s, %s, %s, '{}', 'x')",
            [RANDOMNESS.new_id("whk"), user.id, "https://example.org/pairs"],
        )
    asked = {**RULES, "player": it.ben.id, "partner": it.amy.id, "opponent_partner": it.eve.id}
    assert it.ann.post("/v1/board-matches", asked).json["code"] == "cannot_be_challenged"


@pytest.mark.parametrize("left", ["ann", "amy"])
def test_closing_an_account_removes_it_from_a_match_of_pairs(api: Api, owner: psycopg.Connection, left: str):
    it = agreed(api)
    it.ann.post(f"{it.path}/boards")
    gone: User = getattr(it, left)
    assert gone.api.call("DELETE", "/v1/me", {"confirm": gone.id}, token=gone.token).status_code < 300
    rows = owner.execute("SELECT * FROM shengji.board_match WHERE id = %s", [it.id]).fetchall()
    plays = owner.execute("SELECT * FROM shengji.board_play").fetchall()
    assert gone.id not in f"{rows} {plays}"
    assert it.ben.get(it.path).json["waits_for"] == []


def test_an_invalid_match_of_pairs_is_refused(api: Api):
    ann, amy, ben, bea = (api.sign_up(name) for name in ("Ann", "Amy", "Ben", "Bea"))
    asked = {**RULES, "player": ben.id, "partner": amy.id, "opponent_partner": bea.id}
    for wrong, code in (
        ({**asked, "partner": ann.id}, "own_challenge"),
        ({**asked, "partner": ben.id}, "own_challenge"),
        ({**asked, "opponent_partner": ben.id}, "own_challenge"),
        ({**asked, "partner": "ply_nobody"}, "cannot_be_challenged"),
        ({name: asked[name] for name in ("profile", "player", "partner")}, "invalid_request"),
        ({name: asked[name] for name in ("profile", "player", "opponent_partner")}, "invalid_request"),
        ({**asked, "profile": "zhao-peng-you"}, "not_of_two"),
    ):
        assert ann.post("/v1/board-matches", wrong).json["code"] == code
    alone = ann.post("/v1/board-matches", {**RULES, "player": ben.id}).json
    assert (alone["waits_for"], alone["challenger_partner"]) == ([], None)
