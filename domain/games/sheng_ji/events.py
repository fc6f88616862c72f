"""The events of a hand of Sheng Ji. Each holds the complete decision, so applying it computes nothing again."""

from dataclasses import dataclass
from typing import Literal

from domain.games.sheng_ji.declare import DeclarationKind
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.plans import Plan
from domain.games.sheng_ji.scoring import Side
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


@event("call_answered")
@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A called card has been played.

    Attributes:
        seat: the seat that played it.
        call: the index of the call that it answers, from 0.
        joined: whether the seat joins the declarers. False if it already was a declarer.
    """

    seat: Seat
    call: int
    joined: bool


def _throw_failed_2(document: Document) -> Document:
    """In older events the leader always chose, and the units were not recorded."""
    return {**document, "units": [], "chooser": document["seat"] if document["choices"] else None}


@event("throw_failed", _throw_failed_2)
@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw that can be beaten was led, and is taken back.

    Attributes:
        seat: the leader.
        cards: the throw.
        units: the units of the throw; empty if not recorded, in which case the rules determine them.
        choices: the units of which one must be led; empty where the rules choose, and for all seats but the chooser.
        chooser: the seat that chooses; `None` where the rules do.
    """

    seat: Seat
    cards: Cards
    units: tuple[Cards, ...]
    choices: tuple[Cards, ...]
    chooser: Seat | None


@event("lead_forced")
@dataclass(frozen=True, slots=True)
class LeadForced:
    """The forced lead that replaces a throw that can be beaten.

    Attributes:
        seat: the leader.
        cards: the cards led.
        witness, witness_cards: a seat that can beat the weakest unit led, and its cards, as far as the rules reveal
            them.
        penalty: the points that the throw costs the leader's side.
    """

    seat: Seat
    cards: Cards
    witness: Seat | None
    witness_cards: Cards
    penalty: int


@event("cards_played")
@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """A seat has led or followed.

    Attributes:
        cards: the cards played.
        units: the units of a lead; empty for other plays.
        reading: the units that others have to beat, if the play now wins the trick; else empty.
    """

    seat: Seat
    cards: Cards
    units: tuple[Cards, ...]
    reading: tuple[Cards, ...]


@event("trick_won")
@dataclass(frozen=True, slots=True)
class TrickWon:
    """All seats have played. The winner takes the points and leads next."""

    seat: Seat
    points: int


@event("kitty_revealed")
@dataclass(frozen=True, slots=True)
class KittyRevealed:
    """The kitty is revealed at the end of the hand."""

    cards: Cards


@event("hand_ended")
@dataclass(frozen=True, slots=True)
class HandEnded:
    """A seat has ended the hand, because its result could not change any more."""

    seat: Seat


@event("claim_proven")
@dataclass(frozen=True, slots=True)
class ClaimProven:
    """A seat has proven that it takes all remaining tricks. The following events play them.

    Attributes:
        seat: the claimer, who has the lead.
        leads: the leads, one for each trick.
    """

    seat: Seat
    leads: tuple[Cards, ...]


@event("hand_conceded")
@dataclass(frozen=True, slots=True)
class HandConceded:
    """A side has conceded the rest of the hand.

    The other side receives all points still in the current trick and in the hands.

    Attributes:
        seats: the side that concedes.
        winner: the seat of the other side that receives the points.
        points: the points in the current trick and the hands, without the kitty.
        red_fives: for each red five of that side not yet won, its owner (SJ-CARD-11).
    """

    seats: tuple[Seat, ...]
    winner: Seat
    points: int
    red_fives: tuple[Seat, ...]


@event("review_passed")
@dataclass(frozen=True, slots=True)
class ReviewPassed:
    """A seat does not challenge any play of the hand."""

    seat: Seat


@event("revoke_proven")
@dataclass(frozen=True, slots=True)
class RevokeProven:
    """Later plays prove that a seat did not follow. Its side loses the hand.

    Attributes:
        seat: the challenger.
        trick: the number of the trick in the hand, from 1.
        offender: the seat that did not follow.
    """

    seat: Seat
    trick: int
    offender: Seat


@event("take_back_asked")
@dataclass(frozen=True, slots=True)
class TakeBackAsked:
    """A seat asks to take back its last play or declaration."""

    seat: Seat


@event("take_back_answered")
@dataclass(frozen=True, slots=True)
class TakeBackAnswered:
    """A seat answers a request to take back."""

    seat: Seat
    agreed: bool


@event("taken_back")
@dataclass(frozen=True, slots=True)
class TakenBack:
    """All seats have agreed, and the match returns to its state before the act."""

    seat: Seat


def _hand_scored_2(document: Document) -> Document:
    """Older events have four players in two teams, and levels without laps."""
    declarers_won = document["winners"] == "declarers"
    first = (document["next_dealer"] + (0 if declarers_won else 1)) % 2
    winner = document["match_won_by"]
    return {
        **document,
        "declarers": [first, first + 2],
        "solo": False,
        "missing": 0,
        "reset_to": None,
        "revoked_by": None,
        "laps_after": [0, 0],
        "attempted_after": [[], []],
        "match_won_by": [] if winner is None else [winner, winner + 2],
    }


@event("hand_scored", _hand_scored_2)
@dataclass(frozen=True, slots=True)
class HandScored:
    """The score of a hand and its calculation.

    Levels are those of each team, or of each seat where friends are called.

    Attributes:
        last_trick: the winner of the last trick played.
        trick_points: the points that the opponents took in tricks.
        kitty_points, kitty_factor: the points in the kitty and its multiplier, 0 if nobody takes it. They count for the
            opponents only if these won the last trick.
        penalties: points for failed throws and red fives, positive for the opponents.
        opponent_points: the total of trick points, bonus and penalties, adjusted after a revoke.
        declarers: the declarers at the end.
        solo: whether the dealer played alone.
        missing: the number of called friends who did not join.
        winners: the side that won the hand.
        levels_won: the levels that the winners gain by the scoring table.
        reset_to: the level to which a hook sets the declarers back, or `None`.
        revoked_by: the seat with a proven revoke, or `None`.
        levels_before, levels_after: the levels.
        laps_after: how often each has passed the final level.
        attempted_after: for each, the must-play levels it has played as declarer, won or lost (SJ-VAR-02).
        next_dealer: the next dealer.
        match_won_by: the seats that have won the match; empty if it continues.
    """

    last_trick: Seat
    trick_points: int
    kitty_points: int
    kitty_factor: int
    penalties: int
    opponent_points: int
    declarers: tuple[Seat, ...]
    solo: bool
    missing: int
    winners: Side
    levels_won: int
    reset_to: Rank | None
    revoked_by: Seat | None
    levels_before: tuple[Rank, ...]
    levels_after: tuple[Rank, ...]
    laps_after: tuple[int, ...]
    attempted_after: tuple[tuple[Rank, ...], ...]
    next_dealer: Seat
    match_won_by: tuple[Seat, ...]


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
