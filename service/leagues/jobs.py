"""The jobs of leagues. A job runs the process of one league until its time is up.

PostgreSQL records which leagues have work: see `service/leagues/projections.py`, and the due times in `head`.
A job that is lost with Redis or with a worker is therefore queued again.
"""

import logging
import time
from functools import partial

from domain.kernel.instants import Instant
from service.leagues.events import stream_of
from service.leagues.handlers import NoSuchLeague
from service.leagues.process import LeagueStep
from service.platform.queue.stream_dispatch import StreamDispatch
from service.platform.queue.stream_work import RecordedWork, do_recorded_work
from service.worker_context import WorkerContext

_log = logging.getLogger(__name__)


def continue_league(league_id: str) -> int:
    """Does all pending work of a league until the time limit of the job.

    Args:
        league_id: id of the league.

    Returns:
        The number of commands that had an effect. A second copy of the job finds no work.
    """
    service = WorkerContext.service
    if not service.sandboxes.has_stream(None, stream_of(league_id)):
        # The job of its sandbox runs it (`service/sandbox/jobs.py`).
        return 0
    try:
        return do_work(league_id, time.monotonic() + service.limits.job_s)
    except NoSuchLeague:
        # Its head may be under repair. The work stays queued.
        _log.warning("there is no league %s", league_id)
        return 0


def do_work(league_id: str, until: float, now: Instant | None = None) -> int:
    """Does all work of a league that is due.

    Args:
        league_id: id of the league.
        until: the time limit, by `time.monotonic`. Unfinished work is queued or found again.
        now: the time, for a league of a sandbox, whose clock may already be later; `None` outside sandboxes.

    Returns:
        The number of commands that had an effect.
    """
    service = WorkerContext.service
    work = RecordedWork("league", league_id, "league_mark", "drop_league_work", is_in_sandbox=now is not None)
    step = partial(LeagueStep, service, league_id, until, now)
    return do_recorded_work(service.database, WorkerContext.queue, work, step, until)


class LeagueDispatch(StreamDispatch):
    """Queues the jobs of leagues."""

    kind = "league"
    work = "league_work"
    due = "due_leagues"
