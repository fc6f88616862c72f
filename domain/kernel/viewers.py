"""Viewers, for whom events are redacted."""

from enum import Enum

from domain.kernel.seats import Seat


class Onlooker(Enum):
    """A viewer who holds no seat.

    SPECTATOR sees what everybody at the table sees. DELAYED sees the same, but later: only the events that are released
    (`domain.table.visibility`). ARCHIVE sees hands that are over as they really were, which is what
    the record of a game is made from; it is never used for a hand that is still played.
    """

    SPECTATOR = "spectator"
    DELAYED = "delayed"
    ARCHIVE = "archive"


Viewer = Seat | Onlooker


def may_see(viewer: Viewer, seat: Seat) -> bool:
    """Returns whether the viewer may see what only that seat may know."""
    return viewer in (seat, Onlooker.ARCHIVE)
