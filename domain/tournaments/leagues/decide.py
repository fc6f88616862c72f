"""The decider of leagues: a command becomes events, or it is refused and nothing changes."""

from collections.abc import Callable
from typing import Any

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.tournaments import staff
from domain.tournaments.entrants import commands as entrant_commands
from domain.tournaments.leagues import commands, corrections, events, membership, seasons
from domain.tournaments.leagues.plan import check_change, check_plan, check_starts_in_future
from domain.tournaments.leagues.recorder import LeagueRecorder
from domain.tournaments.leagues.state import League
from domain.tournaments.recorder import Decision
from domain.tournaments.refusals import LeagueOver

LEAGUE_RIGHT_FOR: dict[type, staff.Right] = {
    commands.ChangeLeague: "settings",
    staff.AppointStaff: "staff",
    staff.DismissStaff: "staff",
    commands.EndLeague: "life",
    commands.OverrideDivisions: "rounds",
    commands.CutSeasonShort: "rounds",
}
"""The right that each staff command needs. Commands that others may also give check their rights themselves."""

_OF_A_SEASON = (staff.LeaveStaff, commands.CutSeasonShort, commands.RecordDivisionOpened, commands.RecordDivisionEnded)
"""The commands that are still accepted during the last season."""


def decide_league(league: League | None, command: commands.LeagueCommand, now: Instant) -> Decision[League]:
    """Returns the events that follow from a command, and the league after them.

    Args:
        league: its current state; `None` to create one.
        command: the command.
        now: the time of the decision.

    Raises:
        Refusal: the command is refused, and nothing has changed.
    """
    if isinstance(command, commands.CreateLeague):
        return _create(command, now)
    if league is None:
        raise BrokenHistory(f"{type(command).__name__} without a league")
    right = LEAGUE_RIGHT_FOR.get(type(command))
    if right is not None:
        staff.check_right(league, command.by, right)  # type: ignore[union-attr]
    recorder = LeagueRecorder(league, now)
    seasons.pass_time(recorder)
    if not isinstance(command, commands.LeagueTimePasses):
        _check_not_over(recorder.league, command)
        _COMMANDS[type(command)](recorder, command)
    seasons.close_if_over(recorder)
    seasons.pass_time(recorder)
    return recorder.decision()


def _create(command: commands.CreateLeague, now: Instant) -> Decision[League]:
    check_plan(command.plan)
    check_starts_in_future(command.plan.calendar, now)
    recorder = LeagueRecorder(None, now)
    recorder.record(events.LeagueCreated(command.by, command.plan, command.sandbox))
    return recorder.decision()


def _check_not_over(league: League, command: commands.LeagueCommand) -> None:
    if isinstance(command, commands.RecordDivisionCorrected):
        return
    if league.has_ended and not (league.status == "playing" and isinstance(command, _OF_A_SEASON)):
        raise LeagueOver(message("the league has no further seasons"), hint=message("you can still read it"))


def _change(recorder: LeagueRecorder, command: commands.ChangeLeague) -> None:
    league, plan = recorder.league, command.plan
    has_seasons = league.season is not None
    check_change(league.plan, plan, has_members=league.has_had_members, has_seasons=has_seasons)
    if not has_seasons:
        check_starts_in_future(plan.calendar, recorder.now)
    recorder.record(events.LeagueChanged(command.by, plan))


def _appoint(recorder: LeagueRecorder, command: staff.AppointStaff) -> None:
    staff.check_appointment(recorder.league, command)
    recorder.record(events.LeagueStaffAppointed(command.by, command.player, command.role))


def _dismiss(recorder: LeagueRecorder, command: staff.DismissStaff) -> None:
    staff.check_dismissal(recorder.league, command, instead=message("end the league instead"))
    recorder.record(events.LeagueStaffDismissed(command.by, command.player))


def _leave_staff(recorder: LeagueRecorder, command: staff.LeaveStaff) -> None:
    if staff.role_on_staff(recorder.league, command.by) != "owner":
        recorder.record(events.LeagueStaffDismissed(command.by, command.by))
        return
    director = staff.next_owner(recorder.league.staff, command.closed)
    if director is not None:
        recorder.record(events.LeagueOwnershipPassed(command.by, director))
    elif not recorder.league.has_ended:
        _end(recorder, commands.EndLeague(command.by, command.reason))


def _end(recorder: LeagueRecorder, command: commands.EndLeague) -> None:
    reason = staff.checked_reason(command.reason)
    seasons.call_off_season(recorder, command.by, reason)
    recorder.record(events.LeagueEnded(command.by, reason))


_COMMANDS: dict[type, Callable[[LeagueRecorder, Any], None]] = {
    commands.ChangeLeague: _change,
    staff.AppointStaff: _appoint,
    staff.DismissStaff: _dismiss,
    staff.LeaveStaff: _leave_staff,
    commands.EndLeague: _end,
    commands.OverrideDivisions: seasons.override_divisions,
    commands.CutSeasonShort: seasons.cut_season_short,
    entrant_commands.Register: membership.register,
    entrant_commands.AcceptPartner: membership.accept,
    entrant_commands.DeclinePartner: membership.decline,
    commands.ContinueMembership: membership.continue_membership,
    entrant_commands.WithdrawEntrant: membership.withdraw,
    commands.RecordDivisionOpened: seasons.record_opening,
    commands.RecordDivisionEnded: seasons.record_end,
    commands.RecordDivisionCorrected: corrections.record_correction,
}
