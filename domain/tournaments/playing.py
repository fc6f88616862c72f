"""Rounds: pairing, tables, results, and closing.

Rounds follow each other, except in an arena. There, each round has the matches paired at one moment, and rounds
overlap.

| a result comes from | when |
|---|---|
| the tables of the match | all of them are finished |
| the deadline | the match has no result then; `adjudication` decides it |
| a withdrawal, or a player who leaves | the match has no result yet and is not played on (`leaving`) |
| staff | at any time, with a reason; it replaces any other result |
| staff, for a single board | all boards of the match have a played or an assigned score (`duplicate.assigned`) |

So a match has at most one valid result. A round without results can be called off and paired again. Results that come
only from a withdrawal or from a player who left do not prevent that.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from domain.kernel.instants import LAST, SECOND_MS, Instant, write_instant
from domain.table.events import PlayerId
from domain.tournaments.adjudication import Overdue, adjudicated, forfeited
from domain.tournaments.admission import admitted_round
from domain.tournaments.commands import (
    ChooseBoards,
    CloseRound,
    Link,
    LinkTable,
    LinkTables,
    MatchReport,
    MoveDeadline,
    NotePairingRefused,
    OverrideBoard,
    OverrideResult,
    PairAgain,
    PairRound,
    RecordResult,
    RecordResults,
    ScheduleRound,
    UnscheduleRound,
)
from domain.tournaments.corrections import check_bracket_holds
from domain.tournaments.duplicate.choosing import choose_boards, drop_known_choices
from domain.tournaments.duplicate.dealing import boards_dealt
from domain.tournaments.duplicate.line_ups import boards_of
from domain.tournaments.duplicate.overriding import override_board
from domain.tournaments.duplicate.records import BoardResult
from domain.tournaments.duplicate.seat_by_seat import SeatBySeat, without_scores
from domain.tournaments.events import (
    DeadlineMoved,
    EntrantsFree,
    PairingEnded,
    PairingRefused,
    ResultAdjudicated,
    ResultOverridden,
    ResultRecorded,
    RoundCalledOff,
    RoundClosed,
    RoundPaired,
    RoundScheduled,
    RoundUnscheduled,
    TableId,
    TableLinked,
)
from domain.tournaments.format import Format
from domain.tournaments.refusals import (
    AlreadyClosed,
    InvalidDeadline,
    InvalidResult,
    InvalidStart,
    NoRoundOpen,
    NoSuchMatch,
    NoSuchRound,
    PlayPaused,
    ResultsIn,
    ResultStands,
    RoundNotOver,
    RoundNotScheduled,
    RoundStillOpen,
    TableLinkedAlready,
    TableNotFinished,
    TableNotLinked,
    TooEarly,
    TournamentNotRunning,
    WrongRoundNumber,
)
from domain.tournaments.rounds import EntrantId, Match, Result, ResultKind, Round
from domain.tournaments.state import Tournament, TournamentRound, better_side, course, lacks_players, next_round_at
from domain.tournaments.story import Story, checked_reason

POINTS_LIMIT = 1_000_000
FORFEITS: tuple[ResultKind, ...] = ("forfeit", "double_forfeit")


def check_running(tournament: Tournament) -> None:
    """Checks that the tournament is running and not paused. Raises `TournamentNotRunning`, `PlayPaused`."""
    if tournament.status != "running":
        raise TournamentNotRunning(
            f"the tournament is {tournament.status}",
            hint="its schedule says when it begins",
            facts={"status": tournament.status},
        )
    if tournament.paused_at is not None:
        raise PlayPaused("the tournament pauses", hint="wait until it is resumed")


def check_round_over(tournament: Tournament) -> None:
    """Checks that no round is open. Raises `RoundNotOver`, `RoundStillOpen`."""
    for played in tournament.open_rounds:
        _check_over(played)
        raise RoundStillOpen(f"round {played.paired.number} is not closed", hint="close it first")


# ------------------------------------------------------------------------------------------------ pairing


def _pair(story: Story, command: PairRound) -> None:
    tournament = story.tournament
    check_running(tournament)
    _check_number(command.paired.number, tournament.next_number)
    if command.by is None:
        _check_it_is_time(tournament, story.now)
        _close_before_scheduled(story)
    if tournament.settings.span_ms is None:
        check_round_over(story.tournament)
    _begin(story, command.by, command.paired, command.seed)


def _pair_again(story: Story, command: PairAgain) -> None:
    tournament = story.tournament
    check_running(tournament)
    played = _open_round(tournament)
    _check_number(command.paired.number, played.paired.number)
    _check_no_results(story, played)
    story.tell(RoundCalledOff(played.paired.number, command.by, checked_reason(command.reason)))
    _begin(story, command.by, command.paired, command.seed)


def _close_before_scheduled(story: Story) -> None:
    """Closes the round before a scheduled one that is due, once all its results are in."""
    if story.tournament.scheduled is not None:
        over = [played.paired.number for played in story.tournament.open_rounds if played.is_over]
        story.tell(*(RoundClosed(number, None, story.now) for number in over))


def _schedule(story: Story, command: ScheduleRound) -> None:
    tournament = story.tournament
    check_running(tournament)
    _check_number(command.round, tournament.next_number)
    if tournament.settings.span_ms is not None:
        raise InvalidStart("the rounds of an arena begin when players are free", hint="let it pair them")
    if not story.now < command.begins_at <= LAST:
        after = write_instant(story.now)
        raise InvalidStart("the round would have begun already", hint=f"name a time after {after}")
    if command.paired is None:
        story.tell(RoundScheduled(command.round, command.by, command.begins_at, None, None, None))
        return
    check_round_over(tournament)
    whole = _admitted(story, command.paired, command.seed)
    seed = command.seed.hex()
    story.tell(RoundScheduled(command.round, command.by, command.begins_at, whole.matches, whole.byes, seed))


def _unschedule(story: Story, command: UnscheduleRound) -> None:
    scheduled = story.tournament.scheduled
    if scheduled is None:
        raise RoundNotScheduled("no round is scheduled", hint="nothing has to be done")
    story.tell(RoundUnscheduled(scheduled.number, command.by, checked_reason(command.reason)))


def _admitted(story: Story, paired: Round, seed: bytes) -> Round:
    known = course(story.tournament, story.now)
    return admitted_round(known if known.rounds else known._replace(seed=seed), story.moment.form, paired)


def _begin(story: Story, by: PlayerId | None, paired: Round, seed: bytes) -> None:
    whole = _admitted(story, paired, seed)
    window_s = story.tournament.settings.rounds.window_s
    deadline = None if window_s is None else _later(story.now, window_s * SECOND_MS)
    story.tell(RoundPaired(whole.number, by, story.now, seed.hex(), whole.matches, whole.byes, deadline))
    drop_known_choices(story)
    dealt = boards_dealt(story.tournament, story.moment.form, story.moment.secret)
    if dealt is not None:
        story.tell(dealt)


def _note_refusal(story: Story, command: NotePairingRefused) -> None:
    tournament = story.tournament
    check_running(tournament)
    _check_number(command.round, tournament.next_number)
    if tournament.scheduled is None:
        check_round_over(tournament)
    _check_it_is_time(tournament, story.now)
    story.tell(PairingRefused(command.round, command.code, command.detail))


def _later(at: Instant, by_ms: int) -> Instant:
    return min(Instant(at + by_ms), LAST)


def _check_number(number: int, wanted: int) -> None:
    if number != wanted:
        was = "was paired already" if number < wanted else "is not next"
        raise WrongRoundNumber(f"round {number} {was}", hint=f"pair round {wanted}", facts={"next": wanted})


def _check_it_is_time(tournament: Tournament, now: Instant) -> None:
    at = next_round_at(tournament)
    if at is None or now < at:
        raise TooEarly("the next round does not begin by itself now", hint="wait for it, or let staff pair it")


def _check_no_results(story: Story, played: TournamentRound) -> None:
    gone = {entry.id for entry in story.tournament.entries if entry.status in ("out", "spared")}
    matches = zip(played.paired.matches, played.results, strict=True)
    number = played.paired.number
    having = [
        place
        for place, (match, result) in enumerate(matches, start=1)
        if result and not (result.kind in FORFEITS and gone & entrants_of(story.moment.form, match))
    ]
    if having:
        raise ResultsIn(f"round {number} has results", hint="override what is wrong instead", facts={"matches": having})


# ------------------------------------------------------------------------------------------------ tables and results


def _link(story: Story, command: LinkTable) -> None:
    _link_all(story, LinkTables(command.round, (Link(command.match, command.table, command.boards, command.room),)))


def _link_all(story: Story, command: LinkTables) -> None:
    tournament = story.tournament
    newest = _open_round(tournament)
    played = next((each for each in tournament.open_rounds if each.paired.number == command.round), None)
    if played is None:
        raise NoSuchRound(f"round {command.round} is not played", hint=f"round {newest.paired.number} is")
    linked = {table for each in tournament.rounds for tables in each.tables for table in tables}
    for match, table, boards, room in command.links:
        _match(played, match)
        _check_no_result(played, match)
        if table in linked:
            raise TableLinkedAlready(f"{table} belongs to a match", hint="open another table")
        linked.add(table)
        story.tell(TableLinked(command.round, match, table, boards, room))


def _record_all(story: Story, command: RecordResults) -> None:
    for each in command.results:
        _record(story, each)


def _record(story: Story, command: RecordResult) -> None:
    played = _round(story.tournament, command.round)
    _match(played, command.match)
    _check_no_result(played, command.match)
    _check_tables(set(played.tables[command.match - 1]), command)
    _check_points(command.result)
    story.tell(
        ResultRecorded(command.round, command.match, *command.result, command.boards, command.idle, command.levels)
    )


def _check_tables(linked: set[TableId], command: RecordResult) -> None:
    foreign = {*command.finished, *command.unfinished} - linked
    if foreign or not linked:
        raise TableNotLinked(
            f"{', '.join(sorted(foreign)) or 'no table'} belongs to match {command.match}",
            hint="a result comes from the tables of its match",
            facts={"linked": sorted(linked)},
        )
    waiting = sorted((linked - set(command.finished)) | set(command.unfinished))
    if waiting:
        raise TableNotFinished(
            f"{', '.join(waiting)} is not finished", hint="wait until it is", facts={"tables": waiting}
        )


def _override_board(story: Story, command: OverrideBoard) -> None:
    played = _round(story.tournament, command.round)
    override_board(story, command, played, _match(played, command.match))
    check_bracket_holds(story)


def _override(story: Story, command: OverrideResult) -> None:
    _match(_round(story.tournament, command.round), command.match)
    _check_points(command.result)
    reason = checked_reason(command.reason)
    story.tell(ResultOverridden(command.round, command.match, command.by, *command.result, reason, story.now))
    check_bracket_holds(story)


def entrants_of(form: Format, match: Match) -> set[EntrantId]:
    """Returns all entrants that play in a match."""
    return {entrant for side in match for entrant in form.entrants_of(side)}


def report_for(reports: Iterable[MatchReport], played: TournamentRound, number: int) -> MatchReport:
    """Returns the report of a match, or an empty report if there is none."""
    rounds = (None, played.paired.number)
    return next((each for each in reports if each.match == number and each.round in rounds), MatchReport(number))


def adjudicate(story: Story, played: TournamentRound, reports: Iterable[MatchReport]) -> None:
    """Gives every match of a round without a result the one that it has at its deadline."""
    told = tuple(reports)
    for number in played.open_matches():
        report = report_for(told, played, number)
        match = played.paired.matches[number - 1]
        overdue, absent = _overdue(story, match, report)
        result, boards = _adjudicated(story, overdue, report)
        if isinstance(story.moment.form, SeatBySeat):
            missing = _missing(story, match, absent) | set(report.idle)
            result, boards = result_of_seats(story, played, number, missing, report.boards, "adjudicated")
        at = played.paired.number
        story.tell(ResultAdjudicated(at, number, *result, "deadline", absent, boards, idle=report.idle))


def _adjudicated(story: Story, overdue: Overdue, report: MatchReport) -> tuple[Result, tuple[BoardResult, ...]]:
    """Returns the result of a match at its deadline, and the scores of its boards.

    A side of which no player has acted counts as absent, whatever bots have won for it.
    """
    plan = story.tournament.settings.rounds
    if any(report.no_show):
        return forfeited(plan, by_first=report.no_show[0], by_second=report.no_show[1]), ()
    return adjudicated(plan, overdue), report.boards


def _missing(story: Story, match: Match, absent: Collection[PlayerId]) -> set[EntrantId]:
    """Returns the entrants, compared seat by seat, that have an absent player or lack one."""
    entries = ((entrant, story.tournament.entry(entrant)) for entrant in entrants_of(story.moment.form, match))
    return {
        entrant
        for entrant, entry in entries
        if entry is None or not story.tournament.is_complete(entry) or set(entry.players) & set(absent)
    }


def result_of_seats(
    story: Story,
    played: TournamentRound,
    number: int,
    missing: set[EntrantId],
    boards: tuple[BoardResult, ...],
    kind: ResultKind,
) -> tuple[Result, tuple[BoardResult, ...]]:
    """Returns the result of a match whose seats are compared, and the boards with what each seat has."""
    draw, match = story.tournament.settings.rounds.draw, played.paired.matches[number - 1]
    numbers = boards_of(story.tournament.settings, played, number)
    return Result(draw, draw, kind), without_scores(match, missing, numbers, boards)


def _overdue(story: Story, match: Match, report: MatchReport) -> tuple[Overdue, tuple[PlayerId, ...]]:
    """Returns the state of a match at its deadline, and its own players who are absent."""
    first, second = (_absent_of(story, side, report) for side in match)
    lacking = [lacks_players(story.tournament, story.moment.form, side) for side in match]
    better = better_side(story.tournament, story.moment.form, match)
    overdue = Overdue(
        report.first - report.second,
        bool(first) or lacking[0],
        bool(second) or lacking[1],
        better,
        first_lacks=lacking[0],
        second_lacks=lacking[1],
    )
    return overdue, (*first, *second)


def _absent_of(story: Story, side: EntrantId, report: MatchReport) -> tuple[PlayerId, ...]:
    entries = [story.tournament.entry(entrant) for entrant in story.moment.form.entrants_of(side)]
    players = [player for entry in entries if entry is not None for player in entry.players]
    return tuple(player for player in players if player in report.absent)


def _check_points(result: Result) -> None:
    if not all(0 <= points <= POINTS_LIMIT for points in (result.first, result.second)):
        raise InvalidResult("points are not below 0, nor beyond all bounds", hint=f"give 0 to {POINTS_LIMIT}")


# ------------------------------------------------------------------------------------------------ the end of a round


def _move_deadline(story: Story, command: MoveDeadline) -> None:
    check_running(story.tournament)
    played = _open_round(story.tournament)
    if played.deadline is None or not story.now < command.deadline <= LAST:
        raise InvalidDeadline("the deadline cannot be moved there", hint="name a time to come, in a round with one")
    reason = checked_reason(command.reason)
    story.tell(DeadlineMoved(played.paired.number, command.by, command.deadline, reason))


def _close(story: Story, command: CloseRound) -> None:
    played = _round(story.tournament, command.round)
    if played.closed_at is not None:
        raise AlreadyClosed(f"round {command.round} was closed", hint="nothing has to be done")
    _check_over(played)
    story.tell(RoundClosed(command.round, command.by, story.now))


def close_if_over(story: Story) -> None:
    """Closes open rounds that are over, if rounds are closed automatically."""
    if story.tournament.settings.rounds.is_automatic:
        over = [played.paired.number for played in story.tournament.open_rounds if played.is_over]
        story.tell(*(RoundClosed(number, None, story.now) for number in over))


def end_pairing_if_due(story: Story) -> None:
    """Ends pairing when the time of the arena is over."""
    if pairing_is_to_end(story.tournament, story.now):
        story.tell(PairingEnded(story.now))


def pairing_is_to_end(tournament: Tournament, now: Instant) -> bool:
    """Returns whether the time of the arena is over and pairing has not ended yet."""
    if tournament.status != "running" or tournament.paused_at is not None or tournament.has_paired_all:
        return False
    return tournament.ends_at is not None and tournament.ends_at <= now


def note_who_is_free(story: Story) -> None:
    """Records which entrants newly wait for an opponent, where free entrants are paired at once."""
    tournament = story.tournament
    if tournament.status != "running" or tournament.ends_at is None or tournament.has_paired_all:
        return
    known = {each for each, _ in tournament.waiting}
    for played in tournament.open_rounds:
        known.update(each for number in played.open_matches() for each in played.paired.matches[number - 1])
    there = {entry.id for entry in tournament.entries if entry.status == "entered" and not entry.is_resting}
    free = tuple(each for each in tournament.order if each in there - known)
    if free:
        story.tell(EntrantsFree(free, story.now))


def _check_over(played: TournamentRound) -> None:
    if not played.is_over:
        waiting = played.open_matches()
        raise RoundNotOver(
            f"round {played.paired.number} has {len(waiting)} matches without a result",
            hint="wait for them, or set their results",
            facts={"round": played.paired.number, "matches": waiting},
        )


# ------------------------------------------------------------------------------------------------ rounds and matches


def _open_round(tournament: Tournament) -> TournamentRound:
    if tournament.open_round is None:
        raise NoRoundOpen("no round is played", hint="pair the next one first")
    return tournament.open_round


def _round(tournament: Tournament, number: int) -> TournamentRound:
    if not 1 <= number <= len(tournament.rounds):
        raise NoSuchRound(
            f"there is no round {number}",
            hint=f"{len(tournament.rounds)} rounds were paired",
            facts={"rounds": len(tournament.rounds)},
        )
    return tournament.rounds[number - 1]


def _match(played: TournamentRound, number: int) -> Match:
    matches = played.paired.matches
    if not 1 <= number <= len(matches):
        raise NoSuchMatch(
            f"there is no match {number} in round {played.paired.number}",
            hint=f"matches are numbered 1 to {len(matches)}",
            facts={"matches": len(matches)},
        )
    return matches[number - 1]


def _check_no_result(played: TournamentRound, number: int) -> None:
    if played.results[number - 1] is not None:
        raise ResultStands(f"match {number} has a result", hint="staff can override it")


COMMANDS: dict[type, Callable[[Story, Any], None]] = {
    PairRound: _pair,
    PairAgain: _pair_again,
    NotePairingRefused: _note_refusal,
    ChooseBoards: choose_boards,
    LinkTable: _link,
    LinkTables: _link_all,
    RecordResult: _record,
    RecordResults: _record_all,
    OverrideResult: _override,
    OverrideBoard: _override_board,
    ScheduleRound: _schedule,
    UnscheduleRound: _unschedule,
    MoveDeadline: _move_deadline,
    CloseRound: _close,
}
"""The function for each command about rounds."""
