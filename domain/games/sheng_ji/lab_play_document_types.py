"""The types of questions about plays of Sheng Ji to the rules lab, and of their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.games.lab_document_types import LabCalls, LabCards, LabHands, LabSeat, LabShape
from domain.games.sheng_ji.hand_document_types import Missing, UnitName, Units
from domain.kernel.document_types import Cards, RuleId, Seats
from domain.kernel.schema_markers import (
    AdditionalProperties,
    MaxItems,
    Minimum,
    MinItems,
    Named,
    Pattern,
    keywords,
)
from domain.kernel.seats import Seat

ChaoOrderInput = Annotated[dict[str, Any], "The `input` of a `chao_order` question.", Named("ChaoOrderInput")]

ForcedUnitOrderInput = Annotated[
    dict[str, Any], "The `input` of a `forced_unit_order` question.", Named("ForcedUnitOrderInput")
]


class ChaoOrderAnswer(TypedDict):
    """The answer to a `chao_order` question."""

    high_to_low: Annotated[
        list[str], "Cards by name, separated by spaces. The last item is any single card of the trump rank."
    ]


@keywords(AdditionalProperties())
class ChaoTurnsInput(TypedDict):
    """The `input` of a `chao_turns` question."""

    dealer: Seat
    last_bidder: NotRequired[Seat]
    overrides: NotRequired[Annotated[list[Seat], "The seats that override, one after the other.", MaxItems(40)]]


class ChaoTurnsAnswer(TypedDict):
    """The answer to a `chao_turns` question."""

    polled: Seats
    polled_after_override: NotRequired[Seats]


@keywords(AdditionalProperties())
class FollowInput(TypedDict):
    """The `input` of a `follow` question."""

    lead: LabCards
    hand: LabCards
    play: LabCards


class ForcedUnitOrderAnswer(TypedDict):
    """The answer to a `forced_unit_order` question."""

    weakest_first: Annotated[list[Annotated[str, Pattern("^[1-6]x[1-3]$")]], "The shapes, as copies x length."]


@keywords(AdditionalProperties())
class FriendCallInput(TypedDict):
    """The `input` of a `friend_call` question."""

    calls: LabCalls
    dealer_hand: NotRequired[LabCards]


class FriendCallAnswer(TypedDict):
    """The answer to a `friend_call` question."""

    legal: list[bool]
    complete: Annotated[bool, "Whether the number of calls is right."]


class FriendRevealInputPlay(TypedDict):
    seat: Seat
    cards: LabCards


@keywords(AdditionalProperties())
class FriendRevealInput(TypedDict):
    """The `input` of a `friend_reveal` question."""

    dealer: Seat
    calls: LabCalls
    plays: Annotated[list[FriendRevealInputPlay], MaxItems(40)]


class FriendRevealAnswer(TypedDict):
    """The answer to a `friend_reveal` question."""

    declarers: Seats
    missing: Missing


@keywords(AdditionalProperties())
class LastTrickUnitInput(TypedDict):
    """The `input` of a `last_trick_unit` question."""

    winning_cards: LabCards


class LastTrickUnitAnswer(TypedDict):
    """The answer to a `last_trick_unit` question."""

    unit: Cards
    factor: Annotated[int, Minimum(0)]
    factor_pow2_pairs: Annotated[int, Minimum(0)]
    factor_pow2_cards: Annotated[int, Minimum(0)]
    factor_twice_cards: Annotated[int, Minimum(0)]
    factor_twice_len_plus_one: Annotated[int, Minimum(0)]
    factor_twice_total_cards: Annotated[int, Minimum(0)]
    factor_flat_2: Annotated[int, Minimum(0)]
    factor_if_2: Annotated[int, Minimum(0)]
    factor_if_3: Annotated[int, Minimum(0)]


@keywords(AdditionalProperties())
class ThrowInput(TypedDict):
    """The `input` of a `throw` question."""

    lead: LabCards
    other_hands: LabHands


@keywords(AdditionalProperties())
class ThrowDecompositionInput(TypedDict):
    """The `input` of a `throw_decomposition` question."""

    lead: LabCards


class ThrowDecompositionAnswer(TypedDict):
    """The answer to a `throw_decomposition` question."""

    units: Units


@keywords(AdditionalProperties())
class TractorInput(TypedDict):
    """The `input` of a `tractor` question."""

    cards: LabCards


@keywords(AdditionalProperties())
class TrickWinnerInputPlay(TypedDict):
    seat: LabSeat
    cards: LabCards


@keywords(AdditionalProperties())
class TrickWinnerInput(TypedDict):
    """The `input` of a `trick_winner` question."""

    plays: Annotated[list[TrickWinnerInputPlay], "The plays in order, the lead first.", MinItems(1), MaxItems(10)]


class TrickWinnerAnswer(TypedDict):
    """The answer to a `trick_winner` question."""

    winner: LabSeat


@keywords(AdditionalProperties())
class UnitInput(TypedDict):
    """The `input` of a `unit` question."""

    cards: LabCards


@keywords(AdditionalProperties())
class UnitRelevanceInput(TypedDict):
    """The `input` of a `unit_relevance` question."""

    a: LabShape
    b: LabShape


class UnitRelevanceAnswer(TypedDict):
    """The answer to a `unit_relevance` question."""

    higher: Annotated[Literal["a", "b"] | None, "The higher shape; null if neither is higher."]


class LegalFollow(TypedDict):
    legal: Literal[True]


class IllegalFollow(TypedDict):
    legal: Literal[False]
    reason: Annotated[str, "Why the play is illegal."]
    rule: NotRequired[RuleId]


FollowAnswer = Annotated[LegalFollow | IllegalFollow, "The answer to a `follow` question.", Named("FollowAnswer")]


class ThrowThatStands(TypedDict):
    valid: Literal[True]


class ThrowThatFails(TypedDict):
    valid: Literal[False]
    all_beatable: Units
    forced_weakest: Cards
    forced_all_beatable: Annotated[Cards, "What must be led if all units that can be beaten are led."]
    forced: Annotated[Cards | None, "What must be led; null if nothing is forced, or if the leader chooses."]
    choices: NotRequired[Annotated[Units, "The units that can be beaten, if one of them is chosen."]]
    challenger_choices: NotRequired[
        Annotated[Units, "The units that the challenger can beat, if the challenger chooses."]
    ]


ThrowAnswer = Annotated[ThrowThatStands | ThrowThatFails, "The answer to a `throw` question.", Named("ThrowAnswer")]


class TractorFound(TypedDict):
    tractor: Literal[True]
    pairs: Annotated[int, Minimum(2)]


class NoTractor(TypedDict):
    tractor: Literal[False]


TractorAnswer = Annotated[TractorFound | NoTractor, "The answer to a `tractor` question.", Named("TractorAnswer")]


class UnitFound(TypedDict):
    unit: UnitName
    shape: Annotated[
        list[Annotated[list[Annotated[int, Minimum(1)]], MinItems(2), MaxItems(2)]],
        "The shape of each unit: copies and run length.",
    ]
    units: Units


class NoUnit(TypedDict):
    unit: None
    reason: Annotated[str, "Why they cannot be led together."]


UnitAnswer = Annotated[UnitFound | NoUnit, "The answer to a `unit` question.", Named("UnitAnswer")]
