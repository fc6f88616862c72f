"""The state of a table, as the table itself knows it or as a viewer does.

There is one type for both: a viewer's state is the fold of the events as this viewer may see them, so that what is
hidden from the viewer is simply not in it.
"""

from typing import Any, Literal, NamedTuple

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import ClockRules
from domain.clocks.running import ClockReading
from domain.kernel.cards import HIDDEN
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat
from domain.orders.order import Ended, Orders
from domain.table.deals import ChosenDeal
from domain.table.events import ChatRule, EndReason, PlayerId, ProposalKind
from domain.table.game import Game
from domain.table.match_ref import MatchRef
from domain.table.presence import Presence
from domain.table.spectators import AT_ONCE, Spectators

Status = Literal["open", "playing", "finished", "cancelled"]


class Occupant(NamedTuple):
    """Who holds a seat, and the entropy they gave; `bot` names a bot of the house."""

    player: PlayerId
    bot: str | None
    entropy: str


class Challenge(NamedTuple):
    """Whom somebody has asked to take a seat; any seat when none is named."""

    by: PlayerId
    player: PlayerId
    seat: Seat | None


class Absence(NamedTuple):
    """How far the player of a seat is away.

    Attributes:
        in_a_row: how many turns they have missed in succession.
        bot: who acts for them; none while they act themselves.
        stays: whether the bot plays on until they are back, or makes one move only.
        forfeits_at: when the seat forfeits the match; none: never, or not yet.
    """

    in_a_row: int
    bot: str | None
    stays: bool
    forfeits_at: Instant | None


PRESENT = Absence(0, None, stays=False, forfeits_at=None)


class OpenedHand(NamedTuple):
    """What was published when the hand was opened; `secret` is hidden until it is over."""

    number: int
    entropies: tuple[str, ...]
    commitment: str
    secret: str | None


class Proposal(NamedTuple):
    """What a seat has proposed: whose agreement it takes, and who has agreed, the proposer among them."""

    what: ProposalKind
    by: Seat
    seats: tuple[Seat, ...]
    agreed: tuple[Seat, ...]


class Proposed(NamedTuple):
    """What a seat has proposed in this hand already."""

    seat: Seat
    what: ProposalKind


class Undoable(NamedTuple):
    """The last move, by which nobody has come to know a card: whose it was, and the game's state before it."""

    seat: Seat
    before: Any


class SeatOrders(NamedTuple):
    """The standing orders of a seat; the state of any other viewer has none of them.

    Attributes:
        live: those that are tried, in this order.
        auto_forced: whether moves to which there is no other are made for the seat.
        ended: how the others have ended since the seat last gave orders.
    """

    seat: Seat
    live: Orders
    auto_forced: bool
    ended: tuple[Ended, ...]


class Result(NamedTuple):
    """How the match ended; no winners when it was drawn; the seat that forfeited it, if one has."""

    reason: EndReason
    winners: tuple[Seat, ...]
    forfeited_by: Seat | None


class Table(NamedTuple):
    """A table.

    Attributes:
        game: what is played; the rules belong to it.
        hands: after how many hands the match ends; none: when it is won.
        spectators: how late they see the table.
        clock, pauses, ladder: how much time the seats have, when it stands still, and what happens when it is over.
        expires_at: when the table is given up if it has not begun.
        starts_when_full, min_reliability, chat, world, deals, sealed: see `TableOpened`.
        tournament_match: which match of a tournament is played there.
        clocks, absences: of each seat.
        last_at: when its clocks were set last; time never goes back behind it.
        challenges: those that are open, in the order in which they were made.
        rematch: the table at which those who sat here play again.
        commitment, secret: of the next hand to be opened; the secret is hidden.
        hand: the hand being played, or the last one.
        proposal: what is proposed; none when nothing is.
        proposed: what was proposed in this hand, but for undoing moves.
        undoable: the last move, as long as it can be undone.
        orders: for each seat that has given any its standing orders, by seats.
        presence: who has acted, missed turns, and left.
        match: the game's state, once the match has begun.
    """

    game: Game
    rules: Any
    rules_revision: int
    status: Status
    host: PlayerId
    listed: bool
    hands: int | None
    spectators: Spectators
    clock: ClockRules
    pauses: Pauses
    ladder: Ladder
    expires_at: Instant | None
    starts_when_full: bool
    min_reliability: int | None
    chat: ChatRule
    world: str | None
    deals: tuple[ChosenDeal, ...]
    sealed: bool
    tournament_match: MatchRef | None
    clocks: tuple[ClockReading, ...]
    absences: tuple[Absence, ...]
    last_at: Instant
    seats: tuple[Occupant | None, ...]
    challenges: tuple[Challenge, ...]
    rematch: str | None
    commitment: str
    secret: str | None
    hand: OpenedHand | None
    proposal: Proposal | None
    proposed: tuple[Proposed, ...]
    undoable: Undoable | None
    orders: tuple[SeatOrders, ...]
    presence: Presence
    match: Any
    result: Result | None

    def occupant(self, seat: Seat) -> Occupant | None:
        """Who holds a seat; none when nobody does, or there is no such seat."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def deal_of(self, hand: int) -> ChosenDeal | None:
        """The deal that was chosen for a hand; none where it is shuffled, or where what was chosen is not known."""
        deal = self.deals[hand - 1] if hand <= len(self.deals) else None
        return None if deal is None or HIDDEN in deal.order else deal

    def seat_of(self, player: PlayerId) -> Seat | None:
        """The seat a player holds; none for bots of the house, which may hold several."""
        for number, occupant in enumerate(self.seats):
            if occupant and occupant.player == player and occupant.bot is None:
                return Seat(number)
        return None

    def bot_of(self, seat: Seat) -> str | None:
        """The bot that acts for a seat: one of the house that holds it, or one that stands in."""
        occupant = self.seats[seat]
        return (occupant.bot if occupant else None) or self.absences[seat].bot

    def sees_late(self, player: PlayerId) -> bool:
        """Whether the player sees the table only as far as it is released: holding no seat of one with a delay."""
        return self.spectators != AT_ONCE and not self._is_at(player)

    def is_sealed_for(self, player: PlayerId) -> bool:
        """Whether the player sees nothing of the table, holding no seat of a sealed one."""
        return self.sealed and not self._is_at(player)

    def _is_at(self, player: PlayerId) -> bool:
        return any(one is not None and one.player == player for one in self.seats)

    def challenge_of(self, player: PlayerId) -> Challenge | None:
        """The open challenge of a player."""
        return next((challenge for challenge in self.challenges if challenge.player == player), None)

    def orders_of(self, seat: Seat) -> SeatOrders | None:
        """The standing orders of a seat, if it has given any."""
        return next((each for each in self.orders if each.seat == seat), None)

    def with_match(self, match: Any) -> "Table":
        """The table with the game in another state."""
        return Table(*self[:-2], match, self.result)
