"""The events of a season: how they are created, and how programs play them to their ends over the API."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from service.client import Client
from service.client.documents import CreateTournament, TournamentCommand
from tests.circuit.program import Program, play_out

AT_ONCE = 4
"""So many tables are played at the same time."""
PATIENCE = 600
"""So often it is looked whether workers have brought a tournament on."""

Json = Mapping[str, Any]
PLAY = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": 24 * 3600}}


class Event:
    """A tournament, its organiser, and the programs that take part."""

    def __init__(self, organiser: Client, programs: Sequence[Program], tournament: str) -> None:
        """Begins with a tournament that was created."""
        self._organiser = organiser
        self.programs = {each.id: each for each in programs}
        self.id = tournament

    def say(self, client: Client, what: str, **members: Any) -> Any:
        """Carries a command out in the tournament."""
        return client.command_tournament(self.id, cast("TournamentCommand", {"type": what, **members}))

    def enter_alone(self) -> None:
        """Every program enters by itself."""
        for each in self.programs.values():
            self.say(each.client, "register")

    def enter_in_pairs(self) -> None:
        """Each program enters with the next one, which consents."""
        both = iter(self.programs.values())
        for number, (captain, partner) in enumerate(zip(both, both, strict=True), start=1):
            done = self.say(captain.client, "register", name=f"Pair {number}", partners=[partner.id])
            self.say(partner.client, "accept_partner", entrant=done["events"][0]["data"]["entrant"])

    def view(self) -> Json:
        """The tournament as its organiser sees it."""
        return cast("Json", self._organiser.view_tournament(self.id))

    def rounds(self) -> list[Json]:
        """Its rounds, the first in front."""
        numbers = range(1, len(self.view()["rounds"]) + 1)
        return [cast("Json", self._organiser.view_round(self.id, number)) for number in numbers]

    def standings(self) -> list[Json]:
        """Its standings."""
        return list(cast("Json", self._organiser.view_standings(self.id))["standings"])

    def open_tables(self) -> list[str]:
        """The tables of the round that is played whose matches have no result."""
        rounds = self.view()["rounds"]
        if not rounds or rounds[-1]["closed_at"]:
            return []
        played = self._organiser.view_round(self.id, rounds[-1]["number"])
        return [match["tables"][-1] for match in played["matches"] if match["tables"] and not match["is_over"]]


def play_all(events: Sequence[Event], pause: Callable[[], None], disasters: Iterator[Callable[[], None]]) -> None:
    """Plays tournaments beside each other to their ends, with a disaster whenever a lot of tables are over.

    Args:
        events: the tournaments.
        pause: lets the workers get on.
        disasters: what befalls the service, one after the other.

    Raises:
        AssertionError: one of them does not come to an end.
    """
    played: set[str] = set()
    for _ in range(PATIENCE):
        ready = [(event, table) for event in events for table in event.open_tables() if table not in played]
        if not ready and all(event.view()["status"] in ("finished", "cancelled") for event in events):
            return
        with ThreadPoolExecutor(AT_ONCE) as together:
            for done in [together.submit(play_out, table, event.programs) for event, table in ready]:
                done.result()
        played.update(table for _, table in ready)
        if ready:
            next(disasters)()
        pause()
    raise AssertionError("a tournament does not come to an end")


def created(organiser: Client, programs: Sequence[Program], **settings: Any) -> Event:
    """A tournament that an organiser creates."""
    asked = cast("CreateTournament", {"play": PLAY, **settings})
    return Event(organiser, programs, organiser.create_tournament(asked)["tournament"])
