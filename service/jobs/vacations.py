"""The job that applies vacations to clocks, if the request that changed the vacation did not finish."""

from domain.table.events import PlayerId
from service.jobs.worker_context import WorkerContext


def apply_vacation(player: str) -> bool:
    """Adjusts the running clocks of a player to their current calendar. Safe to repeat.

    Args:
        player: id of the player.

    Returns:
        Whether all clocks are adjusted. If not, the job is queued again.
    """
    return WorkerContext.service.vacations.apply(PlayerId(player))
