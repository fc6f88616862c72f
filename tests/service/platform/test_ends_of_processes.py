"""Waits for the end of processes that nobody reaps."""

import signal
import sys

import psutil

from service.platform.runtime.ends import ends_within
from tests.support.children import WAIT_S, child, end, start

WAITING = [sys.executable, "-c", "import signal; signal.pause()"]


def test_a_process_that_runs_has_not_ended():
    with child(WAITING) as process:
        assert not ends_within(process.pid, 0.05)


def test_a_process_that_nobody_reaps_has_ended():
    with child(WAITING) as process:
        process.send_signal(signal.SIGKILL)

        assert ends_within(process.pid, WAIT_S)
        assert psutil.Process(process.pid).status() == psutil.STATUS_ZOMBIE


def test_a_process_that_does_not_exist_has_ended():
    process = start(WAITING)
    end(process, signal.SIGKILL)

    assert ends_within(process.pid, 0.0)
