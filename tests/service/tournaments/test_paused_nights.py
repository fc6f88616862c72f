"""A paused tournament over HTTP: time passes at its tables, nobody loses any, and play goes on after it."""

from typing import Any

import pytest

from domain.kernel.instants import HOUR_MS, Instant, read_instant, write_instant
from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.tournaments_in_sandboxes import held
from tests.support.tournaments_served import Tournament

STARTS = "2027-03-20T18:00:00Z"
NIGHT: Json = {
    "schedule": {"starts_at": STARTS, "check_in_s": None},
    "play": {
        "profile": "zhang-2021",
        "hands": 1,
        "clock": {"kind": "simple", "per_move_s": 3600},
        "ladder": {"grace_s": 0, "stand_in_after": 1, "forfeit_after_s": 3600},
    },
    "figures": {"rounds": 1},
    "is_rated": True,
    "rounds": {"is_automatic": True},
}


class Night:
    """A tournament with two tables in a sandbox, with its players."""

    def __init__(self, api: Api, service: Service, **settings: Any) -> None:
        self.sandbox = ClockedSandbox(api, service)
        self.tournament: Tournament = held(self.sandbox, **{**NIGHT, **settings})
        self.sandbox.advance(STARTS)
        self.tables = [table for match in self.tournament.round(1)["matches"] for table in match["tables"]]
        self.users = {user.id: user for _, *pair in self.tournament.pairs for user in pair}

    def at(self, time: str, what: str, **members: Any) -> None:
        """Moves the clock, and sends a command of the owner, with its effects."""
        self.sandbox.advance(time)
        self.tournament.done(self.tournament.owner, what, **members)
        self.sandbox.settle()

    def views(self) -> list[Json]:
        return [self.tournament.owner.get(f"/v1/tables/{table}").json for table in self.tables]

    def asked(self, table: str) -> tuple[User, Json]:
        """Returns the player whom a table asks, and the table as they see it."""
        view = self.tournament.owner.get(f"/v1/tables/{table}").json
        user = self.users[view["seats"][view["asked"][0]["seat"]]["player"]]
        return user, user.get(f"/v1/tables/{table}").json

    def concede(self, table: str) -> None:
        """Ends the match at a table: the second side concedes."""
        seats = self.tournament.owner.get(f"/v1/tables/{table}").json["seats"]
        first, second = (self.users[seats[seat]["player"]] for seat in (1, 3))
        for user, command in ((first, "propose"), (second, "agree")):
            answered = user.post(f"/v1/tables/{table}/commands", {"type": command, "what": "concede_match"})
            assert answered.status_code == 200, answered.text


@pytest.fixture
def night(api: Api, at_work: Service) -> Night:
    return Night(api, at_work)


def account_events(user: User, *types: str) -> list[Json]:
    events = user.get("/v1/me/events?limit=1000").json["events"]
    return [each for each in events if each["type"] in types]


def test_nobody_misses_a_turn_in_a_paused_night_and_it_is_played_to_the_end(night: Night):
    tables = {table: night.asked(table)[0] for table in night.tables}
    night.at("2027-03-20T18:20:00.250Z", "pause_tournament", reason="no light")

    night.sandbox.advance("2027-03-22T09:00:00Z")

    for view in night.views():
        assert (view["paused_at"], view["asked"], view["status"]) == ("2027-03-20T18:20:00.000Z", [], "playing")
        # The clock of the seat that was asked has stopped. A spectator sees whole minutes.
        assert all(clock["running"] is None for clock in view["clocks"])
        assert sorted(clock["paused_remaining_s"] or 0 for clock in view["clocks"]) == [0, 0, 0, 2340]
        assert {(seat["turns_missed"], seat["stand_in"]) for seat in view["seats"]} == {(0, None)}
    for table, user in tables.items():
        for query in ("", "?dry_run=true"):
            refused = user.post(f"/v1/tables/{table}/commands{query}", {"type": "pass"})
            assert (refused.status_code, refused.json["code"]) == (409, "table_paused")
            assert refused.json["facts"] == {"tournament": night.tournament.id}
        assert user.get("/v1/me/turns").json["turns"] == []
        assert user.get(f"/v1/tables/{table}/moves").json["moves"] == {"asked": None, "cards": [], "complete": True}
        said = user.post(f"/v1/tables/{table}/messages/seats", {"canned": "hello"})
        assert said.status_code == 201, said.text
    night.at("2027-03-22T10:00:00.125Z", "resume_tournament")
    for table, user in tables.items():
        asked, view = night.asked(table)
        assert (asked.id, view["paused_at"]) == (user.id, None)
        # 3600 s less 20 minutes and 250 ms.
        assert view["asked"][0]["deadline_at"] == "2027-03-22T10:39:59.875Z"
        [paused, resumed] = account_events(user, "tournament_paused", "tournament_resumed")
        assert (paused["data"]["at"], paused["data"]["reason"]) == ("2027-03-20T18:20:00.250Z", "no light")
        assert (resumed["type"], resumed["data"]["at"]) == ("tournament_resumed", "2027-03-22T10:00:00.125Z")
        assert len(account_events(user, "turn_began")) == 2
        assert len(user.get("/v1/me/turns").json["turns"]) == 1
        assert user.post(f"/v1/tables/{table}/commands", {"type": "pass"}).status_code == 200
        night.concede(table)
    night.sandbox.settle()
    assert night.tournament.view()["status"] == "finished"
    for user in night.users.values():
        [rated] = user.get(f"/v1/players/{user.id}/ratings").json["ratings"]
        assert rated["elo"]["rating"] != 1500
    assert all(account_events(user, "turn_missed", "stand_in_seated") == [] for user in night.users.values())


def test_a_turn_is_missed_when_the_time_that_was_left_is_over(night: Night):
    night.at("2027-03-20T18:59:59Z", "pause_tournament", reason="no light")
    night.at("2027-03-22T10:00:00Z", "resume_tournament")
    assert all(seat["stand_in"] is None for view in night.views() for seat in view["seats"])

    night.sandbox.advance("2027-03-22T10:00:01Z")

    assert [any(seat["turns_missed"] for seat in view["seats"]) for view in night.views()] == [True, True]


def test_reminders_wait_for_the_end_of_a_pause(night: Night):
    [user, _] = [night.asked(table)[0] for table in night.tables]
    night.at("2027-03-20T18:20:00Z", "pause_tournament", reason="no light")
    night.at("2027-03-22T10:00:00Z", "resume_tournament")
    assert account_events(user, "turn_reminder") == []

    night.sandbox.advance("2027-03-22T10:39:00Z")

    reminders = account_events(user, "turn_reminder")
    assert [(each["data"]["left"], each["at"]) for each in reminders] == [
        ("half", "2027-03-22T10:10:00.000Z"),
        ("fifth", "2027-03-22T10:28:00.000Z"),
    ]


def test_a_feed_tells_of_a_pause_and_asks_nobody_in_it(night: Night):
    table = night.tables[0]
    user, view = night.asked(table)
    night.at("2027-03-20T18:20:30.500Z", "pause_tournament", reason="no light")
    path = f"/v1/tables/{table}/events"

    page = user.get(f"{path}?after={view['version']}&include=all").json

    [event] = page["events"]
    assert (event["type"], page["asked"], page["moves"]["cards"]) == ("table_paused", [], [])
    assert event["data"]["clocks"][0]["running"]["used_ms"] == 1_230_500
    [seen_by_staff] = night.tournament.owner.get(f"{path}?after={view['version']}").json["events"]
    running = seen_by_staff["data"]["clocks"][0]["running"]
    assert seen_by_staff["data"]["at"] == "2027-03-20T18:20:00.000Z"
    assert (running["used_ms"], running["left_ms"]) == (1_200_000, 2_340_000)


def test_stand_ins_do_not_act_or_forfeit_in_a_pause(night: Night):
    night.sandbox.advance("2027-03-20T19:30:00Z")
    before = night.views()
    away = [[seat["forfeits_at"] for seat in view["seats"] if seat["forfeits_at"]] for view in before]
    assert all(away)
    night.at("2027-03-20T19:30:00Z", "pause_tournament", reason="no light")
    paused = [view["version"] for view in night.views()]

    night.sandbox.advance("2027-03-21T19:30:00Z")
    assert [view["version"] for view in night.views()] == paused

    night.at("2027-03-21T19:30:00Z", "resume_tournament")
    later = [[seat["forfeits_at"] for seat in view["seats"] if seat["forfeits_at"]] for view in night.views()]
    for was, now in zip(away, later, strict=True):
        assert [write_instant(Instant(read_instant(each) + 24 * HOUR_MS)) for each in was] == now


@pytest.mark.parametrize(
    ("command", "members", "why"),
    [
        ("cancel_tournament", {"reason": "no light"}, "tournament_over"),
        ("override_result", {"round": 1, "match": 1, "first": 50, "second": 50, "reason": "seen"}, "result_given"),
    ],
)
def test_a_table_ends_in_a_pause_when_its_match_is_decided(night: Night, command: str, members: Json, why: str):
    night.at("2027-03-20T18:20:00Z", "pause_tournament", reason="no light")

    night.at("2027-03-20T19:00:00Z", command, **members)

    table = night.tournament.round(1)["matches"][0]["tables"][0]
    view = night.tournament.owner.get(f"/v1/tables/{table}").json
    assert (view["status"], view["paused_at"]) == ("cancelled", None)
    events = night.tournament.owner.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    assert events[-1]["data"] == {"why": why}
    assert night.tournament.owner.get(f"/v1/tables/{table}/record").json["complete"] is True


def test_a_second_pause_stops_the_tables_again(night: Night):
    night.at("2027-03-20T18:10:00Z", "pause_tournament", reason="no light")
    night.at("2027-03-20T19:10:00Z", "resume_tournament")
    night.at("2027-03-20T19:20:00Z", "pause_tournament", reason="still none")
    night.sandbox.advance("2027-03-25T00:00:00Z")
    night.at("2027-03-25T00:00:00Z", "resume_tournament")

    for table in night.tables:
        assert night.asked(table)[1]["asked"][0]["deadline_at"] == "2027-03-25T00:40:00.000Z"


def test_tables_opened_after_a_pause_are_not_affected(api: Api, at_work: Service):
    night = Night(api, at_work, figures={"rounds": 2})
    night.at("2027-03-20T18:10:00Z", "pause_tournament", reason="no light")
    night.at("2027-03-20T18:10:00Z", "resume_tournament")
    for table in night.tables:
        night.concede(table)
    night.sandbox.settle()

    opened = [table for match in night.tournament.round(2)["matches"] for table in match["tables"]]

    for table in opened:
        events = night.tournament.owner.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
        assert not {"table_paused", "table_resumed"} & {each["type"] for each in events}
        assert night.asked(table)[1]["asked"][0]["deadline_at"] == "2027-03-20T19:10:00.000Z"
