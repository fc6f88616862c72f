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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson
import psycopg
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.entrants.events import EntrantEntered, EntrantRegistered, PartnerInvited, PartnerJoined
from domain.tournaments.events import RegistrationOpened, TournamentCreated, TournamentStarted
from domain.tournaments.evolve import fold
from domain.tournaments.rounds.commands import PairRound
from domain.tournaments.rounds.events import ResultRecorded, RoundClosed, RoundPaired, TableId, TableLinked
from domain.tournaments.terms import LOSS, WIN, EntrantId, Match, Round
from service.platform.limits import Limits
from service.platform.queue.job_queue import JobQueue
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from service.platform.sources import time_of_day
from service.platform.store.event_store import Commit
from service.platform.store.events import record_of
from service.platform.store.migrations import migrate
from service.tournaments.events import STATE_REVISION, due_time, head_document, stream_of
from service.tournaments.jobs import continue_tournament
from service.wiring import Service, wire
from service.worker_context import WorkerContext
from tests.support.tournaments import SWISS, end, of

OUT = Console()
TOURNAMENT = "trn_01M7ZBDP89QN5ZFWN99F5H7N4Q"
OWNER = PlayerId("ply_01M7ZBDP89QN5ZFWN99F5H7N4Q")
EVENS = (Seat(0), Seat(2))


def _id(prefix: str, number: int) -> str:
    return f"{prefix}_01M7ZBDP89QN5ZFWN9{number:08d}"


def matches_of(field: Sequence[EntrantId], number: int) -> tuple[Match, ...]:
    """Returns the pairings of a round by the circle method, in which no two entrants meet twice."""
    fixed, *others = field
    turned = [fixed, *others[number:], *others[:number]]
    half = len(turned) // 2
    return tuple(Match(*pair) for pair in zip(turned[:half], reversed(turned[half:]), strict=True))


def history(entrants: int, rounds: int) -> Iterator[Any]:
    """Yields the events of a tournament before its last round."""
    settings = dataclasses.replace(SWISS, figures={"rounds": rounds})
    field = [EntrantId(_id("ent", number)) for number in range(entrants)]
    yield TournamentCreated(OWNER, settings)
    yield RegistrationOpened()
    for number, entrant in enumerate(field):
        captain, partner = (PlayerId(_id("ply", 2 * number + each)) for each in range(2))
        yield EntrantRegistered(entrant, captain, 1500, None, None)
        yield PartnerInvited(entrant, captain, partner)
        yield PartnerJoined(entrant, partner, 1500)
        yield EntrantEntered(entrant, None)
    at = time_of_day()
    yield TournamentStarted(OWNER, at, tuple(field))
    for number in range(1, rounds):
        matches = matches_of(field, number)
        yield RoundPaired(number, OWNER, at, bytes(32).hex(), matches, (), None)
        for match in range(1, len(matches) + 1):
            yield TableLinked(number, match, TableId(_id("tbl", 10_000 * number + match)), ())
            yield ResultRecorded(number, match, WIN, LOSS, "played")
        yield RoundClosed(number, OWNER, at)


def make(service: Service, entrants: int, rounds: int) -> None:
    """Stores the tournament before its last round, and pairs that round."""
    events = list(history(entrants, rounds))
    tournament = fold(events)
    service.store.append(
        Commit(
            stream=stream_of(TOURNAMENT),
            expected=0,
            records=[record_of(event) for event in events],
            state=head_document(tournament),
            state_revision=STATE_REVISION,
            asked=[],
            due_at=None,
            command_id=None,
            metadata={"by": OWNER},
            turn_due_at=due_time(tournament),
        )
    )
    paired = Round(rounds, matches_of(tournament.order, rounds))
    service.tournaments.carry_out(TOURNAMENT, PairRound(OWNER, paired, bytes(range(32))))


def measured(service: Service) -> tuple[float, float, int]:
    """Runs the job once. Returns its seconds, its processor seconds, and its appends to the tournament."""
    before = service.tournaments.at(TOURNAMENT).version
    begun, cpu = time.perf_counter(), time.process_time()
    continue_tournament(TOURNAMENT)
    took, used = time.perf_counter() - begun, time.process_time() - cpu
    with service.database.session() as session:
        [(appends,)] = session.execute(
            "SELECT count(DISTINCT transaction) FROM shengji.event WHERE stream = $1 AND version > $2",
            [stream_of(TOURNAMENT), before],
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
            make(service, given.entrants, given.rounds)
            opening = measured(service)
            head = len(orjson.dumps(head_document(of(service, TOURNAMENT))))
            tables = [table for linked in of(service, TOURNAMENT).rounds[-1].tables for table in linked]
            for table in track(tables, description="ending the tables", console=OUT, transient=True):
                end(service, table, EVENS)
            closing = measured(service)
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
