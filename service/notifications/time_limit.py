"""Closes a connection at a deadline, during any operation."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class TooLate(Exception):
    """The deadline of the exchange has passed."""


@contextmanager
def cut_off(connection: socket.socket, deadline: float, *further: type[Exception]) -> Iterator[None]:
    """Closes the connection at the deadline. Sending a byte now and then does not extend it.

    A timeout of the socket would start again with every byte.

    Args:
        connection: the connection.
        deadline: the deadline, by `time.monotonic`.
        further: exceptions besides `OSError` that a closed connection may cause.

    Raises:
        TooLate: the deadline has passed.
    """
    broken: tuple[type[Exception], ...] = (OSError, *further)
    late = threading.Event()
    # TLS detaches the socket from its object, so this copy of the descriptor is needed.
    twin = socket.socket(fileno=os.dup(connection.fileno()))

    def cut() -> None:
        late.set()
        # It may already be closed.
        with suppress(OSError):
            twin.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(deadline - time.monotonic(), 0.0), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except broken as error:
        if late.is_set():
            raise TooLate from error
        raise
    else:
        # A connection that was cut off may look like a normal end.
        if late.is_set():
            raise TooLate
    finally:
        timer.cancel()
        twin.close()
