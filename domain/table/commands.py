"""What can be asked of a table. Every command says who asks; times and chance come in beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.seats import Seat
from domain.table.events import DeclineReason, PlayerId
from domain.table.spectators import AT_ONCE, Spectators


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table for a game by a profile of rules with overrides.

    Attributes:
        game, profile, overrides: what is played and how.
        listed: whether the table is to be found in the list.
        hands: end after that many hands; none: when the match is won.
        spectators: how late they see it.
    """

    by: PlayerId
    game: str
    profile: str
    overrides: Mapping[str, object]
    listed: bool
    hands: int | None
    spectators: Spectators = AT_ONCE


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat, giving entropy for the shuffles."""

    by: PlayerId
    seat: Seat
    entropy: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give one's seat up before the start."""

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
    """Ask a certain player to take a seat; none: any that is free (host or a seated player)."""

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
class Tick:
    """The clock of the game has run down; nobody asks for it, and no player can.

    Attributes:
        what: what the game does then, as its clock says.
    """

    what: Any


ChallengeCommand = ChallengePlayer | DeclineChallenge | WithdrawChallenge
CommandBeforeStart = Sit | Leave | SeatBot | UnseatBot | ChallengeCommand | Start | Cancel
TableCommand = OpenTable | CommandBeforeStart | SetEntropy | Act | Tick
