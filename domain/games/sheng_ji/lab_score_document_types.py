"""The types of questions about scores of Sheng Ji to the rules lab, and of their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.games.lab_document_types import Advance, LabCards, LabHands, LabNumber, LabPoints, LabShape, PointsByRank
from domain.games.sheng_ji.hand_document_types import Party
from domain.kernel.document_types import Cards, Level, Rank, Seats
from domain.kernel.schema_markers import AdditionalProperties, Maximum, MaxItems, Minimum, Named, Pattern, keywords
from domain.kernel.seats import Seat

DeckPointsInput = Annotated[dict[str, Any], "The `input` of a `deck_points` question.", Named("DeckPointsInput")]


LevelStepInput = TypedDict(
    "LevelStepInput",
    {
        "level": Level,
        "levels_won": LabNumber,
        "as": Literal["declarers", "opponents"],
        "won": NotRequired[Annotated[bool, "Whether they won the hand; required for declarers."]],
        "trump_rank": NotRequired[Annotated[Level, "The trump rank of the hand; required for declarers who won."]],
        "laps": NotRequired[Annotated[int, "How often they have passed the final level before.", Minimum(0)]],
        "attempted": NotRequired[
            Annotated[list[Rank], "The must-play levels that they have played as declarers before.", MaxItems(40)]
        ],
    },
)
LevelStepInput.__doc__ = "The `input` of a `level_step` question."
keywords(AdditionalProperties())(LevelStepInput)


TierCountsInput = Annotated[dict[str, Any], "The `input` of a `tier_counts` question.", Named("TierCountsInput")]


class DeckPointsAnswer(TypedDict):
    """The answer to a `deck_points` question."""

    total: Annotated[int, Minimum(0)]
    card_values: PointsByRank
    by_rank: PointsByRank
    per_suit_per_deck: Annotated[int, Minimum(0)]


@keywords(AdditionalProperties())
class FriendPointsInput(TypedDict):
    """The `input` of a `friend_points` question."""

    captured: Annotated[dict[str, LabNumber], "Points by seat. The number of the seat is a string."]
    declarers_at_end: Seats


class FriendPointsAnswer(TypedDict):
    """The answer to a `friend_points` question."""

    opponent_points: int


@keywords(AdditionalProperties())
class HandTotalInput(TypedDict):
    """The `input` of a `hand_total` question."""

    points_in_tricks: LabPoints
    kitty_points: LabNumber
    last_unit: LabShape


class HandTotalAnswer(TypedDict):
    """The answer to a `hand_total` question."""

    factor: Annotated[int, Minimum(0)]
    kitty_bonus: Annotated[int, Minimum(0)]
    total: int
    advance: Advance
    levels: Annotated[int, Minimum(0)]
    opponents_become_declarers: bool
    laps_of_13: Annotated[str, "The levels as laps of the ladder.", Pattern("^[0-9]+ [0-9]+/13$")]


@keywords(AdditionalProperties())
class KittyFactorInput(TypedDict):
    """The `input` of a `kitty_factor` question."""

    unit: NotRequired[LabShape]
    cards_in_last_trick_play: NotRequired[
        Annotated[
            int, "The number of cards in the whole play; by default that of the unit.", Minimum(1), Maximum(1000000000)
        ]
    ]


class KittyFactorAnswer(TypedDict):
    """The answer to a `kitty_factor` question."""

    factor: Annotated[int, Minimum(0)]


@keywords(AdditionalProperties())
class LevelResetInput(TypedDict):
    """The `input` of a `level_reset` question."""

    opponent_points: LabPoints
    last_trick_won_by: Party
    winning_cards: LabCards
    declarers_level: Rank
    lead: NotRequired[LabCards]


class LevelResetAnswer(TypedDict):
    """The answer to a `level_reset` question."""

    declarers_level: Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "not_reset"]


class LevelStepAnswer(TypedDict):
    """The answer to a `level_step` question."""

    level: Level
    game_won: bool
    laps: Annotated[int, Minimum(0)]
    attempted: list[Level]


@keywords(AdditionalProperties())
class MissingBonusInput(TypedDict):
    """The `input` of a `missing_bonus` question."""

    levels: LabNumber
    missing_teammates: LabNumber


class MissingBonusAnswer(TypedDict):
    """The answer to a `missing_bonus` question."""

    dealer_levels: int
    other_declarers_levels: int


@keywords(AdditionalProperties())
class NextDealerInput(TypedDict):
    """The `input` of a `next_dealer` question."""

    dealer_seat: Annotated[int, "The seat that dealt.", Minimum(0), Maximum(9)]
    declarers_won: bool


class NextDealerAnswer(TypedDict):
    """The answer to a `next_dealer` question."""

    dealer_seat: Seat


@keywords(AdditionalProperties())
class NightRatingInput(TypedDict):
    """The `input` of a `night_rating` question."""

    ratings: Annotated[dict[str, LabNumber], "The rating of each player before the game."]
    winners: Annotated[list[str], "The winners.", MaxItems(40)]
    games: NotRequired[Annotated[dict[str, LabNumber], "The number of rated games of each player before."]]


class NightRatingAnswer(TypedDict):
    """The answer to a `night_rating` question."""

    delta: dict[str, int]


@keywords(AdditionalProperties())
class ScoreInput(TypedDict):
    """The `input` of a `score` question."""

    opponent_points: LabPoints


class ScoreAnswer(TypedDict):
    """The answer to a `score` question."""

    advance: Advance
    levels: Annotated[int, Minimum(0)]
    opponents_become_declarers: bool


@keywords(AdditionalProperties())
class ThrowPenaltyInput(TypedDict):
    """The `input` of a `throw_penalty` question."""

    lead: LabCards
    other_hands: LabHands


class ThrowPenaltyAnswer(TypedDict):
    """The answer to a `throw_penalty` question."""

    forced: Annotated[Cards | None, "What must be led; null if nothing is forced, or if the leader chooses."]
    penalty_points: Annotated[int, Minimum(0)]


class TierCountsAnswer(TypedDict):
    """The answer to a `tier_counts` question."""

    rank_any_suit: NotRequired[Annotated[int, Minimum(0)]]
    rank_and_suit: NotRequired[Annotated[int, Minimum(0)]]
    rank_off_suit: NotRequired[Annotated[int, Minimum(0)]]
    trump_suit_other: NotRequired[Annotated[int, Minimum(0)]]
    SJ: Annotated[int, Minimum(0)]
    BJ: Annotated[int, Minimum(0)]
    trump_total: Annotated[int, Minimum(0)]
    per_side_suit: Annotated[int, Minimum(0)]
    side_total: Annotated[int, Minimum(0)]


@keywords(AdditionalProperties())
class TrumpRankInput(TypedDict):
    """The `input` of a `trump_rank` question."""

    declarers_level: Rank


class TrumpRankAnswer(TypedDict):
    """The answer to a `trump_rank` question."""

    trump_rank: Rank
