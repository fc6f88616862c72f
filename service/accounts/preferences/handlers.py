"""The preferences of players. The service stores them and does not know what they mean."""

import json
from collections.abc import Mapping

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database


class Preferences:
    """The preferences of all players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, player: PlayerId) -> dict[str, str]:
        """Returns the preferences of a player, by name."""
        rows = self._database.read("preferences", {"player_id": player})
        return dict(rows[0][0]) if rows else {}

    def put(self, player: PlayerId, preferences: Mapping[str, str]) -> None:
        """Replaces all preferences of a player. Raises `AccountClosed`."""
        row = {"player_id": player, "settings": json.dumps(preferences)}

        def put(run: Run) -> None:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            run("put_preferences", row)

        self._database.together(put)
