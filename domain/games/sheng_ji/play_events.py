"""Events of the play of a hand of Sheng Ji, from the first lead to the score."""

from dataclasses import dataclass

from domain.games.sheng_ji.scoring import Side
from domain.kernel.cards import Cards, Rank
from domain.kernel.events import Document, event
from domain.kernel.seats import Seat


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
        witness: a seat that can beat the weakest beatable unit; `None` if the rules do not reveal it.
        witness_cards: the unit with which it can; empty if the rules do not reveal it.
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
    """A seat has ended the hand, because its result could no longer change."""

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
