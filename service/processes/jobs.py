"""The jobs that a worker runs, by the names under which they are queued.

The names stay when functions move: during a rolling upgrade workers of two releases read the same queues.
"""

from collections.abc import Callable, Mapping

from service.availability.jobs import apply_vacation
from service.leagues.jobs import continue_league
from service.lobby.matchmaking.jobs import match_seeks
from service.notifications.mail.jobs import send_mails
from service.platform.queue.job_queue import JobName
from service.processes.job_worker import NamedJob
from service.processes.webhook_worker import SENDING
from service.sandbox.jobs import do_due_work
from service.series.jobs import open_tournaments
from service.tables.analysis.jobs import continue_analysis
from service.tables.bot_turns import play_bot_turns
from service.tables.deadlines import apply_deadlines
from service.tables.draw_ticks import tick_draw
from service.tournaments.jobs import continue_tournament

JOBS: Mapping[JobName, Callable[..., object]] = {
    "service.jobs.bot_turns.play_bot_turns": play_bot_turns,
    "service.jobs.clock.run_clock": tick_draw,
    "service.jobs.time_passing.let_time_pass": apply_deadlines,
    "service.jobs.matchmaking.match_seeks": match_seeks,
    "service.jobs.worlds.let_world_go_on": do_due_work,
    "service.jobs.vacations.apply_vacation": apply_vacation,
    "service.jobs.tournaments.go_on": continue_tournament,
    "service.jobs.leagues.go_on": continue_league,
    "service.jobs.series.open_tournaments": open_tournaments,
    **SENDING,
    "service.jobs.mail.send_mails": send_mails,
    "service.jobs.analysis.continue_analysis": continue_analysis,
}
"""For each name the function that the job calls."""


class AnyJob(NamedJob):
    """A job of any kind of work."""

    functions = JOBS
