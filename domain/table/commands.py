"""What can be asked of a table. Every command says who asks; times and chance come in beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.kernel.seats import Seat
from domain.orders.order import Orders
from domain.table.deals import GivenDeal
from domain.table.events import NO_LADDER, NO_PAUSES, CalledOffWhy, ChatRule, DeclineReason, PlayerId, ProposalKind
from domain.table.match_ref import MatchRef
from domain.table.spectators import AT_ONCE, Spectators


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table for a game by a profile of rules with overrides.

    Attributes:
        game, profile, overrides: what is played and how.
        listed: whether the table is to be found in the list.
        hands: end after that many hands; none: when the match is won.
        spectators: how late they see it.
        clock, pauses, ladder: how much time the seats have, when it stands still, and what happens when it is over.
        expires_after_s: after how many seconds the table is given up if it has not begun; none: never.
        starts_when_full: whether the match begins as soon as the last seat is taken.
        min_reliability: the least reliability score with which one may sit down.
        chat: what may be said there.
        world: the sandbox world in which it is opened.
        deals: the deals of its first hands, where they are chosen.
        sealed: whether only who sits there sees anything of it; such a table is in no list.
        match: which match of a tournament is played there; its seats are the tournament's then.
    """

    by: PlayerId
    game: str
    profile: str
    overrides: Mapping[str, object]
    listed: bool
    hands: int | None
    spectators: Spectators = AT_ONCE
    clock: ClockRules = NO_CLOCK
    pauses: Pauses = NO_PAUSES
    ladder: Ladder = NO_LADDER
    expires_after_s: int | None = None
    starts_when_full: bool = False
    min_reliability: int | None = None
    chat: ChatRule = "all"
    world: str | None = None
    deals: tuple[GivenDeal, ...] = ()
    sealed: bool = False
    match: MatchRef | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat, giving entropy for the shuffles; or, when challenged to it, one that a bot stands in for."""

    by: PlayerId
    seat: Seat
    entropy: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give one's seat up; once the match has begun a bot plays it until one is back."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot of the house, known as `player`, on a free seat (host only)."""

    by: PlayerId
    seat: Seat
    bot: str
    player: PlayerId
    entropy: str


@dataclass(frozen=True, slots=True)
class UnseatBot:
    """Take a bot from its seat before the start (host only)."""

    by: PlayerId
    seat: Seat


@dataclass(frozen=True, slots=True)
class SetEntropy:
    """Give other entropy for the hands to come."""

    by: PlayerId
    entropy: str


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the match, all seats being taken (host or a seated player)."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class Cancel:
    """Call the table off before the start (host only)."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class ChallengePlayer:
    """Ask a certain player to take a seat; none: any that is free (host or a seated player).

    Once the match has begun only a seat that a bot stands in for can be taken, and the host or its partners ask.
    """

    by: PlayerId
    player: PlayerId
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class DeclineChallenge:
    """Say no to the challenge of which one is asked."""

    by: PlayerId
    reason: DeclineReason


@dataclass(frozen=True, slots=True)
class WithdrawChallenge:
    """Take the challenge of a player back (who made it, or the host)."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LinkRematch:
    """Say at which table those who sat here play again (who sat here; given by the service, once that is open)."""

    by: PlayerId
    table: str


@dataclass(frozen=True, slots=True)
class Act:
    """Do something in the game.

    Attributes:
        move: a command of the game.
        seat: for which seat; none: the one that the player holds.
    """

    by: PlayerId
    move: Any
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ActFor:
    """Make a move for a seat whose player is away, as the bot that stands in for it; no player can ask for it."""

    seat: Seat
    move: Any


@dataclass(frozen=True, slots=True)
class ResumeSeat:
    """Play one's seat oneself again; to act is enough, too."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to undo one's last move, to call the match a draw or off, or to concede."""

    by: PlayerId
    what: ProposalKind


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to what is proposed; it is named, so that nobody agrees to something else that came in between."""

    by: PlayerId
    what: ProposalKind


@dataclass(frozen=True, slots=True)
class Disagree:
    """Say no to what is proposed."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawProposal:
    """Take one's proposal back."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Let the table act for one's seat by these orders, in place of all that it had.

    Attributes:
        orders: what to do and when.
        auto_forced: whether moves to which there is no other are made at once.
    """

    by: PlayerId
    orders: Orders
    auto_forced: bool


@dataclass(frozen=True, slots=True)
class WithdrawOrders:
    """Take orders back by their ids; none named: all of them, and forced moves are one's own again."""

    by: PlayerId
    orders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TimePasses:
    """Let happen what time alone brings about first; no player can ask for it."""


@dataclass(frozen=True, slots=True)
class UnsealTable:
    """Let a sealed table that is over be seen by everybody; no player can ask for it."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the table, the match that was played there being decided otherwise; no player can ask for it."""

    why: CalledOffWhy


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Give the seat of a player to another who takes their place in the match; no player can ask for it."""

    seat: Seat
    player: PlayerId


@dataclass(frozen=True, slots=True)
class VacateSeat:
    """Let a bot play for a player who has left the tournament of the match; no player can ask for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Recalendar:
    """Lay the running clock of a seat over the calendar that its player has now; no player can ask for it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Tick:
    """The clock of the game has run down; nobody asks for it, and no player can.

    Attributes:
        what: what the game does then, as its clock says.
    """

    what: Any


ChallengeCommand = ChallengePlayer | DeclineChallenge | WithdrawChallenge
CommandBeforeStart = Sit | Leave | SeatBot | UnseatBot | ChallengeCommand | Start | Cancel
OwnCommand = Tick | TimePasses | Recalendar | ActFor | UnsealTable | CallOff | ReplacePlayer | VacateSeat
"""What the service itself asks for."""
OrdersCommand = GiveOrders | WithdrawOrders
ProposalCommand = Propose | Agree | Disagree | WithdrawProposal
CommandAtTable = (
    CommandBeforeStart | SetEntropy | LinkRematch | ProposalCommand | OrdersCommand | Act | ResumeSeat | OwnCommand
)
TableCommand = OpenTable | CommandAtTable
