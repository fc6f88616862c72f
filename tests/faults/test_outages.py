"""A killed process costs clients little: the supervisor holds the socket, and another process accepts connections."""

import os
import signal
import socket
import time

import pytest

from service.processes.supervisor import Supervisor
from tests.support.outages import asking
from tests.support.running import all_running
from tests.support.waiting import until

pytestmark = pytest.mark.slow

REFUSED_S = 1.0
KILLED = ("api-1", "postgres", "redis", "scheduler", "worker-1", "webhooks-1")


@pytest.fixture(scope="module", params=["1", "2"], ids=["one process of the API", "two of them"])
def supervisor(request: pytest.FixtureRequest):
    with all_running(API_PROCESSES=request.param) as supervisor:
        yield supervisor


@pytest.mark.parametrize("name", KILLED)
def test_after_a_kill_connections_are_refused_only_briefly(supervisor: Supervisor, name: str):
    until(lambda: all(pid is not None for pid in supervisor.pids().values()), "start")
    pid = supervisor.pids()[name]
    with asking(supervisor.port) as client:
        until(lambda: client.since(0.0).longest > 0, "answer")
        began = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        until(lambda: supervisor.pids()[name] not in (None, pid), f"new {name}")
        again = time.monotonic()
        until(lambda: client.since(again).longest > 0, "answer of the service with the new process")

    assert client.since(began).refused < REFUSED_S


def test_a_refused_connection_is_detected():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with asking(port) as client:
        until(lambda: client.since(0.0).refused > 0.1, "refused connection")
