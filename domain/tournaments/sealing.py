"""Visibility of a board that others still play.

| information about a board | visible while open | visible when closed |
|---|---|---|
| the commitment to its secret | to all | to all |
| the score of a table | to its players | to all |
| the scores of other tables, and how many have played | to none | to all |
| the comparison of a score | to none: it reveals other tables | to all |
| the secret of its shuffle, and so the deal | to none | to all |

A board is closed when all players have played it, or when its time is over. After that it cannot be played.
"""

from typing import NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.shuffle import commitment
from domain.table.events import PlayerId


class TableScore(NamedTuple):
    """The score of a table on a board, and its players."""

    players: tuple[PlayerId, ...]
    score: int


class BoardRecord(NamedTuple):
    """The full record of a board.

    Attributes:
        secret: the secret of its shuffle.
        closes: the end of its time.
        outstanding: the number of tables that have not finished it.
        scores: the scores of the tables that have played it.
    """

    secret: bytes
    closes: Instant
    outstanding: int
    scores: tuple[TableScore, ...] = ()

    def is_closed(self, now: Instant) -> bool:
        """Returns whether everything is visible."""
        return self.outstanding == 0 or now >= self.closes


class BoardView(NamedTuple):
    """The visible part of a board.

    Attributes:
        commitment: the commitment to the secret, in hexadecimal.
        secret: the secret in hexadecimal; `None` while the board is open.
        is_complete: whether `scores` has all tables.
    """

    commitment: str
    secret: str | None
    scores: tuple[TableScore, ...]
    is_complete: bool


def seen_by(record: BoardRecord, viewer: PlayerId | None, now: Instant) -> BoardView:
    """Returns the part of a board that a viewer may see at an instant; `None` for a viewer without an account."""
    closed = record.is_closed(now)
    scores = tuple(each for each in record.scores if closed or viewer in each.players)
    return BoardView(commitment(record.secret), record.secret.hex() if closed else None, scores, closed)
