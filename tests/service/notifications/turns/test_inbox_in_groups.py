"""The inbox in groups: what to answer next, what has happened, snoozes, and requests that answer in place."""

from datetime import UTC, datetime, timedelta
from typing import Any

from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.inbox_groups import groups_of, only_entry, send, snooze, visit
from tests.support.play import play_commands
from tests.support.stored import catch_up
from tests.support.tournaments import follow
from tests.support.tournaments_served import Tournament
from tests.support.turns import CLOCK, mover


def soon() -> str:
    return (datetime.now(UTC) + timedelta(days=2)).isoformat()


def set_deadline(service: Service, table: str, left: str) -> None:
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji_read.turn SET started_at = now() - interval '9 hours', deadline_at = now() + $2::interval"
            " WHERE table_id = $1",
            [table, left],
        )


def test_entries_are_in_the_order_in_which_to_answer_them(api: Api, service: Service):
    ada, others = api.sign_up("Ada"), [api.sign_up() for _ in range(3)]

    def table_with(**more: Any) -> str:
        table = ada.open_table(options={"deal_mode": "plan"}, **more)
        for seat, user in enumerate([ada, *others]):
            user.command(table, "sit", seat=seat)
        ada.command(table, "start")
        return table

    later, near, clockless = table_with(clock=CLOCK), table_with(clock=CLOCK), table_with()
    others[0].command(clockless, "propose", what="draw")
    challenged = others[1].open_table()
    others[1].command(challenged, "challenge_player", player=ada.id, seat=2)
    catch_up(service)
    set_deadline(service, near, "10 minutes")

    found = groups_of(ada)
    told = {name: [(each["kind"], each["table"]) for each in entries] for name, entries in found.items()}
    assert told == {
        "deadline_near": [("turn", near)],
        "my_turn": [("turn", later), ("turn", clockless)],
        "my_answer": [("proposal", clockless)],
        "others": [("challenge", challenged)],
        "snoozed": [],
    }
    players = ada.get("/v1/me/inbox").json["players"]
    assert {each["player"] for each in found["my_turn"][0]["seats"]} <= set(players)
    assert [each["side"] for each in found["my_turn"][0]["seats"]] == ["you", "opponent", "partner", "opponent"]


def test_replies_answer_in_place(api: Api, service: Service):
    table, players = started_table(api)
    players[0].command(table, "propose", what="draw")
    host = api.sign_up()
    invited = host.open_table()
    host.command(invited, "challenge_player", player=players[1].id, seat=2)
    catch_up(service)

    found = groups_of(players[1])
    proposal = next(each for each in found["my_answer"] if each["kind"] == "proposal")
    [challenge] = found["others"]
    assert [reply["title"] for reply in proposal["replies"]] == ["Agree", "Do not agree"]
    assert send(players[1], challenge["replies"][0]).status_code == 200
    for reply in proposal["replies"][::-1]:
        assert send(players[1], {**reply, "href": f"{reply['href']}?dry_run=true"}).status_code == 200
    assert send(players[1], proposal["replies"][0]).status_code == 200
    catch_up(service)
    assert not groups_of(players[1])["others"]
    assert all(each["kind"] != "proposal" for each in groups_of(players[1])["my_answer"])


def test_a_request_to_take_back_is_answered_in_place(api: Api, service: Service):
    table, players = started_table(api, options={"take_back": "on"})
    while (asked := mover(table, players)) and asked.view(table)["asked"][0]["what"] != "play":
        play_commands(table, players, 1)
    play_commands(table, players, 1)
    assert asked.command(table, "take_back").status_code == 200
    catch_up(service)
    answering = next(each for each in players if each is not asked)
    entry = next(each for each in groups_of(answering)["my_answer"] if each["what"] == "consent")
    assert send(answering, entry["replies"][0]).status_code == 200


def test_a_tournament_is_answered_in_place(api: Api, service: Service):
    ada, eve = api.sign_up("Ada"), api.sign_up("Eve")
    tournament = Tournament(api)
    assert tournament.ask(eve, "register", None, name="Pair 1", partners=[ada.id]).status_code == 200
    follow(service)
    entry = only_entry(ada)
    assert (entry["kind"], entry["what"], entry["tournament"]["id"]) == ("tournament", "partner_consent", tournament.id)
    assert send(ada, entry["replies"][0]).status_code == 200


def test_a_visit_decides_what_is_told(api: Api, service: Service):
    table, players = started_table(api, clock=CLOCK)
    while mover(table, players).view(table)["asked"][0]["what"] != "play":
        play_commands(table, players, 1)
    play_commands(table, players, 3)
    catch_up(service)
    asked = mover(table, players)
    entry = only_entry(asked)
    assert len(entry["since_visit"]) in range(1, 4)
    assert "led" in entry["since_visit"][-1]
    chinese = asked.get("/v1/me/inbox", headers={"Accept-Language": "zh"}).json
    assert "先出" in str(chinese["groups"])

    seen = asked.view(table)["version"]
    assert visit(asked, table, seen + 100).status_code == 204
    assert visit(asked, table, 1).status_code == 204
    assert only_entry(asked)["since_visit"] == []
    play_commands(table, players, 1)
    while mover(table, players) is not asked:
        play_commands(table, players, 1)
    catch_up(service)
    assert only_entry(asked)["since_visit"]
    assert visit(api.sign_up(), table, 1).json["code"] == "not_seated"


def test_a_snooze_ends_an_hour_before_the_deadline(api: Api, service: Service):
    sandbox = ClockedSandbox(api, service)
    players = [sandbox.author, *(sandbox.sign_up() for _ in range(3))]
    table = players[0].open_table(clock=CLOCK, options={"deal_mode": "plan"})
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    players[0].command(table, "start")
    sandbox.follow()
    snoozed = snooze(players[1], table)
    assert (snoozed.status_code, snoozed.json) == (200, {"table": table, "until": "2027-03-20T21:00:00.000Z"})
    assert [each["snoozed_until"] for each in groups_of(players[1])["snoozed"]] == ["2027-03-20T21:00:00.000Z"]
    assert groups_of(players[0])["my_turn"]
    sandbox.move("2027-03-20T20:59:59Z")
    assert groups_of(players[1])["snoozed"]
    sandbox.move("2027-03-20T21:00:01Z")
    found = groups_of(players[1])
    assert (len(found["deadline_near"]), found["snoozed"]) == (1, [])
    refused = snooze(players[1], table, until="2027-03-20T21:30:00Z")
    assert (refused.status_code, refused.json["code"]) == (422, "cannot_snooze")


def test_a_snooze_ends_at_its_time_or_when_the_table_changes(api: Api, service: Service):
    table, players = started_table(api, options={"deal_mode": "plan"})
    catch_up(service)
    refused = snooze(players[0], table)
    assert (refused.status_code, list(refused.json["facts"]["fields"])) == (422, ["until"])
    assert snooze(players[0], table, until="2199-01-01T00:00:00Z").status_code == 422
    assert snooze(players[0], table, until=soon()).status_code == 200
    assert len(groups_of(players[0])["snoozed"]) == 1
    assert players[0].api.call("DELETE", f"/v1/me/inbox/{table}/snooze", token=players[0].token).status_code == 204
    assert groups_of(players[0])["snoozed"] == []
    assert snooze(players[0], table, until=soon()).status_code == 200
    players[1].command(table, "propose", what="draw")
    catch_up(service)
    assert groups_of(players[0])["snoozed"] == []
    assert snooze(api.sign_up(), table, until=soon()).status_code == 404


def test_my_pace_counts_my_answers(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    players = [sandbox.author, *(sandbox.sign_up() for _ in range(3))]
    table = players[0].open_table(clock=CLOCK, ladder={"grace_s": 0}, pauses={"vacation": False})
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    players[0].command(table, "start")
    sandbox.move("2027-03-20T12:10:00Z")
    asked = mover(table, players)
    play_commands(table, players, 1)
    sandbox.follow()
    pace = asked.get("/v1/me/pace").json
    assert (pace["moves"], pace["median_answer_s"], pace["ninety_percent_answer_s"]) == (1, 600, 600)
    assert (pace["moves_per_day"], pace["late_turns"]) == (0.03, 0)

    late = mover(table, players)
    sandbox.advance("2027-03-21T12:00:00Z")
    assert late.get("/v1/me/pace").json["late_turns"] >= 1
    assert api.sign_up().get("/v1/me/pace").json["median_answer_s"] is None
