"""The read models of tournaments: the rows behind lists, and the match of each table.

The subscription `tournaments` maintains them. A table belongs to a match once it is opened for it or linked to it.
The subscription also queues work for each tournament that has new events, or whose tables were opened, paused, resumed
or have ended. Work and checkpoint are committed together, so a lost job loses no work.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

import orjson

from domain.kernel.instants import Instant, utc, write_instant
from domain.kernel.players import PlayerId
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import entrants_of_match
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId
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

WaitsFor = Literal[
    "partner_consent", "check_in", "agree_time", "report_result", "confirm_result", "accept_place", "answer_challenge"
]
"""What a player has to do.

Agree to play for an entrant, check in, answer proposed times, report or confirm a result, or answer a call for a place
or a challenge in a ladder.
"""


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
                "whats": [one.what for one in waiting],
                "deadlines": [one.deadline_at for one in waiting],
                "rounds": [one.round for one in waiting],
                "matches": [one.match for one in waiting],
                "times": [" ".join(map(write_instant, one.times)) or None for one in waiting],
            },
        )


class Awaited(NamedTuple):
    """What a tournament expects of a player.

    Attributes:
        player, entrant, what: the player, the entrant and the decision.
        deadline_at: its deadline, or `None`.
        round, match: the match that it is about, or `None`.
        times: the times that the other side proposes for the match.
    """

    player: PlayerId
    entrant: EntrantId
    what: WaitsFor
    deadline_at: datetime | None
    round: int | None = None
    match: int | None = None
    times: tuple[Instant, ...] = ()


def awaited_players(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players that a tournament waits for, in no order."""
    if tournament.play_is_over:
        return
    yield from _asked_before_the_start(tournament)
    for call in tournament.open_calls:
        yield from _players_of_side(tournament, (call.entrant,), Decision("accept_place", call.until))
    for challenge in tournament.challenges:
        decision = Decision("answer_challenge", challenge.until)
        yield from _players_of_side(tournament, (challenge.challenged,), decision)
    yield from _asked_for_times(tournament)
    if tournament.settings.rounds.played_elsewhere:
        yield from _asked_for_results(tournament)


def _asked_before_the_start(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players who are asked to play for an entrant, or to check in."""
    schedule = tournament.settings.schedule
    closes_at = min((at for at in (schedule.closes_at, schedule.starts_at) if at is not None), default=None)
    is_to_check_in = tournament.check_in_open and not tournament.has_begun
    for entry in tournament.entries:
        if entry.status != "out" and (tournament.can_enter or entry.has_place):
            until = None if closes_at is None or tournament.has_begun else utc(closes_at)
            for player in entry.invited:
                yield Awaited(player, entry.id, "partner_consent", until)
        if is_to_check_in and (entry.has_place or entry.status == "waiting"):
            for member in entry.members:
                if not member.is_here:
                    starts_at = None if schedule.starts_at is None else utc(schedule.starts_at)
                    yield Awaited(member.player, entry.id, "check_in", starts_at)


def _asked_for_times(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players of open matches to whom the other side proposes times."""
    format_ = format_of(tournament.settings)
    for round_ in tournament.open_rounds:
        for time in round_.times:
            if time.side is not None and round_.results[time.match - 1] is None:
                match = round_.paired.matches[time.match - 1]
                asked = match.second if time.side == "first" else match.first
                decision = Decision("agree_time", round_.deadline, round_.paired.number, time.match, time.proposed)
                yield from _players_of_side(tournament, format_.entrants_of(asked), decision)


def _asked_for_results(tournament: Tournament) -> Iterator[Awaited]:
    """Yields the players of open matches who report a result, or confirm that of the other side."""
    format_ = format_of(tournament.settings)
    for round_ in tournament.open_rounds:
        for number in round_.open_matches():
            match, report = round_.paired.matches[number - 1], round_.report_of(number)
            what: WaitsFor = "report_result"
            asked: Iterable[EntrantId] = entrants_of_match(format_, match)
            if report is not None and not report.is_disputed:
                what = "confirm_result"
                asked = format_.entrants_of(match.second if report.side == "first" else match.first)
            decision = Decision(what, round_.deadline, round_.paired.number, number)
            yield from _players_of_side(tournament, asked, decision)


class Decision(NamedTuple):
    """A decision of all players of an entrant; see `Awaited`."""

    what: WaitsFor
    until: Instant | None
    round: int | None = None
    match: int | None = None
    times: tuple[Instant, ...] = ()


def _players_of_side(tournament: Tournament, entrants: Iterable[EntrantId], decision: Decision) -> Iterator[Awaited]:
    until = None if decision.until is None else utc(decision.until)
    about = (decision.what, until, decision.round, decision.match, decision.times)
    for entry in map(tournament.entry, entrants):
        if entry is not None:
            yield from (Awaited(player, entry.id, *about) for player in entry.players)


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
