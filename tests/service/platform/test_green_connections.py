"""Connections of a process with gevent: other greenlets run while one waits for the server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import gevent
import psycopg
import pytest

from service.processes.green_connections import GreenConnection
from tests.support.waiting import WAIT_S

LOCK = "SELECT pg_advisory_lock(20261128)"
UNLOCK = "SELECT pg_advisory_unlock(20261128)"
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND pid = %s"


@pytest.fixture
def connect(database_url: str) -> Iterator[Callable[[], GreenConnection]]:
    with ExitStack() as connections:
        yield lambda: connections.enter_context(GreenConnection.connect(database_url, autocommit=True))


def _waits_for_lock(holder: GreenConnection, waiter: GreenConnection) -> Any:
    """Returns a greenlet that waits for a lock of the holder. The statements that see this run in other greenlets."""
    holder.execute(LOCK)
    greenlet = gevent.spawn(waiter.execute, LOCK)
    with gevent.Timeout(WAIT_S):
        while holder.execute(WAITING, [waiter.info.backend_pid]).fetchone() == (0,):
            gevent.sleep(0.01)
    return greenlet


def test_other_greenlets_run_while_one_waits(connect: Callable[[], GreenConnection]):
    holder, waiter = connect(), connect()
    greenlet = _waits_for_lock(holder, waiter)
    assert not greenlet.ready()
    holder.execute(UNLOCK)
    greenlet.get(timeout=WAIT_S)
    assert holder.execute("SELECT 1").fetchone() == waiter.execute("SELECT 1").fetchone() == (1,)


def test_a_statement_that_fills_the_send_buffer_arrives_whole(connect: Callable[[], GreenConnection]):
    length = 4_000_000
    assert connect().execute("SELECT length(%s)", ["x" * length]).fetchone() == (length,)


def test_the_connection_of_a_killed_greenlet_is_busy_until_it_is_closed(connect: Callable[[], GreenConnection]):
    """The pool replaces connections that are returned busy."""
    holder, waiter = connect(), connect()
    greenlet = _waits_for_lock(holder, waiter)
    greenlet.kill()
    assert waiter.info.transaction_status == psycopg.pq.TransactionStatus.ACTIVE
    waiter.close()
    assert waiter.closed


def test_an_error_of_the_server_is_raised(connect: Callable[[], GreenConnection]):
    connection = connect()
    with pytest.raises(psycopg.errors.DivisionByZero):
        connection.execute("SELECT 1 / 0")
    assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_statement_fails_when_the_server_ends_its_connection(connect: Callable[[], GreenConnection]):
    holder, waiter = connect(), connect()
    greenlet = _waits_for_lock(holder, waiter)
    holder.execute("SELECT pg_terminate_backend(%s)", [waiter.info.backend_pid])
    with pytest.raises(psycopg.OperationalError):
        greenlet.get(timeout=WAIT_S)
    assert waiter.broken
