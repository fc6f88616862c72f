"""The lookout of a process: looks again at the streams that somebody waits for, should a ring of the doorbell be lost.

One question to the database answers for all listeners, so that thousands of them cost no more than a few.
"""

import logging
import threading

from service.doorbell import Doorbell
from service.projections.account_events import account_of, feed_of
from service.store.database import Database, DatabaseUnavailable
from service.store.rooms import room_stream, table_of_room
from service.store.tables import TABLES
from service.store.tournaments import TOURNAMENTS

LOOK_EVERY_S = 2.0

_log = logging.getLogger(__name__)


class Lookout:
    """Tells the listeners of this process what they have not heard."""

    def __init__(self, database: Database, doorbell: Doorbell) -> None:
        self._database = database
        self._doorbell = doorbell

    def start(self) -> None:
        """Looks every few seconds until the doorbell is closed."""
        threading.Thread(target=self._keep_looking, name="lookout", daemon=True).start()

    def look(self) -> None:
        """Looks once at all streams that are waited for. Raises `DatabaseUnavailable`."""
        streams = self._doorbell.waited_for()
        moving = [stream for stream in streams if TABLES.has(stream) or TOURNAMENTS.has(stream)]
        accounts = [player for player in map(account_of, streams) if player]
        talking = [table_id for table_id in map(table_of_room, streams) if table_id]
        if moving:
            self._doorbell.tell(dict(self._database.read("versions", {"streams": moving})))
        if accounts:
            numbers = self._database.read("account_numbers", {"players": accounts})
            self._doorbell.tell({feed_of(player): number for player, number in numbers})
        if talking:
            said = self._database.read("room_numbers", {"tables": talking})
            self._doorbell.tell({room_stream(table_id, room): number for table_id, room, number in said})

    def _keep_looking(self) -> None:
        while not self._doorbell.until_closed(LOOK_EVERY_S):
            try:
                self.look()
            except DatabaseUnavailable as error:
                _log.warning("%s", error)
            except Exception:  # noqa: BLE001 - logged, and tried again: every listener depends on it
                _log.exception("looking at what is waited for")
