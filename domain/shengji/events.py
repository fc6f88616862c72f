"""What happens in a hand of Sheng Ji. Each event tells its decision whole, so that nothing is worked out twice."""

from dataclasses import dataclass

from domain.cards import Cards, Rank, Suit
from domain.events import event
from domain.seats import Seat
from domain.shengji.declare import DeclarationKind
from domain.shengji.scoring import Side


@event("hand_prepared")
@dataclass(frozen=True, slots=True)
class HandPrepared:
    """What is settled before the draw.

    Attributes:
        trump_rank: of this hand.
        dealer: none in the first hand, where the declarations decide.
        shuffler, exposed: in the first hand, when the first drawer is counted: who exposed, and which cards.
        first_drawer: who draws first.
        cutter: who cuts.
    """

    trump_rank: Rank
    dealer: Seat | None
    shuffler: Seat | None
    exposed: Cards
    first_drawer: Seat
    cutter: Seat


@event("declared")
@dataclass(frozen=True, slots=True)
class Declared:
    """A seat has shown cards.

    Attributes:
        kind: whether that declares, reinforces or overrides.
        cards: the cards newly shown.
        copies: how many copies of the card stand shown now.
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


@event("trump_fixed")
@dataclass(frozen=True, slots=True)
class TrumpFixed:
    """Declaring is over: trumps and dealer of the hand stand. No trump suit is no-trump."""

    trump_suit: Suit | None
    dealer: Seat


@event("kitty_taken")
@dataclass(frozen=True, slots=True)
class KittyTaken:
    """The dealer has taken the kitty into the hand; only the dealer sees the cards."""

    seat: Seat
    cards: Cards


@event("kitty_buried")
@dataclass(frozen=True, slots=True)
class KittyBuried:
    """The dealer has set cards aside; only the dealer sees them."""

    seat: Seat
    cards: Cards


@event("throw_failed")
@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw was laid down that can be beaten, and is taken back.

    Attributes:
        cards: the throw.
        choices: the units among which the leader has to choose; empty where the rules choose.
    """

    seat: Seat
    cards: Cards
    choices: tuple[Cards, ...]


@event("lead_forced")
@dataclass(frozen=True, slots=True)
class LeadForced:
    """What has to be led in place of a throw that can be beaten.

    Attributes:
        cards: the unit led.
        witness, witness_cards: who can beat it and with what, as far as the rules of the table show it.
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


@event("hand_scored")
@dataclass(frozen=True, slots=True)
class HandScored:
    """The result of a hand, with its working.

    Attributes:
        last_trick: who won the last trick.
        trick_points: what the opponents took in tricks.
        kitty_points, kitty_factor: the kitty's worth and how often it counts; factor 0 when it does not.
        penalties: points for failed throws, from the opponents' point of view.
        opponent_points: trick points, bonus and penalties together.
        winners: which side won the hand.
        levels_won: how many levels the table of scoring gives the winners.
        levels_before, levels_after: the level of each side; side 0 are the even seats.
        next_dealer: who deals next.
        match_won_by: the side that has won the match by it.
    """

    last_trick: Seat
    trick_points: int
    kitty_points: int
    kitty_factor: int
    penalties: int
    opponent_points: int
    winners: Side
    levels_won: int
    levels_before: tuple[Rank, ...]
    levels_after: tuple[Rank, ...]
    next_dealer: Seat
    match_won_by: int | None


ShengJiEvent = (
    HandPrepared
    | Declared
    | DeclarationPassed
    | KittyTurned
    | TrumpFixed
    | KittyTaken
    | KittyBuried
    | ThrowFailed
    | LeadForced
    | CardsPlayed
    | TrickWon
    | KittyRevealed
    | HandScored
)
