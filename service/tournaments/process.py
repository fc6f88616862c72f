"""The process of a tournament: what the service does without a command of a player.

| work | action | what makes it happen once |
|---|---|---|
| sealed tables may become public | they are unsealed | a table is unsealed once |
| a table is no longer needed | it is cancelled | a table is cancelled once |
| the tournament was paused or resumed | its tables in play are paused or resumed | the pause, by its number |
| the tables of a match are over | the result is recorded | a match has one result from its tables |
| the schedule or a deadline is due | it is applied, with reports on the open matches | the expected version |
| a player has left a match that is being played | a bot takes the seat, and a substitute is called | the occupant |
| a player of such a match was replaced, or a substitution ended | the new player takes the seat | the occupant |
| a match has no table, or continues at another table | a table is opened with its players, and linked | the table id |
| the next round is due | it is paired, or the tournament is finished | the expected version |

The rules are in the domain: `table_tasks` for tables, `seats` for seats, `schedule` for what is due, and `next_round`
for rounds. This module loads tournaments and tables, and carries the commands out.

The id of a table follows from its match and players, and so does the id of the command that opens it. If a worker stops
between opening a table and linking it, the next worker finds the table and links it. Links and results are recorded for
up to `Limits.matches_at_once` matches in one command, so a round adds few versions to the tournament.
"""

import dataclasses
import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, TypeVar
from uuid import NAMESPACE_URL, UUID, uuid5

from domain.kernel.instants import Instant
from domain.kernel.refusals import Refusal, WrongMoment
from domain.kernel.shuffle import SECRET_BYTES
from domain.table.commands import CallOff, ReplacePlayer, ServiceCommand, VacateSeat
from domain.table.events import CalledOffWhy
from domain.table.match_ref import MatchRef
from domain.table.state import Table
from domain.tournaments.boards.records import Place
from domain.tournaments.commands import TournamentCommand, TournamentTimePasses
from domain.tournaments.entrants.substitutions import begins_of_substitutions
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import Format
from domain.tournaments.matches import table_tasks
from domain.tournaments.matches.opening import MatchOpening
from domain.tournaments.matches.pauses import pause_command
from domain.tournaments.matches.seats import moved_seats, seats_of_leavers, substitute_calls, vacancies
from domain.tournaments.matches.tables import TableAtPlace, match_opening, opening_place, report_of_all
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds import commands as round_commands
from domain.tournaments.rounds.due import awaited_round
from domain.tournaments.rounds.events import TableId
from domain.tournaments.rounds.next_round import next_round, refusal_command
from domain.tournaments.rounds.refusals import NobodyFree
from domain.tournaments.schedule import is_time_to_pass, overdue_rounds
from domain.tournaments.state import Tournament
from service.platform.store.folding import UnreadableStream
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import StaleVersion, StreamBusy
from service.tables.events import NoSuchTable, table_of
from service.tables.events import stream_of as table_stream
from service.tournaments.seeds import seed_of
from service.tournaments.table_ids import position_of, table_id
from service.tournaments.unsealing import unseal
from service.wiring import Service

FINGERPRINT = "tournament"
ENTROPY_BYTES = 16

T = TypeVar("T")

_log = logging.getLogger(__name__)


class TournamentStep:
    """One pass over a tournament: reads its state and does the work that follows from it."""

    def __init__(
        self, service: Service, tournament_id: str, until: float = math.inf, now: Instant | None = None
    ) -> None:
        """Reads the current state of a tournament.

        Args:
            service: the service.
            tournament_id: the id of the tournament.
            until: the monotonic time after which no further work is begun.
            now: the time of the sandbox, for a tournament of a sandbox; by default, the time of the service's clock.

        Raises:
            NoSuchTournament: the tournament does not exist.
        """
        self._service = service
        self._until = until
        self._id = tournament_id
        self.at = service.tournaments.at(tournament_id)
        self._now = service.clock() if now is None else now
        self.carried_out = 0

    @property
    def version(self) -> int:
        """The version of the tournament that this step has read."""
        return self.at.version

    @property
    def _tournament(self) -> Tournament:
        return self.at.tournament

    @cached_property
    def _format(self) -> Format:
        return format_of(self._tournament.settings)

    @property
    def _now_at_tables(self) -> Instant | None:
        """The time for commands at tables; `None` outside sandboxes, whose clocks may be ahead of this step."""
        return self._now if self._tournament.sandbox else None

    def do(self) -> bool:
        """Does the first kind of work that is due.

        Returns:
            Whether the tournament has changed, by this step or by another process.
        """
        unseal(self._service, self._id, self._tournament)
        for work in self._kinds_of_work():
            try:
                work()
            except (StaleVersion, StreamBusy):
                return True
            if self.carried_out:
                return True
        return False

    def _kinds_of_work(self) -> tuple[Callable[[], None], ...]:
        if self._tournament.is_over:
            return (self._call_off_tables,)
        return (
            self._call_off_tables,
            self._follow_pause,
            self._record_results,
            self._let_time_pass,
            self._vacate_seats,
            self._call_substitutes,
            self._move_seats,
            self._open_tables,
            self._pair_or_finish,
        )

    # -------------------------------------------------------------------------------------------- tables called off

    def _call_off_tables(self) -> None:
        """Cancels the tables that are no longer needed."""
        rows = self._service.database.read("tables_not_over", {"tournament_id": self._id})
        opened = [TableId(table) for (table,) in rows]
        for table, why in self._until_time_is_up(table_tasks.tables_to_call_off(self._tournament, opened, self._id_at)):
            self._call_off(table, why)

    def _call_off(self, table: TableId, why: CalledOffWhy) -> None:
        """Calls a table off if it is not over, and updates the read model at once."""
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

    # -------------------------------------------------------------------------------------------- pauses

    def _follow_pause(self) -> None:
        """Pauses the tables in play if the tournament is paused, and resumes them if it is not."""
        if not self._tournament.pauses:
            return
        rows = self._service.database.read("tables_not_over", {"tournament_id": self._id})
        opened = [TableId(table) for (table,) in rows]
        if self._tournament.paused_at is None:
            # A paused table waits for nobody, so the others need not be loaded.
            waiting_for_nobody = self._tables_at_rest(opened)
            opened = [table for table in opened if table in waiting_for_nobody]
        for table in self._until_time_is_up(opened):
            found = self._table_in_play(table)
            command = None if found is None else pause_command(self._tournament, found)
            if command is not None:
                what = f"{type(command).__name__}:{self._tournament.pauses}:{table}"
                self._carry_out_at_table(table, command, Key(self._command_id(what), FINGERPRINT))

    # -------------------------------------------------------------------------------------------- seats

    def _move_seats(self) -> None:
        """Gives the seats of players who were replaced during their match to the new players."""
        last_id = partial(self._id_at, before=1)
        for round_ in self._tournament.open_rounds:
            for linked, wanted in table_tasks.tables_to_reseat(self._tournament, self._format, round_, last_id):
                table = self._table_in_play(linked)
                for seat, player in moved_seats(table, wanted) if table is not None else ():
                    self._carry_out_at_table(linked, ReplacePlayer(seat, player))

    def _vacate_seats(self) -> None:
        """Gives the seats of players who left the tournament during their match to bots."""
        for round_ in self._tournament.open_rounds:
            numbers = [each.number for each in vacancies(self._tournament, self._format, round_)]
            for linked, match in table_tasks.tables_to_vacate(round_, numbers):
                table = self._table_in_play(linked)
                for seat in seats_of_leavers(self._tournament, self._format, match, table) if table is not None else ():
                    self._carry_out_at_table(linked, VacateSeat(seat))

    def _table_in_play(self, table: TableId) -> Table | None:
        """Returns the table if a match is being played there; `None` otherwise, and if it cannot be read."""
        try:
            found = self._table(table)
        except UnreadableStream as error:
            self._log_unreadable(error)
            return None
        except NoSuchTable:
            _log.warning("%s: there is no table %s", self._id, table)
            return None
        return found if found.status == "playing" else None

    def _carry_out_at_table(self, table: TableId, command: ServiceCommand, key: Key | None = None) -> None:
        try:
            done = self._service.tables.carry_out(table, command, key=key, now=self._now_at_tables)
        except WrongMoment as refusal:
            self._log_refusal(refusal)
        else:
            self.carried_out += not done.replayed

    def _call_substitutes(self) -> None:
        """Calls substitutes: those arranged for vacations that have begun, and the first possible one for a vacancy."""
        for at, lend, drop in begins_of_substitutions(self._tournament):
            if at <= self._now and self._carry_out(lend, f"lend:{self.at.version}", self.at.version) is not None:
                self._carry_out(drop, f"drop:{self.at.version}", self.at.version)
        for call in substitute_calls(self._tournament, self._format):
            what = f"substitute:{call.entrant}:{call.player}:{self.at.version}"
            if self._carry_out(call, what, self.at.version) is None:
                return

    # -------------------------------------------------------------------------------------------- results

    def _record_results(self) -> None:
        """Records the results of all matches whose tables are over."""
        records: list[round_commands.RecordResult] = []
        for round_, number in self._until_time_is_up(self._matches_over(), records):
            try:
                record = table_tasks.result_command(
                    self._tournament, self._format, round_, number, self._tables(round_, number)
                )
            except UnreadableStream as error:
                # Staff can assign this result. The results of other matches are recorded.
                self._log_unreadable(error)
                continue
            if record is not None:
                records.append(record)
        if records:
            self._carry_out(round_commands.RecordResults(tuple(records)), f"results:{self.at.version}", self.at.version)

    def _matches_over(self) -> Iterator[tuple[TournamentRound, int]]:
        for round_ in self._tournament.open_rounds:
            yield from (
                (round_, number)
                for number in table_tasks.matches_at_rest(self._tournament, round_, self._at_rest(round_))
            )

    def _at_rest(self, round_: TournamentRound) -> set[str]:
        """Returns the tables of unfinished matches at which no player has to act."""
        return self._tables_at_rest([table for number in round_.open_matches() for table in round_.tables[number - 1]])

    def _tables_at_rest(self, tables: Iterable[TableId]) -> set[str]:
        streams = [table_stream(table) for table in tables]
        return {table_of(stream) for (stream,) in self._service.database.read("at_rest", {"streams": streams})}

    def _tables(self, round_: TournamentRound, number: int) -> list[TableAtPlace]:
        return table_tasks.tables_of(round_, number, self._table)

    def _table(self, table: TableId) -> Table:
        return self._service.tables.newest(table).table

    # -------------------------------------------------------------------------------------------- tables opened

    def _open_tables(self) -> None:
        """Opens and links a table for each match that has none, or that has to be played on at another table."""
        if self._tournament.paused_at is None:
            for round_ in self._tournament.open_rounds:
                self._open_tables_of(round_)

    def _open_tables_of(self, round_: TournamentRound) -> None:
        wanted = table_tasks.tables_to_open(self._tournament, self._format, round_, self._at_rest(round_), self._table)
        links: list[round_commands.Link] = []
        for number, place in self._until_time_is_up(wanted, links):
            table = self._open_table(round_, number, place)
            if table is not None:
                links.append(round_commands.Link(number, table, (str(place.board),) if place.board else (), place.room))
        if links:
            linked = round_commands.LinkTables(round_.paired.number, tuple(links))
            self._carry_out(linked, f"links:{self.at.version}", self.at.version)

    def _open_table(self, round_: TournamentRound, number: int, place: Place) -> TableId | None:
        """Returns the table of a match at a place, opened now or before; `None` if it cannot be opened."""
        opening = self._match_opening(round_, number, place)
        if opening is None:
            return None
        table = self._id_of(round_, number, place, opening)
        key = Key(uuid5(NAMESPACE_URL, f"shengji:tournament:open:{table}"), FINGERPRINT)
        opened = dataclasses.replace(opening.opened, match=MatchRef(self._id, round_.paired.number, number))
        try:
            self._service.tables.open(opened, key, then=opening.seats, table_id=table, now=self._now_at_tables)
        except Refusal:
            # A newer release can refuse rules that were valid when the tournament was created.
            _log.exception("%s: no table can be opened for match %s", self._id, number)
            return None
        return table

    def _match_opening(self, round_: TournamentRound, number: int, place: Place) -> MatchOpening | None:
        at = opening_place(self._tournament, round_, number, place)
        match = round_.paired.matches[number - 1]
        return match_opening(self._tournament, self._format, match, self._entropy, at)

    def _entropy(self) -> str:
        return self._service.randomness.token_hex(ENTROPY_BYTES)

    def _id_at(self, round_: TournamentRound, number: int, place: Place, before: int = 0) -> TableId | None:
        """Returns the id of the next table of a match at a place; `None` while a side lacks players.

        With `before=1`, returns the id that the last table would have with the current players.
        """
        opening = self._match_opening(round_, number, place)
        return None if opening is None else self._id_of(round_, number, place, opening, before)

    def _id_of(
        self, round_: TournamentRound, number: int, place: Place, opening: MatchOpening, before: int = 0
    ) -> TableId:
        return table_id(self._id, round_, number, opening.players, position_of(round_, number, place, before))

    # -------------------------------------------------------------------------------------------- time and rounds

    def _let_time_pass(self) -> None:
        """Applies the schedule, and the deadlines of rounds, if they are due."""
        if is_time_to_pass(self._tournament, self._now):
            overdue = overdue_rounds(self._tournament, self._now)
            reports = tuple(report for round_ in overdue for report in self._reports(round_))
            self._carry_out(TournamentTimePasses(reports), f"time:{self.at.version}", self.at.version)

    def _reports(self, round_: TournamentRound) -> Iterator[round_commands.MatchReport]:
        for number in round_.open_matches():
            yield report_of_all(self._tournament, self._format, round_, number, self._tables(round_, number))

    def _pair_or_finish(self) -> None:
        """Pairs the next round when it is due, or finishes the tournament if there is none."""
        if awaited_round(self._tournament, self._now) is None:
            return
        seed = seed_of(self._tournament, partial(self._service.randomness.token_bytes, SECRET_BYTES))
        try:
            command = next_round(self._tournament, self._now, seed)
        except NobodyFree as refusal:
            self._log_refusal(refusal)
            return
        if isinstance(command, round_commands.NotePairingRefused):
            _log.info("%s: %s: %s", self._id, command.code, command.detail)
        refused = self._carry_out(command, f"round:{self.at.version}", self.at.version)
        if refused is not None and not isinstance(command, round_commands.NotePairingRefused):
            noted = refusal_command(self._tournament, refused)
            self._carry_out(noted, f"refused:{self.at.version}", self.at.version)

    # -------------------------------------------------------------------------------------------- commands

    def _until_time_is_up(self, items: Iterable[T], collected: Sequence[Any] = ()) -> Iterator[T]:
        """Yields items until the time is up and some work is done, or `collected` has enough items for one command."""
        for each in items:
            is_late = time.monotonic() > self._until and (collected or self.carried_out)
            if is_late or len(collected) >= self._service.limits.matches_at_once:
                return
            yield each

    def _carry_out(self, command: TournamentCommand, what: str, expected: int | None = None) -> Refusal | None:
        """Carries a command out. `what` names it, so that it is carried out once.

        Returns:
            The refusal, or `None`. A command is refused if another process was first, or if staff have to act.
        """
        key = Key(self._command_id(what), FINGERPRINT)
        try:
            done = self._service.tournaments.carry_out(self._id, command, expected=expected, key=key, now=self._now)
        except Refusal as refusal:
            self._log_refusal(refusal)
            return refusal
        if done.events and not done.replayed:
            self.carried_out += 1
            self.at = self.at._replace(version=done.version)
        return None

    def _command_id(self, what: str) -> UUID:
        return uuid5(NAMESPACE_URL, f"shengji:tournament:{self._id}:{what}")

    def _log_refusal(self, refusal: Refusal) -> None:
        _log.info("%s: %s: %s", self._id, refusal.code(), refusal.detail)

    def _log_unreadable(self, error: UnreadableStream) -> None:
        _log.warning("%s: %s cannot be read: %s", self._id, error.stream, error.reason)
