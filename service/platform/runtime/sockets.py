"""Listening sockets that outlive the processes that accept from them.

The supervisor binds a socket once and hands it to each process of the API. While one of them is started again, the
kernel keeps new connections in the queue of the socket, so that none is refused. systemd hands its sockets over in the
same way (systemd.socket(5)).
"""

import os
import socket

from gunicorn.systemd import SD_LISTEN_FDS_START, listen_fds

LISTENING = "SHENGJI_LISTENING"
"""The variable by which a process learns the file descriptors of the sockets that it inherits, with commas."""
BACKLOG = 2048
"""So many connections may wait for a process to accept them; the kernel may allow fewer (`somaxconn`)."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on a port; 0 is any free one. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def inherited() -> list[socket.socket]:
    """The sockets that were handed to this process, by its supervisor or by systemd; none when it has to bind one."""
    given = os.environ.pop(LISTENING, "")
    if given:
        return [socket.socket(fileno=int(number)) for number in given.split(",")]
    return [socket.socket(fileno=SD_LISTEN_FDS_START + place) for place in range(listen_fds())]
