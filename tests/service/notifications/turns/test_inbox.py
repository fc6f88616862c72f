"""The inbox lists what waits for a player, ordered by deadline."""

from base64 import urlsafe_b64encode
from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.table.asking import asking
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.play import play_commands
from tests.support.stored import catch_up
from tests.support.turns import CLOCK, HOUR_S, mover


def test_the_inbox_is_ordered_by_deadline_and_shows_urgency(api: Api, service: Service):
    ada = api.sign_up()

    def table_with(**more: Any) -> str:
        table = ada.open_table(options={"deal_mode": "plan"}, **more)
        for seat in range(4):
            (ada if seat == 0 else api.sign_up()).command(table, "sit", seat=seat)
        assert ada.command(table, "start").status_code == 200
        return table

    calm, without, soon, urgent, overdue = (
        table_with(**({"clock": {"kind": "simple", "per_move_s": seconds}} if seconds else {}))
        for seconds in (9 * HOUR_S, 0, 8 * HOUR_S, 7 * HOUR_S, 6 * HOUR_S)
    )
    catch_up(service)
    with service.database.session() as session:
        for table, hours in ((soon, 4.5), (urgent, 6), (overdue, 6.5)):
            session.execute(
                "UPDATE shengji_read.turn SET started_at = started_at - make_interval(secs => $2),"
                " deadline_at = deadline_at - make_interval(secs => $2) WHERE table_id = $1",
                [table, float(hours * HOUR_S)],
            )
    inbox = ada.get("/v1/me/turns").json
    assert [(turn["table"], turn["urgency"]) for turn in inbox["turns"]] == [
        (overdue, "overdue"),
        (urgent, "urgent"),
        (soon, "soon"),
        (calm, "calm"),
        (without, "no_clock"),
    ]
    assert inbox["waiting"] == {"turns": 5, "challenges": 0, "proposals": 0, "tournaments": 0}
    assert [turn["remaining_s"] is None for turn in inbox["turns"]] == [False] * 4 + [True]
    assert inbox["turns"][0]["remaining_s"] == 0
    assert 0 < inbox["turns"][1]["remaining_s"] <= HOUR_S

    pages, cursor = [], ""
    for _ in range(5):
        page = ada.get(f"/v1/me/turns?limit=1{cursor}").json
        pages += page["turns"]
        cursor = f"&cursor={page['next_cursor']}"
    assert [turn["table"] for turn in pages] == [turn["table"] for turn in inbox["turns"]]
    assert page["next_cursor"] is None


@pytest.mark.parametrize("cursor", ["x", "AAAAAAAA", "dGJsXzAxTTdaQkROU1M2UVZZSFJSQTROQ1YxSlpU"])
def test_a_forged_cursor_is_refused(api: Api, cursor: str):
    refused = api.sign_up().get(f"/v1/me/turns?cursor={cursor}")
    assert (refused.status_code, list(refused.json["facts"]["fields"])) == (400, ["cursor"])


@pytest.mark.parametrize(
    "moments",
    [
        "9999-99-99T99:99:99+00:00 2026-01-01T00:00:00+00:00",
        "infinity 2026-02-30T00:00:00+00:00",
        "infinity 0000-01-01T00:00:00+00:00",
    ],
)
def test_a_cursor_with_an_impossible_time_is_refused(api: Api, moments: str):
    cursor = urlsafe_b64encode(f"{moments} tbl_{'0' * 26} 0".encode()).decode().rstrip("=")
    refused = api.sign_up().get(f"/v1/me/turns?cursor={cursor}")
    assert (refused.status_code, list(refused.json["facts"]["fields"])) == (400, ["cursor"])


def test_one_request_returns_enough_to_decide_a_move(api: Api, service: Service):
    table, players = started_table(api, clock=CLOCK)
    catch_up(service)
    asked = mover(table, players)

    inbox = asked.get("/v1/me/turns?include=all").json
    [turn] = inbox["turns"]
    assert turn["view"] == asked.view(table)
    assert turn["moves"] == asked.get(f"/v1/tables/{table}/moves").json["moves"]
    assert "moves" not in asked.get("/v1/me/turns?include=view").json["turns"][0]
    assert "view" not in asked.get("/v1/me/turns?include=moves").json["turns"][0]
    refused = asked.get("/v1/me/turns?include=all&limit=21")
    assert list(refused.json["facts"]["fields"]) == ["limit"]


def test_the_inbox_shows_only_tables_of_seats_that_the_player_holds(api: Api, service: Service):
    """Read models lag behind tables: a seat may have a new player meanwhile."""
    table, _ = started_table(api)
    catch_up(service)
    eve = api.sign_up()
    with service.database.session() as session:
        session.execute("UPDATE shengji_read.turn SET player_id = $1 WHERE table_id = $2", [eve.id, table])

    [turn] = eve.get("/v1/me/turns?include=all").json["turns"]
    assert (turn["view"], turn["moves"]) == (None, None)


def test_polling_an_unchanged_inbox_is_answered_with_304(api: Api, service: Service):
    table, players = started_table(api, clock=CLOCK)
    catch_up(service)
    asked = mover(table, players)
    first = asked.get("/v1/me/turns")
    tag = first.headers["ETag"]

    again = asked.get("/v1/me/turns", headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert asked.get("/v1/me/turns?include=moves", headers={"If-None-Match": tag}).status_code == 200
    other = players[(players.index(asked) + 1) % 4]
    assert other.get("/v1/me/turns", headers={"If-None-Match": tag}).status_code == 200
    play_commands(table, players, 1)
    catch_up(service)
    assert asked.get("/v1/me/turns", headers={"If-None-Match": tag}).status_code == 200


def test_challenges_stay_in_the_inbox_until_they_are_answered(api: Api, service: Service):
    ada, host = api.sign_up(), api.sign_up()
    table = host.open_table()
    host.command(table, "challenge_player", player=ada.id, seat=2)
    catch_up(service)
    inbox = ada.get("/v1/me/turns").json
    assert inbox["waiting"] == {"turns": 0, "challenges": 1, "proposals": 0, "tournaments": 0}
    assert inbox["challenges"] == [{"table": table, "seat": 2, "by": host.id}]

    ada.command(table, "decline_challenge", reason="no_time")
    catch_up(service)
    assert ada.get("/v1/me/turns").json["challenges"] == []


def test_proposals_are_in_the_inbox_of_players_who_have_not_answered(api: Api, service: Service):
    table, players = started_table(api)
    assert players[0].command(table, "propose", what="draw").status_code == 200
    assert players[1].command(table, "agree", what="draw").status_code == 200
    catch_up(service)

    counts = [player.get("/v1/me/turns").json["waiting"]["proposals"] for player in players]
    assert counts == [0, 0, 1, 1]
    assert players[2].get("/v1/me/turns").json["proposals"] == [{"table": table, "seat": 2, "what": "draw", "by": 0}]
    assert players[3].command(table, "disagree").status_code == 200
    catch_up(service)
    assert players[2].get("/v1/me/turns").json["proposals"] == []


def test_a_seat_played_by_a_bot_is_not_in_the_inbox_of_its_player(api: Api, service: Service):
    table, players = started_table(api, clock=CLOCK, ladder={"stand_in": "steady"})
    asked = mover(table, players)
    asked.command(table, "leave")
    catch_up(service)

    assert asked.get("/v1/me/turns").json["count"] == 0
    at = service.table_cache.newest(table)
    assert [each.seat for each in asking(at.table)] == [Seat(players.index(asked))]
