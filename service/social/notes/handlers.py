"""Private notes of players about tables. Nobody else sees them, and they stay after the match."""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, Row
from service.tables.handlers import Tables


class TooManyNotes(Exception):
    """The player has notes at the maximum number of tables. The argument is the maximum."""


class Note(NamedTuple):
    """A player's note at a table, and its last change. Empty if there is none."""

    words: str
    changed_at: datetime | None


class Notes:
    """The notes of all players. Methods raise `NoSuchTable`."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables

    def of(self, player: PlayerId, table_id: str) -> Note:
        """Returns the player's note at a table."""
        self._tables.cached(table_id)
        for row in self._database.read("note", {"player_id": player, "table_id": table_id}):
            return Note(*row)
        return Note("", None)

    def put(self, player: PlayerId, table_id: str, words: str) -> Note:
        """Replaces the player's note at a table.

        Raises:
            TooManyNotes: the player has notes at the maximum number of tables.
            AccountClosed: the account was closed meanwhile.
        """
        self._tables.cached(table_id)
        asked = {"player_id": player, "table_id": table_id, "words": words, "most": self._database.limits.notes}

        def put(run: Run) -> list[Row]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            return run("put_note", asked)

        rows = self._database.together(put)
        if not rows:
            raise TooManyNotes(self._database.limits.notes)
        return Note(*rows[0])

    def drop(self, player: PlayerId, table_id: str) -> None:
        """Deletes the player's note at a table, if there is one."""
        self._tables.cached(table_id)
        self._database.run("drop_note", {"player_id": player, "table_id": table_id})
