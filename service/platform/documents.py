"""JSON objects, and the format of times in them."""

from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]


def timestamp(at: datetime) -> str:
    """Returns a UTC time in RFC 3339 format, with milliseconds."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def timestamp_of_move(at: datetime) -> str:
    """Returns a time at a table, rounded down to the minute, because thinking times reveal cards (DEC-96)."""
    return timestamp(at.replace(second=0, microsecond=0))
