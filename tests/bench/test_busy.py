"""Processes that compute beside a benchmark."""

import psutil

from tests.bench.busy import busy
from tests.support.waiting import until


def test_busy_processes_compute_until_the_end():
    with busy(2) as pids:
        processes = [psutil.Process(pid) for pid in pids]
        for each in processes:
            until(lambda each=each: sum(each.cpu_times()[:2]) > 0.2, "compute")

    assert not any(each.is_running() for each in processes)


def test_no_busy_process_is_started_unless_asked_for():
    with busy(0) as pids:
        assert pids == []
