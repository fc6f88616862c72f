"""Events and states of whole random matches round-trip through the codec."""

import random

import orjson
import pytest

from domain.games.registry import GAMES
from domain.games.sheng_ji.bots.random_bot import RandomBot
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.evolve import evolve
from domain.table.redact import redact
from domain.table.seat_events import OrdersGiven
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from service.platform.store.events import Record, event_of, record_of
from service.tables.events import table_document, table_from_document
from tests.support.orders import played_with_orders

VIEWERS: list[Viewer] = [Seat(0), Seat(3), Onlooker.SPECTATOR, Onlooker.ARCHIVE]


def _simulated(profile: str, seed: str) -> Simulation:
    simulation = Simulation(SimulationSetting("sheng_ji", profile, {"history_view": "all"}, 3), secrets_from(seed))
    simulation.play([RandomBot()] * 4, random.Random(seed))
    return simulation


def _through_json(document: object) -> object:
    return orjson.loads(orjson.dumps(document))


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_events_round_trip_for_every_viewer(profile: str, seed: str):
    simulation = _simulated(profile, seed)
    for happened in simulation.events:
        for viewer in VIEWERS:
            seen = redact(simulation.table.game, happened, viewer)
            name, revision, data = record_of(seen)
            assert event_of(Record(name, revision, _through_json(data))) == seen


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
def test_states_round_trip_after_every_event_and_for_every_viewer(profile: str):
    simulation = _simulated(profile, "states")
    game = simulation.table.game
    for viewer in (None, *VIEWERS):
        table = None
        for happened in simulation.events:
            seen = happened if viewer is None else redact(game, happened, viewer)
            table = evolve(GAMES, table, seen)
            assert table_from_document(_through_json(table_document(table))) == table


@pytest.mark.parametrize(
    ("game", "profile"), [("sheng_ji", "zhang-2021"), ("zheng_shangyou", "zheng-shangyou-4-partners")]
)
def test_standing_orders_round_trip_in_events_and_states(game: str, profile: str):
    given = 0
    for outcome in played_with_orders("orders", profile, {}, 1, game=game):
        for happened in outcome.events:
            name, revision, data = record_of(happened)
            assert event_of(Record(name, revision, _through_json(data))) == happened
            given += isinstance(happened, OrdersGiven) and bool(happened.orders)
        assert table_from_document(_through_json(table_document(outcome.table))) == outcome.table
    assert given
