"""The types of questions about cards of Sheng Ji to the rules lab, and of their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from domain.games.lab_document_types import LabCards, LabSeat, LabSeatOrNone
from domain.games.sheng_ji.move_document_types import EffectiveSuit
from domain.kernel.document_types import Card, Cards, Rank, TrumpSuit, TrumpSuitOrNone
from domain.kernel.schema_markers import (
    AdditionalProperties,
    Maximum,
    MaxItems,
    Minimum,
    MinItems,
    Named,
    keywords,
)

CardOrderInput = Annotated[dict[str, Any], "The `input` of a `card_order` question.", Named("CardOrderInput")]

DealShapeInput = Annotated[dict[str, Any], "The `input` of a `deal_shape` question.", Named("DealShapeInput")]

FillerRankInput = Annotated[dict[str, Any], "The `input` of a `filler_rank` question.", Named("FillerRankInput")]


@keywords(AdditionalProperties())
class BidSequenceInputEvent(TypedDict):
    seat: LabSeat
    show: LabCards


@keywords(AdditionalProperties())
class BidSequenceInput(TypedDict):
    """The `input` of a `bid_sequence` question."""

    events: Annotated[list[BidSequenceInputEvent], "The shows in order.", MaxItems(40)]


class BidSequenceAnswer(TypedDict):
    """The answer to a `bid_sequence` question."""

    legal: Annotated[list[bool], "Whether each show is legal. Illegal shows have no effect on the rest."]
    trump: TrumpSuitOrNone
    holder: LabSeatOrNone
    dealer: LabSeatOrNone


class CardOrderAnswer(TypedDict):
    """The answer to a `card_order` question."""

    trump_high_to_low: Annotated[list[Cards], "The trumps by tier, from highest to lowest; equal ones together."]
    side_suit_ranks: Annotated[list[Rank], "The ranks of each other suit, from highest to lowest."]


class DealShapeAnswer(TypedDict):
    """The answer to a `deal_shape` question."""

    cards: Annotated[int, Minimum(0)]
    jokers: Annotated[int, Minimum(0)]
    removed: Annotated[int, "The number of low cards that are removed.", Minimum(0)]
    kitty: Annotated[int, Minimum(0)]
    hand: Annotated[int, Minimum(0)]
    declarer_team: Annotated[int, Minimum(0)]
    friends_called: Annotated[int, Minimum(0)]
    opponents_need: Annotated[int, Minimum(0)]
    step: Annotated[int, "The points of one level.", Minimum(0)]


@keywords(AdditionalProperties())
class EffectiveSuitInput(TypedDict):
    """The `input` of a `effective_suit` question."""

    cards: LabCards


class EffectiveSuitAnswer(TypedDict):
    """The answer to a `effective_suit` question."""

    suits: Annotated[list[EffectiveSuit], "The suit of each card."]
    all: Annotated[EffectiveSuit | None, "The suit if all cards have the same one, else null."]


@keywords(AdditionalProperties())
class EqualRankInput(TypedDict):
    """The `input` of a `equal_rank` question."""

    cards: Annotated[list[Card], "Two cards.", MinItems(2), MaxItems(2)]


class EqualRankAnswer(TypedDict):
    """The answer to a `equal_rank` question."""

    same_level: bool
    pair: bool


class FillerRankAnswer(TypedDict):
    """The answer to a `filler_rank` question."""

    order_high_to_low: Cards
    tractor_with_neighbours: Annotated[bool, "Whether fillers are consecutive with one of these neighbours."]


@keywords(AdditionalProperties())
class FirstDrawerInput(TypedDict):
    """The `input` of a `first_drawer` question."""

    revealed_rank: Annotated[
        Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"],
        "The rank that the shuffler exposed.",
    ]


@keywords(AdditionalProperties())
class HandSortInput(TypedDict):
    """The `input` of a `hand_sort` question."""

    cards: LabCards


@keywords(AdditionalProperties())
class NoDeclarationInput(TypedDict):
    """The `input` of a `no_declaration` question."""

    kitty_in_order: LabCards


class NoDeclarationAnswer(TypedDict):
    """The answer to a `no_declaration` question."""

    trump: Annotated[TrumpSuit | None, "The trumps; null for a redeal."]
    cards_revealed: Annotated[int, "The number of cards that were turned up.", Minimum(1)]
    redeal: Annotated[bool, "Whether the cards are dealt again."]


@keywords(AdditionalProperties())
class RedealClaimInput(TypedDict):
    """The `input` of a `redeal_claim` question."""

    hand: LabCards


class RedealClaimAnswer(TypedDict):
    """The answer to a `redeal_claim` question."""

    may_claim: bool


class FirstDrawerFound(TypedDict):
    count: Annotated[int, Minimum(1), Maximum(13)]
    seats_right_of_shuffler: Annotated[int, Minimum(0)]


class FirstDrawerRedrawn(TypedDict):
    redraw: Literal[True]


FirstDrawerAnswer = Annotated[
    FirstDrawerFound | FirstDrawerRedrawn, "The answer to a `first_drawer` question.", Named("FirstDrawerAnswer")
]
