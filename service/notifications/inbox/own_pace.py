"""The pace of a player, read from the events of their clocks. Nothing is stored for it."""

from domain.clocks.pace import Pace, PaceStep, pace_begins, pace_of
from domain.clocks.running import ClockReading
from domain.games.registry import PACKAGES
from domain.kernel.events import EVENT_TYPES
from domain.kernel.instants import Instant, instant_of, read_instant, utc
from domain.kernel.players import PlayerId
from domain.table.events import ClocksSet, TurnMissed
from service.platform.store.codec import decoder
from service.platform.store.database import Database, Row

TABLES_LIMIT = 50
"""The number of tables that are read: those with the newest events."""
_CLOCKS_SET = EVENT_TYPES[ClocksSet].name
_MISSED = EVENT_TYPES[TurnMissed].name
_MOVES = sorted({EVENT_TYPES[each].name for package in PACKAGES.values() for each in package.move_events})


def own_pace(database: Database, player: PlayerId, now: Instant) -> Pace:
    """Returns the pace of a player at this time. Raises `DatabaseUnavailable`."""
    asked = {
        "player_id": player,
        "since": utc(pace_begins(now)),
        "moves": [_MISSED, *_MOVES],
        "tables": TABLES_LIMIT,
    }
    return pace_of(map(_step, database.read("pace_steps", asked)))


def _step(row: Row) -> PaceStep:
    table, kind, recorded_at, set_at, clock = row
    if kind != _CLOCKS_SET:
        return PaceStep(table, instant_of(recorded_at), "missed" if kind == _MISSED else "moved", None)
    reading: ClockReading = decoder(ClockReading)(clock)
    return PaceStep(table, read_instant(set_at), "clock", reading.running)
