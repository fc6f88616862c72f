"""Private notes of players about tables, which nobody else ever sees; they stay when the match is over."""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.platform.store.database import Database, Row
from service.platform.store.subscription import Run
from service.tables.cache import TableCache

NOTES_LIMIT = 2000
"""At so many tables a player keeps notes at the most."""


class TooManyNotes(Exception):
    """The player keeps notes at as many tables as may be."""


class Note(NamedTuple):
    """What a player has noted at a table, and when last; empty where they have not."""

    words: str
    changed_at: datetime | None


class Notes:
    """The notes of all players. Methods raise `NoSuchTable`."""

    def __init__(self, database: Database, table_cache: TableCache) -> None:
        self._database = database
        self._table_cache = table_cache

    def of(self, player: PlayerId, table_id: str) -> Note:
        """What the player has noted at a table."""
        self._table_cache.cached(table_id)
        for row in self._database.read("note", {"player_id": player, "table_id": table_id}):
            return Note(*row)
        return Note("", None)

    def put(self, player: PlayerId, table_id: str, words: str) -> Note:
        """Notes this in place of what was noted there before.

        Raises:
            TooManyNotes: the player keeps enough of them.
            AccountClosed: the account was closed meanwhile.
        """
        self._table_cache.cached(table_id)
        asked = {"player_id": player, "table_id": table_id, "words": words, "most": NOTES_LIMIT}

        def put(run: Run) -> list[Row]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            return run("put_note", asked)

        rows = self._database.together(put)
        if not rows:
            raise TooManyNotes
        return Note(*rows[0])

    def drop(self, player: PlayerId, table_id: str) -> None:
        """Forgets what the player has noted there, if anything."""
        self._table_cache.cached(table_id)
        self._database.run("drop_note", {"player_id": player, "table_id": table_id})
