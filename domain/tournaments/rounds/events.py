"""Events of the rounds of a tournament: pairings, boards, tables, results and the schedule."""

from dataclasses import dataclass
from typing import Literal, NewType

from domain.kernel.events import Document, event
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.boards.matchpoints import Average
from domain.tournaments.boards.records import BoardResult, ChosenBoard, Commitment
from domain.tournaments.entrants.events import add_no_idle_entrants, add_no_leaver
from domain.tournaments.terms import Bye, EntrantId, Match, Points, ResultKind

TableId = NewType("TableId", str)
AdjudicatedWhy = Literal["deadline", "withdrawal"]
AssignedHow = Literal["score", "averages", "shares", "void", "as_played"]


def add_missing_time(document: Document) -> Document:
    """Upgrades stored events: the time of the event stood in the log only."""
    return {**document, "at": None}


def _add_no_levels(document: Document) -> Document:
    """Upgrades stored events: a result set by staff counted no levels."""
    return {**document, "levels": None}


def _add_single_room(document: Document) -> Document:
    """Upgrades stored events: every match was played at one table at a time."""
    return {**document, "room": 1}


def _add_no_boards(document: Document) -> Document:
    """Upgrades stored events: there were no duplicate boards."""
    return {**document, "boards": []}


def _add_no_seats(document: Document) -> Document:
    """Upgrades stored events: boards were compared by side only."""
    return {**document, "boards": [[*each, []] for each in document["boards"]]}


@event("round_paired")
@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round was paired.

    Attributes:
        round: its number.
        by: the player who paired it, or `None` for the service.
        at: when it was paired.
        seed: the seed of the draw, in hexadecimal.
        matches: the matches by table, table 1 first.
        byes: the entrants that sit out, and why.
        deadline: when open matches are adjudicated; `None` for never.
    """

    round: int
    by: PlayerId | None
    at: Instant
    seed: str
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...]
    deadline: Instant | None


@event("boards_chosen")
@dataclass(frozen=True, slots=True)
class BoardsChosen:
    """Staff chose the deals of a set of boards that has not been played.

    Attributes:
        by: the player who chose the deals, and so knows them.
        set: the number of the set.
        boards: its boards in order, hidden until the set is closed; `None` if the service deals them after all.
    """

    by: PlayerId
    set: int
    boards: tuple[ChosenBoard, ...]


@event("boards_dealt")
@dataclass(frozen=True, slots=True)
class BoardsDealt:
    """The duplicate boards of a round were dealt.

    Attributes:
        round: the number of the round.
        sets: the number of the set for each match.
        deals: the deal of that set for each match; hidden until the round may be known.
        commitments: the commitments to the sets that are played for the first time.
    """

    round: int
    sets: tuple[int, ...]
    deals: tuple[int, ...]
    commitments: tuple[Commitment, ...]


@event("round_called_off")
@dataclass(frozen=True, slots=True)
class RoundCalledOff:
    """A round without results was called off. It is paired again, and its tables no longer count."""

    round: int
    by: PlayerId
    reason: str


@event("table_linked", _add_single_room)
@dataclass(frozen=True, slots=True)
class TableLinked:
    """A match received a table and boards; a match may have several tables.

    Attributes:
        round, match: the match.
        table: the id of the table.
        boards: the numbers of the duplicate boards played there.
        room: the room of the table, where a match is played at several tables at once.
    """

    round: int
    match: int
    table: TableId
    boards: tuple[str, ...]
    room: int = 1


@event("result_recorded", _add_no_boards, _add_no_seats, add_no_idle_entrants)
@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """A match received its result from its finished tables, with the scores of its duplicate boards.

    Attributes:
        round, match: the match.
        first, second: the points of both sides.
        kind: the kind of result.
        boards: the duplicate boards.
        idle: the entrants of which no player has acted; `None` if that was not recorded.
        levels: the levels that both sides won; `None` in games without levels, where boards are compared, and in old
            events that did not record it.
    """

    round: int
    match: int
    first: Points
    second: Points
    kind: ResultKind
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] | None = ()
    levels: tuple[int, int] | None = None


@event("result_adjudicated", _add_no_boards, _add_no_seats, add_no_leaver)
@dataclass(frozen=True, slots=True)
class ResultAdjudicated:
    """A match received a result without being played to its end.

    Attributes:
        round, match: the match.
        first, second: the points of both sides.
        kind: the kind of result.
        why: the deadline passed, a side withdrew, or a side lost a player before the match had a table.
        absent: the players who did not come, although their partners did.
        boards: the duplicate boards that were played before.
        idle: the entrants of which no player has acted; `None` if that was not recorded.
        left: the player who ended the match by leaving it.
        hands: the number of hands scored by then.
    """

    round: int
    match: int
    first: Points
    second: Points
    kind: ResultKind
    why: AdjudicatedWhy
    absent: tuple[PlayerId, ...]
    boards: tuple[BoardResult, ...] = ()
    idle: tuple[EntrantId, ...] | None = ()
    left: PlayerId | None = None
    hands: int = 0


@event("result_overridden", add_missing_time, _add_no_levels)
@dataclass(frozen=True, slots=True)
class ResultOverridden:
    """Staff set the result of a match, with a reason. It replaces any earlier result.

    Attributes:
        round, match: the match.
        by: the player who set it.
        first, second: the points of both sides.
        kind: the kind of result.
        reason: the reason.
        at: when it was set; `None` in old events, whose time only the log has.
        levels: the levels that both sides won at the tables, if this is the result of the tables; otherwise `None`.
    """

    round: int
    match: int
    by: PlayerId
    first: Points
    second: Points
    kind: ResultKind
    reason: str
    at: Instant | None = None
    levels: tuple[int, int] | None = None


@event("board_overridden", add_missing_time)
@dataclass(frozen=True, slots=True)
class BoardOverridden:
    """Staff assigned a score to a board at a table, with a reason; see `boards.assigned`.

    Attributes:
        round, match, board, room: the board and the table of the match.
        by: the player who assigned it.
        how: the kind of assigned score; `as_played`: the played score counts again.
        excess, levels, step: the score of the even seats.
        for_even, for_odd: the averages of both sides.
        even_share, odd_share: the shares of both sides, in hundredths of a per cent of the top.
        first, second, kind: the result of the match by its boards; `None` while some boards have no score, or if the
            result does not come from boards.
        reason: the reason.
        at: when it was assigned; `None` in old events, whose time only the log has.
    """

    round: int
    match: int
    board: int
    room: int
    by: PlayerId
    how: AssignedHow
    excess: int | None
    levels: int | None
    step: int | None
    for_even: Average | None
    for_odd: Average | None
    even_share: int | None
    odd_share: int | None
    first: Points | None
    second: Points | None
    kind: ResultKind | None
    reason: str
    at: Instant | None = None


@event("result_restored")
@dataclass(frozen=True, slots=True)
class ResultRestored:
    """Staff undid the newest correction of a match. Its earlier result and its earlier scores of boards count again.

    Attributes:
        round, match: the match.
        by: the member of staff.
        first, second, kind: the result that counts again; `None` if the match had none.
        reason: the reason.
        at: when it was undone.
    """

    round: int
    match: int
    by: PlayerId
    first: Points | None
    second: Points | None
    kind: ResultKind | None
    reason: str
    at: Instant

    def as_overridden(self) -> ResultOverridden | None:
        """Returns the event as a result that staff have set; `None` if the match has none again."""
        if self.first is None or self.second is None or self.kind is None:
            return None
        result = (self.first, self.second, self.kind)
        return ResultOverridden(self.round, self.match, self.by, *result, self.reason, self.at)


@event("round_scheduled")
@dataclass(frozen=True, slots=True)
class RoundScheduled:
    """Staff scheduled the next round; this replaces an earlier schedule.

    Attributes:
        round: the number of the round.
        by: the player who scheduled it.
        begins_at: the earliest start; the round also waits until the round before it is over.
        matches, byes: the pairings; `None` if the format pairs the round when it begins.
        seed: the seed of the draw, in hexadecimal; `None` if the round is not paired yet.
    """

    round: int
    by: PlayerId
    begins_at: Instant
    matches: tuple[Match, ...] | None
    byes: tuple[Bye, ...] | None
    seed: str | None


@event("round_unscheduled")
@dataclass(frozen=True, slots=True)
class RoundUnscheduled:
    """Staff cancelled the schedule of the next round, with a reason."""

    round: int
    by: PlayerId
    reason: str


@event("deadline_moved")
@dataclass(frozen=True, slots=True)
class DeadlineMoved:
    """Staff moved the deadline of a round, with a reason."""

    round: int
    by: PlayerId
    deadline: Instant
    reason: str


@event("round_closed")
@dataclass(frozen=True, slots=True)
class RoundClosed:
    """A round was closed."""

    round: int
    by: PlayerId | None
    at: Instant


@event("round_reopened")
@dataclass(frozen=True, slots=True)
class RoundReopened:
    """Staff undid the closing of a round.

    Attributes:
        round: the number of the round.
        by: the member of staff.
        reason: the reason.
    """

    round: int
    by: PlayerId
    reason: str


@event("pairing_refused")
@dataclass(frozen=True, slots=True)
class PairingRefused:
    """The next round could not be paired automatically. It is tried again after any other event.

    Attributes:
        round: the number of the round.
        code, detail: the code and the detail of the refusal.
    """

    round: int
    code: str
    detail: str
