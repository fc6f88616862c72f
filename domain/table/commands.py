"""Commands to a table.

`by` is the player who gives the command; commands of the service itself have none. The time, the players' calendars and
random bytes are not part of a command: they are passed to `domain.table.decide` beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.odds import TimeOdds
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.orders.order import Orders
from domain.table.deals import GivenDeal
from domain.table.events import NO_LADDER, NO_PAUSES, CalledOffWhy, ChatRule, ProposalKind
from domain.table.match_ref import MatchRef
from domain.table.seat_events import DeclineReason
from domain.table.spectators import NO_DELAY, Spectators


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table, with a profile of rules and overrides.

    Attributes:
        game, profile, overrides: the game and its rules.
        listed: whether the table appears in the list of tables.
        hands: the number of hands after which the match ends, or `None` to play until the match is won.
        spectators: the delay after which spectators see events.
        clock, pauses, ladder: the clock of each seat, when it pauses, and what happens when a seat misses a deadline.
        expires_after_s: the number of seconds after which the table expires if the match has not begun; `None` for
            never.
        starts_when_full: whether the match begins as soon as the last seat is taken.
        min_reliability: the lowest reliability score with which a player may take a seat, or `None`.
        chat: which chat messages are allowed.
        sandbox: the id of the sandbox in which the table is opened, or `None`.
        deals: chosen deals for the first hands.
        sealed: whether only the players of the table can see it. A sealed table is never listed.
        match: the tournament match played at the table, or `None`. If set, the tournament assigns the seats.
        public: whether the table, if it is listed, can be read without a token.
        time_odds: the time of each seat, in percent of the clock; empty for equal times.
    """

    by: PlayerId
    game: str
    profile: str
    overrides: Mapping[str, object]
    listed: bool
    hands: int | None
    spectators: Spectators = NO_DELAY
    clock: ClockRules = NO_CLOCK
    pauses: Pauses = NO_PAUSES
    ladder: Ladder = NO_LADDER
    expires_after_s: int | None = None
    starts_when_full: bool = False
    min_reliability: int | None = None
    chat: ChatRule = "all"
    sandbox: str | None = None
    deals: tuple[GivenDeal, ...] = ()
    sealed: bool = False
    match: MatchRef | None = None
    public: bool = True
    time_odds: TimeOdds = ()


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat.

    `entropy` goes into the shuffles. After the start, a challenged player can take over a seat that a stand-in plays.
    """

    by: PlayerId
    seat: Seat
    entropy: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave one's seat. After the start, a bot plays the seat until the player returns."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot on a free seat, where it appears as `player` (host only)."""

    by: PlayerId
    seat: Seat
    bot: str
    player: PlayerId
    entropy: str


@dataclass(frozen=True, slots=True)
class UnseatBot:
    """Remove a bot from its seat before the start (host only)."""

    by: PlayerId
    seat: Seat


@dataclass(frozen=True, slots=True)
class SetEntropy:
    """Change the entropy of one's seat for the following hands."""

    by: PlayerId
    entropy: str


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the match; all seats have to be taken (host or a seated player)."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancel the table before the start (host only)."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class ChallengePlayer:
    """Ask a player to take a seat, or any free seat if `seat` is `None` (host or a seated player).

    After the start, only seats that a stand-in plays can be taken over, and only the host or a partner of the seat may
    ask.
    """

    by: PlayerId
    player: PlayerId
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class DeclineChallenge:
    """Decline the challenge made to oneself."""

    by: PlayerId
    reason: DeclineReason


@dataclass(frozen=True, slots=True)
class WithdrawChallenge:
    """Withdraw the challenge of a player (its maker or the host)."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LinkRematch:
    """Record the table of the rematch.

    The service gives it for a player of the finished match once that table is open.
    """

    by: PlayerId
    table: str


@dataclass(frozen=True, slots=True)
class Act:
    """Make a move in the game.

    Attributes:
        move: a command of the game.
        seat: the seat to act for, or `None` for the player's own seat.
    """

    by: PlayerId
    move: Any
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ActFor:
    """Make a move for an absent player, as the stand-in of the seat. Only the service gives this command."""

    seat: Seat
    move: Any


@dataclass(frozen=True, slots=True)
class ResumeSeat:
    """Take one's seat back from the stand-in. Making a move has the same effect."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to undo one's last move, to end the match in a draw, to abandon it, or to concede."""

    by: PlayerId
    what: ProposalKind


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the open proposal. Naming it prevents agreement to a different, newer proposal."""

    by: PlayerId
    what: ProposalKind


@dataclass(frozen=True, slots=True)
class Disagree:
    """Decline the open proposal."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """Withdraw one's own proposal."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Replace all standing orders of one's seat.

    Attributes:
        orders: the new orders.
        auto_forced: whether the table makes forced moves at once.
    """

    by: PlayerId
    orders: Orders
    auto_forced: bool


@dataclass(frozen=True, slots=True)
class WithdrawOrders:
    """Withdraw standing orders by id. Without ids, withdraws all orders and stops automatic forced moves."""

    by: PlayerId
    orders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give bonus time, in seconds, to an opponent whose turn it is."""

    by: PlayerId
    seat: Seat
    seconds: int


@dataclass(frozen=True, slots=True)
class TimePasses:
    """Apply the first effect of time that is due. Only the service gives this command."""


@dataclass(frozen=True, slots=True)
class UnsealTable:
    """Make a sealed table visible after its match. Only the service gives this command."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the table because its match was decided elsewhere. Only the service gives this command."""

    why: CalledOffWhy


@dataclass(frozen=True, slots=True)
class PauseTable:
    """Stop the clocks and all moves from `at` on. Only the service gives this command."""

    at: Instant


@dataclass(frozen=True, slots=True)
class ResumeTable:
    """End the pause of the table. Only the service gives this command."""


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Give a seat of the match to another player. Only the service gives this command."""

    seat: Seat
    player: PlayerId


@dataclass(frozen=True, slots=True)
class VacateSeat:
    """Let a bot play for a player who has left the tournament. Only the service gives this command."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Recalendar:
    """Recompute the running clock of a seat after a change of its player's calendar.

    Only the service gives this command.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Tick:
    """The clock of the game has expired. Only the service gives this command.

    Attributes:
        what: what the game does now, as given by `Game.clock`.
    """

    what: Any


ChallengeCommand = ChallengePlayer | DeclineChallenge | WithdrawChallenge
SeatCommand = Sit | Leave | SeatBot | UnseatBot | ChallengeCommand | Start | Cancel
ServiceCommand = (
    Tick
    | TimePasses
    | Recalendar
    | ActFor
    | UnsealTable
    | CallOff
    | PauseTable
    | ResumeTable
    | ReplacePlayer
    | VacateSeat
)
"""Commands that only the service itself gives."""
OrdersCommand = GiveOrders | WithdrawOrders
ProposalCommand = Propose | Agree | Disagree | WithdrawProposal
CommandAtTable = (
    SeatCommand
    | SetEntropy
    | LinkRematch
    | ProposalCommand
    | OrdersCommand
    | Act
    | ResumeSeat
    | GiveTime
    | ServiceCommand
)
TableCommand = OpenTable | CommandAtTable
