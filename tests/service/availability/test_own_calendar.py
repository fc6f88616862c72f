"""The calendar of a player: deadlines, vacations, pauses and tournaments, by day, as JSON and as RFC 5545."""

from datetime import datetime

import icalendar

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.tournaments_in_sandboxes import WINDOWS, held

CLOCK = {"kind": "simple", "per_move_s": 36_000}
SCHEDULE = {"time_zone": "Asia/Tokyo", "quiet_hours": {"start": "22:00", "end": "07:00"}}


def table_of(players: list[User]) -> str:
    table = players[0].open_table(clock=CLOCK, options={"deal_mode": "plan"})
    for seat, player in enumerate(players):
        player.command(table, "sit", seat=seat)
    assert players[0].command(table, "start").status_code == 200
    return table


def calendar_of(user: User, query: str = "") -> Json:
    found = user.get(f"/v1/me/calendar{query}")
    assert found.status_code == 200, found.text
    return dict(found.json)


def test_a_calendar_shows_what_falls_due_by_local_day(api: Api, service: Service):
    sandbox = ClockedSandbox(api, service, "2027-03-20T12:00:00Z")
    players = [sandbox.author, *(sandbox.sign_up() for _ in range(3))]
    ada = players[0]
    assert api.call("PUT", "/v1/me/availability", SCHEDULE, token=ada.token).status_code == 200
    table = table_of(players)
    away = {"starts_at": "2027-03-22T00:00:00Z", "ends_at": "2027-03-23T00:00:00Z"}
    assert ada.post("/v1/me/vacation", away).status_code == 201
    sandbox.follow()

    found = calendar_of(ada, "?days=4")
    assert (found["time_zone"], [day["date"] for day in found["days"]]) == (
        "Asia/Tokyo",
        ["2027-03-20", "2027-03-21", "2027-03-22", "2027-03-23"],
    )
    told = [(day["date"], each["kind"], each["at"]) for day in found["days"] for each in day["entries"]]
    # An hour before the quiet hours, and nine hours after them.
    assert told == [
        ("2027-03-21", "deadline", "2027-03-21T07:00:00.000Z"),
        ("2027-03-22", "vacation_starts", "2027-03-22T00:00:00.000Z"),
        ("2027-03-23", "vacation_ends", "2027-03-23T00:00:00.000Z"),
    ]
    assert found["days"][1]["entries"][0]["table"] == table
    assert {each["kind"] for day in found["days"] for each in day["pauses"]} == {"quiet_hours", "vacation"}

    text = ada.get("/v1/me/calendar?days=4&format=ics")
    assert text.content_type == "text/calendar; charset=utf-8"
    events = icalendar.Calendar.from_ical(text.text).walk("VEVENT")
    assert [event.decoded("dtstart") for event in events] == [
        datetime.fromisoformat(at.replace(".000Z", "+00:00")) for _, _, at in told
    ]
    assert len({str(event["uid"]) for event in events}) == 3


def test_a_calendar_has_the_dates_of_own_tournaments(api: Api, service: Service):
    sandbox = ClockedSandbox(api, service, "2027-03-20T12:00:00Z")
    ada, eve = sandbox.author, sandbox.sign_up()
    made = ada.post(
        "/v1/tournaments",
        {
            "name": "Cup",
            "format": "swiss",
            "figures": {"rounds": 3},
            "entrants": {"kind": "pair"},
            "play": {"profile": "zhang-2021", "hands": 1},
            "rounds": {"is_automatic": False},
            "schedule": {"starts_at": "2027-03-21T18:00:00Z", "closes_at": "2027-03-21T12:00:00Z"},
        },
    )
    assert made.status_code == 201, made.text
    sandbox.follow()
    told = [each for day in calendar_of(ada, "?days=3")["days"] for each in day["entries"]]
    assert [(each["at"], each["title"], each["tournament"]) for each in told] == [
        ("2027-03-21T12:00:00.000Z", "Cup: registration closes", made.json["tournament"]),
        ("2027-03-21T18:00:00.000Z", "Cup: start", made.json["tournament"]),
    ]
    assert all(not day["entries"] for day in calendar_of(eve)["days"])


def test_a_calendar_has_no_deadline_of_a_closed_round_and_no_time_of_a_decided_match(api: Api, at_work: Service):
    sandbox = ClockedSandbox(api, at_work)
    tournament = held(sandbox, **WINDOWS)
    sandbox.advance("2027-03-20T18:00:00Z")
    _, ann, _ = tournament.pairs[0]
    matches = tournament.round(1)["matches"]
    for number in range(1, len(matches) + 1):
        tournament.done(tournament.owner, "agree_time", round=1, match=number, plays_at="2027-03-21T09:00:00Z")
    sandbox.settle()

    def titles() -> list[str]:
        return [each["title"] for day in calendar_of(ann)["days"] for each in day["entries"] if each["tournament"]]

    assert {"Friday pairs: deadline of round 1", "Friday pairs: your match in round 1"} <= set(titles())
    for number in range(1, len(matches) + 1):
        tournament.done(
            tournament.owner, "override_result", round=1, match=number, first=100, second=0, reason="as seen"
        )
    sandbox.settle()
    assert not [title for title in titles() if "round 1" in title]


def test_wrong_parameters_are_refused(api: Api):
    ada = api.sign_up()
    for query in ("?days=0", "?days=61", "?days=x", "?format=csv", "?weeks=1"):
        assert ada.get(f"/v1/me/calendar{query}").status_code == 400
    assert len(calendar_of(ada)["days"]) == 14
