"""The commands of a tournament. `by` is the player who sends the command; `None` if the service does."""

from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.instants import Instant
from domain.table.events import PlayerId
from domain.tournaments.duplicate.records import BoardResult, ChosenBoard
from domain.tournaments.events import TableId
from domain.tournaments.gates import Applicant
from domain.tournaments.leagues.events import Side
from domain.tournaments.roles import Role
from domain.tournaments.rounds import ByeKind, EntrantId, LevelsWon, Result, Round
from domain.tournaments.scoring.matchpoints import Average
from domain.tournaments.settings import Settings

# ------------------------------------------------------------------------------------------------ life


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Create a tournament. The sender owns it.

    Attributes:
        by: the sender.
        settings: all settings.
        world: the sandbox in which it is played; `None` for the public world.
    """

    by: PlayerId
    settings: Settings
    world: str | None = None


@dataclass(frozen=True, slots=True)
class CreateWithEntrants:
    """Create a tournament whose players have all agreed to play, and begin it. Players cannot send this.

    Attributes:
        by: the owner.
        settings: all settings.
        staff: players who help to run it, and their roles.
        sides: the players of each side, seed 1 first.
        world: the sandbox in which it is played; `None` for the public world.
    """

    by: PlayerId
    settings: Settings
    staff: tuple[tuple[PlayerId, Role], ...]
    sides: tuple[Side, ...]
    world: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Replace the settings of the tournament. All settings are given."""

    by: PlayerId
    settings: Settings


@dataclass(frozen=True, slots=True)
class AppointStaff:
    """Give a player a role, which replaces their current one."""

    by: PlayerId
    player: PlayerId
    role: Role


@dataclass(frozen=True, slots=True)
class DismissStaff:
    """Remove the role of a player."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LeaveStaff:
    """Remove the role of a player whose account is closed; see `domain/tournaments/roles.py` for owners.

    Attributes:
        by: the player whose account is closed.
        reason: the reason, if the tournament is cancelled because of this.
        closed: other members of staff whose accounts are closed.
    """

    by: PlayerId
    reason: str
    closed: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class StartTournament:
    """Begin the tournament now, whatever its schedule says."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class PauseTournament:
    """Pause the tournament. Until it resumes, no deadline passes and no round begins."""

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
class CancelTournament:
    """Cancel the tournament, with a reason (the owner; the service if a league goes on without it)."""

    by: PlayerId | None
    reason: str


# ------------------------------------------------------------------------------------------------ taking part


@dataclass(frozen=True, slots=True)
class Register:
    """Enter alone, or as the captain of a pair or team.

    Attributes:
        by: the player who enters.
        entrant: the id of the new entrant.
        applicant: what the service knows about the player.
        name: the name of the pair or team.
        club: the club of the entrant.
        partners: players who are invited to join.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    name: str | None = None
    club: str | None = None
    partners: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class InvitePartner:
    """Invite a player to join the sender's entrant (its players)."""

    by: PlayerId
    entrant: EntrantId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawPartnerInvitation:
    """Withdraw the invitation of a player (its players)."""

    by: PlayerId
    entrant: EntrantId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class AcceptPartner:
    """Accept an invitation: join the entrant, or become its partner where partners are entrants.

    Attributes:
        by: the invited player.
        entrant: the entrant that sent the invitation.
        applicant: what the service knows about the player.
        own: the id of the player's own entrant, if this command creates it.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    own: EntrantId | None = None


@dataclass(frozen=True, slots=True)
class DeclinePartner:
    """Decline an invitation to an entrant."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class PartFromPartner:
    """End the partnership with the chosen partner."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Keep these entrants apart: no two of them are paired (staff)."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class LetMeet:
    """Allow these entrants to meet again (staff)."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The state of a match that has no result yet.

    Attributes:
        match: the number of the match in its round.
        first, second: the score of both sides at its tables; 0 and 0 if nothing was played.
        absent: the players for whom the match waits.
        round: the number of the round; `None` for the only open one.
        boards: the duplicate boards that were played.
        hands: the number of hands that were scored at the table of the leaving player.
        left_before: whether another player left that table earlier.
        no_show: for each side, whether none of its players has acted; see `no_show`.
        idle: the entrants of which no player has acted.
    """

    match: int
    first: int = 0
    second: int = 0
    absent: tuple[PlayerId, ...] = ()
    round: int | None = None
    boards: tuple[BoardResult, ...] = ()
    hands: int = 0
    no_show: tuple[bool, bool] = (False, False)
    idle: tuple[EntrantId, ...] = ()
    left_before: bool = False


@dataclass(frozen=True, slots=True)
class LeaveEntrant:
    """Leave an entrant; its other players stay.

    Attributes:
        by: the player who leaves.
        reports: the state of the matches that they play, as the service found them.
    """

    by: PlayerId
    reports: tuple[MatchReport, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawEntrant:
    """Withdraw a whole entrant (its captain, or staff with a reason).

    Attributes:
        by: the sender.
        entrant: the entrant.
        reason: the reason; required from staff.
        reports: the state of the matches that it plays, as the service found them.
    """

    by: PlayerId
    entrant: EntrantId
    reason: str | None = None
    reports: tuple[MatchReport, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Check a player in (the player, or staff)."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class OfferToSubstitute:
    """Join the list of substitutes."""

    by: PlayerId
    applicant: Applicant


@dataclass(frozen=True, slots=True)
class WithdrawOfferToSubstitute:
    """Leave the list of substitutes."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class CallSubstitute:
    """Call a player from the list of substitutes to play for an entrant.

    Attributes:
        by: the captain or staff; if a player is missing, also any player of the entrant, or of its partner in the
            match; `None` if the tournament calls them.
        entrant: the entrant.
        player: the substitute.
        instead_of: the player who is replaced; `None` if one is missing.
        linked: the accounts linked with that of `player`, as far as the service has looked them up.
    """

    by: PlayerId | None
    entrant: EntrantId
    player: PlayerId
    instead_of: PlayerId | None = None
    linked: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class AskForBye:
    """Ask for a bye in a later round (its players, within the limits; or staff)."""

    by: PlayerId
    entrant: EntrantId
    round: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class GiveByeBack:
    """Return the bye of a round and play instead (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class TakeBreak:
    """Take a break, where free entrants are paired at once (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class EndBreak:
    """End a break and be paired again (its players, or staff)."""

    by: PlayerId
    entrant: EntrantId


# ------------------------------------------------------------------------------------------------ rounds


@dataclass(frozen=True, slots=True)
class PairRound:
    """Begin the next round with these matches, made by the format or by staff.

    Attributes:
        by: the member of staff who paired the round.
        paired: matches and byes; granted byes may be left out.
        seed: the seed of the draw.
    """

    by: PlayerId | None
    paired: Round
    seed: bytes


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """Schedule the start of the next round; this replaces an earlier schedule (staff).

    Attributes:
        by: the sender.
        round: the number of the round.
        begins_at: the start.
        paired: matches and byes; `None` if the format pairs the round when it begins.
        seed: the seed of the draw, if the round is paired now.
    """

    by: PlayerId
    round: int
    begins_at: Instant
    paired: Round | None = None
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class UnscheduleRound:
    """Cancel the scheduled start of the next round, with a reason (staff)."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ChooseBoards:
    """Choose the deals of a set of boards that has not been played. The sender must not take part.

    Attributes:
        by: the sender.
        set: the number of the set.
        boards: all its boards, in order.
    """

    by: PlayerId
    set: int
    boards: tuple[ChosenBoard, ...]


@dataclass(frozen=True, slots=True)
class PairAgain:
    """Pair the open round again, with a reason, while none of its matches has a result."""

    by: PlayerId
    paired: Round
    seed: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class LinkTable:
    """Assign a table to a match. Players cannot send this."""

    round: int
    match: int
    table: TableId
    boards: tuple[str, ...] = ()
    room: int = 1


class Link(NamedTuple):
    """The table of a match, its boards, and its room."""

    match: int
    table: TableId
    boards: tuple[str, ...] = ()
    room: int = 1


@dataclass(frozen=True, slots=True)
class LinkTables:
    """Assign tables to several matches of a round, all or none. Players cannot send this."""

    round: int
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class RecordResult:
    """Record the result of a match from its tables. Players cannot send this.

    Attributes:
        round, match: the match.
        result: its result.
        finished: the tables from which the result comes.
        unfinished: those of them where the match is not over.
        boards: the scores of its duplicate boards.
        idle: the entrants of which no player has acted.
        levels: the levels that both sides won; `None` where levels are not counted.
    """

    round: int
    match: int
    result: Result
    finished: tuple[TableId, ...]
    unfinished: tuple[TableId, ...] = ()
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] = ()
    levels: LevelsWon | None = None


@dataclass(frozen=True, slots=True)
class RecordResults:
    """Record the results of several matches, all or none. Players cannot send this."""

    results: tuple[RecordResult, ...]


@dataclass(frozen=True, slots=True)
class NotePairingRefused:
    """Record why the next round cannot be paired automatically. Players cannot send this.

    Attributes:
        round: the number of the round.
        code, detail: the code and the detail of the refusal.
    """

    round: int
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class OverrideResult:
    """Set the result of a match by hand, with a reason."""

    by: PlayerId
    round: int
    match: int
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class OverrideBoard:
    """Assign a score to a board at a table of a match, with a reason. It replaces the played score.

    Attributes:
        by: the sender.
        round, match, board: the board.
        reason: the reason.
        room: the table of the match.
        score: the score of the even seats, as points above the threshold and levels.
        averages: the averages of the even and the odd seats.
        shares: the shares of the even and the odd seats, in hundredths of a per cent of the top.
        is_void: whether the board counts for neither side.

    At most one of `score`, `averages`, `shares` and `is_void` is given. Without any, the played score counts again.
    """

    by: PlayerId
    round: int
    match: int
    board: int
    reason: str
    room: int = 1
    score: tuple[int, int] | None = None
    averages: tuple[Average, Average] | None = None
    shares: tuple[int, int] | None = None
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class MoveDeadline:
    """Move the deadline of the open round, with a reason."""

    by: PlayerId
    deadline: Instant
    reason: str


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close a round whose matches all have a result."""

    by: PlayerId | None
    round: int


@dataclass(frozen=True, slots=True)
class TimePasses:
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
    | CancelTournament
)
EntrantCommand = (
    Register
    | InvitePartner
    | WithdrawPartnerInvitation
    | AcceptPartner
    | DeclinePartner
    | PartFromPartner
    | KeepApart
    | LetMeet
    | LeaveEntrant
    | WithdrawEntrant
    | CheckIn
    | OfferToSubstitute
    | WithdrawOfferToSubstitute
    | CallSubstitute
    | AskForBye
    | GiveByeBack
    | TakeBreak
    | EndBreak
)
TableOfMatchCommand = LinkTable | LinkTables | RecordResult | RecordResults
ByDirector = ChooseBoards | OverrideResult | OverrideBoard | MoveDeadline | CloseRound
RoundCommand = (
    PairRound | PairAgain | ScheduleRound | UnscheduleRound | NotePairingRefused | TableOfMatchCommand | ByDirector
)
TournamentCommand = CreateTournament | CreateWithEntrants | LifeCommand | EntrantCommand | RoundCommand | TimePasses
