"""Series and leagues in sandboxes, with the times of their events."""

from typing import Any, cast

from service.wiring import Service
from tests.support.api import Api, Json, User
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.leagues_served import League
from tests.support.series_served import NIGHTS
from tests.support.tournaments import seated

FRIDAYS: Json = {
    **NIGHTS,
    "recurrence": {"rule": "FREQ=WEEKLY", "zone": "Europe/Berlin", "first": "2027-03-26T19:00"},
}
"""In Berlin the clocks move forward between the first and the second night."""
CALENDAR: Json = {
    "starts_at": "2027-03-27T18:00:00Z",
    "length_s": 864_000,
    "break_s": 172_800,
    "closes_before_s": 86_400,
    "seasons": 2,
}
SLOW: Json = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 86_400}}


def series_of(user: User, **plan: Any) -> str:
    """Creates a series and returns its id."""
    made = user.post("/v1/series", {**FRIDAYS, **plan})
    assert made.status_code == 201, made.text
    return str(made.json["series"])


def opened_by(service: Service, series: str) -> list[str]:
    """Returns the ids of the tournaments opened by a series, in order."""
    events = [each.event for each in service.series.since(series, 0)]
    return [each.tournament for each in events if hasattr(each, "tournament")]


def league_of(sandbox: ClockedSandbox, pairs: int = 4, **plan: Any) -> League:
    """Returns a league in a sandbox with this many pairs."""
    league = League(cast("Api", sandbox), owner=sandbox.author, calendar=CALENDAR, **plan)
    for number in range(1, pairs + 1):
        league.enter(f"Pair {number}")
    return league


def of_the_lowest(service: Service, table: str) -> Any:
    sitting = seated(service.table_cache.newest(table).table)
    lowest = sitting.index(min(sitting)) % 2
    return (lowest, lowest + 2)
