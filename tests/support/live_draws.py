"""Tables with a live draw, and the clocks that are stored in their heads."""

from datetime import datetime
from typing import Any, NamedTuple

from service.tables.draw_ticks import tick_draw
from tests.support.api import User

GRACE_S = 600.0
"""A grace period in seconds, so long that no job counts as lost during a test."""
LIVE = {"deal_mode": "live_draw", "first_drawer_method": "random"}


class Running(NamedTuple):
    """The clock in the head of a table."""

    step: int | None
    runs_down_at: datetime | None
    due_at: datetime | None


def running(service: Any, table: str) -> Running:
    with service.database.session() as session:
        row = session.execute(
            "SELECT clock_step, clock_due_at, due_at FROM shengji.head WHERE stream = $1", [f"table-{table}"]
        ).fetchone()
    return Running(*row)


def expire_clock(service: Any, table: str, since_s: float = 0.0) -> None:
    """Sets the expiry of the clock to `since_s` seconds ago."""
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET clock_due_at = now() - make_interval(secs => $2) WHERE stream = $1",
            [f"table-{table}", since_s],
        )


def tick(service: Any, table: str) -> int:
    expire_clock(service, table)
    return tick_draw(table)


def rounds_drawn(user: User, table: str) -> list[int]:
    events = user.get(f"/v1/tables/{table}/events?limit=1000").json["events"]
    return [event["data"]["round"] for event in events if event["type"] == "round_drawn"]
