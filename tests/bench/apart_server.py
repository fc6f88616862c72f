"""Runs a service whose API processes have an address each, as on several hosts, against one PostgreSQL and one Valkey.

With `hosts`, each process runs in a network namespace of its own and reaches the servers by TCP. Both servers listen
on the address of the bridge for that time, and only with a new random password. Without `hosts`, each process has a
port on loopback, and the servers listen only on their sockets.
"""

import os
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import redis
from psycopg import sql

from service.platform.keys import new_key
from service.platform.runtime.postgres import DATABASE, SUPERUSER, EmbeddedPostgres
from service.platform.runtime.processes import Child, run_once, stop_all
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.runtime.shared_metrics import DIRECTORY
from service.platform.runtime.sockets import is_ready
from tests.bench.addresses import Address
from tests.bench.measured_server import MeasuredServer, variables
from tests.bench.namespaces import Bridged, bridged
from tests.support.receiver import nobody

PORT = 8080
"""The port of an API process in a namespace, where no other process listens."""
READY_S = 120.0


class Site(NamedTuple):
    """Where an API process runs: its address, and the words before its command."""

    address: Address
    prefix: Sequence[str] = ()


class Stores(NamedTuple):
    """The URLs of PostgreSQL and Valkey, and their process ids by name."""

    database_url: str
    redis_url: str
    pids: Mapping[str, int | None]


@contextmanager
def apart_server(api_processes: int, *, hosts: bool) -> Iterator[MeasuredServer]:
    """Runs the service. Afterwards all of it is stopped and removed.

    Args:
        api_processes: the number of processes of the API, each with its own address.
        hosts: whether each of them runs in a network namespace of its own.

    Raises:
        CannotIsolate: the namespaces cannot be made.
    """
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench"))).resolve()
        bridge = stack.enter_context(bridged(api_processes)) if hosts else None
        sites = _sites(api_processes, bridge)
        # Child processes read the environment too.
        stack.enter_context(_environment({**variables(str(directory)), "API_PROCESSES": "1"}))
        stores = stack.enter_context(_stores(directory, bridge))
        (directory / "metrics").mkdir()
        environment = {
            "DATABASE_URL": stores.database_url,
            "REDIS_URL": stores.redis_url,
            "SECRETS_KEYS": new_key(),
            DIRECTORY: str(directory / "metrics"),
        }
        prepared = run_once(["prepare"], environment)
        if prepared.returncode:
            raise RuntimeError(f"the store is not prepared: {prepared.stderr}")
        children = _children(sites, environment, directory)
        stack.callback(stop_all, children)
        for child in children:
            child.start()
        for site in sites:
            _wait_until_ready(site.address)

        def pids() -> dict[str, int | None]:
            return {**stores.pids, **{child.name: child.pid for child in children}}

        addresses = [site.address for site in sites]
        yield MeasuredServer(pids, addresses, stores.database_url, stores.redis_url, directory / "metrics")


@contextmanager
def _environment(given: Mapping[str, str]) -> Iterator[None]:
    """Adds variables to the environment of this process, and restores it afterwards."""
    before = dict(os.environ)
    os.environ |= given
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def _sites(number: int, bridge: Bridged | None) -> list[Site]:
    if bridge is None:
        return [Site(Address("127.0.0.1", nobody())) for _ in range(number)]
    return [Site(Address(each.address, PORT), each.prefix) for each in bridge.namespaces]


def _children(sites: Sequence[Site], environment: Mapping[str, str], directory: Path) -> list[Child]:
    """Returns the processes that `shengji run` would start, with each API process at its site."""
    python = [sys.executable, "-m", "service"]
    others = {"scheduler": ["schedule"], "worker-1": ["work", "tables", "mail"], "webhooks-1": ["work", "webhooks"]}
    children = [
        Child(name, [*python, *words], environment, directory / f"{name}.log") for name, words in others.items()
    ]
    for number, site in enumerate(sites, start=1):
        own = {**environment, "HOST": site.address.host, "PORT": str(site.address.port)}
        name = f"api-{number}"
        children.append(Child(name, [*site.prefix, *python, "serve"], own, directory / f"{name}.log"))
    return children


@contextmanager
def _stores(directory: Path, bridge: Bridged | None) -> Iterator[Stores]:
    """Starts PostgreSQL and Valkey. With a bridge, they listen at its address too, with a password."""
    postgres, valkey = EmbeddedPostgres(directory, bridge.address if bridge else ""), EmbeddedRedis(directory)
    try:
        database_url, redis_url = postgres.start(), valkey.start()
        pids = {"postgres": postgres.pid, "redis": valkey.pid}
        if bridge is None:
            yield Stores(database_url, redis_url, pids)
            return
        password = secrets.token_hex(16)
        by_tcp = _admit(database_url, bridge, password)
        with _opened(redis_url, bridge, password) as redis_by_tcp:
            yield Stores(by_tcp, redis_by_tcp, pids)
    finally:
        valkey.stop()
        postgres.stop()


def _admit(database_url: str, bridge: Bridged, password: str) -> str:
    """Lets PostgreSQL admit clients of the bridge's network with a password. Returns the URL for them."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(SUPERUSER), sql.Literal(password))
        )
        [(rules,)] = connection.execute("SHOW hba_file").fetchall()
        with Path(rules).open("a") as file:
            file.write(f"host {DATABASE} {SUPERUSER} {bridge.network} scram-sha-256\n")
        connection.execute("SELECT pg_reload_conf()")
        [(port,)] = connection.execute("SHOW port").fetchall()
    return f"postgresql://{SUPERUSER}:{password}@{bridge.address}:{port}/{DATABASE}"


@contextmanager
def _opened(redis_url: str, bridge: Bridged, password: str) -> Iterator[str]:
    """Lets Valkey listen at the bridge with a password. Yields the URL. Afterwards its socket needs none again."""
    with closing(socket.create_server((bridge.address, 0))) as free:
        port = int(free.getsockname()[1])
    # One connection, because it needs no password after the password is set.
    with redis.Redis.from_url(redis_url, single_connection_client=True) as local:
        local.config_set("requirepass", password)
        try:
            local.config_set("bind", bridge.address)
            local.config_set("port", port)
            yield f"redis://:{password}@{bridge.address}:{port}/0"
        finally:
            local.config_set("port", 0)
            local.config_set("requirepass", "")


def _wait_until_ready(address: Address) -> None:
    until = time.monotonic() + READY_S
    while time.monotonic() < until:
        if is_ready(*address):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the process of the API at {address.host}:{address.port} does not start")
