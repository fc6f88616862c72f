"""Time odds by seat, and bonus time that an opponent gives."""

from typing import Any

import pytest

from domain.tools.verification import verify
from service.tables.records import events_of_record
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.play import play_commands
from tests.support.turns import mover

HOUR_S = 3600
CLOCK = {"kind": "simple", "per_move_s": 10 * HOUR_S}


def running_s(user: User, table: str, seat: int) -> int | None:
    running = user.view(table)["clocks"][seat]["running"]
    return None if running is None else int(running["remaining_s"])


def turn_of(api: Api, **more: Any) -> tuple[str, list[User], int]:
    """Returns a table whose clock runs for one seat, the players, and this seat."""
    table, players = started_table(api, clock=CLOCK, **more)
    return table, players, players.index(mover(table, players))


def test_each_seat_has_its_own_time(api: Api):
    table, players = started_table(api, clock=CLOCK, time_odds=[100, 50, 100, 200], options={"deal_mode": "plan"})
    assert players[0].view(table)["time_odds"] == [100, 50, 100, 200]
    assert [running_s(players[seat], table, seat) for seat in range(4)] == [36_000, 18_000, 36_000, 72_000]


def test_odds_also_hold_for_later_turns(api: Api):
    table, players = started_table(api, clock=CLOCK, time_odds=[50, 50, 50, 50])
    play_commands(table, players, 8)
    seat = players.index(mover(table, players))
    assert running_s(players[seat], table, seat) == 18_000


def test_tables_without_odds_say_so(api: Api):
    table, players = started_table(api)
    assert players[0].view(table)["time_odds"] == []


@pytest.mark.parametrize(
    ("members", "status"),
    [
        ({"time_odds": [100, 50, 100, 50]}, 422),
        ({"time_odds": [100, 50], "clock": CLOCK}, 422),
        ({"time_odds": [100, 50, 100, 9], "clock": CLOCK}, 400),
        ({"time_odds": [100, 50, 100, 401], "clock": CLOCK}, 400),
        ({"time_odds": "half", "clock": CLOCK}, 400),
    ],
)
def test_wrong_odds_are_refused(api: Api, members: dict[str, Any], status: int):
    refused = api.sign_up().post("/v1/tables", {"profile": "zhang-2021", **members})
    assert refused.status_code == status
    assert "time_odds" in str(refused.json["facts"])


def test_an_opponent_gives_time_for_this_turn(api: Api):
    table, players, seat = turn_of(api)
    opponent = players[(seat + 1) % 4]
    before = running_s(players[seat], table, seat)
    answer = opponent.command(table, "give_time", seat=seat, seconds=2 * HOUR_S)
    assert answer.status_code == 200, answer.text
    assert [each["type"] for each in answer.json["events"]] == ["time_given", "clocks_set"]
    assert answer.json["events"][0]["data"] == {"by": (seat + 1) % 4, "seat": seat, "seconds": 2 * HOUR_S}
    assert running_s(players[seat], table, seat) == (before or 0) + 2 * HOUR_S
    play_commands(table, players, 1)
    asked = mover(table, players)
    assert running_s(asked, table, players.index(asked)) == 10 * HOUR_S


def test_bonus_time_is_bounded(api: Api):
    table, players, seat = turn_of(api)
    opponent = players[(seat + 1) % 4]
    refused = opponent.command(table, "give_time", seat=seat, seconds=10 * HOUR_S + 61)
    assert (refused.status_code, refused.json["code"]) == (422, "too_much_bonus_time")
    assert refused.json["facts"]["most"] == 10 * HOUR_S
    assert opponent.command(table, "give_time", seat=seat, seconds=10 * HOUR_S).status_code == 200
    assert opponent.command(table, "give_time", seat=seat, seconds=60).json["code"] == "too_much_bonus_time"
    assert opponent.command(table, "give_time", seat=seat, seconds=59).status_code == 400


def test_only_opponents_give_time_and_only_while_it_runs(api: Api):
    table, players, seat = turn_of(api)
    for giver in (seat, (seat + 2) % 4):
        refused = players[giver].command(table, "give_time", seat=seat, seconds=HOUR_S)
        assert (refused.status_code, refused.json["code"]) == (403, "opponents_only")
    waiting = next(each for each in range(4) if running_s(players[each], table, each) is None)
    refused = players[(waiting + 1) % 4].command(table, "give_time", seat=waiting, seconds=HOUR_S)
    assert (refused.status_code, refused.json["code"]) == (409, "no_bonus_time")
    assert api.sign_up().command(table, "give_time", seat=seat, seconds=HOUR_S).json["code"] == "not_seated"
    assert players[0].command(table, "give_time", seat=7, seconds=HOUR_S).json["code"] == "no_such_seat"
    clockless, others = started_table(api)
    asked = others.index(mover(clockless, others))
    refused = others[(asked + 1) % 4].command(clockless, "give_time", seat=asked, seconds=HOUR_S)
    assert refused.json["code"] == "no_bonus_time"


def test_a_dry_run_gives_nothing(api: Api):
    table, players, seat = turn_of(api)
    before = players[seat].view(table)
    body = {"type": "give_time", "seat": seat, "seconds": HOUR_S}
    tried = players[(seat + 1) % 4].post(f"/v1/tables/{table}/commands?dry_run=true", body)
    assert (tried.status_code, tried.json["legal"]) == (200, True)
    assert players[seat].view(table) == before


def test_given_time_repeats_no_reminder(api: Api, at_work: Service):
    """The reminder at half of the time was sent before the gift. That at a fifth follows the longer turn."""
    sandbox = ClockedSandbox(api, at_work, "2027-03-20T00:00:00Z")
    players = [sandbox.author, *(sandbox.sign_up() for _ in range(3))]
    table = players[0].open_table(clock=CLOCK, ladder={"grace_s": 0}, pauses={"vacation": False})
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    players[0].command(table, "start")
    seat = players.index(mover(table, players))
    sandbox.advance("2027-03-20T06:00:00Z")
    assert players[(seat + 1) % 4].command(table, "give_time", seat=seat, seconds=10 * HOUR_S).status_code == 200
    sandbox.advance("2027-03-20T19:59:00Z")
    events = players[seat].get("/v1/me/events?after=0&limit=1000").json["events"]
    told = [(each["data"]["left"], each["at"]) for each in events if each["type"] == "turn_reminder"]
    assert told == [("half", "2027-03-20T05:00:00.000Z"), ("fifth", "2027-03-20T16:00:00.000Z")]


@pytest.mark.parametrize(("seats", "odds"), [("same", [100, 50, 150, 200]), ("rotate", [100, 200, 50, 150])])
def test_the_odds_move_with_the_players_of_a_rematch(api: Api, seats: str, odds: list[int]):
    table, players = started_table(api, clock=CLOCK, time_odds=[100, 50, 150, 200])
    for player in players:
        player.command(table, "propose" if player is players[0] else "agree", what="draw")
    opened = players[0].post(f"/v1/tables/{table}/rematch", {"seats": seats})
    assert opened.status_code == 201, opened.text
    assert players[0].view(opened.json["table"])["time_odds"] == odds


def test_given_time_moves_the_deadline_and_the_record_is_verified(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    players = [sandbox.author, *(sandbox.sign_up() for _ in range(3))]
    table = players[0].open_table(
        clock=CLOCK, time_odds=[100, 100, 100, 100], ladder={"grace_s": 0}, pauses={"vacation": False}, hands=1
    )
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    players[0].command(table, "start")
    seat = players.index(mover(table, players))
    assert players[(seat + 1) % 4].command(table, "give_time", seat=seat, seconds=5 * HOUR_S).status_code == 200
    sandbox.advance("2027-03-21T02:59:00Z")
    assert players[seat].view(table)["seats"][seat]["turns_missed"] == 0
    play_commands(table, players, 400)
    record = players[0].get(f"/v1/tables/{table}/record").json
    assert "time_given" in [each["type"] for each in record["events"]]
    assert verify(events_of_record(record)).disagreements == ()
