"""A league of pairs for the tests of pages: its members use tokens, and its staff set the results of its matches."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from tests.support.organising import Organiser

Json = dict[str, Any]
PAIRS = (("Ada", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal"), ("Ida", "Jon"))
BEGINS_S = 8
"""The seconds from the creation of the league to its first season."""
PLAN: Json = {
    "name": "City league",
    "template": {
        "name": "City pairs",
        "play": {"profile": "zhang-2021", "hands": 4},
        "format": "round_robin",
        "entrants": {"kind": "pair"},
        "rounds": {"is_automatic": False, "played_elsewhere": True},
        "corrections_s": 0,
    },
    "rules": {"least": 2, "most": 3, "promoted": {"count": 1}, "relegated": {"count": 1}},
    "continues": False,
}


class Member(NamedTuple):
    """A player with a token."""

    organiser: Organiser
    id: str
    token: str

    def send(self, path: str, body: Json) -> Any:
        """Sends a body with the token."""
        visitor = self.organiser.visitor
        headers = {"Authorization": f"Bearer {self.token}"}
        answered = visitor.context.request.post(f"{visitor.address}/v1{path}", data=body, headers=headers)
        assert answered.ok, answered.text()
        return answered.json()


def new_member(organiser: Organiser, name: str) -> Member:
    """Returns a new player."""
    visitor = organiser.visitor
    made = visitor.context.request.post(f"{visitor.address}/v1/players", data={"name": name}).json()
    return Member(organiser, made["player"]["id"], made["token"]["secret"])


def new_league(organiser: Organiser, begins_s: float = BEGINS_S, **changes: Any) -> str:
    """Creates a league and returns its id."""
    starts_at = (datetime.now(UTC) + timedelta(seconds=begins_s)).isoformat(timespec="milliseconds")
    calendar = {"starts_at": starts_at, "length_s": 864_000, "break_s": 172_800, "closes_before_s": 0}
    return str(organiser.visitor.send("/leagues", {**PLAN, "calendar": calendar, **changes})["id"])


def join(organiser: Organiser, league: str) -> None:
    """Lets all pairs register."""
    for names in PAIRS:
        captain, partner = (new_member(organiser, name) for name in names)
        body = {"type": "register", "name": " and ".join(names), "partners": [partner.id]}
        done = captain.send(f"/leagues/{league}/commands", body)
        entrant = done["events"][0]["data"]["entrant"]
        partner.send(f"/leagues/{league}/commands", {"type": "accept", "entrant": entrant})


def play_first_round(organiser: Organiser, league: str) -> None:
    """Waits for the first season, and lets the first sides of the highest division win."""
    visitor = organiser.visitor
    tournament = None
    while tournament is None:
        visitor.page.wait_for_timeout(300)
        if visitor.get(f"/leagues/{league}")["season"]:
            tournament = visitor.get(f"/leagues/{league}/seasons/1")["divisions"][0]["tournament"]
    while visitor.get(f"/tournaments/{tournament}")["status"] != "running":
        visitor.page.wait_for_timeout(300)
    organiser.command(tournament, "pair_round", round=1)
    organiser.decide(tournament, 1)
