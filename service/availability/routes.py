"""HTTP routes for the availability of a player: time zone, quiet hours, weekend and vacation."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response

from domain.clocks.calendar import WEEKDAYS, Calendar, calendar, minute_of_day, written_minute
from domain.kernel.instants import Instant, instant_of, write_instant
from service.accounts.handlers import Player
from service.availability.handlers import AvailabilitySchedule
from service.availability.schemas import AvailabilitySchema, VacationSchema
from service.availability.vacations import Vacation
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.rate_limits import counts_as
from service.request_context import needs, now, player, service

availability = Blueprint("availability", __name__, url_prefix="/v1/me")

_AVAILABILITY = AvailabilitySchema()
_VACATION = VacationSchema()
VACATIONS_SHOWN = 100


@availability.get("/availability")
@counts_as("account")
@needs("account:read")
def view_availability() -> Response:
    requests.known_parameters()
    return answer(_schedule_document(service().availability.of(player())))


@availability.put("/availability")
@counts_as("account")
@needs("account:write")
def put_availability() -> Response:
    requests.known_parameters()
    asked = load(_AVAILABILITY, requests.body())
    quiet = asked["quiet_hours"]
    wanted = calendar(
        asked["time_zone"],
        None if quiet is None else (minute_of_day(quiet["start"]), minute_of_day(quiet["end"])),
        [WEEKDAYS.index(day) for day in asked["weekend"]],
    )
    kept = service().availability.replace(player(), wanted, now(), automatic_vacation=asked["automatic_vacation"])
    return answer(_schedule_document(kept))


@availability.get("/vacation")
@counts_as("account")
@needs("account:read")
def view_vacation() -> Response:
    requests.known_parameters()
    return answer(_vacations_document())


@availability.post("/vacation")
@counts_as("account")
@needs("account:write")
def begin_vacation() -> Response:
    requests.known_parameters()
    asked = load(_VACATION, requests.body())
    begun = service().vacations.begin(player(), _instant(asked, "starts_at"), _end(asked), now())
    service().vacations.apply(player())
    return answer(vacation_document(begun), 201)


@availability.delete("/vacation")
@counts_as("account")
@needs("account:write")
def end_vacation() -> Response:
    requests.known_parameters()
    service().vacations.come_back(player(), now())
    service().vacations.apply(player())
    return Response(status=204)


def availability_document(who: Player) -> Json | None:
    """Returns the public availability of a player, or `None` for house bots and closed accounts."""
    if who.kind == "house" or who.closed_at is not None:
        return None
    current = service().vacations.at(who.id, now())
    return {
        **_calendar_document(service().availability.of(who.id).calendar),
        "vacation": None
        if current is None
        else {"starts_at": write_instant(current.starts_at), "ends_at": write_instant(current.ends_at)},
    }


def vacation_document(vacation: Vacation) -> Json:
    """Returns a vacation as its player sees it."""
    return {
        "id": vacation.id,
        "starts_at": write_instant(vacation.starts_at),
        "ends_at": write_instant(vacation.ends_at),
        "came_back_at": None if vacation.came_back_at is None else write_instant(vacation.came_back_at),
        "automatic": vacation.is_automatic,
    }


def _vacations_document() -> Json:
    at = now()
    found = service().vacations.of(player())
    current = service().vacations.at(player(), at)
    return {
        "balance_s": service().vacations.balance_ms(player(), at) // 1000,
        "current": None if current is None else vacation_document(current),
        "vacations": [vacation_document(each) for each in found[:VACATIONS_SHOWN]],
    }


def _schedule_document(schedule: AvailabilitySchedule) -> Json:
    return {
        **_calendar_document(schedule.calendar),
        "automatic_vacation": schedule.automatic_vacation,
        "since": None if schedule.since is None else write_instant(schedule.since),
    }


def _calendar_document(calendar: Calendar) -> Json:
    return {
        "time_zone": calendar.time_zone,
        "quiet_hours": None
        if calendar.quiet is None
        else {"start": written_minute(calendar.quiet[0]), "end": written_minute(calendar.quiet[1])},
        "weekend": [WEEKDAYS[day] for day in calendar.weekend],
    }


def _end(asked: dict[str, Any]) -> Instant:
    end = _instant(asked, "ends_at")
    return Instant(0) if end is None else end


def _instant(asked: dict[str, Any], name: str) -> Instant | None:
    """Returns the time in a member of the body, or `None` if it is absent. Raises `Problem` if it does not exist."""
    if name not in asked:
        return None
    try:
        return instant_of(datetime.fromisoformat(asked[name]).astimezone(UTC))
    except (ValueError, OverflowError):
        raise requests.wrong(name, "give a date and time that exist") from None
