"""How clients are told that something they use will go: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link.

What is deprecated is marked where it is: a view by `@deprecated`, a parameter of the query by `@deprecated_parameter`,
a member of a body in its marshmallow field: `metadata={DEPRECATED: Deprecation(…)}`. openapi.yaml says `deprecated`
at the same places, and a test holds the two against each other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, request
from marshmallow import Schema

View = TypeVar("View", bound=Callable[..., Any])

DEPRECATED = "deprecated"
"""The name under which the metadata of a marshmallow field has its deprecation."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """What is said of something that is deprecated.

    Attributes:
        since: from when on nobody should begin to use it; may be in the future.
        sunset: from when on it may be gone.
        link: where it is told what to use instead.
    """

    since: datetime
    sunset: datetime
    link: str

    def __post_init__(self) -> None:
        """Refuses dates that contradict each other. Raises `ValueError`."""
        if self.since.tzinfo is None or self.sunset.tzinfo is None:
            raise ValueError("give both dates with their time zone")
        if self.sunset < self.since:
            raise ValueError("nothing goes before it is deprecated (RFC 9745)")


def deprecated(since: datetime, sunset: datetime, link: str) -> Callable[[View], View]:
    """Says that an operation is deprecated. Raises `ValueError`: the sunset is before that."""
    deprecation = Deprecation(since, sunset, link)

    def mark(view: View) -> View:
        view.deprecation = deprecation  # type: ignore[attr-defined]  # read below; a test holds it against openapi.yaml
        return view

    return mark


def deprecated_parameter(name: str, since: datetime, sunset: datetime, link: str) -> Callable[[View], View]:
    """Says that a parameter of the query is deprecated. Raises `ValueError`: the sunset is before that."""
    deprecation = Deprecation(since, sunset, link)

    def mark(view: View) -> View:
        before = getattr(view, "deprecated_parameters", {})
        view.deprecated_parameters = {**before, name: deprecation}  # type: ignore[attr-defined]
        return view

    return mark


def deprecated_members(schema: Schema) -> dict[str, Deprecation]:
    """The members of a body that are deprecated."""
    return {name: field.metadata[DEPRECATED] for name, field in schema.fields.items() if DEPRECATED in field.metadata}


def note_members(schema: Schema, body: dict[str, Any]) -> None:
    """Notes for the answer which deprecated members a body has."""
    for name, deprecation in deprecated_members(schema).items():
        if name in body:
            g.setdefault("deprecations", []).append(deprecation)


def tell_deprecations(response: Response) -> None:
    """Says in an answer what the request has used that is deprecated: of several, what comes soonest."""
    found = list(_used(current_app))
    if not found:
        return
    response.headers["Deprecation"] = f"@{int(min(each.since for each in found).timestamp())}"
    sunset = min(each.sunset for each in found).astimezone(UTC)
    response.headers["Sunset"] = format_datetime(sunset, usegmt=True)
    for link in dict.fromkeys(each.link for each in found):
        response.headers.add("Link", f'<{link}>; rel="deprecation"')


def _used(app: Flask) -> Iterator[Deprecation]:
    yield from g.get("deprecations", ())
    view = app.view_functions.get(request.endpoint or "")
    if view is None:
        return
    if hasattr(view, "deprecation"):
        yield view.deprecation
    for name, deprecation in getattr(view, "deprecated_parameters", {}).items():
        if name in request.args:
            yield deprecation
