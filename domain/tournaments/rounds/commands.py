"""Commands about the rounds of a tournament."""

from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.boards.matchpoints import Average
from domain.tournaments.boards.records import BoardResult, ChosenBoard
from domain.tournaments.rounds.events import TableId
from domain.tournaments.terms import EntrantId, LevelsWon, Result, Round


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


TableOfMatchCommand = LinkTables | RecordResult | RecordResults
ByDirector = ChooseBoards | OverrideResult | OverrideBoard | MoveDeadline | CloseRound
RoundCommand = (
    PairRound | PairAgain | ScheduleRound | UnscheduleRound | NotePairingRefused | TableOfMatchCommand | ByDirector
)
