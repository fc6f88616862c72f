"""Removes players who close their accounts from tables."""

import logging
from functools import partial

from domain.kernel.players import PlayerId
from domain.table.commands import Cancel, Leave
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.events import Record
from service.platform.store.folding import UnreadableStream
from service.platform.store.leaving import ProjectedStreams, is_accepted, leave_streams
from service.tables.events import TABLES
from service.tables.handlers import Tables
from service.tables.lists import Lists
from service.tables.projections import NAME

WHO_COMES = {"table_opened": "host", "seat_taken": "player"}
"""The events with which a player joins a table, and the member that has the player's id."""

_log = logging.getLogger(__name__)


class LeavingTables:
    """Removes a player from all open and running tables."""

    def __init__(self, database: Database, store: EventStore, tables: Tables, lists: Lists) -> None:
        """Takes the stores, the commands of tables, and their lists."""
        self._streams = ProjectedStreams(database, store, NAME, TABLES)
        self._tables = tables
        self._lists = lists

    def leave_all(self, player: PlayerId) -> None:
        """Removes a player from all open and running tables, also from those that the lists do not have yet.

        Raises:
            StreamBusy: a table changes so fast that the seat could not be given up.
        """

        def joins(event: Record) -> bool:
            # Only these members are read, so events in an unknown form do not prevent the closing of an account.
            return event.type in WHO_COMES and player == event.data.get(WHO_COMES[event.type])

        leave_streams(
            self._streams, self._lists.own_ids(("open", "playing"), player), joins, partial(self._leave, player)
        )

    def _leave(self, player: PlayerId, table_id: str) -> None:
        """Cancels a table if the player opened it, or else leaves it. Finished tables refuse both and stay."""
        try:
            if not is_accepted(self._tables.carry_out, table_id, Cancel(player)):
                is_accepted(self._tables.carry_out, table_id, Leave(player))
        except UnreadableStream as error:
            # No command can reach this table, so nobody waits there. The account can be closed.
            _log.warning("%s cannot be read; a seat there stays with a closed account", error.stream)
