"""JSON objects, and the format of times in them."""

from datetime import UTC, datetime
from typing import Any

from ulid import ULID

from service.platform.document_types import Link

Json = dict[str, Any]
INCLUDES = ("moves", "view")
"""What clients can include in answers about a table: the legal moves of their seat, and their view."""


def timestamp(at: datetime) -> str:
    """Returns a UTC time in RFC 3339 format, with milliseconds."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def timestamp_of_move(at: datetime) -> str:
    """Returns a time at a table, rounded down to the minute, because thinking times reveal cards (DEC-96)."""
    return timestamp(at.replace(second=0, microsecond=0))


def created_at(id_: str) -> datetime:
    """Returns when an object was created. The ULID in its id contains the time."""
    return ULID.from_str(id_.partition("_")[2]).datetime


def creation(id_: str, status: str) -> Json:
    """Returns the id, the status and the time of something new, for the answer to its creation."""
    return {"id": id_, "status": status, "created_at": timestamp(created_at(id_))}


def links(**hrefs: str | list[str]) -> dict[str, Link | list[Link]]:
    """Returns the member `_links` of a document, in the form of HAL (draft-kelly-json-hal).

    Args:
        hrefs: the address of each relation, or a list of addresses if a relation may have several.
    """
    return {
        name: [link(each) for each in href] if isinstance(href, list) else link(href) for name, href in hrefs.items()
    }


def link(href: str) -> Link:
    """Returns a link. An address with braces is a URI template (RFC 6570)."""
    return {"href": href, "templated": True} if "{" in href else {"href": href}
