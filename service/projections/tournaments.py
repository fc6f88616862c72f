"""The read models of tournaments: what lists say of them, and to which match a table belongs.

The subscription `tournaments` keeps them. It also notes where somebody has to look: at each tournament in which
something has happened, and at those one of whose tables has come to its end. What is noted and the checkpoint are
committed together, so that no job that is lost takes anything with it.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from domain.instants import utc
from domain.tournament.evolve import fold
from domain.tournament.state import Tournament
from service.projections.streams import STREAM_PREFIX as TABLES
from service.projections.streams import table_of
from service.projections.subscription import Overtaken, Run, Subscription
from service.store.database import Database, DatabaseUnavailable
from service.store.event_store import EventStore, Logged
from service.store.events import event_of
from service.store.tournaments import STATE_REVISION, STREAM_PREFIX, tournament_from_head, tournament_of

NAME = "tournaments"
ENDS = frozenset(("match_ended", "table_cancelled", "table_expired"))
"""What the events are called with which a table comes to its end."""

_log = logging.getLogger(__name__)


class Folded(NamedTuple):
    """A tournament at its newest version, and when that was recorded."""

    tournament_id: str
    version: int
    tournament: Tournament
    updated_at: datetime


class TournamentsProjection:
    """Keeps the read models up with the log."""

    def __init__(self, database: Database, store: EventStore, name: str = NAME, *, notes_work: bool = True) -> None:
        """Follows the log under that name; without `notes_work` nobody is told to look at anything."""
        self._database = database
        self._store = store
        self._subscription = Subscription(database, store, name)
        self._notes_work = notes_work

    def catch_up(self) -> int:
        """Takes in one batch of events, and returns how many there were."""
        before, batch = self._subscription.next_batch()
        if not batch:
            return 0
        tournaments = self._heads(sorted({each.stream for each in batch if each.stream.startswith(STREAM_PREFIX)}))
        tables = [_table_row(each) for each in batch if each.stored.record.type == "table_linked"]
        ended = [
            table_of(each.stream)
            for each in batch
            if each.stored.record.type in ENDS and each.stream.startswith(TABLES)
        ]

        def keep(run: Run) -> None:
            for each in tournaments:
                run("put_tournament", _row(each))
            for table in tables:
                run("add_tournament_table", table)
            self._note(run, {each.tournament_id for each in tournaments}, ended)

        try:
            self._subscription.move(before, batch[-1].place, keep)
        except Overtaken:
            return 0
        return len(batch)

    def _note(self, run: Run, moved: set[str], ended: Sequence[str]) -> None:
        if not self._notes_work:
            return
        of_tables = {tournament for (tournament,) in run("tournaments_of_tables", {"tables": list(ended)})}
        if moved | of_tables:
            run("note_tournament_work", {"tournaments": sorted(moved | of_tables)})

    def _heads(self, streams: list[str]) -> list[Folded]:
        """The tournaments of these streams as their heads have them, or folded anew after a change of the program."""
        tournaments = []
        for stream, version, revision, state, _, updated_at, *_ in self._database.read("heads", {"streams": streams}):
            try:
                tournament = (
                    tournament_from_head(state)
                    if revision == STATE_REVISION
                    else fold(event_of(stored.record) for stored in self._store.read_all(stream))
                )
            except DatabaseUnavailable:
                raise
            except Exception:  # noqa: BLE001 - logged, with the name of the tournament
                # One that this program cannot read must not keep all others out of the lists.
                _log.exception("%s cannot be read; it is left out of the lists", stream)
                continue
            tournaments.append(Folded(tournament_of(stream), version, tournament, updated_at))
        return tournaments


def _table_row(logged: Logged) -> dict[str, Any]:
    linked = event_of(logged.stored.record)
    return {
        "table_id": linked.table,
        "tournament_id": tournament_of(logged.stream),
        "round": linked.round,
        "match": linked.match,
    }


def _row(each: Folded) -> dict[str, Any]:
    tournament = each.tournament
    settings = tournament.settings
    concerned = {player for player, _ in tournament.staff}
    for entry in tournament.entries:
        if entry.status != "out":
            concerned.update(entry.players, entry.invited)
    concerned.update(each.player for each in tournament.substitutes)
    starts_at = settings.schedule.starts_at if tournament.started_at is None else tournament.started_at
    return {
        "id": each.tournament_id,
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
    }
