"""Leagues that a test drives over HTTP."""

from typing import Any

from domain.kernel.instants import Instant, read_instant
from domain.tournaments.leagues.commands import LeagueTimePasses
from service.wiring import Service
from tests.support.api import Api, Json, User

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


class League:
    """A league, its owner, and its players in pairs."""

    def __init__(self, api: Api, *, owner: User | None = None, **plan: Any) -> None:
        self.api = api
        self.owner = owner or api.sign_up("Olga")
        made = self.owner.post("/v1/leagues", {**LEAGUE, **plan})
        assert made.status_code == 201, made.text
        assert made.headers["Location"] == f"/v1/leagues/{made.json['league']}"
        self.id: str = made.json["league"]
        self.pairs: list[tuple[str, User, User]] = []

    @property
    def path(self) -> str:
        """Returns the path of the league."""
        return f"/v1/leagues/{self.id}"

    def ask(self, user: User, what: str, headers: Json | None = None, /, **members: Any) -> Any:
        """Sends a command and returns the answer."""
        return user.post(f"{self.path}/commands", {"type": what, **members}, headers=headers or {})

    def done(self, user: User, what: str, /, **members: Any) -> list[Json]:
        """Sends an accepted command and returns its events."""
        answered = self.ask(user, what, **members)
        assert answered.status_code == 200, answered.text
        events: list[Json] = answered.json["events"]
        return events

    def enter(self, name: str) -> str:
        """Registers a pair of new players and returns its id."""
        captain, partner = self.api.sign_up(f"{name} 1"), self.api.sign_up(f"{name} 2")
        entrant = str(self.done(captain, "register", name=name, partners=[partner.id])[0]["data"]["entrant"])
        self.done(partner, "accept", entrant=entrant)
        self.pairs.append((entrant, captain, partner))
        return entrant

    def view(self, user: User | None = None) -> Json:
        """Returns the league as a player sees it, by default the owner."""
        return _seen((user or self.owner).get(self.path))

    def season(self, number: int = 1) -> Json:
        """Returns a season."""
        return _seen(self.owner.get(f"{self.path}/seasons/{number}"))

    def events(self) -> list[Json]:
        """Returns all events."""
        return list(_seen(self.owner.get(f"{self.path}/events"))["events"])


def until(service: Service, league: League, now: Instant) -> None:
    """Moves the time of a league to `now`."""
    service.leagues.carry_out(league.id, LeagueTimePasses(), now=now)


def _seen(answered: Any) -> Json:
    assert answered.status_code == 200, answered.text
    return dict(answered.json)
