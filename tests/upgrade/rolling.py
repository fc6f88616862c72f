"""A rolling upgrade under load: two releases run on one database, with a rollback in between.

| step | what runs | what happens |
|---|---|---|
| before | the older release | tables are played |
| migrated | the older release, on the newer schema | the newer release has migrated the database |
| together | both releases | every request goes to either of them |
| after | the newer release | the older processes have been stopped one by one under load |
| back | the older release | a rollback: tables with newer data wait, and new tables are played |
| again | the newer release | all tables are played to their ends |
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import orjson
import psycopg

from service.platform.store.database import READ_SCHEMA
from tests.histories.history import faults
from tests.histories.killing import unacknowledged
from tests.histories.players import FORMS, PlayedTable
from tests.support.waiting import until
from tests.upgrade.fleet import PATIENCE_S, ClientOfAll, Doors, Fleet, Servers
from tests.upgrade.old_table import OldTable
from tests.upgrade.releases import Release

VERDICT = str(Path(__file__).with_name("verdict.py"))
TABLE_S = 600.0
"""The time limit in seconds for a table to end."""
KEPT = ("table_summary", "turn", "challenge", "proposal", "reliability")
"""The read models that are compared with a rebuild."""
STEPS = ("before", "migrated", "together", "after", "back", "again")


class Plan(NamedTuple):
    """Size of the run: tables at once, commands in each step, and the seed of the random generator."""

    tables: int = 6
    commands: int = 300
    seed: int = 1


class Outcome(NamedTuple):
    """Outcome of a rolling upgrade.

    Attributes:
        played: tables played to their ends.
        acknowledged: acknowledged commands, each counted once.
        copies: answers to repetitions of commands.
        reads: reads of tables, each compared with earlier answers.
        refused: refused commands by code.
        answers: answers by release and status, from 500 on with the code.
        stored: stored events by type and revision.
        back: commands that the older release acknowledged after the rollback.
        took_s: duration in seconds.
        faults: failed checks.
    """

    played: int
    acknowledged: int
    copies: int
    reads: int
    refused: Counter[str]
    answers: Counter[tuple[str, str]]
    stored: Mapping[tuple[str, int], int]
    back: int
    took_s: float
    faults: list[str]


class Load:
    """Players who play one table after another at any address until they are stopped."""

    def __init__(self, doors: Doors, servers: Servers, plan: Plan) -> None:
        """Prepares the players. One of the first tables has events of first revisions."""
        self._doors = doors
        self._servers = servers
        self._plan = plan
        self._is_enough = threading.Event()
        self._errors: list[BaseException] = []
        self.tables: list[PlayedTable] = []
        self._threads = [threading.Thread(target=self._play_on, args=(each,)) for each in range(plan.tables)]

    def begin(self) -> None:
        """Starts to play."""
        for thread in self._threads:
            thread.start()

    def one_more(self) -> None:
        """Adds a thread that plays tables of people and bots."""
        thread = threading.Thread(target=self._play_on, args=(len(self._threads) | 1,))
        self._threads.append(thread)
        thread.start()

    @property
    def acknowledged(self) -> int:
        """Returns the number of commands acknowledged so far. Raises the first error of a player."""
        for error in self._errors:
            raise error
        return sum(table.acknowledged for table in [*self.tables])

    def end(self) -> None:
        """Waits until the players have finished their tables. Raises the first error of a player."""
        self._is_enough.set()
        for thread in self._threads:
            thread.join()
        for error in self._errors:
            raise error

    def _play_on(self, number: int) -> None:
        luck = Random(f"{self._plan.seed} {number}")
        is_first = True
        try:
            while is_first or not self._is_enough.is_set():
                late = time.monotonic() + TABLE_S
                table = self._table(number, luck, is_old=is_first and number == 0)
                self.tables.append(table)
                table.play(lambda late=late: time.monotonic() > late)  # type: ignore[misc]  # bound at once
                is_first = False
        except BaseException as error:  # noqa: BLE001 - raised where it is asked for
            self._errors.append(error)

    def _table(self, number: int, luck: Random, *, is_old: bool) -> PlayedTable:
        if is_old:
            return OldTable(self._doors, self._servers, luck)
        address: Any = self._doors
        # Every second table has bots of the service.
        forms = [each for each in FORMS if (each.people < each.seats) == bool(number % 2)]
        return PlayedTable(address, luck, forms[len(self.tables) % len(forms)], client=ClientOfAll)


class Rolling:
    """One rolling upgrade."""

    def __init__(
        self, servers: Servers, older: Release, newer: Release, plan: Plan, progress: Callable[[str, int], None]
    ) -> None:
        """Prepares the upgrade. `progress` gets the step and the number of acknowledged commands.

        Both releases run together at least until `has_met` returns true.
        """
        self.has_met: Callable[[Rolling], bool] = lambda _: True
        self._servers = servers
        self._older = older
        self._newer = newer
        self._plan = plan
        self._progress = progress
        self.doors = Doors(Random(plan.seed))
        self.fleet = Fleet(servers, self.doors)
        self._load = Load(self.doors, servers, plan)
        self._back = 0

    def play(self) -> Outcome:
        """Rolls the upgrade out, back, and out again. Returns the outcome. Raises the first error of a player."""
        began = time.monotonic()
        try:
            self._shengji(self._older, "db", "migrate")
            self.fleet.start(self._older)
            self._load.begin()
            self._go_on("before")
            self._shengji(self._newer, "db", "migrate")
            self._go_on("migrated")
            self.fleet.start(self._newer)
            self._go_on("together")
            self._stop(self._older)
            self._go_on("after")
            self._roll_back()
            self._go_on("again")
            self._load.end()
            return self._outcome(time.monotonic() - began)
        finally:
            self.fleet.stop_all()

    def _shengji(self, release: Release, *arguments: str) -> None:
        release.run(self._servers.environment, "-m", "service", *arguments)

    def _go_on(self, step: str) -> None:
        """Waits until the step has its number of acknowledged commands."""
        enough = self._load.acknowledged + self._plan.commands
        until(lambda: self._has_come_to(step, enough), f"commands: {step}", within_s=PATIENCE_S)

    def _has_come_to(self, step: str, enough: int) -> bool:
        acknowledged = self._load.acknowledged
        self._progress(step, acknowledged)
        return acknowledged >= enough and (step != "together" or self.has_met(self))

    def _stop(self, release: Release) -> None:
        """Stops the processes of a release one by one, the API last."""
        for work in ("schedule", "work", "serve"):
            self.fleet.stop(release, work)

    def _roll_back(self) -> None:
        """Goes back to the older release, with one more thread of players, and then to the newer release again."""
        self.fleet.start(self._older)
        self._stop(self._newer)
        before = self._load.acknowledged
        self._load.one_more()
        enough = before + self._plan.commands // 4
        until(lambda: self._has_come_to("back", enough), "commands: back", within_s=PATIENCE_S)
        self._back = self._load.acknowledged - before
        self.fleet.start(self._newer)
        self._stop(self._older)

    def _outcome(self, took_s: float) -> Outcome:
        tables = self._load.tables
        histories = [table.history() for table in tables]
        found = list(self._faults())
        acknowledged = self._load.acknowledged
        return Outcome(
            played=len(tables),
            acknowledged=acknowledged,
            copies=sum(len(each.writes) for each in histories) - acknowledged,
            reads=sum(len(each.reads) for each in histories),
            refused=sum((Counter(table.refused) for table in tables), Counter()),
            answers=self.doors.answers,
            stored=self._stored(),
            back=self._back,
            took_s=took_s,
            faults=found,
        )

    def _faults(self) -> Iterator[str]:
        records = self._servers.folder / "records"
        records.mkdir()
        for table in self._load.tables:
            yield from (f"{table.id}: {fault}" for fault in faults(table.history()))
            yield from unacknowledged(table, table.begun_with if isinstance(table, OldTable) else 0)
            (records / f"{table.id}.json").write_bytes(orjson.dumps(table.record()))
        yield from self._newer.run(self._servers.environment, VERDICT, str(records)).splitlines()
        yield from self._faults_of_lists()
        yield from self._faults_of_feeds()
        for (release, said), number in self.doors.answers.items():
            if said.startswith("5") and not said.startswith("503"):
                yield f"{release} answered {said} {number} times"

    def _faults_of_lists(self) -> Iterator[str]:
        """Yields differences between the read models and their rebuild by the newer release."""
        live = self._settled()
        self._shengji(self._newer, "projections", "rebuild")
        rebuilt = self._settled()
        for name in KEPT:
            if live[name] != rebuilt[name]:
                differing = set(live[name]) ^ set(rebuilt[name])
                yield f"{name} differs from its rebuild: {sorted(differing)[:4]}"
        if {each.id for each in self._load.tables} - {row[0] for row in self._rows("SELECT id FROM {}.table_summary")}:
            yield "the list of tables is incomplete"

    def _settled(self) -> dict[str, list[Any]]:
        """Returns the rows of the read models after the projections have processed the whole log."""
        seen: list[dict[str, list[Any]]] = [{}]

        def is_settled() -> bool:
            # This is checked before the rows are read. If it is true, the rows include the whole log.
            has_followed = self._has_followed()
            seen.append({name: sorted(self._rows(f"SELECT t::text FROM {{}}.{name} AS t")) for name in KEPT})
            return has_followed and seen[-1] == seen[-2]

        until(is_settled, "end of the log", within_s=PATIENCE_S, every_s=1.0)
        return seen[-1]

    def _has_followed(self) -> bool:
        [(left,)] = self._rows(
            "SELECT count(*) FROM shengji.event AS e WHERE EXISTS (SELECT FROM shengji.subscription AS s"
            " WHERE (e.transaction, e.position) > (s.transaction, s.position))"
        )
        return bool(left == 0)

    def _faults_of_feeds(self) -> Iterator[str]:
        """Yields account events that are missing or repeated, compared with a rebuild by the newer release."""
        live = self._account_events()
        with psycopg.connect(self._servers.database_url) as connection:
            connection.execute("DELETE FROM shengji.account_event")
            connection.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'accounts'")
        until(self._has_followed, "end of the log for account events", within_s=PATIENCE_S)
        rebuilt = self._account_events()
        yield from (f"missing account event: {each}" for each in (rebuilt - live).elements())
        yield from (f"repeated account event: {each}" for each in (live - rebuilt).elements())
        for table in self._load.tables:
            for player in table.players():
                if not any(each[:3] == (player, table.id, "match_ended") for each in live):
                    yield f"{player} has no account event for the end of {table.id}"

    def _account_events(self) -> Counter[tuple[str, ...]]:
        """Returns the stored account events, each with the number of its occurrences."""
        return Counter(self._rows("SELECT player_id, table_id, type, data::text FROM shengji.account_event"))

    def _stored(self) -> Mapping[tuple[str, int], int]:
        rows = self._rows("SELECT type, revision, count(*) FROM shengji.event GROUP BY type, revision")
        return {(name, revision): number for name, revision, number in rows}

    def _rows(self, statement: str) -> list[Any]:
        with psycopg.connect(self._servers.database_url) as connection:
            return connection.execute(statement.format(READ_SCHEMA)).fetchall()  # type: ignore[arg-type]
