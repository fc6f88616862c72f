"""An organiser at the desk in a browser: tournaments that tests create without clicking through all forms."""

from typing import Any

from tests.support.pages import Visitor

Json = dict[str, Any]


class Organiser:
    """A person who runs tournaments, with the session of a browser.

    Attributes:
        visitor: the browser of this person.
    """

    def __init__(self, visitor: Visitor, name: str = "Olga") -> None:
        self.visitor = visitor
        self.visitor.send("/session/guest", {"name": name, "language": "en"})

    def create(self, template: str, **changes: Any) -> str:
        """Creates an unrated tournament from a template, and returns its id. `changes` replace groups in part."""
        found = self.visitor.get("/tournament-templates")["templates"]
        settings = next(each["settings"] for each in found if each["name"] == template)
        settings["is_rated"] = False
        for name, value in changes.items():
            settings[name] = {**settings[name], **value} if isinstance(value, dict) else value
        return str(self.visitor.send("/tournaments", settings)["id"])

    def command(self, tournament: str, type_: str, **body: Any) -> Json:
        """Sends a command to a tournament, and returns the answer."""
        return dict(self.visitor.send(f"/tournaments/{tournament}/commands", {"type": type_, **body}))

    def played_elsewhere(self, pairs: int, rounds: int = 2) -> str:
        """Creates a Swiss of pairs of guests, whose results are set at the desk. Returns its id."""
        tournament = self.create(
            "club-swiss",
            figures={"rounds": rounds},
            entrants={"least": 4},
            rounds={"is_automatic": False, "played_elsewhere": True, "interval_s": 0},
        )
        guests = [
            {"guests": [f"Mrs {letter}", f"Mr {letter}"], "name": f"Pair {letter}"} for letter in "ABCDEFGH"[:pairs]
        ]
        self.command(tournament, "enter_entrants", entrants=guests)
        return tournament

    def night(self, guests: list[str]) -> str:
        """Creates a night of these guests, who get new partners in each round. Returns its id."""
        rounds = {"is_automatic": False, "interval_s": 0}
        tournament = self.create("sheng-ji-night", entrants={"least": 4}, rounds=rounds)
        self.command(tournament, "enter_entrants", entrants=[{"guests": [each]} for each in guests])
        return tournament

    def decide(self, tournament: str, number: int) -> None:
        """Lets the first side win each match of a round, and closes the round."""
        matches = self.visitor.get(f"/tournaments/{tournament}/rounds/{number}")["matches"]
        for each in matches:
            self.command(
                tournament, "override_result", round=number, match=each["number"], first=100, second=0, reason="as seen"
            )
        self.command(tournament, "close_round", round=number)
