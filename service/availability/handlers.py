"""Availability of players: time zone, quiet hours and days off, and the calendars that pause their clocks.

Schedules are personal data, so events never contain them. Tables read the calendars of their players, and events
contain the resulting deadlines. Schedules are public, so that players can see them before they join a table.
"""

import threading
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from cachetools import TTLCache

from domain.clocks.calendar import ALWAYS, Calendar, FormerSchedule, is_time_zone
from domain.clocks.ladder import Pauses, allowed_pauses
from domain.kernel.instants import DAY_MS, Instant, instant_of, utc
from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, Row

CACHE_S = 5.0
"""Seconds after which a process notices that another process has changed a calendar. Sandboxes do not cache."""
KEPT = 8_000
"""Players whose calendars a process keeps, as many as those whose names it keeps."""
CHANGES_LIMIT = 20
CHANGES_MS = 30 * DAY_MS
KEPT_MS = 400 * DAY_MS
"""Age limit of schedules. A turn that began earlier uses the oldest schedule that is still stored."""


class ChangedTooOften(Exception):
    """The player has changed the schedule too often."""


class AvailabilitySchedule(NamedTuple):
    """The availability settings of a player.

    Attributes:
        calendar: time zone, quiet hours and weekend; vacations are stored separately.
        automatic_vacation: whether a vacation may begin automatically when the player's time runs out.
        since: when the player saved the schedule; `None` if never, and then the defaults apply.
    """

    calendar: Calendar = ALWAYS
    automatic_vacation: bool = True
    since: Instant | None = None


class Availability:
    """The schedules and calendars of players. Methods raise `DatabaseUnavailable` when the database does not answer."""

    def __init__(self, database: Database, cache_s: float = CACHE_S) -> None:
        """Caches calendars for `cache_s` seconds, except those of players in sandboxes."""
        self._database = database
        self._known: TTLCache[PlayerId, Calendar] = TTLCache(KEPT, cache_s)
        self._lock = threading.Lock()
        self._forgotten = 0

    def of(self, player: PlayerId) -> AvailabilitySchedule:
        """Returns the schedule of a player."""
        rows = self._database.read("availability", {"player_id": player, "after": utc(Instant(0))})
        return schedule_of(rows[0]) if rows else AvailabilitySchedule()

    def replace(
        self, player: PlayerId, calendar: Calendar, now: Instant, *, automatic_vacation: bool
    ) -> AvailabilitySchedule:
        """Replaces a player's schedule. The new one applies to turns that begin from now on.

        Raises:
            ChangedTooOften: the player has changed the schedule too often.
            AccountClosed: the account was closed meanwhile.
        """
        wanted = AvailabilitySchedule(calendar, automatic_vacation, now)

        def replace(run: Run) -> AvailabilitySchedule:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            rows = run("availability", {"player_id": player, "after": utc(Instant(max(0, now - CHANGES_MS)))})
            before = schedule_of(rows[0]) if rows else AvailabilitySchedule()
            if before.since is not None and before.calendar == calendar:
                run(
                    "set_automatic_vacation",
                    {"player_id": player, "since": utc(before.since), "automatic_vacation": automatic_vacation},
                )
                return wanted._replace(since=before.since)
            if rows and rows[0][-1] >= CHANGES_LIMIT:
                raise ChangedTooOften
            # Schedules must be in order of time, even if the clock of the computer goes back.
            kept = wanted._replace(since=Instant(max(now, (before.since or 0) + 1)))
            run("add_availability", _row(player, kept))
            run("forget_availability", {"player_id": player, "before": utc(Instant(max(0, now - KEPT_MS)))})
            return kept

        kept = self._database.together(replace)
        self.forget([player])
        return kept

    def calendars(self, players: Collection[PlayerId], pauses: Pauses) -> Mapping[PlayerId, Calendar]:
        """Returns the calendars of these players, limited to the pauses that the table allows."""
        with self._lock:
            forgotten = self._forgotten
            known = {player: self._known[player] for player in players if player in self._known}
        missing = set(players) - set(known)
        if missing:
            read, to_keep = self._read(missing)
            with self._lock:
                # Do not cache the result if a calendar was dropped during the read: it may be out of date.
                if self._forgotten == forgotten:
                    self._known.update(to_keep)
            known |= read
        return {player: allowed_pauses(pauses, calendar) for player, calendar in known.items()}

    def forget(self, players: Iterable[PlayerId]) -> None:
        """Drops the cached calendars of these players."""
        with self._lock:
            self._forgotten += 1
            for player in players:
                self._known.pop(player, None)

    def _read(self, players: Collection[PlayerId]) -> tuple[dict[PlayerId, Calendar], dict[PlayerId, Calendar]]:
        """Returns the calendars of these players, and the subset that may be cached.

        Calendars of players in sandboxes are not cached. A sandbox's clock may jump by years right after a change, and
        all processes must then use the new calendar.
        """
        rows = self._database.read("calendars", {"players": sorted(players)})
        read = {
            PlayerId(player): _calendar(schedules or [], vacations or []) for player, _, schedules, vacations in rows
        }
        return read, {PlayerId(player): read[player] for player, is_of_sandbox, *_ in rows if not is_of_sandbox}


def schedule_of(row: Row) -> AvailabilitySchedule:
    """Returns the schedule in a row of `availability`."""
    since, time_zone, quiet_start, quiet_end, weekend, automatic_vacation, *_ = row
    return AvailabilitySchedule(
        _scheduled(time_zone, quiet_start, quiet_end, weekend), automatic_vacation, instant_of(since)
    )


def _scheduled(time_zone: str, quiet_start: int | None, quiet_end: int | None, weekend: Iterable[int]) -> Calendar:
    quiet = None if quiet_start is None or quiet_end is None else (quiet_start, quiet_end)
    # The time zone database of this computer may lack a zone that another computer knows.
    return Calendar(time_zone if is_time_zone(time_zone) else ALWAYS.time_zone, quiet, tuple(weekend))


def _row(player: PlayerId, schedule: AvailabilitySchedule) -> dict[str, Any]:
    calendar = schedule.calendar
    start, end = calendar.quiet or (None, None)
    return {
        "player_id": player,
        "since": utc(schedule.since or Instant(0)),
        "time_zone": calendar.time_zone,
        "quiet_start": start,
        "quiet_end": end,
        "weekend": list(calendar.weekend),
        "automatic_vacation": schedule.automatic_vacation,
    }


def _calendar(schedules: list[list[Any]], vacations: list[list[int]]) -> Calendar:
    """Returns the calendar that these schedules (oldest first) and vacations define.

    Before the first schedule it has no pauses.
    """
    since = [Instant(schedule[0]) for schedule in schedules]
    said = [ALWAYS, *(_scheduled(*schedule[1:]) for schedule in schedules)]
    former = tuple(
        FormerSchedule(until, each.time_zone, each.quiet, each.weekend)
        for until, each in zip(since, said, strict=False)
    )
    spans = tuple((Instant(start), Instant(end)) for start, end in vacations)
    return said[-1]._replace(vacations=spans, former=former)
