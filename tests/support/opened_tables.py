"""Tables that a worker opens for the matches of a tournament."""

from collections import Counter

import pytest

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.tournaments.rounds.commands import LinkTables
from service.tournaments.handlers import Tournaments
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.support.tournaments import SWISS, of, open_tables, seated, settle, started

EVENS = (Seat(0), Seat(2))


def opened(service: Service, tournament: str) -> Counter[frozenset[str]]:
    """Counts the tables ever opened for players of a tournament. Returns the numbers by set of players."""
    players = {each for entry in of(service, tournament).entries for each in entry.players}
    with service.database.session() as session:
        streams = [
            stream.decode() if isinstance(stream, bytes) else stream
            for (stream,) in session.execute("SELECT stream FROM shengji.event WHERE type = 'table_opened'").fetchall()
        ]
    tables = [service.table_cache.newest(stream.removeprefix("table-")).table for stream in streams]
    return Counter(frozenset(seated(table)) for table in tables if players.issuperset(seated(table)))


def settle_until_linking(service: Service, tournament: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a worker that opens tables and fails before it links them."""
    carry_out = Tournaments.carry_out

    def dies(self, tournament_id, command, **more):
        if type(command) is LinkTables:
            raise MemoryError
        return carry_out(self, tournament_id, command, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Tournaments, "carry_out", dies)
        with pytest.raises(MemoryError):
            continue_tournament(tournament)


def owner_of(service: Service, tournament: str) -> PlayerId:
    return of(service, tournament).staff[0][0]


def playing(service: Service, settings=SWISS, entrants: int = 4) -> tuple[str, list[str]]:
    """Returns a tournament in its first round, and its tables."""
    tournament, _ = started(service, settings, entrants)
    settle(service)
    return tournament, open_tables(service, tournament)
