"""The types of questions about Zheng Shangyou to the rules lab, and of their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.games.lab_document_types import LabCards, LabSeat
from domain.games.zheng_shangyou.document_types import Rung
from domain.kernel.document_types import Card
from domain.kernel.schema_markers import (
    AdditionalProperties,
    Maximum,
    MaxItems,
    MaxProperties,
    Minimum,
    MinItems,
    MinProperties,
    Named,
    keywords,
)

LabPattern = Annotated[
    Literal["single", "set", "seq", "mseq"],
    "The pattern of the cards; `seq` is a single sequence, and `mseq` a multiple one.",
    Named("LabPattern"),
]

PlayersByPlace = Annotated[
    list[LabSeat], "The players in order of their places.", MinItems(4), MaxItems(9), Named("PlayersByPlace")
]

ZsOrderInput = Annotated[dict[str, Any], "The `input` of a `zs_order` question.", Named("ZsOrderInput")]


@keywords(AdditionalProperties())
class LabReading(TypedDict):
    """A reading of cards. Only members that distinguish it from other readings are needed."""

    type: NotRequired[LabPattern]
    top: NotRequired[Rung]
    width: NotRequired[Annotated[int, Minimum(1), Maximum(10)]]


class LabCombination(TypedDict):
    """One reading of cards. A single or a set has `size` and `rank`. A sequence has `size`, `top` and `suited`. A
    multiple sequence has `ranks`, `width` and `top`.
    """

    type: LabPattern
    size: NotRequired[Annotated[int, Minimum(1)]]
    rank: NotRequired[Rung]
    top: NotRequired[Rung]
    ranks: NotRequired[Annotated[int, Minimum(3)]]
    width: NotRequired[Annotated[int, Minimum(2)]]
    pure: bool
    suited: NotRequired[bool]


@keywords(AdditionalProperties())
class ZsBeatsInput(TypedDict):
    """The `input` of a `zs_beats` question."""

    previous: LabCards
    previous_as: NotRequired[Annotated[LabReading, "The intended reading; by default the preferred one."]]
    play: LabCards
    play_as: NotRequired[Annotated[LabReading, "The intended reading; by default the preferred one."]]


class ZsBeatsAnswer(TypedDict):
    """The answer to a `zs_beats` question."""

    beats: bool
    previous: LabCombinationOrNone
    play: LabCombinationOrNone


@keywords(AdditionalProperties())
class ZsComboInput(TypedDict):
    """The `input` of a `zs_combo` question."""

    cards: LabCards


class ZsComboAnswer(TypedDict):
    """The answer to a `zs_combo` question. It repeats the members of the first reading."""

    valid: bool
    readings: Annotated[list[LabCombination], "All readings, the preferred one first."]
    type: NotRequired[LabPattern]
    size: NotRequired[Annotated[int, Minimum(1)]]
    rank: NotRequired[Rung]
    top: NotRequired[Rung]
    ranks: NotRequired[Annotated[int, Minimum(3)]]
    width: NotRequired[Annotated[int, Minimum(2)]]
    pure: NotRequired[bool]
    suited: NotRequired[bool]


@keywords(AdditionalProperties())
class ZsExchangeInput(TypedDict):
    """The `input` of a `zs_exchange` question. It also has members for the players X of the first, second and
    next-to-last place, by their names in `finish_order`: `X_picks` for the first and the next-to-last, and `X_discards`
    for the first and the second. Each is a card.
    """

    finish_order: PlayersByPlace
    best_of: Annotated[dict[str, Any], "The highest cards of the next-to-last and of the last player."]


@keywords(AdditionalProperties())
class ZsGameEndInput(TypedDict):
    """The `input` of a `zs_game_end` question."""

    totals: Annotated[
        dict[str, Annotated[int, Minimum(0), Maximum(1000000)]],
        "The points of each side, by any name you like.",
        MinProperties(2),
    ]


class ZsGameEndAnswer(TypedDict):
    """The answer to a `zs_game_end` question."""

    winner: Annotated[str | None, "The side that has won; null if none has."]
    play_another_hand: bool


class ZsOrderAnswer(TypedDict):
    """The answer to a `zs_order` question."""

    low_to_high: list[Rung]


@keywords(AdditionalProperties())
class ZsScoreInput(TypedDict):
    """The `input` of a `zs_score` question."""

    finish_order: Annotated[
        list[Annotated[int, Minimum(1), Maximum(9)]],
        "The players in order of their places, numbered from 1.",
        MinItems(4),
        MaxItems(9),
    ]


class ZsScoreAnswer(TypedDict):
    """The answer to a `zs_score` question."""

    scores: Annotated[list[Annotated[int, Minimum(0)]], "The points of each place."]
    next_dealer_place: Annotated[int, "The place that leads next.", Minimum(1), Maximum(9)]
    givers: Annotated[
        list[Annotated[int, Minimum(1), Maximum(9)]], "The places that pay tribute; empty if no cards are exchanged."
    ]


@keywords(AdditionalProperties())
class ZsTeamScoreInput(TypedDict):
    """The `input` of a `zs_team_score` question."""

    finish_teams: Annotated[
        list[Literal["A", "B"]],
        "The teams in order of the places, from first to last. Both teams have the same number of places.",
        MinItems(4),
        MaxItems(9),
    ]


class ZsTeamScoreAnswerScores(TypedDict):
    A: Annotated[int, Minimum(0)]
    B: Annotated[int, Minimum(0)]


class ZsTeamScoreAnswer(TypedDict):
    """The answer to a `zs_team_score` question."""

    scores: ZsTeamScoreAnswerScores


LabCombinationOrNone = Annotated[LabCombination | None, "The reading of cards, or null.", Named("LabCombinationOrNone")]


ZsExchangeAnswerItem = TypedDict(
    "ZsExchangeAnswerItem",
    {
        "in": Card,
        "out": Card,
    },
)


ZsExchangeAnswer = Annotated[
    dict[str, ZsExchangeAnswerItem],
    "The answer to a `zs_exchange` question, for each of the four players who exchange cards.",
    MinProperties(4),
    MaxProperties(4),
    Named("ZsExchangeAnswer"),
]
