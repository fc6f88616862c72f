"""The streams of tables: how they are named and folded, and how the folded state is stored.

The state is stored in `head` and in the snapshots of views. It can be deleted at any time and folded again. Increase
`STATE_REVISION` with every change of its format. A stored state of another revision is not read. The table is folded
again from its events.
"""

from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, get_type_hints

from cachetools import LRUCache

from domain.games.registry import GAMES, PACKAGES
from domain.kernel.instants import utc
from domain.table.asking import asking, of_bots_alone, running_clock
from domain.table.evolve import fold
from domain.table.state import Table, Undoable
from domain.table.turn_clocks import monotonic_now, next_due
from service.platform.store.codec import decoder, encoder, parts_converter
from service.platform.store.event_store import Wait
from service.platform.store.folding import Folding

STATE_REVISION = 17
STREAM_PREFIX = "table-"
FOLDED_KEPT = 2000
ENDS = frozenset(("match_ended", "table_cancelled", "table_expired", "table_called_off"))
"""Types of the events that end a table."""

_STORED_AS = {"sandbox": "world"}
"""The stored names of fields whose name has changed since."""
_PLAIN = {
    name: hint for name, hint in get_type_hints(Table).items() if name not in ("game", "rules", "match", "undoable")
}
"""The fields, and their types, that are stored in the same way for every game."""
_STORED_NAMES = [_STORED_AS.get(name, name) for name in _PLAIN]
_plain_fields = attrgetter(*_PLAIN)
_write_plain = parts_converter(list(map(encoder, _PLAIN.values())))
_read_plain = parts_converter(list(map(decoder, _PLAIN.values())))
_read_seats = decoder(_PLAIN["seats"])


def table_document(table: Table) -> dict[str, Any]:
    """Returns the table as JSON."""
    game = table.game
    written = encoder(PACKAGES[game.name].notation.state)
    match = None if table.match is None else written(table.match)
    undoable = table.undoable
    return {
        "game": game.name,
        "rules": game.rules_document(table.rules),
        "match": match,
        "undoable": None if undoable is None else {"seat": undoable.seat, "before": written(undoable.before)},
        **dict(zip(_STORED_NAMES, _write_plain(_plain_fields(table)), strict=True)),
    }


def table_from_document(document: dict[str, Any]) -> Table:
    """Returns the table that `table_document` wrote."""
    game = GAMES[document["game"]]
    read = decoder(PACKAGES[game.name].notation.state)
    match = None if document["match"] is None else read(document["match"])
    undoable = document["undoable"]
    return Table(
        game=game,
        rules=game.rules_from_document(document["rules"], document["rules_revision"]) if match is None else match.rules,
        match=match,
        undoable=None if undoable is None else Undoable(undoable["seat"], read(undoable["before"])),
        **dict(zip(_PLAIN, _read_plain([document[name] for name in _STORED_NAMES]), strict=True)),
    )


def is_of_bots_alone(state_revision: int, seats: Any) -> bool:
    """Returns whether only house bots play at a table, from the seats in its stored state.

    A state of another revision may have another format. Then the answer is no.
    """
    return state_revision == STATE_REVISION and of_bots_alone(_read_seats(seats))


def due_time(table: Table) -> datetime | None:
    """Returns when the next deadline of the table passes, or `None`."""
    due = next_due(table)
    return None if due is None else utc(due.at)


def _asked_document(table: Table) -> list[dict[str, Any]]:
    return [each._asdict() for each in asking(table)]


def _running_wait(table: Table) -> Wait | None:
    clock = running_clock(table)
    return Wait(clock.step, clock.seconds) if clock else None


TABLES = Folding(
    STREAM_PREFIX,
    STATE_REVISION,
    partial(fold, GAMES),
    table_document,
    table_from_document,
    due_time,
    _asked_document,
    _running_wait,
    monotonic_now,
)
"""How the streams of tables are folded and stored."""
stream_of = TABLES.stream_of
table_of = TABLES.id_of


class NoSuchTable(Exception):
    """No table has this id. The argument is the id."""


class VersionedTable(NamedTuple):
    """A folded table and the version of its last event."""

    version: int
    table: Table


class FoldedTables:
    """The tables that the followers of one process have folded last. One follower can use what another has folded."""

    def __init__(self) -> None:
        """Begins without tables."""
        self._tables: LRUCache[str, VersionedTable] = LRUCache(FOLDED_KEPT)

    def at(self, stream: str, version: int) -> Table | None:
        """Returns the table of a stream at exactly this version, or `None` if it is not kept."""
        known = self._tables.get(stream)
        return known.table if known is not None and known.version == version else None

    def keep(self, stream: str, version: int, table: Table) -> None:
        """Keeps the table of a stream at a version."""
        self._tables[stream] = VersionedTable(version, table)
