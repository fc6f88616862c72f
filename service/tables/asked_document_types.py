"""The types of answers that say what a table waits for."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, Time, Version
from domain.kernel.schema_markers import Deprecated, MaxItems, Named, Ref
from domain.table.state import Status as TableStatus
from service.platform.document_types import Paged
from service.tables.document_types import AskedSeat, TableView

Event = Annotated[dict[str, Any], Ref("Event")]
Moves = Annotated[dict[str, Any], Ref("Moves")]

AskedSeats = Annotated[
    list[AskedSeat] | None,
    "The decisions that the table waits for after the last of these events; empty if it waits for none. Null "
    "if you can already read later events.",
    Named("AskedSeats"),
]

IncludedMoves = Annotated[
    Moves | None,
    "The legal moves of your seat after the last of these events, as `GET …/moves` returns them. Null if you "
    "have no seat, or if you can already read later events. Present with `include=moves`.",
    Named("IncludedMoves"),
]

IncludedView = Annotated[
    TableView | None,
    "Your view of the table after the last of these events. Null if you can already read later events. "
    "Present with `include=view`.",
    Named("IncludedView"),
]


class Done(TypedDict):
    """The result of a command."""

    table: TableId
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[Event], "The events of the command, as you may see them."]
    asked: AskedSeats
    moves: NotRequired[IncludedMoves]
    view: NotRequired[
        Annotated[
            TableView | None,
            "Your view of the table. With `include=view` it is the view after the events, and null if you can "
            "already read later ones. With `Prefer: return=representation` it is the newest view, which can be newer "
            "than the events.",
        ]
    ]


class NewTable(TypedDict):
    """The result of a request that opens a table, or that leads to one."""

    table: Annotated[TableId, "The older name of `id` in this answer.", Deprecated()]
    version: Annotated[Version, "The version of the last of the events."]
    events: Annotated[list[Event], "The events of the command, as you may see them."]
    asked: AskedSeats
    moves: NotRequired[IncludedMoves]
    view: NotRequired[
        Annotated[
            TableView | None,
            "Your view of the table. With `include=view` it is the view after the events, and null if you can "
            "already read later ones. With `Prefer: return=representation` it is the newest view, which can be newer "
            "than the events.",
        ]
    ]
    id: TableId
    status: TableStatus
    created_at: Annotated[Time, "When it was created."]


class EventPage(Paged):
    """Events of a table."""

    table: TableId
    events: Annotated[list[Event], "The events in order.", MaxItems(1000)]
    asked: AskedSeats
    moves: NotRequired[IncludedMoves]
    view: NotRequired[IncludedView]


class CaughtUp(TypedDict):
    """The stream has reached the newest event. A stream with `include` says so at its start, and again after each group
    of events.
    """

    type: Literal["caught_up"]
    version: Annotated[Version, "The version of the newest event."]
    asked: Annotated[list[AskedSeat], "The decisions that the table waits for."]
    moves: NotRequired[IncludedMoves]
    view: NotRequired[
        Annotated[
            IncludedView,
            "Your view of the table. Present with `include=view` in the first of these lines, and in the others if "
            "your seat is asked.",
        ]
    ]


class TurnNow(TypedDict):
    """What you need for a turn, at the time when the event was sent. Present with `include`."""

    version: Annotated[Version, "The version of the table. Send it as `expected_version`."]
    asked: Annotated[list[AskedSeat], "The decisions that the table waits for, yours among them."]
    moves: NotRequired[Annotated[Moves, "Your legal moves. Present with `include=moves`."]]
    view: NotRequired[Annotated[TableView, "Your view of the table. Present with `include=view`."]]
