"""A clean stop: connections get answers to their requests and nothing else, and no log has a traceback."""

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import orjson
import psycopg
import pytest
import redis
from rq import SimpleWorker

from service.clients.python.shengji_client import Client
from service.platform.settings import Settings
from tests.support.children import WAIT_S, child, end
from tests.support.running import all_running
from tests.support.served import served
from tests.support.waiting import until

pytestmark = pytest.mark.slow

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
CONNECTIONS = 8
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half"
HALF_BODY = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"


def asking(path: str, token: str, accept: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nAccept: {accept}\r\n\r\n".encode()


class Held:
    """A connection that sends something and is then kept open."""

    def __init__(self, port: int, sent: bytes = b"") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=WAIT_S)
        self._socket.sendall(sent)

    def ask(self, request: bytes, end: bytes) -> bytes:
        """Reads the answer to a request up to this text or to the end of the connection."""
        self._socket.sendall(request)
        received = b""
        while not received.endswith(end):
            more = self._socket.recv(1 << 16)
            if not more:
                break
            received += more
        return received

    def close(self) -> None:
        self._socket.close()

    def rest(self) -> bytes:
        """Reads everything until the server closes the connection."""
        received = b""
        with contextlib.closing(self._socket):
            while more := self._socket.recv(1 << 16):
                received += more
        return received


class Connections(NamedTuple):
    """Connections in every state possible at a stop."""

    fresh: Held
    idle: Held
    half_head: Held
    half_body: Held
    long_poll: Held
    events: Held
    lines: Held


def connections(port: int, token: str) -> Connections:
    """Opens them all and returns when the server knows each of them."""
    idle = Held(port)
    assert idle.ask(GET, b"}").startswith(b"HTTP/1.1 200 OK")
    streams = [Held(port), Held(port)]
    for stream, kind in zip(streams, ("text/event-stream", "application/x-ndjson"), strict=True):
        stream.ask(asking("/v1/me/events", token, kind), b"\n\r\n")
    poll = asking("/v1/me/events?after=999999&wait=30", token, "application/json")
    opened = Connections(Held(port), idle, Held(port, HALF_HEAD), Held(port, HALF_BODY), Held(port, poll), *streams)
    time.sleep(0.5)  # Nothing shows when half a request has arrived.
    return opened


def ended_well(opened: Connections) -> None:
    """Checks that each connection gets an answer to its request or nothing when the server stops."""
    for silent in (opened.fresh, opened.idle, opened.half_head, opened.half_body):
        assert silent.rest() == b""
    head, _, page = opened.long_poll.rest().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert b"\r\nConnection: close" in head
    assert orjson.loads(page)["more"] is False
    for stream in (opened.events, opened.lines):
        last = stream.rest()
        assert b"reconnect" in last
        assert last.endswith(b"\r\n0\r\n\r\n")


def used_all_the_time(port: int, over: threading.Event, answers: list[bytes]) -> None:
    """Collects the status lines on a connection used every 10 ms, until the server closes it."""
    connection = Held(port)
    while not over.wait(0.01):
        try:
            received = connection.ask(GET, b"}")
        except ConnectionError:  # It ended while the request was being sent.
            break
        if not received:
            break
        answers.append(received.partition(b"\r\n")[0])
    connection.close()


@contextlib.contextmanager
def users(port: int) -> Iterator[list[bytes]]:
    """Keeps some connections busy; yields the status lines, complete at the end."""
    answers: list[bytes] = []
    over = threading.Event()
    threads = [threading.Thread(target=used_all_the_time, args=(port, over, answers)) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    try:
        until(lambda: len(answers) >= 20 * CONNECTIONS, "answers")
        yield answers
    finally:
        over.set()
        for thread in threads:
            thread.join(WAIT_S)


def nothing_is_traced(*logs: Path) -> None:
    """Checks that no log contains an exception or an ignored error."""
    for log in logs:
        text = log.read_text()
        assert "Traceback" not in text, f"{log}: {text[-4000:]}"
        assert "ignored" not in text, f"{log}: {text[-4000:]}"
        assert '"level":"ERROR"' not in text, f"{log}: {text[-4000:]}"


@pytest.mark.parametrize("processes", ["1", "2"])
def test_stopping_everything_logs_no_errors(processes: str):
    with all_running(
        API_PROCESSES=processes, SMTP_HOST="127.0.0.1", MAIL_FROM="a@example.org", PUBLIC_ADDRESS="https://a.example"
    ) as everything:
        token = Client.of_new_player(everything.address, "somebody").token
        opened = connections(everything.port, token)
        logs = list((everything._directory / "logs").glob("*.log"))
        assert {"api.log", "scheduler.log", "worker-1.log", "webhooks-1.log", "mail-1.log"} <= {
            each.name for each in logs
        }
        with users(everything.port) as answers:
            everything.stop()
        assert set(answers) == {b"HTTP/1.1 200 OK"}
        ended_well(opened)
        nothing_is_traced(*logs)


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_stopping_the_api_alone_logs_no_errors(settings: Settings, service, processes: str, number: signal.Signals):
    token = service.accounts.sign_up("listener", "human")[2]
    with served(settings, API_PROCESSES=processes) as process:
        opened = connections(process.port, token)
        with users(process.port) as answers:
            assert process.stop(number) == 0
        assert set(answers) == {b"HTTP/1.1 200 OK"}
        ended_well(opened)
        nothing_is_traced(process.log)


def test_stopping_workers_logs_no_errors(settings: Settings, tmp_path: Path):
    with redis.Redis.from_url(settings.redis_url) as client:

        def is_idle() -> bool:
            return any(each.get_state() == "idle" for each in SimpleWorker.all(client))

        stop_is_quiet(settings, "work", tmp_path, is_idle)


def test_stopping_the_scheduler_logs_no_errors(settings: Settings, tmp_path: Path):
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        leads = "SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory'"

        def is_leading() -> bool:
            return connection.execute(f"{leads} AND d.datname = current_database()").fetchone() is not None

        stop_is_quiet(settings, "schedule", tmp_path, is_leading)


def stop_is_quiet(settings: Settings, command: str, directory: Path, works: Callable[[], bool]) -> None:
    """Checks that each signal ends a process cleanly."""
    for number in (signal.SIGTERM, signal.SIGINT):
        log = directory / f"{number}.log"
        environment = {**os.environ, "DATABASE_URL": settings.database_url, "REDIS_URL": settings.redis_url}
        environment["SECRETS_KEYS"] = settings.secrets_keys
        arguments = [sys.executable, "-m", "service", command]
        with log.open("wb") as file, child(arguments, env=environment, stderr=file) as process:
            until(works, f"start of {command}")
            assert end(process, number) == 0
        nothing_is_traced(log)


def test_a_forbidden_log_line_is_found(tmp_path: Path):
    for text in ("Traceback (most recent call last):", "Exception ignored in: <f>", '{"level":"ERROR"}'):
        log = tmp_path / "log"
        log.write_text(text)
        with pytest.raises(AssertionError):
            nothing_is_traced(log)
