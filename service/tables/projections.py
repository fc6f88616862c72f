"""The read models behind lists: a summary of each table, and the pending turns of each player.

Rows depend only on the folded state of a table, so a rebuild yields the same rows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import orjson

from domain.games.registry import PACKAGES
from domain.kernel.instants import Instant, utc
from domain.table.asking import asking
from domain.table.proposals import awaited_seats
from domain.table.spectators import NO_DELAY
from domain.table.state import Table
from service.platform.documents import Json, created_at, timestamp, timestamp_of_move
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LoggedEvent
from service.platform.store.heads import Folded, folded_heads
from service.platform.store.projection import Projection
from service.tables.document_types import TableSummary
from service.tables.documents import pace_document, rules_document, seats_document, spectators_document
from service.tables.events import TABLES, FoldedTables

NAME = "tables"


def folded_from_events(store: EventStore, stream: str) -> Folded[Table]:
    """Folds the table of a stream from all its events."""
    events = store.read_all(stream)
    table = TABLES.folded(stream, events)
    return Folded(TABLES.id_of(stream), events[-1].version, table, events[-1].recorded_at)


class TablesProjection(Projection):
    """Keeps the read models of tables up to date with the log."""

    name = NAME

    def __init__(
        self, database: Database, store: EventStore, name: str | None = None, tables: FoldedTables | None = None
    ) -> None:
        """Subscribes to the log like every projection. `tables` are the folded tables of an earlier follower."""
        super().__init__(database, store, name)
        self._tables = tables or FoldedTables()

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read models."""
        last = {logged.stream: logged.stored for logged in batch if TABLES.has(logged.stream)}
        tables = [
            Folded(TABLES.id_of(stream), stored.version, table, stored.recorded_at)
            for stream, stored in last.items()
            if (table := self._tables.at(stream, stored.version)) is not None
        ]
        missing = last.keys() - {TABLES.stream_of(each.id) for each in tables}
        tables += folded_heads(self._database, self._store, TABLES, sorted(missing))
        return (lambda run: replace_summaries(run, tables)) if tables else no_work


def replace_summaries(run: Run, tables: Sequence[Folded[Table]]) -> None:
    """Replaces the summaries of these tables and their pending turns, challenges and proposals."""
    ids = [each.id for each in tables]
    for statement in ("drop_turns", "drop_waiting_challenges", "drop_waiting_proposals"):
        run(statement, {"tables": ids})
    for statement, rows_of in _ROWS.items():
        rows = [row for each in tables for row in rows_of(each)]
        if rows:
            run(statement, {"rows": orjson.dumps(rows).decode()})


def _turns(each: Folded[Table]) -> Iterator[Json]:
    """Yields the pending turns of players, without the seats for which a bot acts."""
    for asked in asking(each.state):
        if asked.bot is None:
            running = each.state.clocks[asked.seat].running
            yield {
                "player_id": asked.player,
                "table_id": each.id,
                "seat": asked.seat,
                "asked": asked.what,
                "since": each.updated_at,
                "version": each.version,
                "started_at": utc(Instant(running.since - running.used_ms)) if running else None,
                "deadline_at": utc(running.deadline) if running else None,
                "is_grace": running is not None and running.is_grace,
            }


def _challenges(each: Folded[Table]) -> Iterable[Json]:
    """Returns the open challenges. If a player is challenged to several seats, the last one counts."""
    table = each.state
    return {
        challenge.player: {
            "player_id": challenge.player,
            "table_id": each.id,
            "seat": challenge.seat,
            "challenger": challenge.by,
            "version": each.version,
        }
        for challenge in (table.challenges if table.status in ("open", "playing") else ())
    }.values()


def _proposals(each: Folded[Table]) -> Iterator[Json]:
    """Yields the open proposal for each player who has not answered it."""
    table = each.state
    if table.proposal is None or table.status != "playing":
        return
    for seat in awaited_seats(table):
        occupant = table.seats[seat]
        if occupant is not None:
            yield {
                "player_id": occupant.player,
                "table_id": each.id,
                "seat": seat,
                "what": table.proposal.what,
                "proposer": table.proposal.by,
                "version": each.version,
            }


def _summaries(each: Folded[Table]) -> Iterator[Json]:
    """Yields the summary of the table."""
    table = each.state
    seated = [occupant.player for occupant in table.seats if occupant]
    yield {
        "id": each.id,
        "opened_at": created_at(each.id),
        "updated_at": each.updated_at,
        "version": each.version,
        "free_seats": sum(occupant is None for occupant in table.seats),
        "listed": table.listed,
        "sandbox": table.sandbox,
        "status": table.status,
        # The host of a sealed table has no special access to it.
        "players": sorted({*seated, *(() if table.sealed else (table.host,))}),
        "summary": _summary_document(each),
        "facts": _facts(table),
    }


def _facts(table: Table) -> Json:
    """Returns what mails and webhooks tell players with seats: teams, tournament match, and how the match stands.

    Every seat knows the standing, but delayed spectators do not. So it is not part of the summary.
    """
    match = table.tournament_match
    standing = None if table.match is None else PACKAGES[table.game.name].standing(table.match)
    return {
        "teams": table.game.teams(table.rules),
        "tournament": match and {"id": match.tournament, "round": match.round, "match": match.number},
        "standing": standing and standing._asdict(),
    }


def _summary_document(each: Folded[Table]) -> TableSummary:
    """Returns the table for lists, the same for all viewers.

    If spectators see the table with a delay, the version and time of the last event are `None` after the start. They
    could reveal a failed throw, a friend who joined, or a pass.
    """
    table = each.state
    seats = seats_document(table)
    pace = pace_document(table)
    is_delayed = table.spectators != NO_DELAY and table.match is not None
    return {
        "id": each.id,
        "version": None if is_delayed else each.version,
        "game": table.game.name,
        "rules": rules_document(table),
        "status": table.status,
        "host": table.host,
        "hands": table.hands,
        "spectators": spectators_document(table),
        "clock": pace["clock"],
        "time_odds": pace["time_odds"],
        "pauses": pace["pauses"],
        "ladder": pace["ladder"],
        "expires_at": pace["expires_at"],
        "starts_when_full": pace["starts_when_full"],
        "sealed": pace["sealed"],
        "public": pace["public"],
        "min_reliability": pace["min_reliability"],
        "chat": pace["chat"],
        "world": pace["world"],
        "seats": [{"seat": each["seat"], "player": each["player"], "bot": each["bot"]} for each in seats],
        "opened_at": timestamp(created_at(each.id)),
        "updated_at": None if is_delayed else timestamp_of_move(each.updated_at),
    }


_ROWS: dict[str, Callable[[Folded[Table]], Iterable[Json]]] = {
    "put_summaries": _summaries,
    "add_turns": _turns,
    "add_waiting_challenges": _challenges,
    "add_waiting_proposals": _proposals,
}
"""The statements that insert rows, with the rows of a table. Each runs once for all tables."""
