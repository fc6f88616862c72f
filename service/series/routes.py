"""HTTP routes for series: creating, listing and viewing them, and sending commands."""

from itertools import islice
from typing import Any

from flask import Blueprint, Response

from domain.games.package import Body
from domain.kernel.instants import utc
from domain.kernel.players import PlayerId
from domain.tournaments.formats.checks import default_check_in_s
from domain.tournaments.series.decide import ChangeSeries, EndSeries, SkipOccurrence
from domain.tournaments.series.plan import LocalStart, Recurrence, SeriesPlan
from service.platform.documents import creation, timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_of_events
from service.platform.http.command_bodies import load_command
from service.platform.http.fields import VERSION_LIMIT, load
from service.platform.http.rate_limits import rate_class
from service.platform.lists import AFTER_ALL
from service.platform.store.events import record_of, stored_event_document
from service.platform.store.stream_repository import CommandResult
from service.request_context import identity, named_page_of, needs, now, player, reader, service, with_names
from service.series.document_types import SeriesSummary
from service.series.documents import SeriesView, series_calendar, series_document, status_of
from service.series.events import SERIES
from service.series.handlers import ListedSeries, OwnersCommand, to_come
from service.series.schemas import SERIES_COMMANDS, SeriesPlanSchema
from service.tournaments.schemas import settings_of

series = Blueprint("series", __name__, url_prefix="/v1/series")

STATUSES = ("running", "ended")
MANAGE = "tournament:manage"
EVENTS_LIMIT = 1000
SHOWN_TO_COME = 10
SHOWN_SO_FAR = 50
LEFT_OUT = 1000
"""The number of newest occurrences that are searched for those that the calendar excludes."""

_CREATE = SeriesPlanSchema()


@series.post("")
@rate_class("open")
@needs(MANAGE)
def create_series() -> Response:
    requests.check_parameters()
    by = player()
    plan = _plan_of(load(_CREATE, requests.body()))
    done = service().series.create(by, plan, requests.idempotency_key(by))
    return _done_answer(done, 201, location=f"/v1/series/{done.id}")


@series.get("")
@rate_class("read")
@needs("table:read", public=True)
def list_series() -> Response:
    requests.check_parameters("status", "mine", "limit", "cursor")
    status: Any = requests.word_parameter("status", STATUSES)
    whose = player() if requests.boolean_parameter("mine") else None
    count, before = requests.page_limit(), requests.page_cursor() or AFTER_ALL
    sandbox = identity().sandbox
    found = service().series.list_page(
        sandbox=sandbox, status=status, owner=whose, public_only=not reader(), before=before, limit=count + 1
    )
    return named_page_of("series", [_summary(each) for each in found], count)


def _summary(each: ListedSeries) -> SeriesSummary:
    return {
        "id": each.id,
        "version": each.version,
        "name": each.name,
        "status": each.status,
        "game": each.game,
        "format": each.format,
        "rule": each.rule,
        "zone": each.zone,
        "opens_next_at": timestamp(each.opens_next_at) if each.opens_next_at else None,
        "rated": each.rated,
        "owner": each.owner,
        "updated_at": timestamp(each.updated_at),
    }


@series.get("/<series_id:series_id>")
@rate_class("read")
@needs("table:read", public=True)
def view_series(series_id: str) -> Response:
    requests.check_parameters()
    return answer(with_names(series_document(_seen(series_id, SHOWN_SO_FAR))), cache="private, no-store")


@series.get("/<series_id:series_id>/events")
@rate_class("feed")
@needs("table:read", public=True)
def series_events(series_id: str) -> Response:
    requests.check_parameters("after", "limit")
    after = requests.whole_parameter("after", 0, 0, VERSION_LIMIT)
    count = requests.whole_parameter("limit", 100, 1, EVENTS_LIMIT)
    version = service().series.at(series_id).version
    happened = service().series.since(series_id, after, count + 1)
    events = [stored_event_document(each) for each in happened]
    page = page_of_events({"series": series_id}, events, count, min(after, version))
    return answer(page, cache="private, no-store")


@series.get("/<series_id:series_id>/calendar")
@rate_class("read")
@needs("table:read", public=True)
def view_series_calendar(series_id: str) -> Response:
    requests.check_parameters()
    text = series_calendar(_seen(series_id, LEFT_OUT), utc(now()))
    return Response(text, content_type="text/calendar; charset=utf-8")


# ------------------------------------------------------------------------------------------------ commands


@series.post("/<series_id:series_id>/commands")
@rate_class("command")
@needs(MANAGE)
def command_series(series_id: str) -> Response:
    requests.check_parameters("dry_run")
    members = load_command(SERIES_COMMANDS, requests.body())
    by = player()
    command = series_command(by, members)
    expected = members.get("expected_version")
    key = requests.idempotency_key(by)
    if requests.boolean_parameter("dry_run"):
        return _dry_run_answer(series_id, command, expected)
    return _done_answer(service().series.carry_out(series_id, command, expected=expected, key=key))


def series_command(by: PlayerId, members: Body) -> OwnersCommand:
    """Returns the command of a player. Raises `InvalidTimes` or `UnknownProfile`."""
    match members["type"]:
        case "change_series":
            return ChangeSeries(by, _plan_of(members["plan"]))
        case "skip_occurrence":
            return SkipOccurrence(by, LocalStart(members["key"]))
        case _:
            return EndSeries(by)


def _plan_of(body: Body) -> SeriesPlan:
    recurrence = Recurrence(**body["recurrence"])
    template = settings_of(body["template"])
    opens_before_s = body["opens_before_s"] or body["lead_s"]
    usual = {"check_in_s": default_check_in_s(template.format, opens_before_s)}
    return SeriesPlan(**{**usual, **body, "recurrence": recurrence, "template": template})


def _done_answer(done: CommandResult, status: int = 200, location: str | None = None) -> Response:
    events = [stored_event_document(each) for each in done.events]
    # Only the answer to a creation says what was made, and a repeated one says the same.
    named = {} if location is None else creation(done.id, status_of(SERIES.created(done.events)))
    document = {**named, "series": done.id, "version": done.version, "events": events}
    return answer(document, status, location=location, replayed=done.replayed)


def _dry_run_answer(series_id: str, command: OwnersCommand, expected: int | None) -> Response:
    """Returns the response to a dry run: the events that the command would append. Changes nothing."""
    dry_run = service().series.dry_run(series_id, command, expected=expected)
    events = [record_of(event).type for event in dry_run.outcome.events]
    return answer({"series": series_id, "version": dry_run.version, "legal": True, "events": events})


def _seen(series_id: str, so_far: int) -> SeriesView:
    """Returns the current state of a series. Raises `NoSuchSeries`."""
    at = service().series.at(series_id)
    following = tuple(islice(to_come(at.series, now()), SHOWN_TO_COME))
    return SeriesView(series_id, at.version, at.series, following, service().series.outcomes(series_id, so_far))
