"""The record of a game: all finished hands with all cards, so that anyone can verify them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from domain.kernel.events import EVENT_CLASSES
from domain.kernel.instants import read_instant
from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from domain.kernel.viewers import Onlooker
from domain.table.events import MatchEnded, SecretPublished, TableCalledOff, TableStarted
from service.platform.computing import Computing
from service.platform.store.database import Database
from service.platform.store.event_store import BotMove, EventStore, StoredEvent
from service.platform.store.events import Record, VersionedEvent, event_of
from service.tables.documents import event_document, game_of
from service.tables.events import NoSuchTable, stream_of
from service.tables.feed_document_types import Record as RecordDocument
from service.tables.feed_document_types import RecordedBot

FORMAT: Final = "shengji-record"
FORMAT_REVISION: Final = 1
ON_THE_SPOT = Computing()
Compute = Callable[[Callable[[], RecordDocument]], RecordDocument]
"""Runs the conversion of a record, and returns it."""
TABLES_AT_ONCE = 5
"""The number of tables that an export reads with one statement. It bounds the memory of an export."""
_ENDS = (MatchEnded, TableCalledOff)
_ANY_TIME = "1970-01-01T00:00:00.000Z"


class NoHandOver(Exception):
    """No hand of the table is over yet, so there is no record."""


class NotARecord(Exception):
    """The document is not a record of a game. The message says why."""


def record_document(
    store: EventStore, table_id: str, until: int | None = None, *, computing: Compute = ON_THE_SPOT
) -> RecordDocument:
    """Returns the record of a table: its events up to the end of the last finished hand.

    Args:
        store: the event store.
        table_id: id of the table.
        until: the version up to which the asking player sees the table; `None` for all.
        computing: runs the conversion, because a long match has many thousand events.

    Raises:
        NoSuchTable: no table has this id.
        NoHandOver: no hand is over.
        ComputingBusy: other computations take too long.
    """
    stored = [each for each in store.read_all(stream_of(table_id)) if until is None or each.version <= until]
    if not stored:
        raise NoSuchTable(table_id)
    bots = store.bot_moves([stream_of(table_id)]).get(stream_of(table_id), [])
    return computing(lambda: _document(table_id, stored, bots))


def own_records(
    database: Database,
    player: PlayerId,
    after: str = "",
    *,
    computing: Compute = ON_THE_SPOT,
    at_once: int = TABLES_AT_ONCE,
) -> Iterator[RecordDocument]:
    """Yields the records of all finished tables at which the player has a seat, oldest first.

    A seat sees everything at its table, so each record is the one that `record_document` returns to this player. A
    table without a finished hand has no record and is left out.

    Args:
        database: the database.
        player: the player.
        after: the id of the table after which the export continues; empty for all.
        computing: runs the conversion of each record.
        at_once: the number of tables whose events one statement reads.

    Raises:
        DatabaseUnavailable: the database does not answer, possibly between two records.
        ComputingBusy: other computations take too long.
    """
    while rows := database.read("events_of_finished", {"player_id": player, "after": after, "limit": at_once}):
        bots = EventStore(database).bot_moves(sorted({stream_of(row[0]) for row in rows}))
        for table_id, of_table in groupby(rows, key=lambda row: str(row[0])):
            stored = [StoredEvent(version, Record(*record), at) for _, version, *record, at in of_table]
            after = table_id
            try:
                moves = bots.get(stream_of(table_id), [])
                yield computing(lambda: _document(table_id, stored, moves))  # noqa: B023 - called at once
            except NoHandOver:
                continue


def _document(table_id: str, stored: Sequence[StoredEvent], bot_moves: Sequence[BotMove]) -> RecordDocument:
    events = [VersionedEvent(each.version, event_of(each.record), each.recorded_at) for each in stored]
    over = _finished_part(events)
    if not any(isinstance(each.event, TableStarted) for each in over):
        raise NoHandOver(table_id)
    game = game_of(events[0])
    return {
        "format": FORMAT,
        "revision": FORMAT_REVISION,
        "table": table_id,
        "game": game,
        "complete": isinstance(over[-1].event, _ENDS),
        "hands": sum(isinstance(each.event, SecretPublished) for each in over),
        "bots": _bots(bot_moves, over),
        "events": [event_document(each, game, Onlooker.ARCHIVE) for each in over],
    }


def _bots(moves: Sequence[BotMove], over: Sequence[VersionedEvent]) -> list[RecordedBot]:
    """Returns how many moves each version of a bot made for each seat in these events."""
    seats = {each.version: each.event.seat for each in over if hasattr(each.event, "seat")}
    counts = Counter((seats[version], bot) for version, bot in moves if version in seats)
    return [{"seat": seat, "bot": bot, "moves": count} for (seat, bot), count in sorted(counts.items())]


def _finished_part(events: Sequence[VersionedEvent]) -> Sequence[VersionedEvent]:
    """Returns the events up to the end of the last finished hand, and the end of the match if it came with it."""
    last = max((place for place, each in enumerate(events) if isinstance(each.event, SecretPublished)), default=-1)
    ended = last + 1 < len(events) and isinstance(events[last + 1].event, _ENDS)
    return events[: last + 1 + ended]


def events_of_record(document: Any) -> list[Any]:
    """Returns the events in a record.

    Raises:
        NotARecord: this program cannot read the document.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotARecord(f"this is not a record: its format is not {FORMAT!r}")
    if document.get("revision") != FORMAT_REVISION:
        raise NotARecord(f"this program reads records of revision {FORMAT_REVISION}, not {document.get('revision')!r}")
    documents = document.get("events")
    if not isinstance(documents, list) or not documents:
        raise NotARecord("events: give a list of at least one event")
    events = [_event(place, each) for place, each in enumerate(documents, start=1)]
    game = getattr(events[0], "game", None)
    if document.get("game", game) != game:
        raise NotARecord(f"game: the events are those of {game!r}")
    return events


def _event(place: int, document: Any) -> Any:
    """Returns an event of a record. Raises `NotARecord`."""
    match document:
        case {"type": str(kind), "revision": int(revision), "data": dict(data)} if kind in EVENT_CLASSES:
            pass
        case _:
            raise NotARecord(f"event {place}: give a known type, a revision, and the data as an object")
    if not isinstance(document.get("version", place), int):
        raise NotARecord(f"event {place}, {kind}: version: give a whole number")
    if not _is_time(document.get("at", _ANY_TIME)):
        raise NotARecord(f"event {place}, {kind}: at: give a time like {_ANY_TIME}")
    try:
        return event_of(Record(kind, revision, data))
    except NewerRelease as error:
        raise NotARecord(f"event {place}, {kind}: {error}") from error
    except KeyError as error:
        raise NotARecord(f"event {place}, {kind}: data: there is no {error.args[0]}") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise NotARecord(f"event {place}, {kind}: data: a value has another form than the contract says") from error


def _is_time(at: Any) -> bool:
    try:
        read_instant(at)
    except (TypeError, ValueError):
        return False
    return True
