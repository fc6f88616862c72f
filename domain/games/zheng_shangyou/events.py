"""The events of a hand of Zheng Shangyou.

Each event contains the complete decision, so folding it computes nothing again.
"""

from dataclasses import dataclass

from domain.games.zheng_shangyou.combinations import Combination
from domain.kernel.cards import Cards, Face
from domain.kernel.events import event
from domain.kernel.seats import Seat


@event("deal_prepared")
@dataclass(frozen=True, slots=True)
class DealPrepared:
    """What is settled before the deal.

    Attributes:
        first_drawer: the seat that draws first.
        cutter: the seat that cuts.
        leader: the seat that leads, or `None` if the holder of the exposed card leads.
        exposed: the exposed card, or `None`. It was drawn from the pack, shown to all, and put back before the shuffle
            (ZS-TEAM-02).
    """

    first_drawer: Seat
    cutter: Seat
    leader: Seat | None
    exposed: Face | None


@event("leader_found")
@dataclass(frozen=True, slots=True)
class LeaderFound:
    """A seat has been dealt the exposed card, and leads."""

    seat: Seat
    card: Face


@event("tribute_paid")
@dataclass(frozen=True, slots=True)
class TributePaid:
    """A seat has chosen which of its highest cards to give up. Other viewers cannot see the card yet."""

    seat: Seat
    card: Face


@event("tribute_revealed")
@dataclass(frozen=True, slots=True)
class TributeRevealed:
    """Both tributes are paid and revealed: those of the next-to-last and the last of the previous hand."""

    seats: tuple[Seat, ...]
    cards: Cards


@event("tribute_taken")
@dataclass(frozen=True, slots=True)
class TributeTaken:
    """The winner of the previous hand has taken one of the two cards."""

    seat: Seat
    card: Face


@event("tribute_left")
@dataclass(frozen=True, slots=True)
class TributeLeft:
    """The second of the previous hand gets the other card."""

    seat: Seat
    card: Face


@event("discard_laid")
@dataclass(frozen=True, slots=True)
class DiscardLaid:
    """A seat that received a card has chosen one to give up. Other viewers cannot see the card yet."""

    seat: Seat
    card: Face


@event("discards_revealed")
@dataclass(frozen=True, slots=True)
class DiscardsRevealed:
    """Both discards are chosen and revealed: those of the first and the second of the previous hand."""

    seats: tuple[Seat, ...]
    cards: Cards


@event("discard_taken")
@dataclass(frozen=True, slots=True)
class DiscardTaken:
    """The next-to-last of the previous hand has taken one of the two cards."""

    seat: Seat
    card: Face


@event("discard_left")
@dataclass(frozen=True, slots=True)
class DiscardLeft:
    """The last of the previous hand gets the other card."""

    seat: Seat
    card: Face


@event("combination_played")
@dataclass(frozen=True, slots=True)
class CombinationPlayed:
    """A seat has led, or has beaten the previous play.

    Attributes:
        seat: the seat.
        cards: the cards.
        reading: the combination that the cards are read as, which later plays have to beat (DEC-99).
    """

    seat: Seat
    cards: Cards
    reading: Combination


@event("turn_passed")
@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A seat has passed."""

    seat: Seat


@event("ran_out")
@dataclass(frozen=True, slots=True)
class RanOut:
    """A seat has played its last card and takes a place, counted from 1 (ZS-TURN-04)."""

    seat: Seat
    place: int


@event("round_ended")
@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All other seats have passed since the last play, and the cards are put aside.

    Attributes:
        seat: the seat that played last.
        leader: the seat that leads now: the same seat, or the next one to the right that holds cards (ZS-TURN-03).
    """

    seat: Seat
    leader: Seat


@event("places_scored")
@dataclass(frozen=True, slots=True)
class PlacesScored:
    """The result of a hand. Points are counted for each side, that is, each seat or each team.

    Attributes:
        order: the seats by place; the last one still holds cards.
        points: the points that each side has gained.
        totals_before, totals_after: the points of each side before and after the hand.
        next_leader: the seat that leads in the next hand.
        won_by: the seats that have won the game; empty if it continues.
    """

    order: tuple[Seat, ...]
    points: tuple[int, ...]
    totals_before: tuple[int, ...]
    totals_after: tuple[int, ...]
    next_leader: Seat
    won_by: tuple[Seat, ...]


ClimbingEvent = (
    DealPrepared
    | LeaderFound
    | TributePaid
    | TributeRevealed
    | TributeTaken
    | TributeLeft
    | DiscardLaid
    | DiscardsRevealed
    | DiscardTaken
    | DiscardLeft
    | CombinationPlayed
    | TurnPassed
    | RanOut
    | RoundEnded
    | PlacesScored
)
