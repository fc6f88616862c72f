"""Rematches over HTTP: one table for all players of a match, with any number of requests."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.table.commands import LinkRematch, Sit
from service.tables.handlers import Tables
from service.wiring import Service
from tests.support.api import Api, User, started_table
from tests.support.play import finished_table, play_commands


def ask(user: User, table: str, **members: object):
    return user.post(f"/v1/tables/{table}/rematch", members)


def test_the_first_request_opens_a_table_and_the_others_join_it(api: Api):
    old, players = finished_table(api, spectators={"delay": "hand"}, listed=False)

    opened = ask(players[1], old)

    assert opened.status_code == 201, opened.text
    new = opened.json["table"]
    assert opened.headers["Location"] == f"/v1/tables/{new}"
    view, before = players[1].view(new), players[1].view(old)
    kept = ("game", "rules", "hands", "listed", "spectators", "clock", "pauses", "ladder", "chat", "min_reliability")
    assert {name: view[name] for name in kept} == {name: before[name] for name in kept}
    assert (view["host"], view["you"], view["status"]) == (players[1].id, 1, "open")
    assert [(each["player"], each["seat"]) for each in view["challenges"]] == [
        (players[seat].id, seat) for seat in (0, 2, 3)
    ]

    for seat in (0, 3, 2):
        joined = ask(players[seat], old, entropy="my dice")
        assert (joined.status_code, joined.json["table"]) == (200, new)
        assert joined.json["events"][0]["data"] == {
            "seat": seat,
            "player": players[seat].id,
            "bot": None,
            "entropy": "my dice",
        }
    assert players[0].view(new)["status"] == "playing"


def test_only_players_of_the_match_see_the_table_of_the_rematch(api: Api):
    old, players = finished_table(api)
    watcher = api.sign_up()
    before = players[0].get(f"/v1/tables/{old}").headers["ETag"]
    assert players[0].view(old)["rematch"] is None

    new = ask(players[0], old).json["table"]

    assert [user.view(old)["rematch"] for user in (*players, watcher)] == [new] * 4 + [None]
    assert players[0].get(f"/v1/tables/{old}").headers["ETag"] != before
    last = [
        user.get(f"/v1/tables/{old}/events?after=0&limit=1000").json["events"][-1] for user in (players[2], watcher)
    ]
    assert [each["type"] for each in last] == ["rematch_opened"] * 2
    assert [each["data"]["table"] for each in last] == [new, None]
    assert new not in watcher.get(f"/v1/tables/{old}/events?after=0&limit=1000").text
    assert "rematch_opened" not in watcher.get(f"/v1/tables/{old}/record").text


def test_a_repeated_request_gets_the_same_answer_and_changes_nothing(api: Api):
    old, players = finished_table(api)
    opened = ask(players[0], old)

    again = ask(players[0], old, seats="rotate")

    assert (again.status_code, again.json) == (200, opened.json)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert players[0].view(opened.json["table"])["version"] == opened.json["version"]


def test_concurrent_requests_lead_to_one_table(api: Api):
    old, players = finished_table(api)

    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(lambda player: ask(player, old), players))

    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    (new,) = {answer.json["table"] for answer in answers}
    assert players[0].view(new)["status"] == "playing"


@pytest.mark.parametrize("last", [Sit, LinkRematch])
def test_a_player_with_a_lost_connection_finds_the_same_table(api: Api, service: Service, monkeypatch, last: type):
    """The process dies when the table is open but not yet recorded, or not yet joined."""
    old, players = finished_table(api)
    if last is Sit:
        ask(players[0], old)

    class Killed(BaseException):
        pass

    carry_out = Tables.carry_out

    def dies(self: Tables, table_id: str, command: Any, **more: Any) -> Any:
        if isinstance(command, last):
            raise Killed
        return carry_out(self, table_id, command, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Tables, "carry_out", dies)
        with pytest.raises(Killed):
            service.rematches.ask(old, players[1].id, "same", "dice")

    answers = [ask(player, old) for player in (players[1], players[0], *players[2:])]
    assert len({answer.json["table"] for answer in answers}) == 1
    assert players[0].view(old)["rematch"] == answers[0].json["table"]


def test_rotating_changes_the_partners(api: Api):
    old, players = finished_table(api)

    new = ask(players[2], old, seats="rotate").json["table"]

    view = players[2].view(new)
    assert view["you"] == 3
    assert {each["player"]: each["seat"] for each in view["challenges"]} == {
        players[0].id: 0,
        players[1].id: 2,
        players[3].id: 1,
    }


def test_house_bots_are_seated_again_and_a_match_with_bots_only_starts_at_once(api: Api, service: Service):
    user = api.sign_up()
    old = user.open_table(profile="zheng-shangyou-4-partners", hands=1)
    user.command(old, "sit", seat=0)
    for seat in (1, 2, 3):
        user.command(old, "seat_bot", seat=seat, bot="random")
    user.command(old, "start")
    finish(service, user, old)

    opened = ask(user, old)

    view = user.view(opened.json["table"])
    assert view["status"] == "playing"
    assert [each["bot"] for each in view["seats"]] == [None, "random", "random", "random"]


def finish(service: Service, user: User, table: str) -> None:
    """Plays a table of one player and house bots to its end."""
    from service.platform.queue.job_queue import JobQueue
    from service.tables.bot_turns import play_bot_turns
    from service.worker_context import WorkerContext

    WorkerContext.service, WorkerContext.queue = service, JobQueue(service.settings.redis_url)
    for _ in range(300):
        view = user.view(table)
        if view["status"] != "playing":
            return
        if view["asked"][0]["seat"] == view["you"]:
            play_commands(table, [user], 1)
        else:
            play_bot_turns(table, view["version"])
    raise AssertionError("the match does not end")


def test_a_closed_account_is_not_invited(api: Api):
    old, players = finished_table(api)
    assert api.call("DELETE", "/v1/me", {"confirm": players[3].id}, token=players[3].token).status_code == 204

    new = ask(players[0], old).json["table"]

    assert {each["player"] for each in players[0].view(new)["challenges"]} == {players[1].id, players[2].id}


def test_a_player_whose_seat_is_taken_gets_another_free_seat(api: Api):
    old, players = finished_table(api)
    new = ask(players[0], old).json["table"]
    guest = api.sign_up()
    guest.command(new, "sit", seat=1)

    players[2].command(new, "decline_challenge", reason="not_now")
    assert ask(players[1], old).json["events"][0]["data"]["seat"] == 2
    guest.command(new, "leave")
    assert ask(players[2], old).json["events"][0]["data"]["seat"] == 1


def test_an_invalid_rematch_is_refused(api: Api):
    old, players = finished_table(api)
    going_on, at_it = started_table(api)

    def code(user: User, table: str, **members: object) -> tuple[int, str]:
        refused = ask(user, table, **members)
        return refused.status_code, refused.json["code"]

    assert code(api.sign_up(), old) == (403, "not_seated")
    assert code(at_it[0], going_on) == (409, "not_over")
    assert code(players[0], "tbl_" + "0" * 26) == (404, "not_found")
    assert code(players[0], old, seats="random") == (400, "invalid_request")


def test_a_rematch_that_was_called_off_can_be_requested_again(api: Api):
    old, players = finished_table(api)
    for host in (players[0], players[1]):
        gone = ask(host, old).json["table"]
        assert host.view(old)["rematch"] == gone
        host.command(gone, "cancel")

    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(lambda player: ask(player, old), players))

    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    (new,) = {answer.json["table"] for answer in answers}
    assert (players[0].view(old)["rematch"], players[0].view(new)["status"]) == (new, "playing")
