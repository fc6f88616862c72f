"""Finished hands with their analysis, on a whole running service: four people play badly, and the teacher says so."""

from collections.abc import Sequence
from typing import Any

from tests.support.organising import Organiser

Json = dict[str, Any]
WAIT_MS = 1500
"""Records and analyses may be read once a second."""


class Lesson:
    """A hand that four people have played.

    Attributes:
        people: the people by seat.
        table: the id of the table.
    """

    def __init__(self, people: Sequence[Organiser], profile: str) -> None:
        self.people = people
        opened = self.people[0].visitor.send("/tables", {"profile": profile, "starts_when_full": True, "hands": 1})
        self.table = str(opened["id"])
        for seat in range(len(self.people)):
            self._act(seat, {"type": "sit", "seat": seat})
        while (view := self._read(0))["status"] != "finished":
            seat = view["asked"][0]["seat"]
            self._act(seat, _answer(self._read(seat, "/moves")["moves"], self._read(seat)))

    def wait_for_analysis(self) -> Json:
        """Waits until the analysis is done, and returns it."""
        while (found := self._read(0, "/analysis"))["status"] != "done":
            self.people[0].visitor.page.wait_for_timeout(WAIT_MS)
        return found

    def _read(self, seat: int, what: str = "") -> Json:
        return dict(self.people[seat].visitor.get(f"/tables/{self.table}{what}"))

    def _act(self, seat: int, command: Json) -> None:
        self.people[seat].visitor.send(f"/tables/{self.table}/commands", command)


def _answer(moves: Json, view: Json) -> Json:
    """Returns a legal answer, usually a bad one."""
    match moves["asked"]:
        case "play" if moves["cards"]:
            return {"type": "play", "cards": moves["cards"][len(moves["cards"]) // 2]}
        case "bury":
            return {"type": "bury", "cards": view["match"]["hand"][: moves["count"]]}
        case "pay_tribute" | "take" | "discard" as what:
            return {"type": what, "card": moves["cards"][0][0]}
        case _:
            return {"type": "pass"}
