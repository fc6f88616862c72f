"""The process of a league: what the service does without a command of a player.

| work | action | what makes it happen once |
|---|---|---|
| the calendar is due | it is applied | the expected version |
| a division of a season that has begun has no tournament | one is created with its members | the tournament id |
| a tournament was created | the league records it | a division records one tournament |
| the season was cut short | its open tournaments are cancelled | they are over then |
| a tournament is over | the league records its standings | a division ends once |
| a tournament of the last season was reopened and finished again | its new standings are recorded | they differ |

The rules are in `domain/tournaments/leagues`: `seasons` for what is due, `division_tournaments` for tournaments. The id
of a tournament follows from the league, the season and the division. If a worker stops between creating and recording a
tournament, the next worker finds it.

If a release of the program makes the settings of a division invalid, no tournament can be created. The division waits
until its season is cut short, and then ends in the order of its seeds.
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
from domain.tournaments.commands import CancelTournament
from domain.tournaments.leagues.commands import LeagueCommand, LeagueTimePasses, RecordDivisionOpened
from domain.tournaments.leagues.division_tournaments import (
    correction_by_tournament,
    creation_command,
    end_by_tournament,
    end_without_tournament,
)
from domain.tournaments.leagues.events import FinalPlace
from domain.tournaments.leagues.seasons import divisions_in_play, divisions_to_open, due_at
from domain.tournaments.leagues.state import Season
from domain.tournaments.standings.by_format import tournament_standings
from domain.tournaments.state import Tournament
from domain.tournaments.viewing import without_sealed_results
from service.leagues.handlers import VersionedLeague
from service.platform.store.stream_repository import StaleVersion, StreamBusy
from service.wiring import Service

SEASON_OVER = "the season of the league is over"

T = TypeVar("T")

_log = logging.getLogger(__name__)


class LeagueStep:
    """One pass over a league: reads its state and does the work that follows from it."""

    def __init__(self, service: Service, league_id: str, until: float = math.inf, now: Instant | None = None) -> None:
        """Reads the current state of a league.

        Args:
            service: the service.
            league_id: the id of the league.
            until: the monotonic time after which no further work is begun.
            now: the time of the sandbox, for a league of a sandbox; by default, the time of the service's clock.

        Raises:
            NoSuchLeague: the league does not exist.
        """
        self._service = service
        self._until = until
        self._id = league_id
        self._at: VersionedLeague = service.leagues.at(league_id)
        self._now = service.clock() if now is None else now
        self.version = self._at.version
        self.carried_out = 0

    def do(self) -> bool:
        """Does the first kind of work that is due.

        Returns:
            Whether the league has changed, by this step or by another process.
        """
        works: tuple[Callable[[], None], ...] = (
            self._let_time_pass,
            self._open_tournaments,
            self._follow,
            self._follow_corrections,
        )
        for work in works:
            try:
                work()
            except (StaleVersion, StreamBusy):
                return True
            if self.carried_out:
                return True
        return False

    def _let_time_pass(self) -> None:
        at = due_at(self._at.league)
        if at is not None and at <= self._now:
            self._carry_out(LeagueTimePasses(), self._at.version)

    def _open_tournaments(self) -> None:
        """Creates and records a tournament for each division that has none."""
        season = self._at.league.season
        for number in self._until_time_is_up(divisions_to_open(self._at.league)):
            assert season is not None  # noqa: S101 - without a season nothing is opened
            self._open(season, number)

    def _open(self, season: Season, number: int) -> None:
        tournament = tournament_id(self._id, season, number)
        command = creation_command(self._at.league, self._id, season, number)
        try:
            self._service.tournaments.open_for_league(tournament, command, self._now)
        except Refusal:
            # A newer release can refuse settings that were valid when the league was created.
            _log.exception("%s: no tournament can be created for division %s", self._id, number)
            self._carry_out_any(end_without_tournament(season, number))
        else:
            self._carry_out(RecordDivisionOpened(season.number, number, tournament))

    def _follow(self) -> None:
        """Records the standings of tournaments that are over. If the season was cut short, cancels the others first."""
        season = self._at.league.season
        for number, tournament in self._until_time_is_up(divisions_in_play(self._at.league)):
            assert season is not None  # noqa: S101 - without a season nothing is played
            if season.is_cut_short:
                self._cancel(tournament)
            self._carry_out_any(end_by_tournament(season, number, self._tournament(tournament), _final))

    def _follow_corrections(self) -> None:
        """Records the new standings of tournaments that were reopened after the last played season."""
        last = self._at.league.last_played
        divisions = enumerate(last.divisions if last is not None else (), start=1)
        for number, division in self._until_time_is_up(divisions):
            if last is not None and division.tournament is not None:
                found = self._tournament(division.tournament)
                self._carry_out_any(correction_by_tournament(last.number, number, division, found, _final))

    def _tournament(self, tournament: str) -> Tournament:
        return self._service.tournaments.at(tournament).tournament

    def _until_time_is_up(self, divisions: Iterable[T]) -> Iterator[T]:
        """Yields divisions until the time is up and some work is done."""
        for division in divisions:
            if self.carried_out and time.monotonic() > self._until:
                return
            yield division

    def _cancel(self, tournament: str) -> None:
        try:
            self._service.tournaments.carry_out(tournament, CancelTournament(None, SEASON_OVER), now=self._now)
        except Refusal as refusal:
            # The tournament is over already.
            self._log_refusal(refusal)

    def _carry_out_any(self, command: LeagueCommand | None) -> None:
        if command is not None:
            self._carry_out(command)

    def _carry_out(self, command: LeagueCommand, expected: int | None = None) -> None:
        """Carries a command out. Ignores a refusal, because another process was first then."""
        try:
            done = self._service.leagues.carry_out(self._id, command, expected=expected, now=self._now)
        except Refusal as refusal:
            self._log_refusal(refusal)
            return
        self.carried_out += bool(done.events)
        self.version = done.version

    def _log_refusal(self, refusal: Refusal) -> None:
        _log.info("%s: %s: %s", self._id, refusal.code(), refusal.detail)


def _final(tournament: Tournament) -> tuple[FinalPlace, ...]:
    """Returns the standings of a tournament that is over. Sealed results do not count."""
    ranked = tournament_standings(without_sealed_results(tournament))
    return tuple(FinalPlace(each.entrant, each.rank, each.points) for each in ranked)


def tournament_id(league_id: str, season: Season, division: int) -> str:
    """Returns the id of the tournament of a division. Its time is the start of the season."""
    suffix = hashlib.sha256(f"{league_id}:{season.number}:{division}".encode()).digest()[:10]
    return f"trn_{ULID(season.starts_at.to_bytes(6, 'big') + suffix)}"
