"""Checks of the whole store, and the remedy after a restore into another cluster (design §6)."""

from collections.abc import Callable, Iterator

import psycopg

from domain.games import GAMES
from domain.table.asking import asking
from domain.table.evolve import fold
from service.store.database import Database
from service.store.event_store import EventStore
from service.store.events import event_of
from service.store.tables import STATE_REVISION, table_document


class RestoredElsewhere(Exception):
    """Stored events have transaction ids that this cluster has not come to: run `shengji db restored`."""


def refuse_restored(database: Database) -> None:
    """Refuses to work on a dump restored into a younger cluster, where old events would be invisible to readers.

    Raises:
        RestoredElsewhere: that is what the database is.
    """
    newest, safe = database.read("newest_transaction")[0]
    # A transaction that is still open may be newer than what is safe to read, but not by as much as another cluster.
    if newest > safe and not database.read("known_transaction", {"transaction": newest})[0][0]:
        raise RestoredElsewhere(
            f"the newest event is of transaction {newest}, but this cluster has only come to {safe}: the database was"
            " restored from another cluster; stop all processes and run `shengji db restored`"
        )


def put_feed_base(connection: psycopg.Connection) -> int:
    """Lets transaction ids begin behind all stored ones, and returns where.

    Checkpoints count too: one that stands above the new ids would pass over the events to come.
    """
    row = connection.execute(
        "SELECT greatest((SELECT max(transaction) FROM shengji.event),"
        " (SELECT max(transaction) FROM shengji.subscription), 0)"
    ).fetchone()
    base = int(row[0]) if row else 0
    connection.execute(
        "CREATE OR REPLACE FUNCTION shengji.feed_base() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE"
        f" AS 'SELECT {base}::bigint'"
    )
    return base


def check_store(database: Database, progress: Callable[[int, int], None]) -> list[str]:
    """Everything that is wrong with the store; empty when nothing is.

    Args:
        database: where it is.
        progress: is told how many streams are checked, of how many.
    """
    store = EventStore(database)
    streams = list(_streams(database))
    wrong: list[str] = []
    for done, stream in enumerate(streams, start=1):
        wrong.extend(_wrong_in_stream(database, store, stream))
        progress(done, len(streams))
    return wrong


def _streams(database: Database) -> Iterator[str]:
    after = ""
    while rows := database.run("stream_names", {"after": after, "limit": 1000}):
        yield from (name for (name,) in rows)
        after = rows[-1][0]


def _wrong_in_stream(database: Database, store: EventStore, stream: str) -> Iterator[str]:
    """Gaps in the versions, a head that is elsewhere, a state that is not what the events fold to."""
    [(_, version, revision, state, asked, _)] = database.run("heads", {"streams": [stream]})
    events = [stored for stored in store.read_all(stream) if stored.version <= version]
    if [stored.version for stored in events] != list(range(1, version + 1)):
        yield f"{stream}: its versions have a gap, or do not end at its head's version {version}"
        return
    table = fold(GAMES, (event_of(stored.record) for stored in events))
    if revision == STATE_REVISION and state != table_document(table):
        yield f"{stream}: the state of its head is not what its {version} events fold to"
    if asked != [each._asdict() for each in asking(table)]:
        yield f"{stream}: its head does not say rightly who has to act"
