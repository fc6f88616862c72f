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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import DAY_MS, Instant, instant_of, write_instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments import refusals
from domain.tournaments.recorder import Decision
from domain.tournaments.series.events import (
    OccurrenceMissed,
    OccurrenceOpened,
    OccurrenceSkipped,
    SeriesChanged,
    SeriesCreated,
    SeriesEnded,
)
from domain.tournaments.series.plan import (
    NEVER,
    LocalStart,
    Occurrence,
    SeriesPlan,
    TournamentId,
    check_key,
    check_plan,
    earlier,
)

TOO_LATE = "too_late"
"""The reason of a missed occurrence that was not opened in time."""
KEYS_KEPT_MS = 2 * DAY_MS
"""How long a key is kept after its occurrence is settled. Local times of all zones differ by less than this."""


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
        sandbox: the sandbox to which it belongs, or `None`.
        opened: the number of tournaments that it has opened.
    """

    owner: PlayerId
    plan: SeriesPlan
    settled: Instant = NEVER
    done: tuple[DoneOccurrence, ...] = ()
    has_ended: bool = False
    sandbox: str | None = None
    opened: int = 0

    def done_of(self, key: LocalStart) -> DoneOccurrence | None:
        """Returns the record of a settled occurrence, if its key is still kept."""
        return next((each for each in self.done if each.key == key), None)


@dataclass(frozen=True, slots=True)
class CreateSeries:
    """Create a series. The sender owns it. Its tournaments are played in the given sandbox, or outside sandboxes."""

    by: PlayerId
    plan: SeriesPlan
    sandbox: str | None = None


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


def decide_series(series: Series | None, command: SeriesCommand, now: Instant) -> Decision[Series]:
    """Returns the events that follow from a command, and the series after them.

    Raises:
        Refusal: the command is refused, and nothing has changed.
    """
    happened = _created_event(command) if isinstance(command, CreateSeries) else _event_of(series, command, now)
    return Decision((happened,), evolve_series(series, happened))


def _created_event(command: CreateSeries) -> SeriesCreated:
    check_plan(command.plan)
    return SeriesCreated(command.by, command.plan, command.sandbox)


def _event_of(series: Series | None, command: SeriesCommand, now: Instant) -> Any:
    if series is None:
        raise BrokenHistory(f"{type(command).__name__} without a series")
    if not isinstance(command, OpenOccurrence | MissOccurrence) and command.by not in (None, series.owner):
        raise refusals.SeriesOwnerOnly(
            message("{owner} owns the series", owner=series.owner), hint=message("ask the owner")
        )
    if series.has_ended:
        raise refusals.SeriesEndedAlready(message("the series has ended"), hint=message("create another series"))
    match command:
        case ChangeSeries(by, plan):
            check_plan(plan)
            return SeriesChanged(by, plan)
        case SkipOccurrence(by, key):
            check_key(key, "key")
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
        case SeriesCreated(owner, plan, sandbox) if series is None:
            return Series(owner, plan, sandbox=sandbox)
        case _ if series is None:
            raise BrokenHistory(f"{type(event).__name__} before the series was created")
        case SeriesChanged(_, plan):
            return series._replace(plan=plan)
        case OccurrenceOpened(key, starts_at, tournament):
            # It was opened after this moment, when all before it were settled.
            counted = series._replace(opened=series.opened + 1)
            return _with_done(counted, DoneOccurrence(key, tournament), earlier(starts_at, series.plan.lead_s))
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
    known = [each for each in series.done if _approximate_start(each.key) > settled - KEYS_KEPT_MS]
    return series._replace(settled=settled, done=(*known, done))


def _approximate_start(key: LocalStart) -> Instant:
    """Returns the start of an occurrence as if its zone were UTC, which is right to less than a day."""
    return instant_of(datetime.fromisoformat(key).replace(tzinfo=UTC))


def unsettled_occurrences(series: Series, occurrences: Iterable[Occurrence]) -> Iterator[Occurrence]:
    """Returns the unsettled occurrences, in the order given, which must be that of their starts."""
    done = {each.key for each in series.done}
    return (each for each in occurrences if each.starts_at > series.settled and each.key not in done)


def opens_at(plan: SeriesPlan, occurrence: Occurrence) -> Instant:
    """Returns the time from which its tournament can be opened."""
    return earlier(occurrence.starts_at, plan.lead_s)


def closes_at(plan: SeriesPlan, occurrence: Occurrence) -> Instant:
    """Returns the time from which its tournament can no longer be opened, because entry would be closed."""
    return earlier(occurrence.starts_at, plan.closes_before_s or 0)


def _check_not_done(series: Series, key: LocalStart) -> None:
    if series.done_of(key) is not None:
        raise refusals.OccurrenceTaken(
            message("{key} has been opened or skipped", key=key),
            hint=message("no action is needed"),
            facts={"key": key},
        )


def _check_can_open(series: Series, occurrence: Occurrence, now: Instant) -> None:
    _check_due(series, occurrence, now)
    if now >= closes_at(series.plan, occurrence):
        raise refusals.OccurrencePast(
            message("{key} would already have started or closed", key=occurrence.key),
            hint=message("open the next occurrence"),
        )


def _check_missed(series: Series, occurrence: Occurrence, reason: str, now: Instant) -> None:
    _check_due(series, occurrence, now)
    closes = closes_at(series.plan, occurrence)
    if reason == TOO_LATE and now < closes:
        at = write_instant(closes)
        raise refusals.OccurrenceTooEarly(
            message("{key} can be opened until {at}", key=occurrence.key, at=at),
            hint=message("open it instead"),
            facts={"at": at},
        )


def _check_due(series: Series, occurrence: Occurrence, now: Instant) -> None:
    check_key(occurrence.key, "key")
    _check_not_done(series, occurrence.key)
    opens = opens_at(series.plan, occurrence)
    if now < opens:
        at = write_instant(opens)
        raise refusals.OccurrenceTooEarly(
            message("{key} can be opened from {at}", key=occurrence.key, at=at),
            hint=message("wait until that time"),
            facts={"at": at},
        )
