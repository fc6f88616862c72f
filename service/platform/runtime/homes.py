"""Home processes: all connections about a table are served by one API process of the host.

A process folds each table that it serves. If the players of a table were spread over several processes, each of them
would fold it, and would often decide on an old table. So every table has a home process, which follows from its id. A
process that meets a request about a table passes the connection to the home, with the request still unread (SCM_RIGHTS,
unix(7)). A home that does not answer is left out: any process can serve any table.
"""

import mmap
import os
import re
import socket
import struct
import tempfile
import time
from zlib import crc32

HOMES = "SHENGJI_HOMES"
"""The environment variable with the place of a process among its siblings, and with the file descriptors."""
HEAD_BYTES = 64
"""How many bytes of a request show its table. The longest method and the id need 57."""
BEAT_S = 1.0
"""Seconds between two signs of life of a process."""
SILENT_S = 2.5
"""Seconds without a sign of life after which no connection is passed to a process."""

_OF_TABLE = re.compile(rb"[A-Z]{3,7} /v1/tables/(tbl_[0-9A-HJKMNP-TV-Z]{26})[/? ]")
_BEAT = struct.Struct("d")


class Passages:
    """What the supervisor keeps for its API processes, so that a restarted process takes the place of the old one.

    Attributes:
        count: the number of processes.
    """

    def __init__(self, count: int) -> None:
        """Makes the passages between `count` processes. Raises `OSError`."""
        self.count = count
        self._pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
        self._beats = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the processes
        self._beats.write(bytes(count * _BEAT.size))
        self._beats.flush()

    @property
    def files(self) -> tuple[int, ...]:
        """The file descriptors that each process inherits."""
        return (self._beats.fileno(), *(each.fileno() for pair in self._pairs for each in pair))

    def environment_of(self, place: int) -> dict[str, str]:
        """Returns the variable with the place of a process, from 0 on, and the files. One process needs none."""
        if self.count == 1:
            return {}
        return {HOMES: ",".join(map(str, (place, *self.files)))}

    def close(self) -> None:
        """Closes the passages, once the processes have ended."""
        self._beats.close()
        for pair in self._pairs:
            for each in pair:
                each.close()


class Homes:
    """The API processes of a host, as one of them sees them.

    Attributes:
        arrivals: the socket from which this process receives connections.
    """

    def __init__(self, place: int, beats: int, pairs: list[tuple[int, int]]) -> None:
        """Takes the place of this process and the inherited file descriptors."""
        self._place = place
        self._beats = mmap.mmap(beats, len(pairs) * _BEAT.size)
        os.close(beats)
        ends = [(socket.socket(fileno=one), socket.socket(fileno=other)) for one, other in pairs]
        self.arrivals = ends[place][0]
        self._departures = [departure for _, departure in ends]
        for each in (self.arrivals, *self._departures):
            each.settimeout(0.0)

    def beat(self) -> None:
        """Gives a sign of life."""
        _BEAT.pack_into(self._beats, self._place * _BEAT.size, time.monotonic())

    def elsewhere(self, head: bytes) -> int | None:
        """Returns the home of a request by its first bytes, if another process is that and has given signs of life."""
        found = _OF_TABLE.match(head)
        if found is None:
            return None
        home = crc32(found[1]) % len(self._departures)
        if home == self._place:
            return None
        (beat,) = _BEAT.unpack_from(self._beats, home * _BEAT.size)
        return home if time.monotonic() - beat < SILENT_S else None

    def passed(self, client: int, home: int) -> bool:
        """Passes a connection to its home. Returns false if the home has many connections to take already."""
        try:
            socket.send_fds(self._departures[home], [b"\0"], [client])
        except OSError:
            return False
        return True

    def arrived(self) -> int | None:
        """Returns the file descriptor of a connection that was passed here, or `None` if there is none now."""
        try:
            _, files, _, _ = socket.recv_fds(self.arrivals, 1, 1)
        except BlockingIOError:
            return None
        return files[0] if files else None


def inherited_homes() -> Homes | None:
    """Returns the processes among which the supervisor has started this one, or `None` if it is the only one."""
    given = os.environ.pop(HOMES, "")
    if not given:
        return None
    place, beats, *files = map(int, given.split(","))
    return Homes(place, beats, list(zip(files[::2], files[1::2], strict=True)))
