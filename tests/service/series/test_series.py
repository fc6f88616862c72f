"""Series over HTTP: creation, permissions, refusals without changes, and public views."""

from typing import Any

import icalendar
import pytest

from domain.kernel.instants import DAY_MS, Instant, read_instant
from service.series.projections import SeriesProjection
from tests.support.api import Api, Json, User
from tests.support.series_served import NIGHTS


@pytest.fixture
def owner(api: Api) -> User:
    return api.sign_up("Olga")


@pytest.fixture
def series(owner: User) -> str:
    made = owner.post("/v1/series", NIGHTS)
    assert made.status_code == 201, made.text
    assert made.headers["Location"] == f"/v1/series/{made.json['series']}"
    return str(made.json["series"])


def view(user: User, series: str) -> Json:
    seen = user.get(f"/v1/series/{series}")
    assert seen.status_code == 200, seen.text
    return dict(seen.json)


def ask(user: User, series: str, what: str, query: str = "", **members: Any) -> Any:
    headers = members.pop("headers", {})
    return user.post(f"/v1/series/{series}/commands{query}", {"type": what, **members}, headers=headers)


def opens_next(service: Any, user: User, series: str) -> str:
    """Lets time pass until the next tournament is opened, and returns its id."""
    service.series_process.take_due_steps(series, read_instant(view(user, series)["opens_next_at"]))
    [opened, *_] = view(user, series)["so_far"]
    assert opened["state"] == "opened"
    return str(opened["tournament"])


def test_a_series_shows_its_next_occurrences_in_utc_and_local_time(owner: User, series: str):
    seen = view(owner, series)
    assert (seen["status"], seen["owner"], seen["version"], seen["so_far"]) == ("running", owner.id, 1, [])
    assert len(seen["to_come"]) == 10
    for each in seen["to_come"]:
        assert each["local_start"].startswith(each["key"])
        assert each["local_start"][-6:] in ("+01:00", "+02:00")
        hours = 18 if each["local_start"].endswith("+01:00") else 17
        assert each["starts_at"] == f"{each['key'][:10]}T{hours}:00:00.000Z"
        assert read_instant(each["opens_at"]) == read_instant(each["starts_at"]) - DAY_MS
        assert (each["state"], each["tournament"]) == ("to_come", None)
    assert seen["opens_next_at"] == seen["to_come"][0]["opens_at"]


def test_rated_nights_start_at_level_8_by_default(owner: User, service: Any, series: str):
    assert view(owner, series)["plan"]["template"]["play"]["overrides"] == {"initial_level": "8"}
    tournament = opens_next(service, owner, series)
    settings = owner.get(f"/v1/tournaments/{tournament}").json["settings"]
    assert settings["play"]["overrides"] == {"initial_level": "8"}
    assert (settings["series"], settings["season"], settings["is_rated"]) == (series, "2027-spring", True)

    play = NIGHTS["template"]["play"]
    for changes, overrides in (
        ({"play": {**play, "overrides": {"initial_level": "5"}}}, {"initial_level": "5"}),
        ({"is_rated": False}, {}),
    ):
        made = owner.post("/v1/series", {**NIGHTS, "template": {**NIGHTS["template"], **changes}})
        assert view(owner, made.json["series"])["plan"]["template"]["play"]["overrides"] == overrides


def test_the_plan_in_a_view_can_be_submitted_for_another_series(owner: User, series: str):
    plan = view(owner, series)["plan"]
    template = {name: value for name, value in plan["template"].items() if name not in ("schedule", "series")}
    made = owner.post("/v1/series", {**plan, "template": template})
    assert made.status_code == 201, made.text
    assert view(owner, made.json["series"])["plan"] == plan
    assert owner.post("/v1/series", plan).status_code == 201


def test_a_series_is_created_once_per_key(owner: User):
    first, again = (owner.post("/v1/series", NIGHTS, headers={"Idempotency-Key": "once"}) for _ in range(2))
    assert first.json == again.json
    assert again.headers["Idempotency-Replayed"] == "true"
    other = owner.post("/v1/series", {**NIGHTS, "lead_s": 3600}, headers={"Idempotency-Key": "once"})
    assert (other.status_code, other.json["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("changes", "option"),
    [
        ({"zone": "Mars/Olympus"}, "recurrence.zone"),
        ({"rule": "FREQ=HOURLY"}, "recurrence.rule"),
        ({"rule": "FREQ=WEEKLY;BYHOUR=19"}, "recurrence.rule"),
        ({"rule": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"}, "recurrence.rule"),
        ({"first": "2020-01-03T19:00"}, "recurrence.first"),
        ({"first": "2027-02-30T19:00"}, "recurrence.first"),
        ({"first": "2099-01-02T19:00"}, "recurrence.first"),
    ],
)
def test_an_impossible_recurrence_is_refused_by_member(owner: User, changes: Json, option: str):
    answered = owner.post("/v1/series", {**NIGHTS, "recurrence": {**NIGHTS["recurrence"], **changes}})
    assert (answered.status_code, answered.json["code"]) == (422, "invalid_settings"), answered.text
    assert answered.json["facts"]["option"] == option
    assert answered.json["hint"]
    assert owner.get("/v1/series?mine=true").json["series"] == []


@pytest.mark.parametrize(
    ("changes", "status", "named"),
    [
        ({"recurrence": {"rule": "weekly", "zone": "UTC", "first": "2027-01-01T19:00"}}, 400, "recurrence.rule"),
        ({"recurrence": {"rule": "FREQ=WEEKLY", "zone": "UTC", "first": "tomorrow"}}, 400, "recurrence.first"),
        ({"lead_s": 0}, 400, "lead_s"),
        ({"prizes": []}, 400, "prizes"),
        ({"closes_before_s": 86_400}, 422, "lead_s"),
        ({"template": {**NIGHTS["template"], "figures": {}}}, 422, "figures.rounds"),
        ({"template": {**NIGHTS["template"], "series": "ser_x"}}, 422, "template.series"),
        ({"template": {**NIGHTS["template"], "schedule": {"check_in_s": 60}}}, 422, "template.schedule"),
    ],
)
def test_an_invalid_plan_is_refused_by_member(owner: User, changes: Json, status: int, named: str):
    answered = owner.post("/v1/series", {**NIGHTS, **changes})
    assert answered.status_code == status, answered.text
    facts = answered.json["facts"]
    assert named in (list(facts["fields"]) if status == 400 else [facts["option"]])


def test_only_the_owner_can_give_commands_and_refusals_change_nothing(api: Api, owner: User, series: str, service: Any):
    before = view(owner, series)
    key = before["to_come"][1]["key"]
    somebody = api.sign_up("Somebody")
    _, secret = service.accounts.make_token(owner.id, "narrow", ["table:read", "tournament:write"], None)
    narrow = User(api, owner.id, secret)
    for asked, status, code in (
        (ask(somebody, series, "end_series"), 403, "series_owner_only"),
        (ask(narrow, series, "end_series"), 403, "missing_scope"),
        (ask(owner, series, "end_series", expected_version=7), 412, "stale_version"),
        (ask(owner, series, "skip_occurrence", key="2027-01-01T03:33"), 422, "no_such_occurrence"),
        (ask(owner, series, "skip_occurrence", key="friday"), 400, "invalid_request"),
        (ask(owner, series, "cancel"), 400, "invalid_request"),
        (ask(owner, "ser_" + "0" * 26, "end_series"), 404, "not_found"),
    ):
        assert (asked.status_code, asked.json["code"]) == (status, code), asked.text
    foreseen = ask(owner, series, "skip_occurrence", "?dry_run=true", key=key)
    assert (foreseen.json["legal"], foreseen.json["events"]) == (True, ["occurrence_skipped"])
    assert view(owner, series) == before


def test_a_skipped_occurrence_and_an_ended_series_open_nothing(owner: User, series: str, service: Any):
    first, second, *_ = (each["key"] for each in view(owner, series)["to_come"])
    once = {"Idempotency-Key": "skip"}
    done = [ask(owner, series, "skip_occurrence", key=first, headers=once) for _ in range(2)]
    assert [each.status_code for each in done] == [200, 200]
    assert done[0].json == done[1].json
    assert ask(owner, series, "skip_occurrence", key=first).json["code"] == "occurrence_taken"

    tournament = opens_next(service, owner, series)
    seen = view(owner, series)
    assert [(each["key"], each["state"]) for each in seen["so_far"]] == [(second, "opened"), (first, "skipped")]
    assert [each["state"] for each in seen["to_come"][:2]] == ["opened", "to_come"]
    assert owner.get(f"/v1/tournaments/{tournament}").json["staff"] == [{"player": owner.id, "role": "owner"}]

    assert ask(owner, series, "end_series").status_code == 200
    ended = view(owner, series)
    assert (ended["status"], ended["opens_next_at"], ended["to_come"]) == ("ended", None, [])
    assert (
        service.series_process.take_due_steps(series, Instant(read_instant(seen["opens_next_at"]) + 30 * DAY_MS)) == 0
    )
    assert ask(owner, series, "end_series").json["code"] == "series_ended_already"
    types = [each["type"] for each in owner.get(f"/v1/series/{series}/events").json["events"]]
    assert types == ["series_created", "occurrence_skipped", "occurrence_opened", "series_ended"]
    page = owner.get(f"/v1/series/{series}/events?after=1&limit=2").json
    assert ([each["version"] for each in page["events"]], page["next_after"], page["more"]) == ([2, 3], 3, True)


def test_a_changed_series_opens_future_tournaments_by_its_new_plan(owner: User, series: str, service: Any):
    template = {**NIGHTS["template"], "name": "Late night", "season": "2027-autumn"}
    done = ask(owner, series, "change_series", plan={**NIGHTS, "template": template}, expected_version=1)
    assert done.status_code == 200, done.text
    settings = owner.get(f"/v1/tournaments/{opens_next(service, owner, series)}").json["settings"]
    assert settings["season"] == "2027-autumn"
    day = settings["schedule"]["starts_at"][:10]
    assert settings["name"] == f"Late night 1 ({day})"
    past = {**NIGHTS["recurrence"], "first": "2020-01-03T19:00"}
    refused = ask(owner, series, "change_series", plan={**NIGHTS, "recurrence": past})
    assert refused.json["facts"]["option"] == "recurrence.first"


def test_series_are_listed_by_owner_and_status(api: Api, owner: User, series: str, service: Any):
    another = owner.post("/v1/series", NIGHTS).json["series"]
    ask(owner, another, "end_series")
    projection = SeriesProjection(service.database, service.store)
    while projection.catch_up():
        pass
    listed = owner.get("/v1/series?mine=true&limit=1").json
    assert [each["id"] for each in listed["series"]] == [another]
    rest = owner.get(f"/v1/series?mine=true&limit=1&cursor={listed['next_cursor']}").json
    assert [(each["id"], each["status"]) for each in rest["series"]] == [(series, "running")]
    assert [each["id"] for each in owner.get("/v1/series?mine=true&status=ended").json["series"]] == [another]
    assert api.sign_up().get("/v1/series?mine=true").json["series"] == []
    inside = owner.in_sandbox()
    assert inside.get("/v1/series").json["series"] == []
    assert inside.get(f"/v1/series/{series}").status_code == 404
    exported = owner.get("/v1/me/export").json["series"]
    assert [(each["id"], each["status"]) for each in exported] == [(another, "ended"), (series, "running")]


def test_the_calendar_contains_the_rule_the_zone_and_the_exceptions(owner: User, series: str, service: Any):
    first, second, *_ = view(owner, series)["to_come"]
    ask(owner, series, "skip_occurrence", key=second["key"])
    read = icalendar.Calendar.from_ical(owner.get(f"/v1/series/{series}/calendar").text)
    [event] = read.walk("VEVENT")
    assert event["RRULE"].to_ical() == b"FREQ=WEEKLY"
    assert event["DTSTART"].params["TZID"] == "Europe/Berlin"
    assert event["DTSTART"].dt.isoformat() == first["local_start"]
    assert [each.dt.isoformat() for each in event["EXDATE"].dts] == [second["local_start"]]
    assert [str(each["TZID"]) for each in read.walk("VTIMEZONE")] == ["Europe/Berlin"]

    opens_next(service, owner, series)
    ask(owner, series, "end_series")
    [event] = icalendar.Calendar.from_ical(owner.get(f"/v1/series/{series}/calendar").text).walk("VEVENT")
    until = first["starts_at"][:19].replace("-", "").replace(":", "") + "Z"
    assert event["RRULE"].to_ical() == f"FREQ=WEEKLY;UNTIL={until}".encode()
