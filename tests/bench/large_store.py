"""Fills an empty database with a store of many commands: distinct matches, and copies of them under new ids."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

import psycopg
from rich.progress import Progress

from domain.games.bots import BOT_NAMES
from domain.kernel.instants import HOUR_MS, Instant
from domain.kernel.players import PlayerId
from service.platform.sources import time_of_day
from service.platform.store.checks import refold
from service.platform.store.event_store import LogPlace
from service.platform.store.restored import put_feed_base
from service.platform.store.stream_repository import StreamRepository
from service.platform.store.subscription import Subscription
from service.processes.rebuild import rebuild
from service.processes.scheduler import followers_of
from service.tables.dispatch import NAME as DISPATCH
from service.tables.events import TABLES
from service.wiring import Service, rating_rules
from tests.bench.copied_matches import COLUMNS, Copy, CopyPlan, EventRows, in_order, planned_copies
from tests.bench.played_matches import PlayedMatch, play_match

YEAR = timedelta(days=365)
COMMANDS_A_PLAYER = 1000
FEWEST_PLAYERS = 20
COMMANDS_AT_ONCE = 50_000
"""Commands of one transaction."""


class Filled(NamedTuple):
    """What a store contains: the commands that were wanted and those it has, events, tables, and distinct matches."""

    asked: int
    commands: int
    events: int
    tables: int
    matches: int
    players: int


class Filling:
    """Fills an empty, migrated database. Prints its progress."""

    def __init__(self, service: Service, url: str, progress: Progress) -> None:
        """Takes the service, the URL of its database for the owner of the schema, and the progress bar."""
        self._service = service
        self._url = url
        self._progress = progress

    def fill(self, commands: int, matches: int) -> Filled:
        """Writes at least this many commands, made of so many distinct matches.

        Raises:
            ValueError: the database already has events.
        """
        if self._service.store.feed(LogPlace(0, 0), 1) or next(self._service.store.streams(), None):
            raise ValueError("the database already has events")
        played = list(self._play(matches))
        players = self._sign_up(max(FEWEST_PLAYERS, commands // COMMANDS_A_PLAYER))
        # All commands are in the past, also the moves of bots that follow the last one of a person.
        ends = Instant(time_of_day() - HOUR_MS)
        begins = Instant(ends - int(YEAR.total_seconds() * 1000))
        copies = planned_copies(CopyPlan(played, players, begins, ends), commands)
        rows = EventRows(played)
        self._write_events(copies, rows)
        # Heads are written as `shengji db refold` writes lost ones, and read models as a rebuild does.
        self._watched("heads", lambda show: refold(self._service.database, show))
        self._vacuum()
        role, rules = self._service.settings.database_role, rating_rules(self._service.settings)
        self._watched("read models", lambda show: rebuild(self._url, role, show, rules))
        self._end_follow_up()
        self._vacuum()
        used = min(matches, len(copies))
        return Filled(commands, rows.commands, rows.events, len(copies), used, len(players))

    def _play(self, matches: int) -> Iterator[PlayedMatch]:
        service = self._service
        repository = StreamRepository(service.store, service.notifier, TABLES, service.decision_clock.now)
        for number in self._progress.track(range(matches), description="playing matches"):
            yield play_match(number, repository)

    def _sign_up(self, count: int) -> list[PlayerId]:
        accounts = self._service.accounts
        accounts.keep_house_players(BOT_NAMES)
        numbers = self._progress.track(range(count), description="signing players up")
        players = [accounts.sign_up(f"player {number}", "human")[0].id for number in numbers]
        with psycopg.connect(self._url, autocommit=True) as owner:
            owner.execute("UPDATE shengji.player SET created_at = created_at - %s", [YEAR + timedelta(days=1)])
        return players

    def _write_events(self, copies: list[Copy], rows: EventRows) -> None:
        """Writes all events. The log then looks as after a dump of another cluster was restored here."""
        commands = in_order(copies)
        count = sum(copy.commands for copy in copies)
        task = self._progress.add_task("commands", total=count)
        statement = f"COPY shengji.event ({', '.join(COLUMNS)}) FROM STDIN"
        with psycopg.connect(self._url, autocommit=True) as owner:
            while rows.commands < count:
                with owner.transaction(), owner.cursor() as cursor, cursor.copy(statement.encode()) as copy:
                    for row in rows.next(commands, COMMANDS_AT_ONCE):
                        copy.write_row(row)
                self._progress.update(task, completed=rows.commands)
            owner.execute("SELECT setval('shengji.event_position', %s)", [rows.events])
            put_feed_base(owner)

    def _watched(self, what: str, work: Callable[[Callable[[int, int], None]], object]) -> None:
        task = self._progress.add_task(what, total=None)
        work(lambda done, of: self._progress.update(task, completed=done, total=of))

    def _end_follow_up(self) -> None:
        """Moves the checkpoints of all followers to the end of the log, so that none has anything to do."""
        database, store = self._service.database, self._service.store
        with psycopg.connect(self._url) as owner:
            row = owner.execute(
                "SELECT transaction, position FROM shengji.event ORDER BY transaction DESC, position DESC LIMIT 1"
            ).fetchone()
        assert row is not None, "the store has events"
        names = [each.subscription.name for each in followers_of(self._service)]
        for name in (DISPATCH, *names):
            subscription = Subscription(database, store, name)
            subscription.move(subscription.checkpoint(), LogPlace(*row))

    def _vacuum(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as owner:
            owner.execute("VACUUM (ANALYZE)")
