"""A rolling upgrade under load: two releases side by side on one database, and back again for a while.

| step | what runs | what is done |
|---|---|---|
| before | the older release | tables are played |
| migrated | the older release, on the schema of the newer | the newer release has migrated meanwhile |
| together | both | every request goes to either of them |
| after | the newer release | the processes of the older have been stopped one by one, while they are asked |
| back | the older release | a rollback: what the newer has written waits, and new tables are played |
| again | the newer release | everything is played to its end |
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
from tests.histories.fire import unheard
from tests.histories.history import faults
from tests.histories.players import FORMS, PlayedTable
from tests.support.waiting import until
from tests.upgrade.fleet import PATIENCE_S, ClientOfAll, Doors, Fleet, Servers
from tests.upgrade.old_table import OldTable
from tests.upgrade.releases import Release

VERDICT = str(Path(__file__).with_name("verdict.py"))
TABLE_S = 600.0
"""A table that takes longer does not go on."""
KEPT = ("table_summary", "turn", "challenge", "proposal", "reliability")
"""Read models that are held against what they are when they are made anew."""
STEPS = ("before", "migrated", "together", "after", "back", "again")


class Plan(NamedTuple):
    """How much is played: tables at once, commands in each step, and what chance begins with."""

    tables: int = 6
    commands: int = 300
    seed: int = 1


class Outcome(NamedTuple):
    """What became of it.

    Attributes:
        played: tables to their end.
        acknowledged: commands, each counted once.
        copies: further answers to the same commands.
        looks: at tables, each held against what was known before.
        refused: commands by the code of their refusal.
        answers: by release, and by status, with the code of those from 500 on.
        stored: events, by type and revision.
        back: commands that the older release has taken after the newer had written.
        took_s: seconds.
        faults: everything that does not hold.
    """

    played: int
    acknowledged: int
    copies: int
    looks: int
    refused: Counter[str]
    answers: Counter[tuple[str, str]]
    stored: Mapping[tuple[str, int], int]
    back: int
    took_s: float
    faults: list[str]


class Load:
    """Players who play one table after the other, by all doors, until it is enough."""

    def __init__(self, doors: Doors, servers: Servers, plan: Plan) -> None:
        """Prepares them; one of the first tables is one of old events."""
        self._doors = doors
        self._servers = servers
        self._plan = plan
        self._is_enough = threading.Event()
        self._errors: list[BaseException] = []
        self.tables: list[PlayedTable] = []
        self._threads = [threading.Thread(target=self._play_on, args=(each,)) for each in range(plan.tables)]

    def begin(self) -> None:
        """Begins to play."""
        for thread in self._threads:
            thread.start()

    def one_more(self) -> None:
        """Somebody else comes, with bots of the house, and plays like the others."""
        thread = threading.Thread(target=self._play_on, args=(len(self._threads) | 1,))
        self._threads.append(thread)
        thread.start()

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged so far. Raises what a player has run into."""
        for error in self._errors:
            raise error
        return sum(table.acknowledged for table in [*self.tables])

    def end(self) -> None:
        """Has them play their tables to the end. Raises what a player has run into."""
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
        # Every second one plays with bots of the house.
        forms = [each for each in FORMS if (each.people < each.seats) == bool(number % 2)]
        return PlayedTable(address, luck, forms[len(self.tables) % len(forms)], client=ClientOfAll)


class Rolling:
    """One rolling upgrade."""

    def __init__(
        self, servers: Servers, older: Release, newer: Release, plan: Plan, progress: Callable[[str, int], None]
    ) -> None:
        """Prepares it; `progress` is told the step, and how many commands have been acknowledged.

        Both releases work together at least until `has_met` says that it was long enough.
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
        """Rolls the upgrade out, and back, and out again. Raises what a player has run into."""
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
        """Lets commands be given for a while."""
        enough = self._load.acknowledged + self._plan.commands
        until(lambda: self._has_come_to(step, enough), f"commands: {step}", within_s=PATIENCE_S)

    def _has_come_to(self, step: str, enough: int) -> bool:
        acknowledged = self._load.acknowledged
        self._progress(step, acknowledged)
        return acknowledged >= enough and (step != "together" or self.has_met(self))

    def _stop(self, release: Release) -> None:
        """Stops its processes one by one, the API last."""
        for work in ("schedule", "work", "serve"):
            self.fleet.stop(release, work)

    def _roll_back(self) -> None:
        """The older release alone again, with a table of its own, until the newer comes back."""
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
            looks=sum(len(each.reads) for each in histories),
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
            yield from unheard(table, table.begun_with if isinstance(table, OldTable) else 0)
            (records / f"{table.id}.json").write_bytes(orjson.dumps(table.record()))
        yield from self._newer.run(self._servers.environment, VERDICT, str(records)).splitlines()
        yield from self._faults_of_lists()
        yield from self._faults_of_feeds()
        for (release, said), number in self.doors.answers.items():
            if said.startswith("5") and not said.startswith("503"):
                yield f"{release} has answered {number} times {said}"

    def _faults_of_lists(self) -> Iterator[str]:
        """Read models that are not what they are when the newer release makes them anew."""
        live = self._settled()
        self._shengji(self._newer, "projections", "rebuild")
        anew = self._settled()
        for name in KEPT:
            if live[name] != anew[name]:
                differing = set(live[name]) ^ set(anew[name])
                yield f"{name} is not what it is when it is made anew: {sorted(differing)[:4]}"
        if {each.id for each in self._load.tables} - {row[0] for row in self._rows("SELECT id FROM {}.table_summary")}:
            yield "the list of tables does not have them all"

    def _settled(self) -> dict[str, list[Any]]:
        """What stands in the read models when the log has been taken in to its end."""
        seen: list[dict[str, list[Any]]] = [{}]

        def is_settled() -> bool:
            # Asked before it is read: what is read behind that is of the whole log.
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
        """What players were told more or less often than when the newer release tells them all of it anew."""
        told = self._told()
        with psycopg.connect(self._servers.database_url) as connection:
            connection.execute("DELETE FROM shengji.account_event")
            connection.execute("UPDATE shengji.subscription SET transaction = 0, position = 0 WHERE name = 'accounts'")
        until(self._has_followed, "end of the log for account events", within_s=PATIENCE_S)
        anew = self._told()
        yield from (f"not told: {each}" for each in (anew - told).elements())
        yield from (f"told too often: {each}" for each in (told - anew).elements())
        for table in self._load.tables:
            for player in table.players():
                if not any(each[:3] == (player, table.id, "match_ended") for each in told):
                    yield f"{player} was not told that {table.id} has ended"

    def _told(self) -> Counter[tuple[str, ...]]:
        """What players were told, and how often."""
        return Counter(self._rows("SELECT player_id, table_id, type, data::text FROM shengji.account_event"))

    def _stored(self) -> Mapping[tuple[str, int], int]:
        rows = self._rows("SELECT type, revision, count(*) FROM shengji.event GROUP BY type, revision")
        return {(name, revision): number for name, revision, number in rows}

    def _rows(self, statement: str) -> list[Any]:
        with psycopg.connect(self._servers.database_url) as connection:
            return connection.execute(statement.format(READ_SCHEMA)).fetchall()  # type: ignore[arg-type]
