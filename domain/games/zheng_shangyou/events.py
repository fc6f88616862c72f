"""What happens in a hand of Zheng Shangyou. Each event tells its decision whole; nothing is worked out twice."""

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
        first_drawer: who draws first.
        cutter: who cuts.
        leader: who leads; none where an exposed card has yet to be found.
        exposed: that card, which was drawn from the pack, shown to all, and put back before the shuffle (ZS-TEAM-02).
    """

    first_drawer: Seat
    cutter: Seat
    leader: Seat | None
    exposed: Face | None


@event("leader_found")
@dataclass(frozen=True, slots=True)
class LeaderFound:
    """A seat has been dealt the card that was exposed, and leads."""

    seat: Seat
    card: Face


@event("tribute_paid")
@dataclass(frozen=True, slots=True)
class TributePaid:
    """A seat has chosen which of its highest cards it gives up; nobody else sees it yet."""

    seat: Seat
    card: Face


@event("tribute_revealed")
@dataclass(frozen=True, slots=True)
class TributeRevealed:
    """Both have paid, and the cards lie open: those of the next-to-last and of the last of the hand before."""

    seats: tuple[Seat, ...]
    cards: Cards


@event("tribute_taken")
@dataclass(frozen=True, slots=True)
class TributeTaken:
    """The winner of the hand before has taken one of the two cards."""

    seat: Seat
    card: Face


@event("tribute_left")
@dataclass(frozen=True, slots=True)
class TributeLeft:
    """The other card goes to who was second."""

    seat: Seat
    card: Face


@event("discard_laid")
@dataclass(frozen=True, slots=True)
class DiscardLaid:
    """A seat that got a card has chosen one that it gives up for it; nobody else sees it yet."""

    seat: Seat
    card: Face


@event("discards_revealed")
@dataclass(frozen=True, slots=True)
class DiscardsRevealed:
    """Both have chosen, and the cards lie open: those of the first and of the second of the hand before."""

    seats: tuple[Seat, ...]
    cards: Cards


@event("discard_taken")
@dataclass(frozen=True, slots=True)
class DiscardTaken:
    """The next-to-last of the hand before has taken one of the two cards."""

    seat: Seat
    card: Face


@event("discard_left")
@dataclass(frozen=True, slots=True)
class DiscardLeft:
    """The other card goes to who was last."""

    seat: Seat
    card: Face


@event("combination_played")
@dataclass(frozen=True, slots=True)
class CombinationPlayed:
    """A seat has led, or has played higher than what stood.

    Attributes:
        reading: as what the cards are taken; others have to beat it (DEC-99).
    """

    seat: Seat
    cards: Cards
    reading: Combination


@event("turn_passed")
@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A seat has played nothing this time."""

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
    """All others have passed since the last play, and the cards are put aside.

    Attributes:
        seat: who has played last.
        leader: who leads now: the same seat, or the next to the right that holds cards (ZS-TURN-03).
    """

    seat: Seat
    leader: Seat


@event("places_scored")
@dataclass(frozen=True, slots=True)
class PlacesScored:
    """The result of a hand. Points are those of each seat, or of each team.

    Attributes:
        order: the seats by the places that they have taken; the last one has cards left.
        points: what each side has gained.
        totals_before, totals_after: the points of each side.
        next_leader: who leads in the next hand.
        won_by: the seats that have won the game by it.
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
