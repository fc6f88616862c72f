"""The state of a Sheng Ji match, as the table knows it or as a viewer does; hidden cards are hidden in it.

A hand passes through phases in one order (SJ-GEN-08); each phase is a type of its own and holds what is true in it.
States are named tuples, which are cheaper to make anew with one member changed than frozen dataclasses are.
"""

from typing import NamedTuple

from domain.games.sheng_ji.declare import Declaration, Floor, Shown
from domain.games.sheng_ji.events import HandPrepared, HandScored, LeadForced
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.friends import Friends
from domain.games.sheng_ji.holding import Hand
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, Position
from domain.games.sheng_ji.order import Order, Ordering, order_of
from domain.games.sheng_ji.plans import Plan
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.trick import Standing
from domain.kernel.cards import Cards, Rank, Suit
from domain.kernel.seats import Seat


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
        units: the units in which it was read.
        choices: the units one of which has to be led, as far as a viewer may know them.
        chooser: who has to choose; none where the rules do.
        forced: what was led instead; none while it is being chosen.
    """

    seat: Seat
    cards: Cards
    units: tuple[Cards, ...]
    choices: tuple[Cards, ...]
    chooser: Seat | None
    forced: LeadForced | None


class PlayedTrick(NamedTuple):
    """A trick that is over; `throw` is the one that failed before its lead, if one did."""

    lead: Lead
    plays: tuple[Played, ...]
    winner: Seat
    points: int
    throw: FailedThrow | None


class Prepared(NamedTuple):
    """The hand is prepared; the cards are about to be dealt."""

    prepared: HandPrepared


class Auction(NamedTuple):
    """The draw is over and the seats speak in turn (DEC-01).

    Attributes:
        speaker: who is asked.
        passes: how many seats have passed in succession.
    """

    speaker: Seat
    passes: int


class LiveDraw(NamedTuple):
    """The cards are drawn round by round, and anybody may declare at any time (EX-LIVE-01).

    Attributes:
        coming: for each seat all it draws in this hand, in order.
        rounds: how many of them have been drawn.
        shows: how many acts of declaring there were since the last card; each of them gives time anew.
        passed: the mask of seats that have nothing more to declare after the last card.
    """

    coming: tuple[Cards, ...]
    rounds: int
    shows: int
    passed: int

    @property
    def drawn(self) -> bool:
        """Whether the last round has been drawn."""
        return self.rounds == len(self.coming[0])


class Sealed(NamedTuple):
    """Every seat files a plan (EX-PLAN-01); none for those that have not."""

    plans: tuple[Plan | None, ...]


class Declaring(NamedTuple):
    """Trumps are being declared, in one of three ways.

    Attributes:
        hands: for each seat what it has drawn, in the order of the draw.
        kitty: what is left over; `turned` those of its cards that were turned to find trumps.
        way: how the seats come to declare, and how far that has gone.
        shown: all that was shown.
        floor: what stands.
        dealer: who deals, so far.
    """

    prepared: HandPrepared
    hands: tuple[Cards, ...]
    kitty: Cards
    turned: Cards
    way: Auction | LiveDraw | Sealed
    shown: tuple[Shown, ...]
    floor: Floor
    dealer: Seat | None


class Deal(NamedTuple):
    """What is known of a hand once trumps are fixed.

    Attributes:
        trump_rank: NO_TRUMP_LEVEL in a hand without one.
        declarers: the mask of the seats that are declarers, as far as it has come out.
        ordering: the options that decide the order of the cards.
        turned: kitty cards that were turned to find trumps.
    """

    trump_rank: Rank
    trump_suit: Suit | None
    dealer: Seat
    declarers: int
    first_drawer: Seat
    ordering: Ordering
    shown: tuple[Shown, ...]
    turned: Cards

    @property
    def order(self) -> Order:
        """The order of the cards."""
        rank = None if self.trump_rank == NO_TRUMP_LEVEL else self.trump_rank
        return order_of(rank, self.trump_suit, self.ordering)

    def declares(self, seat: Seat) -> bool:
        """Whether the seat is known to be a declarer."""
        return bool(self.declarers >> seat & 1)


class Redealing(NamedTuple):
    """Trumps are fixed; before the kitty is taken each seat may ask for a new deal, where the table has that.

    Attributes:
        standing: the declaration that made trumps, if one did.
        waived: the mask of the seats that do not ask for one.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    standing: Declaration | None
    waived: int


class Burying(NamedTuple):
    """A seat has taken the kitty, whose cards are in that hand now, and sets as many aside.

    Attributes:
        seat: who has it.
        standing: the last thing shown, in the draw or in bidding for the kitty.
        polled: who may still bid for the kitty afterwards, in turn.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    seat: Seat
    standing: Declaration | None
    polled: tuple[Seat, ...]


class Bidding(NamedTuple):
    """The kitty is buried, and others may bid for it.

    Attributes:
        seat: who buried it.
        standing: the last thing shown.
        polled: who is still asked, in turn.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    seat: Seat
    standing: Declaration | None
    polled: tuple[Seat, ...]


class Calling(NamedTuple):
    """The dealer calls the friends of the hand; `seat` has buried the kitty."""

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    seat: Seat


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
        kitty: what was set aside; `burier` by whom.
        friends: the calls and who has answered them; none in fixed teams.
        solo: whether the dealer has chosen to play alone.
        turn: who plays.
        number: of the trick that is played, or led to next, from 1.
        trick: the trick being played; none before a lead.
        throw: the throw that failed before the lead of this trick, if one did.
        last_trick: the trick before; `history` all of them where they are needed.
        captured: for each seat the point cards it took, face up; `points` what they are worth.
        penalties: for each seat the points that its throws cost it.
        red_fives: whose red fives were won by whom (SJ-CARD-11).
        gone: all cards that have been played in this hand.
        voids: for each seat the mask of effective suits in which it has shown itself void.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    burier: Seat
    friends: Friends | None
    solo: bool
    turn: Seat
    number: int
    trick: Trick | None
    throw: FailedThrow | None
    last_trick: PlayedTrick | None
    history: tuple[PlayedTrick, ...]
    captured: tuple[Cards, ...]
    points: tuple[int, ...]
    penalties: tuple[int, ...]
    red_fives: tuple[tuple[Seat, Seat], ...]
    gone: Hand
    voids: tuple[int, ...]

    @property
    def chooser(self) -> Seat | None:
        """Who has to choose a unit of a throw now; none when there is nothing to choose."""
        return self.throw.chooser if self.throw and not self.throw.forced else None

    @property
    def choices(self) -> tuple[Cards, ...]:
        """The units one of which has to be led, as far as they may be known; none when there is nothing to choose."""
        return self.throw.choices if self.throw and not self.throw.forced else ()


class Reviewing(NamedTuple):
    """All tricks are played; each seat may still challenge one of them (`enforcement` = `honor`).

    Attributes:
        last: the last trick as it was played.
        passed: the mask of the seats that challenge nothing.
    """

    tricks: Tricks
    last: Trick
    passed: int


class Redealt(NamedTuple):
    """The cards have been thrown in; the hand is dealt anew.

    Attributes:
        prepared: how it had been prepared.
        shown: the hand that was shown to ask for it; `by` whose it is.
    """

    prepared: HandPrepared
    by: Seat | None
    shown: Cards


class Scored(NamedTuple):
    """The hand is over.

    Attributes:
        kitty: what was set aside, as far as it has been shown.
        captured: the point cards of the opponents.
        friends: the calls and who has answered them; none in fixed teams.
    """

    deal: Deal
    last_trick: PlayedTrick
    kitty: Cards
    captured: Cards
    friends: Friends | None
    score: HandScored


Phase = Prepared | Declaring | Redealing | Burying | Bidding | Calling | Tricks | Reviewing | Redealt | Scored


class Undo(NamedTuple):
    """What can be taken back (EX-BACK-01).

    Attributes:
        seat: who has just acted.
        phase: where the hand stood before.
        agreed: the mask of the seats that let it be taken back; none while nobody has asked for that.
    """

    seat: Seat
    phase: Declaring | Tricks
    agreed: int | None


class Match(NamedTuple):
    """A match.

    Attributes:
        positions: where each team stands, or each seat where friends are called; team 0 are the even seats.
        dealer: who deals by succession; none before the first hand has been scored.
        hands_played: how many hands have been scored.
        redeals: how often the hand being played has been dealt anew.
        phase: where the hand stands; none before the first.
        prepared: how the hand was prepared; none before the first.
        undo: what can be taken back, at tables where that is done.
        won_by: the seats that have won.
    """

    rules: Rules
    positions: tuple[Position, ...]
    dealer: Seat | None
    hands_played: int
    redeals: int
    phase: Phase | None
    prepared: HandPrepared | None
    undo: Undo | None
    won_by: tuple[Seat, ...]

    def in_phase(self, phase: Phase) -> "Match":
        """The match with the hand in another phase."""
        return self._replace(phase=phase)

    def holder(self, seat: Seat) -> int:
        """The place among `positions` at which a seat stands."""
        return holder_of(self.rules, seat)

    def level_of(self, seat: Seat) -> Rank:
        """The level of a seat, or of its team."""
        return self.positions[self.holder(seat)].level


def holder_of(rules: Rules, seat: Seat) -> int:
    """Whose level a seat has: its own where friends are called, else its team's (SJ-LEVEL-04)."""
    return seat if rules.friends else team_of(seat)


def team_of(seat: Seat) -> int:
    """The fixed team a seat belongs to."""
    return seat % TEAMS


TEAMS = 2
"""Fixed teams sit alternately; team 0 are the even seats (SJ-GEN-02)."""


def declarers_at_first(rules: Rules, dealer: Seat) -> int:
    """The mask of the seats that are declarers as soon as the dealer is known: the team, or the dealer alone."""
    if rules.friends:
        return 1 << dealer
    return sum(1 << seat for seat in range(dealer % TEAMS, rules.players, TEAMS))


def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats of a mask, in order."""
    return tuple(Seat(seat) for seat in range(mask.bit_length()) if mask >> seat & 1)
