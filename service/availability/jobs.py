"""Vacations that some clocks of their player do not know yet: the process that announced them died."""

from domain.kernel.players import PlayerId
from service.worker_context import WorkerContext


def apply_vacation(player: str) -> bool:
    """Lays the running clocks of a player over the calendar that the player has now; to do it twice changes nothing.

    Args:
        player: the player's id.

    Returns:
        Whether all clocks are set; if not the job is queued again.
    """
    return WorkerContext.service.vacations.apply(PlayerId(player))
