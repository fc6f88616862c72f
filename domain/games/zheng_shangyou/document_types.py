"""The types of the views and the legal moves of Zheng Shangyou."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Card, Cards, HandSizes, HandsPlayed, OwnHand, Seats, WonBy
from domain.kernel.schema_markers import DiscriminatedBy, Maximum, MaxItems, Minimum, MinItems, Named, Ref, part
from domain.kernel.seats import Seat

Pattern = Annotated[str, Ref("Pattern")]
Rung = Annotated[str, Ref("Rung")]

Totals = Annotated[
    list[Annotated[int, Minimum(0)]],
    "The points of each side: of each seat, or of each of two teams, the even seats first.",
    Named("Totals"),
]

PlacesBefore = Annotated[
    Seats, "The seats in order of their places in the previous hand; empty in the first hand.", Named("PlacesBefore")
]

ShownCards = Annotated[
    list[Cards], "For each seat, those of its cards that everyone has seen; empty for your own.", Named("ShownCards")
]


class Combination(TypedDict):
    """How cards are read in Zheng Shangyou. A play must have the same `pattern`, `ranks` and `width` as the previous
    one, and be higher.
    """

    pattern: Pattern
    ranks: Annotated[int, "The number of consecutive ranks; 1 for singles and sets.", Minimum(1), Maximum(13)]
    width: Annotated[int, "The number of cards of each rank.", Minimum(1), Maximum(10)]
    top: Rung
    suited: Annotated[bool, "Whether a sequence has one suit; false for other patterns."]
    pure: Annotated[bool, "Whether no card is wild."]


@part
class MatchMembers(TypedDict):
    """The members that a match has in every phase."""

    totals: Totals
    target: Annotated[int, "The points that win the game.", Minimum(1)]
    hands_played: HandsPlayed
    places_before: PlacesBefore
    exchanged: SeatsCards
    won_by: WonBy


@part
class HandMembers(MatchMembers):
    """The members that a match has while seats hold cards."""

    hand: OwnHand
    hand_sizes: HandSizes
    shown: ShownCards


@part
class ExchangeMembers(HandMembers):
    """The members that a match has while cards are exchanged."""

    leader: Seat
    exchanging: Exchanging


class ClimbingPreparingMatch(MatchMembers):
    """Nothing is dealt yet."""

    phase: Literal["preparing"]


class ClimbingDealtMatch(HandMembers):
    """The cards are dealt, and the holder of the exposed card is not known yet."""

    phase: Literal["dealt"]


class ClimbingPayingMatch(ExchangeMembers):
    """The last two players of the previous hand choose their tribute."""

    phase: Literal["paying"]
    chosen: ChosenCards


class ClimbingChoosingMatch(ExchangeMembers):
    """The tribute is open, and the first player of the previous hand takes one card."""

    phase: Literal["choosing"]
    offers: SeatsCards


class ClimbingDiscardingMatch(ExchangeMembers):
    """The first two players of the previous hand choose their discards."""

    phase: Literal["discarding"]
    chosen: ChosenCards


class ClimbingReturningMatch(ExchangeMembers):
    """The discards are open, and the next-to-last player of the previous hand takes one card."""

    phase: Literal["returning"]
    offers: SeatsCards


class ClimbingPlayingMatch(HandMembers):
    """The hand is being played."""

    phase: Literal["climbing"]
    turn: Seat
    standing: Annotated[StandingPlay | None, "The play to beat; null on a lead."]
    to_ask: Annotated[Seats, "The seats still to be asked before the round ends, in order; empty on a lead."]
    round: Round
    last_round: Round
    places: Annotated[Seats, "The seats that have run out of cards, in order of their places."]
    gone: Cards
    exposed: Annotated[
        Card | None, "The card exposed before the deal of the first hand, whose holder leads; otherwise null."
    ]


class ClimbingScoredMatch(MatchMembers):
    """The hand is over."""

    phase: Literal["scored"]
    last_round: Round
    gone: Cards
    score: PlacesScore


class Exchanging(TypedDict):
    """The four seats that exchange cards, in order of their places in the previous hand."""

    first: Seat
    second: Seat
    next_to_last: Seat
    last: Seat


class StandingPlay(TypedDict):
    """The play to beat."""

    seat: Seat
    cards: Cards
    reading: Combination


class PlacesScore(TypedDict):
    """The result of a hand. Points are those of each seat, or of each team."""

    places: Annotated[Seats, "The seats in order of their places."]
    points: Totals
    totals_before: Totals
    totals_after: Totals
    next_leader: Seat


class AskedForACard(TypedDict):
    """Zheng Shangyou: send the command asked for, with one of the listed cards as its `card`."""

    asked: Literal["discard", "pay_tribute", "take"]
    cards: Annotated[list[Annotated[list[Card], MinItems(1), MaxItems(1)]], "The cards, each in a list of its own."]
    complete: Literal[True]


class PossibleReading(TypedDict):
    """A `reading` that can be sent. Like all responses, it may get more members."""

    pattern: NotRequired[Pattern]
    top: NotRequired[Rung]
    width: NotRequired[Annotated[int, "The number of cards of each rank.", Minimum(1), Maximum(27)]]


ClimbingMatch = Annotated[
    ClimbingPreparingMatch
    | ClimbingDealtMatch
    | ClimbingPayingMatch
    | ClimbingChoosingMatch
    | ClimbingDiscardingMatch
    | ClimbingReturningMatch
    | ClimbingPlayingMatch
    | ClimbingScoredMatch,
    "A match of Zheng Shangyou as its viewer may see it. `phase` is the phase of the hand.",
    DiscriminatedBy("phase"),
    Named("ClimbingMatch"),
]


class SeatsCard(TypedDict):
    seat: Seat
    card: Card


SeatsCards = Annotated[
    list[SeatsCard], "Cards with the seats that have paid, discarded or received them.", Named("SeatsCards")
]


class ChosenCard(TypedDict):
    seat: Seat
    card: Card | None


ChosenCards = Annotated[
    list[ChosenCard],
    "The players who have already chosen a card. Nobody else sees the cards before both have chosen.",
    Named("ChosenCards"),
]


class PlayOfRound(TypedDict):
    seat: Seat
    cards: Cards
    reading: Combination | None


Round = Annotated[
    list[PlayOfRound], "The plays of a round, in order. A pass has no cards and no reading.", Named("Round")
]


AskedToClimb = TypedDict(
    "AskedToClimb",
    {
        "asked": Literal["play"],
        "lead": Annotated[bool, "Whether you lead and can play anything."],
        "pass": Annotated[bool, "Whether you can pass."],
        "combinations": Annotated[list[Combination], "The combinations that you can play.", MaxItems(200)],
        "cards": Annotated[
            list[Cards], "For each of them, cards that form it, with the fewest possible wild cards.", MaxItems(200)
        ],
        "complete": Annotated[bool, "Whether there is no other combination, and no other cards for one of these."],
    },
)
AskedToClimb.__doc__ = (
    "Zheng Shangyou: send `play` with a combination, or `pass`. Every possible combination is listed once, "
    "with cards that make it."
)
