"""Players who finish a match despite outages, send several requests at once, and record every answer."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, NamedTuple

from service.clients.python.shengji_client import ApiProblem, Client, Patience, Unreachable
from service.clients.python.shengji_client.exchange import TEMPORARY
from tests.histories.history import History, Json, Read, Write

PATIENCE = Patience(retries=200, first_pause_s=0.05, longest_pause_s=2.0, connect_s=10.0, answer_s=20.0)
"""Retries for longer than any outage in these tests."""
COPIES = 3
COPIED = 0.3
"""The share of commands that are sent `COPIES` times at once, with one key."""
OUT_OF_TURN = 0.1
"""The probability with which a player tries to pass in the turn of another one."""


class Form(NamedTuple):
    """A profile, its number of seats, and the number of people, who have the first seats."""

    profile: str
    seats: int = 4
    people: int = 4


USUAL = Form("zhang-2021")
FORMS = (
    Form("zhang-2021", people=2),
    Form("zheng-shangyou-4-partners"),
    Form("six-player-teams", 6, 3),
    USUAL,
    Form("san-jia-xi", 6, 2),
    Form("sheng-ji-night", people=3),
)
"""Both games, with and without teams, of several sizes."""


class PlayedTable:
    """A table of people and bots of the service. All people play at the same time.

    Attributes:
        id: the table.
        acknowledged: number of acknowledged commands.
        refused: number of refused commands by code.
    """

    def __init__(
        self,
        address: str,
        luck: Random,
        form: Form = USUAL,
        hands: int = 1,
        webhook_prefix: str = "",
        client: type[Client] = Client,
    ) -> None:
        """Opens the table and starts the match.

        Args:
            address: address of the API.
            luck: random generator that decides who sends what and when.
            form: profile and players; bots take the other seats.
            hands: number of hands.
            webhook_prefix: prefix of the webhooks' URLs, before the player ids; empty for no webhooks.
            client: the class of client to use.
        """
        self._luck = luck
        self._clients = [signed_up(address, f"player {seat}", client) for seat in range(form.people)]
        for each, player in zip(self._clients, self.players(), strict=True) if webhook_prefix else ():
            _make_webhook(each, f"{webhook_prefix}{player}")
        self._lock = threading.Lock()
        self._reads: list[Read] = []
        self._writes: list[Write] = []
        self.refused: dict[str, int] = {}
        self.id: str = self._opened(form, hands)

    def _opened(self, form: Form, hands: int) -> str:
        """Opens the table and starts the match. Returns the id of the table."""
        self.id = self._clients[0].open_table({"profile": form.profile, "hands": hands})["table"]
        for seat, client in enumerate(self._clients):
            self._write(client, {"type": "sit", "seat": seat}, f"{self.id}-sit-{seat}")
        for seat in range(form.people, form.seats):
            self._write(self._clients[0], {"type": "seat_bot", "seat": seat, "bot": "steady"}, f"{self.id}-bot-{seat}")
        self._write(self._clients[0], {"type": "start"}, f"{self.id}-start")
        assert self._status() != "open", f"{form} cannot be started: {self.refused}"
        return self.id

    @property
    def people(self) -> int:
        """Number of seats of people, which are the first ones."""
        return len(self._clients)

    def players(self) -> list[str]:
        """Returns the ids of the people, by seat."""
        return [client.view_me()["player"]["id"] for client in self._clients]

    @property
    def acknowledged(self) -> int:
        """Number of acknowledged commands, each counted once."""
        return len({write.key for write in self._writes})

    def play(self, is_delayed: Callable[[], bool]) -> None:
        """Plays to the end of the match. Raises `AssertionError` if `is_delayed` returns true first."""
        with ThreadPoolExecutor(2 * len(self._clients)) as pool:
            while self._status() == "playing":
                assert not is_delayed(), f"{self.id} does not end"
                reads = [pool.submit(self._look, client) for client in self._clients]
                moves = [pool.submit(self._move, pool, client, seat) for seat, client in enumerate(self._clients)]
                for each in [*reads, *moves]:
                    each.result()

    def move_to(self, address: str) -> None:
        """Sends further requests to another address, with the same accounts."""
        self._clients = [Client(address, client.token, patience=PATIENCE) for client in self._clients]

    def forget_after(self, version: int) -> None:
        """Forgets the answers with versions after this one, because their events have been undone."""
        self._reads = [read for read in self._reads if read.version <= version]
        self._writes = [write for write in self._writes if all(each <= version for each in write.versions)]

    def is_gone(self, address: str) -> bool:
        """Returns whether the table or its players are unknown at an address."""
        try:
            Client(address, self._clients[0].token, patience=PATIENCE).view(self.id)
        except ApiProblem as problem:
            return problem.status in (401, 404)
        return False

    def history(self) -> History:
        """Returns all answers, and the feed as seat 0 sees it."""
        return History(self._reads, self._writes, list(self._clients[0].events(self.id)))

    def feeds(self) -> dict[str, list[Json]]:
        """Returns the feeds of the accounts from the beginning, by player id."""
        return {player: list(_all_events(each)) for each, player in zip(self._clients, self.players(), strict=True)}

    def record(self) -> Json:
        """Returns the record of the table."""
        return dict(self._clients[0].table_record(self.id))

    def _status(self) -> str:
        return str(self._clients[0].view(self.id)["status"])

    def _look(self, client: Client) -> None:
        asked_at = time.monotonic()
        version = client.view(self.id)["version"]
        with self._lock:
            self._reads.append(Read(asked_at, time.monotonic(), version))

    def _move(self, pool: ThreadPoolExecutor, client: Client, seat: int) -> None:
        """Makes a move if the seat is asked. Otherwise sometimes tries to pass out of turn."""
        asked_at = time.monotonic()
        answer = client.legal_moves(self.id)
        with self._lock:
            self._reads.append(Read(asked_at, time.monotonic(), answer["version"]))
            chance = self._luck.random()
        moves = answer["moves"]
        if not moves["asked"] and chance > OUT_OF_TURN:
            return
        command = self._command(client, moves)
        # The key includes the version, so all repetitions of one command have the same key.
        key = f"{self.id}-{seat}-{answer['version']}"
        if chance < COPIED:
            copies = [threading.Thread(target=self._write, args=(client, command, key)) for _ in range(COPIES)]
            for copy in copies:
                copy.start()
            for copy in copies:
                copy.join()
        else:
            self._write(client, command, key)

    def _command(self, client: Client, moves: Any) -> Json:
        match moves["asked"]:
            case "declare" | None:
                return {"type": "pass"}
            case "bury":
                return {"type": "bury", "cards": client.view(self.id)["match"]["hand"][-moves["count"] :]}
            case "pay_tribute" | "take" | "discard" as what:
                return {"type": what, "card": moves["cards"][0][0]}
            case _:
                return {"type": "play", "cards": moves["cards"][0]} if moves["cards"] else {"type": "pass"}

    def _write(self, client: Client, command: Any, key: str) -> None:
        asked_at = time.monotonic()
        try:
            events = client.command(self.id, command, key=key)["events"]
        except ApiProblem as problem:
            # Another command was faster, or it was not this seat's turn.
            if problem.status not in (409, 422):
                raise
            with self._lock:
                self.refused[problem.code] = self.refused.get(problem.code, 0) + 1
            return
        with self._lock:
            self._writes.append(Write(key, asked_at, time.monotonic(), tuple(events)))


def _make_webhook(client: Client, url: str) -> None:
    """Creates a webhook, unless an earlier request without an answer has created it."""
    while not client.list_webhooks()["webhooks"]:
        try:
            client.create_webhook({"url": url})
        except (ApiProblem, Unreachable) as error:
            _wait_after(error)


def _all_events(client: Client) -> Iterator[Json]:
    after, more = 0, True
    while more:
        page = client.account_events(after=after, limit=1000)
        yield from (dict(event) for event in page["events"])
        after, more = page["next_after"], page["more"]


def signed_up(address: str, name: str, client: type[Client] = Client) -> Client:
    """Creates a player. If a request gets no answer, its account stays unused and another one is created."""
    for _ in range(PATIENCE.retries):
        try:
            return client.of_new_player(address, name, patience=PATIENCE)
        except (ApiProblem, Unreachable) as error:
            _wait_after(error)
    return client.of_new_player(address, name, patience=PATIENCE)


def _wait_after(error: ApiProblem | Unreachable) -> None:
    """Waits before a request is repeated. The client itself does not repeat it, because it may have succeeded.

    Raises:
        ApiProblem: the request was not refused because of a temporary outage.
    """
    if isinstance(error, ApiProblem) and error.status not in TEMPORARY:
        raise error
    time.sleep(PATIENCE.longest_pause_s / 4)  # The client pauses before it tries again.
