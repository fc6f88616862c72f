"""Checks whether the store was restored into another cluster, and the repair after that."""

import psycopg

from service.platform.store.database import Database


class RestoredElsewhere(Exception):
    """Stored events have transaction ids that this cluster has not reached. Run `shengji db restored`."""


def refuse_restored(database: Database) -> None:
    """Refuses to work on a dump restored into a younger cluster, where readers would not see old events.

    Raises:
        RestoredElsewhere: the database was restored from another cluster.
    """
    newest, safe = database.read("newest_transaction")[0]
    # An open transaction may exceed the safe id, but only by little.
    if newest > safe and not database.read("known_transaction", {"transaction": newest})[0][0]:
        raise RestoredElsewhere(
            f"the newest event is of transaction {newest}, but this cluster has only come to {safe}: the database was"
            " restored from another cluster; stop all processes and run `shengji db restored`"
        )


def put_feed_base(connection: psycopg.Connection) -> int:
    """Makes transaction ids continue after all stored ones, and returns the new base.

    Checkpoints count too. A checkpoint above the new ids would skip future events.
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
