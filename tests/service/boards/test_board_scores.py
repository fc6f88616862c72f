"""Boards are compared from the same seat, and matches on boards have results."""

import dataclasses
from typing import Any, NamedTuple

import psycopg
import pytest

from service.boards.projections import NAME
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.fixtures import wired
from tests.support.played_boards import RULES, Play, board, follow, given, play_out, with_score

FRIENDS = {"profile": "zhao-peng-you"}


CLIMBING = {"profile": "zheng-shangyou"}


PARTNERS = {"profile": "zheng-shangyou-4-partners"}


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


@pytest.mark.slow
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
