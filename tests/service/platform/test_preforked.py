"""Processes that are forked from one, and what happens when one of them or that one ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from service.cli.background import background
from service.platform.runtime.preforked import forked_from
from service.platform.runtime.processes import SUPERVISOR
from service.platform.runtime.restarts import LONGEST_PAUSE_S, Restarts
from tests.support.children import child, end
from tests.support.waiting import until

PROGRAM = """
import os, signal, sys
from pathlib import Path
from service.platform.runtime.preforked import Preforked
from service.platform.runtime.processes import end_with_supervisor

logs = Path(sys.argv[1])
name = Preforked({name: logs / f"{name}.log" for name in sys.argv[2:]}, kill_after_s=0.5).run()
if name is not None:
    end_with_supervisor()
    print(f"{name} runs below {os.environ['SHENGJI_SUPERVISOR']}", flush=True)
    if name == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if name == "short":
        sys.exit(3)
    while True:
        signal.pause()
"""


@contextmanager
def preforked(logs: Path, *names: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Runs a process that forks one process for each name, and waits until they run."""
    environment = {**os.environ, SUPERVISOR: str(os.getpid())}
    with child([sys.executable, "-c", PROGRAM, str(logs), *names], env=environment) as process:
        until(lambda: all((logs / f"{name}.log").exists() for name in names), "logs")
        yield process


def both(process: "subprocess.Popen[bytes]") -> dict[str, int]:
    """Waits until two processes are forked and named, and returns their ids."""

    def named() -> dict[str, int]:
        found = forked_from(process.pid)
        return found if set(found) == {"scheduler", "worker-1"} else {}

    return until(named, "both processes")


def have_ended(pids: dict[str, int]) -> bool:
    """Returns whether no process runs. A process without a parent may stay as a zombie."""
    running = [each for each in psutil.process_iter(["pid", "status"]) if each.info["pid"] in pids.values()]
    return all(each.info["status"] == psutil.STATUS_ZOMBIE for each in running)


def test_each_process_has_its_name_its_log_and_its_supervisor(tmp_path: Path):
    with preforked(tmp_path, "scheduler", "worker-1") as process:
        both(process)
        line = until((tmp_path / "worker-1.log").read_text, "line of the worker")

    assert line == f"worker-1 runs below {process.pid}\n"


def test_the_process_that_forks_has_a_single_thread(tmp_path: Path):
    """A lock that another thread holds would stay locked in each new process."""
    command = ["service", "background", "--logs", str(tmp_path), "scheduler=schedule"]
    with child([sys.executable, "-m", *command], env={**os.environ, "DATABASE_URL": "", "REDIS_URL": ""}) as process:
        until((tmp_path / "scheduler.log").exists, "the first process")
        assert psutil.Process(process.pid).num_threads() == 1


def test_a_killed_process_is_forked_again_and_the_others_stay(tmp_path: Path):
    with preforked(tmp_path, "scheduler", "worker-1") as process:
        before = both(process)
        os.kill(before["worker-1"], signal.SIGKILL)
        until(lambda: both(process)["worker-1"] != before["worker-1"], "a new process")
        after = both(process)

    assert after["scheduler"] == before["scheduler"]


def test_all_processes_end_when_the_one_that_forked_them_is_killed(tmp_path: Path):
    with preforked(tmp_path, "scheduler", "worker-1") as process:
        pids = both(process)
        process.kill()
        process.wait()

        until(lambda: have_ended(pids), "the end of both processes")


def test_all_processes_end_before_the_one_that_forked_them_stops(tmp_path: Path):
    with preforked(tmp_path, "scheduler", "worker-1") as process:
        pids = both(process)

        assert end(process) == 0
        assert not any(psutil.pid_exists(pid) for pid in pids.values())


def test_a_process_that_does_not_end_is_killed(tmp_path: Path):
    with preforked(tmp_path, "stubborn") as process:
        until((tmp_path / "stubborn.log").read_text, "line of the process")
        pid = forked_from(process.pid)["stubborn"]

        assert end(process) == 0
        assert not psutil.pid_exists(pid)


def test_a_process_that_fails_at_once_starts_again_after_growing_pauses(tmp_path: Path):
    with preforked(tmp_path, "short") as process:
        until(lambda: (tmp_path / "short.log").read_text().count("\n") == 3, "three starts")
        assert process.poll() is None


def test_pauses_between_failures_grow_to_a_limit():
    restarts = Restarts()
    restarts.note_start()

    pauses = [restarts.pause_s() for _ in range(12)]

    assert pauses[:4] == [0.0, 0.25, 0.5, 1.0]
    assert pauses[-1] == LONGEST_PAUSE_S


def test_the_command_is_for_the_supervisor_and_not_listed():
    assert background.hidden
