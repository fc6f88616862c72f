"""Rows that were written some days ago, and the pruning of old rows."""

from typing import Any

import psycopg

from service.platform.store.database import Database
from service.processes.due_work import DuePart
from service.processes.pruning import Ages, parts_of_pruning, prune
from service.wiring import Service
from tests.support.api import User
from tests.support.receiver import tell

AGES = {"account_event_days": 180, "snapshot_days": 30, "token_days": 90}
EVENTS, SNAPSHOTS, TOKENS = (
    ("account_event", "drop_old_account_events"),
    ("view_snapshot", "drop_old_snapshots"),
    ("token", "drop_old_tokens"),
)


def pruned(database: Database, what: tuple[str, str] = EVENTS, limit: int = 1000, ages: Ages = AGES) -> int:
    """Deletes one batch of old rows and returns their number."""
    return prune(database, *what, ages, limit)


def parts(service: Service, ages: Ages = AGES) -> list[DuePart]:
    return parts_of_pruning(service.database, ages, every_s=1.0)


def due(service: Service, ages: Ages = AGES) -> set[str]:
    """Returns the queries of the parts that have something to delete."""
    queries = [query for part in parts(service, ages) for query in part.queries]
    return set(service.database.with_rows(queries, ages))


def told(service: Service, user: User, count: int = 1) -> int:
    """Adds account events for a user. Returns the number of the last one."""
    data = {"seek": "sek_01M7ZF2H6T9K3B5M8P1R4V7W0Y", "by": user.id}
    return [tell(service, user.id, "partner_asked", data) for _ in range(count)][-1]


def make_events_older(url: str, user: User, up_to: int, days: float, after: int = 0) -> None:
    """Makes the account events of a user after a number, up to another, some days old."""
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(
            "UPDATE shengji.account_event SET written_at = now() - make_interval(secs => 86400 * %s)"
            " WHERE player_id = %s AND number > %s AND number <= %s",
            [days, user.id, after, up_to],
        )


def page_of(user: User, query: str = "") -> dict[str, Any]:
    page = user.get(f"/v1/me/events{query}")
    assert page.status_code == 200, page.text
    return dict(page.json)


def numbers_of(user: User, query: str = "") -> list[int]:
    """Returns the numbers of the events in the feed of a user."""
    return [each["number"] for each in page_of(user, query)["events"]]
