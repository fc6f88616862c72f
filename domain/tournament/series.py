"""A series: an event that recurs, and opens its tournaments by itself. Its stream is `series-<id>`.

When it recurs is said by a recurrence rule (RFC 5545, RRULE) with a first local start, in a named time zone. The
occurrences that follow from it come in as data; here it is decided which of them are opened, each exactly once. An
occurrence is known by its local start, `2026-11-27T19:00`, which no change of the clocks moves.

| occurrence | can be opened |
|---|---|
| begins later than the lead time from now | not yet |
| begins within the lead time | once, unless it was skipped |
| has begun | no longer |
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NewType

from domain.events import event
from domain.instants import SECOND_MS, Instant, read_instant, write_instant
from domain.table.events import PlayerId
from domain.tournament.evolve import BrokenHistory
from domain.tournament.refusals import (
    InvalidSettings,
    OccurrencePast,
    OccurrenceTaken,
    OccurrenceTooEarly,
    SeriesEndedAlready,
    SeriesOwnerOnly,
)
from domain.tournament.settings import SPAN_LIMIT_S, Schedule, Settings, check_settings

TournamentId = NewType("TournamentId", str)
LocalStart = NewType("LocalStart", str)

RULE_LIMIT = 500
ZONE_LIMIT = 64
_RULE = re.compile(r"[A-Z]+=[A-Z0-9,+-]+(;[A-Z]+=[A-Z0-9,+-]+)*")
_FREQUENCIES = {"FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"}
_LOCAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
_SAMPLE = read_instant("2100-01-01T00:00:00.000Z")


@dataclass(frozen=True, slots=True)
class Recurrence:
    """When a series recurs.

    Attributes:
        rule: an RRULE without its name, by days, weeks, months or years: `FREQ=WEEKLY;BYDAY=FR`.
        zone: the time zone by its name: `Europe/Berlin`.
        first: the local start from which on the rule is counted.
    """

    rule: str
    zone: str
    first: LocalStart


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """All that is settled about a series.

    Attributes:
        recurrence: when it recurs.
        lead_s: so long before its start a tournament is opened.
        template: the settings of its tournaments; their times are set by what follows.
        opens_before_s: so long before the start registration opens; none: with the tournament.
        closes_before_s: so long before the start it closes; none: with the start.
        check_in_s: for so long before the start players check in; none: nobody has to.
    """

    recurrence: Recurrence
    lead_s: int
    template: Settings
    opens_before_s: int | None = None
    closes_before_s: int | None = None
    check_in_s: int | None = None


class Occurrence(NamedTuple):
    """One of the times at which a series recurs: its local start, and which moment that is."""

    key: LocalStart
    starts_at: Instant


class Series(NamedTuple):
    """A series as it knows itself: `done` are the occurrences that were opened or skipped."""

    owner: PlayerId
    plan: SeriesPlan
    done: tuple[LocalStart, ...] = ()
    has_ended: bool = False


# ------------------------------------------------------------------------------------------------ events


@event("series_created")
@dataclass(frozen=True, slots=True)
class SeriesCreated:
    """A series was created."""

    owner: PlayerId
    plan: SeriesPlan


@event("series_changed")
@dataclass(frozen=True, slots=True)
class SeriesChanged:
    """The owner has changed the series; tournaments that were opened stay as they are."""

    by: PlayerId
    plan: SeriesPlan


@event("occurrence_opened")
@dataclass(frozen=True, slots=True)
class OccurrenceOpened:
    """A tournament was opened for an occurrence."""

    key: LocalStart
    starts_at: Instant
    tournament: TournamentId


@event("occurrence_skipped")
@dataclass(frozen=True, slots=True)
class OccurrenceSkipped:
    """The owner wants no tournament for an occurrence."""

    by: PlayerId
    key: LocalStart


@event("series_ended")
@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The series opens no more tournaments: its owner has ended it, or its rule has no more occurrences (by nobody)."""

    by: PlayerId | None


# ------------------------------------------------------------------------------------------------ commands


@dataclass(frozen=True, slots=True)
class CreateSeries:
    """Create a series; who does so owns it."""

    by: PlayerId
    plan: SeriesPlan


@dataclass(frozen=True, slots=True)
class ChangeSeries:
    """Change what is still to come of a series."""

    by: PlayerId
    plan: SeriesPlan


@dataclass(frozen=True, slots=True)
class OpenOccurrence:
    """Open a tournament for an occurrence; no player can ask for it."""

    occurrence: Occurrence
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class SkipOccurrence:
    """Want no tournament for an occurrence."""

    by: PlayerId
    key: LocalStart


@dataclass(frozen=True, slots=True)
class EndSeries:
    """Open no more tournaments."""

    by: PlayerId | None


SeriesCommand = CreateSeries | ChangeSeries | OpenOccurrence | SkipOccurrence | EndSeries


class SeriesOutcome(NamedTuple):
    """What has been decided: the events, and the series after them."""

    events: tuple[Any, ...]
    series: Series


# ------------------------------------------------------------------------------------------------ the decider


def decide_series(series: Series | None, command: SeriesCommand, now: Instant) -> SeriesOutcome:
    """The events that follow from a command, and the series after them.

    Raises:
        Refusal: the command is refused, and nothing has happened.
    """
    happened = _created(command) if isinstance(command, CreateSeries) else _happens(series, command, now)
    return SeriesOutcome((happened,), evolve_series(series, happened))


def _created(command: CreateSeries) -> SeriesCreated:
    check_plan(command.plan)
    return SeriesCreated(command.by, command.plan)


def _happens(series: Series | None, command: SeriesCommand, now: Instant) -> Any:
    if series is None:
        raise BrokenHistory(f"{type(command).__name__} without a series")
    if not isinstance(command, OpenOccurrence) and command.by not in (None, series.owner):
        raise SeriesOwnerOnly(f"{series.owner} owns the series", hint="ask them")
    if series.has_ended:
        raise SeriesEndedAlready("the series has ended", hint="create another one")
    match command:
        case ChangeSeries(by, plan):
            check_plan(plan)
            return SeriesChanged(by, plan)
        case SkipOccurrence(by, key):
            _check_key(key, "key")
            _check_not_done(series, key)
            return OccurrenceSkipped(by, key)
        case OpenOccurrence(occurrence, tournament):
            _check_can_open(series, occurrence, now)
            return OccurrenceOpened(occurrence.key, occurrence.starts_at, tournament)
        case EndSeries(by):
            return SeriesEnded(by)


def evolve_series(series: Series | None, event: Any) -> Series:
    """The series after an event. Raises `BrokenHistory` where events cannot follow each other."""
    match event:
        case SeriesCreated(owner, plan) if series is None:
            return Series(owner, plan)
        case _ if series is None:
            raise BrokenHistory(f"{type(event).__name__} before the series was created")
        case SeriesChanged(_, plan):
            return series._replace(plan=plan)
        case OccurrenceOpened(key=key) | OccurrenceSkipped(key=key):
            return series._replace(done=(*series.done, key))
        case SeriesEnded():
            return series._replace(has_ended=True)
        case _:
            raise BrokenHistory(f"{type(event).__name__} is nothing that happens in a series")


def awaited_occurrences(series: Series, occurrences: Iterable[Occurrence], now: Instant) -> tuple[Occurrence, ...]:
    """The occurrences that the service has to open now, the next first; `occurrences` are those of the rule."""
    if series.has_ended:
        return ()
    awaited = [
        each for each in occurrences if each.key not in series.done and _opens_at(series, each) <= now < each.starts_at
    ]
    return tuple(sorted(awaited, key=lambda each: each.starts_at))


def settings_of(plan: SeriesPlan, series: str, occurrence: Occurrence) -> Settings:
    """The settings of the tournament of an occurrence."""
    starts_at = occurrence.starts_at
    return replace(
        plan.template,
        series=series,
        schedule=Schedule(
            opens_at=_before(starts_at, plan.opens_before_s),
            closes_at=_before(starts_at, plan.closes_before_s),
            check_in_s=plan.check_in_s,
            starts_at=starts_at,
        ),
    )


def check_plan(plan: SeriesPlan) -> None:
    """Whether there can be such a series. Raises `InvalidSettings`, which names the member that is wrong."""
    recurrence = plan.recurrence
    is_rule = len(recurrence.rule) <= RULE_LIMIT and _RULE.fullmatch(recurrence.rule)
    if not is_rule or len(_FREQUENCIES & set(recurrence.rule.split(";"))) != 1:
        raise _invalid("recurrence.rule", "this is no rule by days, weeks, months or years", "FREQ=WEEKLY;BYDAY=FR")
    if not 1 <= len(recurrence.zone) <= ZONE_LIMIT:
        raise _invalid("recurrence.zone", "the zone has no name", "Europe/Berlin")
    _check_key(recurrence.first, "recurrence.first")
    if not 0 < plan.lead_s <= SPAN_LIMIT_S:
        raise _invalid("lead_s", f"lead_s cannot be {plan.lead_s}", f"1 to {SPAN_LIMIT_S}")
    check_settings(settings_of(plan, "", Occurrence(recurrence.first, _SAMPLE)))


def _check_key(key: LocalStart, option: str) -> None:
    if not _LOCAL.fullmatch(key):
        raise _invalid(option, "this is no local start", "2026-11-27T19:00")


def _check_not_done(series: Series, key: LocalStart) -> None:
    if key in series.done:
        raise OccurrenceTaken(f"{key} was opened or skipped", hint="nothing has to be done", facts={"key": key})


def _check_can_open(series: Series, occurrence: Occurrence, now: Instant) -> None:
    _check_key(occurrence.key, "key")
    _check_not_done(series, occurrence.key)
    opens_at = _opens_at(series, occurrence)
    if now < opens_at:
        at = write_instant(opens_at)
        raise OccurrenceTooEarly(f"{occurrence.key} is opened at {at}", hint="wait for that", facts={"at": at})
    if now >= occurrence.starts_at:
        raise OccurrencePast(f"{occurrence.key} would have begun", hint="open the next one")


def _opens_at(series: Series, occurrence: Occurrence) -> Instant:
    return Instant(occurrence.starts_at - series.plan.lead_s * SECOND_MS)


def _before(at: Instant, seconds: int | None) -> Instant | None:
    return None if seconds is None else Instant(at - seconds * SECOND_MS)


def _invalid(option: str, detail: str, right: str) -> InvalidSettings:
    return InvalidSettings(detail, hint=f"give something like {right}", facts={"option": option})
