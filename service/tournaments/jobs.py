"""The jobs of tournaments. A job runs the process of one tournament until its time is up.

PostgreSQL records which tournaments have work: see `service/tournaments/projections.py`, and the due times in `head`.
A job that is lost with Redis or with a worker is therefore queued again.
"""

import logging
import time

from domain.kernel.instants import Instant
from service.platform.queue.stream_dispatch import StreamDispatch
from service.tournaments.process import Step
from service.tournaments.reader import NoSuchTournament
from service.worker_context import WorkerContext

_log = logging.getLogger(__name__)


def continue_tournament(tournament_id: str) -> int:
    """Does all pending work of a tournament until the time limit of the job.

    Args:
        tournament_id: id of the tournament.

    Returns:
        The number of commands that had an effect. A second copy of the job finds no work.
    """
    service = WorkerContext.service
    if not service.tournaments.is_in(None, tournament_id):
        # The job of its sandbox runs it (`service/sandbox/jobs.py`).
        return 0
    until = time.monotonic() + WorkerContext.service.limits.job_s
    marks = service.database.read("tournament_mark", {"tournament_id": tournament_id})
    carried_out = 0
    try:
        while (step := Step.now(service, tournament_id, until)).do():
            carried_out += step.carried_out
            if time.monotonic() > until:
                WorkerContext.queue.put_stream("tournament", tournament_id, f"{step.at.version}-on")
                return carried_out
    except NoSuchTournament:
        # Its head may be under repair. The work stays queued.
        _log.warning("there is no tournament %s", tournament_id)
        return carried_out
    for (mark,) in marks:
        service.database.run("drop_tournament_work", {"tournament_id": tournament_id, "mark": mark})
    return carried_out


def continue_tournament_in_sandbox(tournament_id: str, now: Instant, until: float) -> int:
    """Does all work of a tournament in a sandbox that is due at a time.

    The clock of the sandbox may already be later.

    Args:
        tournament_id: id of the tournament.
        now: the time, by the clock of the sandbox.
        until: the time limit, by `time.monotonic`. Unfinished work is found again.

    Returns:
        The number of commands that had an effect.
    """
    service = WorkerContext.service
    marks = service.database.read("tournament_mark", {"tournament_id": tournament_id})
    carried_out, is_to_go_on = 0, True
    while is_to_go_on:
        step = Step(service, tournament_id, service.tournaments.at(tournament_id), now, until)
        is_to_go_on = step.do()
        carried_out += step.carried_out
        if is_to_go_on and time.monotonic() > until:
            return carried_out
    for (mark,) in marks:
        service.database.run("drop_tournament_work", {"tournament_id": tournament_id, "mark": mark})
    return carried_out


class TournamentDispatch(StreamDispatch):
    """Queues the jobs of tournaments."""

    kind = "tournament"
    work = "tournament_work"
    due = "due_tournaments"
