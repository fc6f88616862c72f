"""Instants: points in time, counted in milliseconds since 1970-01-01T00:00Z and written as in RFC 3339.

The domain never reads a clock. Every instant is passed in, or computed from one that was.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import NewType

Instant = NewType("Instant", int)

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

LAST = Instant(253_402_300_799_999)
"""The end of the year 9999, the last instant that RFC 3339 can represent."""
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
"""The API takes times from the first of these up to, but not including, the second."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_WRITTEN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def utc(instant: Instant) -> datetime:
    """Returns the instant as a datetime in UTC."""
    return _EPOCH + instant * _MILLISECOND


def instant_of(at: datetime) -> Instant:
    """Returns the instant of an aware datetime, truncated to milliseconds."""
    return Instant((at - _EPOCH) // _MILLISECOND)


def later(at: Instant, by_ms: int) -> Instant:
    """Returns the instant that many milliseconds later, but at most the last one that can be written."""
    return min(Instant(at + by_ms), LAST)


def write_instant(instant: Instant) -> str:
    """Returns the instant in UTC in the format of RFC 3339, with milliseconds."""
    return utc(instant).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def read_instant(text: str) -> Instant:
    """Returns the instant of a text that `write_instant` wrote.

    Raises:
        ValueError: the text has another format, or there is no such time.
    """
    if not _WRITTEN.fullmatch(text):
        raise ValueError(f"{text!r} is not an instant; they are written like 2026-01-31T18:00:00.000Z")
    return instant_of(datetime.fromisoformat(text))
