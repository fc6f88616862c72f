"""The commands of a tournament. `by` is the player who sends the command; `None` if the service does."""

from dataclasses import dataclass
from typing import Any

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import EntrantCommand
from domain.tournaments.ladder.commands import LadderCommand
from domain.tournaments.matches.commands import MatchCommand
from domain.tournaments.parts import EnteringSide
from domain.tournaments.rounds.commands import MatchReport, RoundCommand
from domain.tournaments.rounds.events import TableId
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.staff import AppointStaff, DismissStaff, LeaveStaff, Role


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Create a tournament. The sender owns it.

    Attributes:
        by: the sender.
        settings: all settings.
        sandbox: the sandbox in which it is played, or `None`.
    """

    by: PlayerId
    settings: TournamentSettings
    sandbox: str | None = None


@dataclass(frozen=True, slots=True)
class CreateWithEntrants:
    """Create a tournament whose players have all agreed to play, and begin it. Players cannot send this.

    Attributes:
        by: the owner.
        settings: all settings.
        staff: players who help to run it, and their roles.
        sides: the players of each side, seed 1 first.
        sandbox: the sandbox in which it is played, or `None`.
    """

    by: PlayerId
    settings: TournamentSettings
    staff: tuple[tuple[PlayerId, Role], ...]
    sides: tuple[EnteringSide, ...]
    sandbox: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Replace the settings of the tournament. All settings are given."""

    by: PlayerId
    settings: TournamentSettings


@dataclass(frozen=True, slots=True)
class StartTournament:
    """Begin the tournament now, independently of its schedule."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class PauseTournament:
    """Pause the tournament. Until it resumes, no clock runs, no deadline passes and no round begins."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ResumeTournament:
    """End a pause."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class FinishTournament:
    """End the tournament: after the last round, or between two rounds with a reason.

    Before the last round, staff can end it; the service can if the format can make no further round. The period
    for corrections follows, if there is one. In that period, this command ends the period.
    """

    by: PlayerId | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ReopenTournament:
    """Reopen the finished tournament to correct results, with a reason (owner only)."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class UndoStaffAct:
    """Undo the newest act of staff, if nothing that depends on it has followed.

    Attributes:
        by: the member of staff; needs the right for the act itself.
        act: the number of its event in the log of the tournament, from 1.
        reason: the reason.
        history: all events of the tournament so far, in order. The service adds them.
        acted: the tables at which a player has acted or missed a turn. The service adds those that the act affects.
        finished: the finished ones among these tables.
    """

    by: PlayerId
    act: int
    reason: str
    history: tuple[Any, ...] = ()
    acted: frozenset[TableId] = frozenset()
    finished: frozenset[TableId] = frozenset()


@dataclass(frozen=True, slots=True)
class CancelTournament:
    """Cancel the tournament, with a reason (the owner; the service if a league continues without it)."""

    by: PlayerId | None
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentTimePasses:
    """Apply what is due by time alone. Players cannot send this.

    Attributes:
        reports: the state of the matches without a result, if the deadline of their round has passed.
    """

    reports: tuple[MatchReport, ...] = ()


LifeCommand = (
    ChangeSettings
    | AppointStaff
    | DismissStaff
    | LeaveStaff
    | StartTournament
    | PauseTournament
    | ResumeTournament
    | FinishTournament
    | ReopenTournament
    | UndoStaffAct
    | CancelTournament
)
TournamentCommand = (
    CreateTournament
    | CreateWithEntrants
    | LifeCommand
    | EntrantCommand
    | RoundCommand
    | MatchCommand
    | LadderCommand
    | TournamentTimePasses
)
