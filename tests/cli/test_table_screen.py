"""Tables on a terminal: every event of every game can be printed."""

import io
import random

import orjson
import pytest
from rich.console import Console

from domain.games.bots import BOTS
from domain.kernel.viewers import Onlooker
from domain.table.evolve import evolve
from domain.table.redact import redact
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from service.cli.table_screen import screen_of, table_screen
from service.platform.store.events import record_of
from service.tables.documents import view_document
from service.tables.events import VersionedTable

SHORT = {
    "zhang-2021": {"initial_level": "A"},
    "zhao-peng-you": {"final_level": "2"},
    "zheng-shangyou": {"zs_target": 4},
    "san-jia-xi": {"zs_target": 6},
}


@pytest.mark.slow
@pytest.mark.parametrize("profile", SHORT)
def test_a_table_is_printed_after_every_event_as_spectators_see_it(profile: str):
    game = "sheng_ji" if profile.startswith("zha") else "zheng_shangyou"
    simulation = Simulation(SimulationSetting(game, profile, SHORT[profile], None), secrets_from("screen"))
    simulation.play([BOTS[game]["random"]] * len(simulation.table.seats), random.Random(1))
    console = Console(width=110, file=io.StringIO(), record=True)
    shown, table = "", None
    for version, event in enumerate(simulation.events, start=1):
        table = evolve({game: simulation.table.game}, table, redact(simulation.table.game, event, Onlooker.SPECTATOR))
        view = orjson.loads(orjson.dumps(view_document("tbl_x", VersionedTable(version, table), Onlooker.SPECTATOR)))
        console.print(table_screen(view))
        shown += console.export_text()
    assert f"event {len(simulation.events)}" in shown
    assert "the match is over" in shown
    for word in ("last trick", "opponents") if game == "sheng_ji" else ("last round", "passes", "exchanged", "places"):
        assert word in shown
    events = [{"type": record_of(event).type, "data": record_of(event).data} for event in simulation.events]
    assert screen_of(game).of_hands(orjson.loads(orjson.dumps(events))).row_count == table.match.hands_played


def test_a_game_without_a_screen_is_shown_as_json():
    view = {"game": "high_card", "id": "tbl_x", "version": 7, "result": {"winners": [2]}, "match": {"hand": ["AS"]}}
    console = Console(width=110, file=io.StringIO(), record=True)

    console.print(table_screen(view))

    shown = console.export_text()
    assert '"game": "high_card"' in shown
    assert '"AS"' in shown
    assert "seats [2] win" in shown
    assert screen_of("high_card").standing({"won": 3}) == '{"won":3}'
    events = [{"type": "card_played", "data": {"seat": 0}}, {"type": "hand_won", "data": {"seat": 2}}]
    assert screen_of("high_card").of_hands(events).row_count == 2
