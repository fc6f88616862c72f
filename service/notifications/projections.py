"""The account feed: the events that concern a player, across all tables, derived from the log.

An account event never contains a card. The subscription `accounts` processes the log command by command and writes
account events in the transaction of its checkpoint. So each is written once, in order. `service.lobby.seeks.handlers`
writes the account events of seeks, which belong to no table.

| event at a table | recipients | type |
|---|---|---|
| another player sits down or leaves before the start | the host, and the seated players | `seat_taken`, `seat_left` |
| a player is challenged to a seat | that player | `challenged` |
| the challenge is answered | the challenger | `challenge_accepted`, `challenge_declined` |
| it is withdrawn, or the table begins or ends before an answer | the challenged player | `challenge_withdrawn` |
| the seat in the challenge has a player again, or the match ends | the challenged player | `challenge_withdrawn` |
| the match begins | the seated players | `table_started` |
| the table is cancelled | the seated players | `table_cancelled` |
| a seat is asked for something new, or asked again after it acted | its player | `turn_began` |
| half or a fifth of the time for a turn is left | its player | `turn_reminder` |
| a vacation ends during a turn | its player | `turn_resumed` |
| a turn was not answered in time | its player | `turn_missed` |
| standing orders of a seat end, but not by their player or with the match | its player | `orders_ended` |
| a stand-in takes a seat; its player comes back | the seated players | `stand_in_seated`, `seat_resumed` |
| a substitute takes over a seat | the former player, and the seated players | `substitute_seated` |
| the table has not begun in time | the host, and the seated players | `table_expired` |
| a tournament ends the match at the table | the seated players | `table_called_off` |
| a hand is over | the seated players | `hand_over` |
| a proposal is made | the other seated players | `proposal_made` |
| a proposal is declined or withdrawn, or undoes a move | the other seated players | `proposal_ended` |
| the match is over | the seated players | `match_ended` |

Beside this file, `tournament_notifications.py` lists the account events of tournaments, and `league_notifications.py`
those of leagues. `service/availability` writes `vacation_began` and `vacation_ending`. Handlers write
the remaining ones directly, with `AccountEventWriter` in `handlers.py`: messages in the room of the seats
(`chat_message`), moderation (`moderated`), seeks, and challenges on boards (`board_challenged`,
`board_challenge_answered`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from cachetools import LRUCache

from domain.games.registry import GAMES
from domain.kernel.players import PlayerId
from domain.table.evolve import evolve, fold
from domain.table.state import Table
from domain.tournaments.events import RegistrationOpened
from domain.tournaments.evolve import evolve as evolve_tournament
from domain.tournaments.leagues.evolve import evolve_league
from service.leagues.events import STREAM_PREFIX as LEAGUES
from service.leagues.events import league_of
from service.notifications.events import NewAccountEvent, TimedAccountEvent, feed_of
from service.notifications.handlers import Mail, write_account_events
from service.notifications.league_notifications import LeagueChange, league_account_events
from service.notifications.match_notifications import TournamentChange
from service.notifications.registrations import RegistrationEnd, closing_of, players_of_series, store_registrations
from service.notifications.reminders import WITHOUT_CALENDARS, Calendars, Change, changes_of, keep_reminders
from service.notifications.table_notifications import CommandEvents, account_events_of
from service.notifications.tournament_notifications import (
    account_events_for_listeners,
    registration_account_events,
    tournament_account_events,
)
from service.platform.feeds.notifier import Notifier
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LoggedEvent
from service.platform.store.events import event_of
from service.platform.store.follower import Follower
from service.platform.store.subscription import Subscription, commands_of
from service.tables.events import STREAM_PREFIX, FoldedTables, table_of
from service.tournaments.events import STREAM_PREFIX as TOURNAMENTS
from service.tournaments.events import tournament_of

NAME = "accounts"
TOURNAMENTS_KEPT = 32
S = TypeVar("S")


class _Followed(Generic[S]):
    """Tournaments or leagues, event by event. The state after the last command of each is cached."""

    def __init__(self, store: EventStore, evolve: Callable[[S | None, Any], S]) -> None:
        self._store = store
        self._evolve = evolve
        self._known: LRUCache[str, tuple[int, S]] = LRUCache(TOURNAMENTS_KEPT)

    def steps(self, command: Sequence[LoggedEvent]) -> list[tuple[int, S | None, Any, S]]:
        """Returns for each event of a command: its version, the state before it, the event, and the state after it."""
        stream, version = command[0].stream, command[0].stored.version
        before: S | None
        known_version, before = self._known.get(stream, (0, None))
        if known_version != version - 1:
            before = None
            for stored in self._store.read_all(stream)[: version - 1]:
                before = self._evolve(before, event_of(stored.record))
        steps = []
        for logged in command:
            event = event_of(logged.stored.record)
            after = self._evolve(before, event)
            steps.append((logged.stored.version, before, event, after))
            before = after
        self._known[stream] = (steps[-1][0], steps[-1][3])
        return steps


class _Taken(NamedTuple):
    """The account events that follow from a batch of commands, and the reminders that are kept for later."""

    events: list[TimedAccountEvent]
    changes: list[Change]
    registrations: list[tuple[str, RegistrationEnd | None]]


class AccountFeeds(Follower):
    """Keeps the account feeds up to date with the log."""

    def __init__(
        self,
        database: Database,
        store: EventStore,
        notifier: Notifier,
        mail: Mail | None = None,
        calendars: Calendars = WITHOUT_CALENDARS,
        tables: FoldedTables | None = None,
    ) -> None:
        """Prepares the subscription.

        Args:
            database: the database of the feeds.
            store: the event log.
            notifier: announces each account with new events.
            mail: how mails are written; `None` to write none, not even for sandboxes.
            calendars: returns the times at which players pause.
            tables: the folded tables to share with other followers; `None` to share none.
        """
        self._database = database
        self._store = store
        self._calendars = calendars
        self._mail = mail
        self._notifier = notifier
        self._subscription = Subscription(database, store, NAME)
        self._tables = tables or FoldedTables()
        self._tournaments = _Followed(store, evolve_tournament)
        self._leagues = _Followed(store, evolve_league)
        # The last number of each account that was written and is not announced yet.
        self._numbers: dict[PlayerId, int] = {}

    def after_commit(self) -> None:
        """Announces the accounts with new events."""
        numbers, self._numbers = self._numbers, {}
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch and keeps the last number of each account."""
        # What an earlier attempt wrote was rolled back, or is announced.
        self._numbers = {}
        taken = _Taken([], [], [])
        for command in commands_of(batch, STREAM_PREFIX, TOURNAMENTS, LEAGUES):
            if command[0].stream.startswith(TOURNAMENTS):
                self._take_in_tournament(command, taken)
            elif command[0].stream.startswith(LEAGUES):
                self._take_in_league(command, taken)
            else:
                self._take_in(command, taken)
        if not any(taken):
            return no_work
        return lambda run: self._numbers.update(_write(run, taken, self._mail))

    def _take_in(self, command: Sequence[LoggedEvent], taken: _Taken) -> None:
        """Adds the account events of a command at a table, and the changes of reminders."""
        first = command[0]
        table_id = table_of(first.stream)
        happening = self._happening(command)
        taken.events.extend(
            TimedAccountEvent(first.stored.recorded_at, each._replace(table_id=table_id))
            for each in account_events_of(happening)
        )
        taken.changes.extend(
            changes_of(table_id, happening.version, happening.before, happening.after, self._calendars)
        )

    def _take_in_tournament(self, command: Sequence[LoggedEvent], taken: _Taken) -> None:
        """Adds the account events of a command to a tournament, and the end of its registration."""
        first = command[0]
        at = first.stored.recorded_at
        tournament_id = tournament_of(first.stream)
        asked = {"tournament_id": tournament_id}
        listeners = [PlayerId(player) for (player,) in self._database.read("tournament_listeners", asked)]
        steps = [TournamentChange(tournament_id, *each) for each in self._tournaments.steps(command)]
        taken.events.extend(
            TimedAccountEvent(at, each)
            for moved in steps
            for each in (
                *self._opening(moved),
                *tournament_account_events(moved),
                *account_events_for_listeners(moved, at, listeners),
            )
        )
        taken.registrations.append((first.stream, closing_of(first.stream, steps[-1].after, at)))

    def _opening(self, moved: TournamentChange) -> Iterator[NewAccountEvent]:
        if isinstance(moved.event, RegistrationOpened):
            yield from registration_account_events(moved, players_of_series(self._database.read, moved.id, moved.after))

    def _take_in_league(self, command: Sequence[LoggedEvent], taken: _Taken) -> None:
        """Adds the account events of a command to a league, and the end of registration for its next season."""
        first = command[0]
        at = first.stored.recorded_at
        steps = [LeagueChange(league_of(first.stream), *each) for each in self._leagues.steps(command)]
        taken.events.extend(TimedAccountEvent(at, each) for moved in steps for each in league_account_events(moved))
        taken.registrations.append((first.stream, closing_of(first.stream, steps[-1].after, at)))

    def _happening(self, command: Sequence[LoggedEvent]) -> CommandEvents:
        stream, first_version = command[0].stream, command[0].stored.version
        before = self._table_at(stream, first_version - 1)
        after, events = before, []
        for logged in command:
            event = event_of(logged.stored.record)
            after = evolve(GAMES, after, event)
            events.append(event)
        if after is None:
            raise ValueError("a command without events")
        self._tables.keep(stream, first_version + len(events) - 1, after)
        return CommandEvents(command[0].by or "", first_version, before, events, after)

    def _table_at(self, stream: str, version: int) -> Table | None:
        """Returns the table at a version, from the cache or folded from its events."""
        if version == 0:
            return None
        known = self._tables.at(stream, version)
        if known is not None:
            return known
        events = self._store.read_all(stream)[:version]
        return fold(GAMES, (event_of(stored.record) for stored in events))


def _write(run: Run, taken: _Taken, mail: Mail | None) -> dict[PlayerId, int]:
    keep_reminders(run, taken.changes)
    store_registrations(run, taken.registrations)
    return write_account_events(run, taken.events, mail)
