"""The state of a table, either complete or as one viewer sees it.

Both are the same type. The state of a viewer is the fold of the events redacted for that viewer, so hidden information
is never part of it.
"""

from typing import Any, Literal, NamedTuple

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.odds import TimeOdds, clock_of_seat
from domain.clocks.rules import ClockRules
from domain.clocks.running import ClockReading
from domain.kernel.cards import HIDDEN
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.orders.order import EndedOrder, Orders
from domain.table.deals import ChosenDeal
from domain.table.events import ChatRule, EndReason, ProposalKind
from domain.table.game import Game
from domain.table.match_ref import MatchRef
from domain.table.presence import Presence
from domain.table.spectators import NO_DELAY, Spectators

Status = Literal["open", "playing", "finished", "cancelled"]


class Occupant(NamedTuple):
    """The player on a seat, and the entropy they gave. `bot` is the name of the bot, or `None` for a player."""

    player: PlayerId
    bot: str | None
    entropy: str


class Challenge(NamedTuple):
    """A player who was asked by another to take a seat. `seat` is `None` when any free seat will do."""

    by: PlayerId
    player: PlayerId
    seat: Seat | None


class Absence(NamedTuple):
    """Whether, and how, the player of a seat is absent.

    Attributes:
        in_a_row: the number of turns missed in a row.
        bot: the bot that acts for the player, or `None` while the player acts.
        stays: whether the bot plays until the player returns, or makes only one move.
        forfeits_at: when the seat forfeits the match, or `None`.
    """

    in_a_row: int
    bot: str | None
    stays: bool
    forfeits_at: Instant | None


PRESENT = Absence(0, None, stays=False, forfeits_at=None)


class OpenedHand(NamedTuple):
    """What was published when the hand was opened. `secret` is hidden until the hand is over."""

    number: int
    entropies: tuple[str, ...]
    commitment: str
    secret: str | None


class Proposal(NamedTuple):
    """An open proposal: the seats that have to agree, and those that have agreed, including the proposer."""

    what: ProposalKind
    by: Seat
    seats: tuple[Seat, ...]
    agreed: tuple[Seat, ...]


class Proposed(NamedTuple):
    """A proposal that a seat has already made in this hand."""

    seat: Seat
    what: ProposalKind


class Undoable(NamedTuple):
    """The last move, which revealed no card: the seat that made it, and the state of the game before it."""

    seat: Seat
    before: Any


class SeatOrders(NamedTuple):
    """The standing orders of a seat. They are part of the complete state and of the seat's own view only.

    Attributes:
        live: the live orders, in the order in which they are tried.
        auto_forced: whether the table makes forced moves for the seat.
        ended: the orders that have ended since the seat last gave orders, with reasons.
    """

    seat: Seat
    live: Orders
    auto_forced: bool
    ended: tuple[EndedOrder, ...]


class TableResult(NamedTuple):
    """How the match ended. `winners` is empty without a winner; `forfeited_by` is the seat that forfeited, if any."""

    reason: EndReason
    winners: tuple[Seat, ...]
    forfeited_by: Seat | None


class Table(NamedTuple):
    """A table.

    Attributes:
        game: the game; `rules` and `match` are values of this game.
        hands: the number of hands after which the match ends, or `None` to play until the match is won.
        spectators: the delay after which spectators see events.
        time_odds: the time of each seat, in percent of the clock; empty for equal times.
        clock, pauses, ladder: the clock of each seat, when it pauses, and what happens when a seat misses a deadline.
        expires_at: when the table expires if the match has not begun, or `None`.
        starts_when_full, min_reliability, chat, deals, sealed, public: see `TableOpened`.
        sandbox: the sandbox to which the table belongs, or `None`.
        tournament_match: the tournament match played at the table, or `None`.
        clocks, absences: one for each seat.
        paused_at: when the table was paused, or `None` while it is not.
        last_at: when clocks were last set. The time of later commands is never earlier.
        challenges: the open challenges, oldest first.
        rematch: the id of the table of the rematch, or `None`.
        commitment, secret: those of the next hand; the secret is hidden from viewers.
        hand: the current or the last hand, or `None` before the first.
        proposal: the open proposal, or `None`.
        proposed: the proposals made in this hand, except those to undo a move.
        undoable: the last move while it can be undone, or `None`.
        orders: the standing orders of the seats that have given any, by seat.
        presence: which players have acted, missed turns, or left.
        match: the state of the game, or `None` before the start.
        result: the result of the match, or `None` while there is none.
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
    time_odds: TimeOdds
    pauses: Pauses
    ladder: Ladder
    expires_at: Instant | None
    starts_when_full: bool
    min_reliability: int | None
    chat: ChatRule
    sandbox: str | None
    deals: tuple[ChosenDeal, ...]
    sealed: bool
    tournament_match: MatchRef | None
    public: bool
    clocks: tuple[ClockReading, ...]
    absences: tuple[Absence, ...]
    paused_at: Instant | None
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
    result: TableResult | None

    @property
    def is_plain(self) -> bool:
        """Whether a move has no effects but those of the game.

        The match is being played, and there are no clocks, orders, proposals, stand-ins or pauses.
        """
        return (
            self.status == "playing"
            and not self.orders
            and self.proposal is None
            and self.paused_at is None
            and self.clock.kind == "none"
            and self.absences.count(PRESENT) == len(self.absences)
        )

    def clock_of(self, seat: Seat) -> ClockRules:
        """Returns the clock of a seat, with its time odds."""
        return clock_of_seat(self.clock, self.time_odds, seat) if self.time_odds else self.clock

    def occupant(self, seat: Seat) -> Occupant | None:
        """Returns the occupant of a seat, or `None` if the seat is free or does not exist."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def deal_of(self, hand: int) -> ChosenDeal | None:
        """Returns the chosen deal of a hand, or `None` if the hand is shuffled or the deal is hidden."""
        deal = self.deals[hand - 1] if hand <= len(self.deals) else None
        return None if deal is None or HIDDEN in deal.order else deal

    def seat_of(self, player: PlayerId) -> Seat | None:
        """Returns the seat of a player, or `None`. It is `None` for bots, which may hold several seats."""
        for number, occupant in enumerate(self.seats):
            if occupant and occupant.player == player and occupant.bot is None:
                return Seat(number)
        return None

    def bot_of(self, seat: Seat) -> str | None:
        """Returns the name of the bot that acts for a seat, as its occupant or as a stand-in, or `None`."""
        occupant = self.seats[seat]
        return (occupant.bot if occupant else None) or self.absences[seat].bot

    def sees_delayed(self, player: PlayerId) -> bool:
        """Returns whether the player is a spectator who sees the table only up to the visibility cutoff."""
        return self.spectators != NO_DELAY and not self._is_at(player)

    def is_sealed_for(self, player: PlayerId) -> bool:
        """Returns whether the table is sealed and the player holds no seat, and so sees nothing of it."""
        return self.sealed and not self._is_at(player)

    def _is_at(self, player: PlayerId) -> bool:
        return any(one is not None and one.player == player for one in self.seats)

    def challenge_of(self, player: PlayerId) -> Challenge | None:
        """Returns the open challenge made to a player, or `None`."""
        return next((challenge for challenge in self.challenges if challenge.player == player), None)

    def orders_of(self, seat: Seat) -> SeatOrders | None:
        """Returns the standing orders of a seat, or `None` if it has given none."""
        return next((each for each in self.orders if each.seat == seat), None)

    def with_match(self, match: Any) -> "Table":
        """Returns the table with another state of the game."""
        # Every move changes the match alone, and `_make` takes a third longer.
        return tuple.__new__(Table, (*self[:-2], match, self[-1]))
