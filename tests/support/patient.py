"""A player over HTTP who does not give up: every command is sent again, with its key, until it is answered.

What was acknowledged is kept, so that it can be looked for when the match is over.
"""

import time
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import orjson
import urllib3

Json = dict[str, Any]
PATIENCE_S = 60.0


class OutOfPatience(Exception):
    """The service does not come back."""


class PatientPlayer:
    """One account, and the events by which its commands were acknowledged.

    Attributes:
        acknowledged: the events of every command that was answered with success, in order.
        interrupted: how often there was no answer, or one that says to try again.
    """

    def __init__(self, address: str, name: str) -> None:
        self._address = address
        self._pool = urllib3.PoolManager(maxsize=1, retries=False, timeout=10.0)
        self._headers: dict[str, str] = {"Content-Type": "application/json"}
        self.acknowledged: list[list[Json]] = []
        self.interrupted = 0
        made = self.call("POST", "/v1/players", {"name": name, "kind": "bot"})
        self._headers["Authorization"] = f"Bearer {made['token']['secret']}"

    def call(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Json:
        """The answer, after as many attempts as it takes."""
        headers = {**self._headers, **({"Idempotency-Key": key} if key else {})}
        data = None if body is None else orjson.dumps(body)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                answer = self._pool.request(method, self._address + path, body=data, headers=headers)
            except urllib3.exceptions.HTTPError:
                self.interrupted += 1
            else:
                if answer.status < 400:
                    return dict(orjson.loads(answer.data))
                if answer.status != 503:
                    raise AssertionError(f"{method} {path} {body}: {answer.status} {answer.data.decode()}")
                self.interrupted += 1
            time.sleep(0.05)
        raise OutOfPatience(f"{method} {path}")

    def command(self, table: str, command: Json) -> None:
        """Gives a command until it is acknowledged."""
        answer = self.call("POST", f"/v1/tables/{table}/commands", command, key=str(uuid4()))
        self.acknowledged.append(answer["events"])

    def view(self, table: str) -> Json:
        return self.call("GET", f"/v1/tables/{table}")

    def feed(self, table: str) -> list[Json]:
        """All events of the table as this player sees them."""
        events: list[Json] = []
        more = True
        while more:
            after = events[-1]["version"] if events else 0
            page = self.call("GET", f"/v1/tables/{table}/events?after={after}&limit=1000")
            events += page["events"]
            more = page["more"]
        return events

    def legal_command(self, table: str) -> Json:
        """A legal command for the seat of this player, which is asked."""
        moves = self.call("GET", f"/v1/tables/{table}/moves")["moves"]
        match moves["asked"]:
            case "declare":
                return {"type": "pass"}
            case "bury":
                return {"type": "bury", "cards": self.view(table)["match"]["hand"][-moves["count"] :]}
            case "play":
                return {"type": "play", "cards": moves["cards"][0]}
            case asked:
                raise AssertionError(f"nothing is asked: {asked}")


@dataclass
class Seated:
    """A patient player at a table, who plays to the end of the match."""

    player: PatientPlayer
    table: str
    seat: int
    errors: list[BaseException] = field(default_factory=list)

    def play(self) -> None:
        """Plays until the match is over; what goes wrong is kept for the one who waits."""
        try:
            while (view := self.player.view(self.table))["status"] == "playing":
                if [each["seat"] for each in view["asked"]] == [self.seat]:
                    self.player.command(self.table, self.player.legal_command(self.table))
                else:
                    self.player.call("GET", f"/v1/tables/{self.table}/events?after={view['version']}&wait=2")
        except BaseException as error:  # noqa: BLE001 - raised again in the thread of the test
            self.errors.append(error)
