"""The types of documents that several features have."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.schema_markers import (
    Format,
    Last,
    Maximum,
    Minimum,
    Named,
    Pattern,
    Ref,
    part,
)

Action = Annotated[str, Ref("Action")]
Canned = Annotated[str, Ref("Canned")]
Measure = Annotated[str, Ref("Measure")]
ProblemCode = Annotated[str, Ref("ProblemCode")]
ReportReason = Annotated[str, Ref("ReportReason")]
Room = Annotated[str, Ref("Room")]
Scope = Annotated[str, Ref("Scope")]
SeriesStatus = Annotated[str, Ref("SeriesStatus")]


class Link(TypedDict):
    """A link, in the form of HAL."""

    href: Annotated[str, "The address on this server, or a URI template.", Pattern("^/")]
    templated: NotRequired[Annotated[bool, "Present if `href` is a URI template (RFC 6570)."]]


Cursor = Annotated[
    str,
    "The position in a list. Its content is opaque: take it from `next_cursor`.",
    Format("cursor"),
    Pattern("^[A-Za-z0-9_-]{7,140}$"),
    Named("Cursor"),
]

NextCursor = Annotated[Cursor | None, "The `cursor` for the next page; null on the last page.", Named("NextCursor")]

ExpectedVersion = Annotated[
    int,
    "The expected version of the table or tournament; any by default.",
    Minimum(1),
    Maximum(2147483647),
    Named("ExpectedVersion"),
]

WorldId = Annotated[str, "The id of a sandbox.", Pattern("^wld_[0-9A-HJKMNP-TV-Z]{26}$"), Named("WorldId")]

Language = Annotated[
    str,
    "The tag of a language (BCP 47), such as `en` or `zh-Hans`.",
    Pattern("^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"),
    Named("Language"),
]

WorldOrNone = Annotated[str | None, "The sandbox of the table; null outside sandboxes.", Named("WorldOrNone")]


class Reconnect(TypedDict):
    """The server is about to stop or cannot continue. Connect again."""

    type: NotRequired[Literal["reconnect"]]
    after: Annotated[int, "The number of the last event of the stream.", Minimum(0), Maximum(2147483647)]
    retry_ms: Annotated[int, "The number of milliseconds to wait before you reconnect.", Minimum(0)]


@part
class Paged(TypedDict):
    """A page of events."""

    next_after: Annotated[int, "The value of `after` for the next page.", Minimum(0), Maximum(2147483647), Last()]
    more: Annotated[bool, "Whether more events follow this page.", Last()]
