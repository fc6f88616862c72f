"""Viewers, for whom events are redacted."""

from enum import Enum

from domain.kernel.seats import Seat


class Onlooker(Enum):
    """A viewer who holds no seat.

    SPECTATOR sees what everybody at the table sees. DELAYED sees the same up to the visibility cutoff
    (`domain.table.visibility`). ARCHIVE sees all cards of finished hands, for the record of a game. It is never used
    for a hand that is still being played.
    """

    SPECTATOR = "spectator"
    DELAYED = "delayed"
    ARCHIVE = "archive"


Viewer = Seat | Onlooker


def may_see(viewer: Viewer, seat: Seat) -> bool:
    """Returns whether the viewer may see what only that seat may know."""
    return viewer in (seat, Onlooker.ARCHIVE)
