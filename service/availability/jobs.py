"""Vacations that some clocks of their player do not know yet: the process that announced them died."""

from domain.kernel.players import PlayerId
from service.worker_context import WorkerContext


def apply_vacation(player: str) -> bool:
    """Adjusts the running clocks of a player to their current calendar. Safe to repeat.

    Args:
        player: id of the player.

    Returns:
        Whether all clocks are adjusted. If not, the job is queued again.
    """
    return WorkerContext.service.vacations.apply(PlayerId(player))
