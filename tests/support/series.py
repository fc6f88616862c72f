"""Series in the store: their plans, expected occurrences and opened tournaments."""

import dataclasses
from datetime import UTC, datetime

from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, instant_of
from domain.kernel.players import PlayerId
from domain.tournaments.series.plan import LocalStart, Recurrence, SeriesPlan
from service.wiring import Service
from tests.support.tournaments import NIGHT, PLAY, player

DAY_S = 24 * 3600
FIRST = datetime(2026, 11, 27, 19, tzinfo=UTC)
"""The start of the first night of `WEEKLY`."""
STARTS = instant_of(FIRST)
CREATED = Instant(STARTS - 5 * DAY_MS)
"""The default time of creation of series in tests."""
WEEK_MS = 7 * DAY_MS
FRIDAYS = Recurrence("FREQ=WEEKLY;BYDAY=FR", "UTC", LocalStart("2026-11-27T19:00"))
TEMPLATE = dataclasses.replace(
    NIGHT, name="Sheng Ji Night", play=dataclasses.replace(PLAY, overrides={"initial_level": "8"}), is_rated=True
)
WEEKLY = SeriesPlan(FRIDAYS, 2 * DAY_S, TEMPLATE)
"""Nights on Fridays in UTC, each opened two days before."""


def created(service: Service, plan: SeriesPlan = WEEKLY, now: Instant = CREATED) -> tuple[str, PlayerId]:
    """Returns a new series and its owner."""
    owner = player(service, "owner")
    return service.series.create(owner, plan, now=now).id, owner


def key_of(week: int) -> LocalStart:
    """Returns the key of the occurrence this many weeks after the first one of `WEEKLY`."""
    at = datetime.fromtimestamp((STARTS + week * WEEK_MS) / 1000, UTC)
    return LocalStart(at.strftime("%Y-%m-%dT%H:%M"))


def hours_before(week: int, hours: float) -> Instant:
    """Returns the time this many hours before the occurrence of that week."""
    return Instant(int(STARTS + week * WEEK_MS - hours * HOUR_MS))


def tournaments_of(service: Service, series_id: str) -> list[str]:
    """Returns the ids of all tournaments created for a series, by start. They are read from the log."""
    with service.database.session() as session:
        rows = session.execute(
            "SELECT stream FROM shengji.event WHERE type = 'tournament_created'"
            " AND data->'settings'->>'series' = $1 ORDER BY data->'settings'->'schedule'->>'starts_at'",
            [series_id],
        ).fetchall()
    return [(row[0].decode() if isinstance(row[0], bytes) else row[0]).removeprefix("tournament-") for row in rows]
