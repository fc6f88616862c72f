"""The read models of tournaments: the rows behind lists, and the match of each table.

The subscription `tournaments` maintains them. A table belongs to a match once it is opened for it or linked to it.
The subscription also queues work for each tournament that has new events, or whose tables were opened, paused, resumed
or have ended. Work and checkpoint are committed together, so a lost job loses no work.
"""

from collections.abc import Sequence
from typing import Any

import orjson

from domain.kernel.instants import utc, write_instant
from domain.tournaments.awaited import awaited_players
from domain.tournaments.state import Tournament
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.event_store import LoggedEvent
from service.platform.store.events import event_of
from service.platform.store.heads import Folded, folded_heads
from service.platform.store.projection import Projection
from service.tables.events import ENDS, TABLES
from service.tournaments.events import TOURNAMENTS

NAME = "tournaments"
UNSEALED = "table_unsealed"
"""Type of the event that makes a table visible to all."""
PAUSES = frozenset(("table_paused", "table_resumed"))
"""Types of the events at which a tournament checks whether the pause of a table agrees with its own."""


class TournamentsProjection(Projection):
    """Keeps the read models of tournaments up to date with the log."""

    name = NAME

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the read models."""
        tournaments = folded_heads(self._database, self._store, TOURNAMENTS, [each.stream for each in batch])
        tables = [row for each in batch if (row := _table_row(each)) is not None]
        ended = [
            TABLES.id_of(each.stream) for each in batch if each.stored.record.type in ENDS and TABLES.has(each.stream)
        ]
        paused = [TABLES.id_of(each.stream) for each in batch if each.stored.record.type in PAUSES]
        unsealed = [TABLES.id_of(each.stream) for each in batch if each.stored.record.type == UNSEALED]
        if not (tournaments or tables or ended or paused or unsealed):
            return no_work

        def keep(run: Run) -> None:
            run("drop_tournament_waiting", {"tournaments": [each.id for each in tournaments]})
            for each in tournaments:
                run("put_tournament", _row(each))
                _replace_waiting(run, each)
            for table in tables:
                run("add_tournament_table", table)
            if ended:
                run("end_tournament_tables", {"tables": ended})
            if unsealed:
                run("unseal_tournament_tables", {"tables": unsealed})
            moved = {each.id for each in tournaments} | {table["tournament_id"] for table in tables}
            self._note(run, moved, [*ended, *paused])

        return keep

    def _note(self, run: Run, moved: set[str], tables: Sequence[str]) -> None:
        if not self._notes_work:
            return
        of_tables = {tournament for (tournament,) in run("tournaments_of_tables", {"tables": list(tables)})}
        if moved | of_tables:
            run("note_tournament_work", {"tournaments": sorted(moved | of_tables), "tables": list(tables)})


def _table_row(logged: LoggedEvent) -> dict[str, Any] | None:
    """Returns the row that assigns a table to its match, or `None` for other events."""
    record = logged.stored.record
    if record.type == "table_linked":
        linked = event_of(record)
        return _table_of_match(
            linked.table, TOURNAMENTS.id_of(logged.stream), linked.round, linked.match, is_sealed=False
        )
    # Most tables belong to no match, so only the others are decoded.
    if record.type == "table_opened" and record.data.get("match") is not None:
        opened = event_of(record)
        match = opened.match
        return _table_of_match(
            *(TABLES.id_of(logged.stream), match.tournament, match.round, match.number), is_sealed=opened.sealed
        )
    return None


def _table_of_match(table_id: str, tournament_id: str, number: int, match: int, *, is_sealed: bool) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "tournament_id": tournament_id,
        "round": number,
        "match": match,
        "is_sealed": is_sealed,
    }


def _replace_waiting(run: Run, each: Folded[Tournament]) -> None:
    waiting = list(awaited_players(each.state))
    if waiting:
        run(
            "add_tournament_waiting",
            {
                "tournament_id": each.id,
                "players": [one.player for one in waiting],
                "entrants": [one.entrant for one in waiting],
                "whats": [one.decision.what for one in waiting],
                "deadlines": [None if one.decision.until is None else utc(one.decision.until) for one in waiting],
                "rounds": [one.decision.round for one in waiting],
                "matches": [one.decision.match for one in waiting],
                "times": [" ".join(map(write_instant, one.decision.times)) or None for one in waiting],
            },
        )


def _row(each: Folded[Tournament]) -> dict[str, Any]:
    tournament = each.state
    settings = tournament.settings
    concerned = {player for player, _ in tournament.staff}
    for entry in tournament.entries:
        if entry.status != "out":
            concerned.update(entry.players, entry.away, entry.invited)
    concerned.update(each.player for each in tournament.substitutes)
    starts_at = settings.schedule.starts_at if tournament.started_at is None else tournament.started_at
    return {
        "id": each.id,
        "version": each.version,
        "updated_at": each.updated_at,
        "starts_at": None if starts_at is None else utc(starts_at),
        "entrants": tournament.places_taken,
        "rated": settings.is_rated,
        "owner": tournament.staff[0][0],
        "name": settings.name,
        "status": tournament.status,
        "game": settings.play.game,
        "format": settings.format,
        "series": settings.series,
        "players": sorted(concerned),
        "sandbox": tournament.sandbox,
        "is_public": settings.public,
        "staff": orjson.dumps(dict(tournament.staff)).decode(),
    }
