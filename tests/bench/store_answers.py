"""What is measured on a large store through the API: its start, the first look at tables, lists and histories."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from domain.kernel.players import PlayerId
from service.accounts.handlers import SCOPES
from service.cli.bench import CHECKOUT
from service.tables.events import stream_of, table_of
from tests.bench.measured_server import measured_server, variables
from tests.bench.store_folder import StoreServers, servers_of
from tests.bench.store_measures import Figure, spread
from tests.support.children import child

SHORT, LONG = "short", "long"
REPEATS = 20
LISTS = (
    "/v1/tables?limit=100",
    "/v1/tables?status=playing&limit=100",
    "/v1/tables?status=finished&limit=100",
    "/v1/tables?status=open&limit=100",
    "/v1/tables?free_seats=true&limit=100",
    "/v1/tournaments",
    "/v1/ratings",
)
_TABLES = """
SELECT stream, version, asked.player FROM (
    SELECT h.stream, h.version, percent_rank() OVER (ORDER BY h.version) AS rank FROM shengji.head AS h
    WHERE h.stream LIKE 'table-%%'
) AS h CROSS JOIN LATERAL (
    SELECT data->>'player' AS player FROM shengji.event AS e
    WHERE e.stream = h.stream AND e.type = 'seat_taken' AND e.data->>'bot' IS NULL LIMIT 1
) AS asked
WHERE CASE WHEN %s = 'short' THEN rank <= 0.25 ELSE rank >= 0.9 END
ORDER BY md5(h.stream) LIMIT %s
"""
_PLAYERS = """
SELECT player, count(*) FROM shengji_read.table_summary CROSS JOIN LATERAL unnest(players) AS player
WHERE player NOT LIKE 'ply\\_house\\_%%' GROUP BY player ORDER BY count(*) DESC, player
"""


class Seen(NamedTuple):
    """A table, its version, and the token of a player who sits there."""

    table: str
    version: int
    token: str


class Client:
    """A connection to the API that stays open."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = HTTPConnection(host, port, timeout=60)

    def get(self, path: str, token: str | None = None) -> tuple[float, Any]:
        """Returns the seconds that an answer took, and its JSON. Raises `RuntimeError` if it is not 200."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        began = time.perf_counter()
        self._connection.request("GET", path, headers=headers)
        answer = self._connection.getresponse()
        body = answer.read()
        took = time.perf_counter() - began
        if answer.status != 200:
            raise RuntimeError(f"GET {path}: {answer.status} {body[:200]!r}")
        return took, json.loads(body)


@contextmanager
def running_api(folder: Path) -> Iterator[Client]:
    """Runs the service on the store, with processes that have just started, and yields a connection to it."""
    with measured_server(folder=folder) as server:
        client = Client(server.host, server.port)
        client.get("/v1/rules/kinds")
        yield client


def start(folder: Path) -> Iterator[Figure]:
    """Yields the time from `shengji run` until it answers a request."""
    environment = {**os.environ, **variables(str(folder)), "DATABASE_URL": "", "REDIS_URL": ""}
    began = time.perf_counter()
    command = [sys.executable, "-m", "service", "run", "--no-demo"]
    with child(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = dict(process.stdout.readline().split() for _ in ("play", "API"))
        address = urlsplit(printed["API"])
        Client(str(address.hostname), int(address.port or 0)).get("/readyz")
        yield Figure("start", "shengji run, until it answers", f"{time.perf_counter() - began:.1f} s")


def cold(folder: Path, sample: int) -> Iterator[Figure]:
    """Yields the time of the first view of a table, in processes that have just started."""
    with servers_of(folder) as servers:
        seen = {kind: list(_tables(servers, kind, sample)) for kind in (SHORT, LONG)}
        streams = [stream_of(each.table) for tables in seen.values() for each in tables]
        servers.rows("DELETE FROM shengji.view_snapshot WHERE stream = ANY(%s) RETURNING version", [streams])
    for snapshots in ("no snapshot of the view", "a snapshot of the view"):
        with running_api(folder) as client:
            for kind, tables in seen.items():
                took = [client.get(f"/v1/tables/{each.table}", each.token)[0] for each in tables]
                versions = [each.version for each in tables]
                events = f"{len(tables)} {kind} tables of {min(versions)} to {max(versions)} events"
                yield Figure("cold", f"{events}, {snapshots}", spread(took))


def lists(folder: Path) -> Iterator[Figure]:
    """Yields what the first pages of lists that all players see take."""
    with servers_of(folder) as servers:
        [(player, _), *_] = servers.rows(_PLAYERS)
        token = _token(servers, player)
        pools = servers.rows("SELECT pool FROM shengji_read.rating_pool ORDER BY pool LIMIT 1")
    paths = [*LISTS, *(f"/v1/ratings/{pool}" for (pool,) in pools)]
    with running_api(folder) as client:
        for path in paths:
            yield _repeated(client, "lists", path, path, token)


def history(folder: Path) -> Iterator[Figure]:
    """Yields what the history of the player with the most tables takes, and that of a usual one."""
    with servers_of(folder) as servers:
        ranked = servers.rows(_PLAYERS)
        chosen = {"most": ranked[0], "a usual number of": ranked[len(ranked) // 2]}
        tokens = {name: _token(servers, player) for name, (player, _) in chosen.items()}
    with running_api(folder) as client:
        for name, (_, tables) in chosen.items():
            what = f"of the player with {name} tables ({tables})"
            path = "/v1/tables?mine=true&limit=100"
            yield _repeated(client, "history", path, f"first page {what}", tokens[name])
            pages = list(_pages(client, path, tokens[name]))
            result = f"{len(pages)} pages, {sum(pages) * 1000:.1f} ms in all"
            yield Figure("history", f"all pages {what}", result)
            yield _repeated(client, "history", "/v1/me/turns", f"turns {what}", tokens[name])


def _pages(client: Client, path: str, token: str) -> Iterator[float]:
    """Yields the seconds that each page of a list takes."""
    cursor = ""
    while True:
        took, page = client.get(path + cursor, token)
        yield took
        if page.get("next_cursor") is None:
            return
        cursor = f"&cursor={page['next_cursor']}"


def _repeated(client: Client, part: str, path: str, what: str, token: str) -> Figure:
    first, *others = [client.get(path, token)[0] for _ in range(REPEATS)]
    return Figure(part, what, f"first {first * 1000:.1f} ms, then p50 {median(others) * 1000:.1f} ms")


def _tables(servers: StoreServers, kind: str, sample: int) -> Iterator[Seen]:
    """Yields short or long tables: the quarter with the fewest events, and the tenth with the most."""
    tokens: dict[str, str] = {}
    for stream, version, player in servers.rows(_TABLES, [kind, sample]):
        tokens[player] = tokens.get(player) or _token(servers, player)
        yield Seen(table_of(stream), version, tokens[player])


def _token(servers: StoreServers, player: str) -> str:
    with servers.service() as service:
        return service.accounts.make_token(PlayerId(player), "benchmark", sorted(SCOPES), 24 * 3600)[1]
