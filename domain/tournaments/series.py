"""A series: a recurring event that opens its tournaments automatically. Its stream is `series-<id>`.

A recurrence rule (RFC 5545, RRULE), a first local start and a named time zone say when it recurs. The occurrences are
computed elsewhere and passed in as data. This module decides which of them to open, each exactly once. The key of an
occurrence is its local start, such as `2026-11-27T19:00`, which changes of the clocks do not move.

| occurrence | what happens |
|---|---|
| starts later than the lead time from now | it can be skipped |
| starts within the lead time | it is opened once, unless it was skipped |
| entry has closed, or it has started | if it was not opened, it is recorded as missed and not opened late |

Occurrences are opened or missed in the order of their starts, so each of them settles all earlier ones. A series
therefore keeps only the keys of later occurrences, however old it is.

The pattern `names` makes the name of each tournament:

| in the pattern | stands for |
|---|---|
| `{name}` | the name of the template |
| `{n}` | the number of the tournament in the series; skipped and missed occurrences do not count |
| `{date}` | the local date of its start, `2026-11-27` |
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, NewType

from domain.kernel.events import Document, event
from domain.kernel.instants import DAY_MS, SECOND_MS, Instant, instant_of, read_instant, write_instant
from domain.table.events import PlayerId
from domain.tournaments.evolve import BrokenHistory
from domain.tournaments.refusals import (
    InvalidSettings,
    OccurrencePast,
    OccurrenceTaken,
    OccurrenceTooEarly,
    SeriesEndedAlready,
    SeriesOwnerOnly,
)
from domain.tournaments.settings import (
    BY_HAND,
    DAY_S,
    NAME_LIMIT,
    Schedule,
    Settings,
    check_settings,
    with_later_members,
)

TournamentId = NewType("TournamentId", str)
LocalStart = NewType("LocalStart", str)

RULE_LIMIT = 500
ZONE_LIMIT = 64
LEAD_LIMIT_S = 60 * DAY_S
"""The most days of a daily series that can be open at the same time."""
NEVER = Instant(0)
TOO_LATE = "too_late"
"""The reason of a missed occurrence that was not opened in time."""
KEYS_KEPT_MS = 2 * DAY_MS
"""How long a key is kept after its occurrence is settled. Local times of all zones differ by less than this."""
_RULE = re.compile(r"[A-Z]+=[A-Z0-9,+-]+(;[A-Z]+=[A-Z0-9,+-]+)*")
_FREQUENCIES = {"FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"}
SAME_NAME = "{name}"
"""The pattern of series that were created before patterns existed."""
NUMBERED_NAME = "{name} {n} ({date})"
"""The default pattern."""
PATTERN_LIMIT = 120
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_PLACEHOLDERS = ("name", "n", "date")
_LARGE_NUMBER = 9999
"""Names must have room for numbers up to this one."""
_LOCAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
_SAMPLE = read_instant("2100-01-01T00:00:00.000Z")


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The recurrence of a series.

    Attributes:
        rule: an RRULE without the property name, by days, weeks, months or years: `FREQ=WEEKLY;BYDAY=FR`.
        zone: the name of the time zone: `Europe/Berlin`.
        first: the local start from which the rule counts.
    """

    rule: str
    zone: str
    first: LocalStart


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """The settings of a series.

    Attributes:
        recurrence: when it recurs.
        lead_s: how long before its start a tournament is opened, in seconds.
        template: the settings of its tournaments, except for their times.
        opens_before_s: how long before the start registration opens, in seconds; `None` to open with the tournament.
        closes_before_s: how long before the start it closes, in seconds; `None` to close with the start.
        check_in_s: the length of check-in before the start, in seconds; `None` for no check-in.
        names: the pattern of names; see the module docstring.
    """

    recurrence: Recurrence
    lead_s: int
    template: Settings
    opens_before_s: int | None = None
    closes_before_s: int | None = None
    check_in_s: int | None = None
    names: str = SAME_NAME


class Occurrence(NamedTuple):
    """An occurrence of the rule: its local start and the same moment as an instant."""

    key: LocalStart
    starts_at: Instant


class DoneOccurrence(NamedTuple):
    """A settled occurrence; `tournament` is `None` if it was skipped or missed."""

    key: LocalStart
    tournament: TournamentId | None


class Series(NamedTuple):
    """The state of a series.

    Attributes:
        owner, plan: the owner and the settings.
        settled: all occurrences that start up to this moment are settled: opened, skipped or missed.
        done: settled occurrences that start later, or not long before.
        has_ended: whether it opens no more tournaments.
        world: the sandbox to which it belongs; `None` for the public world.
        opened: the number of tournaments that it has opened.
    """

    owner: PlayerId
    plan: SeriesPlan
    settled: Instant = NEVER
    done: tuple[DoneOccurrence, ...] = ()
    has_ended: bool = False
    world: str | None = None
    opened: int = 0

    def done_of(self, key: LocalStart) -> DoneOccurrence | None:
        """Returns the record of a settled occurrence, if its key is still kept."""
        return next((each for each in self.done if each.key == key), None)


# ------------------------------------------------------------------------------------------------ events


def _with_later_members(document: Document) -> Document:
    """Upgrades stored events: every tournament had the name of the template, which had fewer settings."""
    plan = document["plan"]
    return {**document, "plan": {**plan, "template": with_later_members(plan["template"]), "names": SAME_NAME}}


def _series_created_2(document: Document) -> Document:
    """Upgrades stored events: all series were public."""
    return {**document, "world": None}


@event("series_created", _series_created_2, _with_later_members)
@dataclass(frozen=True, slots=True)
class SeriesCreated:
    """A series was created.

    Attributes:
        owner, plan: the player who created it, and its settings.
        world: the sandbox to which it belongs; `None` for the public world.
    """

    owner: PlayerId
    plan: SeriesPlan
    world: str | None = None


@event("series_changed", _with_later_members)
@dataclass(frozen=True, slots=True)
class SeriesChanged:
    """The owner changed the series. Tournaments that are already open stay as they are."""

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
    """The owner skipped an occurrence."""

    by: PlayerId
    key: LocalStart


@event("occurrence_missed")
@dataclass(frozen=True, slots=True)
class OccurrenceMissed:
    """An occurrence was missed: `reason` is `too_late`, or the code of the refusal to create its tournament."""

    key: LocalStart
    starts_at: Instant
    reason: str


@event("series_ended")
@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The series ended. `by` is `None` if its rule has no more occurrences, or its owner's account is closed."""

    by: PlayerId | None


# ------------------------------------------------------------------------------------------------ commands


@dataclass(frozen=True, slots=True)
class CreateSeries:
    """Create a series. The sender owns it. Its tournaments are played in the given sandbox, or the public world."""

    by: PlayerId
    plan: SeriesPlan
    world: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeSeries:
    """Change the settings of future occurrences."""

    by: PlayerId
    plan: SeriesPlan


@dataclass(frozen=True, slots=True)
class OpenOccurrence:
    """Record the tournament of an occurrence. Players cannot send this."""

    occurrence: Occurrence
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class SkipOccurrence:
    """Skip an occurrence."""

    by: PlayerId
    key: LocalStart


@dataclass(frozen=True, slots=True)
class MissOccurrence:
    """Record an occurrence as missed. Players cannot send this.

    Attributes:
        occurrence: the occurrence.
        reason: `too_late`, or the code of the refusal to create its tournament.
    """

    occurrence: Occurrence
    reason: str = TOO_LATE


@dataclass(frozen=True, slots=True)
class EndSeries:
    """End the series; it opens no more tournaments."""

    by: PlayerId | None


SeriesCommand = CreateSeries | ChangeSeries | OpenOccurrence | SkipOccurrence | MissOccurrence | EndSeries
SeriesEvent = SeriesCreated | SeriesChanged | OccurrenceOpened | OccurrenceSkipped | OccurrenceMissed | SeriesEnded


class SeriesOutcome(NamedTuple):
    """The events that were decided, and the series after them."""

    events: tuple[Any, ...]
    series: Series


# ------------------------------------------------------------------------------------------------ the decider


def decide_series(series: Series | None, command: SeriesCommand, now: Instant) -> SeriesOutcome:
    """Returns the events that follow from a command, and the series after them.

    Raises:
        Refusal: the command is refused, and nothing has changed.
    """
    happened = _created(command) if isinstance(command, CreateSeries) else _happens(series, command, now)
    return SeriesOutcome((happened,), evolve_series(series, happened))


def _created(command: CreateSeries) -> SeriesCreated:
    check_plan(command.plan)
    return SeriesCreated(command.by, command.plan, command.world)


def _happens(series: Series | None, command: SeriesCommand, now: Instant) -> Any:
    if series is None:
        raise BrokenHistory(f"{type(command).__name__} without a series")
    if not isinstance(command, OpenOccurrence | MissOccurrence) and command.by not in (None, series.owner):
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
        case MissOccurrence(occurrence, reason):
            _check_missed(series, occurrence, reason, now)
            return OccurrenceMissed(occurrence.key, occurrence.starts_at, reason)
        case EndSeries(by):
            return SeriesEnded(by)


def evolve_series(series: Series | None, event: Any) -> Series:
    """Returns the series after an event. Raises `BrokenHistory` if events cannot follow each other."""
    match event:
        case SeriesCreated(owner, plan, world) if series is None:
            return Series(owner, plan, world=world)
        case _ if series is None:
            raise BrokenHistory(f"{type(event).__name__} before the series was created")
        case SeriesChanged(_, plan):
            return series._replace(plan=plan)
        case OccurrenceOpened(key, starts_at, tournament):
            # It was opened after this moment, when all before it were settled.
            counted = series._replace(opened=series.opened + 1)
            return _with_done(counted, DoneOccurrence(key, tournament), _before(starts_at, series.plan.lead_s))
        case OccurrenceMissed(key, starts_at):
            return _with_done(series, DoneOccurrence(key, None), starts_at)
        case OccurrenceSkipped(_, key):
            return _with_done(series, DoneOccurrence(key, None))
        case SeriesEnded():
            return series._replace(has_ended=True)
        case _:
            raise BrokenHistory(f"{type(event).__name__} is nothing that happens in a series")


def _with_done(series: Series, done: DoneOccurrence, settled: Instant = NEVER) -> Series:
    settled = max(series.settled, settled)
    known = [each for each in series.done if _about(each.key) > settled - KEYS_KEPT_MS]
    return series._replace(settled=settled, done=(*known, done))


def _about(key: LocalStart) -> Instant:
    """Returns the start of an occurrence as if its zone were UTC, which is right to less than a day."""
    return instant_of(datetime.fromisoformat(key).replace(tzinfo=UTC))


def unsettled(series: Series, occurrences: Iterable[Occurrence]) -> Iterator[Occurrence]:
    """Returns the unsettled occurrences, in the order given, which must be that of their starts."""
    done = {each.key for each in series.done}
    return (each for each in occurrences if each.starts_at > series.settled and each.key not in done)


def opens_at(plan: SeriesPlan, occurrence: Occurrence) -> Instant:
    """Returns the time from which its tournament can be opened."""
    return _before(occurrence.starts_at, plan.lead_s)


def closes_at(plan: SeriesPlan, occurrence: Occurrence) -> Instant:
    """Returns the time from which its tournament can no longer be opened, because entry would be closed."""
    return _before(occurrence.starts_at, plan.closes_before_s or 0)


def awaited_occurrences(series: Series, occurrences: Iterable[Occurrence], now: Instant) -> tuple[Occurrence, ...]:
    """Returns the occurrences that the service has to open now, the next first, out of those of the rule."""
    if series.has_ended:
        return ()
    plan = series.plan
    awaited = [each for each in unsettled(series, occurrences) if opens_at(plan, each) <= now < closes_at(plan, each)]
    return tuple(sorted(awaited, key=lambda each: each.starts_at))


def name_of(plan: SeriesPlan, occurrence: Occurrence, number: int) -> str:
    """Returns the name of the tournament of an occurrence; `number` counts from 1."""
    known = {"name": plan.template.name, "n": str(number), "date": occurrence.key.partition("T")[0]}
    return _PLACEHOLDER.sub(lambda found: known[found[1]], plan.names)


def settings_of(plan: SeriesPlan, series: str, occurrence: Occurrence, number: int) -> Settings:
    """Returns the settings of the tournament of an occurrence; `number` counts from 1."""
    starts_at = occurrence.starts_at
    return replace(
        plan.template,
        name=name_of(plan, occurrence, number),
        series=series,
        schedule=Schedule(
            opens_at=None if plan.opens_before_s is None else _before(starts_at, plan.opens_before_s),
            closes_at=None if plan.closes_before_s is None else _before(starts_at, plan.closes_before_s),
            check_in_s=plan.check_in_s,
            starts_at=starts_at,
        ),
    )


def check_plan(plan: SeriesPlan) -> None:
    """Checks the settings of a series. Raises `InvalidSettings`, which names the wrong member."""
    recurrence = plan.recurrence
    is_rule = len(recurrence.rule) <= RULE_LIMIT and _RULE.fullmatch(recurrence.rule)
    if not is_rule or len(_FREQUENCIES & set(recurrence.rule.split(";"))) != 1:
        raise _invalid("recurrence.rule", "this is no rule by days, weeks, months or years", "FREQ=WEEKLY;BYDAY=FR")
    if not 1 <= len(recurrence.zone) <= ZONE_LIMIT:
        raise _invalid("recurrence.zone", "the zone has no name", "Europe/Berlin")
    _check_key(recurrence.first, "recurrence.first")
    least = (plan.closes_before_s or 0) + 1
    if not least <= plan.lead_s <= LEAD_LIMIT_S:
        raise _invalid("lead_s", f"lead_s cannot be {plan.lead_s}", f"{least} to {LEAD_LIMIT_S}")
    if plan.template.schedule != BY_HAND or plan.template.series is not None:
        raise InvalidSettings(
            "the template has times, or a series, of its own",
            hint="leave schedule and series out: they follow from the series",
            facts={"option": "template.schedule" if plan.template.schedule != BY_HAND else "template.series"},
        )
    _check_names(plan)
    sample = settings_of(plan, "", Occurrence(recurrence.first, _SAMPLE), _LARGE_NUMBER)
    check_settings(replace(sample, name=plan.template.name))


def _check_names(plan: SeriesPlan) -> None:
    """Checks that the pattern has no unknown placeholders and makes names that are short enough."""
    unknown = [each for each in _PLACEHOLDER.findall(plan.names) if each not in _PLACEHOLDERS]
    if unknown or not 1 <= len(plan.names) <= PATTERN_LIMIT:
        raise InvalidSettings(
            f"there is no placeholder {{{unknown[0]}}}" if unknown else "the pattern is empty or too long",
            hint="use {name}, {n} and {date}",
            facts={"option": "names", "known": list(_PLACEHOLDERS)},
        )
    longest = name_of(plan, Occurrence(plan.recurrence.first, _SAMPLE), _LARGE_NUMBER)
    if len(longest) > NAME_LIMIT:
        raise InvalidSettings(
            f"a name such as {longest} is longer than {NAME_LIMIT} characters",
            hint=f"shorten the name of the template, or the pattern `names`, by {len(longest) - NAME_LIMIT}",
            facts={"option": "names"},
        )


def _check_key(key: LocalStart, option: str) -> None:
    if not _LOCAL.fullmatch(key) or not _is_time(key):
        raise _invalid(option, "this is no local start", "2026-11-27T19:00")


def _is_time(key: str) -> bool:
    try:
        datetime.fromisoformat(key)
    except ValueError:  # such as the 31st of June
        return False
    return True


def _check_not_done(series: Series, key: LocalStart) -> None:
    if series.done_of(key) is not None:
        raise OccurrenceTaken(f"{key} was opened or skipped", hint="nothing has to be done", facts={"key": key})


def _check_can_open(series: Series, occurrence: Occurrence, now: Instant) -> None:
    _check_due(series, occurrence, now)
    if now >= closes_at(series.plan, occurrence):
        raise OccurrencePast(f"{occurrence.key} would have begun, or closed", hint="open the next one")


def _check_missed(series: Series, occurrence: Occurrence, reason: str, now: Instant) -> None:
    _check_due(series, occurrence, now)
    closes = closes_at(series.plan, occurrence)
    if reason == TOO_LATE and now < closes:
        at = write_instant(closes)
        raise OccurrenceTooEarly(f"{occurrence.key} can be opened until {at}", hint="open it", facts={"at": at})


def _check_due(series: Series, occurrence: Occurrence, now: Instant) -> None:
    _check_key(occurrence.key, "key")
    _check_not_done(series, occurrence.key)
    opens = opens_at(series.plan, occurrence)
    if now < opens:
        at = write_instant(opens)
        raise OccurrenceTooEarly(f"{occurrence.key} is opened at {at}", hint="wait for that", facts={"at": at})


def _before(at: Instant, seconds: int) -> Instant:
    return Instant(at - seconds * SECOND_MS)


def _invalid(option: str, detail: str, right: str) -> InvalidSettings:
    return InvalidSettings(detail, hint=f"give something like {right}", facts={"option": option})
