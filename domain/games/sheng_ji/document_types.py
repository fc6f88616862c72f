"""The types of the views of a match of Sheng Ji."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from domain.games.sheng_ji.hand_document_types import (
    Declarations,
    FailedThrow,
    Kitty,
    Laps,
    LevelOrNone,
    Levels,
    Penalties,
    PlayedTrick,
    Redeals,
    Score,
    Solo,
    Trick,
    UndoOrNone,
    Units,
)
from domain.kernel.document_types import (
    CallWord,
    Card,
    Cards,
    HandSizes,
    HandsPlayed,
    Level,
    OwnHand,
    Points,
    SeatOrNone,
    Seats,
    TrumpSuit,
    WonBy,
)
from domain.kernel.schema_markers import DiscriminatedBy, Minimum, Named, part
from domain.kernel.seats import Seat

Declarers = Annotated[
    Seats, "The seats that are known declarers; the others are opponents, or friends not yet found.", Named("Declarers")
]

KittyTurnedCards = Annotated[
    Cards,
    "Cards of the kitty that were turned up because nobody declared; empty if none were.",
    Named("KittyTurnedCards"),
]


@part
class MatchMembers(TypedDict):
    """The members that a match has in every phase."""

    levels: Levels
    laps: Laps
    hands_played: HandsPlayed
    redeals: Redeals
    won_by: WonBy
    take_back: UndoOrNone


@part
class DealMembers(MatchMembers):
    """The members that a match has once trumps are fixed."""

    trump_rank: Level
    trump_suit: TrumpSuit
    dealer: Seat
    declarers: Declarers
    first_drawer: Seat
    declarations: Declarations
    kitty_turned: KittyTurnedCards


@part
class HandMembers(DealMembers):
    """The members that a match has while seats hold cards and trumps are fixed."""

    hand: OwnHand
    hand_sizes: HandSizes


@part
class KittyMembers(HandMembers):
    """The members that a match has while seats hold cards and the kitty is taken."""

    kitty: Kitty


@part
class BidMembers(KittyMembers):
    """The members that a match has while the kitty is buried, or others bid for it."""

    kitty_holder: Annotated[Seat, "The seat that took the kitty last. Only this seat sees it."]
    standing: Annotated[
        Standing | None,
        "The current declaration, shown in the draw or in bidding for the kitty; null if there is none.",
    ]


@part
class TrickMembers(KittyMembers):
    """The members that a match has while tricks are played or reviewed."""

    friends: Annotated[Friends | None, "The calls of the hand, and who has answered them; null in fixed teams."]
    trick: Annotated[Trick | None, "The current trick; null before a lead."]
    failed_throw: Annotated[
        FailedThrow | None, "The throw that failed before the lead of this trick; null if there was none."
    ]
    choices: Annotated[Units, "After a failed throw, the units from which you must choose; empty for everyone else."]
    last_trick: Annotated[PlayedTrick | None, "The previous trick; null in the first trick."]
    history: Annotated[
        list[PlayedTrick], "All tricks of the hand so far, if the option `history_view` is `all`; empty otherwise."
    ]
    opponent_points: Annotated[
        Points | None,
        "Points taken in tricks so far by seats that are not known declarers; null if each player counts for "
        "themselves (`hide_points`).",
    ]
    opponent_cards: Annotated[
        Cards | None, "The cards that are worth these points, which lie face up; null under `hide_points`."
    ]
    points_taken: Annotated[
        list[Annotated[int | None, Minimum(0)]] | None,
        "What each seat has taken of these points, in seat order, null for known declarers; null altogether "
        "under `hide_points`.",
    ]
    penalties: Annotated[Penalties | None, "The penalties so far; null under `hide_points`."]


class PreparingMatch(MatchMembers):
    """No cards are dealt yet. This phase is rarely visible, because a hand is dealt as soon as it opens."""

    phase: Literal["preparing"]


class DeclaringMatch(MatchMembers):
    """Trumps are declared: in turn after the draw, during the draw, or by sealed plans. `way` says how."""

    phase: Literal["declaring"]
    trump_rank: Annotated[
        LevelOrNone, "The trump rank; null if each seat declares with its own level, and the declarations decide."
    ]
    dealer: Annotated[SeatOrNone, "The current dealer; null if the declarations decide and nobody has declared so far."]
    first_drawer: Seat
    declarations: Declarations
    standing: Annotated[Standing | None, "The current declaration; null if there is none."]
    hand: OwnHand
    hand_sizes: HandSizes
    way: Way


class AuctionWay(TypedDict):
    """All cards are drawn, and the seats speak in turn."""

    mode: Literal["auction"]
    speaker: Seat
    passes: Annotated[int, "The number of seats that have passed in succession.", Minimum(0)]


class LiveDrawWay(TypedDict):
    """The cards are drawn round by round by the clock, and any player may declare at any time."""

    mode: Literal["live_draw"]
    round: Annotated[int, "The number of rounds drawn so far.", Minimum(0)]
    rounds: Annotated[int, "The total number of rounds.", Minimum(1)]
    passed: Annotated[Seats, "The seats that have nothing more to declare after the last round."]


class PlanWay(TypedDict):
    """Each seat files a sealed plan."""

    mode: Literal["plan"]
    filed: Annotated[Seats, "The seats that have filed a plan."]
    plan: Annotated[list[FiledShow] | None, "Your own plan; null before you have filed it, and for spectators."]


class FiledShow(TypedDict):
    """Cards to show, and the declarations that they may override."""

    cards: Cards
    over: Literal["nobody", "others", "opponents", "any"]


class Standing(TypedDict):
    """The current declaration."""

    seat: Seat
    cards: Annotated[Cards, "All cards that are shown for it."]


class RedealingMatch(HandMembers):
    """Trumps are fixed. Before the kitty is taken, each seat can claim a redeal if its hand is weak enough."""

    phase: Literal["redealing"]
    waived: Annotated[Seats, "The seats that do not claim a redeal."]


class BuryingMatch(BidMembers):
    """Trumps are fixed, and the seat that has taken the kitty buries as many cards."""

    phase: Literal["burying"]


class BiddingMatch(BidMembers):
    """The kitty is buried, and others may bid for it by showing cards that outrank the current declaration."""

    phase: Literal["bidding"]
    to_bid: Annotated[list[Seat], "The seats still to be asked, in order."]


class CallingMatch(KittyMembers):
    """The dealer calls the friends of the hand."""

    phase: Literal["calling"]


class Friends(TypedDict):
    """The calls of a hand."""

    solo: Solo
    calls: Annotated[list[StandingCall], "The calls; empty if the dealer plays alone."]


class StandingCall(TypedDict):
    """A call, and its outcome."""

    card: Card
    word: CallWord
    ordinal: Annotated[int, Minimum(1)]
    seen: Annotated[int, "The number of played copies that count for it.", Minimum(0)]
    answered_by: SeatOrNone


class PlayingMatch(TrickMembers):
    """The tricks are being played."""

    phase: Literal["playing"]


class ReviewingMatch(TrickMembers):
    """All tricks are played, and each seat may still challenge one of them."""

    phase: Literal["reviewing"]
    passed: Annotated[Seats, "The seats that challenge no play."]


class RedealtMatch(MatchMembers):
    """The cards have been thrown in. This phase is rarely visible, because the next deal follows immediately."""

    phase: Literal["redealt"]
    shown_by: SeatOrNone
    shown: Cards


class ScoredMatch(DealMembers):
    """The last hand of the match is over. After any other hand, the next one opens at once; the result is then in the
    feed, as `hand_scored`.
    """

    phase: Literal["scored"]
    kitty: Kitty
    last_trick: PlayedTrick
    opponent_cards: Annotated[Cards, "The cards with points that the opponents took."]
    friends: Annotated[Friends | None, "The calls of the hand, and who has answered them; null in fixed teams."]
    score: Score


Match = Annotated[
    PreparingMatch
    | DeclaringMatch
    | RedealingMatch
    | BuryingMatch
    | BiddingMatch
    | CallingMatch
    | PlayingMatch
    | ReviewingMatch
    | RedealtMatch
    | ScoredMatch,
    "A match of Sheng Ji as its viewer may see it. `phase` is the phase of the hand.",
    DiscriminatedBy("phase"),
    Named("Match"),
]

Way = Annotated[
    AuctionWay | LiveDrawWay | PlanWay,
    "How the seats declare, and the progress.",
    DiscriminatedBy("mode"),
    Named("Way"),
]
