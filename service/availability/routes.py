"""HTTP routes for the availability of a player: time zone, quiet hours, weekend and vacation."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response

from domain.clocks.calendar import WEEKDAYS, calendar, minute_of_day
from domain.kernel.instants import Instant, instant_of
from domain.kernel.messages import message
from service.availability.document_types import Vacations
from service.availability.documents import own_calendar_document, schedule_document, vacation_document
from service.availability.own_calendar import icalendar_of
from service.availability.schemas import AvailabilitySchema, VacationSchema
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.language import language, note_language
from service.platform.http.rate_limits import rate_class
from service.request_context import identity, needs, now, player, service

availability = Blueprint("availability", __name__, url_prefix="/v1/me")

_AVAILABILITY = AvailabilitySchema()
_VACATION = VacationSchema()
VACATIONS_SHOWN = 100
DAYS_SHOWN, DAYS_LIMIT = 14, 60


@availability.get("/availability")
@rate_class("account")
@needs("account:read")
def view_availability() -> Response:
    requests.check_parameters()
    return answer(schedule_document(service().availability.of(player())))


@availability.put("/availability")
@rate_class("account")
@needs("account:write")
def put_availability() -> Response:
    requests.check_parameters()
    body = load(_AVAILABILITY, requests.body())
    quiet = body["quiet_hours"]
    wanted = calendar(
        body["time_zone"],
        None if quiet is None else (minute_of_day(quiet["start"]), minute_of_day(quiet["end"])),
        [WEEKDAYS.index(day) for day in body["weekend"]],
    )
    kept = service().availability.replace(player(), wanted, now(), automatic_vacation=body["automatic_vacation"])
    return answer(schedule_document(kept))


@availability.get("/calendar")
@rate_class("read")
@needs("table:read")
def view_my_calendar() -> Response:
    requests.check_parameters("days", "format")
    days = requests.whole_parameter("days", DAYS_SHOWN, 1, DAYS_LIMIT)
    wanted = requests.word_parameter("format", ("json", "ics"))
    at = now()
    own = service().own_calendars.of(player(), identity().sandbox, at, days)
    if wanted == "ics":
        return note_language(
            Response(icalendar_of(own, at, language()), content_type="text/calendar; charset=utf-8"), language()
        )
    return answer(own_calendar_document(own))


@availability.get("/vacation")
@rate_class("account")
@needs("account:read")
def view_vacation() -> Response:
    requests.check_parameters()
    return answer(_vacations_document())


@availability.post("/vacation")
@rate_class("account")
@needs("account:write")
def begin_vacation() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("a repeated request is refused while the vacation lasts"))
    body = load(_VACATION, requests.body())
    begun = service().vacations.begin(player(), _instant(body, "starts_at"), _end(body), now())
    service().vacations.apply(player())
    return answer(vacation_document(begun), 201, location="/v1/me/vacation")


@availability.delete("/vacation")
@rate_class("account")
@needs("account:write")
def end_vacation() -> Response:
    requests.check_parameters()
    service().vacations.come_back(player(), now())
    service().vacations.apply(player())
    return Response(status=204)


def _vacations_document() -> Vacations:
    at = now()
    found = service().vacations.of(player())
    current = service().vacations.at(player(), at)
    return {
        "balance_s": service().vacations.balance_ms(player(), at) // 1000,
        "current": None if current is None else vacation_document(current),
        "vacations": [vacation_document(each) for each in found[:VACATIONS_SHOWN]],
    }


def _end(body: dict[str, Any]) -> Instant:
    end = _instant(body, "ends_at")
    return Instant(0) if end is None else end


def _instant(body: dict[str, Any], name: str) -> Instant | None:
    """Returns the time in a member of the body, or `None` if it is absent. Raises `Problem` if it does not exist."""
    if name not in body:
        return None
    try:
        return instant_of(datetime.fromisoformat(body[name]).astimezone(UTC))
    except (ValueError, OverflowError):
        raise requests.wrong_parameter(name, message("give a date and time that exist")) from None
