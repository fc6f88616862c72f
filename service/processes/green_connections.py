"""Connections to PostgreSQL in a process with gevent, which wait on one watcher of the event loop each.

psycopg waits with the `select.poll` of gevent there. It makes new watchers for each statement, which takes longer than
the rest of the statement.
"""

from typing import Any, TypeVar

import gevent
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait

from service.platform.store.connections import StoreConnection

R = TypeVar("R")
_READ, _WRITE = 1, 2
"""Events of a watcher, as libev names them."""


class GreenConnection(StoreConnection):
    """A connection for the main thread of a process with gevent."""

    _reading: Any = None

    def wait(self, gen: PQGen[R], interval: float = 0.0, timeout: float | None = None) -> R:
        """Runs a generator of psycopg to its end. Other greenlets run while it waits for the server.

        Args:
            gen: yields what it waits for and gets what is ready.
            interval: ignored, since the event loop handles signals.
            timeout: seconds to wait in all; `None` for no limit.

        Returns:
            The result of the generator.
        """
        if timeout is not None:
            return super().wait(gen, interval or 0.1, timeout)
        try:
            wanted = next(gen)
            while True:
                wanted = gen.send(self._ready_for(wanted))
        except StopIteration as ended:
            result: R = ended.value
            return result

    def _ready_for(self, wanted: Wait) -> Ready:
        hub = gevent.get_hub()
        if wanted == Wait.R:
            if self._reading is None:
                self._reading = hub.loop.io(self.pgconn.socket, _READ)
            hub.wait(self._reading)
            return Ready.R
        # The send buffer is full, which is rare.
        watcher = hub.loop.io(self.pgconn.socket, _WRITE if wanted == Wait.W else _READ | _WRITE)
        try:
            hub.wait(watcher)
        finally:
            watcher.close()
        return Ready.W if wanted == Wait.W else Ready.RW

    def close(self) -> None:
        """Closes the connection and its watcher."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None
        super().close()
