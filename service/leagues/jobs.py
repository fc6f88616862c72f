"""Leagues go on by themselves: seasons are settled and begin, divisions get their tournaments, and these are followed.

| what there is to do | what is done | what keeps it from being done twice |
|---|---|---|
| something is due by the calendar | it happens | the version |
| a division of a season that has begun has no tournament | one is created with all who play in it | its id |
| a tournament was created | the league notes it | the division has none yet |
| a season was cut short | its tournaments that go on are called off | they are over then |
| a tournament is over | the league notes how it has ended | the division has not ended yet |
| one of the last season was reopened, and is finished again | the league notes the new standings | they are others |

The id of a tournament follows from the league, the season and the division. So whoever dies between creating one and
noting it is followed by another who finds it there. Where to look stands in PostgreSQL
(`service/leagues/projections.py`, and the heads for what is due), so a job that is lost with Redis or with a worker is
queued again.

A division for which no tournament can be created, after a change of the program, waits until its season is cut short,
and has then ended as it was seeded.
"""

import hashlib
import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ulid import ULID

from domain.kernel.instants import Instant
from domain.kernel.refusals import Refusal
from domain.tournaments.commands import CancelTournament, CreateWithEntrants
from domain.tournaments.format_standings import tournament_standings
from domain.tournaments.leagues.commands import (
    LeagueCommand,
    LeagueTimePasses,
    RecordDivisionCorrected,
    RecordDivisionEnded,
    RecordDivisionOpened,
)
from domain.tournaments.leagues.events import DivisionStatus, Placed
from domain.tournaments.leagues.plan import settings_of
from domain.tournaments.leagues.seasons import as_seeded, due, played, sides, to_open
from domain.tournaments.leagues.state import Season
from domain.tournaments.state import Tournament
from service.leagues.codec import stream_of
from service.leagues.handlers import LeagueAt, NoSuchLeague
from service.platform.queue.stream_dispatch import StreamDispatch
from service.platform.store.stream_repository import StaleVersion
from service.tables.handlers import TableBusy
from service.tournaments.documents import told_to_everybody
from service.wiring import Service
from service.worker_context import WorkerContext

SEASON_OVER = "the season of the league is over"

T = TypeVar("T")

_log = logging.getLogger(__name__)


def go_on(league_id: str) -> int:
    """Does all that there is to do for a league, until time is up.

    Args:
        league_id: for which.

    Returns:
        How many commands have brought something about. A second copy of the job finds nothing to do.
    """
    service = WorkerContext.service
    if not service.worlds.has_stream(None, stream_of(league_id)):
        # The job of its sandbox looks after it (`service/sandbox/jobs.py`).
        return 0
    until = time.monotonic() + WorkerContext.service.limits.job_s
    marks = service.database.read("league_mark", {"league_id": league_id})
    carried_out = 0
    try:
        while (step := LeagueStep(service, league_id, until)).do():
            carried_out += step.carried_out
            if time.monotonic() > until:
                WorkerContext.queue.put_stream("league", league_id, f"{step.version}-on")
                return carried_out
    except NoSuchLeague:
        _log.warning("there is no league %s", league_id)
    for (mark,) in marks:
        service.database.run("drop_league_work", {"league_id": league_id, "mark": mark})
    return carried_out


def go_on_in_world(league_id: str, now: Instant, until: float) -> int:
    """Does all that there is to do at a moment for a league of a sandbox, whose clock may stand later already.

    Args:
        league_id: for which.
        now: the moment, by the clock of its world.
        until: when time is up, by the clock that only goes forward; what is left is found again.

    Returns:
        How many commands have brought something about.
    """
    service = WorkerContext.service
    marks = service.database.read("league_mark", {"league_id": league_id})
    carried_out = 0
    while (step := LeagueStep(service, league_id, until, now)).do():
        carried_out += step.carried_out
        if time.monotonic() > until:
            return carried_out
    for (mark,) in marks:
        service.database.run("drop_league_work", {"league_id": league_id, "mark": mark})
    return carried_out


class LeagueStep:
    """One look at a league, and what is done after it."""

    def __init__(self, service: Service, league_id: str, until: float = math.inf, now: Instant | None = None) -> None:
        """Looks at the league as it is now, after which no more is begun than there is time for.

        Args:
            service: where it is.
            league_id: which league.
            until: when time is up, by the clock that only goes forward.
            now: what time it is, for a league of a sandbox.

        Raises:
            NoSuchLeague: there is none.
        """
        self._service = service
        self._until = until
        self._id = league_id
        self._at: LeagueAt = service.leagues.at(league_id)
        self._now = service.clock() if now is None else now
        self.version = self._at.version
        self.carried_out = 0

    def do(self) -> bool:
        """Does the first kind of work of which there is any; whether the league has moved, by it or meanwhile."""
        works: tuple[Callable[[], None], ...] = (
            self._let_time_pass,
            self._open_tournaments,
            self._follow,
            self._follow_corrections,
        )
        for work in works:
            try:
                work()
            except (StaleVersion, TableBusy):
                return True
            if self.carried_out:
                return True
        return False

    def _let_time_pass(self) -> None:
        at = due(self._at.league)
        if at is not None and at <= self._now:
            self._carry_out(LeagueTimePasses(), self._at.version)

    def _open_tournaments(self) -> None:
        """Creates and notes a tournament for each division that has none."""
        league = self._at.league
        for number in self._in_time(to_open(league)):
            assert league.season is not None  # noqa: S101 - there are none to open otherwise
            tournament = tournament_id(self._id, league.season, number)
            (owner, _), *staff = league.staff
            settings = settings_of(league.plan, self._id, league.season.number, number)
            creation = CreateWithEntrants(owner, settings, tuple(staff), sides(league, number), league.world)
            try:
                self._service.tournaments.open_for_league(tournament, creation, self._now)
            except Refusal:
                # Rules that were good when the league was created and are no longer, after a change of the program.
                _log.exception("%s: no tournament can be created for division %s", self._id, number)
                if league.season.is_cut_short:
                    placed = as_seeded(league.season.divisions[number - 1].members)
                    self._carry_out(RecordDivisionEnded(league.season.number, number, "idle", placed))
                continue
            self._carry_out(RecordDivisionOpened(league.season.number, number, tournament))

    def _follow(self) -> None:
        """Notes how the tournaments that are over have ended; where the season was cut short, calls off the others."""
        season = self._at.league.season
        for number, tournament in self._in_time(played(self._at.league)):
            assert season is not None  # noqa: S101 - none is played otherwise
            if season.is_cut_short:
                self._call_off(tournament)
            found = self._service.tournaments.at(tournament).tournament
            if not found.is_over:
                continue
            status: DivisionStatus = "finished" if found.status == "finished" else "cancelled"
            self._carry_out(RecordDivisionEnded(season.number, number, status, _final(found)))

    def _follow_corrections(self) -> None:
        """Notes how the tournaments have ended that were reopened after the last season that was played."""
        last = self._at.league.last_played
        divisions = enumerate(last.divisions if last is not None else (), start=1)
        for number, division in self._in_time(divisions):
            if last is None or division.tournament is None:
                continue
            found = self._service.tournaments.at(division.tournament).tournament
            if found.status != "finished" or not found.reopened:
                continue
            standings = _final(found)
            if standings != division.standings:
                self._carry_out(RecordDivisionCorrected(last.number, number, standings))

    def _in_time(self, divisions: Iterable[T]) -> Iterator[T]:
        """The divisions, one after the other, until one was brought on and time is up."""
        for division in divisions:
            if self.carried_out and time.monotonic() > self._until:
                return
            yield division

    def _call_off(self, tournament: str) -> None:
        try:
            self._service.tournaments.carry_out(tournament, CancelTournament(None, SEASON_OVER), now=self._now)
        except Refusal as refusal:
            # It is over, as it should be.
            self._log_refusal(refusal)

    def _carry_out(self, command: LeagueCommand, expected: int | None = None) -> None:
        """Carries a command out; where it is refused somebody was faster."""
        try:
            done = self._service.leagues.carry_out(self._id, command, expected=expected, now=self._now)
        except Refusal as refusal:
            self._log_refusal(refusal)
            return
        self.carried_out += bool(done.happened)
        self.version = done.version

    def _log_refusal(self, refusal: Refusal) -> None:
        _log.info("%s: %s: %s", self._id, refusal.code(), refusal.detail)


def _final(tournament: Tournament) -> tuple[Placed, ...]:
    """The standings of a tournament that is over; results that stay sealed count for nothing."""
    ranked = tournament_standings(told_to_everybody(tournament))
    return tuple(Placed(each.entrant, each.rank, each.points) for each in ranked)


def tournament_id(league_id: str, season: Season, division: int) -> str:
    """The id of the tournament of a division: its time is that at which the season begins."""
    luck = hashlib.sha256(f"{league_id}:{season.number}:{division}".encode()).digest()[:10]
    return f"trn_{ULID(season.starts_at.to_bytes(6, 'big') + luck)}"


# ------------------------------------------------------------------------------------------------ what there is to do


class LeagueDispatch(StreamDispatch):
    """Queues the job for leagues."""

    kind = "league"
    work = "league_work"
    due = "due_leagues"
