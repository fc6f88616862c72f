"""Waits for the end of processes that are no children of this one."""

import contextlib
import os
import select
import time

from service.platform.runtime.unpatched import unpatched

POLL_EVERY_S = 0.2
"""Seconds between two polls, where the system cannot notify."""


def ends_within(pid: int, seconds: float | None) -> bool:
    """Waits until a process has ended, at most this many seconds. Returns whether it has.

    A process that nobody reaps has ended too. In a container that may last. The wait takes no processor time, and
    blocks the thread even in an API process.
    """
    if not hasattr(os, "pidfd_open"):
        return _polled(pid, seconds)
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = unpatched("select", "poll")()
        poll.register(process, select.POLLIN)
        return bool(poll.poll(None if seconds is None else seconds * 1000))
    finally:
        os.close(process)


def _polled(pid: int, seconds: float | None) -> bool:
    """Does the same on systems other than Linux."""
    sleep = unpatched("time", "sleep")
    until = None if seconds is None else time.monotonic() + seconds
    while until is None or time.monotonic() < until:
        with contextlib.suppress(PermissionError):  # it runs, as another user
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return True
        sleep(POLL_EVERY_S)
    return False
