"""Projections and feeds that can set a stream aside, and the events that they write."""

from collections.abc import Callable
from typing import Any

from service.accounts.reliability.projections import ReliabilityProjection
from service.boards.projections import BoardsProjection
from service.leagues.projections import LeaguesProjection
from service.notifications.projections import AccountFeeds
from service.platform.queue.job_queue import JobQueue
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import RatingsProjection
from service.series.projections import SeriesProjection
from service.tables.dispatch import TableDispatch
from service.tables.projections import TablesProjection
from service.tournaments.projections import TournamentsProjection
from service.wiring import Service
from tests.support.api import User

FOLLOWERS: dict[str, Callable[[Service], Any]] = {
    "accounts": lambda service: AccountFeeds(service.database, service.store, service.notifier),
    "dispatch": lambda service: TableDispatch(
        service.database, service.store, JobQueue(service.settings.redis_url), 1.0
    ),
    **{
        name: lambda service, kind=kind: kind(service.database, service.store)
        for name, kind in {
            "tables": TablesProjection,
            "reliability": ReliabilityProjection,
            "tournaments": TournamentsProjection,
            "ratings": RatingsProjection,
            "grades": GradesProjection,
            "boards": BoardsProjection,
            "leagues": LeaguesProjection,
            "series": SeriesProjection,
        }.items()
    },
}
READ_TABLES = ("accounts", "tables", "reliability")
"""Followers that read every event of a table or its whole head."""


def follow(service: Service, name: str) -> None:
    """Runs a follower, with an empty cache, to the end of the log."""
    follower = FOLLOWERS[name](service)
    while follower.catch_up():
        pass


def account_events(user: User) -> list[dict[str, Any]]:
    return [
        {name: event[name] for name in ("type", "table", "data")}
        for event in user.get("/v1/me/events?limit=1000").json["events"]
    ]


def stream(table: str) -> str:
    return f"table-{table}"
