"""Boards over HTTP: no player gets a board they have seen, results stay hidden until release, comparisons are fair."""

import dataclasses
import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import orjson
import psycopg
import pytest

from domain.games.registry import GAMES
from domain.kernel.cards import write_cards
from domain.kernel.players import PlayerId
from domain.kernel.shuffle import Dice, shuffled
from domain.tournaments.boards.solo import BoardSetting
from service.boards.handlers import UNSEAL_LIMIT
from service.boards.projections import NAME, BoardsProjection
from service.platform.lists import AFTER_ALL
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.tables.bot_turns import play_bot_turns
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, Json, User
from tests.support.chance import RANDOMNESS
from tests.support.fixtures import wired
from tests.support.play import legal_command

RULES = {"profile": "si-shi-fen"}
FRIENDS = {"profile": "zhao-peng-you"}
CLIMBING = {"profile": "zheng-shangyou"}
PARTNERS = {"profile": "zheng-shangyou-4-partners"}


@pytest.fixture(autouse=True)
def at_work(service: Service, settings: Settings) -> None:
    WorkerContext.service, WorkerContext.queue = service, JobQueue(settings.redis_url)


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(autouse=True)
def no_boards_of_others(owner: psycopg.Connection) -> None:
    """Prevents boards of earlier tests from being given to anybody."""
    owner.execute("UPDATE shengji.board SET closes_at = now() WHERE closes_at > now()")


class Play(NamedTuple):
    user: User
    board: str
    table: str


def given(user: User, **rules: Any) -> Play:
    """Returns a board that is new to the player."""
    answered = user.post("/v1/boards", {**RULES, **rules})
    assert answered.status_code == 201, answered.text
    return Play(user, answered.json["id"], answered.json["you"]["table"])


def follow(service: Service) -> None:
    projection = BoardsProjection(service.database, service.store)
    while projection.catch_up():
        pass


def play_out(service: Service, play: Play) -> None:
    """Plays the hand of the player and the bots to its end and records the score."""
    while (view := play.user.view(play.table))["status"] == "playing":
        play_bot_turns(play.table, view["version"])
        view = play.user.view(play.table)
        if view["status"] == "playing" and view["you"] in [each["seat"] for each in view["asked"]]:
            assert (
                play.user.post(f"/v1/tables/{play.table}/commands", legal_command(play.user, play.table)).status_code
                == 200
            )
    follow(service)


def board(user: User, board_id: str) -> Json:
    seen = user.get(f"/v1/boards/{board_id}")
    assert seen.status_code == 200, seen.text
    return dict(seen.json)


def close(owner: psycopg.Connection, board_id: str) -> None:
    owner.execute("UPDATE shengji.board SET closes_at = now() WHERE id = %s", [board_id])


def with_score(owner: psycopg.Connection, play: Play, excess: int, levels: int = 0) -> None:
    owner.execute(
        "UPDATE shengji.board_play SET ended_at = now(), excess = %s, levels = %s, step = 40 WHERE table_id = %s",
        [excess, levels, play.table],
    )


# Assignment of boards -------------------------------------------------------------------------------------------------


def test_a_board_can_be_requested_again_while_it_is_played_but_not_afterwards(api: Api, service: Service):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    first = given(ann)
    again = ann.post("/v1/boards", RULES)
    assert (again.status_code, again.json["id"], again.json["you"]["table"]) == (200, first.board, first.table)
    play_out(service, first)
    second = given(ann)

    assert second.board != first.board
    assert given(ben).board in (first.board, second.board)
    assert [each["id"] for each in ann.get("/v1/boards").json["boards"]] == [second.board, first.board]


def test_the_list_of_boards_does_not_read_plays_of_others(api: Api, service: Service):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    first = given(ann)
    assert given(ben).board == first.board

    [listed] = service.boards.of(PlayerId(ann.id), AFTER_ALL, 10)
    assert [each.player for each in listed.plays] == [ann.id]
    assert {each.player for each in service.boards.board(first.board).plays} == {ann.id, ben.id}


@pytest.mark.parametrize("link", ["address", "webhook"])
def test_linked_accounts_never_get_the_same_board(api: Api, service: Service, owner: psycopg.Connection, link: str):
    ann, bot, further, ben = (api.sign_up(name) for name in ("Ann", "her bot", "its bot", "Ben"))

    def linked(one: User, other: User) -> None:
        for user in (one, other):
            if link == "address":
                owner.execute(
                    "INSERT INTO shengji.mailbox (player_id, time_zone, digest_hour, code, address, confirmed_at)"
                    " VALUES (%s, 'UTC', 8, %s, %s, now()) ON CONFLICT DO NOTHING",
                    [user.id, sha256(user.id.encode()).digest(), "ann@example.org"],
                )
            else:
                owner.execute(
                    "INSERT INTO shengji.webhook (id, player_id, url, types, secret) VALUES (%s, %s, %s, '{}', 'x')",
                    [RANDOMNESS.new_id("whk"), user.id, f"https://example.org/{one.id}"],
                )

    linked(ann, bot)
    linked(bot, further)
    plays = [given(user) for user in (ann, further, bot)]

    assert len({play.board for play in plays}) == 3
    assert given(ben).board in {play.board for play in plays}
    refused = ann.post("/v1/board-matches", {**RULES, "player": further.id})
    assert refused.json["code"] == "cannot_be_challenged"


def test_a_substitute_counts_as_having_seen_the_board(api: Api, service: Service, owner: psycopg.Connection):
    ann, eve = api.sign_up("Ann"), api.sign_up("Eve")
    play = given(ann)
    assert ann.command(play.table, "leave").status_code == 200
    seat = board(ann, play.board)["seat"]
    assert ann.command(play.table, "challenge_player", player=eve.id, seat=seat).status_code == 200
    assert eve.command(play.table, "sit", seat=seat).status_code == 200
    follow(service)
    assert given(eve).board != play.board

    play_out(service, play._replace(user=eve))
    assert board(ann, play.board)["you"]["score"] is None
    assert board(ann, play.board)["comparison"] is None
    assert board(eve, play.board)["comparison"] is None


def test_a_board_whose_table_was_not_opened_because_of_a_crash_gets_a_table_later(
    api: Api, service: Service, monkeypatch
):
    ann = api.sign_up("Ann")
    with monkeypatch.context() as patched:
        patched.setattr(service.tables, "open", _dies)
        with pytest.raises(_Death):
            service.boards.play(ann.id, _setting())
    again = ann.post("/v1/boards", RULES)

    assert again.status_code == 200
    assert ann.view(again.json["you"]["table"])["status"] == "playing"


class _Death(BaseException):
    pass


def _dies(*_: Any, **__: Any) -> Any:
    raise _Death


def _setting() -> Any:
    return BoardSetting("sheng_ji", "si-shi-fen", {}, "steady")


# Visibility -----------------------------------------------------------------------------------------------------------


def test_answers_about_a_board_do_not_depend_on_its_deal_for_players_who_have_not_played_it(
    api: Api, service: Service, owner: psycopg.Connection
):
    ann, eve = api.sign_up("Ann"), api.sign_up("Eve")
    play = given(ann)
    paths = [f"/v1/boards/{play.board}", "/v1/boards", f"/v1/tables/{play.table}", f"/v1/tables/{play.table}/record"]
    paths += [f"/v1/tables/{play.table}/events", f"/v1/boards/{play.board}?x=1", "/v1/tables", "/v1/me/turns"]

    def answers() -> list[tuple[int, bytes]]:
        said = [eve.get(path, headers={"X-Request-Id": "the-same"}) for path in paths]
        return [(each.status_code, each.get_data()) for each in said]

    def with_secret(secret: bytes) -> list[bytes]:
        owner.execute("UPDATE shengji.board SET secret = %s WHERE id = %s", [secret, play.board])
        shown = answers()
        with_score(owner, play, len(shown[0][1]) * secret[0])
        assert answers() == shown
        # Only the commitment and the seat may differ.
        document = orjson.loads(shown[0][1])
        shown[0] = (shown[0][0], orjson.dumps({**document, "commitment": None, "seat": None}))
        return [body for _, body in shown]

    assert with_secret(b"\1" * 32) == with_secret(b"\2" * 32)


def test_a_closed_board_is_shown_completely_and_its_secret_reproduces_the_deal(
    api: Api, service: Service, owner: psycopg.Connection
):
    ann, eve = api.sign_up("Ann"), api.sign_up("Eve")
    play = given(ann)
    committed = board(eve, play.board)["commitment"]
    play_out(service, play)
    assert (board(eve, play.board)["comparison"], board(ann, play.board)["secret"]) == (None, None)
    assert eve.get(f"/v1/tables/{play.table}").json["facts"] == {"is_over": True}
    close(owner, play.board)
    shown = board(eve, play.board)

    assert (shown["status"], shown["you"]) == ("closed", None)
    assert shown["comparison"]["scores"][0]["player"] == ann.id
    secret = bytes.fromhex(shown["secret"])
    assert sha256(secret).hexdigest() == committed
    # The deal is computed again as the contract describes it.
    key = hmac.new(secret, play.board.encode(), "sha256").digest()
    game = GAMES["sheng_ji"]
    every = game.every_deal(game.rules("si-shi-fen", {}))
    assert every
    assert write_cards(shuffled(every.pack, Dice(key, b"board"))) == shown["deal"]["order"]
    assert (Dice(key, b"first").below(4), Dice(key, b"seat").below(4)) == (shown["deal"]["first_drawer"], shown["seat"])
    while service.boards.unseal() == UNSEAL_LIMIT:
        pass
    assert service.boards.unseal() == 0
    record = eve.get(f"/v1/tables/{play.table}/record").json
    dealt = next(each["data"] for each in record["events"] if each["type"] == "cards_dealt")
    assert (dealt["order"], dealt["chosen"]) == (shown["deal"]["order"], True)
    level = next(each["data"] for each in record["events"] if each["type"] == "table_opened")["rules"]["options"]
    assert level.get("initial_level", "2") == shown["deal"]["level"]


# Comparisons ----------------------------------------------------------------------------------------------------------


def test_all_players_of_a_board_compare_from_the_same_seat_with_the_same_bots(
    api: Api, service: Service, owner: psycopg.Connection
):
    plays = [given(api.sign_up("first"))]
    plays += [given(api.sign_up(name)) for name in ("second", "third", "fourth")]
    assert {each.board for each in plays} == {plays[0].board}
    seated = [
        tuple((seat["bot"], seat["player"] == each.user.id) for seat in each.user.view(each.table)["seats"])
        for each in plays
    ]
    assert len(set(seated)) == 1
    hands = [each.user.get(f"/v1/tables/{each.table}/events").json["events"] for each in plays]
    orders = [next(event["data"]["order"] for event in events if event["type"] == "cards_dealt") for events in hands]
    assert orders.count(orders[0]) == 4
    for play, excess, levels in zip(plays, (25, 15, -20, 15), (1, 0, -1, 0), strict=True):
        with_score(owner, play, excess, levels)

    shown = board(plays[1].user, plays[0].board)["comparison"]
    # 65, 15, 15 and -60: the mean is 8.75, to 5 points 10; 55 more is 5 IMPs, 5 more none, 70 less 5.
    assert [(each["score"]["total"], each["matchpoints"], each["share"], each["imps"]) for each in shown["scores"]] == [
        (65, 600, 10000, 5),
        (15, 300, 5000, 0),
        (15, 300, 5000, 0),
        (-60, 0, 0, -5),
    ]
    assert (shown["top"], shown["datum"], shown["left_out"]) == (600, 10, 0)


@pytest.mark.parametrize("rules", [RULES, FRIENDS, CLIMBING, PARTNERS, {"profile": "san-jia-xi"}])
def test_boards_of_every_game_are_played_to_a_score(api: Api, service: Service, rules: Json):
    ann = api.sign_up("Ann")
    play = given(ann, **rules)
    play_out(service, play)
    shown = board(ann, play.board)

    assert shown["you"]["score"]["total"] == shown["comparison"]["scores"][0]["score"]["total"]
    assert (shown["comparison"]["scores"][0]["imps"] is None) == (rules is CLIMBING)
    assert (shown["comparison"]["scale"] is None) == (rules is CLIMBING)
    assert shown["comparison"]["scores"][0]["share"] is None


def test_a_conceded_hand_has_no_score(api: Api, service: Service):
    ann = api.sign_up("Ann")
    play = given(ann)
    assert ann.command(play.table, "propose", what="abandon").status_code == 200
    follow(service)
    shown = board(ann, play.board)

    assert shown["you"]["ended_at"] is not None
    assert (shown["you"]["score"], shown["comparison"]) == (None, None)


def test_scores_are_written_once_by_any_follower_of_the_log(api: Api, service: Service, owner: psycopg.Connection):
    ann = api.sign_up("Ann")
    play = given(ann)
    play_out(service, play)
    before = board(ann, play.board)
    owner.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = %s", [NAME])
    service_beside = wired(dataclasses.replace(service.settings))
    follow(service_beside)
    service_beside.close()

    assert board(ann, play.board) == before


# Matches -------------------------------------------------------------------------------------------------------------


class Match(NamedTuple):
    ann: User
    ben: User
    id: str


def match(api: Api, **members: Any) -> Match:
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    made = ann.post("/v1/board-matches", {**RULES, "player": ben.id, "boards": 2, **members})
    assert made.status_code == 201, made.text
    return Match(ann, ben, made.json["id"])


def next_of(user: User, match: Match) -> Play:
    answered = user.post(f"/v1/board-matches/{match.id}/boards")
    assert answered.status_code == 201, answered.text
    return Play(user, answered.json["id"], answered.json["you"]["table"])


def end(service: Service, owner: psycopg.Connection, play: Play, excess: int) -> None:
    """The player ends the hand with this score."""
    assert play.user.command(play.table, "propose", what="abandon").status_code == 200
    follow(service)
    with_score(owner, play, excess)


def test_the_result_of_a_match_is_shown_when_both_have_played_all_boards(
    api: Api, service: Service, owner: psycopg.Connection
):
    it = match(api)
    for user, scores in ((it.ann, (40, 0)), (it.ben, (-20, 5))):
        for number, excess in enumerate(scores, start=1):
            play = next_of(user, it)
            assert user.post(f"/v1/board-matches/{it.id}/boards").json["id"] == play.board
            assert board(user, play.board)["number"] == number
            seen = board(it.ann, play.board)
            assert (seen["comparison"], seen["secret"]) == (None, None)
            waiting = it.ann.get(f"/v1/board-matches/{it.id}").json
            assert (waiting["status"], waiting["result"]) == ("open", None)
            assert {each["difference"] for each in waiting["boards"]} == {None}
            end(service, owner, play, excess)
        over = user.post(f"/v1/board-matches/{it.id}/boards")
        assert (over.status_code, over.json["code"]) == (409, "match_closed" if user is it.ben else "all_boards_played")

    shown = it.ben.get(f"/v1/board-matches/{it.id}").json
    # 60 more is 5 IMPs, 5 less none; 5 IMPs over two boards are 13.78 victory points on the published scale.
    assert [(each["difference"], each["imps"]) for each in shown["boards"]] == [(60, 5), (-5, 0)]
    assert shown["result"]["imps"] == 5
    assert shown["result"]["challenger"] + shown["result"]["opponent"] == 2000
    assert board(api.sign_up("Eve"), shown["boards"][0]["board"])["secret"] is not None


def test_a_partnership_match_of_zheng_shangyou_is_scored_in_imps_of_places(
    api: Api, service: Service, owner: psycopg.Connection
):
    it = match(api, **PARTNERS)
    for user, scores in ((it.ann, (4, -2)), (it.ben, (-4, 0))):
        for places in scores:
            end(service, owner, next_of(user, it), places)

    shown = it.ben.get(f"/v1/board-matches/{it.id}").json
    # 8 places more are 12 IMPs, 2 less 5; 7 IMPs over two boards are on the published scale what they are in Sheng Ji.
    assert [(each["difference"], each["imps"]) for each in shown["boards"]] == [(8, 12), (-2, -5)]
    assert (shown["result"]["imps"], shown["result"]["challenger"] + shown["result"]["opponent"]) == (7, 2000)
    seen = board(it.ann, shown["boards"][0]["board"])["comparison"]
    # 4 and -4 places: the mean is 0, and 400 hundredths from it are 9 IMPs.
    assert (seen["datum"], [each["imps"] for each in seen["scores"]]) == (0, [9, -9])
    assert seen["scale"][:4] == [25, 55, 100, 140]


def test_a_board_that_one_side_did_not_play_in_time_is_worth_3_imps(
    api: Api, service: Service, owner: psycopg.Connection
):
    it = match(api)
    end(service, owner, next_of(it.ben, it), 0)
    owner.execute("UPDATE shengji.board_match SET closes_at = now() WHERE id = %s", [it.id])
    owner.execute("UPDATE shengji.board SET closes_at = now() WHERE match_id = %s", [it.id])

    shown = it.ann.get(f"/v1/board-matches/{it.id}").json
    assert [each["imps"] for each in shown["boards"]] == [-3, 0]
    assert it.ann.post(f"/v1/board-matches/{it.id}/boards").json["code"] == "match_closed"


def test_a_match_is_visible_only_to_its_players_and_created_once(api: Api):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    asked = {**RULES, "player": ben.id}
    made = [ann.post("/v1/board-matches", asked, headers={"Idempotency-Key": "one"}) for _ in range(2)]
    assert made[0].json == made[1].json
    other = ann.post("/v1/board-matches", {**asked, "boards": 3}, headers={"Idempotency-Key": "one"})
    assert other.json["code"] == "idempotency_key_reused"
    for user in (ann, ben):
        assert [each["id"] for each in user.get("/v1/board-matches").json["matches"]] == [made[0].json["id"]]
    eve = api.sign_up("Eve")
    assert eve.get(f"/v1/board-matches/{made[0].json['id']}").status_code == 404
    assert eve.post(f"/v1/board-matches/{made[0].json['id']}/boards").status_code == 404
    assert eve.get("/v1/board-matches").json["matches"] == []


def test_challenging_an_ineligible_player_is_refused_and_deals_nothing(api: Api, owner: psycopg.Connection):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    assert ben.api.call("PUT", f"/v1/me/blocks/{ann.id}", token=ben.token).status_code == 204
    count = "SELECT count(*) FROM shengji.board"
    before = owner.execute(count).fetchone()
    refused = {
        ben.id: "cannot_be_challenged",
        "ply_house_steady": "cannot_be_challenged",
        "nobody": "cannot_be_challenged",
        ann.id: "own_challenge",
    }
    for player, code in refused.items():
        assert ann.post("/v1/board-matches", {**RULES, "player": player}).json["code"] == code
    climbing = ann.post("/v1/board-matches", {**CLIMBING, "player": api.sign_up("Cas").id})
    assert climbing.json["code"] == "no_scale"
    assert ann.post("/v1/boards", {"profile": "none"}).json["code"] == "unknown_profile"
    assert owner.execute(count).fetchone() == before


def test_boards_do_not_exist_in_sandboxes(api: Api):
    ann = api.sign_up("Ann")
    play = given(ann)
    inside = ann.in_sandbox()
    assert inside.post("/v1/boards", RULES).json["code"] == "no_sandbox_within"
    assert inside.post("/v1/board-matches", {**RULES, "player": ann.id}).json["code"] == "no_sandbox_within"
    assert inside.get(f"/v1/boards/{play.board}").status_code == 404


def test_scores_stay_without_a_name_after_an_account_is_closed(api: Api, service: Service, owner: psycopg.Connection):
    ann, ben = api.sign_up("Ann"), api.sign_up("Ben")
    plays = [given(ann), given(ben)]
    for play in plays:
        with_score(owner, play, 10)
    exported = ann.get("/v1/me/export").json["boards"]
    assert [(each["board"], each["score"]) for each in exported] == [(plays[0].board, 10)]
    assert ann.api.call("DELETE", "/v1/me", {"confirm": ann.id}, token=ann.token).status_code == 204

    shown = board(ben, plays[0].board)["comparison"]["scores"]
    assert {each["player"] for each in shown} == {None, ben.id}
