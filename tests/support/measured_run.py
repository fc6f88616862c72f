"""The cost of a test run: seconds per test and file, and memory per process.

A run of several processes writes `build/test-durations.txt`, with the longest durations first. It fails if a process
has used too much memory, because a laptop with many processors runs as many processes.
"""

import os
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

WRITTEN_TO = Path(__file__).parents[2] / "build" / "test-durations.txt"
LARGEST_MB = 700
"""The memory limit of a process in MB. Many processes must fit into a laptop. The complete run has reached 602 MB."""
REPORTED = "instructions"
"""The property of a test whose value is printed at the end of the run."""
_KEY = "peak_mb"
_GROWN_KEY = "grown_mb"
_GROWN_LEAST_MB = 10
_GROWN_SHOWN = 5


def peak_mb() -> int:
    """Returns the peak memory of this process in MiB. Linux reports it in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


class MeasuredRun:
    """Collects the durations of tests and the memory of processes in the controlling process."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._peaks: dict[str, int] = {}
        self._grown: dict[str, dict[str, int]] = {}
        self._reported: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Adds the duration of a test with its setup and teardown, and keeps what it reports."""
        self._seconds[report.nodeid] += report.duration
        if report.when == "call":
            self._reported += [str(value) for name, value in report.user_properties if name == REPORTED]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Records the memory of a finished process. A crashed process reports none."""
        output = getattr(node, "workeroutput", {})
        if _KEY in output:
            self._peaks[node.gateway.id] = output[_KEY]
            self._grown[node.gateway.id] = output.get(_GROWN_KEY, {})

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Writes the durations, and fails the run if a process has used too much memory."""
        WRITTEN_TO.parent.mkdir(exist_ok=True)
        WRITTEN_TO.write_text("".join(f"{line}\n" for line in self._lines()), "utf-8")
        if exitstatus == pytest.ExitCode.OK and self._too_large():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints the path of the durations, the memory of each process, and the counted instructions."""
        if not self._peaks:
            return
        peaks = ", ".join(f"{name} {mb}" for name, mb in sorted(self._peaks.items()))
        terminalreporter.write_line(f"Memory at most, in MB: {peaks}. Durations: {WRITTEN_TO}")
        for each in self._reported:
            terminalreporter.write_line(f"Instructions: {each}.")
        for name, mb in self._too_large().items():
            terminalreporter.write_line(f"ERROR: {name} has held {mb} MB, more than {LARGEST_MB}", red=True)
            for test, grown in _largest(self._grown[name]):
                terminalreporter.write_line(f"  {grown} MB more after {test}")

    def _too_large(self) -> dict[str, int]:
        return {name: mb for name, mb in self._peaks.items() if mb > LARGEST_MB}

    def _lines(self) -> Iterator[str]:
        files: defaultdict[str, float] = defaultdict(float)
        for test, seconds in self._seconds.items():
            files[test.partition("::")[0]] += seconds
        for title, found in (("file", files), ("test", self._seconds)):
            yield f"seconds  {title}  ({sum(found.values()):.0f} s in all)"
            for name, seconds in sorted(found.items(), key=lambda each: -each[1]):
                yield f"{seconds:7.2f}  {name}"
            yield ""


def _largest(grown: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(grown.items(), key=lambda each: -each[1])[:_GROWN_SHOWN]


def pytest_xdist_auto_num_workers() -> int:
    """Returns the number of processors plus one, because many tests wait for other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Prepares the controller of a run with several processes."""
    if config.getoption("numprocesses", None):
        config.pluginmanager.register(MeasuredRun(), "measured_run")
        _write_character_table(config.rootpath)


def _write_character_table(root: Path) -> None:
    """Lets Hypothesis write its table of UTF-8 in a process of its own, because this takes 200 MB.

    Otherwise each process of the first run in a new checkout would write it.
    """
    program = "from hypothesis.strategies import text; text().validate()"
    subprocess.run([sys.executable, "-c", program], cwd=root, check=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Keeps the names of the tests of a worker that have raised its peak memory."""
    before = peak_mb()
    done = yield
    grown = peak_mb() - before
    output = getattr(item.config, "workeroutput", None)
    if output is not None and grown >= _GROWN_LEAST_MB:
        output.setdefault(_GROWN_KEY, {})[item.nodeid] = grown
    return done


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Reports the memory of this process to the controller, if it is a worker of a run."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_KEY] = peak_mb()
