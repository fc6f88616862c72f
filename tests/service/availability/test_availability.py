"""Availability of players: set and shown over HTTP, and its effect on their clocks."""

from typing import Any

import pytest

from domain.clocks.calendar import ALWAYS, Calendar, calendar_as_of, due_at
from domain.clocks.ladder import Pauses
from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, write_instant
from service.accounts.handlers import AccountClosed
from service.availability.handlers import (
    CHANGES_LIMIT,
    CHANGES_MS,
    KEPT_MS,
    Availability,
    AvailabilitySchedule,
    ChangedTooOften,
)
from service.platform.sources import time_of_day
from tests.support.api import Api, Json, User

BERLIN: Json = {
    "time_zone": "Europe/Berlin",
    "quiet_hours": {"start": "22:00", "end": "07:30"},
    "weekend": ["saturday", "sunday"],
    "automatic_vacation": False,
}
ALL = Pauses(vacation=True, weekends=True, quiet_hours=True)
NIGHTS = Calendar("Europe/Berlin", (22 * 60, 7 * 60 + 30), (5, 6))


def put(user: User, **members: Any) -> Any:
    return user.api.call("PUT", "/v1/me/availability", members, token=user.token)


def availability_of(user: User) -> Json:
    return dict(user.get("/v1/me/availability").json)


def seen(user: User) -> Json:
    return dict(user.api.sign_up().get(f"/v1/players/{user.id}").json["availability"])


def test_a_player_without_settings_is_always_available(api: Api, service):
    user = api.sign_up()

    assert availability_of(user) == {
        "time_zone": "UTC",
        "quiet_hours": None,
        "weekend": [],
        "automatic_vacation": True,
        "since": None,
    }
    assert seen(user) == {"time_zone": "UTC", "quiet_hours": None, "weekend": [], "vacation": None}
    assert service.availability.calendars([user.id], ALL) == {user.id: ALWAYS}


def test_everybody_sees_the_availability_of_a_player_except_the_vacation_switch(api: Api):
    user = api.sign_up()

    answered = put(user, **BERLIN)

    assert answered.status_code == 200
    assert availability_of(user) == answered.json == {**BERLIN, "since": answered.json["since"]}
    shown = {name: BERLIN[name] for name in ("time_zone", "quiet_hours", "weekend")}
    assert seen(user) == {**shown, "vacation": None}


def test_an_omitted_member_resets_its_setting(api: Api):
    user = api.sign_up()
    put(user, **BERLIN)

    put(user, time_zone="Asia/Tokyo")

    kept = availability_of(user)
    assert {name: kept[name] for name in ("quiet_hours", "weekend")} == {"quiet_hours": None, "weekend": []}
    assert (kept["time_zone"], kept["automatic_vacation"]) == ("Asia/Tokyo", True)


def test_house_bots_and_closed_accounts_have_no_availability(api: Api):
    user, other = api.sign_up(), api.sign_up()
    put(user, **BERLIN)
    user.api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token)

    assert other.get(f"/v1/players/{user.id}").json["availability"] is None
    assert other.get("/v1/players/ply_house_steady").json["availability"] is None


@pytest.mark.parametrize(
    ("members", "status", "code", "field"),
    [
        ({}, 400, "invalid_request", "time_zone"),
        ({"time_zone": "Berlin"}, 422, "unknown_time_zone", "time_zone"),
        ({"time_zone": "../../etc/passwd"}, 422, "unknown_time_zone", "time_zone"),
        ({"time_zone": "Europe"}, 422, "unknown_time_zone", "time_zone"),
        ({"time_zone": "Europe/Berlin\u0000"}, 422, "unknown_time_zone", "time_zone"),
        ({"time_zone": ""}, 400, "invalid_request", "time_zone"),
        ({"time_zone": 1}, 400, "invalid_request", "time_zone"),
        ({**BERLIN, "quiet_hours": {"start": "20:00", "end": "08:01"}}, 422, "too_quiet", "quiet_hours"),
        ({**BERLIN, "quiet_hours": {"start": "20:00", "end": "20:00"}}, 422, "too_quiet", "quiet_hours"),
        ({**BERLIN, "quiet_hours": {"start": "24:00", "end": "07:00"}}, 400, "invalid_request", "quiet_hours.start"),
        ({**BERLIN, "quiet_hours": {"start": "22:00", "end": "7:00"}}, 400, "invalid_request", "quiet_hours.end"),
        ({**BERLIN, "quiet_hours": {"start": "22:00", "end": "07:00\n"}}, 400, "invalid_request", "quiet_hours.end"),
        ({**BERLIN, "quiet_hours": {"start": "22:00"}}, 400, "invalid_request", "quiet_hours.end"),
        ({**BERLIN, "quiet_hours": []}, 400, "invalid_request", "quiet_hours"),
        ({**BERLIN, "weekend": ["friday", "saturday", "sunday"]}, 422, "too_quiet", "weekend"),
        ({**BERLIN, "weekend": ["someday"]}, 400, "invalid_request", "weekend.0"),
        ({**BERLIN, "weekend": None}, 400, "invalid_request", "weekend"),
        ({**BERLIN, "automatic_vacation": "yes"}, 400, "invalid_request", "automatic_vacation"),
        ({**BERLIN, "holidays": True}, 400, "invalid_request", "holidays"),
    ],
)
def test_invalid_availability_is_refused_by_member_and_changes_nothing(api: Api, members, status, code, field):
    user = api.sign_up()

    refused = put(user, **members)

    assert (refused.status_code, refused.json["code"]) == (status, code)
    assert field in refused.json["facts"]["fields"]
    assert availability_of(user)["since"] is None


def test_availability_needs_the_account_scope(api: Api):
    user = api.sign_up()
    made = user.post("/v1/me/tokens", {"name": "reader", "scopes": ["account:read"]}).json
    reader = User(api, user.id, made["secret"])

    assert put(reader, **BERLIN).json["code"] == "missing_scope"
    assert availability_of(reader)["time_zone"] == "UTC"
    assert reader.post("/v1/me/vacation", {"ends_at": "2030-01-01T00:00:00Z"}).json["code"] == "missing_scope"


def test_a_calendar_contains_the_availability_that_the_table_allows(api: Api, service):
    user = api.sign_up()
    put(user, **BERLIN)
    now = time_of_day()

    def current(pauses: Pauses) -> Calendar:
        return calendar_as_of(service.availability.calendars([user.id], pauses)[user.id], now)

    assert current(ALL) == NIGHTS
    assert current(ALL._replace(weekends=False)) == NIGHTS._replace(weekend=())
    assert current(ALL._replace(quiet_hours=False)) == NIGHTS._replace(quiet=None)


def test_a_process_knows_a_change_of_its_own_at_once(api: Api, service):
    user = api.sign_up()
    service.availability.calendars([user.id], ALL)

    put(user, **BERLIN)

    assert service.availability.calendars([user.id], ALL)[user.id].time_zone == "Europe/Berlin"


def test_a_running_turn_keeps_the_schedule_it_started_with(api: Api, service):
    user = api.sign_up()
    availability, began = service.availability, time_of_day()
    midday = Calendar("UTC", (0, 12 * 60), ())
    availability.replace(user.id, NIGHTS, Instant(began + HOUR_MS), automatic_vacation=True)
    availability.replace(user.id, midday, Instant(began + 2 * HOUR_MS), automatic_vacation=True)

    calendar = availability.calendars([user.id], ALL)[user.id]

    for start, holds in ((began, ALWAYS), (began + HOUR_MS, NIGHTS), (began + 2 * HOUR_MS, midday)):
        assert due_at(calendar, Instant(start), 5 * DAY_MS) == due_at(holds, Instant(start), 5 * DAY_MS)


def test_setting_the_same_schedule_again_keeps_its_start(api: Api, service):
    user = api.sign_up()
    first = put(user, **BERLIN).json

    again = put(user, **{**BERLIN, "automatic_vacation": True}).json

    assert again == {**first, "automatic_vacation": True} == availability_of(user)
    assert len(service.availability.calendars([user.id], ALL)[user.id].former) == 1


def test_the_number_of_schedule_changes_is_limited(api: Api, service):
    user = api.sign_up()
    availability, now = service.availability, time_of_day()
    for change in range(CHANGES_LIMIT):
        now = Instant(now + HOUR_MS)
        availability.replace(user.id, NIGHTS._replace(quiet=(change, 60)), now, automatic_vacation=True)
    last = availability.of(user.id)

    with pytest.raises(ChangedTooOften):
        availability.replace(user.id, NIGHTS, Instant(now + HOUR_MS), automatic_vacation=True)

    assert availability.of(user.id) == last
    kept = availability.replace(user.id, last.calendar, Instant(now + HOUR_MS), automatic_vacation=False)
    assert kept == last._replace(automatic_vacation=False)
    later = Instant(now + CHANGES_MS)
    assert availability.replace(user.id, NIGHTS, later, automatic_vacation=True) == AvailabilitySchedule(
        NIGHTS, since=later
    )


def test_too_many_changes_are_refused_by_code(api: Api, service):
    user = api.sign_up()
    for change in range(CHANGES_LIMIT):
        assert put(user, time_zone="UTC", quiet_hours={"start": "00:00", "end": f"01:{change:02d}"}).status_code == 200

    refused = put(user, **BERLIN)

    assert (refused.status_code, refused.json["code"]) == (409, "changed_too_often")


def test_old_schedules_are_deleted(api: Api, service):
    user = api.sign_up()
    availability, now = service.availability, time_of_day()
    availability.replace(user.id, NIGHTS, now, automatic_vacation=True)
    availability.replace(user.id, NIGHTS._replace(weekend=()), Instant(now + DAY_MS), automatic_vacation=True)
    late = Instant(now + KEPT_MS + 2 * DAY_MS)
    availability.replace(user.id, ALWAYS, late, automatic_vacation=True)

    exported = user.get("/v1/me/export").json["availability"]

    assert [each["since"] for each in exported] == [write_instant(Instant(now + DAY_MS)), write_instant(late)]


def test_another_process_notices_a_change_soon_and_loads_all_missing_calendars_at_once(api: Api, service):
    users = [api.sign_up() for _ in range(3)]
    ids = [user.id for user in users]
    at_once, patient = Availability(service.database, 0.0), Availability(service.database, 3600.0)
    patient.calendars(ids[:1], ALL)
    for user in users:
        put(user, **BERLIN)

    assert all(calendar.time_zone == "Europe/Berlin" for calendar in at_once.calendars(ids, ALL).values())
    assert [patient.calendars(ids, ALL)[each].time_zone for each in ids] == ["UTC", "Europe/Berlin", "Europe/Berlin"]
    patient.forget(ids)
    assert patient.calendars(ids, ALL)[ids[0]].time_zone == "Europe/Berlin"


def test_in_a_sandbox_all_processes_see_a_change_at_once(api: Api, service):
    author = api.sign_up().in_sandbox()
    another_process = Availability(service.database, 3600.0)
    assert another_process.calendars([author.id], ALL) == {author.id: ALWAYS}

    put(author, **BERLIN)

    assert another_process.calendars([author.id], ALL)[author.id].time_zone == "Europe/Berlin"


def test_a_closed_account_cannot_set_availability_and_pauses_no_clock(api: Api, service):
    user = api.sign_up()
    put(user, **BERLIN)
    user.api.call("DELETE", "/v1/me", {"confirm": user.id}, token=user.token)
    service.availability.forget([user.id])

    with pytest.raises(AccountClosed):
        service.availability.replace(user.id, NIGHTS, time_of_day(), automatic_vacation=True)
    assert service.availability.calendars([user.id], ALL) == {user.id: ALWAYS}


def test_a_zone_that_is_no_longer_known_counts_as_utc(api: Api, service):
    user = api.sign_up()
    service.availability.replace(user.id, Calendar("Mars/Olympus", (0, 60), ()), time_of_day(), automatic_vacation=True)

    assert service.availability.of(user.id).calendar == Calendar("UTC", (0, 60), ())
