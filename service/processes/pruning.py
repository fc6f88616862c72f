"""Deletes old rows that are only a convenience, in small batches. The event log is never pruned.

Each batch is one statement. If the process dies, the batch is undone or complete, and the next leader continues. The
query of a part reads one entry of an index, so nothing happens while there is nothing to delete.
"""

from collections.abc import Mapping
from functools import partial

from service.platform.metrics import PRUNED_ROWS
from service.platform.settings import MOST_DAYS_KEPT, Settings
from service.platform.store.database import Database
from service.processes.due_work import DuePart

ROWS_AT_ONCE = 500
"""Maximum number of rows of a batch. A batch takes tens of milliseconds, in which the scheduler does nothing else."""
_PARTS = (
    ("account_event", "old_account_events", "drop_old_account_events"),
    ("view_snapshot", "old_snapshots", "drop_old_snapshots"),
    ("token", "old_tokens", "drop_old_tokens"),
)
"""For each pruned table: its name, the query that finds old rows, and the statement that deletes them."""

Ages = Mapping[str, int | None]


def ages_of(settings: Settings) -> Ages:
    """Returns the days for which rows are kept, by the arguments of the statements. `None` means for ever.

    The payload of a delivery is an account event, so events are kept at least as long as deliveries.
    """
    events = settings.account_events_kept_days
    return {
        "account_event_days": max(events, min(settings.webhook_kept_days, MOST_DAYS_KEPT)) if events else None,
        "snapshot_days": settings.snapshots_kept_days or None,
        "token_days": settings.tokens_kept_days or None,
    }


def parts_of_pruning(database: Database, ages: Ages, every_s: float) -> list[DuePart]:
    """Returns the due work that deletes what is older than `ages`, at most a batch of each table every `every_s` s."""
    return [
        DuePart(f"old rows of {table}", (query,), partial(prune, database, table, statement, ages), every_s)
        for table, query, statement in _PARTS
    ]


def prune(database: Database, table: str, statement: str, ages: Ages, limit: int = ROWS_AT_ONCE) -> int:
    """Deletes at most `limit` old rows of a table. Returns the number of deleted rows."""
    deleted = len(database.run(statement, {**ages, "limit": limit}))
    PRUNED_ROWS.labels(table).inc(deleted)
    return deleted
