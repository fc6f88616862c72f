"""A tournament of a circuit, with its organiser and the programs that take part."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from service.clients.python.shengji_client import Client
from service.clients.python.shengji_client.documents import TournamentCommand
from tests.circuit.program import Program

AT_ONCE = 4
"""The number of tables that are played at the same time."""

Json = Mapping[str, Any]


class Event:
    """A tournament, its organiser, and the programs that take part."""

    def __init__(self, organiser: Client, programs: Sequence[Program], tournament: str) -> None:
        """Uses a tournament that already exists."""
        self._organiser = organiser
        self.programs = {each.id: each for each in programs}
        self.id = tournament

    def command(self, client: Client, what: str, *, dry_run: bool | None = None, **members: Any) -> Any:
        """Sends a command to the tournament and returns the answer."""
        body = cast("TournamentCommand", {"type": what, **members})
        return client.command_tournament(self.id, body, dry_run=dry_run)

    def newest_act(self) -> int:
        """Returns the version of the newest act in the log of staff."""
        log = cast("Json", self._organiser.tournament_events(self.id, by="staff"))
        return int(log["events"][-1]["version"])

    def check_in(self) -> None:
        """Checks all programs in."""
        for program in self.programs.values():
            self.command(program.client, "check_in")

    def enter_alone(self) -> None:
        """Registers every program alone."""
        for each in self.programs.values():
            self.command(each.client, "register")

    def enter_in_pairs(self) -> None:
        """Registers the programs in pairs. The partners accept."""
        both = iter(self.programs.values())
        for number, (captain, partner) in enumerate(zip(both, both, strict=True), start=1):
            done = self.command(captain.client, "register", name=f"Pair {number}", partners=[partner.id])
            self.command(partner.client, "accept_partner", entrant=done["events"][0]["data"]["entrant"])

    def view(self) -> Json:
        """Returns the tournament as its organiser sees it."""
        return cast("Json", self._organiser.view_tournament(self.id))

    def rounds(self) -> list[Json]:
        """Returns the rounds in order."""
        numbers = range(1, len(self.view()["rounds"]) + 1)
        return [cast("Json", self._organiser.view_round(self.id, number)) for number in numbers]

    def standings(self) -> list[Json]:
        """Returns the standings."""
        return list(cast("Json", self._organiser.view_standings(self.id))["standings"])

    def boards(self) -> Json:
        """Returns the sets of boards, and their scores at every table."""
        return cast("Json", self._organiser.list_tournament_boards(self.id))

    def open_tables(self) -> list[tuple[str, list[Program]]]:
        """Returns the last table of each match of the open round that is not over, with the players of the match."""
        rounds = self.view()["rounds"]
        if not rounds or rounds[-1]["closed_at"]:
            return []
        played = self._organiser.view_round(self.id, rounds[-1]["number"])
        players = {each["entrant"]: each["players"] for each in self.standings()}
        return [
            (
                match["tables"][-1],
                [
                    self.programs[p]
                    for s in (match["first"], match["second"])
                    for one in s.split("+")
                    for p in players[one]
                ],
            )
            for match in played["matches"]
            if match["tables"] and not match["is_over"]
        ]


def named(match: Json) -> list[str]:
    """Returns the entrants of a match. A side may have two of them."""
    return [*match["first"].split("+"), *match["second"].split("+")]
