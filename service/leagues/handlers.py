"""Handlers for leagues: they load a league, decide a command, and append its events.

After a conflict, a command is decided again on the new state. A league and its tournaments belong to the sandbox of the
creator, if any, and use its clock.
"""

import dataclasses
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.entrants.commands import AcceptPartner, Register
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.leagues.commands import ChangeLeague, CreateLeague, LeagueCommand
from domain.tournaments.leagues.decide import decide_league
from domain.tournaments.leagues.plan import LeaguePlan, settings_of
from domain.tournaments.leagues.state import League, LeagueStatus, SeasonStatus
from domain.tournaments.recorder import Decision
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.staff import AppointStaff
from service.accounts.handlers import Accounts
from service.leagues.events import LEAGUES
from service.platform.feeds.notifier import Notifier
from service.platform.lists import AFTER_ALL
from service.platform.sources import Sources
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, EventStore
from service.platform.store.events import VersionedEvent
from service.platform.store.idempotency import Key
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.platform.store.stream_repository import (
    BY_CLOCK,
    CommandResult,
    DecidedCommand,
    Origin,
    StreamRepository,
    check_version,
    stream_decision,
)

LookUp = Callable[[TournamentSettings, PlayerId], Applicant]
"""Returns the facts about a player that the gates of tournaments with these settings check."""


class NoSuchLeague(Exception):
    """No league has this id. The argument is the id."""


class VersionedLeague(NamedTuple):
    """The state of a league, and the version of its last event."""

    version: int
    league: League


class LeagueDryRun(NamedTuple):
    """The result of a dry run of a command: the current version of the league, and the events it would append."""

    version: int
    events: tuple[Any, ...]


class ListedLeague(NamedTuple):
    """A league in a list. Lists come from the read model, which follows the log with a short delay."""

    id: str
    version: int
    name: str
    status: LeagueStatus
    game: str
    season: int
    members: int
    due_at: datetime | None
    owner: PlayerId
    updated_at: datetime


class PastSeason(NamedTuple):
    """A season in the read model: its status and times, and the moves of entrants into and out of it."""

    status: SeasonStatus
    starts_at: datetime | None
    ended_at: datetime | None
    moves: list[dict[str, Any]] | None
    next_moves: list[dict[str, Any]] | None


class PastDivision(NamedTuple):
    """A division of a season in the read model."""

    division: int
    tournament: str | None
    status: str
    sides: list[dict[str, Any]] | None
    standings: list[dict[str, Any]] | None


class Leagues:
    """Carries out commands to leagues, and reads them.

    All methods raise `DatabaseUnavailable` if the database does not answer.
    """

    def __init__(
        self,
        database: Database,
        store: EventStore,
        notifier: Notifier,
        accounts: Accounts,
        sources: Sources,
        look_up: LookUp,
    ) -> None:
        """Takes the stores, the notifier, the accounts, the clock and randomness, and the lookup of applicants."""
        self._database = database
        self._store = store
        self._repository = StreamRepository(store, notifier, LEAGUES, clock_of_sandboxes(database, sources.clock))
        self._randomness = sources.randomness
        self._accounts = accounts
        self._look_up = look_up

    # -------------------------------------------------------------------------------------------- commands

    def create(self, by: PlayerId, plan: LeaguePlan, key: Key | None = None) -> CommandResult:
        """Creates a league that the player owns.

        Raises:
            Refusal: the plan is invalid.
            KeyReused: the key was used for another command.
        """
        before = self._repository.earlier_result(key)
        if before is not None:
            return before
        sandbox = self._accounts.sandbox_of(by)
        now = self._repository.now(sandbox)
        decision = self._decide(None, CreateLeague(by, plan, sandbox), now)
        appended = self._repository.append(
            self._randomness.new_id("lge"), 0, stream_decision(*decision), Origin(by, key, now)
        )
        return self._repository.finish_command(appended, decision.events, key)

    def carry_out(
        self,
        league_id: str,
        command: LeagueCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
    ) -> CommandResult:
        """Carries a command out. The facts about an applicant are looked up.

        Args:
            league_id: the league.
            command: the command.
            expected: the version that the league must have; `None` for any.
            key: idempotency key of the command.
            now: the time of the decision; by default, the time of the league's sandbox, or the current time.

        Raises:
            NoSuchLeague: the league does not exist in the sandbox of the author.
            CannotBeChallenged: a player named as partner or staff does not exist, or blocks the author.
            Refusal: the command is not possible in the current state.
            StaleVersion: the league is not at the expected version.
            KeyReused: the key was used for another command.
            StreamBusy: too many concurrent commands.
        """
        before = self._repository.earlier_result(key)
        if before is not None:
            return before
        checked = self._checked(league_id, command)

        def decided() -> DecidedCommand[League]:
            at = self.at(league_id)
            instant = now or self._repository.now(at.league.sandbox)
            decision = self._decide_at(at, checked, expected, instant)
            origin = Origin(getattr(command, "by", None) or BY_CLOCK, key, instant)
            return DecidedCommand(at.version, stream_decision(*decision), origin)

        return self._repository.carry_out(league_id, key, decided)

    def dry_run(self, league_id: str, command: LeagueCommand, *, expected: int | None = None) -> LeagueDryRun:
        """Returns what a command would do. Changes nothing. Raises the same errors as `carry_out`."""
        at = self.at(league_id)
        checked = self._checked(league_id, command)
        decision = self._decide_at(at, checked, expected, self._repository.now(at.league.sandbox))
        return LeagueDryRun(at.version, decision.events)

    def _decide_at(
        self, at: VersionedLeague, command: LeagueCommand, expected: int | None, now: Instant
    ) -> Decision[League]:
        check_version(at.version, expected)
        return self._decide(at.league, command, now)

    def _decide(self, league: League | None, command: LeagueCommand, now: Instant) -> Decision[League]:
        decision = decide_league(league, command, now)
        if isinstance(command, CreateLeague | ChangeLeague):
            checked_format(settings_of(command.plan, "", 1, 1))
        return decision

    # -------------------------------------------------------------------------------------------- players

    def _checked(self, league_id: str, command: LeagueCommand) -> LeagueCommand:
        """Checks the players of a command, and returns it with the facts about the applicant, if it has one.

        Raises:
            NoSuchLeague: the league does not exist in the sandbox of the player.
            CannotBeChallenged: a player named as partner or staff does not exist, or blocks the author.
        """
        by = getattr(command, "by", None)
        if by is None:
            return command
        league = self.at(league_id).league
        if self._accounts.sandbox_of(by) != league.sandbox:
            raise NoSuchLeague(league_id)
        self._accounts.check_can_be_challenged(_named(command), by)
        if isinstance(command, Register | AcceptPartner):
            return dataclasses.replace(command, applicant=self._look_up(league.plan.template, by))
        return command

    # -------------------------------------------------------------------------------------------- reading

    def at(self, league_id: str) -> VersionedLeague:
        """Returns the current state of a league. Raises `NoSuchLeague`."""
        found = self._repository.at(league_id)
        if found is None:
            raise NoSuchLeague(league_id)
        return VersionedLeague(*found)

    def since(self, league_id: str, after: int, limit: int = READ_LIMIT) -> list[VersionedEvent]:
        """Returns at most `limit` events of the league after a version, in order."""
        return self._repository.since(league_id, after, limit)

    def list_page(
        self,
        *,
        sandbox: str | None = None,
        status: LeagueStatus | None = None,
        player: PlayerId | None = None,
        public_only: bool = False,
        before: str = AFTER_ALL,
        limit: int = 50,
    ) -> list[ListedLeague]:
        """Returns a page of leagues, newest first.

        Args:
            sandbox: a sandbox; `None` for outside all sandboxes. Ignored with `player`.
            status: only those with this status.
            player: only those of which this player is staff, a member or an applicant.
            public_only: only those that can be read without a token.
            before: the id after which the page begins.
            limit: the maximum number of items.
        """
        parameters = {
            "sandbox": sandbox,
            "status": status,
            "player_id": player,
            "public_only": public_only,
            "before": before,
            "limit": limit,
        }
        rows = self._database.read_late("leagues", parameters, sandbox=sandbox, is_own=player is not None)
        return [ListedLeague(*row) for row in rows]

    def past(self, league_id: str, season: int) -> tuple[PastSeason, list[PastDivision]] | None:
        """Returns a season and its divisions, or `None`. The read model follows the log with a short delay."""
        parameters = {"league_id": league_id, "season": season}
        rows = self._database.read("league_season", parameters)
        if not rows:
            return None
        divisions = self._database.read("league_divisions", parameters)
        return PastSeason(*rows[0]), [PastDivision(*row) for row in divisions]


def _named(command: LeagueCommand) -> tuple[PlayerId, ...]:
    """Returns the players whom the command asks to be partners or staff."""
    match command:
        case Register(partners=partners):
            return partners
        case AppointStaff(player=player):
            return (player,)
        case _:
            return ()
