"""Handlers for tournaments: they load a tournament, decide a command, and append its events.

After a conflict, a command is decided again on the new state. `applicants.py` looks up the facts about players that
decisions need. A tournament belongs to the sandbox of its creator, if any, and uses its clock.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

from cachetools import LRUCache

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.shuffle import SECRET_BYTES
from domain.tournaments.commands import (
    ChangeSettings,
    CreateTournament,
    CreateWithEntrants,
    FinishTournament,
    TournamentCommand,
    UndoStaffAct,
)
from domain.tournaments.decide import decide
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.checks import checked_format
from domain.tournaments.recorder import Decision, TournamentContext
from domain.tournaments.rounds.proposed_rounds import proposed_round
from domain.tournaments.rounds.remarks import remarks
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.settings_checks import check_settings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, PairingContext, Round
from service.accounts.handlers import AccountClosed
from service.platform.feeds.notifier import Notifier
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database
from service.platform.store.event_store import AppendResult, Commit, EventStore
from service.platform.store.idempotency import Key
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.platform.store.stream_repository import (
    BY_CLOCK,
    CommandResult,
    DecidedCommand,
    Origin,
    StreamBusy,
    StreamRepository,
    check_version,
    stream_decision,
)
from service.platform.store.vault import Vault
from service.platform.turns import taking
from service.tournaments import command_facts
from service.tournaments.applicants import Applicants
from service.tournaments.entry_codes import EntryCodes
from service.tournaments.events import TOURNAMENTS, tournament_of
from service.tournaments.reader import TournamentReader, VersionedTournament
from service.tournaments.seeds import RoundSeeds, with_own_seed
from service.tournaments.undoing import Undoing

TURNS_KEPT = 1000
"""Number of tournaments for which this process keeps a lock."""


def new_entrant(randomness: Randomness) -> EntrantId:
    """Returns a new entrant id."""
    return EntrantId(randomness.new_id("ent"))


class Tournaments(TournamentReader):
    """Carries out commands to tournaments, and reads them.

    All methods raise `DatabaseUnavailable` if the database does not answer.
    """

    def __init__(
        self,
        database: Database,
        store: EventStore,
        notifier: Notifier,
        players: command_facts.PlayerFacts,
        vault: Vault,
        resources: command_facts.Resources = command_facts.DEFAULT_RESOURCES,
    ) -> None:
        """Takes the stores, the notifier, the facts about players, and the vault that derives codes and seeds."""
        self._limit, self._computing, sources = resources
        self._randomness = sources.randomness
        self._accounts = players.accounts
        repository = StreamRepository(store, notifier, TOURNAMENTS, clock_of_sandboxes(database, sources.clock))
        super().__init__(database, repository)
        self.entry_codes = EntryCodes(vault)
        self.seeds = RoundSeeds(vault, self._randomness)
        self.applicants = Applicants(self, database, players, self.entry_codes)
        self._store = store
        self._undoing = Undoing(store, players.load_table)
        self._turns: LRUCache[str, threading.Lock] = LRUCache(TURNS_KEPT)

    # -------------------------------------------------------------------------------------------- commands

    def create(self, by: PlayerId, settings: TournamentSettings, key: Key | None = None) -> CommandResult:
        """Creates a tournament that the player owns, in the sandbox of the player, if any.

        Raises:
            TooManyTournaments: the player already owns the maximum number of open tournaments.
            AccountClosed: the player closed their account meanwhile.
            Refusal: the settings are invalid.
            KeyReused: the key was used for another command.
        """
        before = self._repository.earlier_result(key)
        if before is not None:
            return before
        decision, now = self._decide_creation(by, settings)
        commit = self._repository.commit_of(
            self._randomness.new_id("trn"), 0, stream_decision(*decision), Origin(by, key, now)
        )
        try:
            appended = self._store.append_if(commit, lambda run: self._check_may_own_another(run, by))
        except command_facts.TooManyTournaments:
            # An earlier copy of this command may have filled the last place.
            before = self._repository.earlier_result(key)
            if before is None:
                raise
            return before
        return self._result_of(appended, decision, key)

    def open_for_league(self, tournament_id: str, command: CreateWithEntrants, now: Instant) -> None:
        """Creates a tournament with its entrants. Does nothing if a tournament with this id exists.

        Args:
            tournament_id: the id of the new tournament.
            command: its settings and entrants.
            now: the current time.

        Raises:
            Refusal: the settings or entrants are invalid.
        """
        decision = self._decide(None, command, now)
        appended = self._repository.append(tournament_id, 0, stream_decision(*decision), Origin(BY_CLOCK, None, now))
        if appended.outcome == "appended":
            self._result_of(appended, decision, None)

    def dry_run_of_creation(self, by: PlayerId, settings: TournamentSettings) -> command_facts.TournamentDryRun:
        """Returns what `create` would do. Changes nothing. Raises the same errors as `create`."""
        decision, _ = self._decide_creation(by, settings)
        self._database.together(lambda run: self._check_may_own_another(run, by))
        return command_facts.TournamentDryRun(0, decision.events, decision.state)

    def check_possible(self, settings: TournamentSettings) -> None:
        """Checks that a tournament can have these settings, apart from their times. Raises `Refusal`."""
        check_settings(settings)
        checked_format(settings)

    def _decide_creation(self, by: PlayerId, settings: TournamentSettings) -> tuple[Decision[Tournament], Instant]:
        sandbox = self._accounts.sandbox_of(by)
        now = self._repository.now(sandbox)
        return self._decide(None, CreateTournament(by, settings, sandbox), now), now

    def creation_commit(self, by: PlayerId, settings: TournamentSettings, tournament_id: str, now: Instant) -> Commit:
        """Returns a commit that creates a tournament. The caller appends it, together with other streams.

        Args:
            by: the owner.
            settings: the settings.
            tournament_id: the id of the new tournament.
            now: the current time.

        Raises:
            Refusal: the settings are invalid.
        """
        decision = self._decide(None, CreateTournament(by, settings, self._accounts.sandbox_of(by)), now)
        return self._repository.commit_of(tournament_id, 0, stream_decision(*decision), Origin(BY_CLOCK, None, now))

    def carry_out(
        self,
        tournament_id: str,
        command: TournamentCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
        also: Callable[[Run], object] | None = None,
    ) -> CommandResult:
        """Carries a command out.

        All facts about an applicant are looked up, except the entry code.

        Args:
            tournament_id: the tournament.
            command: the command.
            expected: the version that the tournament must have; `None` for any.
            key: idempotency key of the command.
            now: the time of the decision; by default, the time of the tournament's sandbox, or the current time.
            also: further statements for the transaction that appends the events; raises to undo it.

        Raises:
            NoSuchTournament: the tournament does not exist in the sandbox of the author.
            CannotBeChallenged: a player named as partner or staff does not exist, or blocks the author.
            Refusal: the command is not possible in the current state.
            StaleVersion: the tournament is not at the expected version.
            KeyReused: the key was used for another command.
            StreamBusy: too many concurrent commands.
            ComputingBusy: no capacity for a long computation became free in time.
        """
        before = self._repository.earlier_result(key)
        if before is not None:
            return before
        self.applicants.check_players(tournament_id, command)
        completed = self.applicants.add_facts(tournament_id, command)
        with self._in_turn(tournament_id) as got:
            if not got:
                raise StreamBusy(tournament_id)
            return self._carry_out(tournament_id, completed, expected, key, now, also)

    def _carry_out(
        self,
        tournament_id: str,
        command: TournamentCommand,
        expected: int | None,
        key: Key | None,
        now: Instant | None,
        also: Callable[[Run], object] | None,
    ) -> CommandResult:
        def decided() -> DecidedCommand[Tournament]:
            at = self.at(tournament_id)
            instant = self._repository.now(at.tournament.sandbox) if now is None else now
            decision = self._decide_at(tournament_id, at, command, expected, instant)
            origin = Origin(command_facts.author_of(command), key, instant)
            return DecidedCommand(at.version, stream_decision(*decision), origin)

        def keep(version: int, tournament: Tournament) -> None:
            self._keep(tournament_id, VersionedTournament(version, tournament))

        return self._repository.carry_out(tournament_id, key, decided, keep, also)

    def _in_turn(self, tournament_id: str) -> AbstractContextManager[bool]:
        """Serializes commands to one tournament within this process. Yields `False` if the wait took too long."""
        with self._lock:
            turn = self._turns.setdefault(tournament_id, threading.Lock())
        return taking(turn, self._store.limits.command_s)

    def earlier_result(self, key: Key | None) -> CommandResult | None:
        """Returns the result of an earlier command with this key, or `None`. Raises `KeyReused`."""
        return self._repository.earlier_result(key)

    def dry_run(
        self, tournament_id: str, command: TournamentCommand, *, expected: int | None = None
    ) -> command_facts.TournamentDryRun:
        """Returns what a command would do. Changes nothing. Raises the same errors as `carry_out`."""
        at = self.at(tournament_id)
        check_version(at.version, expected)
        self.applicants.check_players(tournament_id, command)
        completed = self.applicants.add_facts(tournament_id, command)
        decision = self._decide_at(tournament_id, at, completed, None, self._repository.now(at.tournament.sandbox))
        return command_facts.TournamentDryRun(
            at.version,
            decision.events,
            decision.state,
            tuple(remarks(decision.state, decision.events)),
            command_facts.cost_of_leaving(at.tournament, completed, decision.events),
        )

    def _decide_at(
        self,
        tournament_id: str,
        at: VersionedTournament,
        command: TournamentCommand,
        expected: int | None,
        now: Instant,
    ) -> Decision[Tournament]:
        check_version(at.version, expected)
        if isinstance(command, UndoStaffAct):
            command = self._undoing.with_facts(at, tournament_id, command)
        new_seed = partial(self.seeds.at, tournament_id, at.version)
        return self._decide(at.tournament, with_own_seed(at.tournament, command, new_seed), now)

    def _decide(self, tournament: Tournament | None, command: TournamentCommand, now: Instant) -> Decision[Tournament]:
        match command:
            case (
                CreateTournament(settings=settings)
                | CreateWithEntrants(settings=settings)
                | ChangeSettings(settings=settings)
            ):
                checked_format(settings)
        settings = tournament.settings if tournament is not None else command.settings  # type: ignore[union-attr]
        context = TournamentContext(now, format_of(settings), self._randomness.token_bytes(SECRET_BYTES))
        if isinstance(command, FinishTournament):
            # Deciding this command pairs a round, to find out whether the format has another one.
            entrants = len(tournament.entries) if tournament is not None else 0
            return self._computing.pairing(entrants, lambda: decide(tournament, command, context))
        return decide(tournament, command, context)

    def _result_of(self, appended: AppendResult, decision: Decision[Tournament], key: Key | None) -> CommandResult:
        if appended.outcome == "appended":
            self._keep(tournament_of(appended.stream), VersionedTournament(appended.version, decision.state))
        return self._repository.finish_command(appended, decision.events, key)

    def _check_may_own_another(self, run: Run, player: PlayerId) -> None:
        """Checks the number of open tournaments of a player. Locks the account until the transaction ends.

        Raises:
            AccountClosed: the account is closed.
            TooManyTournaments: the player owns the maximum number.
        """
        if not run("hold_player", {"player_id": player}):
            raise AccountClosed(player)
        [(owned,)] = run("tournaments_owned", {"player_id": player})
        if owned >= self._limit:
            raise command_facts.TooManyTournaments(self._limit)

    def proposed_round(self, known: PairingContext, settings: TournamentSettings, seed: bytes) -> Round | None:
        """Returns the next round as the format pairs it, or `None` if there is none.

        With many entrants, this takes many seconds.

        Raises:
            Refusal: the format cannot pair the entrants.
            ComputingBusy: no capacity for a long computation became free in time.
        """
        return self._computing.pairing(len(known.entrants), lambda: proposed_round(known, format_of(settings), seed))
