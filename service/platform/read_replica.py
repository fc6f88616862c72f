"""Reads from a replica of PostgreSQL, and from the primary while the replica is too far behind or does not answer.

A check once a second compares positions in the write-ahead log. It notes the time and the position of the primary. The
replica is as new as the newest noted position that it has replayed. An idle primary need not write to show that its
replica is up to date. Clocks of different hosts are never compared. A request only looks at a number.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from service.platform.metrics import REPLICA_LAG, REPLICA_PROCESSES, REPLICA_READS
from service.platform.store.database import Database, DatabaseUnavailable, Row
from service.platform.store.replica import ReplicaDatabase, ReplicaGone

CHECK_EVERY_S = 1.0
_NEVER = float("-inf")
_log = logging.getLogger(__name__)


class Position(NamedTuple):
    """Where a server is: its cluster, whether it is a standby, and its position in the write-ahead log in bytes.

    The position of a primary is the end of the log, that of a standby what it has replayed.
    """

    cluster: int
    is_standby: bool
    bytes: int


class Unusable(Exception):
    """The replica must not be read now. The message says why, and what to do if waiting does not help."""


class ReadReplica:
    """The replica of one process. It is read only after a check has found it new enough."""

    def __init__(
        self,
        primary: Database,
        replica: ReplicaDatabase,
        lag_s: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes both servers.

        Args:
            primary: the primary, which answers when the replica must not.
            replica: the replica.
            lag_s: how many seconds old the answers of the replica may be.
            now: a clock that only goes forward, in seconds.
        """
        self._primary, self._replica = primary, replica
        self._lag_s, self._now = lag_s, now
        self._written: deque[tuple[float, int]] = deque()
        self._replayed: int | None = None
        self._fresh_until = _NEVER
        self._reported: bool | None = None
        self._checking = threading.Lock()
        self._closed = threading.Event()

    def read(self, name: str, arguments: Mapping[str, Any]) -> list[Row]:
        """Returns the rows of a statement, from the replica if possible.

        Raises:
            DatabaseUnavailable: neither of them answers.
        """
        if self._now() < self._fresh_until:
            try:
                rows = self._replica.run(name, arguments)
            except ReplicaGone:
                self._fresh_until = _NEVER
            except DatabaseUnavailable:
                pass
            else:
                REPLICA_READS.labels("replica").inc()
                return rows
        REPLICA_READS.labels("primary").inc()
        return self._primary.read(name, arguments)

    # ------------------------------------------------------------------------------------------- the check

    def start(self) -> None:
        """Checks the replica once a second until it is closed."""
        threading.Thread(target=self._keep_checking, name="read replica", daemon=True).start()

    def close(self) -> None:
        """Ends the checks and closes the connections to the replica."""
        self._closed.set()
        self._fresh_until = _NEVER
        with self._checking:
            REPLICA_PROCESSES.set(0)
            self._replica.close()

    def check(self) -> None:
        """Measures the lag, and decides from which server to read until the next check."""
        with self._checking:
            if self._closed.is_set():
                return
            try:
                lag_s = self._measure()
            except (DatabaseUnavailable, Unusable) as error:
                self._fresh_until = _NEVER
                REPLICA_LAG.set(self._lag_s)
                self._report(uses=False, text=str(error))
            else:
                self._report(uses=True, text=f"it is {lag_s:.1f} s behind")

    def _measure(self) -> float:
        """Notes how new the replica is. Returns its lag in seconds. Raises `Unusable` or `DatabaseUnavailable`."""
        before = self._now()
        # What the replica has replayed before the primary is asked, the primary must have written.
        replayed = self._replayed or _position(self._replica.run("log_position")).bytes
        try:
            primary = _position(self._primary.read("log_position"))
        except DatabaseUnavailable as error:
            # What was new enough stays so until its time runs out.
            if before < self._fresh_until:
                return before + self._lag_s - self._fresh_until
            raise Unusable("its lag is unknown, because the primary does not answer") from error
        self._written.append((before, primary.bytes))
        while self._written[0][0] <= before - self._lag_s:
            self._written.popleft()
        replica = _position(self._replica.run("log_position"))
        self._replayed = replica.bytes
        self._refuse_other(primary, replica, replayed)
        fresh_at = max((at for at, written in self._written if written <= replica.bytes), default=None)
        if fresh_at is None:
            raise Unusable(f"it is more than {self._lag_s:g} s behind")
        lag_s = min(self._now() - fresh_at, self._lag_s)
        REPLICA_LAG.set(lag_s)
        self._fresh_until = fresh_at + self._lag_s
        return lag_s

    def _refuse_other(self, primary: Position, replica: Position, replayed: int) -> None:
        """Refuses a server that is no standby of this primary. Raises `Unusable`.

        Args:
            primary: where the primary was before the replica was asked.
            replica: where the replica is.
            replayed: what the replica had replayed before. The primary must have written it by now.
        """
        text = ""
        if replica.cluster != primary.cluster:
            text = "it belongs to another cluster than DATABASE_URL; let READ_REPLICA_URL name a standby of it"
        elif not replica.is_standby:
            text = "it is not a standby; let READ_REPLICA_URL name a standby of DATABASE_URL"
        elif replayed > primary.bytes:
            text = "it has replayed what this primary never wrote; make a new base backup for it"
        if text:
            # Forget the positions. Otherwise that server would seem up to date once the primary has written more.
            self._written.clear()
            raise Unusable(text)

    def _report(self, *, uses: bool, text: str) -> None:
        """Counts whether the replica is in use, and logs it if that has changed."""
        REPLICA_PROCESSES.set(int(uses))
        if self._reported is not uses:
            self._reported = uses
            if uses:
                _log.info("reads that may be late go to the read replica: %s", text)
            else:
                _log.warning("reads that may be late go to the primary, because of the read replica: %s", text)

    def _keep_checking(self) -> None:
        while not self._closed.is_set():
            try:
                self.check()
            except Exception:  # noqa: BLE001 - logged and retried; meanwhile the time of the last check runs out
                _log.exception("checking the read replica")
            self._closed.wait(CHECK_EVERY_S)


def _position(rows: list[Row]) -> Position:
    return Position(*rows[0])
