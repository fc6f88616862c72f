"""Tournaments go on by themselves: what time brings about, results from tables, tables for matches, the next round.

| what there is to do | what is done | what keeps it from being done twice |
|---|---|---|
| the tables of a match are over | its result is recorded | a match has one result from its tables |
| something is due by the schedule, or a deadline is over | it happens; how matches stand is reported | the version |
| a match has no table, or has to be played on | one is opened with its players, and linked | the id of the table |
| the next round is due | it is paired as the format makes it | the version |
| there is no further round | the tournament is finished | the version |
| a set of duplicate boards is closed | its tables are unsealed | a table is unsealed once |

The id of a table follows from the tournament, the round, when that was paired, the match, how many tables it has had
and who sits there; the command that opens it is known by that id. So whoever dies between opening a table and linking
it is followed by another who finds it open and links it. Where to look stands in PostgreSQL
(`service/projections/tournaments.py`, and the heads for what is due), so a job that is lost with Redis or with a worker
is queued again.

Where the format can never make the next round of those who are left, the tournament is finished and says so. What else
a format refuses to pair waits for those who run the tournament; a manual pairing, or the end, is theirs to say.
"""

import hashlib
import logging
import math
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar
from uuid import NAMESPACE_URL, uuid5

from cachetools import TTLCache
from ulid import ULID

from domain.instants import Instant
from domain.refusals import Refusal
from domain.table.events import PlayerId
from domain.table.state import Table
from domain.tournament.admission import CANNOT_PAIR, can_never_pair, proposed_round
from domain.tournament.commands import (
    FinishTournament,
    LinkTable,
    MatchReport,
    PairRound,
    RecordResult,
    TimePasses,
    TournamentCommand,
)
from domain.tournament.duplicate.records import Place
from domain.tournament.events import TableId
from domain.tournament.format import Format
from domain.tournament.formats import format_of
from domain.tournament.state import Tournament, TournamentRound, awaited_round, course
from domain.tournament.tables import AtPlace, opening, outcome_of, report_of_all, where
from domain.tournament.times import due
from service.application.moments import time_of_day
from service.application.tables import Key, StaleVersion, TableBusy
from service.application.tournaments import At, NoSuchTournament, seed_of
from service.jobs import line_ups, workshop
from service.jobs.queue import JobQueue
from service.jobs.workshop import Workshop
from service.projections.streams import stream_of as table_stream
from service.projections.streams import table_of
from service.store.database import Database
from service.store.tournaments import tournament_of
from service.wiring import Service

T = TypeVar("T")

FINGERPRINT = "tournament"
ENTROPY_BYTES = 16
WORK_LIMIT = 1000

_log = logging.getLogger(__name__)


def go_on(tournament_id: str) -> int:
    """Does all that there is to do for a tournament, until time is up.

    Args:
        tournament_id: for which.

    Returns:
        How many commands have brought something about. A second copy of the job finds nothing to do.
    """
    service = Workshop.service
    until = time.monotonic() + workshop.PLAY_FOR_S
    marks = service.database.read("tournament_mark", {"tournament_id": tournament_id})
    carried_out = 0
    try:
        while (step := Step.now(service, tournament_id, until)).do():
            carried_out += step.carried_out
            if time.monotonic() > until:
                Workshop.queue.put_tournament(tournament_id, f"{step.at.version}-on")
                return carried_out
    except NoSuchTournament:
        _log.warning("there is no tournament %s", tournament_id)
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
        return cls(service, tournament_id, service.tournaments.at(tournament_id), time_of_day(), until)

    @property
    def _tournament(self) -> Tournament:
        return self.at.tournament

    def do(self) -> bool:
        """Does the first kind of work of which there is any; whether the tournament has moved, by it or meanwhile."""
        line_ups.unseal(self._service, self._tournament)
        if self._tournament.is_over:
            return False
        works: tuple[Callable[[], None], ...] = (
            self._record_results,
            self._let_time_pass,
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

    def _record_results(self) -> None:
        """Records the results of all matches whose tables are over."""
        played = self._tournament.open_round
        if played is None:
            return
        form = format_of(self._tournament.settings)
        for number in self._in_time(self._over(played)):
            linked = played.tables[number - 1]
            outcome = outcome_of(self._tournament, form, number, self._tables(played, number))
            if outcome is not None:
                record = RecordResult(played.paired.number, number, outcome.result, linked, boards=outcome.boards)
                self._carry_out(record, f"result:{':'.join(linked)}")

    def _in_time(self, those: Iterable[T]) -> Iterator[T]:
        """The matches, or tables, one after the other, until one was brought on and time is up."""
        for each in those:
            if self.carried_out and time.monotonic() > self._until:
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
        tournament = self._tournament
        played = tournament.open_round
        if played is None or tournament.paused_at is not None:
            return
        form = format_of(tournament.settings)
        wanted = line_ups.wanted(tournament, form, played, self._at_rest(played), self._table)
        for number, place in self._in_time(wanted):
            table = self._opened(played, form, number, place)
            if table is not None:
                boards = (str(place.board),) if place.board else ()
                link = LinkTable(played.paired.number, number, table, boards, place.room)
                self._carry_out(link, f"link:{table}", self.at.version)

    def _opened(self, played: TournamentRound, form: Format, number: int, place: Place) -> TableId | None:
        """The table of a match at a place, opened now or before; none where it cannot be opened."""
        match = played.paired.matches[number - 1]
        at = where(self._tournament, number, place)
        how = opening(self._tournament, form, match, lambda: secrets.token_hex(ENTROPY_BYTES), at)
        if how is None:
            return None
        made = line_ups.made_at(played, number, place)
        table = table_id(self._id, played, number, [sit.by for sit in how.seats], made)
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:open:{table}"), FINGERPRINT)
        try:
            self._service.tables.open(how.opened, key, then=how.seats, table_id=table)
        except Refusal:
            # Rules that were good when the tournament was created and are no longer, after a change of the program.
            _log.exception("%s: no table can be opened for match %s", self._id, number)
            return None
        return table

    # -------------------------------------------------------------------------------------------- time and rounds

    def _let_time_pass(self) -> None:
        """Lets happen what is due by the schedule, or by the deadline of a round."""
        tournament, at = self._tournament, due(self._tournament)
        if at is None or at > self._now:
            return
        played = tournament.open_round
        if tournament.status == "running" and played is None:
            return
        reports = () if played is None else tuple(self._reports(played))
        self._carry_out(TimePasses(reports), f"time:{self.at.version}", self.at.version)

    def _reports(self, played: TournamentRound) -> Iterator[MatchReport]:
        for number in played.open_matches():
            yield report_of_all(self._tournament, number, self._tables(played, number))

    def _begin_or_finish(self) -> None:
        """Pairs the next round when its time has come, or finishes the tournament when there is none."""
        tournament = self._tournament
        if awaited_round(tournament, self._now) is None:
            return
        seed = seed_of(tournament)
        command: TournamentCommand
        try:
            paired = proposed_round(course(tournament), format_of(tournament.settings), seed)
            command = FinishTournament(None) if paired is None else PairRound(None, paired, seed)
        except Refusal as refusal:
            self._log_refusal(refusal)
            if not can_never_pair(course(tournament), format_of(tournament.settings)):
                return
            command = FinishTournament(None, CANNOT_PAIR)
        self._carry_out(command, f"round:{self.at.version}", self.at.version)

    # -------------------------------------------------------------------------------------------- commands

    def _carry_out(self, command: TournamentCommand, what: str, expected: int | None = None) -> None:
        """Carries a command out, once under that name; where it is refused somebody was faster, or has to help."""
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:{self._id}:{what}"), FINGERPRINT)
        try:
            done = self._service.tournaments.carry_out(self._id, command, expected=expected, key=key, now=self._now)
        except Refusal as refusal:
            self._log_refusal(refusal)
            return
        if done.happened and not done.replayed:
            self.carried_out += 1
            self.at = self.at._replace(version=done.version)

    def _log_refusal(self, refusal: Refusal) -> None:
        _log.info("%s: %s: %s", self._id, refusal.code(), refusal.detail)


def table_id(
    tournament_id: str, played: TournamentRound, number: int, players: Sequence[PlayerId], made: str
) -> TableId:
    """The id of the next table of a match: its time is that at which the round was paired, `made` what came before.

    Who sits there is part of it, so that a table that was opened before somebody was replaced is not taken for theirs.
    """
    what = f"{tournament_id}:{played.paired.number}:{played.paired_at}:{number}:{made}:{':'.join(players)}"
    luck = hashlib.sha256(what.encode()).digest()[:10]
    return TableId(f"tbl_{ULID(played.paired_at.to_bytes(6, 'big') + luck)}")


# ------------------------------------------------------------------------------------------------ what there is to do


class TournamentDispatch:
    """Queues the job for tournaments that somebody has to look at, and for those in which something is due.

    What is not done is queued again, at first after `again_s` seconds, and then each time after twice as long. Methods
    raise `DatabaseUnavailable`, and `redis.RedisError` when Redis does not answer; nothing is lost by either.
    """

    def __init__(self, database: Database, queue: JobQueue, again_s: float) -> None:
        """Prepares it."""
        self._database = database
        self._queue = queue
        self._again_s = max(again_s, 1.0)
        # What was queued a moment ago; to forget it costs no more than asking Redis again.
        self._queued: TTLCache[str, None] = TTLCache(10 * WORK_LIMIT, 10 * self._again_s)

    def look(self) -> int:
        """Queues what there is to do, and returns how many jobs those were."""
        work = self._database.read("tournament_work", {"limit": WORK_LIMIT})
        looked_at = {tournament for tournament, _, _ in work}
        queued = sum(self._put(tournament, f"{mark}-{self._attempt(waits_s)}") for tournament, mark, waits_s in work)
        for stream, at, over_s in self._database.read("due_tournaments", {"limit": WORK_LIMIT}):
            if tournament_of(stream) not in looked_at:
                queued += self._put(tournament_of(stream), f"due-{int(at * 1000)}-{self._attempt(over_s)}")
        return queued

    def _attempt(self, waits_s: float) -> int:
        """The number of the attempt, the next of which comes after twice as long."""
        return int(math.log2(max(waits_s, 0.0) / self._again_s + 1))

    def _put(self, tournament_id: str, wait: str) -> bool:
        name = f"{tournament_id} {wait}"
        if name in self._queued:
            return False
        queued = self._queue.put_tournament(tournament_id, wait)
        self._queued[name] = None
        return queued
