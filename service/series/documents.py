"""Documents about series: JSON and a calendar. They are public."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, NamedTuple

from icalendar import vRecur

from domain.clocks.calendar import zone_of
from domain.kernel.instants import Instant, utc, write_instant
from domain.tournaments.series.decide import DoneOccurrence, Series, closes_at, opens_at
from domain.tournaments.series.events import OccurrenceMissed, OccurrenceOpened, OccurrenceSkipped
from domain.tournaments.series.plan import Occurrence, SeriesPlan
from service.platform.calendars import calendar_event, new_calendar
from service.platform.document_types import SeriesStatus
from service.platform.documents import timestamp
from service.platform.store.codec import encoder
from service.series.document_types import OccurrenceDone, OccurrenceToCome
from service.series.document_types import SeriesView as SeriesViewDocument
from service.series.events import SERIES

OccurrenceState = Literal["to_come", "opened", "skipped", "missed"]
ZONE_TOLD = timedelta(days=5 * 366)
"""Period for which a calendar contains the offsets of its time zone. Subscribers reload it before that."""

_plan = encoder(SeriesPlan)


class SeriesView(NamedTuple):
    """A series as shown.

    Attributes:
        series_id, version, series: the id of the series, its newest version and its state.
        to_come: the next occurrences.
        so_far: the results of occurrences, the newest first.
    """

    series_id: str
    version: int
    series: Series
    to_come: Sequence[Occurrence]
    so_far: Sequence[OccurrenceOpened | OccurrenceSkipped | OccurrenceMissed]


def status_of(series: Series) -> SeriesStatus:
    """Returns whether a series still opens tournaments."""
    return "ended" if series.has_ended else "running"


def series_document(seen: SeriesView) -> SeriesViewDocument:
    """Returns the series as JSON."""
    series, due = seen.series, SERIES.due_time(seen.series)
    missed = {each.key for each in seen.so_far if isinstance(each, OccurrenceMissed)}
    return {
        "id": seen.series_id,
        "version": seen.version,
        "status": status_of(series),
        "owner": series.owner,
        "plan": _plan(series.plan),
        "opens_next_at": None if due is None else timestamp(due),
        "to_come": [_occurrence(series, each, missed) for each in seen.to_come],
        "so_far": [_outcome(each) for each in seen.so_far],
    }


def _occurrence(series: Series, occurrence: Occurrence, missed: set[Any]) -> OccurrenceToCome:
    done = series.done_of(occurrence.key)
    status = "missed" if occurrence.key in missed else _state(done)
    zone = zone_of(series.plan.recurrence.zone)
    return {
        "key": occurrence.key,
        "status": status,
        "state": status,
        "starts_at": write_instant(occurrence.starts_at),
        "local_start": utc(occurrence.starts_at).astimezone(zone).isoformat(timespec="seconds"),
        "opens_at": write_instant(opens_at(series.plan, occurrence)),
        "closes_at": write_instant(closes_at(series.plan, occurrence)),
        "tournament": done.tournament if done else None,
    }


def _state(done: DoneOccurrence | None) -> OccurrenceState:
    if done is None:
        return "to_come"
    return "skipped" if done.tournament is None else "opened"


def _outcome(event: OccurrenceOpened | OccurrenceSkipped | OccurrenceMissed) -> OccurrenceDone:
    match event:
        case OccurrenceOpened(key, _, tournament):
            return _done(key, "opened", tournament, None)
        case OccurrenceMissed(key, _, reason):
            return _done(key, "missed", None, reason)
        case OccurrenceSkipped(_, key):
            return _done(key, "skipped", None, None)


def _done(key: str, status: OccurrenceState, tournament: str | None, reason: str | None) -> OccurrenceDone:
    """Returns a past occurrence. `state` is the older name of its status."""
    return {"key": key, "status": status, "state": status, "tournament": tournament, "reason": reason}


def series_calendar(seen: SeriesView, now: datetime) -> bytes:
    """Returns the recurrence of the series as a calendar (RFC 5545): one event with its rule and its zone.

    Skipped and missed occurrences in `so_far` are excluded. If the series has ended, its rule ends with the last
    tournament it opened. `now` is the time of the calendar.
    """
    recurrence = seen.series.plan.recurrence
    zone = zone_of(recurrence.zone)
    opened = [each.starts_at for each in seen.so_far if isinstance(each, OccurrenceOpened)]
    made = new_calendar()
    if not seen.series.has_ended or opened:
        first = _local(recurrence.first, zone)
        event = calendar_event(seen.series_id, now, first, seen.series.plan.template.name)
        event.add("rrule", _rule(recurrence.rule, max(opened) if seen.series.has_ended else None))
        without = [each.key for each in seen.so_far if not isinstance(each, OccurrenceOpened)]
        if without:
            event.add("exdate", [_local(key, zone) for key in sorted(without)])
        made.add_component(event)
        made.add_missing_timezones(first_date=_first_day(recurrence.first), last_date=(now + ZONE_TOLD).date())
    return bytes(made.to_ical())


def _local(key: str, zone: Any) -> datetime:
    return datetime.fromisoformat(key).replace(tzinfo=zone)


def _first_day(key: str) -> date:
    return datetime.fromisoformat(key).date() - timedelta(days=1)


def _rule(rule: str, last: Instant | None) -> Any:
    """Returns the recurrence rule, ending at `last` if it is given."""
    made = vRecur.from_ical(rule)
    if last is not None:
        made.pop("COUNT", None)
        made["UNTIL"] = utc(last)
    return made
