"""What can be asked of a tournament. `by` is who asks; none where the service does it by itself."""

from dataclasses import dataclass
from typing import NamedTuple

from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.duplicate.records import BoardResult, ChosenBoard
from domain.tournament.events import TableId
from domain.tournament.gates import Applicant
from domain.tournament.leagues.events import Side
from domain.tournament.roles import Role
from domain.tournament.rounds import ByeKind, EntrantId, LevelsWon, Result, Round
from domain.tournament.scoring.matchpoints import Average
from domain.tournament.settings import Settings

# ------------------------------------------------------------------------------------------------ life


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Create a tournament; who does so owns it.

    Attributes:
        by: who asks.
        settings: all of them.
        world: the sandbox world in which it is played; none: the world of everybody.
    """

    by: PlayerId
    settings: Settings
    world: str | None = None


@dataclass(frozen=True, slots=True)
class CreateWithEntrants:
    """Create a tournament in which everybody has agreed to play beforehand, and begin it; no player can ask for it.

    Attributes:
        by: who owns it.
        settings: all of them.
        staff: who helps to run it, and in which role.
        sides: who plays, seed 1 in front.
        world: the sandbox world in which it is played; none: the world of everybody.
    """

    by: PlayerId
    settings: Settings
    staff: tuple[tuple[PlayerId, Role], ...]
    sides: tuple[Side, ...]
    world: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Give the tournament other settings, all of which are named."""

    by: PlayerId
    settings: Settings


@dataclass(frozen=True, slots=True)
class AppointStaff:
    """Give a player a role, in place of the one that they had."""

    by: PlayerId
    player: PlayerId
    role: Role


@dataclass(frozen=True, slots=True)
class DismissStaff:
    """Take a player's role from them."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LeaveStaff:
    """Have no role any more, the account being closed; `domain/tournament/roles.py` says what becomes of an owner's.

    Attributes:
        by: whose account it is.
        reason: why, where the tournament is called off.
        closed: who else of the staff has closed their account.
    """

    by: PlayerId
    reason: str
    closed: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class StartTournament:
    """Begin now, whatever the schedule says."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class PauseTournament:
    """Let no deadline come and no round begin until it is resumed."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ResumeTournament:
    """Go on after a pause."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class FinishTournament:
    """End the tournament: when all rounds were played, or between two rounds with a reason.

    Before all rounds were played staff can do it, and the service where the format can make no further round. The time
    for corrections follows, if there is any; asked for once more in that time, it ends that, too.
    """

    by: PlayerId | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ReopenTournament:
    """Take the end of the tournament back to correct its results, and say why (the owner)."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class CancelTournament:
    """Call the tournament off, and say why (the owner; the service where a league goes on without it)."""

    by: PlayerId | None
    reason: str


# ------------------------------------------------------------------------------------------------ taking part


@dataclass(frozen=True, slots=True)
class Register:
    """Enter, alone or as the captain of a pair or team.

    Attributes:
        by: who enters.
        entrant: the id that the new entrant is to have.
        applicant: what the service knows of the player.
        name: of the pair or team.
        club: to which it belongs.
        partners: who are asked to play for it.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    name: str | None = None
    club: str | None = None
    partners: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class InvitePartner:
    """Ask a player to play for one's entrant (who plays for it)."""

    by: PlayerId
    entrant: EntrantId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class WithdrawPartnerInvitation:
    """Ask a player no longer (who plays for the entrant)."""

    by: PlayerId
    entrant: EntrantId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class AcceptPartner:
    """Play for an entrant for which one was asked; or be its partner, where partners are entrants.

    Attributes:
        by: who was asked.
        entrant: which has asked.
        applicant: what the service knows of the player.
        own: the id that the player's own entrant is to have, where they enter by this.
    """

    by: PlayerId
    entrant: EntrantId
    applicant: Applicant
    own: EntrantId | None = None


@dataclass(frozen=True, slots=True)
class DeclinePartner:
    """Say no to playing for an entrant."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class PartFromPartner:
    """Be the partner no longer of whom one has chosen, or was chosen by."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Let no two of these entrants meet (staff)."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class LetMeet:
    """Let these entrants meet each other again (staff)."""

    by: PlayerId
    entrants: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """How a match without a result stands when its deadline is over.

    Attributes:
        match: which of the round.
        first, second: the score of both sides at its tables; 0 and 0 where nothing was played.
        absent: the players for whom it waits.
        round: of which round; none: of the only one that is played.
        boards: the duplicate boards that were played.
        hands: how many hands have been scored at the table at which who leaves sits.
        left_before: whether somebody else has left that table before.
        no_show: whether nobody of the first side has acted, and of the second; see `no_show`.
        idle: the entrants of whom nobody has acted.
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
    """Take part no longer, sparing the others of one's pair or team.

    Attributes:
        by: who.
        reports: how the matches stand that they play, as the service has found them.
    """

    by: PlayerId
    reports: tuple[MatchReport, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawEntrant:
    """Withdraw a whole entrant (its captain; or staff, who say why).

    Attributes:
        by: who asks.
        entrant: which.
        reason: why; staff have to say.
        reports: how the matches stand that it plays, as the service has found them.
    """

    by: PlayerId
    entrant: EntrantId
    reason: str | None = None
    reports: tuple[MatchReport, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Say that a player is there (the player, or staff)."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class OfferToSubstitute:
    """Put oneself on the list of substitutes."""

    by: PlayerId
    applicant: Applicant


@dataclass(frozen=True, slots=True)
class WithdrawOfferToSubstitute:
    """Take oneself from the list of substitutes."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class CallSubstitute:
    """Let a player from the list of substitutes play for an entrant.

    Attributes:
        by: any of its players, or their partner in the match, where one is missing; its captain or staff in any case;
            none: the tournament itself.
        entrant: for which.
        player: who is to play.
        instead_of: who no longer plays for it; none where one is missing.
        linked: the accounts that are linked with that of `player`, as far as the service has looked them up.
    """

    by: PlayerId | None
    entrant: EntrantId
    player: PlayerId
    instead_of: PlayerId | None = None
    linked: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class AskForBye:
    """Sit out a round to come (who plays for the entrant, within the limits; or staff)."""

    by: PlayerId
    entrant: EntrantId
    round: int
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class GiveByeBack:
    """Play a round for which one has a bye (who plays for the entrant, or staff)."""

    by: PlayerId
    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class TakeBreak:
    """Be paired no longer for a while, where whoever is free is paired at once (who plays for it, or staff)."""

    by: PlayerId
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class EndBreak:
    """Be paired again (who plays for the entrant, or staff)."""

    by: PlayerId
    entrant: EntrantId


# ------------------------------------------------------------------------------------------------ rounds


@dataclass(frozen=True, slots=True)
class PairRound:
    """Begin the next round with these matches, made by the format or by staff.

    Attributes:
        by: who has paired it.
        paired: matches and byes; byes that were granted need not be named.
        seed: from which the draw was made.
    """

    by: PlayerId | None
    paired: Round
    seed: bytes


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """Let the next round begin by itself at a set time; what was scheduled before no longer is (staff).

    Attributes:
        by: who asks.
        round: its number.
        begins_at: when.
        paired: matches and byes, where it is paired now; none: the format pairs it when it begins.
        seed: from which the draw was made, where it is paired now.
    """

    by: PlayerId
    round: int
    begins_at: Instant
    paired: Round | None = None
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class UnscheduleRound:
    """Let the next round no longer begin at the time that was set, and say why (staff)."""

    by: PlayerId
    reason: str


@dataclass(frozen=True, slots=True)
class ChooseBoards:
    """Choose the deals of a set of boards that is still to be played; who does so does not take part.

    Attributes:
        by: who asks.
        set: the number of the set.
        boards: all its boards, in order.
    """

    by: PlayerId
    set: int
    boards: tuple[ChosenBoard, ...]


@dataclass(frozen=True, slots=True)
class PairAgain:
    """Pair the round that is played anew while none of its matches has a result, and say why."""

    by: PlayerId
    paired: Round
    seed: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class LinkTable:
    """Say at which table a match is played; no player can ask for it."""

    round: int
    match: int
    table: TableId
    boards: tuple[str, ...] = ()
    room: int = 1


class Link(NamedTuple):
    """At which table, with which boards, and in which of its rooms, a match is played."""

    match: int
    table: TableId
    boards: tuple[str, ...] = ()
    room: int = 1


@dataclass(frozen=True, slots=True)
class LinkTables:
    """Say at which tables matches of a round are played: all of them, or none; no player can ask for it."""

    round: int
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class RecordResult:
    """Give a match its result from its tables; no player can ask for it.

    Attributes:
        round, match: which.
        result: what it was worth.
        finished: the tables that it comes from.
        unfinished: those of them on which the match is not over.
        boards: what they made of duplicate boards.
        idle: the entrants of whom nobody has acted.
        levels: how many levels both sides have won; none where that is not counted.
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
    """Give several matches their results from their tables: all of them, or none; no player can ask for it."""

    results: tuple[RecordResult, ...]


@dataclass(frozen=True, slots=True)
class NotePairingRefused:
    """Say that the next round cannot be paired by itself as things stand, and why; no player can ask for it.

    Attributes:
        round: its number.
        code, detail: of the refusal.
    """

    round: int
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class OverrideResult:
    """Set the result of a match by hand, and say why."""

    by: PlayerId
    round: int
    match: int
    result: Result
    reason: str


@dataclass(frozen=True, slots=True)
class OverrideBoard:
    """Assign a score to a board at a table of a match in place of what is played there, and say why.

    Attributes:
        by, round, match, board: which.
        reason: why.
        room: at which table of the match.
        score: of the even seats, as points above the threshold and levels.
        averages: of the even and the odd seats.
        shares: of the even and the odd seats, in hundredths of a per cent of the top.
        is_void: whether the board counts for nobody of the match.

    One of `score`, `averages`, `shares` and `is_void` is given; none of them: what was played counts after all.
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
    """Give the round that is played another deadline, and say why."""

    by: PlayerId
    deadline: Instant
    reason: str


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close a round, all of whose matches have a result."""

    by: PlayerId | None
    round: int


@dataclass(frozen=True, slots=True)
class TimePasses:
    """Let happen what time alone has brought about; no player can ask for it.

    Attributes:
        reports: how matches without a result stand, where the deadline of their round is over.
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
