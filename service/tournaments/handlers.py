"""Tournaments as they take commands: load, decide, append, and once more after a conflict, as `tables.py` does it.

Where a player wants to take part it is looked up here what the gates of the tournament ask for. A tournament belongs to
the world of who has created it, a sandbox or that of everybody, and goes by the clock of that world.
"""

import dataclasses
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from cachetools import LRUCache

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.shuffle import SECRET_BYTES
from domain.table.state import Table
from domain.tournaments.admission import proposed_round
from domain.tournaments.commands import (
    AppointStaff,
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
    InvitePartner,
    LeaveEntrant,
    OfferToSubstitute,
    Register,
    WithdrawEntrant,
    WithdrawOfferToSubstitute,
)
from domain.tournaments.format_checks import checked_format
from domain.tournaments.format_standings import tournament_standings
from domain.tournaments.formats import format_of
from domain.tournaments.gates import Applicant, entry_code
from domain.tournaments.leaving_cost import LeavingCost, leaving_cost
from domain.tournaments.parts import Status
from domain.tournaments.rated import pool_of
from domain.tournaments.recorder import TournamentContext
from domain.tournaments.results import entrants_of
from domain.tournaments.round_commands import MatchReport, PairAgain, PairRound, ScheduleRound
from domain.tournaments.rounds import Course, EntrantId, Round
from domain.tournaments.settings import Settings
from domain.tournaments.standings import Standing
from domain.tournaments.state import Tournament
from domain.tournaments.tables import AtPlace, report_of_all, with_leaver
from service.accounts.handlers import AccountClosed, Accounts
from service.accounts.reliability import Reliability
from service.platform.computing import Computing
from service.platform.feeds.notifier import Notifier
from service.platform.sources import SOURCES, Randomness, Sources
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, Carried, Commit, EventStore
from service.platform.store.events import Happened, Record, event_of
from service.platform.store.idempotency import Key
from service.platform.store.sandbox_time import times
from service.platform.store.stream_repository import Asked, Decided, Done, StreamRepository, check_version
from service.platform.store.subscription import Run, Subscription
from service.platform.store.vault import Vault
from service.ratings.handlers import Ratings
from service.tables.handlers import BY_CLOCK, TableBusy
from service.tournaments.codec import TOURNAMENTS, stream_of, tournament_of
from service.tournaments.projections import NAME as LISTS

Look = Callable[[str], Table]
"""Gives a table as it is now."""
KEPT = 32
"""So many tournaments are kept at hand, as they were at a version; a large one takes megabytes."""
TURNS_KEPT = 1000
"""For so many tournaments it is kept who of this process moves it."""
WORLDS_KEPT = 50_000
BEFORE_ALL = "trn_~"
"""Sorts behind the id of every tournament."""
RESULTS = (
    *("result_recorded", "result_adjudicated", "result_overridden", "board_overridden"),
    *("round_closed", "corrections_opened", "tournament_finished", "tournament_cancelled"),
)
"""What the events are called by which matches get results, or these are told to everybody."""
ONE_SEED = frozenset(("swiss", "round_robin"))
"""The formats all rounds of which are drawn from one seed."""
TOURNAMENTS_LIMIT = 50
"""So many tournaments of one owner can be open, where nothing else is set."""
OWNER_GONE = "who ran the tournament has closed their account"


class NoSuchTournament(Exception):
    """There is no tournament of this id; its argument is the id."""


class TooManyTournaments(Exception):
    """The player owns as many tournaments that are not over as may be; its argument is how many."""


class TournamentBusy(TableBusy):
    """Others move the tournament so fast that the command found no moment; try again."""


class AboutPlayers(NamedTuple):
    """Where it is known who players are, how reliable, and how good; `look` gives a table at which they sit."""

    accounts: Accounts
    reliability: Reliability
    ratings: Ratings
    look: Look


class VersionedTournament(NamedTuple):
    """A folded tournament, and the version of the last event in it."""

    version: int
    tournament: Tournament


class ForeseenTournament(NamedTuple):
    """What a command would bring about now.

    Attributes:
        version: of the tournament.
        events: what would happen.
        tournament: as it would be then.
        cost: what it costs who would leave.
    """

    version: int
    events: tuple[Any, ...]
    tournament: Tournament
    cost: LeavingCost | None = None


class Means(NamedTuple):
    """The most open tournaments of one owner, where long computations run, and the sources of time and chance."""

    limit: int = TOURNAMENTS_LIMIT
    computing: Computing = Computing()
    sources: Sources = SOURCES


USUAL_MEANS = Means()


class Listed(NamedTuple):
    """A tournament in a list, which follows the log with a short delay."""

    id: str
    version: int
    name: str
    status: Status
    game: str
    format: str
    starts_at: datetime | None
    entrants: int
    rated: bool
    series: str | None
    owner: PlayerId
    updated_at: datetime


def new_entrant(randomness: Randomness) -> EntrantId:
    """An id for an entrant who registers."""
    return EntrantId(randomness.new_id("ent"))


class Tournaments:
    """The tournaments. Methods raise `DatabaseUnavailable` when the store does not answer."""

    def __init__(
        self,
        database: Database,
        store: EventStore,
        notifier: Notifier,
        players: AboutPlayers,
        vault: Vault,
        means: Means = USUAL_MEANS,
    ) -> None:
        """Puts together where tournaments are, who hears of them, what is known of players, and the keys of codes."""
        self._limit, self._computing, sources = means
        self._randomness = sources.randomness
        self._vault = vault
        self._accounts, self._reliability, self._ratings, self._look = players
        self._database = database
        self._store = store
        self._repository = StreamRepository(store, notifier, TOURNAMENTS, times(database, sources.clock))
        self._at_hand: LRUCache[str, VersionedTournament] = LRUCache(KEPT)
        self._worlds: LRUCache[str, list[tuple[str | None]]] = LRUCache(WORLDS_KEPT)
        self._turns: LRUCache[str, threading.Lock] = LRUCache(TURNS_KEPT)
        self._lock = threading.Lock()

    # -------------------------------------------------------------------------------------------- commands

    def create(self, by: PlayerId, settings: Settings, key: Key | None = None) -> Done:
        """Creates a tournament, which the player owns, in the world of the player.

        Raises:
            TooManyTournaments: the player owns as many that are not over as may be, lists or not.
            AccountClosed: the player has closed their account meanwhile.
            Refusal: there cannot be such a tournament.
            KeyReused: the key was used for something else.
        """
        before = self._repository.done_before(key)
        if before is not None:
            return before
        outcome, now = self._created(by, settings)
        commit = self._repository.commit(self._randomness.new_id("trn"), 0, _decided(outcome), Asked(by, key, now))
        try:
            carried = self._store.append_if(commit, lambda run: self._check_may_own_another(run, by))
        except TooManyTournaments:
            # What fills the last place may be an earlier copy of the same command.
            before = self._repository.done_before(key)
            if before is None:
                raise
            return before
        return self._done(carried, outcome, key)

    def open_for_league(self, tournament_id: str, command: CreateWithEntrants, now: Instant) -> None:
        """Creates a tournament of that id with all who play in it, unless there is one already.

        Args:
            tournament_id: its id.
            command: who plays in it, and how.
            now: when it is decided.

        Raises:
            Refusal: there cannot be such a tournament.
        """
        outcome = self._decided(None, command, now)
        carried = self._repository.append(tournament_id, 0, _decided(outcome), Asked(BY_CLOCK, None, now))
        if carried.outcome == "appended":
            self._done(carried, outcome, None)

    def foresee_creation(self, by: PlayerId, settings: Settings) -> ForeseenTournament:
        """What creating a tournament would bring about. Raises as `create` does."""
        outcome, _ = self._created(by, settings)
        self._database.together(lambda run: self._check_may_own_another(run, by))
        return ForeseenTournament(0, outcome.events, outcome.tournament)

    def _created(self, by: PlayerId, settings: Settings) -> tuple[TournamentOutcome, Instant]:
        world = self._accounts.world_of(by)
        now = self._repository.now(world)
        return self._decided(None, CreateTournament(by, settings, world), now), now

    def opening(self, by: PlayerId, settings: Settings, tournament_id: str, now: Instant) -> Commit:
        """What creates a tournament of that id; nothing is written yet, so that it can be together with other things.

        Args:
            by: who owns it.
            settings: what is settled about it.
            tournament_id: its id.
            now: when it is decided.

        Raises:
            Refusal: there cannot be such a tournament.
        """
        outcome = self._decided(None, CreateTournament(by, settings, self._accounts.world_of(by)), now)
        return self._repository.commit(tournament_id, 0, _decided(outcome), Asked(BY_CLOCK, None, now))

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
            expected: the version that the tournament must have; none: whatever it has.
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
            asked = Asked(_asker(command), key, moment)
            carried = self._repository.append(tournament_id, at.version, _decided(outcome), asked)
            return None if carried.outcome == "conflict" else self._done(carried, outcome, key)

        done = self._repository.attempt(key, once)
        if done is None:
            raise TournamentBusy(tournament_id)
        return done

    @contextmanager
    def _in_turn(self, tournament_id: str) -> Iterator[bool]:
        """Lets those of this process who move a tournament do so one after the other; false when it took too long."""
        with self._lock:
            turn = self._turns.setdefault(tournament_id, threading.Lock())
        got = turn.acquire(timeout=self._store.limits.command_s)
        try:
            yield got
        finally:
            if got:
                turn.release()

    def done_before(self, key: Key | None) -> Done | None:
        """What a command of that key has brought about; none when there was none. Raises `KeyReused`."""
        return self._repository.done_before(key)

    def foresee(
        self, tournament_id: str, command: TournamentCommand, *, expected: int | None = None
    ) -> ForeseenTournament:
        """What a command would bring about now. Raises as `carry_out` does."""
        at = self.at(tournament_id)
        check_version(at.version, expected)
        self._check_players(tournament_id, command)
        asked = self._with_applicant(tournament_id, command)
        outcome = self._decided_at(at, asked, None, self._repository.now(at.tournament.world))
        return ForeseenTournament(
            at.version, outcome.events, outcome.tournament, _cost(at.tournament, asked, outcome.events)
        )

    def _decided_at(
        self, at: VersionedTournament, command: TournamentCommand, expected: int | None, now: Instant
    ) -> TournamentOutcome:
        check_version(at.version, expected)
        return self._decided(at.tournament, _with_own_seed(at.tournament, command, self._randomness), now)

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
            # It is found out whether the format would make another round.
            entrants = len(tournament.entries) if tournament is not None else 0
            return self._computing.pairing(entrants, lambda: decide(tournament, command, moment))
        return decide(tournament, command, moment)

    def _done(self, carried: Carried, outcome: TournamentOutcome, key: Key | None) -> Done:
        if carried.outcome == "appended":
            self._keep(tournament_of(carried.stream), VersionedTournament(carried.version, outcome.tournament))
        return self._repository.done(carried, outcome.events, key)

    # -------------------------------------------------------------------------------------------- players

    def _with_applicant(self, tournament_id: str, command: TournamentCommand) -> TournamentCommand:
        """The command with what is known of the player who wants to take part, is called, or leaves, by it."""
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
        """How the matches stand at whose tables those play who would leave."""
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
        """What the entry codes of a tournament are made of, by each key of the vault; the newest makes new ones."""
        return self._vault.derived(f"entry codes of {tournament_id}")

    def entry_codes(self, tournament_id: str, player: PlayerId) -> tuple[str, ...]:
        """The codes that let a player into a tournament; of the newest key first."""
        return tuple(entry_code(secret, player) for secret in self.code_secrets(tournament_id))

    def _linked(self, tournament_id: str, player: PlayerId) -> tuple[PlayerId, ...]:
        """The other accounts that are linked with that of a player, where boards are played that they may know."""
        if self.at(tournament_id).tournament.settings.boards is None:
            return ()
        rows = self._database.read("linked_accounts", {"player_id": player})
        return tuple(PlayerId(each) for (each,) in rows if each != player)

    def applicant(self, settings: Settings, player: PlayerId, code: str | None = None) -> Applicant:
        """What is known of a player who wants to take part, and gives that entry code.

        Their rating is the Elo in the pool of the tournament, and their games those that were rated there; of a program
        both are those among programs.
        """
        standing = self._ratings.of(player, pool_of(settings, self._ratings.among(player)))
        # The team rating counts every rated game, the Elo those of two equal sides.
        games = standing.team_games
        return Applicant(player, standing.rating, self._reliability.of(player).score, games, code=code)

    def _check_players(self, tournament_id: str, command: TournamentCommand) -> None:
        """Whether who asks, and whom they name, can have a part in it.

        Raises:
            NoSuchTournament: there is no such tournament in the world of who asks.
            CannotBeChallenged: whom they name can have none, or there is nobody of that id in this world.
        """
        by = getattr(command, "by", None)
        if by is None:
            return
        if not self.is_in(self._accounts.world_of(by), tournament_id):
            raise NoSuchTournament(tournament_id)
        for named in _named(command):
            self._accounts.check_can_be_challenged(named, by)

    def _check_may_own_another(self, run: Run, player: PlayerId) -> None:
        """Counts what a player owns; until the end of the transaction nobody creates another for them."""
        if not run("hold_player", {"player_id": player}):
            raise AccountClosed(player)
        [(owned,)] = run("tournaments_owned", {"player_id": player})
        if owned >= self._limit:
            raise TooManyTournaments(self._limit)

    def give_all_up(self, player: PlayerId) -> None:
        """Takes a player out of all tournaments that are not over; a pair is spared, and invitations are declined.

        What becomes of those that the player owns stands in `domain/tournaments/roles.py`.
        """
        for tournament_id in sorted({*self._not_over(player), *self._of_late(player)}):
            self._give_up(tournament_id, player)

    def _not_over(self, player: PlayerId) -> Iterator[str]:
        """Tournaments of the player that are not over, as far as the lists know."""
        before = BEFORE_ALL
        while listed := self.listed(player=player, before=before):
            yield from (each.id for each in listed if each.status not in ("finished", "cancelled"))
            before = listed[-1].id

    def _of_late(self, player: PlayerId) -> Iterator[str]:
        """Tournaments whose events name the player and which the lists have not taken in yet."""
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
            # They may run it, or be asked to play for somebody, and have no part in it themselves.
            if self._tried(tournament_id, command):
                return

    def _tried(self, tournament_id: str, command: TournamentCommand) -> bool:
        """Carries a command out; whether the tournament has not refused it."""
        try:
            self.carry_out(tournament_id, command)
        except Refusal:
            return False
        return True

    # -------------------------------------------------------------------------------------------- reading

    def is_in(self, world: str | None, tournament_id: str) -> bool:
        """Whether a tournament is in a world, or nowhere; the world none is that of everybody in no sandbox."""
        with self._lock:
            known = self._worlds.get(tournament_id)
        if known is None:
            # To which world a tournament belongs never changes.
            known = self._database.read("stream_world", {"stream": stream_of(tournament_id)})
            with self._lock:
                if known:
                    self._worlds[tournament_id] = known
        return all(of == world for (of,) in known)

    def at(self, tournament_id: str) -> VersionedTournament:
        """The tournament as it is now. Raises `NoSuchTournament`."""
        stream = stream_of(tournament_id)
        with self._lock:
            cached = self._at_hand.get(tournament_id)
        if cached is not None:
            rows = self._database.read("versions", {"streams": [stream]})
            if rows and rows[0][1] == cached.version:
                return cached
        found = self._repository.at(tournament_id)
        if found is None:
            raise NoSuchTournament(tournament_id)
        at = VersionedTournament(*found)
        self._keep(tournament_id, at)
        return at

    def _keep(self, tournament_id: str, at: VersionedTournament) -> None:
        """Keeps a tournament at hand, unless it is known as it was later."""
        with self._lock:
            known = self._at_hand.get(tournament_id)
            if known is None or known.version < at.version:
                self._at_hand[tournament_id] = at

    def since(self, tournament_id: str, after: int, limit: int = READ_LIMIT) -> list[Happened]:
        """At most `limit` events of the tournament after a version, in order."""
        return self._repository.since(tournament_id, after, limit)

    def results_since(self, tournament_id: str, after: int, limit: int) -> list[Happened]:
        """At most `limit` events after a version by which matches get results, or these are told, in order."""
        asked = {"stream": stream_of(tournament_id), "after": after, "limit": limit, "types": list(RESULTS)}
        return [
            Happened(version, event_of(Record(name, revision, data)), at)
            for version, name, revision, data, at in self._database.read("read_types", asked)
        ]

    def called_off_since(self, tournament_id: str, after: int) -> list[tuple[int, int]]:
        """Where rounds were called off after a version: at which one, and the number of the round."""
        asked = {"stream": stream_of(tournament_id), "after": after, "limit": READ_LIMIT, "types": ["round_called_off"]}
        rows = self._database.read("read_types", asked)
        return [(version, event_of(Record(name, revision, data)).round) for version, name, revision, data, _ in rows]

    def listed(
        self,
        *,
        world: str | None = None,
        status: Status | None = None,
        player: PlayerId | None = None,
        before: str = BEFORE_ALL,
        limit: int = 50,
    ) -> list[Listed]:
        """A page of the tournaments of a world, the newest first.

        Args:
            world: a sandbox; none: the world of everybody.
            status: only those that have come so far.
            player: only those that this player runs, or takes part in or wants to, whatever their world is.
            before: only those behind this id in the list.
            limit: so many at the most.
        """
        asked = {"world": world, "status": status, "player_id": player, "before": before, "limit": limit}
        return [Listed(*row) for row in self._database.read("tournaments", asked)]

    def standings(self, tournament_id: str) -> tuple[Standing, ...]:
        """How the entrants stand by the tie-breaks of the tournament. Raises `NoSuchTournament`."""
        return tournament_standings(self.at(tournament_id).tournament)

    def proposed(self, known: Course, settings: Settings, seed: bytes) -> Round | None:
        """The next round as the format makes it, if it makes one; that takes many seconds where the field is large.

        Raises:
            Refusal: the format cannot pair those who are there.
            ComputingBusy: others were computing for too long.
        """
        return self._computing.pairing(len(known.entrants), lambda: proposed_round(known, format_of(settings), seed))


def _decided(outcome: TournamentOutcome) -> Decided[Tournament]:
    return Decided(outcome.events, outcome.tournament, outcome.tournament.world)


def seed_of(tournament: Tournament, randomness: Randomness) -> bytes:
    """A seed from which the next round may be drawn; nobody knows it before that round is paired.

    A seed is published with its round. Where rounds are drawn, and in a knock-out, every round therefore has one of its
    own: from the seed of an earlier round nobody foretells whom they will meet, or who will be first. The rounds of a
    Swiss tournament and of a round robin share that of the first one. In a Swiss it says no more than which side the
    strongest entrant had in round 1, which everybody has seen; all that comes later follows from results and places at
    the start. In a round robin it is the order of the schedule at most, which everybody may know.
    """
    if tournament.rounds and tournament.settings.format in ONE_SEED:
        return bytes.fromhex(tournament.rounds[0].seed)
    return randomness.token_bytes(SECRET_BYTES)


def _with_own_seed(tournament: Tournament, command: TournamentCommand, randomness: Randomness) -> TournamentCommand:
    """A command that pairs a round, with a seed which is not that of an earlier one, unless the format shares it.

    A seed comes from `seed_of`, together with the round that was drawn from it, and stays; whatever else stands in its
    place, as with a round that was made by hand, gives way to one of the server's making.
    """
    if not isinstance(command, PairRound | PairAgain | ScheduleRound):
        return command
    again = isinstance(command, PairAgain) and tournament.open_round is not None
    before = tournament._replace(rounds=tournament.rounds[:-1]) if again else tournament
    is_shared = bool(before.rounds) and before.settings.format in ONE_SEED
    known = {played.seed for played in tournament.rounds}
    if not is_shared and len(command.seed) == SECRET_BYTES and command.seed.hex() not in known:
        return command
    return dataclasses.replace(command, seed=seed_of(before, randomness))


def _asker(command: TournamentCommand) -> str:
    """Whose command it is, where a player has asked for it."""
    return getattr(command, "by", None) or BY_CLOCK


def _cost(tournament: Tournament, command: TournamentCommand, events: Sequence[Any]) -> LeavingCost | None:
    """What a command costs who leaves by it; none where nobody does."""
    entry = tournament.entry_of(command.by) if isinstance(command, LeaveEntrant) else None
    if entry is None or not isinstance(command, LeaveEntrant):
        return None
    return leaving_cost(tournament, format_of(tournament.settings), entry.id, command.reports, events)


def _named(command: TournamentCommand) -> tuple[PlayerId, ...]:
    """Whom the command asks to do something."""
    match command:
        case Register(partners=partners):
            return partners
        case InvitePartner(player=player) | AppointStaff(player=player):
            return (player,)
        case _:
            return ()
