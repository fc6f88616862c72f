"""The decider of tournaments: a command becomes events, or it is refused and nothing changes."""

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.kernel.instants import LAST, Instant
from domain.tournaments import apart, corrections, playing, taking_part
from domain.tournaments.admission import can_never_pair, has_rounds_left
from domain.tournaments.commands import (
    AppointStaff,
    CancelTournament,
    ChangeSettings,
    CreateTournament,
    CreateWithEntrants,
    DismissStaff,
    FinishTournament,
    LeaveStaff,
    PauseTournament,
    ReopenTournament,
    ResumeTournament,
    StartTournament,
    TimePasses,
    TournamentCommand,
)
from domain.tournaments.entrant_commands import KeepApart, LetMeet
from domain.tournaments.entrant_events import EntrantEntered, EntrantRegistered, PartnerJoined
from domain.tournaments.events import (
    OwnershipPassed,
    RegistrationClosed,
    RegistrationOpened,
    SettingsChanged,
    StaffAppointed,
    StaffDismissed,
    TournamentCancelled,
    TournamentCreated,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
)
from domain.tournaments.playing import check_round_over, close_if_over, note_who_is_free
from domain.tournaments.refusals import (
    CapacityTaken,
    NotOnStaff,
    NotPaused,
    OwnerStays,
    RoundsLeft,
    TooFewEntrants,
    TournamentBegun,
)
from domain.tournaments.results import check_running
from domain.tournaments.roles import Right, heir
from domain.tournaments.round_commands import (
    ChooseBoards,
    CloseRound,
    MoveDeadline,
    OverrideBoard,
    OverrideResult,
    PairAgain,
    PairRound,
    ScheduleRound,
    UnscheduleRound,
)
from domain.tournaments.round_events import RoundUnscheduled
from domain.tournaments.rounds_evolve import BrokenHistory
from domain.tournaments.settings import check_change, check_settings, check_to_come
from domain.tournaments.state import Tournament, course
from domain.tournaments.story import Moment, Story, check_right, checked_reason
from domain.tournaments.taking_part import move_up
from domain.tournaments.times import begin, entrants_there, gather, pass_schedule, pass_time

RIGHT_FOR: dict[type, Right] = {
    ChangeSettings: "settings",
    AppointStaff: "staff",
    DismissStaff: "staff",
    CancelTournament: "life",
    ReopenTournament: "life",
    StartTournament: "rounds",
    PauseTournament: "rounds",
    ResumeTournament: "rounds",
    FinishTournament: "rounds",
    KeepApart: "rounds",
    LetMeet: "rounds",
    PairRound: "rounds",
    PairAgain: "rounds",
    ChooseBoards: "rounds",
    ScheduleRound: "rounds",
    UnscheduleRound: "rounds",
    MoveDeadline: "rounds",
    CloseRound: "rounds",
    OverrideResult: "results",
    OverrideBoard: "results",
}
"""The right that each staff command needs. Commands that others may also give check their rights themselves."""


class Outcome(NamedTuple):
    """The events that were decided, and the tournament after them."""

    events: tuple[Any, ...]
    tournament: Tournament


def decide(tournament: Tournament | None, command: TournamentCommand, moment: Moment) -> Outcome:
    """Returns the events that follow from a command, and the tournament after them.

    Args:
        tournament: its current state; `None` to create one.
        command: the command.
        moment: the time, the format and the random bytes.

    Raises:
        Refusal: the command is refused, and nothing has changed.
    """
    if isinstance(command, CreateTournament):
        return _create(command, moment)
    if isinstance(command, CreateWithEntrants):
        return _create_with_entrants(command, moment)
    if tournament is None:
        raise BrokenHistory(f"{type(command).__name__} without a tournament")
    check_asker(tournament, command)
    story = Story(tournament, moment)
    if isinstance(command, TimePasses):
        pass_time(story, command.reports)
    else:
        corrections.check_possible(tournament, command, moment.now)
        pass_schedule(story)
        corrections.check_possible(story.tournament, command, moment.now)
        _COMMANDS[type(command)](story, command)
    _settle(story)
    return Outcome(tuple(story.events), story.tournament)


def check_asker(tournament: Tournament, command: Any) -> None:
    """Checks that the sender of a staff command has the right that it needs.

    Raises:
        StaffOnly: they do not. This check comes before all others.
    """
    right = RIGHT_FOR.get(type(command))
    if right is not None and command.by is not None:
        check_right(tournament, command.by, right)


def _settle(story: Story) -> None:
    """Applies what follows every command: the schedule, the waiting list, the end of the round, and free entrants."""
    pass_schedule(story)
    if not story.tournament.play_is_over:
        move_up(story)
        close_if_over(story)
        note_who_is_free(story)


def _create(command: CreateTournament, moment: Moment) -> Outcome:
    check_settings(command.settings)
    check_to_come(command.settings.schedule, moment.now)
    story = Story(None, moment)
    story.tell(TournamentCreated(command.by, command.settings, command.world))
    _settle(story)
    return Outcome(tuple(story.events), story.tournament)


def _create_with_entrants(command: CreateWithEntrants, moment: Moment) -> Outcome:
    """Creates a tournament that begins at once. The sides are seeded in the given order, whatever their ratings."""
    check_settings(command.settings)
    story = Story(None, moment)
    story.tell(TournamentCreated(command.by, command.settings, command.world))
    story.tell(*(StaffAppointed(command.by, player, role) for player, role in command.staff), RegistrationOpened())
    for side in command.sides:
        captain, *partners = side.players
        story.tell(EntrantRegistered(side.entrant, captain.player, captain.rating, side.name, side.club))
        story.tell(*(PartnerJoined(side.entrant, each.player, each.rating) for each in partners))
        story.tell(EntrantEntered(side.entrant, None))
    order = tuple(side.entrant for side in command.sides)
    story.tell(RegistrationClosed(), TournamentStarted(None, moment.now, order))
    return Outcome(tuple(story.events), story.tournament)


def _check_not_begun(tournament: Tournament) -> None:
    if tournament.has_begun:
        raise TournamentBegun("the tournament has begun", hint="this is done before the start")


def _change_settings(story: Story, command: ChangeSettings) -> None:
    tournament, settings = story.tournament, command.settings
    _check_not_begun(tournament)
    check_change(tournament.settings, settings, tournament.happened)
    capacity = settings.entrants.capacity
    if capacity is not None and capacity < tournament.places_taken:
        raise CapacityTaken(
            f"{tournament.places_taken} entrants have a place",
            hint="give a larger capacity, or none",
            facts={"taken": tournament.places_taken},
        )
    story.tell(SettingsChanged(command.by, settings))


def _appoint(story: Story, command: AppointStaff) -> None:
    if "owner" in (command.role, story.tournament.role_of(command.player)):
        raise OwnerStays("there is one owner", hint="appoint directors and assistants")
    story.tell(StaffAppointed(command.by, command.player, command.role))


def _dismiss(story: Story, command: DismissStaff) -> None:
    role = story.tournament.role_of(command.player)
    if role is None:
        raise NotOnStaff(f"{command.player} has no role", hint="nothing has to be done")
    if role == "owner":
        raise OwnerStays("the owner cannot be dismissed", hint="call the tournament off instead")
    story.tell(StaffDismissed(command.by, command.player))


def _leave_staff(story: Story, command: LeaveStaff) -> None:
    tournament = story.tournament
    role = tournament.role_of(command.by)
    if role is None:
        raise NotOnStaff(f"{command.by} has no role", hint="nothing has to be done")
    if role != "owner":
        story.tell(StaffDismissed(command.by, command.by))
        return
    director = heir(tournament.staff, command.closed)
    if director is not None:
        story.tell(OwnershipPassed(command.by, director))
    elif not tournament.play_is_over and not _goes_on_by_itself(tournament):
        story.tell(TournamentCancelled(command.by, checked_reason(command.reason)))
    else:
        _leave_to_itself(story, command)


def _goes_on_by_itself(tournament: Tournament) -> bool:
    return tournament.status == "running" and tournament.settings.rounds.is_automatic


def _leave_to_itself(story: Story, command: LeaveStaff) -> None:
    """Cancels the scheduled round and ends the pause, so that the tournament goes on without staff."""
    tournament = story.tournament
    if tournament.scheduled is not None:
        story.tell(RoundUnscheduled(tournament.scheduled.number, command.by, checked_reason(command.reason)))
    if tournament.paused_at is not None:
        story.tell(TournamentResumed(command.by, story.now, _deadline_after_pause(story, tournament.paused_at)))


def _start(story: Story, command: StartTournament) -> None:
    _check_not_begun(story.tournament)
    gather(story)
    there, least = entrants_there(story.tournament), story.tournament.settings.entrants.least
    if there < least:
        raise TooFewEntrants(
            f"{there} entrants would be there, not {least}",
            hint="wait for more, or ask for fewer",
            facts={"entrants": there, "least": least},
        )
    begin(story, command.by)


def _pause(story: Story, command: PauseTournament) -> None:
    check_running(story.tournament)
    story.tell(TournamentPaused(command.by, story.now, checked_reason(command.reason)))


def _resume(story: Story, command: ResumeTournament) -> None:
    paused_at = story.tournament.paused_at
    if paused_at is None:
        raise NotPaused("the tournament does not pause", hint="nothing has to be done")
    story.tell(TournamentResumed(command.by, story.now, _deadline_after_pause(story, paused_at)))


def _deadline_after_pause(story: Story, paused_at: Instant) -> Instant | None:
    """Returns the deadline of the last round, later by the length of the pause if it had not passed before that."""
    deadline = story.tournament.rounds[-1].deadline if story.tournament.rounds else None
    if deadline is None or deadline <= paused_at:
        return deadline
    return min(Instant(deadline + story.now - paused_at), LAST)


def _finish(story: Story, command: FinishTournament) -> None:
    tournament = story.tournament
    if tournament.finishing is not None:
        corrections.finish(story, command.by, command.reason)
        return
    check_running(tournament)
    check_round_over(tournament)
    known = course(tournament, story.now)
    is_early = has_rounds_left(known, story.moment.form)
    if is_early and command.by is None and not can_never_pair(known, story.moment.form):
        raise RoundsLeft("there are rounds left", hint=f"pair round {tournament.next_number}")
    reason = checked_reason(command.reason) if is_early else command.reason
    corrections.end_play(story, command.by, reason)


def _cancel(story: Story, command: CancelTournament) -> None:
    story.tell(TournamentCancelled(command.by, checked_reason(command.reason)))


_COMMANDS: dict[type, Callable[[Story, Any], None]] = {
    **taking_part.COMMANDS,
    **apart.COMMANDS,
    **playing.COMMANDS,
    ChangeSettings: _change_settings,
    AppointStaff: _appoint,
    DismissStaff: _dismiss,
    LeaveStaff: _leave_staff,
    StartTournament: _start,
    PauseTournament: _pause,
    ResumeTournament: _resume,
    FinishTournament: _finish,
    ReopenTournament: corrections.reopen,
    CancelTournament: _cancel,
}
