"""Results of matches: recorded, adjudicated, overridden and missing."""

from collections.abc import Collection, Iterable

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.boards.line_ups import boards_of
from domain.tournaments.boards.overriding import override_board
from domain.tournaments.boards.records import BoardResult
from domain.tournaments.boards.seat_by_seat import SeatBySeat, without_scores
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.matches.adjudication import (
    OverdueMatch,
    adjudicated_result,
    forfeited_result,
    reported_result,
)
from domain.tournaments.matches.corrections import check_bracket_holds
from domain.tournaments.matches.events import ResultConfirmed
from domain.tournaments.parts import TournamentRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import PlayPaused, TournamentNotRunning
from domain.tournaments.rounds import refusals as round_refusals
from domain.tournaments.rounds.commands import MatchReport, OverrideBoard, OverrideResult, RecordResult, RecordResults
from domain.tournaments.rounds.events import ResultAdjudicated, ResultOverridden, ResultRecorded, TableId
from domain.tournaments.staff import checked_reason
from domain.tournaments.state import Tournament, better_side, is_played_elsewhere, lacks_players
from domain.tournaments.terms import EntrantId, Match, Result, ResultKind

POINTS_LIMIT = 1_000_000
FORFEITS: tuple[ResultKind, ...] = ("forfeit", "double_forfeit")


def check_running(tournament: Tournament) -> None:
    """Checks that the tournament is running and not paused. Raises `TournamentNotRunning`, `PlayPaused`."""
    if tournament.status != "running":
        raise TournamentNotRunning(
            message("the tournament is {status}", status=tournament.status),
            hint=message("read its schedule for the start"),
            facts={"status": tournament.status},
        )
    if tournament.paused_at is not None:
        raise PlayPaused(message("the tournament is paused"), hint=message("wait until it is resumed"))


def record_results(recorder: TournamentRecorder, command: RecordResults) -> None:
    """Records several results, all or none."""
    for each in command.results:
        record_result(recorder, each)


def record_result(recorder: TournamentRecorder, command: RecordResult) -> None:
    """Records the result that a player or staff report."""
    round_ = played_round(recorder.tournament, command.round)
    match_of(round_, command.match)
    check_no_result(round_, command.match)
    _check_tables(set(round_.tables[command.match - 1]), command)
    _check_points(command.result)
    recorder.record(
        ResultRecorded(command.round, command.match, *command.result, command.boards, command.idle, command.levels)
    )


def _check_tables(linked: set[TableId], command: RecordResult) -> None:
    foreign = {*command.finished, *command.unfinished} - linked
    if foreign or not linked:
        raise round_refusals.TableNotLinked(
            message(
                "{foreign} belongs to match {match}",
                foreign=", ".join(sorted(foreign)) or message("no table"),
                match=command.match,
            ),
            hint=message("give only tables of this match"),
            facts={"linked": sorted(linked)},
        )
    waiting = sorted((linked - set(command.finished)) | set(command.unfinished))
    if waiting:
        raise round_refusals.TableNotFinished(
            message("{waiting} is not finished", waiting=", ".join(waiting)),
            hint=message("wait until it is finished"),
            facts={"tables": waiting},
        )


def override_board_result(recorder: TournamentRecorder, command: OverrideBoard) -> None:
    """Sets the result of a board by staff."""
    round_ = played_round(recorder.tournament, command.round)
    override_board(recorder, command, round_, match_of(round_, command.match))
    check_bracket_holds(recorder)


def override_result(recorder: TournamentRecorder, command: OverrideResult) -> None:
    """Sets the result of a match by staff."""
    round_ = played_round(recorder.tournament, command.round)
    match_of(round_, command.match)
    _check_points(command.result)
    reason, levels = checked_reason(command.reason), _levels_of_tables(recorder.tournament, round_, command)
    about = (command.round, command.match, command.by, *command.result, reason, recorder.now)
    recorder.record(ResultOverridden(*about, levels))
    check_bracket_holds(recorder)


def _levels_of_tables(
    tournament: Tournament, round_: TournamentRound, command: OverrideResult
) -> tuple[int, int] | None:
    """Returns the levels that both sides won at the tables, if the new result is that of the tables."""
    of_match = [each for each in tournament.corrected if (each.round, each.match) == (command.round, command.match)]
    played, levels = round_.results[command.match - 1], round_.levels[command.match - 1]
    if of_match:
        played = of_match[0].before
        levels = of_match[0].replaced.levels if of_match[0].replaced is not None else None
    return None if levels is None or played != command.result else (levels.first, levels.second)


def report_for(reports: Iterable[MatchReport], round_: TournamentRound, number: int) -> MatchReport:
    """Returns the report of a match, or an empty report if there is none."""
    rounds = (None, round_.paired.number)
    return next((each for each in reports if each.match == number and each.round in rounds), MatchReport(number))


def adjudicate(recorder: TournamentRecorder, round_: TournamentRound, reports: Iterable[MatchReport]) -> None:
    """Gives every match of a round without a result the one that it has at its deadline."""
    known_reports = tuple(reports)
    for number in round_.open_matches():
        if _confirm_reported(recorder, round_, number):
            continue
        report = report_for(known_reports, round_, number)
        match = round_.paired.matches[number - 1]
        overdue, absent = _overdue_match(recorder, round_, match, report)
        result, boards = _result_at_deadline(recorder, overdue, report)
        if isinstance(recorder.context.format_, SeatBySeat):
            missing = _missing_entrants(recorder, match, absent) | set(report.idle)
            result, boards = result_of_seats(recorder, round_, number, missing, report.boards, "adjudicated")
        at = round_.paired.number
        recorder.record(ResultAdjudicated(at, number, *result, "deadline", absent, boards, idle=report.idle))


def _confirm_reported(recorder: TournamentRecorder, round_: TournamentRound, number: int) -> bool:
    """Gives a match the result that a side has reported and the other one has not disputed, if there is one."""
    reported = round_.report_of(number)
    if reported is None or reported.is_disputed:
        return False
    result = reported_result(recorder.tournament.settings.rounds, reported.outcome)
    recorder.record(ResultConfirmed(round_.paired.number, number, None, None, *result))
    return True


def _result_at_deadline(
    recorder: TournamentRecorder, overdue: OverdueMatch, report: MatchReport
) -> tuple[Result, tuple[BoardResult, ...]]:
    """Returns the result of a match at its deadline, and the scores of its boards.

    A side of which no player has acted counts as absent, even if bots have won for it.
    """
    plan = recorder.tournament.settings.rounds
    if any(report.no_show):
        return forfeited_result(plan, by_first=report.no_show[0], by_second=report.no_show[1]), ()
    return adjudicated_result(plan, overdue), report.boards


def _missing_entrants(recorder: TournamentRecorder, match: Match, absent: Collection[PlayerId]) -> set[EntrantId]:
    """Returns the entrants, compared seat by seat, that have an absent player or lack one."""
    entries = (
        (entrant, recorder.tournament.entry(entrant)) for entrant in entrants_of_match(recorder.context.format_, match)
    )
    return {
        entrant
        for entrant, entry in entries
        if entry is None or not recorder.tournament.is_complete(entry) or set(entry.players) & set(absent)
    }


def result_of_seats(
    recorder: TournamentRecorder,
    round_: TournamentRound,
    number: int,
    missing: set[EntrantId],
    boards: tuple[BoardResult, ...],
    kind: ResultKind,
) -> tuple[Result, tuple[BoardResult, ...]]:
    """Returns the result of a match whose seats are compared, and the boards with what each seat has."""
    draw, match = recorder.tournament.settings.rounds.draw, round_.paired.matches[number - 1]
    numbers = boards_of(recorder.tournament.settings, round_, number)
    return Result(draw, draw, kind), without_scores(match, missing, numbers, boards)


def _overdue_match(
    recorder: TournamentRecorder, round_: TournamentRound, match: Match, report: MatchReport
) -> tuple[OverdueMatch, tuple[PlayerId, ...]]:
    """Returns the state of a match at its deadline, and its own players who are absent."""
    first, second = (_absent_players(recorder, side, report) for side in match)
    # A match elsewhere of which nobody reports anything was not played.
    is_elsewhere = is_played_elsewhere(recorder.tournament, round_, report.match)
    unplayed = is_elsewhere and round_.report_of(report.match) is None
    lacking = [lacks_players(recorder.tournament, recorder.context.format_, side) for side in match]
    better = better_side(recorder.tournament, recorder.context.format_, match)
    overdue = OverdueMatch(
        report.first - report.second,
        bool(first) or lacking[0] or unplayed,
        bool(second) or lacking[1] or unplayed,
        better,
        first_lacks=lacking[0],
        second_lacks=lacking[1],
    )
    return overdue, (*first, *second)


def _absent_players(recorder: TournamentRecorder, side: EntrantId, report: MatchReport) -> tuple[PlayerId, ...]:
    entries = [recorder.tournament.entry(entrant) for entrant in recorder.context.format_.entrants_of(side)]
    players = [player for entry in entries if entry is not None for player in entry.players]
    return tuple(player for player in players if player in report.absent)


def _check_points(result: Result) -> None:
    if not all(0 <= points <= POINTS_LIMIT for points in (result.first, result.second)):
        raise round_refusals.InvalidResult(
            message("points are below 0 or too many"),
            hint=message("give 0 to {points_limit}", points_limit=POINTS_LIMIT),
        )


def check_has_all_results(round_: TournamentRound) -> None:
    """Checks that all matches of a round have results. Raises `RoundNotOver`."""
    if not round_.is_over:
        waiting = round_.open_matches()
        raise round_refusals.RoundNotOver(
            message(
                "round {number} has {count} matches without a result", number=round_.paired.number, count=len(waiting)
            ),
            hint=message("wait for the results, or set them"),
            facts={"round": round_.paired.number, "matches": waiting},
        )


def open_round(tournament: Tournament) -> TournamentRound:
    """Returns the round that is played. Raises `NoRoundOpen`."""
    if tournament.open_round is None:
        raise round_refusals.NoRoundOpen(message("no round is open"), hint=message("pair the next round first"))
    return tournament.open_round


def played_round(tournament: Tournament, number: int) -> TournamentRound:
    """Returns a round by its number. Raises `NoSuchRound`."""
    if not 1 <= number <= len(tournament.rounds):
        raise round_refusals.NoSuchRound(
            message("there is no round {number}", number=number),
            hint=message("{count} rounds have been paired", count=len(tournament.rounds)),
            facts={"rounds": len(tournament.rounds)},
        )
    return tournament.rounds[number - 1]


def match_of(round_: TournamentRound, number: int) -> Match:
    """Returns a match of a round by its number. Raises `NoSuchMatch`."""
    matches = round_.paired.matches
    if not 1 <= number <= len(matches):
        raise round_refusals.NoSuchMatch(
            message("there is no match {number} in round {number_2}", number=number, number_2=round_.paired.number),
            hint=message("matches are numbered 1 to {count}", count=len(matches)),
            facts={"matches": len(matches)},
        )
    return matches[number - 1]


def check_no_result(round_: TournamentRound, number: int) -> None:
    """Checks that a match has no result. Raises `ResultStands`."""
    if round_.results[number - 1] is not None:
        raise round_refusals.ResultStands(
            message("match {number} already has a result", number=number), hint=message("ask staff to override it")
        )
