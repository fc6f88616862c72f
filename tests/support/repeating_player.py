"""A player over HTTP who repeats every command, with its idempotency key, until it is answered.

The player keeps all acknowledged events, so that a test can search for them after the match.
"""

from dataclasses import dataclass, field
from typing import Any

from service.clients.python.shengji_client import Client, Patience

Json = dict[str, Any]
PATIENCE = Patience(retries=60, first_pause_s=0.05, longest_pause_s=3.0, connect_s=10.0, answer_s=10.0)
"""Retries for longer than any outage in these tests."""


class PatientPlayer:
    """An account and the acknowledged events of its commands.

    Attributes:
        client: the client, which retries during outages.
        acknowledged: the events of each successful command, in order.
    """

    def __init__(self, address: str, name: str) -> None:
        self.client = Client.of_new_player(address, name, patience=PATIENCE)
        self.acknowledged: list[list[Json]] = []

    def open_table(self, **opening: Any) -> str:
        return self.client.open_table(opening)["table"]

    def command(self, table: str, command: Any) -> None:
        """Sends a command until it is acknowledged."""
        self.acknowledged.append(self.client.command(table, command)["events"])

    def feed(self, table: str) -> list[Json]:
        """Returns all events of the table as this player sees them."""
        return list(self.client.events(table))

    def record(self, table: str) -> Json:
        return self.client.table_record(table)

    def legal_command(self, table: str, moves: Json) -> Json:
        """Returns a legal command for this player, who must be asked. Raises `AssertionError` otherwise."""
        match moves["asked"]:
            case "declare":
                return {"type": "pass"}
            case "bury":
                return {"type": "bury", "cards": self.client.view(table)["match"]["hand"][-moves["count"] :]}
            case "play":
                return {"type": "play", "cards": moves["cards"][0]}
            case asked:
                raise AssertionError(f"nothing is asked: {asked}")


@dataclass
class Seated:
    """A patient player at a table who follows its feed and plays to the end of the match."""

    player: PatientPlayer
    table: str
    seat: int
    errors: list[BaseException] = field(default_factory=list)

    def play(self) -> None:
        """Plays until the match is over. Adds an error to `errors`, for the test that waits."""
        settled = 0
        try:
            for event in self.player.client.follow(self.table, until_over=True):
                if event["version"] <= settled:
                    continue
                answer = self.player.client.legal_moves(self.table)
                settled = answer["version"]
                if answer["moves"]["asked"]:
                    self.player.command(self.table, self.player.legal_command(self.table, answer["moves"]))
        except BaseException as error:  # noqa: BLE001 - raised again in the thread of the test
            self.errors.append(error)
