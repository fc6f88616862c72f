"""The state of a Sheng Ji match, as the table or a viewer knows it. A viewer's state does not contain hidden cards.

A hand passes through its phases in a fixed order (SJ-GEN-08). Each phase has a type with its own members. States are
named tuples, because replacing a member is cheaper than with frozen dataclasses. Where every play makes a new one,
`tuple.__new__` makes it: to call the class takes twice as long.
"""

from functools import cached_property
from typing import NamedTuple

from domain.games.sheng_ji.card_order import CardOrder, order_of
from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.declare import Declaration, Floor, Shown
from domain.games.sheng_ji.events import HandPrepared
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.friends import Friends
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, Position
from domain.games.sheng_ji.play_events import HandScored, LeadForced
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.trick import WinningPlay
from domain.games.sheng_ji.ways_of_declaring import Auction, LiveDraw, Sealed
from domain.kernel.cards import Cards, Rank, Suit
from domain.kernel.seats import Seat


class Held(NamedTuple):
    """The cards of a seat: the known ones by suit, and the number of hidden ones."""

    known: Hand
    hidden: int


class Played(NamedTuple):
    """The cards that one seat played to a trick."""

    seat: Seat
    cards: Cards


class FailedThrow(NamedTuple):
    """A throw that can be beaten, and its outcome.

    Attributes:
        seat: the leader.
        cards: the throw.
        units: the units of the throw.
        choices: the units of which one must be led, as far as the viewer may know them.
        chooser: the seat that chooses; `None` where the rules decide.
        forced: the forced lead; `None` until it is chosen.
    """

    seat: Seat
    cards: Cards
    units: tuple[Cards, ...]
    choices: tuple[Cards, ...]
    chooser: Seat | None
    forced: LeadForced | None


class PlayedTrick(NamedTuple):
    """A finished trick; `throw` is the failed throw before its lead, or `None`."""

    lead: Lead
    plays: tuple[Played, ...]
    winner: Seat
    points: int
    throw: FailedThrow | None


class Prepared(NamedTuple):
    """The hand is prepared, and the cards are about to be dealt."""

    prepared: HandPrepared


class Declaring(NamedTuple):
    """Trumps are being declared, in one of three ways.

    Attributes:
        prepared: the preparation of the hand.
        hands: for each seat, the cards drawn, in order.
        kitty: the cards left over.
        turned: the cards of the kitty that were turned to find trumps.
        way: the procedure of declaring, and its progress.
        shown: all declarations.
        floor: the standing declaration, and the one just overridden if it may still be reinforced.
        dealer: the current dealer; `None` while there is none.
    """

    prepared: HandPrepared
    hands: tuple[Cards, ...]
    kitty: Cards
    turned: Cards
    way: Auction | LiveDraw | Sealed
    shown: tuple[Shown, ...]
    floor: Floor
    dealer: Seat | None


class _DealFields(NamedTuple):
    trump_rank: Rank
    trump_suit: Suit | None
    dealer: Seat
    declarers: int
    first_drawer: Seat
    ordering: Ordering
    shown: tuple[Shown, ...]
    turned: Cards


class Deal(_DealFields):
    """The public facts of a hand once trumps are fixed.

    Attributes:
        trump_rank: the trump rank; `NO_TRUMP_LEVEL` in a hand without one.
        trump_suit: the trump suit; `None` in no-trump.
        dealer: the dealer.
        declarers: the mask of the known declarers.
        first_drawer: the seat that drew first.
        ordering: the options that affect the order of the cards.
        shown: all declarations.
        turned: the cards of the kitty that were turned to find trumps.
    """

    # A named tuple has no room for a cached property, so this subclass adds the dictionary of an ordinary object.

    @cached_property
    def order(self) -> CardOrder:
        """The order of the cards."""
        rank = None if self.trump_rank == NO_TRUMP_LEVEL else self.trump_rank
        return order_of(rank, self.trump_suit, self.ordering)

    def declares(self, seat: Seat) -> bool:
        """Returns whether the seat is a known declarer."""
        return bool(self.declarers >> seat & 1)


class Redealing(NamedTuple):
    """Trumps are fixed. Where the rules allow it, each seat may claim a redeal before the kitty is taken.

    Attributes:
        standing: the declaration that made trumps, or `None`.
        waived: the mask of seats that have declined a redeal.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    standing: Declaration | None
    waived: int


class Burying(NamedTuple):
    """A seat has taken the kitty into its hand and has to bury as many cards.

    Attributes:
        seat: the seat with the kitty.
        standing: the last declaration, in the draw or in bidding for the kitty.
        polled: the seats that may still bid for the kitty, in turn.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    seat: Seat
    standing: Declaration | None
    polled: tuple[Seat, ...]


class Bidding(NamedTuple):
    """The kitty is buried, and other seats may bid for it.

    Attributes:
        seat: the seat that buried it.
        standing: the last declaration.
        polled: the seats still to be asked, in turn.
    """

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    seat: Seat
    standing: Declaration | None
    polled: tuple[Seat, ...]


class Calling(NamedTuple):
    """The dealer calls friends; `seat` has buried the kitty."""

    deal: Deal
    hands: tuple[Held, ...]
    kitty: Cards
    seat: Seat


class Trick(NamedTuple):
    """The current trick.

    Attributes:
        lead: the lead.
        plays: the plays so far.
        standing: the winning play.
        winner: the seat that made it.
    """

    lead: Lead
    plays: tuple[Played, ...]
    standing: WinningPlay
    winner: Seat


class Tricks(NamedTuple):
    """The hand is being played.

    Attributes:
        kitty: the buried cards.
        burier: the seat that buried them.
        friends: the calls and the seats that answered them; `None` in fixed teams.
        solo: whether the dealer plays alone.
        turn: the seat to play.
        number: the number of the current or next trick, from 1.
        trick: the current trick; `None` before its lead.
        throw: the failed throw before the lead of this trick, or `None`.
        last_trick: the previous trick.
        history: all previous tricks, on tables that need them.
        captured: for each seat, the point cards it took, face up.
        points: for each seat, the value of those cards.
        penalties: for each seat, the points that its failed throws cost.
        red_fives: pairs (owner, winner) of the red fives won (SJ-CARD-11).
        gone: all cards played in this hand.
        voids: for each seat, the mask of effective suits in which it has shown itself void.
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
        """The seat that has to choose a unit of a failed throw now; `None` if there is no choice."""
        return self.throw.chooser if self.throw and not self.throw.forced else None

    @property
    def choices(self) -> tuple[Cards, ...]:
        """The units of which one must be led, as far as the viewer knows them; empty if there is no choice."""
        return self.throw.choices if self.throw and not self.throw.forced else ()


class Reviewing(NamedTuple):
    """All tricks are played. Each seat may still challenge one (`enforcement` = `honor`).

    Attributes:
        last: the last trick with its lead and plays.
        passed: the mask of seats that have passed.
    """

    tricks: Tricks
    last: Trick
    passed: int


class Redealt(NamedTuple):
    """The cards were thrown in, and the hand will be dealt again.

    Attributes:
        prepared: the preparation of the hand.
        by: the seat that claimed the redeal, or `None`.
        shown: the hand it showed.
    """

    prepared: HandPrepared
    by: Seat | None
    shown: Cards


class Scored(NamedTuple):
    """The hand is over.

    Attributes:
        deal: the deal of the hand.
        last_trick: the last trick.
        kitty: the buried cards; hidden cards if the kitty was not revealed.
        captured: the point cards that the opponents won.
        friends: the calls and the seats that answered them; `None` in fixed teams.
        score: the score of the hand.
    """

    deal: Deal
    last_trick: PlayedTrick
    kitty: Cards
    captured: Cards
    friends: Friends | None
    score: HandScored


Phase = Prepared | Declaring | Redealing | Burying | Bidding | Calling | Tricks | Reviewing | Redealt | Scored


class Undo(NamedTuple):
    """The last act, which can be taken back (EX-BACK-01).

    Attributes:
        seat: the seat that acted.
        phase: the phase before the act.
        agreed: the mask of the seats that agree to take the act back. `None` until `seat` asks for it.
    """

    seat: Seat
    phase: Declaring | Tricks
    agreed: int | None


class MatchState(NamedTuple):
    """A match.

    Attributes:
        rules: the rules of the table.
        positions: the position of each team, or of each seat where friends are called. Team 0 has the even seats.
        dealer: the dealer by succession; `None` before the first hand is scored.
        hands_played: the number of scored hands.
        redeals: the number of redeals of the current hand.
        phase: the phase of the current hand; `None` before the first.
        prepared: the preparation of the current hand; `None` before the first.
        undo: the last act, if it can be taken back.
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

    def in_phase(self, phase: Phase) -> "MatchState":
        """Returns the match with the hand in another phase."""
        rules, positions, dealer, hands_played, redeals, _, prepared, undo, won_by = self
        members = (rules, positions, dealer, hands_played, redeals, phase, prepared, undo, won_by)
        return tuple.__new__(MatchState, members)

    def holder(self, seat: Seat) -> int:
        """Returns the index in `positions` of the seat's position."""
        return holder_of(self.rules, seat)

    def level_of(self, seat: Seat) -> Rank:
        """Returns the level of the seat or of its team."""
        return self.positions[self.holder(seat)].level


def holder_of(rules: Rules, seat: Seat) -> int:
    """Returns the index in `positions` of a seat: the seat where friends are called, else its team (SJ-LEVEL-04)."""
    return seat if rules.friends else team_of(seat)


def team_of(seat: Seat) -> int:
    """Returns the fixed team of the seat."""
    return seat % TEAMS


TEAMS = 2
"""Fixed teams sit alternately; team 0 has the even seats (SJ-GEN-02)."""


def declarers_at_first(rules: Rules, dealer: Seat) -> int:
    """Returns the mask of the first declarers: the dealer's team, or the dealer alone where friends are called."""
    if rules.friends:
        return 1 << dealer
    return sum(1 << seat for seat in range(dealer % TEAMS, rules.players, TEAMS))


def seats_in(mask: int) -> tuple[Seat, ...]:
    """Returns the seats in a mask, in order."""
    return tuple(Seat(seat) for seat in range(mask.bit_length()) if mask >> seat & 1)
