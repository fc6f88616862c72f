"""The types of records and replays."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from domain.clocks.document_types import Clock, Ladder, Pauses
from domain.kernel.document_types import Spectators, TableId, TimeOrNone, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Composed, MaxItems, Minimum, Ref
from domain.kernel.seats import Seat
from domain.table.events import ChatRule
from domain.table.state import Status as TableStatus
from service.platform.document_types import WorldOrNone
from service.tables.clock_document_types import SeatClock
from service.tables.document_types import (
    AskedSeat,
    BotOrNone,
    Commitment,
    Entropy,
    Hands,
    IsPublic,
    IsSealed,
    MinReliability,
    Occupant,
    OpenChallenge,
    OpenedHand,
    OpenProposal,
    Result,
    StartsWhenFull,
    TableRules,
)
from service.tables.order_document_types import OrdersOfSeat

Bot = Annotated[str, Ref("Bot")]
Card = Annotated[str, Ref("Card")]
Game = Annotated[str, Ref("Game")]


class Replay(TypedDict):
    """The verification of a record, and a page of its replay."""

    verification: Annotated[Verification | None, "Whether the record agrees with the rules; null in later pages."]
    events: Annotated[int, "The number of events in the record.", Minimum(1)]
    seat: Annotated[Seat | None, "The seat that sees the table; null for all hands."]
    views: Annotated[list[ReplayedView], "The table after each event.", MaxItems(200)]
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


class TableReplayedSeat(TypedDict):
    seat: Seat
    player: Occupant
    bot: BotOrNone
    entropy: Annotated[Entropy | None, "The seat's entropy for the next shuffle; null if the seat is free."]
    stand_in: Annotated[
        Bot | None, "The bot that acts for the player, for one move or until they return; null if there is none."
    ]
    turns_missed: Annotated[int, "The number of turns that the player has missed in succession.", Minimum(0)]
    forfeits_at: TimeOrNone


class TableReplayed(TypedDict):
    """The table as the seat sees it, or as a spectator does if no seat is given. It repeats the texts of the record as
    they are. So a record that was changed can show texts that no table here has.
    """

    version: Version
    game: Game
    rules: TableRules
    status: TableStatus
    host: PlayerId
    listed: Annotated[bool, "Whether the list of tables contains the table."]
    hands: Hands
    spectators: Spectators
    clock: Clock
    pauses: Pauses
    ladder: Ladder
    expires_at: TimeOrNone
    starts_when_full: StartsWhenFull
    sealed: IsSealed
    public: IsPublic
    min_reliability: MinReliability
    chat: ChatRule
    world: WorldOrNone
    you: Annotated[Seat | None, "Your seat, from which the table is shown; null for a spectator."]
    seats: Annotated[list[TableReplayedSeat], "The seats in order."]
    clocks: Annotated[list[SeatClock], "The clock of each seat, in order; empty if the table has no clock."]
    challenges: Annotated[
        list[OpenChallenge], "The open challenges. Once the match has begun, they are to take over a seat."
    ]
    proposal: Annotated[OpenProposal | None, "The open proposal; null if there is none."]
    undoable_by: Annotated[Seat | None, "The seat that made the last move, if the move can be undone; null otherwise."]
    asked: Annotated[list[AskedSeat], "The seats that must act now, and what they must decide."]
    rematch: Annotated[TableId | None, "The table of the rematch; null if there is none, or if you did not sit here."]
    orders: Annotated[OrdersOfSeat | None, "Your standing orders; null if you have no seat."]
    next_commitment: Annotated[
        Commitment,
        "The commitment to the secret of the next hand. You can change your entropy after it until that hand is "
        "dealt. Only entropy given after it was unknown when the secret was drawn.",
    ]
    hand: Annotated[OpenedHand | None, "The opening of the current or last hand; null before the first."]
    match: Annotated[dict[str, Any] | None, "The game itself; null before the start.", Composed()]
    result: Annotated[Result | None, "How the match ended; null before the end."]


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
