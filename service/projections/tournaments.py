"""The read models of tournaments: what lists say of them, and to which match a table belongs.

The subscription `tournaments` keeps them. A table belongs to its match from when it is opened for it, or linked to it.
The subscription also notes where somebody has to look: at each tournament in which something has happened, and at those
one of whose tables was opened or has come to its end. What is noted and the checkpoint are
committed together, so that no job that is lost takes anything with it.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

import orjson

from domain.instants import utc
from domain.table.events import PlayerId
from domain.tournament.evolve import fold
from domain.tournament.rounds import EntrantId
from domain.tournament.state import Tournament
from service.projections.streams import STREAM_PREFIX as TABLES
from service.projections.streams import table_of
from service.projections.subscription import Overtaken, Run, Subscription
from service.store.database import Database, DatabaseUnavailable
from service.store.event_store import EventStore, Logged
from service.store.events import event_of
from service.store.tournaments import STATE_REVISION, STREAM_PREFIX, tournament_from_head, tournament_of

NAME = "tournaments"
ENDS = frozenset(("match_ended", "table_cancelled", "table_expired", "table_called_off"))
"""What the events are called with which a table comes to its end."""

WaitsFor = Literal["partner_consent", "check_in"]
"""That a player agrees to play for an entrant, or says that they are there."""

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
        tables = [row for each in batch if (row := _table_row(each)) is not None]
        ended = [
            table_of(each.stream)
            for each in batch
            if each.stored.record.type in ENDS and each.stream.startswith(TABLES)
        ]

        def keep(run: Run) -> None:
            run("drop_tournament_waiting", {"tournaments": [each.tournament_id for each in tournaments]})
            for each in tournaments:
                run("put_tournament", _row(each))
                _keep_waiting(run, each)
            for table in tables:
                run("add_tournament_table", table)
            if ended:
                run("end_tournament_tables", {"tables": ended})
            moved = {each.tournament_id for each in tournaments} | {table["tournament_id"] for table in tables}
            self._note(run, moved, ended)

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
            run("note_tournament_work", {"tournaments": sorted(moved | of_tables), "tables": list(ended)})

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


def _table_row(logged: Logged) -> dict[str, Any] | None:
    """To which match a table belongs, where the event tells that."""
    record = logged.stored.record
    if record.type == "table_linked":
        linked = event_of(record)
        return _table_of_match(linked.table, tournament_of(logged.stream), linked.round, linked.match)
    # Tables are opened by thousands; hardly any of them has to be read.
    if record.type == "table_opened" and record.data.get("match") is not None:
        match = event_of(record).match
        return _table_of_match(table_of(logged.stream), match.tournament, match.round, match.number)
    return None


def _table_of_match(table_id: str, tournament_id: str, number: int, match: int) -> dict[str, Any]:
    return {"table_id": table_id, "tournament_id": tournament_id, "round": number, "match": match}


def _keep_waiting(run: Run, each: Folded) -> None:
    waiting = list(waits_for(each.tournament))
    if waiting:
        players, entrants, whats, deadlines = zip(*waiting, strict=True)
        run(
            "add_tournament_waiting",
            {
                "tournament_id": each.tournament_id,
                "players": list(players),
                "entrants": list(entrants),
                "whats": list(whats),
                "deadlines": list(deadlines),
            },
        )


def waits_for(tournament: Tournament) -> Iterator[tuple[PlayerId, EntrantId, WaitsFor, datetime | None]]:
    """Whom a tournament waits for: the player, for which entrant, for what, and until when; none: not settled."""
    if tournament.is_over:
        return
    schedule = tournament.settings.schedule
    closes_at = min((at for at in (schedule.closes_at, schedule.starts_at) if at is not None), default=None)
    is_to_check_in = tournament.check_in_open and not tournament.has_begun
    for entry in tournament.entries:
        if entry.status != "out" and (tournament.can_enter or entry.has_place):
            until = None if closes_at is None or tournament.has_begun else utc(closes_at)
            for player in entry.invited:
                yield player, entry.id, "partner_consent", until
        if is_to_check_in and (entry.has_place or entry.status == "waiting"):
            for member in entry.members:
                if not member.is_here:
                    starts_at = schedule.starts_at
                    yield member.player, entry.id, "check_in", None if starts_at is None else utc(starts_at)


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
        "world": tournament.world,
        "staff": orjson.dumps(dict(tournament.staff)).decode(),
    }
