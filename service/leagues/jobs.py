"""The jobs of leagues: they run the process of one league until time is up, and queue it again if need be.

Where there is work stands in PostgreSQL: `service/leagues/projections.py`, and the heads for what is due. A job that is
lost with Redis or with a worker is therefore queued again.
"""

import logging
import time

from domain.kernel.instants import Instant
from service.leagues.codec import stream_of
from service.leagues.handlers import NoSuchLeague
from service.leagues.process import LeagueStep
from service.platform.queue.stream_dispatch import StreamDispatch
from service.worker_context import WorkerContext

_log = logging.getLogger(__name__)


def go_on(league_id: str) -> int:
    """Does all that there is to do for a league, until time is up.

    Args:
        league_id: for which.

    Returns:
        How many commands have brought something about. A second copy of the job finds nothing to do.
    """
    service = WorkerContext.service
    if not service.worlds.has_stream(None, stream_of(league_id)):
        # The job of its sandbox looks after it (`service/sandbox/jobs.py`).
        return 0
    until = time.monotonic() + WorkerContext.service.limits.job_s
    marks = service.database.read("league_mark", {"league_id": league_id})
    carried_out = 0
    try:
        while (step := LeagueStep(service, league_id, until)).do():
            carried_out += step.carried_out
            if time.monotonic() > until:
                WorkerContext.queue.put_stream("league", league_id, f"{step.version}-on")
                return carried_out
    except NoSuchLeague:
        _log.warning("there is no league %s", league_id)
    for (mark,) in marks:
        service.database.run("drop_league_work", {"league_id": league_id, "mark": mark})
    return carried_out


def go_on_in_world(league_id: str, now: Instant, until: float) -> int:
    """Does all that there is to do at a moment for a league of a sandbox, whose clock may stand later already.

    Args:
        league_id: for which.
        now: the moment, by the clock of its world.
        until: when time is up, by the clock that only goes forward; what is left is found again.

    Returns:
        How many commands have brought something about.
    """
    service = WorkerContext.service
    marks = service.database.read("league_mark", {"league_id": league_id})
    carried_out = 0
    while (step := LeagueStep(service, league_id, until, now)).do():
        carried_out += step.carried_out
        if time.monotonic() > until:
            return carried_out
    for (mark,) in marks:
        service.database.run("drop_league_work", {"league_id": league_id, "mark": mark})
    return carried_out


class LeagueDispatch(StreamDispatch):
    """Queues the job for leagues."""

    kind = "league"
    work = "league_work"
    due = "due_leagues"
