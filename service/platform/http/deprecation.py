"""Announces deprecations to clients: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link.

Mark a view with `@deprecated`, a query parameter with `@deprecated_parameter`, and a member of a body in its
marshmallow field: `metadata={DEPRECATED: Deprecation(…)}`. openapi.yaml must say `deprecated` in the same places. A
test compares the two.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, TypeVar

from flask import Request, Response, g
from marshmallow import Schema

View = TypeVar("View", bound=Callable[..., Any])

DEPRECATED = "deprecated"
"""The key of the deprecation in the metadata of a marshmallow field."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """When and why something is deprecated.

    Attributes:
        since: the time from which it should not be used in new code. May be in the future.
        sunset: the time from which it may be removed.
        link: the page that describes the replacement.
    """

    since: datetime
    sunset: datetime
    link: str

    def __post_init__(self) -> None:
        """Raises `ValueError` if a date has no time zone, or if the sunset comes first."""
        if self.since.tzinfo is None or self.sunset.tzinfo is None:
            raise ValueError("give both dates with their time zone")
        if self.sunset < self.since:
            raise ValueError("a sunset cannot come before the deprecation (RFC 9745)")


def deprecated(since: datetime, sunset: datetime, link: str) -> Callable[[View], View]:
    """Marks an operation as deprecated. Raises `ValueError` if the sunset is before `since`."""
    deprecation = Deprecation(since, sunset, link)

    def mark(view: View) -> View:
        view.deprecation = deprecation  # type: ignore[attr-defined]  # read below; a test compares it with openapi.yaml
        return view

    return mark


def deprecated_parameter(name: str, since: datetime, sunset: datetime, link: str) -> Callable[[View], View]:
    """Marks a query parameter as deprecated. Raises `ValueError` if the sunset is before `since`."""
    deprecation = Deprecation(since, sunset, link)

    def mark(view: View) -> View:
        before = getattr(view, "deprecated_parameters", {})
        view.deprecated_parameters = {**before, name: deprecation}  # type: ignore[attr-defined]
        return view

    return mark


RENAMED_SINCE = datetime(2026, 12, 1, tzinfo=UTC)
RENAMED_SUNSET = datetime(2027, 12, 1, tzinfo=UTC)
RENAMED = "/docs/guides/client-authors#older-names"
"""The page that lists the older names."""


def renamed_parameter(former: str) -> Callable[[View], View]:
    """Marks the older name of a query parameter as deprecated."""
    return deprecated_parameter(former, RENAMED_SINCE, RENAMED_SUNSET, RENAMED)


@lru_cache(256)
def deprecated_members(schema: Schema) -> dict[str, Deprecation]:
    """Returns the deprecated members of a body."""
    return {name: field.metadata[DEPRECATED] for name, field in schema.fields.items() if DEPRECATED in field.metadata}


def note_deprecated_members(schema: Schema, body: dict[str, Any]) -> None:
    """Records which deprecated members the body uses, for the headers of the response."""
    for name, deprecation in deprecated_members(schema).items():
        if name in body:
            g.setdefault("deprecations", []).append(deprecation)


def add_deprecation_headers(response: Response, asked: Request, view: Any, members: Sequence[Deprecation]) -> None:
    """Adds the headers for all deprecated features that the request used, with the earliest of their dates.

    Args:
        response: the response.
        asked: the request.
        view: its view, or `None` for unknown addresses.
        members: what `note_deprecated_members` has recorded.
    """
    found = [*members, *_used_deprecations(asked, view)]
    if not found:
        return
    response.headers["Deprecation"] = f"@{int(min(each.since for each in found).timestamp())}"
    sunset = min(each.sunset for each in found).astimezone(UTC)
    response.headers["Sunset"] = format_datetime(sunset, usegmt=True)
    for link in dict.fromkeys(each.link for each in found):
        response.headers.add("Link", f'<{link}>; rel="deprecation"')


def _used_deprecations(asked: Request, view: Any) -> Iterator[Deprecation]:
    if hasattr(view, "deprecation"):
        yield view.deprecation
    for name, deprecation in getattr(view, "deprecated_parameters", {}).items():
        if name in asked.args:
            yield deprecation
