"""Connections about a table come together in one API process, whichever process accepts them."""

import http.client
import os
import signal
from collections.abc import Iterator
from contextlib import closing

import psutil
import pytest

from service.clients.python.shengji_client import Client
from service.platform.runtime.homes import Passages
from service.processes.supervisor import Supervisor
from tests.support.children import WAIT_S
from tests.support.running import all_running
from tests.support.waiting import until

pytestmark = pytest.mark.slow
PROCESSES = 3
CONNECTIONS = 8


@pytest.fixture(scope="module")
def several() -> Iterator[Supervisor]:
    """Yields the supervisor of a service with several API processes."""
    with all_running(API_PROCESSES=str(PROCESSES)) as supervisor:
        yield supervisor


@pytest.fixture(scope="module")
def client(several: Supervisor) -> Client:
    """Returns a new player."""
    return Client.of_new_player(several.address, "Ada")


class Connection:
    """A connection that is kept alive."""

    def __init__(self, several: Supervisor, token: str) -> None:
        self._supervisor = several
        self._token = token
        self._connection = http.client.HTTPConnection("127.0.0.1", several.port, timeout=WAIT_S)

    def get(self, path: str) -> int:
        """Returns the status of a response."""
        self._connection.request("GET", path, headers={"Authorization": f"Bearer {self._token}"})
        answer = self._connection.getresponse()
        answer.read()
        return answer.status

    def process(self) -> str:
        """Returns the name of the API process that holds the other end."""
        # For a moment after a passage, both processes hold the connection.
        (holder,) = until(self._only_holder, "only holder of the connection")
        return holder

    def _only_holder(self) -> list[str]:
        """Returns the process that holds the connection, or nothing if there are several."""
        port = self._connection.sock.getsockname()[1]
        holders = [
            name
            for name, child in self._supervisor.children.items()
            if name.startswith("api-") and child.pid
            for each in psutil.Process(child.pid).net_connections("tcp")
            if each.raddr and each.raddr.port == port
        ]
        return holders if len(holders) == 1 else []

    def close(self) -> None:
        self._connection.close()


def processes_of(several: Supervisor, client: Client, path: str) -> set[str]:
    """Returns the processes that answer a path on new connections."""
    found = set()
    for _ in range(CONNECTIONS):
        with closing(Connection(several, str(client.token))) as connection:
            assert connection.get(path) == 200
            found.add(connection.process())
    return found


def test_all_connections_about_a_table_are_served_by_one_process(several: Supervisor, client: Client):
    tables = tables_of_every_home(several, client)
    assert [len(processes_of(several, client, f"/v1/tables/{each}")) for each in tables] == [1] * len(tables)


def tables_of_every_home(several: Supervisor, client: Client) -> list[str]:
    """Opens tables until every API process serves one, and returns them."""
    tables, found = [], set[str]()

    def opened() -> bool:
        tables.append(client.open_table({"profile": "zhang-2021"})["table"])
        found.update(processes_of(several, client, f"/v1/tables/{tables[-1]}"))
        return len(found) == PROCESSES

    # Tables of a process that still starts are served by the others.
    until(opened, "table of each process", every_s=0.1)
    return tables


def test_a_connection_follows_its_requests(several: Supervisor, client: Client):
    tables = [client.open_table({"profile": "zhang-2021"})["table"] for _ in range(2 * PROCESSES)]
    with closing(Connection(several, str(client.token))) as connection:
        for table in tables * 3:
            assert connection.get(f"/v1/tables/{table}/events?after=0") == 200
            assert {connection.process()} == processes_of(several, client, f"/v1/tables/{table}")
            assert connection.get("/v1/me") == 200


def test_tables_of_a_stopped_process_are_served_by_others(several: Supervisor, client: Client):
    table = client.open_table({"profile": "zhang-2021"})["table"]
    (home,) = processes_of(several, client, f"/v1/tables/{table}")
    pid = several.children[home].pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        # Until the process counts as silent, connections may still be passed to it.
        until(lambda: is_answered(several, client, table), "an answer of another process")
    finally:
        os.kill(pid, signal.SIGCONT)
    until(lambda: processes_of(several, client, f"/v1/tables/{table}") == {home}, "the home of the table")


def is_answered(several: Supervisor, client: Client, table: str) -> bool:
    """Returns whether a new connection is answered within a second."""
    with closing(http.client.HTTPConnection("127.0.0.1", several.port, timeout=1)) as connection:
        try:
            connection.request("GET", f"/v1/tables/{table}", headers={"Authorization": f"Bearer {client.token}"})
            return connection.getresponse().status == 200
        except TimeoutError:
            return False


def test_a_restarted_process_takes_connections_again(several: Supervisor, client: Client):
    table = client.open_table({"profile": "zhang-2021"})["table"]
    (home,) = processes_of(several, client, f"/v1/tables/{table}")
    pid = several.children[home].pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    until(lambda: several.children[home].pid not in (None, pid), "the next process")
    until(lambda: is_answered(several, client, table), "an answer")
    until(lambda: processes_of(several, client, f"/v1/tables/{table}") == {home}, "the home of the table")


def test_one_process_has_no_passages():
    with closing(Passages(1)) as passages:
        assert passages.environment_of(0) == {}
