"""Handlers for tournaments: they load a tournament, decide a command, and append its events.

After a conflict, a command is decided again on the new state. When a player applies, this module looks up the facts
that the gates of the tournament check. A tournament belongs to the sandbox of its creator, if any, and uses its clock.
"""

import dataclasses
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cachetools import LRUCache

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.shuffle import SECRET_BYTES
from domain.tournaments.admission import proposed_round
from domain.tournaments.commands import (
    ChangeSettings,
    CreateTournament,
    CreateWithEntrants,
    FinishTournament,
    LeaveStaff,
    TournamentCommand,
)
from domain.tournaments.decide import TournamentOutcome, decide
from domain.tournaments.entrant_commands import (
    AcceptPartner,
    CallSubstitute,
    DeclinePartner,
    LeaveEntrant,
    OfferToSubstitute,
    Register,
    WithdrawEntrant,
    WithdrawOfferToSubstitute,
)
from domain.tournaments.format_checks import checked_format
from domain.tournaments.formats import format_of
from domain.tournaments.gates import Applicant, entry_code
from domain.tournaments.rated import pool_of
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.results import entrants_of
from domain.tournaments.round_commands import MatchReport
from domain.tournaments.rounds import Course, EntrantId, Round
from domain.tournaments.settings import Settings
from domain.tournaments.state import Tournament
from domain.tournaments.tables import AtPlace, report_of_all, with_leaver
from service.accounts.handlers import AccountClosed
from service.platform.feeds.notifier import Notifier
from service.platform.sources import Randomness
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, Carried, Commit, EventStore
from service.platform.store.events import event_of
from service.platform.store.idempotency import Key
from service.platform.store.sandbox_time import times
from service.platform.store.stream_repository import Asked, Done, StreamRepository, check_version
from service.platform.store.subscription import Run, Subscription
from service.platform.store.vault import Vault
from service.tables.handlers import BY_CLOCK
from service.tournaments.codec import TOURNAMENTS, tournament_of
from service.tournaments.command_facts import (
    USUAL_MEANS,
    AboutPlayers,
    ForeseenTournament,
    Means,
    TooManyTournaments,
    TournamentBusy,
    as_decided,
    asker,
    cost_of_leaving,
    named_players,
)
from service.tournaments.projections import NAME as LISTS
from service.tournaments.reader import BEFORE_ALL, NoSuchTournament, TournamentReader, VersionedTournament
from service.tournaments.seeds import with_own_seed

TURNS_KEPT = 1000
"""Number of tournaments for which this process keeps a lock."""
OWNER_GONE = "who ran the tournament has closed their account"


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
        players: AboutPlayers,
        vault: Vault,
        means: Means = USUAL_MEANS,
    ) -> None:
        """Takes the stores, the notifier, the facts about players, and the vault that derives entry codes."""
        self._limit, self._computing, sources = means
        self._randomness = sources.randomness
        self._vault = vault
        self._accounts, self._reliability, self._ratings, self._look = players
        repository = StreamRepository(store, notifier, TOURNAMENTS, times(database, sources.clock))
        super().__init__(database, repository)
        self._store = store
        self._turns: LRUCache[str, threading.Lock] = LRUCache(TURNS_KEPT)

    # -------------------------------------------------------------------------------------------- commands

    def create(self, by: PlayerId, settings: Settings, key: Key | None = None) -> Done:
        """Creates a tournament that the player owns, in the sandbox of the player, if any.

        Raises:
            TooManyTournaments: the player already owns the maximum number of open tournaments.
            AccountClosed: the player closed their account meanwhile.
            Refusal: the settings are invalid.
            KeyReused: the key was used for another command.
        """
        before = self._repository.done_before(key)
        if before is not None:
            return before
        outcome, now = self._created(by, settings)
        commit = self._repository.commit(self._randomness.new_id("trn"), 0, as_decided(outcome), Asked(by, key, now))
        try:
            carried = self._store.append_if(commit, lambda run: self._check_may_own_another(run, by))
        except TooManyTournaments:
            # An earlier copy of this command may have filled the last place.
            before = self._repository.done_before(key)
            if before is None:
                raise
            return before
        return self._done(carried, outcome, key)

    def open_for_league(self, tournament_id: str, command: CreateWithEntrants, now: Instant) -> None:
        """Creates a tournament with its entrants. Does nothing if a tournament with this id exists.

        Args:
            tournament_id: the id of the new tournament.
            command: its settings and entrants.
            now: the current time.

        Raises:
            Refusal: the settings or entrants are invalid.
        """
        outcome = self._decided(None, command, now)
        carried = self._repository.append(tournament_id, 0, as_decided(outcome), Asked(BY_CLOCK, None, now))
        if carried.outcome == "appended":
            self._done(carried, outcome, None)

    def foresee_creation(self, by: PlayerId, settings: Settings) -> ForeseenTournament:
        """Returns what `create` would do. Changes nothing. Raises the same errors as `create`."""
        outcome, _ = self._created(by, settings)
        self._database.together(lambda run: self._check_may_own_another(run, by))
        return ForeseenTournament(0, outcome.events, outcome.tournament)

    def _created(self, by: PlayerId, settings: Settings) -> tuple[TournamentOutcome, Instant]:
        world = self._accounts.world_of(by)
        now = self._repository.now(world)
        return self._decided(None, CreateTournament(by, settings, world), now), now

    def opening(self, by: PlayerId, settings: Settings, tournament_id: str, now: Instant) -> Commit:
        """Returns a commit that creates a tournament. The caller appends it, together with other streams.

        Args:
            by: the owner.
            settings: the settings.
            tournament_id: the id of the new tournament.
            now: the current time.

        Raises:
            Refusal: the settings are invalid.
        """
        outcome = self._decided(None, CreateTournament(by, settings, self._accounts.world_of(by)), now)
        return self._repository.commit(tournament_id, 0, as_decided(outcome), Asked(BY_CLOCK, None, now))

    def carry_out(
        self,
        tournament_id: str,
        command: TournamentCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
    ) -> Done:
        """Carries a command out.

        Of the applicant in a command only the entry code counts; all else is looked up.

        Args:
            tournament_id: in which tournament.
            command: what is asked.
            expected: the version that the tournament must have; `None` for any.
            key: under which the command is remembered.
            now: when it is decided, where that is known better than by the clock of the world.

        Raises:
            NoSuchTournament: there is no such tournament in the world of who asks.
            CannotBeChallenged: somebody is to be a partner, or on the staff, who is no such player, or blocks who asks.
            Refusal: the tournament refuses.
            StaleVersion: the tournament is not at the expected version.
            KeyReused: the key was used for something else.
            TournamentBusy: others were faster, again and again.
            ComputingBusy: others were computing for too long.
        """
        before = self._repository.done_before(key)
        if before is not None:
            return before
        self._check_players(tournament_id, command)
        asked = self._with_applicant(tournament_id, command)
        with self._in_turn(tournament_id) as got:
            if not got:
                raise TournamentBusy(tournament_id)
            return self._carry_out(tournament_id, asked, expected, key, now)

    def _carry_out(
        self, tournament_id: str, command: TournamentCommand, expected: int | None, key: Key | None, now: Instant | None
    ) -> Done:
        def once() -> Done | None:
            at = self.at(tournament_id)
            moment = self._repository.now(at.tournament.world) if now is None else now
            outcome = self._decided_at(at, command, expected, moment)
            if not outcome.events:
                return Done(tournament_id, at.version, [], replayed=False)
            asked = Asked(asker(command), key, moment)
            carried = self._repository.append(tournament_id, at.version, as_decided(outcome), asked)
            return None if carried.outcome == "conflict" else self._done(carried, outcome, key)

        done = self._repository.attempt(key, once)
        if done is None:
            raise TournamentBusy(tournament_id)
        return done

    @contextmanager
    def _in_turn(self, tournament_id: str) -> Iterator[bool]:
        """Serializes commands to one tournament within this process. Yields `False` if the wait took too long."""
        with self._lock:
            turn = self._turns.setdefault(tournament_id, threading.Lock())
        got = turn.acquire(timeout=self._store.limits.command_s)
        try:
            yield got
        finally:
            if got:
                turn.release()

    def done_before(self, key: Key | None) -> Done | None:
        """Returns the result of an earlier command with this key, or `None`. Raises `KeyReused`."""
        return self._repository.done_before(key)

    def foresee(
        self, tournament_id: str, command: TournamentCommand, *, expected: int | None = None
    ) -> ForeseenTournament:
        """Returns what a command would do. Changes nothing. Raises the same errors as `carry_out`."""
        at = self.at(tournament_id)
        check_version(at.version, expected)
        self._check_players(tournament_id, command)
        asked = self._with_applicant(tournament_id, command)
        outcome = self._decided_at(at, asked, None, self._repository.now(at.tournament.world))
        return ForeseenTournament(
            at.version, outcome.events, outcome.tournament, cost_of_leaving(at.tournament, asked, outcome.events)
        )

    def _decided_at(
        self, at: VersionedTournament, command: TournamentCommand, expected: int | None, now: Instant
    ) -> TournamentOutcome:
        check_version(at.version, expected)
        return self._decided(at.tournament, with_own_seed(at.tournament, command, self._randomness), now)

    def _decided(self, tournament: Tournament | None, command: TournamentCommand, now: Instant) -> TournamentOutcome:
        match command:
            case (
                CreateTournament(settings=settings)
                | CreateWithEntrants(settings=settings)
                | ChangeSettings(settings=settings)
            ):
                checked_format(settings)
        settings = tournament.settings if tournament is not None else command.settings  # type: ignore[union-attr]
        moment = TournamentContext(now, format_of(settings), self._randomness.token_bytes(SECRET_BYTES))
        if isinstance(command, FinishTournament):
            # Deciding this command pairs a round, to find out whether the format has another one.
            entrants = len(tournament.entries) if tournament is not None else 0
            return self._computing.pairing(entrants, lambda: decide(tournament, command, moment))
        return decide(tournament, command, moment)

    def _done(self, carried: Carried, outcome: TournamentOutcome, key: Key | None) -> Done:
        if carried.outcome == "appended":
            self._keep(tournament_of(carried.stream), VersionedTournament(carried.version, outcome.tournament))
        return self._repository.done(carried, outcome.events, key)

    # -------------------------------------------------------------------------------------------- players

    def _with_applicant(self, tournament_id: str, command: TournamentCommand) -> TournamentCommand:
        """Returns the command with the facts about a player who applies, is called as substitute, or leaves."""
        if isinstance(command, LeaveEntrant | WithdrawEntrant):
            return dataclasses.replace(command, reports=self._reports(tournament_id, command))
        if isinstance(command, CallSubstitute):
            return dataclasses.replace(command, linked=self._linked(tournament_id, command.player))
        if not isinstance(command, Register | AcceptPartner | OfferToSubstitute):
            return command
        settings = self.at(tournament_id).tournament.settings
        applicant = self.applicant(settings, command.by, command.applicant.code)
        linked = self._linked(tournament_id, command.by)
        codes = self.entry_codes(tournament_id, command.by) if settings.gates.by_code else ()
        return dataclasses.replace(command, applicant=applicant._replace(linked=linked, codes=codes))

    def _reports(self, tournament_id: str, command: LeaveEntrant | WithdrawEntrant) -> tuple[MatchReport, ...]:
        """Returns reports on the open matches of the entrant that would leave."""
        tournament = self.at(tournament_id).tournament
        form, leaves = format_of(tournament.settings), isinstance(command, LeaveEntrant)
        entry = tournament.entry_of(command.by) if leaves else tournament.entry(command.entrant)  # type: ignore[union-attr]
        if entry is None:
            return ()
        leaver = command.by if leaves else entry.captain
        reports = []
        for played in tournament.open_rounds:
            for number in played.open_matches():
                linked = zip(played.places[number - 1], played.tables[number - 1], strict=True)
                if entry.id in entrants_of(form, played.paired.matches[number - 1]):
                    tables = [AtPlace(place, table, self._look(table)) for place, table in linked]
                    report = report_of_all(tournament, form, played, number, tables)
                    reports.append(with_leaver(report, tables, leaver))
        return tuple(reports)

    def code_secrets(self, tournament_id: str) -> tuple[bytes, ...]:
        """Returns the secrets of the entry codes of a tournament, one per key of the vault, newest key first."""
        return self._vault.derived(f"entry codes of {tournament_id}")

    def entry_codes(self, tournament_id: str, player: PlayerId) -> tuple[str, ...]:
        """Returns the valid entry codes of a player for a tournament, newest key first."""
        return tuple(entry_code(secret, player) for secret in self.code_secrets(tournament_id))

    def _linked(self, tournament_id: str, player: PlayerId) -> tuple[PlayerId, ...]:
        """Returns the accounts linked with the player's. Empty for tournaments without duplicate boards."""
        if self.at(tournament_id).tournament.settings.boards is None:
            return ()
        rows = self._database.read("linked_accounts", {"player_id": player})
        return tuple(PlayerId(each) for (each,) in rows if each != player)

    def applicant(self, settings: Settings, player: PlayerId, code: str | None = None) -> Applicant:
        """Returns the facts about a player that gates check, with the entry code that the player gave.

        The rating is the Elo in the pool of the tournament. The games are those rated in this pool. For programs, both
        come from the pool of programs.
        """
        standing = self._ratings.of(player, pool_of(settings, self._ratings.among(player)))
        # The team rating counts every rated game. The Elo counts only games between sides of equal size.
        games = standing.team_games
        return Applicant(player, standing.rating, self._reliability.of(player).score, games, code=code)

    def _check_players(self, tournament_id: str, command: TournamentCommand) -> None:
        """Checks that the author, and the players whom the command names, can take part in the tournament.

        Raises:
            NoSuchTournament: the tournament does not exist in the sandbox of the author.
            CannotBeChallenged: a named player does not exist in this sandbox, or cannot be asked.
        """
        by = getattr(command, "by", None)
        if by is None:
            return
        if not self.is_in(self._accounts.world_of(by), tournament_id):
            raise NoSuchTournament(tournament_id)
        for named in named_players(command):
            self._accounts.check_can_be_challenged(named, by)

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
            raise TooManyTournaments(self._limit)

    def give_all_up(self, player: PlayerId) -> None:
        """Removes a player from all open tournaments, and declines their invitations. Pairs keep their places.

        For tournaments that the player owns, see `domain/tournaments/roles.py`.
        """
        for tournament_id in sorted({*self._not_over(player), *self._of_late(player)}):
            self._give_up(tournament_id, player)

    def _not_over(self, player: PlayerId) -> Iterator[str]:
        """Yields the open tournaments of the player, from the read model."""
        before = BEFORE_ALL
        while listed := self.listed(player=player, before=before):
            yield from (each.id for each in listed if each.status not in ("finished", "cancelled"))
            before = listed[-1].id

    def _of_late(self, player: PlayerId) -> Iterator[str]:
        """Yields the tournaments whose newest events name the player and are not yet in the read model."""
        place = Subscription(self._database, self._store, LISTS).checkpoint()
        while batch := self._store.feed(place, READ_LIMIT):
            for logged in batch:
                if TOURNAMENTS.has(logged.stream):
                    event = event_of(logged.stored.record)
                    if player in (getattr(event, "player", None), getattr(event, "owner", None)):
                        yield tournament_of(logged.stream)
            place = batch[-1].place

    def _give_up(self, tournament_id: str, player: PlayerId) -> None:
        tournament = self.at(tournament_id).tournament
        if tournament.role_of(player) is not None:
            others = [who for who, _ in tournament.staff if who != player]
            closed = tuple(PlayerId(who) for (who,) in self._database.read("closed_players", {"ids": others}))
            self._tried(tournament_id, LeaveStaff(player, OWNER_GONE, closed))
        for entry in tournament.entries:
            if player in entry.invited:
                self._tried(tournament_id, DeclinePartner(player, entry.id))
        for command in (LeaveEntrant(player), WithdrawOfferToSubstitute(player)):
            # The player may only be staff or invited, so each command may be refused.
            if self._tried(tournament_id, command):
                return

    def _tried(self, tournament_id: str, command: TournamentCommand) -> bool:
        """Carries a command out. Returns `False` if the tournament refuses it."""
        try:
            self.carry_out(tournament_id, command)
        except Refusal:
            return False
        return True

    def proposed(self, known: Course, settings: Settings, seed: bytes) -> Round | None:
        """Returns the next round as the format pairs it, or `None` if there is none.

        With many entrants, this takes many seconds.

        Raises:
            Refusal: the format cannot pair the entrants.
            ComputingBusy: no capacity for a long computation became free in time.
        """
        return self._computing.pairing(len(known.entrants), lambda: proposed_round(known, format_of(settings), seed))
