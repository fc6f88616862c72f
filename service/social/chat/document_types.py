"""The types of the documents of chat."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import TableId, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, MaxItems, Ref
from service.accounts.document_types import PlayerNames
from service.notifications.document_types import EventNumber
from service.platform.document_types import Canned, Paged, Room

RemovedBy = Annotated[str, Ref("RemovedBy")]


class Message(TypedDict):
    """A message. If it was removed or is hidden from you, only the number is left."""

    id: Annotated[EventNumber, "Its id in the room, which is its `number`."]
    number: EventNumber
    type: Literal["message"]
    at: Annotated[Time, "When it was sent, to the minute."]
    player: Annotated[PlayerId | None, "The author; null if the account is closed."]
    text: Annotated[str | None, "The text, if the author wrote one."]
    canned: Annotated[Canned | None, "The canned message, which your client translates."]
    removed_by: Annotated[RemovedBy | None, "Who removed it; null if it was not removed."]
    hidden: Annotated[
        Literal["blocked", "muted"] | None,
        "Why it is hidden from you: you have `blocked` the author, or `muted` the room; otherwise null.",
    ]


class MessageWithNames(Message):
    """A message, with the name of its author."""

    players: NotRequired[Annotated[PlayerNames, Added()]]


class MessagePage(Paged):
    """Messages in a room of a table."""

    table: TableId
    room: Room
    muted: Annotated[bool, "Whether you have muted the room."]
    messages: Annotated[list[Message], "The messages in order.", MaxItems(1000)]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class Notes(TypedDict):
    """Private notes about a table."""

    table: TableId
    text: Annotated[str, "The notes; empty if there are none."]
    changed_at: Annotated[Time | None, "When they were last changed; null if there are none."]
