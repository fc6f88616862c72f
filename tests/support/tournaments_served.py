"""Tournaments over HTTP in a given state."""

from tests.support.api import Json, User
from tests.support.competitions_served import Competition

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


class Tournament(Competition):
    """A tournament, its owner, and its players in pairs."""

    kind, plan, accept = "tournament", PAIRS, "accept_partner"

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

    def round(self, number: int, user: User | None = None) -> Json:
        """Returns a round as a player sees it."""
        return self.read(f"/rounds/{number}", user)

    def standings(self, user: User | None = None) -> list[Json]:
        """Returns the standings as a player sees them."""
        found: list[Json] = self.read("/standings", user)["standings"]
        return found

    def version(self) -> int:
        """Returns the version of the tournament."""
        return int(self.view()["version"])
