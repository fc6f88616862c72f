"""Tournaments go on by themselves: what time brings about, results from tables, tables for matches, the next round.

| what there is to do | what is done | what keeps it from being done twice |
|---|---|---|
| a table is not wanted any more | it is called off | a table is called off once |
| the tables of a match are over | its result is recorded | a match has one result from its tables |
| something is due by the schedule, or a deadline is over | it happens; how matches stand is reported | the version |
| a player has left while their match is played | a bot gets the seat, and a substitute is called | who sits there |
| a player was replaced while their match is played | the other one gets the seat | who sits there |
| a match has no table, or has to be played on | one is opened with its players, and linked | the id of the table |
| the next round is due | it is paired as the format makes it, or as it was scheduled | the version |
| there is no further round | the tournament is finished | the version |
| sealed tables may be seen by everybody | they are unsealed | a table is unsealed once |

The id of a table follows from the tournament, the round, when that was paired, the match, how many tables it has had
and who sits there; the command that opens it is known by that id. So whoever dies between opening a table and linking
it is followed by another who finds it open and links it. Matches are linked and results recorded by the dozen, so that
a round costs a few versions of the tournament. A table is wanted as long as its match is played and has no result;
whatever else was opened for the tournament is called off, which counts for nobody. Where to look stands in PostgreSQL
(`service/tournaments/projections.py`, and the heads for what is due), so a job that is lost with Redis or with a worker
is queued again.

Where the format can never make the next round of those who are left, the tournament is finished and says so; where only
byes that were granted stand in the way, the round is played without a match. What else a format refuses to pair stands
in the events of the tournament, and waits until something happens there: a manual pairing, or the end, is for those to
say who run it.
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

from domain.kernel.instants import Instant
from domain.kernel.refusals import Refusal, WrongMoment
from domain.table.commands import CallOff, ReplacePlayer, VacateSeat
from domain.table.events import CalledOffWhy, PlayerId
from domain.table.match_ref import MatchRef
from domain.table.state import Table
from domain.tournaments.admission import CANNOT_PAIR, can_never_pair, proposed_round, round_of_byes
from domain.tournaments.commands import FinishTournament, TimePasses, TournamentCommand
from domain.tournaments.duplicate.assigned import places_assigned
from domain.tournaments.duplicate.records import Place
from domain.tournaments.entrant_commands import CallSubstitute
from domain.tournaments.format import Format
from domain.tournaments.formats import format_of
from domain.tournaments.match_seats import Seating, Vacancy, left_seats, moved_seats, seating, vacancies
from domain.tournaments.parts import TournamentRound
from domain.tournaments.playing import pairing_is_to_end
from domain.tournaments.refusals import EmptyRound, NobodyFree
from domain.tournaments.round_commands import (
    Link,
    LinkTables,
    MatchReport,
    NotePairingRefused,
    PairRound,
    RecordResult,
    RecordResults,
)
from domain.tournaments.round_events import TableId
from domain.tournaments.rounds import Course, Match
from domain.tournaments.state import Tournament, awaited_round, course
from domain.tournaments.tables import AtPlace, Opening, opening, outcome_of, places, report_of_all, where
from domain.tournaments.times import due, overdue_rounds
from service.platform.queue.stream_dispatch import StreamDispatch
from service.platform.store.folding import UnreadableStream
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import StaleVersion
from service.tables.cache import NoSuchTable, table_of
from service.tables.cache import stream_of as table_stream
from service.tables.handlers import TableBusy
from service.tournaments import line_ups
from service.tournaments.handlers import At, NoSuchTournament, seed_of
from service.wiring import Service
from service.worker_context import WorkerContext

FINGERPRINT = "tournament"
ENTROPY_BYTES = 16
AT_ONCE = 50
"""So many matches are linked, or get their results, in one command."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


def go_on(tournament_id: str) -> int:
    """Does all that there is to do for a tournament, until time is up.

    Args:
        tournament_id: for which.

    Returns:
        How many commands have brought something about. A second copy of the job finds nothing to do.
    """
    service = WorkerContext.service
    if not service.tournaments.is_in(None, tournament_id):
        # The job of its sandbox looks after it (`service/sandbox/jobs.py`).
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
        # Its head may be made anew just now; what there is to do stays noted.
        _log.warning("there is no tournament %s", tournament_id)
        return carried_out
    for (mark,) in marks:
        service.database.run("drop_tournament_work", {"tournament_id": tournament_id, "mark": mark})
    return carried_out


def go_on_in_world(tournament_id: str, now: Instant, until: float) -> int:
    """Does all that there is to do at a moment for a tournament of a sandbox, whose clock may stand later already.

    Args:
        tournament_id: for which.
        now: the moment, by the clock of its world.
        until: when time is up, by the clock that only goes forward; what is left is found again.

    Returns:
        How many commands have brought something about.
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
    """One look at a tournament, and what is done after it."""

    def __init__(self, service: Service, tournament_id: str, at: At, now: Instant, until: float) -> None:
        self._service = service
        self._until = until
        self._id = tournament_id
        self._now = now
        self.at = at
        self.carried_out = 0

    @classmethod
    def now(cls, service: Service, tournament_id: str, until: float = math.inf) -> "Step":
        """A look at the tournament as it is now, after which no more is begun than there is time for.

        Args:
            service: where it is.
            tournament_id: which tournament.
            until: when time is up, by the clock that only goes forward.

        Raises:
            NoSuchTournament: there is none.
        """
        return cls(service, tournament_id, service.tournaments.at(tournament_id), service.clock(), until)

    @property
    def _tournament(self) -> Tournament:
        return self.at.tournament

    @property
    def _now_at_tables(self) -> Instant | None:
        """When something is done at tables: in a sandbox, whose clock may stand later already, at this moment."""
        return self._now if self._tournament.world else None

    def do(self) -> bool:
        """Does the first kind of work of which there is any; whether the tournament has moved, by it or meanwhile."""
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
        """Calls off the tables that are not wanted any more."""
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
        """The tables at which matches are played that have no result, and those that are opened and not yet linked."""
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
        """Why the tables of matches, and boards, that have a result are called off."""
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
        """Calls a table off, or finds it over; the read model follows, and is told at once."""
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
        """Gives the seats of those who were replaced while their match is played to those who were called."""
        for played in self._tournament.open_rounds:
            self._move_seats_of(played)

    def _move_seats_of(self, played: TournamentRound) -> None:
        form = format_of(self._tournament.settings)
        for number in played.open_matches():
            for place, linked in line_ups.last_tables(played, number).values():
                how = self._how(played, form, number, place)
                # The id of a table tells who was to sit there, so hardly any is looked at.
                if how is None or self._table_id(played, number, how, place, before=1) != linked:
                    match = played.paired.matches[number - 1]
                    self._move_seats_at(linked, seating(self._tournament, form, match, place.room))

    def _move_seats_at(self, table_id: TableId, wanted: Seating) -> None:
        table = self._playing(table_id)
        if table is not None:
            for seat, player in moved_seats(table, wanted):
                self._at_table(table_id, ReplacePlayer(seat, player))

    def _playing(self, table_id: TableId) -> Table | None:
        """A table at which a match is played; none where it is not, or the table cannot be read."""
        try:
            table = self._service.streams.now(table_id).table
        except UnreadableStream as error:
            self._log_unreadable(error)
            return None
        return table if table.status == "playing" else None

    def _vacate_seats(self) -> None:
        """Gives the seats of those who have left the tournament while their match is played to bots."""
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
        """Calls those who have offered to substitute, the first one first, where a player is missing in a match."""
        form = format_of(self._tournament.settings)
        if not self._tournament.substitutes or self._tournament.settings.rounds.leaving != "played_on":
            return
        for played in self._tournament.open_rounds:
            for each in vacancies(self._tournament, form, played):
                if self._is_called(each):
                    return

    def _is_called(self, vacancy: Vacancy) -> bool:
        """Whether one of those who have offered could be called."""
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
                # Staff can give the match a result; the other matches get theirs.
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
        """Those, one after the other, until there is something done and time is up, or enough for one command."""
        for each in those:
            if len(done) >= AT_ONCE or ((done or self.carried_out) and time.monotonic() > self._until):
                return
            yield each

    def _over(self, played: TournamentRound) -> list[int]:
        """The matches without a result none of whose tables waits for anybody, and all of which were opened."""
        at_rest = self._at_rest(played)
        return [
            number
            for number in played.open_matches()
            if played.tables[number - 1] and at_rest.issuperset(played.tables[number - 1])
        ]

    def _at_rest(self, played: TournamentRound) -> set[str]:
        """The tables of the matches without a result that wait for nobody."""
        streams = [table_stream(table) for number in played.open_matches() for table in played.tables[number - 1]]
        return {table_of(stream) for (stream,) in self._service.database.read("at_rest", {"streams": streams})}

    def _tables(self, played: TournamentRound, number: int) -> list[AtPlace]:
        return line_ups.tables_of(played, number, self._table)

    def _table(self, table: TableId) -> Table:
        return self._service.streams.now(table).table

    def _open_tables(self) -> None:
        """Opens and links a table for each match that has none, or has to be played on at another."""
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
        """The table of a match at a place, opened now or before; none where it cannot be opened."""
        how = self._how(played, form, number, place)
        if how is None:
            return None
        table = self._table_id(played, number, how, place)
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:open:{table}"), FINGERPRINT)
        try:
            opened = dataclasses.replace(how.opened, match=MatchRef(self._id, played.paired.number, number))
            self._service.tables.open(opened, key, then=how.seats, table_id=table, now=self._now_at_tables)
        except Refusal:
            # Rules that were good when the tournament was created and are no longer, after a change of the program.
            _log.exception("%s: no table can be opened for match %s", self._id, number)
            return None
        return table

    def _how(self, played: TournamentRound, form: Format, number: int, place: Place) -> Opening | None:
        """How the table of a match at a place is opened by those who play it now."""
        at = where(self._tournament, played, number, place)
        match = played.paired.matches[number - 1]
        return opening(self._tournament, form, match, lambda: self._service.randomness.token_hex(ENTROPY_BYTES), at)

    def _table_id(self, played: TournamentRound, number: int, how: Opening, place: Place, before: int = 0) -> TableId:
        made = line_ups.made_at(played, number, place, before)
        return table_id(self._id, played, number, [sit.by for sit in how.seats], made)

    # -------------------------------------------------------------------------------------------- time and rounds

    def _let_time_pass(self) -> None:
        """Lets happen what is due by the schedule, or by the deadline of a round."""
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
        """Pairs the next round when its time has come, or finishes the tournament when there is none."""
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
        """What begins the next round, as it was scheduled or as the format makes it, or ends the tournament.

        Raises:
            Refusal: it cannot be paired.
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
        """What is done where the next round cannot be paired."""
        if not self._tournament.settings.rounds.is_automatic:
            # Whoever closes rounds and ends the tournament by hand is asked what to do.
            return self._noted(refusal)
        byes = round_of_byes(known, form)
        if byes is not None:
            return PairRound(None, byes, seed)
        return FinishTournament(None, CANNOT_PAIR) if can_never_pair(known, form) else self._noted(refusal)

    def _noted(self, refusal: Refusal) -> NotePairingRefused:
        """That the next round was refused, and why; so it is due no more until something changes."""
        self._log_refusal(refusal)
        return NotePairingRefused(self._tournament.next_number, refusal.code(), refusal.detail)

    # -------------------------------------------------------------------------------------------- commands

    def _carry_out(self, command: TournamentCommand, what: str, expected: int | None = None) -> Refusal | None:
        """Carries a command out, once under that name; where it is refused somebody was faster, or has to help."""
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
    """The id of a table of a match: its time is that at which the round was paired, `made` what came before.

    Who sits there is part of it, so that a table that was opened before somebody was replaced is not taken for theirs.
    """
    what = f"{tournament_id}:{played.paired.number}:{played.paired_at}:{number}:{made}:{':'.join(players)}"
    luck = hashlib.sha256(what.encode()).digest()[:10]
    return TableId(f"tbl_{ULID(played.paired_at.to_bytes(6, 'big') + luck)}")


# ------------------------------------------------------------------------------------------------ what there is to do


class TournamentDispatch(StreamDispatch):
    """Queues the job for tournaments."""

    kind = "tournament"
    work = "tournament_work"
    due = "due_tournaments"
