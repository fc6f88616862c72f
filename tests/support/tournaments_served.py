"""Tournaments over HTTP in a given state."""

from typing import Any

from tests.support.api import Api, Json, User

PAIRS = {
    "name": "Friday pairs",
    "play": {"profile": "zhang-2021", "hands": 1},
    "format": "swiss",
    "figures": {"rounds": 2},
    "entrants": {"kind": "pair"},
    "rounds": {"is_automatic": False},
    "tie_breaks": ["buchholz", "wins"],
    "corrections_s": 0,
}
"""Settings of a Swiss of pairs with two rounds. Staff run it, and there is no time for corrections."""


BOARDS = {
    "format": "duplicate_pairs",
    "entrants": {"kind": "pair", "least": 4, "capacity": 8},
    "tie_breaks": ["wins"],
    "boards": {"per_match": 2, "scoring": "matchpoints"},
}
"""The additional settings of a tournament with duplicate boards."""


class Tournament:
    """A tournament, its owner, and its players in pairs."""

    def __init__(self, api: Api, *, owner: User | None = None, **settings: Any) -> None:
        self.api = api
        self.owner = owner or api.sign_up("Olga")
        made = self.owner.post("/v1/tournaments", {**PAIRS, **settings})
        assert made.status_code == 201, made.text
        self.id: str = made.json["tournament"]
        self.pairs: list[tuple[str, User, User]] = []

    @property
    def path(self) -> str:
        """The path of the tournament."""
        return f"/v1/tournaments/{self.id}"

    def ask(self, user: User, what: str, headers: Json | None = None, /, **members: Any) -> Any:
        """Sends a command and returns the answer."""
        return user.post(f"{self.path}/commands", {"type": what, **members}, headers=headers or {})

    def done(self, user: User, what: str, /, **members: Any) -> list[Json]:
        """Sends an accepted command and returns its events."""
        answered = self.ask(user, what, **members)
        assert answered.status_code == 200, answered.text
        events: list[Json] = answered.json["events"]
        return events

    def enter(self, name: str, **members: Any) -> str:
        """Registers a pair of new players and returns the id of the entrant."""
        captain, partner = self.api.sign_up(f"{name} 1"), self.api.sign_up(f"{name} 2")
        happened = self.done(captain, "register", name=name, partners=[partner.id], **members)
        entrant = str(happened[0]["data"]["entrant"])
        self.done(partner, "accept_partner", entrant=entrant)
        self.pairs.append((entrant, captain, partner))
        return entrant

    def start(self, pairs: int = 4) -> None:
        """Registers this many pairs and starts the tournament."""
        for number in range(1, pairs + 1):
            self.enter(f"Pair {number}")
        self.done(self.owner, "start_tournament")

    def pair(self, number: int = 1) -> Json:
        """Pairs a round by the format and returns it."""
        self.done(self.owner, "pair_round", round=number)
        return self.round(number)

    def win(self, number: int, match: int) -> None:
        """Awards a match to its first side."""
        self.done(self.owner, "override_result", round=number, match=match, first=100, second=0, reason="as seen")

    def play(self, number: int = 1) -> None:
        """Pairs a round, awards every match to its first side, and closes the round."""
        for match in self.pair(number)["matches"]:
            self.win(number, match["number"])
        self.done(self.owner, "close_round", round=number)

    def view(self, user: User | None = None) -> Json:
        """Returns the tournament as a player sees it, by default the owner."""
        return _seen((user or self.owner).get(self.path))

    def round(self, number: int, user: User | None = None) -> Json:
        """Returns a round as a player sees it."""
        return _seen((user or self.owner).get(f"{self.path}/rounds/{number}"))

    def standings(self, user: User | None = None) -> list[Json]:
        """Returns the standings as a player sees them."""
        found: list[Json] = _seen((user or self.owner).get(f"{self.path}/standings"))["standings"]
        return found

    def version(self) -> int:
        """Returns the version of the tournament."""
        return int(self.view()["version"])


def _seen(answered: Any) -> Json:
    assert answered.status_code == 200, answered.text
    return dict(answered.json)
