"""The decider of leagues: a command becomes events, or it is refused and nothing changes."""

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.kernel.instants import Instant
from domain.tournaments.leagues import corrections, membership, seasons
from domain.tournaments.leagues.commands import (
    AcceptMembership,
    AppointLeagueStaff,
    ChangeLeague,
    ContinueMembership,
    CreateLeague,
    CutSeasonShort,
    DeclineMembership,
    DismissLeagueStaff,
    EndLeague,
    LeagueCommand,
    LeagueTimePasses,
    LeaveLeagueStaff,
    OverrideDivisions,
    RecordDivisionCorrected,
    RecordDivisionEnded,
    RecordDivisionOpened,
    RegisterMember,
    WithdrawMember,
)
from domain.tournaments.leagues.events import (
    LeagueChanged,
    LeagueCreated,
    LeagueEnded,
    LeagueOwnershipPassed,
    LeagueStaffAppointed,
    LeagueStaffDismissed,
)
from domain.tournaments.leagues.plan import check_change, check_plan, check_to_come
from domain.tournaments.leagues.recorder import LeagueRecorder, check_right
from domain.tournaments.leagues.state import League
from domain.tournaments.parts import BrokenHistory
from domain.tournaments.recorder import checked_reason
from domain.tournaments.refusals import LeagueOver, NotOnStaff, OwnerStays
from domain.tournaments.roles import Right, heir

LEAGUE_RIGHT_FOR: dict[type, Right] = {
    ChangeLeague: "settings",
    AppointLeagueStaff: "staff",
    DismissLeagueStaff: "staff",
    EndLeague: "life",
    OverrideDivisions: "rounds",
    CutSeasonShort: "rounds",
}
"""The right that each staff command needs. Commands that others may also give check their rights themselves."""

_OF_A_SEASON = (LeaveLeagueStaff, CutSeasonShort, RecordDivisionOpened, RecordDivisionEnded)
"""The commands that are still accepted during the last season."""


class LeagueOutcome(NamedTuple):
    """The events that were decided, and the league after them."""

    events: tuple[Any, ...]
    league: League


def decide_league(league: League | None, command: LeagueCommand, now: Instant) -> LeagueOutcome:
    """Returns the events that follow from a command, and the league after them.

    Args:
        league: its current state; `None` to create one.
        command: the command.
        now: the time of the decision.

    Raises:
        Refusal: the command is refused, and nothing has changed.
    """
    if isinstance(command, CreateLeague):
        return _create(command, now)
    if league is None:
        raise BrokenHistory(f"{type(command).__name__} without a league")
    right = LEAGUE_RIGHT_FOR.get(type(command))
    if right is not None:
        check_right(league, command.by, right)  # type: ignore[union-attr]
    recorder = LeagueRecorder(league, now)
    seasons.pass_time(recorder)
    if not isinstance(command, LeagueTimePasses):
        _check_not_over(recorder.league, command)
        _COMMANDS[type(command)](recorder, command)
    seasons.close_if_over(recorder)
    seasons.pass_time(recorder)
    return LeagueOutcome(tuple(recorder.events), recorder.league)


def _create(command: CreateLeague, now: Instant) -> LeagueOutcome:
    check_plan(command.plan)
    check_to_come(command.plan.calendar, now)
    recorder = LeagueRecorder(None, now)
    recorder.record(LeagueCreated(command.by, command.plan, command.world))
    return LeagueOutcome(tuple(recorder.events), recorder.league)


def _check_not_over(league: League, command: LeagueCommand) -> None:
    if isinstance(command, RecordDivisionCorrected):
        return
    if league.has_ended and not (league.status == "playing" and isinstance(command, _OF_A_SEASON)):
        raise LeagueOver("there are no further seasons", hint="it can still be read")


def _change(recorder: LeagueRecorder, command: ChangeLeague) -> None:
    league, plan = recorder.league, command.plan
    has_seasons = league.season is not None
    check_change(league.plan, plan, has_members=league.has_had_members, has_seasons=has_seasons)
    if not has_seasons:
        check_to_come(plan.calendar, recorder.now)
    recorder.record(LeagueChanged(command.by, plan))


def _appoint(recorder: LeagueRecorder, command: AppointLeagueStaff) -> None:
    if "owner" in (command.role, recorder.league.role_of(command.player)):
        raise OwnerStays("there is one owner", hint="appoint directors and assistants")
    recorder.record(LeagueStaffAppointed(command.by, command.player, command.role))


def _dismiss(recorder: LeagueRecorder, command: DismissLeagueStaff) -> None:
    role = recorder.league.role_of(command.player)
    if role is None:
        raise NotOnStaff(f"{command.player} has no role", hint="nothing has to be done")
    if role == "owner":
        raise OwnerStays("the owner cannot be dismissed", hint="end the league instead")
    recorder.record(LeagueStaffDismissed(command.by, command.player))


def _leave_staff(recorder: LeagueRecorder, command: LeaveLeagueStaff) -> None:
    role = recorder.league.role_of(command.by)
    if role is None:
        raise NotOnStaff(f"{command.by} has no role", hint="nothing has to be done")
    if role != "owner":
        recorder.record(LeagueStaffDismissed(command.by, command.by))
        return
    director = heir(recorder.league.staff, command.closed)
    if director is not None:
        recorder.record(LeagueOwnershipPassed(command.by, director))
    elif not recorder.league.has_ended:
        _end(recorder, EndLeague(command.by, command.reason))


def _end(recorder: LeagueRecorder, command: EndLeague) -> None:
    reason = checked_reason(command.reason)
    seasons.call_off(recorder, command.by, reason)
    recorder.record(LeagueEnded(command.by, reason))


_COMMANDS: dict[type, Callable[[LeagueRecorder, Any], None]] = {
    ChangeLeague: _change,
    AppointLeagueStaff: _appoint,
    DismissLeagueStaff: _dismiss,
    LeaveLeagueStaff: _leave_staff,
    EndLeague: _end,
    OverrideDivisions: seasons.override,
    CutSeasonShort: seasons.cut_short,
    RegisterMember: membership.register,
    AcceptMembership: membership.accept,
    DeclineMembership: membership.decline,
    ContinueMembership: membership.keep_on,
    WithdrawMember: membership.withdraw,
    RecordDivisionOpened: seasons.opened,
    RecordDivisionEnded: seasons.ended,
    RecordDivisionCorrected: corrections.corrected,
}
