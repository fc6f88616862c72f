"""Polls the database for lost notifications: reads the newest numbers of all streams that somebody waits for.

One query serves all listeners of a process, so thousands of them cost no more than a few.
"""

import logging
import threading

from service.notifications.account_events import account_of, feed_of
from service.platform.feeds.notifier import Notifier
from service.platform.store.database import Database, DatabaseUnavailable
from service.social.chat.rooms import room_stream, table_of_room
from service.tables.codec import TABLES
from service.tournaments.codec import TOURNAMENTS

POLL_EVERY_S = 2.0

_log = logging.getLogger(__name__)


class Poller:
    """Notifies the listeners of this process of what they have missed."""

    def __init__(self, database: Database, notifier: Notifier) -> None:
        self._database = database
        self._notifier = notifier

    def start(self) -> None:
        """Polls every few seconds until the notifier is closed."""
        threading.Thread(target=self._keep_polling, name="poller", daemon=True).start()

    def poll(self) -> None:
        """Polls once. Raises `DatabaseUnavailable`."""
        streams = self._notifier.waited_for()
        moving = [stream for stream in streams if TABLES.has(stream) or TOURNAMENTS.has(stream)]
        accounts = [player for player in map(account_of, streams) if player]
        talking = [table_id for table_id in map(table_of_room, streams) if table_id]
        if moving:
            self._notifier.notify_here(dict(self._database.read("versions", {"streams": moving})))
        if accounts:
            numbers = self._database.read("account_numbers", {"players": accounts})
            self._notifier.notify_here({feed_of(player): number for player, number in numbers})
        if talking:
            said = self._database.read("room_numbers", {"tables": talking})
            self._notifier.notify_here({room_stream(table_id, room): number for table_id, room, number in said})

    def _keep_polling(self) -> None:
        while not self._notifier.until_closed(POLL_EVERY_S):
            try:
                self.poll()
            except DatabaseUnavailable as error:
                _log.warning("%s", error)
            except Exception:  # noqa: BLE001 - logged, and tried again: every listener depends on it
                _log.exception("polling")
