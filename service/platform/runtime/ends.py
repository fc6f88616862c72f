"""Waits for the end of processes that are no children of this one."""

import os
import select

import psutil


def ends_within(pid: int, seconds: float) -> bool:
    """Waits until a process has ended, at most this many seconds. Returns whether it has.

    A process that nobody reaps has ended too. In a container that may last, and psutil would wait for it.
    """
    if not hasattr(os, "pidfd_open"):  # only Linux has it
        return not psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=seconds)[1]
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        poll = select.poll()
        poll.register(process, select.POLLIN)
        return bool(poll.poll(seconds * 1000))
    finally:
        os.close(process)
