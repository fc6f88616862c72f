"""Measures the cost of a round of a large tournament: opening and linking its tables, and recording its results.

    open        a worker opens a table for each match and links them
    results     a worker records the results of all matches, whose tables have ended, and the round is closed
    appends     the number of commands that wrote to the stream of the tournament
    head        the size of the folded tournament as JSON, which each of these commands writes

The measured round is the last one. Earlier rounds are stored as played, with pairings by a fixed schedule. Between the
two measurements all tables end by a concession, which is not measured. Times are those of one worker, with an embedded
PostgreSQL on the same machine.
"""

import argparse
import dataclasses
import tempfile
import time
from pathlib import Path

import orjson
import psycopg
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.rounds.commands import PairRound
from domain.tournaments.terms import Round
from service.platform.limits import Limits
from service.platform.queue.job_queue import JobQueue
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from service.platform.store.migrations import migrate
from service.tournaments.events import head_document, stream_of
from service.tournaments.jobs import continue_tournament
from service.wiring import Service, wire
from service.worker_context import WorkerContext
from tests.support import large
from tests.support.tournaments import SWISS, end, of

OUT = Console()
OWNER = PlayerId("ply_01M7ZBDP89QN5ZFWN99F5H7N4Q")
EVENS = (Seat(0), Seat(2))


def make(service: Service, entrants: int, rounds: int) -> str:
    """Stores a tournament before its last round, pairs that round, and returns the id."""
    settings = dataclasses.replace(SWISS, figures={"rounds": rounds})
    tournament = large.written(service, OWNER, entrants, settings, has_tables=True)
    paired = Round(rounds, large.matches_of(of(service, tournament).order, rounds))
    service.tournaments.carry_out(tournament, PairRound(OWNER, paired, bytes(range(32))))
    return tournament


def measured(service: Service, tournament: str) -> tuple[float, float, int]:
    """Runs the job once. Returns its seconds, its processor seconds, and its appends to the tournament."""
    before = service.tournaments.at(tournament).version
    begun, cpu = time.perf_counter(), time.process_time()
    continue_tournament(tournament)
    took, used = time.perf_counter() - begun, time.process_time() - cpu
    with service.database.session() as session:
        [(appends,)] = session.execute(
            "SELECT count(DISTINCT transaction) FROM shengji.event WHERE stream = $1 AND version > $2",
            [stream_of(tournament), before],
        ).fetchall()
    return took, used, appends


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench tournament_round", description=__doc__)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=11, help="rounds; the last is measured (default 11)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="shengji-", ignore_cleanup_errors=True) as directory:
        postgres, redis = EmbeddedPostgres(Path(directory)), EmbeddedRedis(Path(directory))
        try:
            url, redis_url = postgres.start(), redis.start()
            with psycopg.connect(url, autocommit=True) as connection:
                migrate(connection, "shengji_app")
            service = wire(Settings(database_url=url, redis_url=redis_url), limits=Limits(job_s=3600.0))
            WorkerContext.service, WorkerContext.queue = service, JobQueue(redis_url)
            tournament = make(service, given.entrants, given.rounds)
            opening = measured(service, tournament)
            head = len(orjson.dumps(head_document(of(service, tournament))))
            tables = [table for linked in of(service, tournament).rounds[-1].tables for table in linked]
            for table in track(tables, description="ending the tables", console=OUT, transient=True):
                end(service, table, EVENS)
            closing = measured(service, tournament)
            service.close()
        finally:
            redis.stop()
            postgres.stop()
    title = f"round {given.rounds} of {given.entrants:,} entrants, {len(tables)} matches; head {head / 1000:.0f} kB"
    grid = Grid("", "s", "s of the worker's processor", "appends to the tournament", title=title)
    for name, (took, used, appends) in (("open", opening), ("results", closing)):
        grid.add_row(name, f"{took:.1f}", f"{used:.1f}", str(appends))
    OUT.print(grid)


if __name__ == "__main__":
    main()
