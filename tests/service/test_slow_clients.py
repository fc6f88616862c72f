"""Clients that send a byte now and then, or nothing: each is sent away in time, and the others notice nothing."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import urllib3

from service.settings import Settings
from tests.support.served import Served, served

BODY_S = 1.5
PATIENCE_S = 60.0
SLOW = 400
HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Served]:
    with served(settings, BODY_TIMEOUT_S=str(BODY_S)) as process:
        yield process


def dripping(connection: socket.socket, until: float) -> bytes:
    """Sends a byte now and then until there is an answer or the connection ends, and returns what has come."""
    connection.settimeout(0.1)
    received = b""
    while time.monotonic() < until:
        with contextlib.suppress(TimeoutError):
            try:
                more = connection.recv(1 << 16)
            except ConnectionError:
                return received
            if not more:
                return received
            received += more
        with contextlib.suppress(OSError):
            connection.sendall(b" ")
    raise AssertionError(f"still served: {received!r}")


def test_a_body_that_drips_is_not_waited_for(server: Served):
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(HEAD)
        received = dripping(connection, began + PATIENCE_S)

    assert received.startswith(b"HTTP/1.1 400 ")
    assert b'"code":"invalid_request"' in received
    assert time.monotonic() - began >= BODY_S


def test_many_slow_clients_keep_nobody_else_waiting(server: Served):
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(SLOW)]
        for number, connection in enumerate(connections):
            # Half of them are slow with the body, the others with the head of the request.
            connection.sendall(HEAD if number % 2 else HEAD[:40])
        answers = [urllib3.request("GET", f"{server.address}/readyz", timeout=PATIENCE_S).status for _ in range(20)]
        assert answers == [200] * 20
        until = time.monotonic() + PATIENCE_S
        for connection in connections[1::2]:
            assert dripping(connection, until).startswith(b"HTTP/1.1 400 ")


def test_a_flood_of_headers_on_many_connections_ends_each_of_them(server: Served):
    flood = b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"y" * 8000) for n in range(99))
    ended = []

    def send() -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
            with contextlib.suppress(OSError):
                for _ in range(20):
                    connection.sendall(flood)
            with contextlib.suppress(OSError):
                ended.append(connection.recv(1 << 16))
                return
            ended.append(b"")

    threads = [threading.Thread(target=send) for _ in range(20)]
    for thread in threads:
        thread.start()
    assert urllib3.request("GET", f"{server.address}/readyz", timeout=PATIENCE_S).status == 200
    for thread in threads:
        thread.join(PATIENCE_S)
    assert len(ended) == len(threads)
    assert all(not each or each.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5")) for each in ended), ended
