"""Tournaments in sandboxes, with the times of their events."""

from typing import Any, cast

from domain.tournaments.state import Tournament as State
from service.wiring import Service
from tests.support.api import Api, Json
from tests.support.clocked_sandboxes import ClockedSandbox
from tests.support.tournaments_served import Tournament

WINDOWS: Json = {
    "schedule": {"starts_at": "2027-03-20T18:00:00Z", "check_in_s": None},
    "rounds": {"pace": "window", "window_s": 86_400, "interval_s": 3600, "adjudication": "draw"},
}
"""Two rounds of a day each; the second is paired an hour after the first."""


def held(sandbox: ClockedSandbox, pairs: int = 4, **settings: Any) -> Tournament:
    """Returns a tournament in a sandbox with entered pairs."""
    tournament = Tournament(cast("Api", sandbox), owner=sandbox.author, **settings)
    for number in range(1, pairs + 1):
        tournament.enter(f"Pair {number}")
    return tournament


def of(service: Service, tournament: Tournament) -> State:
    return service.tournaments.at(tournament.id).tournament
