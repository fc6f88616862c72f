"""The events of a hand of Sheng Ji. Each holds the complete decision, so applying it computes nothing again."""

from dataclasses import dataclass
from typing import Literal

from domain.games.sheng_ji.declare import DeclarationKind
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.plans import Plan
from domain.games.sheng_ji.play_events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    HandConceded,
    HandEnded,
    HandScored,
    KittyRevealed,
    LeadForced,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    ThrowFailed,
    TrickWon,
)
from domain.kernel.cards import Cards, Rank, Suit
from domain.kernel.events import Document, event
from domain.kernel.seats import Seat

RedealReason = Literal["no_trump", "points", "kitty_joker", "no_dealer"]


@event("hand_prepared")
@dataclass(frozen=True, slots=True)
class HandPrepared:
    """The hand is prepared for the draw.

    Attributes:
        trump_rank: the trump rank; `None` where each seat declares at its own level.
        dealer: the dealer; `None` where the declarations decide, as in the first hand.
        shuffler, exposed: in the first hand with a counted first drawer: the shuffler and the cards exposed.
        first_drawer: the seat that draws first.
        cutter: the seat that cuts.
    """

    trump_rank: Rank | None
    dealer: Seat | None
    shuffler: Seat | None
    exposed: Cards
    first_drawer: Seat
    cutter: Seat


@event("round_drawn")
@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """Every seat has drawn its next card in a live draw. A seat sees its own card.

    Attributes:
        round: the number of the round, from 1.
        cards: for each seat, the card it drew.
    """

    round: int
    cards: Cards


@event("plan_filed")
@dataclass(frozen=True, slots=True)
class PlanFiled:
    """A seat has filed its sealed plan for declaring. Other seats do not see its contents."""

    seat: Seat
    plan: Plan


@event("declared")
@dataclass(frozen=True, slots=True)
class Declared:
    """A seat has declared.

    Attributes:
        kind: whether the seat declares, reinforces or overrides.
        cards: the cards newly shown.
        copies: the number of cards now in the standing declaration.
        trump_suit: the resulting trump suit; `None` is no-trump.
        dealer: the resulting dealer.
    """

    seat: Seat
    kind: DeclarationKind
    cards: Cards
    copies: int
    trump_suit: Suit | None
    dealer: Seat


@event("declaration_passed")
@dataclass(frozen=True, slots=True)
class DeclarationPassed:
    """A seat passes instead of declaring."""

    seat: Seat


@event("kitty_turned")
@dataclass(frozen=True, slots=True)
class KittyTurned:
    """Nobody declared, and these kitty cards were turned face up, in this order, to find trumps."""

    cards: Cards


def _trump_fixed_2(document: Document) -> Document:
    """In older events the trump rank always was the one in `HandPrepared`."""
    return {**document, "trump_rank": None}


@event("trump_fixed", _trump_fixed_2)
@dataclass(frozen=True, slots=True)
class TrumpFixed:
    """Declaring is over: trumps and dealer of the hand are fixed.

    Attributes:
        trump_suit: the trump suit; `None` is no-trump.
        dealer: the dealer.
        trump_rank: the trump rank if declaring determined it; `None` if it is the one in `HandPrepared`.
    """

    trump_suit: Suit | None
    dealer: Seat
    trump_rank: Rank | None


@event("redeal_waived")
@dataclass(frozen=True, slots=True)
class RedealWaived:
    """A seat declines a redeal."""

    seat: Seat


@event("redeal_claimed")
@dataclass(frozen=True, slots=True)
class RedealClaimed:
    """A seat claims a redeal by showing its whole hand, which is too weak."""

    seat: Seat
    cards: Cards


@event("hand_redealt")
@dataclass(frozen=True, slots=True)
class HandRedealt:
    """The cards are thrown in and dealt again."""

    reason: RedealReason


@event("kitty_taken")
@dataclass(frozen=True, slots=True)
class KittyTaken:
    """A seat has taken the kitty into its hand. Other seats do not see the cards."""

    seat: Seat
    cards: Cards


@event("kitty_buried")
@dataclass(frozen=True, slots=True)
class KittyBuried:
    """The seat with the kitty has buried cards. Other seats do not see them."""

    seat: Seat
    cards: Cards


@event("kitty_bid")
@dataclass(frozen=True, slots=True)
class KittyBid:
    """A seat has bid for the kitty with cards that beat the standing declaration and make trumps."""

    seat: Seat
    cards: Cards
    trump_suit: Suit | None


@event("kitty_bid_passed")
@dataclass(frozen=True, slots=True)
class KittyBidPassed:
    """A seat does not bid for the kitty."""

    seat: Seat


@event("friends_called")
@dataclass(frozen=True, slots=True)
class FriendsCalled:
    """The dealer has called friends, or plays alone."""

    seat: Seat
    calls: tuple[Call, ...]
    solo: bool


ShengJiEvent = (
    HandPrepared
    | RoundDrawn
    | PlanFiled
    | Declared
    | DeclarationPassed
    | KittyTurned
    | TrumpFixed
    | RedealWaived
    | RedealClaimed
    | HandRedealt
    | KittyTaken
    | KittyBuried
    | KittyBid
    | KittyBidPassed
    | FriendsCalled
    | CallAnswered
    | ThrowFailed
    | LeadForced
    | CardsPlayed
    | TrickWon
    | HandEnded
    | ClaimProven
    | HandConceded
    | ReviewPassed
    | RevokeProven
    | TakeBackAsked
    | TakeBackAnswered
    | TakenBack
    | KittyRevealed
    | HandScored
)
