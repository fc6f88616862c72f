"""The types of records and replays."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from domain.kernel.document_types import Card, Version
from domain.kernel.schema_markers import Added, MaxItems, Minimum
from domain.kernel.seats import Seat
from service.accounts.document_types import PlayerNames
from service.tables.document_types import (
    TableMembers,
)


class Replay(TypedDict):
    """The verification of a record, and a page of its replay."""

    verification: Annotated[Verification | None, "Whether the record agrees with the rules; null in later pages."]
    events: Annotated[int, "The number of events in the record.", Minimum(1)]
    seat: Annotated[Seat | None, "The seat that sees the table; null for all hands."]
    views: Annotated[list[ReplayedView], "The table after each event.", MaxItems(200)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_after: Annotated[int, "The version of the last view. Send it as `after`.", Minimum(0)]
    more: Annotated[bool, "Whether there are more views."]


class ReplayedView(TypedDict):
    """The table after an event."""

    version: Version
    type: Annotated[str, "The type of the event."]
    view: TableReplayed
    hands: Annotated[
        list[list[Card] | None] | None,
        "The hands of all seats in their order; null with `seat`, and before the match. A seat without a hand "
        "has null.",
    ]


class TableReplayed(TableMembers):
    """The table as the seat sees it, or as a spectator does if no seat is given."""


class VerificationShuffles(TypedDict):
    agree: Annotated[bool | None, "Whether all shuffles agree; null if a disagreement about a play ended the check."]
    count: Annotated[int, "The number of shuffled hands.", Minimum(0)]
    chosen: Annotated[int, "The number of hands whose cards were chosen and not shuffled.", Minimum(0)]


class VerificationPlays(TypedDict):
    agree: Annotated[bool | None, "Whether all plays agree; null if a disagreement about a shuffle ended the check."]
    count: Annotated[int, "The number of plays and other moves that were decided again.", Minimum(0)]


class Verification(TypedDict):
    """Whether a record agrees with the rules."""

    agrees: Annotated[bool, "Whether everything agrees."]
    shuffles: VerificationShuffles
    plays: VerificationPlays
    disagreements: Annotated[list[RecordDisagreement], "What disagrees; empty for an honest record."]


class RecordDisagreement(TypedDict):
    """A difference between a record and the rules."""

    version: Annotated[Version, "The version of the event."]
    detail: Annotated[str, "What is wrong, in one sentence."]
    recorded: Annotated[EventOfRecord | None, "The event in the record; null if the record ends before it."]
    decided: Annotated[EventOfRecord | None, "The event that follows from the rules; null if there is none."]


class EventOfRecord(TypedDict):
    """The type and the data of an event."""

    type: str
    data: dict[str, Any]
