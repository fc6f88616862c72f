"""Runs tournaments: reacts to time, records results, opens tables and pairs rounds.

| state | action | why it happens once |
|---|---|---|
| a table is no longer needed | it is cancelled | a table is cancelled once |
| the tables of a match are over | its result is recorded | a match has one result from its tables |
| a scheduled time or a deadline has passed | it takes effect; open matches are reported | the version |
| a player has left during their match | a bot gets the seat, and a substitute is called | the player in the seat |
| a player was replaced during their match | the replacement gets the seat | the player in the seat |
| a match has no table, or has to be played on | a table is opened with its players, and linked | the id of the table |
| the next round is due | it is paired by the format or by the schedule | the version |
| there is no further round | the tournament is finished | the version |
| sealed tables become public | they are unsealed | a table is unsealed once |

The id of a table is derived from the tournament, the round, the time of its pairing, the match, the number of its
earlier tables and the players. The command that opens it is identified by that id. If a worker dies before it links the
table, another finds the table and links it. Matches are linked, and results recorded, up to `AT_ONCE` at a time. So a
round costs few versions of the tournament. A table is needed while its match is in play and has no result. All other
tables of the tournament are cancelled and do not count.

Pending work is stored in PostgreSQL (`service/projections/tournaments.py`, and the heads for due times). So jobs that
are lost with Redis or with a worker are queued again.

If the format can never pair the remaining entrants, the tournament is finished with that reason. If only granted byes
prevent the pairing, the round is played without a match. Any other refusal to pair is recorded as an event. The
tournament then waits for its staff to pair by hand or to end it.
"""

import dataclasses
import hashlib
import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar
from uuid import NAMESPACE_URL, uuid5

from ulid import ULID

from domain.instants import Instant
from domain.refusals import Refusal, WrongMoment
from domain.table.commands import CallOff, ReplacePlayer, VacateSeat
from domain.table.events import CalledOffWhy, PlayerId
from domain.table.match_ref import MatchRef
from domain.table.state import Table
from domain.tournament.admission import CANNOT_PAIR, can_never_pair, proposed_round, round_of_byes
from domain.tournament.commands import (
    CallSubstitute,
    FinishTournament,
    Link,
    LinkTables,
    MatchReport,
    NotePairingRefused,
    PairRound,
    RecordResult,
    RecordResults,
    TimePasses,
    TournamentCommand,
)
from domain.tournament.duplicate.assigned import places_assigned
from domain.tournament.duplicate.records import Place
from domain.tournament.events import TableId
from domain.tournament.format import Format
from domain.tournament.formats import format_of
from domain.tournament.match_seats import Seating, Vacancy, left_seats, moved_seats, seating, vacancies
from domain.tournament.playing import pairing_is_to_end
from domain.tournament.refusals import EmptyRound, NobodyFree
from domain.tournament.rounds import Course, Match
from domain.tournament.state import Tournament, TournamentRound, awaited_round, course
from domain.tournament.tables import AtPlace, Opening, opening, outcome_of, places, report_of_all, where
from domain.tournament.times import due, overdue_rounds
from service.application.tables import Key, StaleVersion, TableBusy
from service.application.tournaments import At, NoSuchTournament, seed_of
from service.jobs import line_ups
from service.jobs.stream_dispatch import StreamDispatch
from service.jobs.worker_context import WorkerContext
from service.projections.streams import NoSuchTable, table_of
from service.projections.streams import stream_of as table_stream
from service.store.folding import UnreadableStream
from service.wiring import Service

FINGERPRINT = "tournament"
ENTROPY_BYTES = 16
AT_ONCE = 50
"""Maximum number of matches that one command links or gives results."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


def go_on(tournament_id: str) -> int:
    """Does all pending work of a tournament until the time limit of the job.

    Args:
        tournament_id: id of the tournament.

    Returns:
        The number of commands that had an effect. A second copy of the job finds no work.
    """
    service = WorkerContext.service
    if not service.tournaments.is_in(None, tournament_id):
        # The job of its sandbox runs it (`service/jobs/worlds.py`).
        return 0
    until = time.monotonic() + WorkerContext.service.limits.job_s
    marks = service.database.read("tournament_mark", {"tournament_id": tournament_id})
    carried_out = 0
    try:
        while (step := Step.now(service, tournament_id, until)).do():
            carried_out += step.carried_out
            if time.monotonic() > until:
                WorkerContext.queue.put_stream("tournament", tournament_id, f"{step.at.version}-on")
                return carried_out
    except NoSuchTournament:
        # Its head may be under repair. The work stays queued.
        _log.warning("there is no tournament %s", tournament_id)
        return carried_out
    for (mark,) in marks:
        service.database.run("drop_tournament_work", {"tournament_id": tournament_id, "mark": mark})
    return carried_out


def go_on_in_world(tournament_id: str, now: Instant, until: float) -> int:
    """Does all work of a tournament in a sandbox that is due at a time.

    The clock of the sandbox may already be later.

    Args:
        tournament_id: id of the tournament.
        now: the time, by the clock of the sandbox.
        until: the time limit, by `time.monotonic`. Unfinished work is found again.

    Returns:
        The number of commands that had an effect.
    """
    service = WorkerContext.service
    marks = service.database.read("tournament_mark", {"tournament_id": tournament_id})
    carried_out, is_to_go_on = 0, True
    while is_to_go_on:
        step = Step(service, tournament_id, service.tournaments.at(tournament_id), now, until)
        is_to_go_on = step.do()
        carried_out += step.carried_out
        if is_to_go_on and time.monotonic() > until:
            return carried_out
    for (mark,) in marks:
        service.database.run("drop_tournament_work", {"tournament_id": tournament_id, "mark": mark})
    return carried_out


class Step:
    """A tournament at one version, and the work that follows from it."""

    def __init__(self, service: Service, tournament_id: str, at: At, now: Instant, until: float) -> None:
        self._service = service
        self._until = until
        self._id = tournament_id
        self._now = now
        self.at = at
        self.carried_out = 0

    @classmethod
    def now(cls, service: Service, tournament_id: str, until: float = math.inf) -> "Step":
        """Returns a step for the current tournament.

        Args:
            service: the service.
            tournament_id: id of the tournament.
            until: the time limit, by `time.monotonic`. No work begins after it.

        Raises:
            NoSuchTournament: there is no such tournament.
        """
        return cls(service, tournament_id, service.tournaments.at(tournament_id), service.clock(), until)

    @property
    def _tournament(self) -> Tournament:
        return self.at.tournament

    @property
    def _now_at_tables(self) -> Instant | None:
        """The time of commands at tables: in a sandbox the time of this step, else `None` for the real time."""
        return self._now if self._tournament.world else None

    def do(self) -> bool:
        """Does the first kind of pending work. Returns whether the tournament has changed, by this or meanwhile."""
        line_ups.unseal(self._service, self._id, self._tournament)
        works: tuple[Callable[[], None], ...] = (self._call_off_tables,)
        if not self._tournament.is_over:
            works += (
                self._record_results,
                self._let_time_pass,
                self._vacate_seats,
                self._call_substitutes,
                self._move_seats,
                self._open_tables,
                self._begin_or_finish,
            )
        for work in works:
            try:
                work()
            except (StaleVersion, TableBusy):
                return True
            if self.carried_out:
                return True
        return False

    # -------------------------------------------------------------------------------------------- tables

    def _call_off_tables(self) -> None:
        """Cancels the tables that are no longer needed."""
        rows = self._service.database.read("tables_not_over", {"tournament_id": self._id})
        opened = [TableId(table) for (table,) in rows]
        wanted: set[TableId] = set()
        if not self._tournament.is_over:
            wanted.update(*(self._wanted(played, opened) for played in self._tournament.open_rounds))
        unwanted = [table for table in opened if table not in wanted]
        why = self._why_called_off() if unwanted else {}
        for table in self._in_time(unwanted):
            self._call_off(table, why.get(table) or self._otherwise)

    def _wanted(self, played: TournamentRound, opened: Sequence[TableId]) -> set[TableId]:
        """Returns the tables of open matches, and those that are opened but not yet linked."""
        wanted = {table for number in played.open_matches() for table in played.tables[number - 1]}
        wanted -= line_ups.tables_with_assigned_scores(played)
        if wanted.issuperset(opened):
            return wanted
        form = format_of(self._tournament.settings)
        for number in played.open_matches():
            by_staff = places_assigned(played.assigned, number)
            for place in chain.from_iterable(places(self._tournament, played, number)):
                if place in by_staff:
                    continue
                how = self._how(played, form, number, place)
                if how is not None:
                    wanted.add(self._table_id(played, number, how, place))
        return wanted

    def _why_called_off(self) -> dict[TableId, CalledOffWhy]:
        """Returns the reason to cancel tables whose match or board has a result."""
        given = [table for played in self._tournament.rounds for table in line_ups.tables_with_assigned_scores(played)]
        why: dict[TableId, CalledOffWhy] = dict.fromkeys(given, "result_given")
        return why | {
            table: "result_given"
            for played in self._tournament.rounds
            for tables, result in zip(played.tables, played.results, strict=True)
            if result is not None
            for table in tables
        }

    @property
    def _otherwise(self) -> CalledOffWhy:
        return "tournament_over" if self._tournament.play_is_over else "match_called_off"

    def _call_off(self, table: TableId, why: CalledOffWhy) -> None:
        """Cancels a table, or finds that it is over, and updates the read model at once."""
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:call-off:{table}"), FINGERPRINT)
        try:
            self._service.tables.carry_out(table, CallOff(why), key=key, now=self._now_at_tables)
        except WrongMoment as refusal:
            self._log_refusal(refusal)
        except NoSuchTable:
            _log.warning("%s: there is no table %s", self._id, table)
        except UnreadableStream as error:
            self._log_unreadable(error)
        self._service.database.run("end_tournament_tables", {"tables": [table]})
        self.carried_out += 1

    def _move_seats(self) -> None:
        """Gives the seats of replaced players to their replacements during a match."""
        for played in self._tournament.open_rounds:
            self._move_seats_of(played)

    def _move_seats_of(self, played: TournamentRound) -> None:
        form = format_of(self._tournament.settings)
        for number in played.open_matches():
            for place, linked in line_ups.last_tables(played, number).values():
                how = self._how(played, form, number, place)
                # The id of a table depends on its players, so few tables have to be read.
                if how is None or self._table_id(played, number, how, place, before=1) != linked:
                    match = played.paired.matches[number - 1]
                    self._move_seats_at(linked, seating(self._tournament, form, match, place.room))

    def _move_seats_at(self, table_id: TableId, wanted: Seating) -> None:
        table = self._playing(table_id)
        if table is not None:
            for seat, player in moved_seats(table, wanted):
                self._at_table(table_id, ReplacePlayer(seat, player))

    def _playing(self, table_id: TableId) -> Table | None:
        """Returns the table if its match is in play, else `None`. An unreadable table counts as not in play."""
        try:
            table = self._service.streams.now(table_id).table
        except UnreadableStream as error:
            self._log_unreadable(error)
            return None
        return table if table.status == "playing" else None

    def _vacate_seats(self) -> None:
        """Gives the seats of players who have left the tournament during their match to bots."""
        form = format_of(self._tournament.settings)
        for played in self._tournament.open_rounds:
            for number in sorted({each.number for each in vacancies(self._tournament, form, played)}):
                for _, linked in line_ups.last_tables(played, number).values():
                    self._vacate_seats_at(linked, form, played.paired.matches[number - 1])

    def _vacate_seats_at(self, table_id: TableId, form: Format, match: Match) -> None:
        table = self._playing(table_id)
        if table is not None:
            for seat in left_seats(self._tournament, form, match, table):
                self._at_table(table_id, VacateSeat(seat))

    def _at_table(self, table_id: TableId, command: ReplacePlayer | VacateSeat) -> None:
        try:
            self._service.tables.carry_out(table_id, command, now=self._now_at_tables)
        except WrongMoment as refusal:
            self._log_refusal(refusal)
        else:
            self.carried_out += 1

    def _call_substitutes(self) -> None:
        """Calls substitutes, in the order of their offers, for players who are missing in a match."""
        form = format_of(self._tournament.settings)
        if not self._tournament.substitutes or self._tournament.settings.rounds.leaving != "played_on":
            return
        for played in self._tournament.open_rounds:
            for each in vacancies(self._tournament, form, played):
                if self._is_called(each):
                    return

    def _is_called(self, vacancy: Vacancy) -> bool:
        """Returns whether one of the substitutes could be called."""
        for offered in self._tournament.substitutes:
            command = CallSubstitute(None, vacancy.entrant, offered.player)
            what = f"substitute:{vacancy.entrant}:{offered.player}:{self.at.version}"
            if self._carry_out(command, what, self.at.version) is None:
                return True
        return False

    def _record_results(self) -> None:
        """Records the results of all matches whose tables are over."""
        form = format_of(self._tournament.settings)
        records: list[RecordResult] = []
        for played, number in self._in_time(self._matches_over(), records):
            try:
                outcome = outcome_of(self._tournament, form, played, number, self._tables(played, number))
            except UnreadableStream as error:
                # Staff can enter the result of this match. The other matches get theirs.
                self._log_unreadable(error)
                continue
            if outcome is not None:
                linked = played.tables[number - 1]
                records.append(
                    RecordResult(
                        *(played.paired.number, number, outcome.result, linked),
                        boards=outcome.boards,
                        idle=outcome.idle,
                        levels=outcome.levels,
                    )
                )
        if records:
            self._carry_out(RecordResults(tuple(records)), f"results:{self.at.version}", self.at.version)

    def _log_unreadable(self, error: UnreadableStream) -> None:
        _log.warning("%s: %s cannot be read: %s", self._id, error.stream, error.reason)

    def _matches_over(self) -> Iterator[tuple[TournamentRound, int]]:
        for played in self._tournament.open_rounds:
            yield from ((played, number) for number in self._over(played))

    def _in_time(self, those: Iterable[T], done: Sequence[Any] = ()) -> Iterator[T]:
        """Yields the items. Stops when `done` is full, or after the time limit once something was done."""
        for each in those:
            if len(done) >= AT_ONCE or ((done or self.carried_out) and time.monotonic() > self._until):
                return
            yield each

    def _over(self, played: TournamentRound) -> list[int]:
        """Returns the open matches that have tables and whose tables wait for no player."""
        at_rest = self._at_rest(played)
        return [
            number
            for number in played.open_matches()
            if played.tables[number - 1] and at_rest.issuperset(played.tables[number - 1])
        ]

    def _at_rest(self, played: TournamentRound) -> set[str]:
        """Returns the tables of open matches that wait for no player."""
        streams = [table_stream(table) for number in played.open_matches() for table in played.tables[number - 1]]
        return {table_of(stream) for (stream,) in self._service.database.read("at_rest", {"streams": streams})}

    def _tables(self, played: TournamentRound, number: int) -> list[AtPlace]:
        return line_ups.tables_of(played, number, self._table)

    def _table(self, table: TableId) -> Table:
        return self._service.streams.now(table).table

    def _open_tables(self) -> None:
        """Opens and links a table for each match that has none, or that has to be played on at another table."""
        if self._tournament.paused_at is None:
            for played in self._tournament.open_rounds:
                self._open_tables_of(played)

    def _open_tables_of(self, played: TournamentRound) -> None:
        form = format_of(self._tournament.settings)
        wanted = line_ups.wanted(self._tournament, form, played, self._at_rest(played), self._table)
        links: list[Link] = []
        for number, place in self._in_time(wanted, links):
            table = self._opened(played, form, number, place)
            if table is not None:
                links.append(Link(number, table, (str(place.board),) if place.board else (), place.room))
        if links:
            linked = LinkTables(played.paired.number, tuple(links))
            self._carry_out(linked, f"links:{self.at.version}", self.at.version)

    def _opened(self, played: TournamentRound, form: Format, number: int, place: Place) -> TableId | None:
        """Returns the table of a match at a place, opened now or earlier, or `None` if it cannot be opened."""
        how = self._how(played, form, number, place)
        if how is None:
            return None
        table = self._table_id(played, number, how, place)
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:open:{table}"), FINGERPRINT)
        try:
            opened = dataclasses.replace(how.opened, match=MatchRef(self._id, played.paired.number, number))
            self._service.tables.open(opened, key, then=how.seats, table_id=table, now=self._now_at_tables)
        except Refusal:
            # The rules were valid when the tournament was created, but this release refuses them.
            _log.exception("%s: no table can be opened for match %s", self._id, number)
            return None
        return table

    def _how(self, played: TournamentRound, form: Format, number: int, place: Place) -> Opening | None:
        """Returns how to open the table of a match at a place, with its current players."""
        at = where(self._tournament, played, number, place)
        match = played.paired.matches[number - 1]
        return opening(self._tournament, form, match, lambda: self._service.randomness.token_hex(ENTROPY_BYTES), at)

    def _table_id(self, played: TournamentRound, number: int, how: Opening, place: Place, before: int = 0) -> TableId:
        made = line_ups.made_at(played, number, place, before)
        return table_id(self._id, played, number, [sit.by for sit in how.seats], made)

    # -------------------------------------------------------------------------------------------- time and rounds

    def _let_time_pass(self) -> None:
        """Applies scheduled times and deadlines that have passed."""
        tournament, at = self._tournament, due(self._tournament)
        if at is None or at > self._now:
            return
        overdue = overdue_rounds(tournament, self._now)
        if tournament.status == "running" and not overdue and not pairing_is_to_end(tournament, self._now):
            return
        reports = tuple(report for played in overdue for report in self._reports(played))
        self._carry_out(TimePasses(reports), f"time:{self.at.version}", self.at.version)

    def _reports(self, played: TournamentRound) -> Iterator[MatchReport]:
        form = format_of(self._tournament.settings)
        for number in played.open_matches():
            yield report_of_all(self._tournament, form, played, number, self._tables(played, number))

    def _begin_or_finish(self) -> None:
        """Pairs the next round if it is due, or finishes the tournament if there is none."""
        tournament = self._tournament
        if awaited_round(tournament, self._now) is None:
            return
        seed = seed_of(tournament, self._service.randomness)
        known, form = course(tournament, self._now), format_of(tournament.settings)
        command: TournamentCommand
        try:
            command = self._next_round(known, form, seed)
        except NobodyFree as refusal:
            self._log_refusal(refusal)
            return
        except Refusal as refusal:
            command = self._instead(refusal, known, form, seed)
        refused = self._carry_out(command, f"round:{self.at.version}", self.at.version)
        if refused is not None and not isinstance(command, NotePairingRefused):
            self._carry_out(self._noted(refused), f"refused:{self.at.version}", self.at.version)

    def _next_round(self, known: Course, form: Format, seed: bytes) -> TournamentCommand:
        """Returns the command that pairs the next round, by the schedule or the format, or that ends the tournament.

        Raises:
            Refusal: the round cannot be paired.
        """
        scheduled = self._tournament.scheduled
        if scheduled is not None and scheduled.paired is not None:
            return PairRound(None, scheduled.paired, bytes.fromhex(scheduled.seed))
        paired = proposed_round(known, form, seed)
        if paired is not None:
            return PairRound(None, paired, seed)
        if scheduled is not None and not self._tournament.settings.rounds.is_automatic:
            raise EmptyRound("all rounds were played", hint="finish the tournament, or pair a round by hand")
        return FinishTournament(None)

    def _instead(self, refusal: Refusal, known: Course, form: Format, seed: bytes) -> TournamentCommand:
        """Returns the command to carry out if the next round cannot be paired."""
        if not self._tournament.settings.rounds.is_automatic:
            # Staff who close rounds and end the tournament by hand decide what to do.
            return self._noted(refusal)
        byes = round_of_byes(known, form)
        if byes is not None:
            return PairRound(None, byes, seed)
        return FinishTournament(None, CANNOT_PAIR) if can_never_pair(known, form) else self._noted(refusal)

    def _noted(self, refusal: Refusal) -> NotePairingRefused:
        """Returns the command that records the refusal. The round is not due again until something changes."""
        self._log_refusal(refusal)
        return NotePairingRefused(self._tournament.next_number, refusal.code(), refusal.detail)

    # -------------------------------------------------------------------------------------------- commands

    def _carry_out(self, command: TournamentCommand, what: str, expected: int | None = None) -> Refusal | None:
        """Carries out a command once under that name.

        Returns a refusal if another process was faster or staff have to act, else `None`.
        """
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:{self._id}:{what}"), FINGERPRINT)
        try:
            done = self._service.tournaments.carry_out(self._id, command, expected=expected, key=key, now=self._now)
        except Refusal as refusal:
            self._log_refusal(refusal)
            return refusal
        if done.happened and not done.replayed:
            self.carried_out += 1
            self.at = self.at._replace(version=done.version)
        return None

    def _log_refusal(self, refusal: Refusal) -> None:
        _log.info("%s: %s: %s", self._id, refusal.code(), refusal.detail)


def table_id(
    tournament_id: str, played: TournamentRound, number: int, players: Sequence[PlayerId], made: str
) -> TableId:
    """Returns the id of a table of a match. Its time is that of the pairing; `made` describes the earlier tables.

    The players are part of the id. So a table opened before a replacement is not taken for the new one.
    """
    what = f"{tournament_id}:{played.paired.number}:{played.paired_at}:{number}:{made}:{':'.join(players)}"
    luck = hashlib.sha256(what.encode()).digest()[:10]
    return TableId(f"tbl_{ULID(played.paired_at.to_bytes(6, 'big') + luck)}")


# ------------------------------------------------------------------------------------------------ what there is to do


class TournamentDispatch(StreamDispatch):
    """Queues the jobs of tournaments."""

    kind = "tournament"
    work = "tournament_work"
    due = "due_tournaments"
