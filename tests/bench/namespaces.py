"""Network namespaces on a bridge, so that processes of one machine have networks of their own, as on several hosts.

Each namespace has an address in a network that RFC 2544 reserves for benchmarks, and so has the bridge. The names have
the process id of the benchmark. What a killed benchmark leaves behind is removed by the next one.
"""

import contextlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import psutil

NAME = "sjbench"
MOST = 200
"""The highest number of namespaces, since each needs an address in one network of 254."""
FIRST = 10
"""The last number of the first namespace's address."""

Run = Callable[[Sequence[str]], str]
"""Runs a command and returns its output. Raises `CannotIsolate` if it fails."""

_log = logging.getLogger(__name__)


class CannotIsolate(Exception):
    """Namespaces cannot be made here. The message says what to do."""


class Namespace(NamedTuple):
    """A network namespace, by name, and its address on the bridge."""

    name: str
    address: str

    @property
    def prefix(self) -> list[str]:
        """The words before a command that runs in the namespace. The command keeps the process id of `ip`."""
        return ["ip", "netns", "exec", self.name]


class Bridged(NamedTuple):
    """The namespaces, the address of the bridge in the namespace of the benchmark, and their network as a CIDR."""

    namespaces: list[Namespace]
    address: str
    network: str


def obstacle() -> str | None:
    """Returns why namespaces cannot be made here and what to do about it, or `None` if nothing is known."""
    if sys.platform != "linux":
        return "network namespaces need Linux: run this on Linux, or leave out --hosts"
    if shutil.which("ip") is None:
        return "there is no program `ip`: install iproute2, or leave out --hosts"
    if os.geteuid() != 0:
        return "only root can make network namespaces: run this as root, or leave out --hosts"
    return None


def run(command: Sequence[str]) -> str:
    """Runs a command of `ip`. It gets no signal from the terminal, so that an interrupt leaves nothing half done."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, start_new_session=True)
    if done.returncode:
        raise CannotIsolate(
            f"`{' '.join(command)}` failed: {done.stderr.strip()}; root needs the capabilities CAP_NET_ADMIN and "
            "CAP_SYS_ADMIN, which containers often lack; leave out --hosts there"
        )
    return done.stdout


@contextmanager
def bridged(number: int, run: Run = run) -> Iterator[Bridged]:
    """Makes a bridge and namespaces that reach it. Afterwards ends their processes and removes all of it.

    Args:
        number: the number of namespaces.
        run: runs the commands of `ip`.

    Raises:
        CannotIsolate: a command fails. What was made before is removed.
    """
    if number > MOST:
        raise CannotIsolate(f"{number} namespaces are too many: give at most {MOST} processes with --hosts")
    remove_left_over(run)
    own = os.getpid()
    bridge, network = f"sj{own}b", f"198.18.{own % 256}"
    made = [Namespace(f"{NAME}-{own}-{place}", f"{network}.{FIRST + place}") for place in range(number)]
    with ExitStack() as stack:
        _make(run, stack, ["link", "add", bridge, "type", "bridge"], ["link", "delete", bridge])
        run(["ip", "address", "add", f"{network}.1/24", "dev", bridge])
        run(["ip", "link", "set", bridge, "up"])
        for place, each in enumerate(made):
            _add_namespace(run, stack, each, bridge, f"sj{own}v{place}")
        yield Bridged(made, f"{network}.1", f"{network}.0/24")


def _add_namespace(run: Run, stack: ExitStack, made: Namespace, bridge: str, link: str) -> None:
    _make(run, stack, ["netns", "add", made.name], ["netns", "delete", made.name])
    stack.callback(_end_processes, run, made.name)
    peer = ["peer", "name", "eth0", "netns", made.name]
    _make(run, stack, ["link", "add", link, "type", "veth", *peer], ["link", "delete", link])
    run(["ip", "link", "set", link, "master", bridge, "up"])
    inside = ["ip", "-n", made.name]
    run([*inside, "address", "add", f"{made.address}/24", "dev", "eth0"])
    for device in ("lo", "eth0"):
        run([*inside, "link", "set", device, "up"])


def _make(run: Run, stack: ExitStack, make: Sequence[str], remove: Sequence[str]) -> None:
    """Runs a command of `ip`, and the other one at the end, also if an interrupt comes before the first has ended."""
    stack.callback(_try, run, ["ip", *remove])
    run(["ip", *make])


def _try(run: Run, command: Sequence[str]) -> str:
    """Runs a command that removes something. A failure is logged, so that the rest is removed too."""
    try:
        return run(command)
    except CannotIsolate as error:
        _log.warning("%s", error)
        return ""


def _end_processes(run: Run, name: str) -> None:
    """Kills the processes that are left in a namespace of this benchmark."""
    for pid in _try(run, ["ip", "netns", "pids", name]).split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)


def remove_left_over(run: Run = run) -> None:
    """Removes the namespaces and bridges of benchmarks that were killed. Their processes end on their own."""
    for name, pid in re.findall(rf"^({NAME}-(\d+)-\d+)\b", run(["ip", "netns", "list"]), re.MULTILINE):
        if not psutil.pid_exists(int(pid)):
            _end_processes(run, name)
            _try(run, ["ip", "netns", "delete", name])
    for bridge, pid in re.findall(r"^\d+: (sj(\d+)b):", run(["ip", "link", "show", "type", "bridge"]), re.MULTILINE):
        if not psutil.pid_exists(int(pid)):
            _try(run, ["ip", "link", "delete", bridge])
