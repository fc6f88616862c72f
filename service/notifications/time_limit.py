"""A connection that is closed when its time is up, in any state."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class TooLate(Exception):
    """The time for the exchange is over."""


@contextmanager
def cut_off(connection: socket.socket, deadline: float, *further: type[Exception]) -> Iterator[None]:
    """Ends the connection when time is up; the other side gains nothing by sending a byte now and then.

    A time limit on the socket would begin anew with every byte.

    Args:
        connection: what is ended.
        deadline: when, as `time.monotonic` tells it.
        further: the errors, besides those of the system, that may come of a connection that is ended.

    Raises:
        TooLate: it was cut off.
    """
    broken: tuple[type[Exception], ...] = (OSError, *further)
    late = threading.Event()
    # TLS takes the socket away from its object, and does not let it be copied by name; this one stays.
    twin = socket.socket(fileno=os.dup(connection.fileno()))

    def cut() -> None:
        late.set()
        # It may have ended by itself.
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
        # What is cut off may look like something that has ended.
        if late.is_set():
            raise TooLate
    finally:
        timer.cancel()
        twin.close()
