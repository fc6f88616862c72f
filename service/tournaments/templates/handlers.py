"""Templates of tournaments that organisers save. Nobody else sees them."""

from datetime import datetime
from typing import NamedTuple

import orjson

from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.platform.documents import Json
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, Row
from service.tournaments.document_types import TournamentSettings


class NoSuchTemplate(Exception):
    """There is no template with this name (the argument), neither the player's own nor one of the server."""


class TooManyTemplates(Exception):
    """The player has the maximum number of templates. The argument is the maximum."""


class SavedTemplate(NamedTuple):
    """A template of a player: its name, the settings of a tournament as a document, and when it was saved."""

    name: str
    settings: Json
    saved_at: datetime


class Templates:
    """The templates of all players."""

    def __init__(self, database: Database) -> None:
        """Takes the database."""
        self._database = database

    def save(self, player: PlayerId, name: str, settings: TournamentSettings) -> SavedTemplate:
        """Saves settings under a name, in place of earlier ones.

        Raises:
            TooManyTemplates: the player has the maximum number of templates.
            AccountClosed: the account was closed meanwhile.
        """
        most = self._database.limits.templates
        row = {"player_id": player, "name": name, "settings": orjson.dumps(settings).decode(), "most": most}

        def save(run: Run) -> list[Row]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            return run("put_template", row)

        saved = self._database.together(save)
        if not saved:
            raise TooManyTemplates(most)
        return SavedTemplate(*saved[0])

    def all_of(self, player: PlayerId) -> list[SavedTemplate]:
        """Returns the templates of a player, by name."""
        return [SavedTemplate(*row) for row in self._database.read("templates", {"player_id": player, "name": None})]

    def one(self, player: PlayerId, name: str) -> SavedTemplate:
        """Returns a template of a player. Raises `NoSuchTemplate`."""
        for row in self._database.read("templates", {"player_id": player, "name": name}):
            return SavedTemplate(*row)
        raise NoSuchTemplate(name)

    def drop(self, player: PlayerId, name: str) -> None:
        """Deletes a template of a player. Raises `NoSuchTemplate`."""
        if not self._database.run("drop_template", {"player_id": player, "name": name}):
            raise NoSuchTemplate(name)
