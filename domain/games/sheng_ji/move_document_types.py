"""The types of the legal moves of Sheng Ji."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import CallWord, Card, Cards, EndHand, MoveList, TakeBack, Undoable
from domain.kernel.schema_markers import MaxItems, Minimum, Ref

EffectiveSuit = Annotated[str, Ref("EffectiveSuit")]

AskedToDeclare = TypedDict(
    "AskedToDeclare",
    {
        "asked": Literal["declare"],
        "pass": Literal[True],
        "cards": Annotated[list[Cards], "All sets of cards that you can show now."],
        "complete": Literal[True],
        "take_back": NotRequired[TakeBack],
        "end_hand": NotRequired[EndHand],
    },
)
AskedToDeclare.__doc__ = "Send `declare` with one of the listed sets of cards, or `pass`."


WhileDrawing = TypedDict(
    "WhileDrawing",
    {
        "asked": None,
        "pass": Literal[False],
        "cards": Annotated[list[Cards], "All sets of cards that you can show now."],
        "complete": Literal[True],
        "take_back": NotRequired[TakeBack],
        "end_hand": NotRequired[EndHand],
    },
)
WhileDrawing.__doc__ = (
    "No seat is asked while the cards are drawn, or you have passed after the last card. You can still send "
    "`declare` with one of the listed sets of cards while declaring is open."
)


AskedToPlan = TypedDict(
    "AskedToPlan",
    {
        "asked": Literal["plan"],
        "pass": Literal[True],
        "plan": Literal[True],
        "cards": Annotated[list[Cards], "All sets of cards that you can show now."],
        "complete": Literal[True],
        "take_back": NotRequired[TakeBack],
        "end_hand": NotRequired[EndHand],
    },
)
AskedToPlan.__doc__ = "Send a `plan`, whose shows are made of the listed sets of cards, or `pass`."


AskedAboutRedeal = TypedDict(
    "AskedAboutRedeal",
    {
        "asked": Literal["redeal"],
        "pass": Literal[True],
        "claim_redeal": Annotated[bool, "Whether your hand is weak enough to claim a redeal."],
        "cards": Annotated[list[Cards], MaxItems(0)],
        "complete": Literal[True],
        "take_back": NotRequired[TakeBack],
        "end_hand": NotRequired[EndHand],
    },
)
AskedAboutRedeal.__doc__ = "Send `claim_redeal`, if you may, or `pass`."


AskedToBid = TypedDict(
    "AskedToBid",
    {
        "asked": Literal["bid"],
        "pass": Literal[True],
        "cards": Annotated[list[Cards], "All sets of cards that you can show now."],
        "complete": Literal[True],
        "take_back": NotRequired[TakeBack],
        "end_hand": NotRequired[EndHand],
    },
)
AskedToBid.__doc__ = "Send `declare` with one of the listed sets of cards to take the kitty, or `pass`."


AskedToReview = TypedDict(
    "AskedToReview",
    {
        "asked": Literal["review"],
        "pass": Literal[True],
        "cards": Annotated[list[Cards], MaxItems(0)],
        "complete": Literal[True],
        "take_back": NotRequired[TakeBack],
        "end_hand": NotRequired[EndHand],
    },
)
AskedToReview.__doc__ = "Send `challenge` if you think that a seat did not follow, or `pass`."


class AskedToBury(Undoable):
    """Send `bury` with this number of cards of your hand, of your choice."""

    asked: Literal["bury"]
    count: Annotated[int, "The number of cards to bury.", Minimum(0)]
    cards: Annotated[list[Cards], MaxItems(0)]
    complete: Literal[False]


class AskedToCallFriendsCall(TypedDict):
    card: Card
    word: CallWord
    ordinal: Annotated[int, Minimum(1)]


class AskedToCallFriends(Undoable):
    """Send `call_friends` with this many of the listed calls, all different."""

    asked: Literal["call_friends"]
    count: Annotated[int, "The number of calls to make.", Minimum(0)]
    solo: Annotated[bool, "Whether you may play alone instead."]
    calls: Annotated[list[AskedToCallFriendsCall], "Every possible single call."]
    cards: Annotated[list[Cards], MaxItems(0)]
    complete: Literal[True]


class AskedToLead(Undoable):
    """Send `play` with one of the listed units, or throw several units of one suit together."""

    asked: Annotated[
        Literal["play", "consent"] | None,
        "Usually `play`. `consent` if it is your turn and another seat asks for your agreement; null while "
        "others are asked.",
    ]
    lead: Literal[True]
    claim: Annotated[bool, "Whether a `claim` without an order would be proven."]
    cards: MoveList
    complete: Literal[False]


class AskedToFollowOwed(TypedDict):
    width: Annotated[int, "The number of identical cards: 2 for pairs.", Minimum(2)]
    length: Annotated[int, "The length of the run: 1 for a pair, 2 for a tractor of two pairs.", Minimum(1)]


class AskedToFollow(Undoable):
    """Send `play` with a set of cards that answers the lead."""

    asked: Annotated[
        Literal["play", "consent"] | None,
        "Usually `play`. `consent` if it is your turn and another seat asks for your agreement; null while "
        "others are asked.",
    ]
    count: Annotated[int, "The number of cards to play.", Minimum(1)]
    suit: Annotated[EffectiveSuit, "The suit of the lead."]
    from_suit: Annotated[int, "The number of these cards that must be of that suit.", Minimum(0)]
    owed: Annotated[
        list[AskedToFollowOwed],
        "The runs and tuples that the play must contain, because your cards of the suit contain them.",
    ]
    cards: MoveList
    complete: Annotated[bool, "Whether `cards` lists every legal play."]


class AskedToChoose(Undoable):
    """A throw can be beaten. Send `play` with one of its units."""

    asked: Annotated[
        Literal["play", "consent"] | None,
        "Usually `play`. `consent` if it is your turn and another seat asks for your agreement; null while "
        "others are asked.",
    ]
    choose: Literal[True]
    cards: MoveList
    complete: Literal[True]


class AskedToConsent(Undoable):
    """Send `consent` with your answer; or play, if it is your turn."""

    asked: Literal["consent"]
    cards: Annotated[list[Cards], MaxItems(0)]
    complete: Literal[True]
