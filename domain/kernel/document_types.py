"""The types of documents that several games and features have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.schema_markers import (
    Example,
    Format,
    Last,
    Maximum,
    MaxItems,
    MaxLength,
    Minimum,
    MinLength,
    Named,
    Pattern,
    Ref,
    part,
)
from domain.kernel.seats import Seat

Card = Annotated[str, Ref("Card")]
Rank = Annotated[str, Ref("Rank")]
TrumpSuit = Annotated[str, Ref("TrumpSuit")]
CallWord = Annotated[str, Ref("CallWord")]
Game = Annotated[str, Ref("Game")]
Level = Annotated[str, Ref("Level")]

Name = Annotated[
    str,
    "A name of up to 40 printable characters, not all of them spaces. Printable are letters, marks, numbers, "
    "punctuation, symbols and the plain space, in any script. Other separators, controls, private-use and "
    "unassigned characters of Unicode are not.",
    Format("printable"),
    MinLength(1),
    MaxLength(40),
    Pattern(r"^ *[^\u0000-\u0020\u007f-\u00a0][^\u0000-\u001f\u007f-\u009f]*$"),
    Named("Name"),
]

TimeZone = Annotated[
    str,
    "A time zone by its name in the IANA database, like `Europe/Berlin`.",
    MinLength(1),
    MaxLength(64),
    Named("TimeZone"),
]

TimeOfDay = Annotated[
    str, "A time of day, in local time.", Pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$"), Named("TimeOfDay")
]

Weekday = Annotated[
    Literal["friday", "monday", "saturday", "sunday", "thursday", "tuesday", "wednesday"],
    "A day of the week.",
    Named("Weekday"),
]

Weekend = Annotated[
    list[Weekday], "Days on which clocks pause from midnight to midnight.", MaxItems(2), Named("Weekend")
]

TableId = Annotated[str, "The id of a table.", Pattern("^tbl_[0-9A-HJKMNP-TV-Z]{26}$"), Named("TableId")]

Time = Annotated[
    str,
    "A time in UTC, to the millisecond.",
    Format("date-time"),
    Pattern(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"),
    Named("Time"),
]

RuleId = Annotated[
    str,
    "The id of a rule in the rules catalogue.",
    Pattern("^[A-Z]+(-[A-Z0-9]+)+$"),
    Example("SJ-FOLLOW-03"),
    Named("RuleId"),
]

Version = Annotated[
    int,
    "The number of the last event of a table, tournament, league or series, from 1.",
    Minimum(1),
    Maximum(2147483647),
    Named("Version"),
]

Seats = Annotated[list[Seat], "Seats, in order.", MaxItems(10), Named("Seats")]

Cards = Annotated[list[Card], "Known cards.", Named("Cards")]

SeatOrNone = Annotated[Seat | None, "A seat, counter-clockwise from 0, or none.", Named("SeatOrNone")]

SeatsOrNone = Annotated[Seats | None, "Seats, or none.", Named("SeatsOrNone")]

TimeOrNone = Annotated[Time | None, "A time; null for never or not yet.", Named("TimeOrNone")]

TrumpSuitOrNone = Annotated[TrumpSuit | None, "The trump suit; null for none.", Named("TrumpSuitOrNone")]

PuzzleId = Annotated[str, "The id of a puzzle.", Pattern("^puz_[0-9A-HJKMNP-TV-Z]{26}$"), Named("PuzzleId")]

SeriesId = Annotated[str, "The id of a series.", Pattern("^ser_[0-9A-HJKMNP-TV-Z]{26}$"), Named("SeriesId")]

OrderId = Annotated[
    str,
    "The id of an order: its position in the list, such as `2`; `2.1` is its first follow-up order.",
    Pattern("^[0-9]+([.][0-9]+)*$"),
    Named("OrderId"),
]

OrderEnd = Annotated[
    Literal[
        "card_gone",
        "condition_impossible",
        "hand_over",
        "match_over",
        "not_legal",
        "overtaken",
        "played",
        "trick_over",
        "withdrawn",
    ],
    "Why an order has ended. `played`: it has played its cards. `not_legal`: its move is not legal. "
    "`card_gone`: one of its cards was played. `condition_impossible`: `when` can no longer hold, or its "
    "phase of the hand is over. `overtaken`: `unless` holds, or another player won the trick that its lead "
    "depended on. `trick_over`, `hand_over` and `match_over`: its lifetime is over. `withdrawn`: its player "
    "withdrew it. More reasons may be added.",
    Named("OrderEnd"),
]

MoveList = Annotated[
    list[Cards], "Sets of cards that can be sent, each as the `cards` of a command.", MaxItems(100), Named("MoveList")
]

Points = Annotated[int, "Points: a king or a ten is worth 10, a five 5.", Minimum(0), Named("Points")]

Delay = Annotated[
    Literal["none", "trick", "hand", "minutes"],
    "`none`: no delay; `trick`: after a trick, or in Zheng Shangyou a round; `hand`: after a hand; "
    "`minutes`: this many minutes after the event.",
    Named("Delay"),
]

OptionValue = Annotated[str | int | list[Rank], "The value of an option of the rules.", Named("OptionValue")]

OptionValueOrNone = Annotated[
    OptionValue | None,
    "The value of an option of the rules, or null if the option does not apply.",
    Named("OptionValueOrNone"),
]

ChosenOptions = Annotated[
    Mapping[str, OptionValueOrNone],
    "The options whose value differs from the catalogue's default, by name.",
    Named("ChosenOptions"),
]

HandsPlayed = Annotated[int, "The number of scored hands.", Minimum(0), Named("HandsPlayed")]

WonBy = Annotated[SeatsOrNone, "The seats that have won the match; null before the end.", Named("WonBy")]

OwnHand = Annotated[
    Cards | None,
    "Your cards; null without a seat. During declaring they are in the order of the draw, as far as they are "
    "drawn; later they are sorted.",
    Named("OwnHand"),
]

HandSizes = Annotated[
    list[Annotated[int, Minimum(0)]], "The number of cards of each seat, in seat order.", Named("HandSizes")
]

TournamentId = Annotated[str, "The id of a tournament.", Pattern("^trn_[0-9A-HJKMNP-TV-Z]{26}$"), Named("TournamentId")]


class Spectators(TypedDict):
    """The delay for everyone without a seat."""

    delay: Delay
    minutes: Annotated[int | None, "The number of minutes; null for every other delay.", Minimum(1), Maximum(1440)]


TakeBack = Annotated[
    bool,
    "Whether you can ask now to take back your last action. The member is missing at tables whose rules do not "
    "allow it.",
]

EndHand = Annotated[
    bool, "Whether the hand can be ended now. The member is missing at tables whose rules do not allow it."
]


@part
class Undoable(TypedDict):
    """Says whether the last action can be taken back, and whether the hand can be ended."""

    take_back: NotRequired[Annotated[TakeBack, Last()]]
    end_hand: NotRequired[Annotated[EndHand, Last()]]
