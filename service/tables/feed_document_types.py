"""The types of the streams of tables, and of previews of moves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.games.sheng_ji.hand_document_types import Units
from domain.games.zheng_shangyou.document_types import Combination
from domain.kernel.document_types import Cards, ChosenOptions, Game, OrderId, TableId, Undoable, Version
from domain.kernel.schema_markers import DependentRequired, MaxItems, Minimum, Pattern, Ref, keywords
from domain.kernel.seats import Seat
from service.tables.order_document_types import OrdersOfSeatEnded

Event = Annotated[dict[str, Any], Ref("Event")]
Moves = Annotated[dict[str, Any], Ref("Moves")]


@keywords(
    DependentRequired(
        {
            "units": ["throw"],
            "throw": ["units"],
            "takes_trick": ["follows"],
            "follows": ["takes_trick"],
            "reading": ["other_readings", "runs_out"],
            "other_readings": ["reading"],
            "runs_out": ["reading"],
        }
    )
)
class ForeseenOrder(TypedDict):
    """A standing order that you would give."""

    id: OrderId
    means: Annotated[str, "The order in one sentence."]


class PreviewedMove(TypedDict):
    """The event with which your move began."""

    type: Annotated[str, "Its type."]
    data: Annotated[dict[str, Any], "Its data."]


class PreviewedOrders(TypedDict):
    """What orders would have done in one of your turns."""

    version: Annotated[Version, "The version at which your move began."]
    did: PreviewedMove
    would: Annotated[
        dict[str, Any] | None,
        "The command that an order would have sent, and its `order`; null if all would have waited.",
    ]
    ended: Annotated[list[OrdersOfSeatEnded], "The orders that would have ended before, and why."]


class MovePreview(TypedDict):
    """The effects that you can know beforehand. A lead has its `units` and whether it is a `throw`. A follow has
    whether it currently `takes_trick`, and whether it `follows` the lead correctly. A claim has its `leads`. A play in
    Zheng Shangyou has how it is read. Standing orders have their sentences. Other commands have nothing.
    """

    leads: NotRequired[Annotated[list[Cards], "The order in which the cards of the hand are led."]]
    units: NotRequired[Units]
    throw: NotRequired[Annotated[bool, "Whether the lead is a throw, which can fail."]]
    takes_trick: NotRequired[Annotated[bool, "Whether the play would currently win the trick."]]
    follows: NotRequired[
        Annotated[
            bool,
            "Whether the play follows the lead correctly. If not, it can be challenged later (`enforcement` = "
            "`honor`).",
        ]
    ]
    reading: NotRequired[Combination]
    other_readings: NotRequired[
        Annotated[list[Combination], "Other ways to read the cards; name one of them to choose it, if it is legal."]
    ]
    runs_out: NotRequired[Annotated[bool, "Whether these are your last cards."]]
    orders: NotRequired[Annotated[list[ForeseenOrder], "The orders that you would give, in sentences."]]
    acts_now: NotRequired[
        Annotated[dict[str, Any] | None, "The command that one of these orders would send at once, and its `order`."]
    ]
    preview: NotRequired[
        Annotated[
            list[PreviewedOrders] | None,
            "What these orders would have done in your last turns of this hand, oldest first, each as if they had been "
            "given just before it. It uses only what you knew then. Null at tables with more than 4,000 events.",
            MaxItems(8),
        ]
    ]


class DryRun(TypedDict):
    """The answer to a dry run that would be accepted."""

    table: TableId
    version: Annotated[Version, "The version of the table for which this is the result."]
    legal: Literal[True]
    foreseen: MovePreview


class LegalMoves(TypedDict):
    """The legal moves of a seat."""

    table: TableId
    version: Version
    seat: Seat
    moves: Moves


class NothingAsked(Undoable):
    """It is not your turn."""

    asked: None
    cards: Annotated[list[Cards], MaxItems(0)]
    complete: Literal[True]


class RecordedBot(TypedDict):
    """A bot that moved for a seat."""

    seat: Seat
    bot: Annotated[str, "The bot with its version, such as `steady@1`.", Pattern("^[a-z_]+@[0-9]+$")]
    moves: Annotated[int, "The number of its moves.", Minimum(1)]


class Record(TypedDict):
    """The record of a game."""

    format: Literal["shengji-record"]
    revision: Annotated[Literal[1], "The revision of this format."]
    table: TableId
    game: Game
    complete: Annotated[bool, "Whether the record contains the end of the match."]
    hands: Annotated[int, "The number of hands in the record.", Minimum(1)]
    bots: Annotated[list[RecordedBot], "The bots that moved, with their versions; empty if players made all moves."]
    events: Annotated[
        list[Event],
        "All events up to the end of the last finished hand, with all cards visible. Secrets are at the place of "
        "their publication.",
    ]


class RulesOfEvent(TypedDict):
    """A profile, and the options that differ from the catalogue's defaults."""

    profile: str
    options: ChosenOptions
