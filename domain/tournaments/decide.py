"""The decider of tournaments: a command becomes events, or it is refused and nothing changes."""

from collections.abc import Callable
from typing import Any

from domain.kernel.events import BrokenHistory
from domain.kernel.messages import message
from domain.tournaments import commands, events, staff
from domain.tournaments.entrants import alternates, entering, pairing_exclusions, registration, seeding, substitutes
from domain.tournaments.entrants.alternates import move_up
from domain.tournaments.entrants.commands import EnterEntrants, KeepApart, LetMeet, SeedEntrants
from domain.tournaments.entrants.events import EntrantEntered, EntrantRegistered, PartnerJoined
from domain.tournaments.ladder import decide as ladder
from domain.tournaments.matches import corrections, reports, times
from domain.tournaments.matches.commands import PlayElsewhere
from domain.tournaments.matches.results import check_running
from domain.tournaments.pausing import pause, resume
from domain.tournaments.recorder import Decision, TournamentContext, TournamentRecorder
from domain.tournaments.refusals import (
    CapacityTaken,
    TooFewEntrants,
    TournamentBegun,
)
from domain.tournaments.rounds import commands as round_commands
from domain.tournaments.rounds import decide as rounds
from domain.tournaments.rounds.decide import check_round_over, close_rounds_that_are_over, record_free_entrants
from domain.tournaments.rounds.events import RoundUnscheduled
from domain.tournaments.rounds.proposed_rounds import can_never_pair, has_rounds_left
from domain.tournaments.rounds.refusals import RoundsLeft
from domain.tournaments.schedule import (
    begin_tournament,
    complete_entrants,
    pass_schedule,
    pass_time,
    remove_absent_and_move_up,
)
from domain.tournaments.settings_checks import check_change, check_settings, check_times_in_future
from domain.tournaments.state import Tournament, pairing_context
from domain.tournaments.undoing import undo_staff_act

RIGHT_FOR: dict[type, staff.Right] = {
    commands.ChangeSettings: "settings",
    staff.AppointStaff: "staff",
    staff.DismissStaff: "staff",
    commands.CancelTournament: "life",
    commands.ReopenTournament: "life",
    commands.StartTournament: "rounds",
    commands.PauseTournament: "rounds",
    commands.ResumeTournament: "rounds",
    commands.FinishTournament: "rounds",
    # Each act has its own right, which `undoing` checks.
    commands.UndoStaffAct: "entrants",
    EnterEntrants: "entrants",
    SeedEntrants: "rounds",
    KeepApart: "rounds",
    LetMeet: "rounds",
    round_commands.PairRound: "rounds",
    round_commands.PairAgain: "rounds",
    round_commands.ChooseBoards: "rounds",
    round_commands.ScheduleRound: "rounds",
    round_commands.UnscheduleRound: "rounds",
    round_commands.MoveDeadline: "rounds",
    round_commands.CloseRound: "rounds",
    PlayElsewhere: "results",
    round_commands.OverrideResult: "results",
    round_commands.OverrideBoard: "results",
}
"""The right that each staff command needs. Commands that others may also give check their rights themselves."""


def decide(
    tournament: Tournament | None, command: commands.TournamentCommand, context: TournamentContext
) -> Decision[Tournament]:
    """Returns the events that follow from a command, and the tournament after them.

    Args:
        tournament: its current state; `None` to create one.
        command: the command.
        context: the time, the format and the random bytes.

    Raises:
        Refusal: the command is refused, and nothing has changed.
    """
    if isinstance(command, commands.CreateTournament):
        return _create(command, context)
    if isinstance(command, commands.CreateWithEntrants):
        return _create_with_entrants(command, context)
    if tournament is None:
        raise BrokenHistory(f"{type(command).__name__} without a tournament")
    check_rights(tournament, command)
    recorder = TournamentRecorder(tournament, context)
    if isinstance(command, commands.TournamentTimePasses):
        pass_time(recorder, command.reports)
    else:
        corrections.check_possible_after_play(tournament, command, context.now)
        pass_schedule(recorder)
        corrections.check_possible_after_play(recorder.tournament, command, context.now)
        _COMMANDS[type(command)](recorder, command)
    _apply_consequences(recorder)
    return recorder.decision()


def check_rights(tournament: Tournament, command: Any) -> None:
    """Checks that the sender of a staff command has the right that it needs.

    Raises:
        StaffOnly: they do not. This check comes before all others.
    """
    right = RIGHT_FOR.get(type(command))
    if right is not None and command.by is not None:
        staff.check_right(tournament, command.by, right)


def _apply_consequences(recorder: TournamentRecorder) -> None:
    """Applies what follows every command: the schedule, the waiting list, the end of the round, and free entrants."""
    pass_schedule(recorder)
    if not recorder.tournament.play_is_over:
        move_up(recorder)
        close_rounds_that_are_over(recorder)
        record_free_entrants(recorder)


def _create(command: commands.CreateTournament, context: TournamentContext) -> Decision[Tournament]:
    check_settings(command.settings)
    check_times_in_future(command.settings.schedule, context.now)
    recorder = TournamentRecorder(None, context)
    recorder.record(events.TournamentCreated(command.by, command.settings, command.sandbox))
    _apply_consequences(recorder)
    return recorder.decision()


def _create_with_entrants(command: commands.CreateWithEntrants, context: TournamentContext) -> Decision[Tournament]:
    """Creates a tournament that begins at once. The given order of the sides is the seeding."""
    check_settings(command.settings)
    recorder = TournamentRecorder(None, context)
    recorder.record(events.TournamentCreated(command.by, command.settings, command.sandbox))
    recorder.record(
        *(events.StaffAppointed(command.by, player, role) for player, role in command.staff),
        events.RegistrationOpened(),
    )
    for side in command.sides:
        captain, *partners = side.players
        recorder.record(EntrantRegistered(side.entrant, captain.player, captain.rating, side.name, side.club))
        recorder.record(*(PartnerJoined(side.entrant, each.player, each.rating) for each in partners))
        recorder.record(EntrantEntered(side.entrant, None))
    order = tuple(side.entrant for side in command.sides)
    recorder.record(events.RegistrationClosed(), events.TournamentStarted(None, context.now, order))
    return recorder.decision()


def _check_not_begun(tournament: Tournament) -> None:
    if tournament.has_begun:
        raise TournamentBegun(message("the tournament has started"), hint=message("do this before the start"))


def _change_settings(recorder: TournamentRecorder, command: commands.ChangeSettings) -> None:
    tournament, settings = recorder.tournament, command.settings
    _check_not_begun(tournament)
    check_change(tournament.settings, settings, tournament.done_steps)
    capacity = settings.entrants.capacity
    taken = tournament.places_taken + len(tournament.open_calls)
    if capacity is not None and capacity < taken:
        raise CapacityTaken(
            message("{taken} entrants already have a place, or are called for one", taken=taken),
            hint=message("give a larger capacity, or null"),
            facts={"taken": taken},
        )
    recorder.record(events.SettingsChanged(command.by, settings))


def _appoint(recorder: TournamentRecorder, command: staff.AppointStaff) -> None:
    staff.check_appointment(recorder.tournament, command)
    recorder.record(events.StaffAppointed(command.by, command.player, command.role))


def _dismiss(recorder: TournamentRecorder, command: staff.DismissStaff) -> None:
    staff.check_dismissal(recorder.tournament, command, instead=message("call the tournament off instead"))
    recorder.record(events.StaffDismissed(command.by, command.player))


def _leave_staff(recorder: TournamentRecorder, command: staff.LeaveStaff) -> None:
    tournament = recorder.tournament
    if staff.role_on_staff(tournament, command.by) != "owner":
        recorder.record(events.StaffDismissed(command.by, command.by))
        return
    director = staff.next_owner(tournament.staff, command.closed)
    if director is not None:
        recorder.record(events.OwnershipPassed(command.by, director))
    elif not tournament.play_is_over and not _continues_without_staff(tournament):
        recorder.record(events.TournamentCancelled(command.by, staff.checked_reason(command.reason)))
    else:
        _let_continue(recorder, command)


def _continues_without_staff(tournament: Tournament) -> bool:
    return tournament.status == "running" and tournament.settings.rounds.is_automatic


def _let_continue(recorder: TournamentRecorder, command: staff.LeaveStaff) -> None:
    """Cancels the scheduled round and ends the pause, so the tournament continues without staff."""
    tournament = recorder.tournament
    if tournament.scheduled is not None:
        recorder.record(RoundUnscheduled(tournament.scheduled.number, command.by, staff.checked_reason(command.reason)))
    if tournament.paused_at is not None:
        resume(recorder, command.by)


def _start(recorder: TournamentRecorder, command: commands.StartTournament) -> None:
    _check_not_begun(recorder.tournament)
    remove_absent_and_move_up(recorder)
    there, least = complete_entrants(recorder.tournament), recorder.tournament.settings.entrants.least
    if there < least:
        raise TooFewEntrants(
            message("{there} entrants would be present, but {least} are needed", there=there, least=least),
            hint=message("wait for more entrants, or lower entrants.least"),
            facts={"entrants": there, "least": least},
        )
    begin_tournament(recorder, command.by)


def _finish(recorder: TournamentRecorder, command: commands.FinishTournament) -> None:
    tournament = recorder.tournament
    if tournament.finishing is not None:
        corrections.finish_tournament(recorder, command.by, command.reason)
        return
    check_running(tournament)
    check_round_over(tournament)
    known = pairing_context(tournament, recorder.now)
    is_early = has_rounds_left(known, recorder.context.format_)
    if is_early and command.by is None and not can_never_pair(known, recorder.context.format_):
        raise RoundsLeft(
            message("some rounds have not been played"),
            hint=message("pair round {next_number}", next_number=tournament.next_number),
        )
    reason = staff.checked_reason(command.reason) if is_early else command.reason
    corrections.end_play(recorder, command.by, reason)


def _cancel(recorder: TournamentRecorder, command: commands.CancelTournament) -> None:
    recorder.record(events.TournamentCancelled(command.by, staff.checked_reason(command.reason)))


_COMMANDS: dict[type, Callable[[TournamentRecorder, Any], None]] = {
    **registration.COMMANDS,
    **alternates.COMMANDS,
    **entering.COMMANDS,
    **substitutes.COMMANDS,
    **pairing_exclusions.COMMANDS,
    **seeding.COMMANDS,
    **rounds.COMMANDS,
    **times.COMMANDS,
    **reports.COMMANDS,
    **ladder.COMMANDS,
    commands.ChangeSettings: _change_settings,
    staff.AppointStaff: _appoint,
    staff.DismissStaff: _dismiss,
    staff.LeaveStaff: _leave_staff,
    commands.StartTournament: _start,
    commands.PauseTournament: lambda recorder, command: pause(recorder, command.by, command.reason),
    commands.ResumeTournament: lambda recorder, command: resume(recorder, command.by),
    commands.FinishTournament: _finish,
    commands.ReopenTournament: corrections.reopen_tournament,
    commands.UndoStaffAct: undo_staff_act,
    commands.CancelTournament: _cancel,
}
