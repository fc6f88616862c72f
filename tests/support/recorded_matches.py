"""Records of whole matches between bots, made without a server: for tests of what reads records."""

import json
import random
import re
from datetime import UTC, datetime
from typing import Any

from domain.games.bots import BOTS
from domain.kernel.viewers import Onlooker
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from service.platform.store.events import VersionedEvent
from service.tables.documents import event_document

Json = dict[str, Any]
HOST = "ply_01M7ZBC23859AGHGS55KV4DW6H"
PLAYED_AT = datetime(2026, 11, 30, 12, tzinfo=UTC)


def record_of_match(game: str, profile: str, hands: int, seed: str = "record", **options: object) -> Json:
    """Returns the record of a match of that many hands, played by random bots."""
    simulation = Simulation(SimulationSetting(game, profile, options, hands), secrets_from(seed))
    seats = len(simulation.table.seats)
    simulation.play([BOTS[game]["random"]] * seats, random.Random(seed))
    events = [
        event_document(VersionedEvent(version, event, PLAYED_AT), game, Onlooker.ARCHIVE)
        for version, event in enumerate(simulation.events, start=1)
    ]
    record: Json = {
        "format": "shengji-record",
        "revision": 1,
        "table": "tbl_01M7ZBC23859AGHGS55KV4DW6Y",
        "game": game,
        "complete": True,
        "hands": sum(each["type"] == "secret_published" for each in events),
        "bots": [],
        "events": events,
    }
    # A server reads only ids of players as servers make them.
    named = json.dumps(record).replace('"ply_simulation"', f'"{HOST}"')
    return dict(json.loads(re.sub(r'"ply_(\d)"', r'"ply_01M7ZBC23859AGHGS55KV4DW6\1"', named)))
