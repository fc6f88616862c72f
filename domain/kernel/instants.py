"""Instants: moments of time, counted in milliseconds since 1970-01-01T00:00Z and written as RFC 3339 has it.

The domain never asks what time it is: every instant comes in from outside, or follows from one that did.
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
"""The end of the year 9999, beyond which RFC 3339 cannot write."""
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)
"""The API takes times from the first of these up to, but not including, the second."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_WRITTEN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def utc(instant: Instant) -> datetime:
    """The instant as a date and time in UTC."""
    return _EPOCH + instant * _MILLISECOND


def instant_of(at: datetime) -> Instant:
    """The instant of a date and time that knows its zone; what is less than a millisecond is left off."""
    return Instant((at - _EPOCH) // _MILLISECOND)


def write_instant(instant: Instant) -> str:
    """The instant in UTC as RFC 3339 writes it, to the millisecond."""
    return utc(instant).strftime("%Y-%m-%dT%H:%M:%S.") + f"{instant % SECOND_MS:03d}Z"


def read_instant(text: str) -> Instant:
    """The instant that `write_instant` wrote.

    Raises:
        ValueError: it is not written so, or there is no such time.
    """
    if not _WRITTEN.fullmatch(text):
        raise ValueError(f"{text!r} is not an instant; they are written like 2026-01-31T18:00:00.000Z")
    return instant_of(datetime.fromisoformat(text))
