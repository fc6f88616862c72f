"""Rounds: pairing, tables, results, and closing.

Rounds follow each other, except in an arena. There, each round has the matches paired at one moment, and rounds
overlap.

| a result comes from | when |
|---|---|
| the tables of the match | all of them are finished |
| the deadline | the match has no result then; `adjudication` decides it |
| a withdrawal, or a player who leaves | the match has no result yet and is not played on (`leaving`) |
| staff | at any time, with a reason; it replaces any other result |
| staff, for a single board | all boards of the match have a played or an assigned score (`boards.assigned`) |

So a match has at most one valid result. A round without results can be called off and paired again. Results that come
only from a withdrawal or from a player who left do not prevent that.
"""

from collections.abc import Callable
from typing import Any

from domain.kernel.instants import LAST, SECOND_MS, Instant, later, write_instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.boards.choosing import choose_boards, drop_known_choices
from domain.tournaments.boards.sets import boards_dealt
from domain.tournaments.entrants.events import EntrantsFree
from domain.tournaments.events import PairingEnded
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.matches import results
from domain.tournaments.parts import TournamentRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds import commands as round_commands
from domain.tournaments.rounds import events as round_events
from domain.tournaments.rounds import refusals as round_refusals
from domain.tournaments.rounds.due import next_round_at
from domain.tournaments.rounds.proposed_rounds import checked_round
from domain.tournaments.staff import checked_reason
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.terms import Round


def check_round_over(tournament: Tournament) -> None:
    """Checks that no round is open. Raises `RoundNotOver`, `RoundStillOpen`."""
    for round_ in tournament.open_rounds:
        results.check_has_all_results(round_)
        raise round_refusals.RoundStillOpen(
            message("round {number} is not closed", number=round_.paired.number), hint=message("close that round first")
        )


def _pair(recorder: TournamentRecorder, command: round_commands.PairRound) -> None:
    tournament = recorder.tournament
    results.check_running(tournament)
    _check_number(command.paired.number, tournament.next_number)
    if command.by is None:
        _check_is_due(tournament, recorder.now)
        _close_before_scheduled(recorder)
    if tournament.settings.span_ms is None:
        check_round_over(recorder.tournament)
    _begin_round(recorder, command.by, command.paired, command.seed)


def _pair_again(recorder: TournamentRecorder, command: round_commands.PairAgain) -> None:
    tournament = recorder.tournament
    results.check_running(tournament)
    round_ = results.open_round(tournament)
    _check_number(command.paired.number, round_.paired.number)
    _check_no_results(recorder, round_)
    recorder.record(round_events.RoundCalledOff(round_.paired.number, command.by, checked_reason(command.reason)))
    _begin_round(recorder, command.by, command.paired, command.seed)


def _close_before_scheduled(recorder: TournamentRecorder) -> None:
    """Closes the round before a scheduled one that is due, once all its results are in."""
    if recorder.tournament.scheduled is not None:
        over = [round_.paired.number for round_ in recorder.tournament.open_rounds if round_.is_over]
        recorder.record(*(round_events.RoundClosed(number, None, recorder.now) for number in over))


def _schedule(recorder: TournamentRecorder, command: round_commands.ScheduleRound) -> None:
    tournament = recorder.tournament
    results.check_running(tournament)
    _check_number(command.round, tournament.next_number)
    if tournament.settings.span_ms is not None:
        raise round_refusals.InvalidStart(
            message("overlapping rounds cannot be scheduled"), hint=message("matches begin at any time")
        )
    if not recorder.now < command.begins_at <= LAST:
        after = write_instant(recorder.now)
        raise round_refusals.InvalidStart(
            message("the start is not in the future"), hint=message("give a time after {after}", after=after)
        )
    if command.paired is None:
        recorder.record(round_events.RoundScheduled(command.round, command.by, command.begins_at, None, None, None))
        return
    check_round_over(tournament)
    whole = _checked_round(recorder, command.paired, command.seed)
    seed = command.seed.hex()
    recorder.record(
        round_events.RoundScheduled(command.round, command.by, command.begins_at, whole.matches, whole.byes, seed)
    )


def _unschedule(recorder: TournamentRecorder, command: round_commands.UnscheduleRound) -> None:
    scheduled = recorder.tournament.scheduled
    if scheduled is None:
        raise round_refusals.RoundNotScheduled(message("no round is scheduled"), hint=message("no action is needed"))
    recorder.record(round_events.RoundUnscheduled(scheduled.number, command.by, checked_reason(command.reason)))


def _checked_round(recorder: TournamentRecorder, paired: Round, seed: bytes) -> Round:
    known = pairing_context(recorder.tournament, recorder.now)
    return checked_round(known if known.rounds else known._replace(seed=seed), recorder.context.format_, paired)


def _begin_round(recorder: TournamentRecorder, by: PlayerId | None, paired: Round, seed: bytes) -> None:
    whole = _checked_round(recorder, paired, seed)
    window_s = recorder.tournament.settings.rounds.window_s
    deadline = None if window_s is None else later(recorder.now, window_s * SECOND_MS)
    recorder.record(
        round_events.RoundPaired(whole.number, by, recorder.now, seed.hex(), whole.matches, whole.byes, deadline)
    )
    drop_known_choices(recorder)
    dealt = boards_dealt(recorder.tournament, recorder.context.format_, recorder.context.secret)
    if dealt is not None:
        recorder.record(dealt)


def _note_refusal(recorder: TournamentRecorder, command: round_commands.NotePairingRefused) -> None:
    tournament = recorder.tournament
    results.check_running(tournament)
    _check_number(command.round, tournament.next_number)
    if tournament.scheduled is None:
        check_round_over(tournament)
    _check_is_due(tournament, recorder.now)
    recorder.record(round_events.PairingRefused(command.round, command.code, command.detail))


def _check_number(number: int, wanted: int) -> None:
    if number != wanted:
        was = message("is already paired") if number < wanted else message("is not the next round")
        raise round_refusals.WrongRoundNumber(
            message("round {number} {was}", number=number, was=was),
            hint=message("pair round {wanted}", wanted=wanted),
            facts={"next": wanted},
        )


def _check_is_due(tournament: Tournament, now: Instant) -> None:
    at = next_round_at(tournament)
    if at is None or now < at:
        raise round_refusals.TooEarly(
            message("the next round cannot start automatically now"),
            hint=message("wait until it is due, or ask staff to pair it"),
        )


def _check_no_results(recorder: TournamentRecorder, round_: TournamentRound) -> None:
    gone = {entry.id for entry in recorder.tournament.entries if entry.status in ("out", "spared")}
    matches = zip(round_.paired.matches, round_.results, strict=True)
    number = round_.paired.number
    having = [
        place
        for place, (match, result) in enumerate(matches, start=1)
        if result
        and not (result.kind in results.FORFEITS and gone & entrants_of_match(recorder.context.format_, match))
    ]
    if having:
        raise round_refusals.ResultsIn(
            message("round {number} has results", number=number),
            hint=message("override wrong results instead"),
            facts={"matches": having},
        )


def _link_tables(recorder: TournamentRecorder, command: round_commands.LinkTables) -> None:
    tournament = recorder.tournament
    newest = results.open_round(tournament)
    round_ = next((each for each in tournament.open_rounds if each.paired.number == command.round), None)
    if round_ is None:
        raise round_refusals.NoSuchRound(
            message("round {round} is not being played", round=command.round),
            hint=message("round {number} is being played", number=newest.paired.number),
        )
    linked = {table for each in tournament.rounds for tables in each.tables for table in tables}
    for match, table, boards, room in command.links:
        results.match_of(round_, match)
        results.check_no_result(round_, match)
        if table in linked:
            raise round_refusals.TableLinkedAlready(
                message("{table} already belongs to a match", table=table), hint=message("use another table")
            )
        linked.add(table)
        recorder.record(round_events.TableLinked(command.round, match, table, boards, room))


def _move_deadline(recorder: TournamentRecorder, command: round_commands.MoveDeadline) -> None:
    results.check_running(recorder.tournament)
    round_ = results.open_round(recorder.tournament)
    if round_.deadline is None or not recorder.now < command.deadline <= LAST:
        raise round_refusals.InvalidDeadline(
            message("the deadline cannot be moved to this time"),
            hint=message("give a future time, for a round with a deadline"),
        )
    reason = checked_reason(command.reason)
    recorder.record(round_events.DeadlineMoved(round_.paired.number, command.by, command.deadline, reason))


def _close_round(recorder: TournamentRecorder, command: round_commands.CloseRound) -> None:
    round_ = results.played_round(recorder.tournament, command.round)
    if round_.closed_at is not None:
        raise round_refusals.AlreadyClosed(
            message("round {round} is already closed", round=command.round), hint=message("no action is needed")
        )
    results.check_has_all_results(round_)
    recorder.record(round_events.RoundClosed(command.round, command.by, recorder.now))


def close_rounds_that_are_over(recorder: TournamentRecorder) -> None:
    """Closes open rounds that are over, if rounds are closed automatically."""
    if recorder.tournament.settings.rounds.is_automatic:
        over = [round_.paired.number for round_ in recorder.tournament.open_rounds if round_.is_over]
        recorder.record(*(round_events.RoundClosed(number, None, recorder.now) for number in over))


def end_pairing_if_due(recorder: TournamentRecorder) -> None:
    """Ends pairing when the time of the arena is over."""
    if is_pairing_to_end(recorder.tournament, recorder.now):
        recorder.record(PairingEnded(recorder.now))


def is_pairing_to_end(tournament: Tournament, now: Instant) -> bool:
    """Returns whether the time of the arena is over and pairing has not ended yet."""
    if tournament.status != "running" or tournament.paused_at is not None or tournament.has_paired_all:
        return False
    return tournament.ends_at is not None and tournament.ends_at <= now


def record_free_entrants(recorder: TournamentRecorder) -> None:
    """Records which entrants newly wait for an opponent, where free entrants are paired at once."""
    tournament = recorder.tournament
    if tournament.status != "running" or tournament.ends_at is None or tournament.has_paired_all:
        return
    if tournament.settings.is_ladder:
        return
    known = {each for each, _ in tournament.waiting}
    for round_ in tournament.open_rounds:
        known.update(each for number in round_.open_matches() for each in round_.paired.matches[number - 1])
    there = {entry.id for entry in tournament.entries if entry.status == "entered" and not entry.is_resting}
    free = tuple(each for each in tournament.order if each in there - known)
    if free:
        recorder.record(EntrantsFree(free, recorder.now))


COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {
    round_commands.PairRound: _pair,
    round_commands.PairAgain: _pair_again,
    round_commands.NotePairingRefused: _note_refusal,
    round_commands.ChooseBoards: choose_boards,
    round_commands.LinkTables: _link_tables,
    round_commands.RecordResult: results.record_result,
    round_commands.RecordResults: results.record_results,
    round_commands.OverrideResult: results.override_result,
    round_commands.OverrideBoard: results.override_board_result,
    round_commands.ScheduleRound: _schedule,
    round_commands.UnscheduleRound: _unschedule,
    round_commands.MoveDeadline: _move_deadline,
    round_commands.CloseRound: _close_round,
}
"""The function for each command about rounds."""
