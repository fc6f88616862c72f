"""Vacations that not all clocks of their player know of yet, since whoever began to tell them did not finish."""

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
