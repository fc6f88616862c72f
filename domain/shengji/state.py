"""The state of a Sheng Ji match, as the table knows it or as a viewer does; hidden cards are hidden in it.

A hand passes through phases in one order (SJ-GEN-08); each phase is a type of its own and holds what is true in it.
States are named tuples, which are cheaper to make anew with one member changed than frozen dataclasses are.
"""

from typing import NamedTuple

from domain.cards import Cards, Rank, Suit
from domain.seats import Seat
from domain.shengji.declare import Declaration, DeclarationKind
from domain.shengji.events import HandPrepared, HandScored, LeadForced
from domain.shengji.follow import Lead
from domain.shengji.holding import Hand
from domain.shengji.order import Order, order_of
from domain.shengji.rules import Rules
from domain.shengji.trick import Standing


class Shown(NamedTuple):
    """One act of declaring."""

    seat: Seat
    kind: DeclarationKind
    cards: Cards


class Held(NamedTuple):
    """What is known of a seat's cards: those known, by suits, and how many more there are."""

    known: Hand
    hidden: int


class Played(NamedTuple):
    """What one seat played to a trick."""

    seat: Seat
    cards: Cards


class FailedThrow(NamedTuple):
    """A throw that can be beaten, and what came of it.

    Attributes:
        cards: the throw.
        choices: the units among which the leader has to choose, as far as a viewer may know them.
        forced: what was led instead; none while the leader is choosing.
    """

    seat: Seat
    cards: Cards
    choices: tuple[Cards, ...]
    forced: LeadForced | None


class PlayedTrick(NamedTuple):
    """A trick that is over; `throw` is the one that failed before its lead, if one did."""

    plays: tuple[Played, ...]
    winner: Seat
    points: int
    throw: FailedThrow | None


class Prepared(NamedTuple):
    """The hand is prepared; the cards are about to be dealt."""

    prepared: HandPrepared


class Declaring(NamedTuple):
    """The draw is over and the seats speak in turn (`auction`, DEC-01).

    Attributes:
        hands: for each seat what it drew, in the order of the draw.
        kitty: what was left over; `turned` those of its cards that were turned to find trumps.
        speaker: who is asked.
        passes: how many seats have passed in succession.
        shown: all that was shown.
        standing: the declaration that stands.
        dealer: who deals, so far.
    """

    prepared: HandPrepared
    hands: tuple[Cards, ...]
    kitty: Cards
    turned: Cards
    speaker: Seat
    passes: int
    shown: tuple[Shown, ...]
    standing: Declaration | None
    dealer: Seat | None


class Deal(NamedTuple):
    """What stays the same in a hand once trumps are fixed.

    Attributes:
        turned: kitty cards that were turned to find trumps.
    """

    trump_rank: Rank
    trump_suit: Suit | None
    dealer: Seat
    first_drawer: Seat
    shown: tuple[Shown, ...]
    turned: Cards

    @property
    def order(self) -> Order:
        """The order of the cards."""
        return order_of(self.trump_rank, self.trump_suit)


class Burying(NamedTuple):
    """The dealer has taken the kitty, whose cards are in that hand now, and sets as many aside."""

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards


class Trick(NamedTuple):
    """The trick being played.

    Attributes:
        lead: what was led.
        standing: the play that is winning, and `winner` who made it.
    """

    lead: Lead
    plays: tuple[Played, ...]
    standing: Standing
    winner: Seat


class Tricks(NamedTuple):
    """The hand is played.

    Attributes:
        kitty: what the dealer set aside.
        turn: who plays.
        trick: the trick being played; none before a lead.
        throw: the throw that failed before the lead of this trick, if one did.
        last_trick: the trick before; `history` all of them where the table shows them.
        captured: the point cards of the opponents, face up.
        points: what they are worth; `penalties` the points for failed throws, from the opponents' point of view.
        gone: all cards that have been played in this hand.
        voids: for each seat the mask of effective suits in which it has shown itself void.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    turn: Seat
    trick: Trick | None
    throw: FailedThrow | None
    last_trick: PlayedTrick | None
    history: tuple[PlayedTrick, ...]
    captured: Cards
    points: int
    penalties: int
    gone: Hand
    voids: tuple[int, ...]

    @property
    def choices(self) -> tuple[Cards, ...]:
        """The units among which the leader has to choose now; none when there is nothing to choose."""
        return self.throw.choices if self.throw and not self.throw.forced else ()


class Scored(NamedTuple):
    """The hand is over; `kitty` is what was set aside, as far as it has been shown."""

    deal: Deal
    last_trick: PlayedTrick
    kitty: Cards
    captured: Cards
    score: HandScored


Phase = Prepared | Declaring | Burying | Tricks | Scored


class Match(NamedTuple):
    """A match.

    Attributes:
        levels: the level of each side; side 0 are the even seats.
        dealer: of the hand that is or was played last, or of the next one once a hand is scored; none before the first.
        hands_played: how many hands have been scored.
        phase: where the hand stands; none before the first.
        won_by: the side that has won.
    """

    rules: Rules
    levels: tuple[Rank, ...]
    dealer: Seat | None
    hands_played: int
    phase: Phase | None
    won_by: int | None

    def in_phase(self, phase: Phase) -> "Match":
        """The match with the hand in another phase."""
        return Match(self.rules, self.levels, self.dealer, self.hands_played, phase, self.won_by)


def side_of(seat: Seat) -> int:
    """The side a seat belongs to; sides sit alternately (SJ-GEN-02)."""
    return seat % 2
