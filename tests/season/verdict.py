"""Checks after a season: ended tables, correct clocks, replayed histories, verified records and folded feeds."""

from domain.tools.verification import verify
from service.clients.python.shengji_client import ApiProblem
from service.platform.settings import Settings
from service.platform.store.checks import check_store
from service.platform.store.database import Database
from service.processes.supervisor import Supervisor
from service.tables.records import events_of_record
from tests.season.ledger import Figures, Ledger
from tests.season.season import Season


def verdict(supervisor: Supervisor, season: Season) -> tuple[list[str], Figures]:
    """Returns all faults and the figures of a season."""
    now = season.now()
    database = Database(supervisor.database_url, role=Settings().database_role)
    try:
        ledger = Ledger(database, season.tables)
        faults = ledger.faults(now)
        faults += check_store(database, lambda _done, _of: None)
    finally:
        database.close()
    for table in season.tables:
        faults += [f"{table}: {fault}" for fault in _of_records(season, table)]
    for one in season.people:
        faults += [
            f"{table}: person {one.person.number} has a feed that does not fold to the view of the API"
            for table in one.tables
            if not one.feed_matches_view(table)
        ]
    return faults, ledger.figures()


def _of_records(season: Season, table: str) -> list[str]:
    try:
        record = season.clock.table_record(table)
    except ApiProblem as problem:
        return [] if problem.code == "no_hand_over" else [str(problem)]
    return [
        f"event {each.place} of its record: {each.detail}" for each in verify(events_of_record(record)).disagreements
    ]
