"""What can be asked of a league. `by` is who asks; none where the service does it by itself."""

from dataclasses import dataclass

from domain.table.events import PlayerId
from domain.tournament.gates import Applicant
from domain.tournament.league import Division
from domain.tournament.leagues.events import DivisionStatus, Placed, TournamentId
from domain.tournament.leagues.plan import LeaguePlan
from domain.tournament.roles import Role
from domain.tournament.rounds import EntrantId


@dataclass(frozen=True, slots=True)
class CreateLeague:
    """Create a league; who does so owns it. Its tournaments are played in that sandbox world, or that of everybody."""

    by: PlayerId
    plan: LeaguePlan
    world: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeLeague:
    """Give the league another plan, all of which is named."""

    by: PlayerId
    plan: LeaguePlan


@dataclass(frozen=True, slots=True)
class AppointLeagueStaff:
    """Give a player a role, in place of the one that they had."""

    by: PlayerId
    player: PlayerId
    role: Role


@dataclass(frozen=True, slots=True)
class DismissLeagueStaff:
    """Take a player's role from them."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class EndLeague:
    """Let there be no further season, and say why."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class OverrideDivisions:
    """Make the divisions of a season that was settled in another way, and say why."""

    by: PlayerId
    season: int
    divisions: tuple[Division, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CutSeasonShort:
    """Let what is still played of a season count as it stands, and say why."""

    by: PlayerId
    season: int
    reason: str


@dataclass(frozen=True, slots=True)
class RegisterMember:
    """Play from the next season on, alone or as the captain of a pair or team.

    Attributes:
        by: who registers.
        entrant: the id that the new member is to have.
        applicant: what the service knows of the player.
        name, club: of the pair or team.
        partners: who are asked to play for it.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    name: str | None = None
    club: str | None = None
    partners: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class AcceptMembership:
    """Play for a member for which one was asked."""

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant


@dataclass(frozen=True, slots=True)
class DeclineMembership:
    """Say no to playing for a member."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class ContinueMembership:
    """Say that one plays in the next season, where that is asked."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawMember:
    """Play in no season that has not begun (any player of the member; or staff, who say why)."""

    by: PlayerId
    entrant: EntrantId
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RecordDivisionOpened:
    """Say which tournament a division plays; no player can ask for it."""

    season: int
    division: int
    tournament: TournamentId


@dataclass(frozen=True, slots=True)
class RecordDivisionEnded:
    """Say how a division has ended; no player can ask for it."""

    season: int
    division: int
    status: DivisionStatus
    standings: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class RecordDivisionCorrected:
    """Say that a division has ended otherwise, its tournament having been reopened; no player can ask for it."""

    season: int
    division: int
    standings: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class LeagueTimePasses:
    """Let happen what time alone has brought about; no player can ask for it."""


@dataclass(frozen=True, slots=True)
class LeaveLeagueStaff:
    """Have no role any more, the account being closed; `domain/tournament/roles.py` says what becomes of an owner's.

    Attributes:
        by: whose account it is.
        reason: why, where the league is ended.
        closed: who else of the staff has closed their account.
    """

    by: PlayerId
    reason: str
    closed: tuple[PlayerId, ...] = ()


LeagueCommand = (
    CreateLeague
    | ChangeLeague
    | AppointLeagueStaff
    | DismissLeagueStaff
    | LeaveLeagueStaff
    | EndLeague
    | OverrideDivisions
    | CutSeasonShort
    | RegisterMember
    | AcceptMembership
    | DeclineMembership
    | ContinueMembership
    | WithdrawMember
    | RecordDivisionOpened
    | RecordDivisionEnded
    | RecordDivisionCorrected
    | LeagueTimePasses
)
