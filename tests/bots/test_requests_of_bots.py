"""A bot sends one request for each command, besides the stream that brings its turns."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager

import httpx
import pytest

from service.clients.python.shengji_client import Client, Turn
from service.clients.python.shengji_client.exchange import Answer, Request
from service.clients.python.shengji_client.transport import Transport
from service.processes.supervisor import Supervisor
from tests.bots.reference_bot import choose, give
from tests.support.running import everything
from tests.support.waiting import until

__all__ = ["everything"]


class CountedTransport(Transport):
    """A transport that counts its requests, and the commands among them."""

    requests = 0
    commands = 0

    def send(self, request: Request) -> Answer:
        self.requests += 1
        self.commands += request.path.endswith("/commands")
        return super().send(request)

    def open(self, request: Request) -> AbstractContextManager[httpx.Response]:
        self.requests += 1
        return super().open(request)


class CountedClient(Client):
    """A client whose requests are counted from the first turn on."""

    def count(self) -> CountedTransport:
        counted = CountedTransport(self._transport.address, self.token)
        self._transport = counted
        return counted


def _table_of_four(address: str) -> tuple[str, list[CountedClient]]:
    """Returns a started table, and the clients on its seats."""
    clients = [CountedClient.of_new_player(address, f"bot {seat}") for seat in range(4)]
    table = clients[0].open_table({"profile": "zhang-2021", "hands": 2})["table"]
    for seat, client in enumerate(clients):
        client.command(table, {"type": "sit", "seat": seat})
    clients[0].command(table, {"type": "start"})
    return table, clients


def _play(client: Client, turns: Iterable[Turn], is_over: threading.Event) -> None:
    try:
        for turn in turns:
            give(client, turn.table, choose(turn.moves, turn.view), turn.version)
    except Exception:
        # A bot of an account waits for further tables until the server stops.
        if not is_over.is_set():
            raise


def _requests_a_command(address: str, turns: Callable[[Client, str], Iterator[Turn]]) -> float:
    """Lets four bots play two hands and returns the number of requests for each command."""
    table, clients = _table_of_four(address)
    counts = [client.count() for client in clients]
    is_over = threading.Event()
    for client in clients:
        threading.Thread(target=_play, args=(client, turns(client, table), is_over), daemon=True).start()
    spectator = Client.of_new_player(address, "spectator")
    until(lambda: spectator.view(table)["status"] == "finished", "the end of the match", every_s=1.0)
    is_over.set()

    commands = sum(each.commands for each in counts)
    assert commands > 160
    return sum(each.requests for each in counts) / commands


@pytest.mark.slow
def test_the_turns_of_a_table_cost_one_request_each(everything: Supervisor):
    assert _requests_a_command(everything.address, lambda client, table: client.turns(table)) <= 1.1


@pytest.mark.slow
def test_the_turns_of_an_account_cost_one_request_each(everything: Supervisor):
    assert _requests_a_command(everything.address, lambda client, _: client.turns_everywhere()) <= 1.1
