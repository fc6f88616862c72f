"""Events and states of whole matches of the climbing game round-trip through the codec."""

import orjson
import pytest

from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.evolve import evolve
from domain.table.redact import redact
from service.platform.store.events import Record, event_of, record_of
from service.tables.events import table_document, table_from_document
from tests.support.climbing import FORMS, GAME, played_by_chance

VIEWERS: list[Viewer | None] = [None, Seat(0), Seat(3), Onlooker.SPECTATOR, Onlooker.ARCHIVE]


def _through_json(document: object) -> object:
    return orjson.loads(orjson.dumps(document))


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_events_and_states_round_trip_for_every_viewer(form):
    simulation = played_by_chance("round trip", *form, 2)
    for viewer in VIEWERS:
        table = None
        for happened in simulation.events:
            seen = happened if viewer is None else redact(GAME, happened, viewer)
            name, revision, data = record_of(seen)
            assert event_of(Record(name, revision, _through_json(data))) == seen
            table = evolve(GAMES, table, seen)
            assert table_from_document(_through_json(table_document(table))) == table
