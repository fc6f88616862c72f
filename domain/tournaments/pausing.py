"""Pauses of a whole tournament: no clock runs, no deadline passes, and no round begins."""

from domain.kernel.instants import Instant, later
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.events import TournamentPaused, TournamentResumed
from domain.tournaments.matches.results import check_running
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.refusals import NotPaused
from domain.tournaments.staff import checked_reason


def pause(recorder: TournamentRecorder, by: PlayerId, reason: str) -> None:
    """Records a pause. Raises `TournamentNotRunning`, `PlayPaused`, `ReasonNeeded`."""
    check_running(recorder.tournament)
    recorder.record(TournamentPaused(by, recorder.now, checked_reason(reason)))


def resume(recorder: TournamentRecorder, by: PlayerId) -> None:
    """Records the end of a pause. Raises `NotPaused`."""
    paused_at = recorder.tournament.paused_at
    if paused_at is None:
        raise NotPaused(message("the tournament is not paused"), hint=message("no action is needed"))
    recorder.record(TournamentResumed(by, recorder.now, _deadline_after_pause(recorder, paused_at)))


def _deadline_after_pause(recorder: TournamentRecorder, paused_at: Instant) -> Instant | None:
    """Returns the deadline of the last round, later by the length of the pause if it had not passed before that."""
    deadline = recorder.tournament.rounds[-1].deadline if recorder.tournament.rounds else None
    if deadline is None or deadline <= paused_at:
        return deadline
    return later(deadline, recorder.now - paused_at)
