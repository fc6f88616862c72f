"""The commands of a league. `by` is the player who sends the command; `None` if the service does.

Members register, agree, decline and withdraw by the commands of entrants of tournaments.
"""

from dataclasses import dataclass

from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import AcceptPartner, DeclinePartner, Register, WithdrawEntrant
from domain.tournaments.leagues.divisions import Division
from domain.tournaments.leagues.events import DivisionStatus, FinalPlace, TournamentId
from domain.tournaments.leagues.plan import LeaguePlan
from domain.tournaments.staff import AppointStaff, DismissStaff, LeaveStaff


@dataclass(frozen=True, slots=True)
class CreateLeague:
    """Create a league. The sender owns it. Its tournaments are played in the given sandbox, or outside sandboxes."""

    by: PlayerId
    plan: LeaguePlan
    sandbox: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeLeague:
    """Replace the plan of the league. The whole plan is given."""

    by: PlayerId
    plan: LeaguePlan


@dataclass(frozen=True, slots=True)
class EndLeague:
    """End the league after the current season, with a reason."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class OverrideDivisions:
    """Replace the divisions of a settled season, with a reason."""

    by: PlayerId
    season: int
    divisions: tuple[Division, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CutSeasonShort:
    """Make the current results of a season count as final, with a reason."""

    by: PlayerId
    season: int
    reason: str


@dataclass(frozen=True, slots=True)
class ContinueMembership:
    """Confirm that the sender plays in the next season, where the plan asks for that."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class RecordDivisionOpened:
    """Record the tournament of a division. Players cannot send this."""

    season: int
    division: int
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class RecordDivisionEnded:
    """Record the final standings of a division. Players cannot send this."""

    season: int
    division: int
    status: DivisionStatus
    standings: tuple[FinalPlace, ...]


@dataclass(frozen=True, slots=True)
class RecordDivisionCorrected:
    """Record the corrected standings of a division whose tournament was reopened. Players cannot send this."""

    season: int
    division: int
    standings: tuple[FinalPlace, ...]


@dataclass(frozen=True, slots=True)
class LeagueTimePasses:
    """Apply what is due by time alone. Players cannot send this."""


LeagueCommand = (
    CreateLeague
    | ChangeLeague
    | AppointStaff
    | DismissStaff
    | LeaveStaff
    | EndLeague
    | OverrideDivisions
    | CutSeasonShort
    | Register
    | AcceptPartner
    | DeclinePartner
    | ContinueMembership
    | WithdrawEntrant
    | RecordDivisionOpened
    | RecordDivisionEnded
    | RecordDivisionCorrected
    | LeagueTimePasses
)
