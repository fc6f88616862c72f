"""The read models behind lists: a summary of each table, and the turns that wait for each player.

Rows are made of a table's folded state and nothing else, so that they come out the same when they are made anew.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from ulid import ULID

from domain.games import GAMES
from domain.instants import utc
from domain.table.asking import asking
from domain.table.evolve import fold
from domain.table.proposals import awaited
from domain.table.spectators import AT_ONCE
from domain.table.state import Table
from service.projections.documents import (
    pace_document,
    rules_document,
    seats_document,
    spectators_document,
    timestamp,
    timestamp_of_move,
)
from service.projections.reminders import started_as_if
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
        for stream, version, revision, state, _, updated_at, *_ in self._database.read("heads", {"streams": streams}):
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
    """Writes the summaries of these tables, and what waits there, in place of what was there."""
    ids = [each.table_id for each in tables]
    for statement in ("drop_turns", "drop_waiting_challenges", "drop_waiting_proposals"):
        run(statement, {"tables": ids})
    for each in tables:
        run("put_summary", _summary_row(each))
        here = {"table_id": each.table_id, "version": each.version}
        for turn in _turns(each):
            run("add_turn", {**here, **turn})
        for challenge in each.table.challenges if each.table.status in ("open", "playing") else ():
            whose = {"player_id": challenge.player, "seat": challenge.seat, "challenger": challenge.by}
            run("add_waiting_challenge", {**here, **whose})
        for proposal in _proposals(each.table):
            run("add_waiting_proposal", {**here, **proposal})


def _turns(each: Folded) -> Iterator[dict[str, Any]]:
    """The turns that wait for players; bots that act for them are not waited for."""
    for asked in asking(each.table):
        if asked.bot is None:
            running = each.table.clocks[asked.seat].running
            yield {
                "player_id": asked.player,
                "seat": asked.seat,
                "asked": asked.what,
                "since": each.updated_at,
                "started_at": utc(started_as_if(running)) if running else None,
                "deadline_at": utc(running.deadline) if running else None,
                "is_grace": running is not None and running.is_grace,
            }


def _proposals(table: Table) -> Iterator[dict[str, Any]]:
    """What is proposed, for each player whose agreement is missing."""
    if table.proposal is None or table.status != "playing":
        return
    for seat in awaited(table):
        occupant = table.seats[seat]
        if occupant is not None:
            yield {
                "player_id": occupant.player,
                "seat": seat,
                "what": table.proposal.what,
                "proposer": table.proposal.by,
            }


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
        "world": table.world,
        "status": table.status,
        # Who hosts a sealed table sees no more of it than others.
        "players": sorted({*seated, *(() if table.sealed else (table.host,))}),
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
        **pace_document(table),
        "seats": [{name: seat[name] for name in ("seat", "player", "bot")} for seat in seats],
        "opened_at": timestamp(_opened_at(each.table_id)),
        "updated_at": None if is_late else timestamp_of_move(each.updated_at),
    }
