"""The read models behind lists: a summary of each table, and the turns that wait for each player.

Rows are made of a table's folded state and nothing else, so that they come out the same when they are made anew.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from ulid import ULID

from domain.games import GAMES
from domain.table.asking import asking
from domain.table.evolve import fold
from domain.table.spectators import AT_ONCE
from domain.table.state import Table
from service.projections.documents import (
    rules_document,
    seats_document,
    spectators_document,
    timestamp,
    timestamp_of_move,
)
from service.projections.streams import STREAM_PREFIX, table_of
from service.projections.subscription import Overtaken, Run, Subscription
from service.store.database import Database, DatabaseUnavailable
from service.store.event_store import EventStore
from service.store.events import event_of
from service.store.tables import STATE_REVISION, table_from_document

_log = logging.getLogger(__name__)

NAME = "tables"


class Folded(NamedTuple):
    """A table at its newest version, and when that was recorded."""

    table_id: str
    version: int
    table: Table
    updated_at: datetime


def folded_from_events(store: EventStore, stream: str) -> Folded:
    """The table of a stream, folded from all its events."""
    events = store.read_all(stream)
    table = fold(GAMES, (event_of(stored.record) for stored in events))
    return Folded(table_of(stream), events[-1].version, table, events[-1].recorded_at)


class TablesProjection:
    """Keeps the read models up with the log."""

    def __init__(self, database: Database, store: EventStore, name: str = NAME) -> None:
        """Follows the log under that name, in the read schema that the database is set to."""
        self._database = database
        self._store = store
        self._subscription = Subscription(database, store, name)

    def catch_up(self) -> int:
        """Takes in one batch of events, and returns how many there were."""
        before, batch = self._subscription.next_batch()
        if not batch:
            return 0
        streams = sorted({logged.stream for logged in batch if logged.stream.startswith(STREAM_PREFIX)})
        tables = self._heads(streams)
        try:
            self._subscription.move(before, batch[-1].place, lambda run: keep(run, tables))
        except Overtaken:
            return 0
        return len(batch)

    def _heads(self, streams: list[str]) -> list[Folded]:
        """The tables of these streams as their heads have them, or folded anew after a change of the program."""
        tables = []
        for stream, version, revision, state, _, updated_at, _ in self._database.read("heads", {"streams": streams}):
            try:
                tables.append(
                    Folded(table_of(stream), version, table_from_document(state), updated_at)
                    if revision == STATE_REVISION
                    else folded_from_events(self._store, stream)
                )
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged, with the name of the table
                # One table that this program cannot read must not keep all others out of the lists.
                _log.exception("%s cannot be read; it is left out of the lists", stream)
        return tables


def keep(run: Run, tables: Sequence[Folded]) -> None:
    """Writes the summaries and turns of these tables in place of what was there."""
    run("drop_turns", {"tables": [each.table_id for each in tables]})
    for each in tables:
        run("put_summary", _summary_row(each))
        for asked in asking(each.table):
            run(
                "add_turn",
                {
                    "player_id": asked.player,
                    "table_id": each.table_id,
                    "seat": asked.seat,
                    "asked": asked.what,
                    "since": each.updated_at,
                    "version": each.version,
                },
            )


def _opened_at(table_id: str) -> datetime:
    """When the table was opened: its id begins with the time."""
    return ULID.from_str(table_id.partition("_")[2]).datetime


def _summary_row(each: Folded) -> dict[str, Any]:
    table = each.table
    seated = [occupant.player for occupant in table.seats if occupant]
    return {
        "id": each.table_id,
        "opened_at": _opened_at(each.table_id),
        "updated_at": each.updated_at,
        "version": each.version,
        "free_seats": sum(occupant is None for occupant in table.seats),
        "listed": table.listed,
        "status": table.status,
        "players": sorted({table.host, *seated}),
        "summary": orjson.dumps(_summary_document(each)).decode(),
    }


def _summary_document(each: Folded) -> dict[str, Any]:
    """The table in a list, the same for everybody.

    Where spectators see it late, it does not say how much has happened since the start, nor when: a throw that failed,
    a friend who joined or a pass can be told by it. Status and seats tell nothing of a card.
    """
    table = each.table
    seats = seats_document(table)
    is_late = table.spectators != AT_ONCE and table.match is not None
    return {
        "id": each.table_id,
        "version": None if is_late else each.version,
        "game": table.game.name,
        "rules": rules_document(table),
        "status": table.status,
        "host": table.host,
        "hands": table.hands,
        "spectators": spectators_document(table),
        "seats": [{name: seat[name] for name in ("seat", "player", "bot")} for seat in seats],
        "opened_at": timestamp(_opened_at(each.table_id)),
        "updated_at": None if is_late else timestamp_of_move(each.updated_at),
    }
