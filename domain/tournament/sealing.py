"""What may be told of a board that others still play.

| of a board | while it is open | when it is closed |
|---|---|---|
| the commitment to its secret | everybody | everybody |
| what one's own table scored | who sat there | everybody |
| what other tables scored, and how many have played | nobody | everybody |
| how one's own score compares | nobody: it tells of other tables | everybody |
| the secret of its shuffle, and with it the deal | nobody | everybody |

A board is closed when all who were to play it have done so, or when its time is over: whoever has not played it then
never will.
"""

from typing import NamedTuple

from domain.instants import Instant
from domain.shuffle import commitment
from domain.table.events import PlayerId


class TableScore(NamedTuple):
    """What a table scored on a board, and who sat there."""

    players: tuple[PlayerId, ...]
    score: int


class BoardRecord(NamedTuple):
    """All there is to know of a board.

    Attributes:
        secret: of its shuffle.
        closes: when its time is over.
        outstanding: how many tables have yet to play it or are playing it.
        scores: of the tables that have played it.
    """

    secret: bytes
    closes: Instant
    outstanding: int
    scores: tuple[TableScore, ...] = ()

    def is_closed(self, now: Instant) -> bool:
        """Whether everything may be told."""
        return self.outstanding == 0 or now >= self.closes


class BoardView(NamedTuple):
    """What somebody may know of a board.

    Attributes:
        commitment: to the secret, in hexadecimal.
        secret: in hexadecimal; none while the board is open.
        is_complete: whether these are the scores of all tables.
    """

    commitment: str
    secret: str | None
    scores: tuple[TableScore, ...]
    is_complete: bool


def seen_by(record: BoardRecord, viewer: PlayerId | None, now: Instant) -> BoardView:
    """What somebody may know of a board at a moment; none is whoever is not logged in."""
    closed = record.is_closed(now)
    scores = tuple(each for each in record.scores if closed or viewer in each.players)
    return BoardView(commitment(record.secret), record.secret.hex() if closed else None, scores, closed)
