"""Leagues that a test drives over HTTP."""

from domain.kernel.instants import Instant, read_instant
from domain.tournaments.leagues.commands import LeagueTimePasses
from service.wiring import Service
from tests.support.api import Json
from tests.support.competitions_served import Competition

LEAGUE: Json = {
    "name": "City league",
    "template": {
        "name": "City pairs",
        "play": {"profile": "zhang-2021", "hands": 1},
        "format": "round_robin",
        "entrants": {"kind": "pair"},
        "rounds": {"is_automatic": False},
        "corrections_s": 0,
    },
    "rules": {"least": 2, "most": 3, "promoted": {"count": 1}, "relegated": {"count": 1}},
    "calendar": {"starts_at": "2099-01-10T18:00:00Z", "length_s": 864000, "break_s": 172800, "closes_before_s": 86400},
}
"""A league of pairs in small divisions. Its first season starts in the far future."""
SETTLES = read_instant("2099-01-09T18:00:00.000Z")
STARTS = read_instant("2099-01-10T18:00:00.000Z")


class League(Competition):
    """A league, its owner, and its players in pairs."""

    kind, plan, accept = "league", LEAGUE, "accept"

    def season(self, number: int = 1) -> Json:
        """Returns a season."""
        return self.read(f"/seasons/{number}")

    def events(self) -> list[Json]:
        """Returns all events."""
        return list(self.read("/events")["events"])


def until(service: Service, league: League, now: Instant) -> None:
    """Moves the time of a league to `now`."""
    service.leagues.carry_out(league.id, LeagueTimePasses(), now=now)
