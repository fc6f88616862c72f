"""Clients that send slowly or not at all are disconnected in time and do not affect others."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import urllib3

from service.platform.settings import Settings
from service.processes.server import HEAD_S
from tests.support.served import Served, served
from tests.support.waiting import until

pytestmark = pytest.mark.slow

BODY_S = 1.5
PATIENCE_S = 60.0
SLOW = 400
HEAD = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Served]:
    with served(settings, BODY_TIMEOUT_S=str(BODY_S)) as process:
        yield process


def dripping(connection: socket.socket, late: float) -> bytes:
    """Sends single bytes until there is an answer or the connection ends; returns what was received."""
    connection.settimeout(0.1)
    received = b""
    while time.monotonic() < late:
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


MOST = 5


def answers_of(connection: socket.socket) -> bytes:
    """Returns the answer to a request, or an earlier one; empty without an answer."""
    received = b""
    with contextlib.suppress(OSError):
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        while not received.endswith(b"}") and (more := connection.recv(1 << 16)):
            received += more
    return received


def test_a_body_that_arrives_too_slowly_is_refused(server: Served):
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(HEAD)
        received = dripping(connection, began + PATIENCE_S)

    assert received.startswith(b"HTTP/1.1 400 ")
    assert b'"code":"invalid_request"' in received
    assert time.monotonic() - began >= BODY_S


def test_many_slow_clients_do_not_block_others(server: Served):
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(SLOW)]
        for number, connection in enumerate(connections):
            # Half of them send the body slowly, the others the head of the request.
            connection.sendall(HEAD if number % 2 else HEAD[:40])
        answers = [urllib3.request("GET", f"{server.address}/readyz", timeout=PATIENCE_S).status for _ in range(20)]
        assert answers == [200] * 20
        late = time.monotonic() + PATIENCE_S
        for connection in connections[1::2]:
            assert dripping(connection, late).startswith(b"HTTP/1.1 400 ")


def test_a_connection_must_send_a_request_head_in_time_and_may_be_idle_afterwards(server: Served):
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        # All at once, since each of them takes the whole time.
        new, half_a_head, idle = (
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=HEAD_S + PATIENCE_S))
            for _ in range(3)
        )
        half_a_head.sendall(HEAD[:40])
        assert answers_of(idle).startswith(b"HTTP/1.1 200 ")
        # Timers of the server may end some milliseconds early.
        early, _, _ = select.select([new, half_a_head], [], [], began + HEAD_S - 0.5 - time.monotonic())
        assert early == []
        assert new.recv(1 << 16) == b""
        assert half_a_head.recv(1 << 16).startswith(b"HTTP/1.1 408 ")
        time.sleep(2)  # The idle time itself is what is tested.
        assert answers_of(idle).startswith(b"HTTP/1.1 200 ")


def test_the_number_of_connections_per_address_is_limited(settings: Settings):
    with served(settings, CONNECTIONS_PER_ADDRESS=str(MOST)) as server, contextlib.ExitStack() as stack:

        def connect() -> socket.socket:
            address = ("127.0.0.1", server.port)
            return stack.enter_context(socket.create_connection(address, timeout=PATIENCE_S))

        held = [connect() for _ in range(MOST)]
        assert all(answers_of(each).startswith(b"HTTP/1.1 200 ") for each in held)
        refused = connect()
        head, _, body = answers_of(refused).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 429 ")
        assert b"\r\nRetry-After: 1" in head
        assert b'"code":"too_many_connections"' in body
        assert refused.recv(1) == b""
        assert answers_of(held[0]).startswith(b"HTTP/1.1 200 ")
        held[0].close()
        until(lambda: answers_of(connect()).startswith(b"HTTP/1.1 200 "), "place of the connection that has ended")


@pytest.mark.parametrize(
    "variables", [{"CONNECTIONS_PER_ADDRESS": "0"}, {"CONNECTIONS_PER_ADDRESS": "5", "PROXIES": "1"}]
)
def test_connections_are_not_limited_without_a_setting_or_behind_proxies(settings: Settings, variables: dict[str, str]):
    with served(settings, **variables) as server, contextlib.ExitStack() as stack:
        address = ("127.0.0.1", server.port)
        held = [stack.enter_context(socket.create_connection(address, timeout=PATIENCE_S)) for _ in range(2 * MOST)]
        assert all(answers_of(each).startswith(b"HTTP/1.1 200 ") for each in held)


def test_endless_headers_on_many_connections_end_each_of_them(server: Served):
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
