"""Players who leave a running match, return, or are replaced: over HTTP, in one process and in several."""

from typing import Any

import pytest

from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.post import follow
from tests.support.stored import catch_up

SEAT = 2


def started(api: Api) -> tuple[str, list[User]]:
    """Returns a table with another seat to move first; the player returns by making a move."""
    while True:
        table, players = started_table(api, hands=1)
        if all(each["seat"] != SEAT for each in players[0].view(table)["asked"]):
            return table, players


def replaced(api: Api) -> tuple[str, list[User], User]:
    """Returns a table whose seat 2 was left and taken over, its players and the substitute."""
    table, players = started(api)
    substitute = api.sign_up("substitute")
    assert substitute.view(table)["you"] is None
    assert players[SEAT].command(table, "leave").status_code == 200
    called = players[0].command(table, "challenge_player", player=substitute.id, seat=SEAT)
    assert called.status_code == 200
    return table, players, substitute


def test_a_bot_plays_for_a_player_who_leaves_a_running_match_until_they_return(api: Api):
    table, players = started(api)

    assert players[SEAT].command(table, "leave").status_code == 200
    assert players[0].view(table)["seats"][SEAT]["stand_in"] == "caretaker"
    assert players[SEAT].command(table, "resume_seat").status_code == 200

    assert players[0].view(table)["seats"][SEAT]["stand_in"] is None
    assert players[SEAT].command(table, "resume_seat").json["code"] == "nothing_to_resume"


@pytest.mark.parametrize("where", ["the same process", "another process"])
def test_a_replaced_player_sees_no_cards_and_the_substitute_sees_those_of_the_seat(
    api: Api, another_process: Api, where: str
):
    table, players, substitute = replaced(api)
    elsewhere = api if where == "the same process" else another_process
    before = User(elsewhere, players[SEAT].id, players[SEAT].token)
    after = User(elsewhere, substitute.id, substitute.token)
    hand = before.view(table)["match"]["hand"]
    assert after.view(table)["match"]["hand"] is None

    assert substitute.command(table, "sit", seat=SEAT).status_code == 200

    assert (after.view(table)["you"], after.view(table)["match"]["hand"]) == (SEAT, hand)
    assert (before.view(table)["you"], before.view(table)["match"]["hand"]) == (None, None)
    dealt = [each for each in before.get(f"/v1/tables/{table}/events").json["events"] if each["type"] == "cards_dealt"]
    assert set(dealt[0]["data"]["order"]) == {"??"}
    assert before.get(f"/v1/tables/{table}/moves").json["code"] == "not_seated"
    assert before.command(table, "pass").json["code"] == "not_seated"


@pytest.mark.parametrize("where", ["the same process", "another process"])
def test_a_substitute_cannot_read_the_orders_of_the_replaced_player(api: Api, another_process: Api, where: str):
    table, players = started(api)
    substitute = api.sign_up("substitute")
    former, partner = players[SEAT], players[0]
    secret = {"do": "follow_lowest", "until": "match"}
    assert former.command(table, "give_orders", orders=[secret], auto_forced=True).status_code == 200
    assert former.command(table, "withdraw_orders", orders=["1"]).status_code == 200
    own = orders_told(former, table)
    assert [each["seat"] for each in own] == [SEAT, SEAT]
    former.command(table, "leave")
    partner.command(table, "challenge_player", player=substitute.id, seat=SEAT)

    assert substitute.command(table, "sit", seat=SEAT).status_code == 200

    seen = User(api if where == "the same process" else another_process, substitute.id, substitute.token)
    visible_orders = orders_told(seen, table)
    assert visible_orders == orders_told(partner, table)
    assert [each["seat"] for each in visible_orders] == [None, None]
    given = substitute.command(table, "give_orders", orders=[{"do": "pass", "until": "match"}])
    assert given.json["events"][0]["data"]["seat"] == SEAT
    assert orders_told(seen, table) == [*visible_orders, given.json["events"][0]["data"]]


def orders_told(user: User, table: str) -> list[dict[str, Any]]:
    events = user.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    return [each["data"] for each in events if each["type"] in ("orders_given", "orders_ended")]


@pytest.mark.parametrize("end", ["resume_seat", "sit", "abandon"])
def test_other_invited_substitutes_are_notified_once_when_the_seat_is_no_longer_offered(
    api: Api, service: Service, end: str
):
    table, players, substitute = replaced(api)
    other, third = api.sign_up("other"), api.sign_up("third")
    assert players[0].command(table, "challenge_player", player=other.id, seat=SEAT).status_code == 200
    assert players[1].command(table, "leave").status_code == 200
    assert players[3].command(table, "challenge_player", player=third.id, seat=1).status_code == 200

    if end == "resume_seat":
        assert players[SEAT].command(table, end).status_code == 200
    elif end == "sit":
        assert substitute.command(table, end, seat=SEAT).status_code == 200
    else:
        assert players[0].command(table, "propose", what="abandon").status_code == 200
        over = players[3].command(table, "agree", what="abandon")
        assert over.status_code == 200

    follow(service)
    catch_up(service)
    still = {"resume_seat": [third], "sit": [third], "abandon": []}[end]
    ended = [each for each in (substitute, other, third) if each not in still and (end, each) != ("sit", substitute)]
    assert [each["player"] for each in players[0].view(table)["challenges"]] == [each.id for each in still]
    for user in (substitute, other, third):
        withdrawn = [each for each in user.get("/v1/me/events").json["events"] if each["type"] == "challenge_withdrawn"]
        caller = players[3] if user is third else players[0]
        assert [each["data"]["by"] for each in withdrawn] == ([caller.id] if user in ended else [])
        assert user.get("/v1/me/turns").json["waiting"]["challenges"] == (user in still)


def test_a_table_leaves_the_inbox_of_a_replaced_player(api: Api):
    table, players, substitute = replaced(api)

    assert substitute.command(table, "sit", seat=SEAT).status_code == 200

    waiting = players[SEAT].get("/v1/me/turns?include=view").json
    assert all(each["table"] != table for each in waiting["turns"])
