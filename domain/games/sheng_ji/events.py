"""What happens in a hand of Sheng Ji. Each event tells its decision whole, so that nothing is worked out twice."""

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
    """What is settled before the draw.

    Attributes:
        trump_rank: of this hand; none where each declares with their own level, and the declarations decide.
        dealer: none where the declarations decide, as in the first hand.
        shuffler, exposed: in the first hand, when the first drawer is counted: who exposed, and which cards.
        first_drawer: who draws first.
        cutter: who cuts.
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
    """In a live draw every seat has drawn its next card; a seat sees its own.

    Attributes:
        round: the number of the round, from 1.
        cards: for each seat the card it drew.
    """

    round: int
    cards: Cards


@event("plan_filed")
@dataclass(frozen=True, slots=True)
class PlanFiled:
    """A seat has filed its sealed plan for declaring; nobody else sees what is in it."""

    seat: Seat
    plan: Plan


@event("declared")
@dataclass(frozen=True, slots=True)
class Declared:
    """A seat has shown cards.

    Attributes:
        kind: whether that declares, reinforces or overrides.
        cards: the cards newly shown.
        copies: how many cards stand shown by it now.
        trump_suit: what is trumps by it; none is no-trump.
        dealer: who deals by it, so far.
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
    """A seat that was asked has shown nothing."""

    seat: Seat


@event("kitty_turned")
@dataclass(frozen=True, slots=True)
class KittyTurned:
    """Nobody declared, and these kitty cards were turned face up, in this order, to find trumps."""

    cards: Cards


def _trump_fixed_2(document: Document) -> Document:
    """The trump rank was always the one that the hand was prepared with."""
    return {**document, "trump_rank": None}


@event("trump_fixed", _trump_fixed_2)
@dataclass(frozen=True, slots=True)
class TrumpFixed:
    """Declaring is over: trumps and dealer of the hand stand.

    Attributes:
        trump_suit: none is no-trump.
        dealer: who deals.
        trump_rank: where it was found by declaring; else none, and it is the one the hand was prepared with.
    """

    trump_suit: Suit | None
    dealer: Seat
    trump_rank: Rank | None


@event("redeal_waived")
@dataclass(frozen=True, slots=True)
class RedealWaived:
    """A seat that was asked does not want a new deal."""

    seat: Seat


@event("redeal_claimed")
@dataclass(frozen=True, slots=True)
class RedealClaimed:
    """A seat has shown its whole hand, which is too weak to be played."""

    seat: Seat
    cards: Cards


@event("hand_redealt")
@dataclass(frozen=True, slots=True)
class HandRedealt:
    """The cards are thrown in and dealt anew."""

    reason: RedealReason


@event("kitty_taken")
@dataclass(frozen=True, slots=True)
class KittyTaken:
    """A seat has taken the kitty into the hand; nobody else sees the cards."""

    seat: Seat
    cards: Cards


@event("kitty_buried")
@dataclass(frozen=True, slots=True)
class KittyBuried:
    """Who has the kitty has set cards aside; nobody else sees them."""

    seat: Seat
    cards: Cards


@event("kitty_bid")
@dataclass(frozen=True, slots=True)
class KittyBid:
    """A seat has shown cards that outrank what stood, makes trumps by them, and takes the kitty."""

    seat: Seat
    cards: Cards
    trump_suit: Suit | None


@event("kitty_bid_passed")
@dataclass(frozen=True, slots=True)
class KittyBidPassed:
    """A seat that was asked does not bid for the kitty."""

    seat: Seat


@event("friends_called")
@dataclass(frozen=True, slots=True)
class FriendsCalled:
    """The dealer has called the friends of the hand, or plays alone."""

    seat: Seat
    calls: tuple[Call, ...]
    solo: bool


@event("call_answered")
@dataclass(frozen=True, slots=True)
class CallAnswered:
    """A called card has been played.

    Attributes:
        seat: who played it.
        call: which of the calls it answers, from 0.
        joined: whether the seat joins the declarers by it; not when it belonged to them already.
    """

    seat: Seat
    call: int
    joined: bool


def _throw_failed_2(document: Document) -> Document:
    """It was always the leader who chose, where there was something to choose; units were not named."""
    return {**document, "units": [], "chooser": document["seat"] if document["choices"] else None}


@event("throw_failed", _throw_failed_2)
@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw was laid down that can be beaten, and is taken back.

    Attributes:
        cards: the throw.
        units: the units in which it was read; none where that was not recorded, and the rules say it.
        choices: the units one of which has to be led; empty where the rules choose, and for all but the chooser.
        chooser: who has to choose; none where the rules do.
    """

    seat: Seat
    cards: Cards
    units: tuple[Cards, ...]
    choices: tuple[Cards, ...]
    chooser: Seat | None


@event("lead_forced")
@dataclass(frozen=True, slots=True)
class LeadForced:
    """What has to be led in place of a throw that can be beaten.

    Attributes:
        cards: what is led.
        witness, witness_cards: who can beat it, of several units the weakest, and with what; as far as rules show it.
        penalty: points the throw costs the side of the leader.
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
        cards: what was played.
        units: of a lead, the units in which it is read.
        reading: when the play now stands to win the trick, the units that others have to beat; else empty.
    """

    seat: Seat
    cards: Cards
    units: tuple[Cards, ...]
    reading: tuple[Cards, ...]


@event("trick_won")
@dataclass(frozen=True, slots=True)
class TrickWon:
    """All have played; the winner takes the points and leads next."""

    seat: Seat
    points: int


@event("kitty_revealed")
@dataclass(frozen=True, slots=True)
class KittyRevealed:
    """The kitty is turned up at the end of the hand."""

    cards: Cards


@event("hand_ended")
@dataclass(frozen=True, slots=True)
class HandEnded:
    """A seat has ended the hand, since nothing could change its result any more."""

    seat: Seat


@event("claim_proven")
@dataclass(frozen=True, slots=True)
class ClaimProven:
    """A seat has shown that it takes all tricks that are left; they are played out by the events that follow.

    Attributes:
        seat: whose claim it is; it has the lead.
        leads: what it leads, trick by trick.
    """

    seat: Seat
    leads: tuple[Cards, ...]


@event("hand_conceded")
@dataclass(frozen=True, slots=True)
class HandConceded:
    """A side has given up the rest of the hand; the other side has all points that were still out in the play.

    Attributes:
        seats: the side that gives up.
        winner: the seat of the other side that is given them.
        points: what the trick being played and the hands held; the kitty is not among it.
        red_fives: for each red five of that side that had not been won yet whose it was (SJ-CARD-11).
    """

    seats: tuple[Seat, ...]
    winner: Seat
    points: int
    red_fives: tuple[Seat, ...]


@event("review_passed")
@dataclass(frozen=True, slots=True)
class ReviewPassed:
    """A seat has nothing to say against any play of the hand."""

    seat: Seat


@event("revoke_proven")
@dataclass(frozen=True, slots=True)
class RevokeProven:
    """A play did not follow, as later plays of the same seat show; its side loses the hand.

    Attributes:
        seat: who challenged it.
        trick: in which trick of the hand, from 1.
        offender: who played it.
    """

    seat: Seat
    trick: int
    offender: Seat


@event("take_back_asked")
@dataclass(frozen=True, slots=True)
class TakeBackAsked:
    """A seat asks the others to let it take back what it has just played or declared."""

    seat: Seat


@event("take_back_answered")
@dataclass(frozen=True, slots=True)
class TakeBackAnswered:
    """A seat has answered one that asks to take something back."""

    seat: Seat
    agreed: bool


@event("taken_back")
@dataclass(frozen=True, slots=True)
class TakenBack:
    """All have agreed: the table stands as it did before the seat acted."""

    seat: Seat


def _hand_scored_2(document: Document) -> Document:
    """Four players in two teams, levels counted once up to ace."""
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
    """The result of a hand, with its working. Levels are those of each team, or of each seat where friends are called.

    Attributes:
        last_trick: who won the last trick that was played.
        trick_points: what the opponents took in tricks.
        kitty_points, kitty_factor: the kitty's worth and how often it counts; factor 0 when nobody takes it. It is
            added to the opponents' points only when they have won the last trick.
        penalties: points for failed throws and red fives, from the opponents' point of view.
        opponent_points: trick points, bonus and penalties together, or what a revoke makes of them.
        declarers: the seats that were declarers in the end.
        solo: whether the dealer had chosen to play alone.
        missing: how many friends were called and did not join.
        winners: which side won the hand.
        levels_won: how many levels the table of scoring gives the winners.
        reset_to: the level to which a hook throws the declarers back.
        revoked_by: who is proven not to have followed.
        levels_before, levels_after: the levels.
        laps_after: how often each has passed the final level.
        attempted_after: must-play levels that each has played as declarers, won or lost (SJ-VAR-02).
        next_dealer: who deals next.
        match_won_by: the seats that have won the match by it.
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
