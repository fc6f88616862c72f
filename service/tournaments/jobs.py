"""The jobs of tournaments. A job runs the process of one tournament until its time is up.

PostgreSQL records which tournaments have work: see `service/tournaments/projections.py`, and the due times in `head`.
A job that is lost with Redis or with a worker is therefore queued again.
"""

import logging
import time
from functools import partial

from domain.kernel.instants import Instant
from service.platform.queue.stream_dispatch import StreamDispatch
from service.platform.queue.stream_work import RecordedWork, do_recorded_work
from service.tournaments.events import NoSuchTournament
from service.tournaments.process import TournamentStep
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
    try:
        return do_work(tournament_id, time.monotonic() + service.limits.job_s)
    except NoSuchTournament:
        # Its head may be under repair. The work stays queued.
        _log.warning("there is no tournament %s", tournament_id)
        return 0


def do_work(tournament_id: str, until: float, now: Instant | None = None) -> int:
    """Does all work of a tournament that is due.

    Args:
        tournament_id: id of the tournament.
        until: the time limit, by `time.monotonic`. Unfinished work is queued or found again.
        now: the time, for a tournament of a sandbox, whose clock may already be later; `None` outside sandboxes.

    Returns:
        The number of commands that had an effect.
    """
    service = WorkerContext.service
    work = RecordedWork(
        "tournament", tournament_id, "tournament_mark", "drop_tournament_work", is_in_sandbox=now is not None
    )
    step = partial(TournamentStep, service, tournament_id, until, now)
    return do_recorded_work(service.database, WorkerContext.queue, work, step, until)


class TournamentDispatch(StreamDispatch):
    """Queues the jobs of tournaments."""

    kind = "tournament"
    work = "tournament_work"
    due = "due_tournaments"
