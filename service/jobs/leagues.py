"""Runs leagues: settles and begins seasons, creates the tournaments of divisions, and records their results.

| state | action | why it happens once |
|---|---|---|
| a date of the calendar has passed | it takes effect | the version |
| a division of a season that has begun has no tournament | one is created with all its players | its id |
| a tournament was created | the league records it | the division has none yet |
| a season was cut short | its unfinished tournaments are cancelled | they are over then |
| a tournament is over | the league records its result | the division has not ended yet |
| a reopened tournament of the last season is finished again | the league records its standings | they differ |

The id of a tournament is derived from the league, the season and the division. If a worker dies before it records the
tournament, another finds it. Pending work is stored in PostgreSQL (`service/projections/leagues.py`, and the heads for
due times). So jobs that are lost with Redis or with a worker are queued again.

If a new release refuses the settings of a division, the division waits until its season is cut short. It then ends in
the order of its seeding.
"""

import hashlib
import logging
import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ulid import ULID

from domain.instants import Instant
from domain.refusals import Refusal
from domain.tournament.commands import CancelTournament, CreateWithEntrants
from domain.tournament.formats import tournament_standings
from domain.tournament.leagues.commands import (
    LeagueCommand,
    LeagueTimePasses,
    RecordDivisionCorrected,
    RecordDivisionEnded,
    RecordDivisionOpened,
)
from domain.tournament.leagues.events import DivisionStatus, Placed
from domain.tournament.leagues.plan import settings_of
from domain.tournament.leagues.seasons import as_seeded, due, played, sides, to_open
from domain.tournament.leagues.state import Season
from domain.tournament.state import Tournament
from service.application.leagues import LeagueAt, NoSuchLeague
from service.application.tables import StaleVersion, TableBusy
from service.jobs.stream_dispatch import StreamDispatch
from service.jobs.worker_context import WorkerContext
from service.projections.tournament_documents import told_to_everybody
from service.store.leagues import stream_of
from service.wiring import Service

SEASON_OVER = "the season of the league is over"

T = TypeVar("T")

_log = logging.getLogger(__name__)


def go_on(league_id: str) -> int:
    """Does all pending work of a league until the time limit of the job.

    Args:
        league_id: id of the league.

    Returns:
        The number of commands that had an effect. A second copy of the job finds no work.
    """
    service = WorkerContext.service
    if not service.worlds.has_stream(None, stream_of(league_id)):
        # The job of its sandbox runs it (`service/jobs/worlds.py`).
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
    """Does all work of a league in a sandbox that is due at a time.

    The clock of the sandbox may already be later.

    Args:
        league_id: id of the league.
        now: the time, by the clock of the sandbox.
        until: the time limit, by `time.monotonic`. Unfinished work is found again.

    Returns:
        The number of commands that had an effect.
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
    """A league at one version, and the work that follows from it."""

    def __init__(self, service: Service, league_id: str, until: float = math.inf, now: Instant | None = None) -> None:
        """Reads the current league. No work begins after the time limit.

        Args:
            service: the service.
            league_id: id of the league.
            until: the time limit, by `time.monotonic`.
            now: the current time, for a league of a sandbox.

        Raises:
            NoSuchLeague: there is no such league.
        """
        self._service = service
        self._until = until
        self._id = league_id
        self._at: LeagueAt = service.leagues.at(league_id)
        self._now = service.clock() if now is None else now
        self.version = self._at.version
        self.carried_out = 0

    def do(self) -> bool:
        """Does the first kind of pending work. Returns whether the league has changed, by this or meanwhile."""
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
        """Creates and records a tournament for each division that has none."""
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
                # The rules were valid when the league was created, but this release refuses them.
                _log.exception("%s: no tournament can be created for division %s", self._id, number)
                if league.season.is_cut_short:
                    placed = as_seeded(league.season.divisions[number - 1].members)
                    self._carry_out(RecordDivisionEnded(league.season.number, number, "idle", placed))
                continue
            self._carry_out(RecordDivisionOpened(league.season.number, number, tournament))

    def _follow(self) -> None:
        """Records the results of tournaments that are over. If the season was cut short, cancels the others first."""
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
        """Records the new standings of tournaments that were reopened after the last season."""
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
        """Yields the divisions. Stops after the time limit, but not before the first command."""
        for division in divisions:
            if self.carried_out and time.monotonic() > self._until:
                return
            yield division

    def _call_off(self, tournament: str) -> None:
        try:
            self._service.tournaments.carry_out(tournament, CancelTournament(None, SEASON_OVER), now=self._now)
        except Refusal as refusal:
            # The tournament is already over.
            self._log_refusal(refusal)

    def _carry_out(self, command: LeagueCommand, expected: int | None = None) -> None:
        """Carries out a command. A refusal means that another process was faster."""
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
    """Returns the standings of a tournament that is over. Results that stay sealed do not count."""
    ranked = tournament_standings(told_to_everybody(tournament))
    return tuple(Placed(each.entrant, each.rank, each.points) for each in ranked)


def tournament_id(league_id: str, season: Season, division: int) -> str:
    """Returns the id of the tournament of a division. Its time is the start of the season."""
    luck = hashlib.sha256(f"{league_id}:{season.number}:{division}".encode()).digest()[:10]
    return f"trn_{ULID(season.starts_at.to_bytes(6, 'big') + luck)}"


# ------------------------------------------------------------------------------------------------ what there is to do


class LeagueDispatch(StreamDispatch):
    """Queues the jobs of leagues."""

    kind = "league"
    work = "league_work"
    due = "due_leagues"
