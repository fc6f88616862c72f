"""Listening sockets that outlive the processes that accept from them.

The supervisor binds a socket once and passes it to each API process. While a process restarts, the kernel queues new
connections, so none is refused. systemd passes its sockets in the same way (systemd.socket(5)).
"""

import os
import socket

from gunicorn.systemd import SD_LISTEN_FDS_START, listen_fds

LISTENING = "SHENGJI_LISTENING"
"""The environment variable with the file descriptors of the inherited sockets, separated by commas."""
BACKLOG = 2048
"""The number of connections that may wait to be accepted. The kernel may allow fewer (`somaxconn`)."""


def listening_socket(host: str, port: int) -> socket.socket:
    """Returns a socket that listens on a port, where 0 is any free one. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def inherited_sockets() -> list[socket.socket]:
    """Returns the sockets inherited from the supervisor or from systemd. If empty, the process has to bind one."""
    given = os.environ.pop(LISTENING, "")
    if given:
        return [socket.socket(fileno=int(number)) for number in given.split(",")]
    return [socket.socket(fileno=SD_LISTEN_FDS_START + place) for place in range(listen_fds())]


def is_ready(host: str, port: int) -> bool:
    """Returns whether the API at this address answers `/readyz` with 200. Waits at most a second."""
    try:
        with socket.create_connection((host, port), timeout=1.0) as connection:
            connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return b" 200 " in connection.recv(64)
    except OSError:
        return False
