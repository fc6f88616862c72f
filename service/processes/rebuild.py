"""Rebuilds the read models beside those in use, then replaces the old ones.

The new read models are filled from all events in a schema of their own. Meanwhile the old ones are served and kept up
to date. When the new ones have reached the end of the log, they replace the old ones in one transaction. A crash before
that leaves the old ones in use. The same transaction queues work for every unfinished tournament and league.

A stream that cannot be read is set aside, as by the projections themselves (`subscription.py`). The new read models
lack it until it can be read.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

import psycopg
from psycopg import sql

from domain.ratings.outcomes import RatingParameters
from service.accounts.reliability.projections import NAME as RELIABILITY
from service.accounts.reliability.projections import ReliabilityProjection
from service.leagues.projections import NAME as LEAGUES
from service.leagues.projections import LeaguesProjection
from service.platform.limits import LIMITS, Limits
from service.platform.store.database import READ_SCHEMA, Database, DatabaseUnavailable
from service.platform.store.event_store import EventStore
from service.platform.store.migrations import check_not_newer, grant_read_models, migrations
from service.platform.store.projection import Projection
from service.platform.store.subscription import Subscription, may_come_from_stream
from service.ratings.grades.projections import NAME as GRADES
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import NAME as RATINGS
from service.ratings.projections import RatingsProjection
from service.series.projections import NAME as SERIES
from service.series.projections import SeriesProjection
from service.tables.events import TABLES
from service.tables.projections import NAME, TablesProjection, folded_from_events, replace_summaries
from service.tournaments.projections import NAME as TOURNAMENTS
from service.tournaments.projections import TournamentsProjection

NEXT_SCHEMA = READ_SCHEMA + "_next"
NEXT = "_next"
NEXT_NAME = NAME + NEXT
_FOLLOWERS = (NAME, RELIABILITY, TOURNAMENTS, RATINGS, GRADES, LEAGUES, SERIES)
"""The subscriptions that maintain the read models. Each has its own checkpoint."""
_LOCK = 7_353_645_242
REBUILD_LIMITS = replace(LIMITS, connection_s=60.0)
"""Seconds to wait for a connection. This is long, because a failure would lose the work done so far."""
MOST_FAILURES = 5
"""Failures of one batch in a row after which a rebuild ends."""
_TABLES = (
    "table_summary",
    "turn",
    "challenge",
    "proposal",
    "reliability",
    "tournament",
    "tournament_table",
    "tournament_waiting",
    "rated_game",
    "rating_pool",
    "rating_season",
    "rating_change",
    "rating",
    "grade_session",
    "grade_pool",
    "grade_change",
    "grade",
    "league",
    "league_season",
    "league_division",
    "series",
)
_OF_POOLS = (
    ("rating_pool", ("rated_game", "rating_season", "rating_change", "rating", "rating_pool")),
    ("grade_pool", ("grade_session", "grade_change", "grade", "grade_pool")),
)
"""For each list of pools, the tables with data of a pool; the list itself comes last."""


class SetAside(NamedTuple):
    """A stream that a follower has set aside after an error.

    Attributes:
        version: the first version that the follower has not applied.
        since: when the follower set the stream aside.
        error: why.
        release: the release of the software that tried last.
        attempts: how often it has tried to apply that version.
        next_at: when it tries again.
    """

    stream: str
    follower: str
    version: int
    since: datetime
    error: str
    release: str
    attempts: int
    next_at: datetime


class Rebuilt(NamedTuple):
    """The number of rebuilt tables, and the streams that could not be read and are not in the new read models."""

    tables: int
    lacking: tuple[SetAside, ...]


def rebuild(
    url: str,
    role: str,
    progress: Callable[[int, int], None],
    rules: RatingParameters | None = None,
    limits: Limits = REBUILD_LIMITS,
) -> Rebuilt:
    """Rebuilds the read models. Returns the number of tables, and the streams that could not be read.

    Args:
        url: URL of the database, for a user who owns the schemas.
        role: database role of the processes.
        progress: called with the number of finished tables and of all tables.
        rules: the parameters of the ratings; `None` for the defaults.
        limits: limits of the work.

    Raises:
        CannotMigrate: a newer release has changed the schema.
        NewerRelease: a newer release has written events.
    """
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        # The new read models would lack what a newer release stores there.
        check_not_newer(owner, migrations())
        _make_next(owner, role)
        database = Database(url, role=role, connections=2, limits=limits, read_schema=NEXT_SCHEMA)
        try:
            count = _fill(database, progress)
            store = EventStore(database)
            follow_to_end(TablesProjection(database, store, NEXT_NAME))
            # The records of players depend on the order of all events, so they are built from the start of the log.
            follow_to_end(ReliabilityProjection(database, store, RELIABILITY + NEXT))
            follow_to_end(TournamentsProjection(database, store, TOURNAMENTS + NEXT, notes_work=False))
            follow_to_end(RatingsProjection(database, store, rules, RATINGS + NEXT))
            follow_to_end(GradesProjection(database, store, name=GRADES + NEXT))
            follow_to_end(LeaguesProjection(database, store, LEAGUES + NEXT, notes_work=False))
            follow_to_end(SeriesProjection(database, store, SERIES + NEXT))
            names = {name + NEXT: name for name in _FOLLOWERS}
            rows = map(SetAside._make, database.read("all_set_aside", {"followers": list(names)}))
            lacking = tuple(each._replace(follower=names[each.follower]) for each in rows)
            _swap(owner)
        finally:
            database.close()
        return Rebuilt(count, lacking)


def follow_to_end(projection: Projection) -> None:
    """Applies the log to its end.

    A batch is repeated if the database did not answer. For example, PostgreSQL ends the transaction of a process that
    got no processor time for `idle_transaction_s` seconds. The checkpoint prevents that a batch counts twice.
    """
    failures = 0
    while True:
        try:
            if not projection.catch_up():
                return
            failures = 0
        except DatabaseUnavailable:
            failures += 1
            if failures == MOST_FAILURES:
                raise


def _make_next(owner: psycopg.Connection, role: str) -> None:
    """Creates empty read models in the next schema, and drops those of an earlier attempt."""
    next_schema = sql.Identifier(NEXT_SCHEMA)
    with owner.transaction():
        owner.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(next_schema))
        owner.execute(sql.SQL("CREATE SCHEMA {}").format(next_schema))
        for name in _TABLES:
            owner.execute(
                sql.SQL("CREATE TABLE {next}.{name} (LIKE {now}.{name} INCLUDING ALL)").format(
                    next=next_schema, now=sql.Identifier(READ_SCHEMA), name=sql.Identifier(name)
                )
            )
        next_names = [name + NEXT for name in _FOLLOWERS]
        owner.execute("DELETE FROM shengji.set_aside WHERE follower = ANY(%s)", [next_names])
        owner.execute("DELETE FROM shengji.subscription WHERE name = ANY(%s)", [next_names])
    grant_read_models(owner, NEXT_SCHEMA, role)


def _fill(database: Database, progress: Callable[[int, int], None]) -> int:
    """Folds every table from its events. Later events are applied from the log afterwards."""
    store = EventStore(database)
    subscription = Subscription(database, store, NEXT_NAME)
    start = subscription.checkpoint()
    [(transaction,)] = database.run("feed_safe")
    streams = [stream for stream in store.streams() if TABLES.has(stream)]
    lacking = 0
    for done, stream in enumerate(streams, start=1):
        try:
            table = folded_from_events(store, stream)
            database.together(lambda run, one=table: replace_summaries(run, [one]))  # type: ignore[misc]  # bound at once
        except Exception as error:
            if not may_come_from_stream(error):
                raise
            subscription.set_aside_stream(stream, error)
            lacking += 1
        progress(done, len(streams))
    # Everything before that transaction had ended when the folding began.
    subscription.move(start, start._replace(transaction=transaction))
    return len(streams) - lacking


def _swap(owner: psycopg.Connection) -> None:
    """Replaces the read models in use and the checkpoints of their subscriptions by the new ones."""
    now, coming, gone = (sql.Identifier(name) for name in (READ_SCHEMA, NEXT_SCHEMA, READ_SCHEMA + "_gone"))
    with owner.transaction():
        # These locks keep the read models and their checkpoints unchanged until the swap. Followers lock their
        # checkpoints first too, so that neither waits for the other.
        held = "SELECT 1 FROM shengji.subscription WHERE name = ANY(%s) ORDER BY name FOR UPDATE"
        owner.execute(held, [list(_FOLLOWERS)])
        for name in _TABLES:
            owner.execute(sql.SQL("LOCK TABLE {}.{} IN ACCESS EXCLUSIVE MODE").format(now, sql.Identifier(name)))
        owner.execute("LOCK TABLE shengji.set_aside IN SHARE ROW EXCLUSIVE MODE")
        owner.execute(sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(now, gone))
        owner.execute(sql.SQL("ALTER SCHEMA {} RENAME TO {}").format(coming, now))
        owner.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(gone))
        for pools, names in _OF_POOLS:
            for name in names:
                # If a sandbox was deleted meanwhile, only its old rows went with it.
                owner.execute(
                    sql.SQL(
                        "DELETE FROM {now}.{name} WHERE pool IN (SELECT pool FROM {now}.{pools} AS p"
                        " JOIN shengji.world AS w ON w.id = split_part(p.pool, '/', 2) WHERE w.ended_at IS NOT NULL)"
                    ).format(now=now, name=sql.Identifier(name), pools=sql.Identifier(pools))
                )
        for name in _FOLLOWERS:
            for table, column in (("subscription", "name"), ("set_aside", "follower")):
                called = {"table": sql.Identifier("shengji", table), "column": sql.Identifier(column)}
                owner.execute(sql.SQL("DELETE FROM {table} WHERE {column} = %s").format(**called), [name])
                renamed = sql.SQL("UPDATE {table} SET {column} = %s WHERE {column} = %s").format(**called)
                owner.execute(renamed, [name, name + NEXT])
        _note_work(owner, now)


def _note_work(owner: psycopg.Connection, now: sql.Identifier) -> None:
    """Records work for all unfinished tournaments and leagues.

    The new followers recorded none for events that the old ones may not have reached.
    """
    owner.execute(
        sql.SQL(
            "INSERT INTO shengji.tournament_work AS w (tournament_id, world) "
            "SELECT id, world FROM {now}.tournament AS t WHERE status NOT IN ('finished', 'cancelled') OR EXISTS ("
            "SELECT FROM {now}.tournament_table WHERE tournament_id = t.id AND NOT is_over"
            ") ORDER BY id ON CONFLICT (tournament_id) "
            "DO UPDATE SET mark = w.mark + 1, since = statement_timestamp()"
        ).format(now=now)
    )
    owner.execute(
        sql.SQL(
            "INSERT INTO shengji.league_work AS w (league_id, world) "
            "SELECT id, world FROM {}.league WHERE status <> 'ended' ORDER BY id "
            "ON CONFLICT (league_id) DO UPDATE SET mark = w.mark + 1"
        ).format(now)
    )
