"""The types of documents about questions of the rules lab, for all games."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import CallWord, Card, Level
from domain.kernel.schema_markers import (
    AdditionalProperties,
    Maximum,
    MaxItems,
    MaxLength,
    MaxProperties,
    Minimum,
    MinItems,
    MinLength,
    Named,
    keywords,
)

LabCards = Annotated[
    list[Card], "Cards. None may occur more often than there are decks.", MinItems(1), MaxItems(120), Named("LabCards")
]

LabHands = Annotated[
    list[Annotated[list[Card], MaxItems(120)]], "The relevant cards of other hands.", MaxItems(10), Named("LabHands")
]

LabSeat = Annotated[
    str, "A seat by any name you like, such as `N` or `A`.", MinLength(1), MaxLength(64), Named("LabSeat")
]

LabNumber = Annotated[int, Minimum(0), Maximum(1000000000), Named("LabNumber")]

LabPoints = Annotated[int, Minimum(-1000000000), Maximum(1000000000), Named("LabPoints")]

LabSeatOrNone = Annotated[LabSeat | None, "A seat by its name in the question, or null.", Named("LabSeatOrNone")]

Advance = Annotated[
    Literal["none", "declarers", "opponents"], "The side that advances after the hand.", Named("Advance")
]


PointsByRank = TypedDict(
    "PointsByRank",
    {
        "K": Annotated[int, Minimum(0)],
        "10": Annotated[int, Minimum(0)],
        "5": Annotated[int, Minimum(0)],
    },
)
PointsByRank.__doc__ = "Points by the rank of the card."


@keywords(AdditionalProperties())
class LabShape(TypedDict):
    """The shape of a unit."""

    tuple: Annotated[int, "The number of identical cards: 1 for a single card, 2 for a pair.", Minimum(1), Maximum(6)]
    run: Annotated[
        int,
        "The length of the run: 1 for a single card or a pair, 2 for a tractor of two pairs.",
        Minimum(1),
        Maximum(20),
    ]


class LabCall(TypedDict):
    """A called card, with its ordinal or word if the style has several."""

    card: Card
    ordinal: NotRequired[Annotated[int, Minimum(0), Maximum(1000)]]
    style: NotRequired[CallWord]


LabCalls = Annotated[list[LabCall], "Calls of friends.", MaxItems(40), Named("LabCalls")]


@keywords(AdditionalProperties())
class LabSetup(TypedDict):
    """The rules and trumps of a question. Members that its kind does not use are optional, and are ignored."""

    players: NotRequired[
        Annotated[int | None, "The number of players at the table; 4 by default.", Minimum(4), Maximum(10)]
    ]
    decks: NotRequired[
        Annotated[int | None, "The number of decks; half the number of players by default.", Minimum(1), Maximum(6)]
    ]
    trump_rank: NotRequired[Level]
    trump_suit: NotRequired[Annotated[Literal["C", "D", "H", "S"] | None, "The trump suit. Null means no-trump."]]
    first_hand: NotRequired[Annotated[bool, "Whether the dealer is not known yet, as in the first hand."]]
    options: NotRequired[
        Annotated[
            dict[str, Any] | None,
            "Options of the rules by name, and `profile`, the name of the profile to start from. The default is "
            "zhang-2021; for questions about Zheng Shangyou it is zheng-shangyou, or the profile with teams.",
            MaxProperties(40),
        ]
    ]
