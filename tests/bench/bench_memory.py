"""Memory of the embedded service: idle after its start, and while many tables are opened and played.

`shengji run` starts in a new folder, without its demo table. First the memory of every process is printed while nobody
uses the service. Then clients open tables one after the other and play an equal number of commands at each, as in the
modes of `shengji bench http`. After each portion of the work, the memory is noted.

RSS counts shared pages in full for each process. PSS divides them among the processes that share them, so PSS can be
added up. A kind of process counts as flat if its mean PSS in the last third of the portions is at most 5 % above that
of the third before. This says something only about a run of the default size or more, because the API first fills its
cache of tables (CACHED_TABLES). The last row is the growth in the second half of the portions. PostgreSQL grows until
its shared buffers are full.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from tests.bench.addresses import Address
from tests.bench.figures import growth
from tests.bench.loads import MODES
from tests.bench.measured_server import variables
from tests.bench.references import CHECKOUT
from tests.support.children import child
from tests.support.running import processes_of

OUT = Console()
SETTLE_S = 10.0
"""Seconds after the start before the idle service is measured."""
OF_COMMANDS = {"run": "supervisor", "serve": "API", "schedule": "scheduler", "work": "worker"}
"""The kind of process by the command that it runs. Others have the name of the command."""
FORKED = ("scheduler", "worker", "webhooks", "mail", "metrics")
"""The kinds of processes that `shengji run` forks. Their names begin so, and all have the same command line."""
ALL = "all together"
SHOWN = ("API", "worker", "scheduler", "PostgreSQL", ALL)
FLAT = 0.05
TABLES_AT_ONCE = 4


class Memory(NamedTuple):
    """Memory in MB of all processes of a kind."""

    rss: float
    pss: float

    def plus(self, other: "Memory") -> "Memory":
        """Returns the sum of both."""
        return Memory(self.rss + other.rss, self.pss + other.pss)

    def __str__(self) -> str:
        """Returns both as text."""
        return f"{self.rss:.0f} / {self.pss:.0f}"


class Service(NamedTuple):
    """A running service: its address, and its environment, which tells its processes from others."""

    host: str
    port: int
    environment: dict[str, str]

    def memory(self) -> dict[str, Memory]:
        """Returns the memory of the processes by kind, and of all together."""
        found: defaultdict[str, Memory] = defaultdict(lambda: Memory(0.0, 0.0))
        for process in processes_of(self.environment):
            with suppress(psutil.NoSuchProcess):
                used = process.memory_full_info()
                kind = kind_of(process.cmdline(), process.name())
                for name in (kind, ALL):
                    found[name] = found[name].plus(Memory(used.rss / 1e6, used.pss / 1e6))
        return dict(found)


def kind_of(command: Sequence[str], process: str) -> str:
    """Returns the kind of a process of the service from its command line and its name."""
    if (forked := process.partition("-")[0]) in FORKED:
        return forked
    if "service" in command:
        first, *rest = command[command.index("service") + 1 :]
        return "webhooks" if rest == ["webhooks"] else OF_COMMANDS.get(first, first)
    return "PostgreSQL" if "postgres" in command[0] else "Redis"


@contextmanager
def running_service() -> Iterator[Service]:
    """Runs the embedded service in a new folder."""
    with tempfile.TemporaryDirectory(prefix="bench") as directory:
        environment = {**os.environ, **variables(directory), "DATABASE_URL": "", "REDIS_URL": ""}
        command = [sys.executable, "-m", "service", "run", "--no-demo"]
        with child(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True) as process:
            printed = dict(process.stdout.readline().split() for _ in ("play", "API"))
            address = urlsplit(printed["API"])
            yield Service(str(address.hostname), int(address.port or 0), environment)


def play_table(service: Service, mode: str, commands: int) -> None:
    """Opens a table and plays commands at it."""
    table = MODES[mode].play([Address(service.host, service.port)], 0)
    for _ in range(commands):
        if table.over:
            break
        table.step()
    table.close()


def portions(service: Service, given: argparse.Namespace) -> Iterator[dict[str, Memory]]:
    """Plays all tables. Yields the memory before and after each portion."""
    yield service.memory()
    commands = max(1, given.commands // given.tables)
    with Progress(console=OUT, transient=True) as bar, ThreadPoolExecutor(TABLES_AT_ONCE) as pool:
        task = bar.add_task("tables", total=given.tables)
        for portion in range(given.portions):
            tables = given.tables * (portion + 1) // given.portions - given.tables * portion // given.portions
            for _ in pool.map(partial(play_table, service, given.mode), [commands] * tables):
                bar.advance(task)
            yield service.memory()


def show_idle(memory: dict[str, Memory]) -> None:
    """Prints the memory of the idle service."""
    grid = Grid("process", "RSS, MB", "PSS, MB", "share of PSS", title="the idle embedded service")
    whole = memory[ALL].pss
    for kind, each in sorted(memory.items(), key=lambda item: item[1].pss):
        grid.add_row(kind, f"{each.rss:.1f}", f"{each.pss:.1f}", f"{each.pss / whole:.0%}")
    OUT.print(grid)


def show(noted: Sequence[dict[str, Memory]], given: argparse.Namespace) -> None:
    """Prints the memory after each portion, and what has stayed flat."""
    grid = Grid("tables", *SHOWN, title=f"RSS / PSS in MB, {given.commands:,} commands in all")
    for portion, memory in enumerate(noted):
        grid.add_row(f"{given.tables * portion // given.portions:,}", *(str(memory[kind]) for kind in SHOWN))
    grid.add_section()
    courses = [[memory[kind].pss for memory in noted] for kind in SHOWN]
    grid.add_row("last third", *(f"{growth(course):+.1%}" for course in courses))
    grid.add_row("", *("flat" if growth(course) <= FLAT else "grows" for course in courses))
    half = given.portions // 2
    commands = given.commands * half / given.portions
    slopes = [(course[-1] - course[-1 - half]) * 1e6 / commands for course in courses]
    grid.add_row("bytes a command", *(f"{slope:+,.0f}" for slope in slopes))
    OUT.print(grid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="shengji bench memory", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=5000, help="tables to open (default 5000)")
    parser.add_argument("--commands", type=int, default=200_000, help="commands at all tables (default 200000)")
    parser.add_argument("--portions", type=int, default=10, help="portions of the work, at least 3 (default 10)")
    parser.add_argument("--mode", choices=MODES, default="streams", help="how clients play (default streams)")
    given = parser.parse_args(arguments)
    if given.portions < 3 or given.tables < given.portions:
        parser.error("give at least 3 portions, and a table for each")
    with OUT.status("starting the service") as status, running_service() as service:
        status.update("the first seconds")
        time.sleep(SETTLE_S)
        show_idle(service.memory())
        status.stop()
        noted = list(portions(service, given))
    show(noted, given)


if __name__ == "__main__":
    main()
