"""Leagues as they take commands: load, decide, append, and once more after a conflict, as `tournaments.py` does it.

A league belongs to the world of who has created it, as its tournaments do, and goes by the clock of that world.
"""

import dataclasses
import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from ulid import ULID

from domain.instants import Instant, instant_of, utc
from domain.refusals import Refusal
from domain.table.events import PlayerId
from domain.tournament.gates import Applicant
from domain.tournament.leagues.commands import (
    AcceptMembership,
    AppointLeagueStaff,
    ChangeLeague,
    CreateLeague,
    DeclineMembership,
    LeagueCommand,
    LeaveLeagueStaff,
    RegisterMember,
    WithdrawMember,
)
from domain.tournament.leagues.decide import LeagueOutcome, decide_league
from domain.tournament.leagues.plan import LeaguePlan, settings_of
from domain.tournament.leagues.state import League, LeagueStatus
from domain.tournament.settings import Settings
from service.application.accounts import Accounts
from service.application.moments import time_of_day
from service.application.tables import ATTEMPTS, BY_CLOCK, Key, KeyReused, StaleVersion, TableBusy
from service.doorbell import Doorbell
from service.projections.leagues import NAME as LISTS
from service.projections.streams import Happened
from service.projections.subscription import Subscription
from service.projections.world_time import time_in
from service.store.database import Database
from service.store.event_store import READ_LIMIT, Carried, Commit, EventStore
from service.store.events import event_of, record_of
from service.store.leagues import LEAGUES, due_time, head_document, league_of, stream_of

LONGEST_PAUSE_S = 0.05
"""For a random part of this a command waits before it is decided anew."""
BEFORE_ALL = "lge_~"
"""Sorts behind the id of every league."""
OWNER_GONE = "who ran the league has closed their account"

LookUp = Callable[[Settings, PlayerId], Applicant]
"""What is known of a player who wants to take part in tournaments with these settings."""
CheckSettings = Callable[[Settings], object]
"""Refuses settings that no tournament can have."""


class NoSuchLeague(Exception):
    """There is no league of this id; its argument is the id."""


class LeagueBusy(TableBusy):
    """Others move the league so fast that the command found no moment; try again."""


class LeagueAt(NamedTuple):
    """A folded league, and the version of the last event in it."""

    version: int
    league: League


class LeagueDone(NamedTuple):
    """What a command has brought about.

    Attributes:
        league_id: of which league.
        version: the version of the command's last event; where nothing has happened, that of the league.
        happened: its events.
        replayed: whether they are from an earlier copy of the command.
    """

    league_id: str
    version: int
    happened: list[Happened]
    replayed: bool


class LeagueForeseen(NamedTuple):
    """What a command would bring about now: the version of the league, and the events."""

    version: int
    events: tuple[Any, ...]


class _Asked(NamedTuple):
    """Whose command it is, under which key it is remembered, and when it was decided."""

    by: str
    key: Key | None
    now: Instant


class ListedLeague(NamedTuple):
    """A league in a list, which follows the log with a short delay."""

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
    """What the read models say of a season: how far it came, and where everybody came from and went."""

    status: str
    starts_at: datetime | None
    ended_at: datetime | None
    moves: list[dict[str, Any]] | None
    next_moves: list[dict[str, Any]] | None


class PastDivision(NamedTuple):
    """What the read models say of a division of a season."""

    division: int
    tournament: str | None
    status: str
    sides: list[dict[str, Any]] | None
    standings: list[dict[str, Any]] | None


class Leagues:
    """The leagues. Methods raise `DatabaseUnavailable` when the store does not answer."""

    def __init__(
        self,
        database: Database,
        store: EventStore,
        doorbell: Doorbell,
        accounts: Accounts,
        *,
        look_up: LookUp,
        check_settings: CheckSettings,
    ) -> None:
        """Puts together where leagues are, who hears of them, what is known of players, and what can be played."""
        self._database = database
        self._store = store
        self._doorbell = doorbell
        self._accounts = accounts
        self._look_up = look_up
        self._check_settings = check_settings

    # -------------------------------------------------------------------------------------------- commands

    def create(self, by: PlayerId, plan: LeaguePlan, key: Key | None = None) -> LeagueDone:
        """Creates a league, which the player owns.

        Raises:
            Refusal: there cannot be such a league.
            KeyReused: the key was used for something else.
        """
        before = self._before(key)
        if before is not None:
            return before
        world = self._accounts.world_of(by)
        now = self._now(world)
        outcome = self._decided(None, CreateLeague(by, plan, world), now)
        carried = self._append(f"lge_{ULID()}", 0, outcome, _Asked(by, key, now))
        return self._done(carried, outcome, key)

    def carry_out(
        self,
        league_id: str,
        command: LeagueCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
    ) -> LeagueDone:
        """Carries a command out; what is known of an applicant is looked up.

        Args:
            league_id: in which league.
            command: what is asked.
            expected: the version that the league must have; none: whatever it has.
            key: under which the command is remembered.
            now: when it is decided, where that is known better than by the clock of the world.

        Raises:
            NoSuchLeague: there is no such league in the world of who asks.
            CannotBeChallenged: somebody is to be a partner, or on the staff, who is no such player, or blocks who asks.
            Refusal: the league refuses.
            StaleVersion: the league is not at the expected version.
            KeyReused: the key was used for something else.
            LeagueBusy: others were faster, again and again.
        """
        before = self._before(key)
        if before is not None:
            return before
        asked = self._checked(league_id, command)
        for _ in range(ATTEMPTS):
            at = self.at(league_id)
            moment = now or self._now(at.league.world)
            try:
                outcome = self._decided_at(at, asked, expected, moment)
            except (Refusal, StaleVersion):
                # What stands in the way may be an earlier copy of the same command.
                before = self._before(key)
                if before is None:
                    raise
                return before
            if not outcome.events:
                return LeagueDone(league_id, at.version, [], replayed=False)
            by = getattr(command, "by", None) or BY_CLOCK
            carried = self._append(league_id, at.version, outcome, _Asked(by, key, moment))
            if carried.outcome != "conflict":
                return self._done(carried, outcome, key)
            time.sleep(random.uniform(0, LONGEST_PAUSE_S))  # noqa: S311 - to be unlike others is all it has to be
        raise LeagueBusy(league_id)

    def foresee(self, league_id: str, command: LeagueCommand, *, expected: int | None = None) -> LeagueForeseen:
        """What a command would bring about now. Raises as `carry_out` does."""
        at = self.at(league_id)
        asked = self._checked(league_id, command)
        outcome = self._decided_at(at, asked, expected, self._now(at.league.world))
        return LeagueForeseen(at.version, outcome.events)

    def _now(self, world: str | None) -> Instant:
        """What time it is in a world."""
        return time_of_day() if world is None else instant_of(time_in(self._database, world))

    def _decided_at(self, at: LeagueAt, command: LeagueCommand, expected: int | None, now: Instant) -> LeagueOutcome:
        if expected is not None and at.version != expected:
            raise StaleVersion(at.version)
        return self._decided(at.league, command, now)

    def _decided(self, league: League | None, command: LeagueCommand, now: Instant) -> LeagueOutcome:
        outcome = decide_league(league, command, now)
        if isinstance(command, CreateLeague | ChangeLeague):
            self._check_settings(settings_of(command.plan, "", 1, 1))
        return outcome

    def _append(self, league_id: str, expected: int, outcome: LeagueOutcome, asked: _Asked) -> Carried:
        by, key, now = asked
        world = outcome.league.world
        return self._store.append(
            Commit(
                stream=stream_of(league_id),
                expected=expected,
                records=[record_of(event) for event in outcome.events],
                state=head_document(outcome.league),
                state_revision=LEAGUES.revision,
                asked=[],
                due_at=None,
                command_id=key.command_id if key else None,
                metadata={"by": by, **({"fingerprint": key.fingerprint} if key else {})},
                turn_due_at=due_time(outcome.league),
                world=world,
                at=utc(now) if world else None,
            )
        )

    def _done(self, carried: Carried, outcome: LeagueOutcome, key: Key | None) -> LeagueDone:
        if carried.outcome == "duplicate" and key is not None:
            return self._replayed(carried, key)
        happened = [
            Happened(version, event, carried.recorded_at)
            for version, event in enumerate(outcome.events, start=carried.first_version)
        ]
        self._doorbell.ring(carried.stream, carried.version)
        return LeagueDone(league_of(carried.stream), carried.version, happened, replayed=False)

    def _before(self, key: Key | None) -> LeagueDone | None:
        """What a command of that key has brought about. Raises `KeyReused`."""
        before = self._store.carried_out(key.command_id) if key else None
        return self._replayed(before, key) if before and key else None

    def _replayed(self, carried: Carried, key: Key) -> LeagueDone:
        if carried.metadata.get("fingerprint") != key.fingerprint:
            raise KeyReused
        league_id = league_of(carried.stream)
        count = carried.version - carried.first_version + 1
        happened = self.since(league_id, carried.first_version - 1, count)
        return LeagueDone(league_id, carried.version, happened, replayed=True)

    # -------------------------------------------------------------------------------------------- players

    def _checked(self, league_id: str, command: LeagueCommand) -> LeagueCommand:
        """The command with what is known of who wants to play by it. Raises `NoSuchLeague`, `CannotBeChallenged`."""
        by = getattr(command, "by", None)
        if by is None:
            return command
        league = self.at(league_id).league
        if self._accounts.world_of(by) != league.world:
            raise NoSuchLeague(league_id)
        for named in _named(command):
            self._accounts.check_can_be_challenged(named, by)
        if isinstance(command, RegisterMember | AcceptMembership):
            return dataclasses.replace(command, applicant=self._look_up(league.plan.template, by))
        return command

    def give_all_up(self, player: PlayerId) -> None:
        """Takes a player out of all leagues that go on.

        What becomes of those that the player owns stands in `domain/tournament/roles.py`.
        """
        for league_id in sorted({*self._not_ended(player), *self._of_late(player)}):
            self._give_up(league_id, player)

    def _not_ended(self, player: PlayerId) -> Iterator[str]:
        """Leagues of the player that go on, as far as the lists know."""
        before = BEFORE_ALL
        while listed := self.listed(player=player, before=before):
            yield from (each.id for each in listed if each.status != "ended")
            before = listed[-1].id

    def _of_late(self, player: PlayerId) -> Iterator[str]:
        """Leagues whose events name the player and which the lists have not taken in yet."""
        place = Subscription(self._database, self._store, LISTS).checkpoint()
        while batch := self._store.feed(place, READ_LIMIT):
            for logged in batch:
                if LEAGUES.has(logged.stream):
                    event = event_of(logged.stored.record)
                    named = (getattr(event, "player", None), getattr(event, "owner", None))
                    if player in (*named, *getattr(event, "invited", ())):
                        yield league_of(logged.stream)
            place = batch[-1].place

    def _give_up(self, league_id: str, player: PlayerId) -> None:
        league = self.at(league_id).league
        for member in league.members:
            if not member.is_out and player in member.player_ids:
                self._tried(league_id, WithdrawMember(player, member.entrant))
            elif player in member.invited:
                self._tried(league_id, DeclineMembership(player, member.entrant))
        if league.role_of(player) is not None:
            others = [who for who, _ in league.staff if who != player]
            closed = tuple(PlayerId(who) for (who,) in self._database.read("closed_players", {"ids": others}))
            self._tried(league_id, LeaveLeagueStaff(player, OWNER_GONE, closed))

    def _tried(self, league_id: str, command: LeagueCommand) -> None:
        """Carries a command out, unless the league refuses, since there is nothing left to give up."""
        try:
            self.carry_out(league_id, command)
        except Refusal:
            return

    # -------------------------------------------------------------------------------------------- reading

    def at(self, league_id: str) -> LeagueAt:
        """The league as it is now. Raises `NoSuchLeague`."""
        stream = stream_of(league_id)
        head = self._store.head(stream)
        if head is None:
            raise NoSuchLeague(league_id)
        return LeagueAt(head.version, LEAGUES.state(self._store, stream, head))

    def since(self, league_id: str, after: int, limit: int = READ_LIMIT) -> list[Happened]:
        """At most `limit` events of the league after a version, in order."""
        return [
            Happened(stored.version, event_of(stored.record), stored.recorded_at)
            for stored in self._store.read(stream_of(league_id), after, limit)
        ]

    def listed(
        self,
        *,
        world: str | None = None,
        status: LeagueStatus | None = None,
        player: PlayerId | None = None,
        before: str = BEFORE_ALL,
        limit: int = 50,
    ) -> list[ListedLeague]:
        """A page of the leagues of a world, the newest first.

        Args:
            world: a sandbox; none: the world of everybody.
            status: only those that have come so far.
            player: only those that this player runs, or plays in or wants to, whatever their world is.
            before: only those behind this id in the list.
            limit: so many at the most.
        """
        asked = {"world": world, "status": status, "player_id": player, "before": before, "limit": limit}
        return [ListedLeague(*row) for row in self._database.read("leagues", asked)]

    def past(self, league_id: str, season: int) -> tuple[PastSeason, list[PastDivision]] | None:
        """A season as the read models know it, which follow the log with a short delay; none where they do not."""
        asked = {"league_id": league_id, "season": season}
        rows = self._database.read("league_season", asked)
        if not rows:
            return None
        divisions = self._database.read("league_divisions", asked)
        return PastSeason(*rows[0]), [PastDivision(*row) for row in divisions]


def _named(command: LeagueCommand) -> tuple[PlayerId, ...]:
    """Whom the command asks to do something."""
    match command:
        case RegisterMember(partners=partners):
            return partners
        case AppointLeagueStaff(player=player):
            return (player,)
        case _:
            return ()
