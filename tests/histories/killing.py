"""Plays several tables at once while processes are killed, one kind after another, at random times."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import NamedTuple

from domain.tools.verification import verify
from service.platform.settings import Settings
from service.platform.store.checks import check_store
from service.platform.store.database import Database
from service.processes.supervisor import Supervisor
from service.tables.records import events_of_record
from tests.histories import news
from tests.histories.history import faults
from tests.histories.news import Message, News
from tests.histories.players import FORMS, PlayedTable
from tests.support.receiver import Received, Receiver, receiving
from tests.support.victims import VICTIMS
from tests.support.waiting import until

MOVES = {"declared", "declaration_passed", "kitty_buried", "cards_played", "combination_played", "turn_passed"}
"""Types of events that result from a move of a seat."""
MESSAGES_S = 120.0
"""Seconds to wait for the last messages. This is longer than the pause between two retries."""
TABLE_S = 600.0
"""The time limit of a table in seconds. A table that takes longer is a failure."""


class Plan(NamedTuple):
    """The size of a run: tables at once, kills, mean seconds between kills, and the seed of the random generator."""

    tables: int = 6
    kills: int = 50
    pause_s: float = 4.0
    seed: int = 1


class Outcome(NamedTuple):
    """The outcome of a run.

    Attributes:
        played: tables played to their ends.
        kills: number of kills by process.
        acknowledged: acknowledged commands, each counted once.
        copies: answers to repeated commands.
        reads: reads of tables, each compared with what was known before.
        account_events: events in the feeds of accounts.
        messages: webhook messages, including repeated ones.
        refused: refused commands by code.
        took_s: duration in seconds.
        faults: failed checks.
    """

    played: int
    kills: Counter[str]
    acknowledged: int
    copies: int
    reads: int
    account_events: int
    messages: int
    refused: Counter[str]
    took_s: float
    faults: list[str]


class UnderFire:
    """Plays tables until the last kill, and then to their ends."""

    def __init__(self, supervisor: Supervisor, plan: Plan, progress: Callable[[int, int], None]) -> None:
        """Prepares the run. `progress` gets the number of kills and of tables played."""
        self._supervisor = supervisor
        self._plan = plan
        self._progress = progress
        self._is_over = threading.Event()
        self._tables: list[PlayedTable] = []
        self._kills: Counter[str] = Counter()
        self._webhook_prefix = ""

    def play(self) -> Outcome:
        """Plays tables while processes are killed, and returns the outcome. Raises the first error of a player."""
        began = time.monotonic()
        with receiving() as receiver, ThreadPoolExecutor(self._plan.tables) as pool:
            self._webhook_prefix = f"http://127.0.0.1:{receiver.port}/"
            playing = [pool.submit(self._play_on, number) for number in range(self._plan.tables)]
            try:
                self._kill_in_turn(playing)
            finally:
                self._is_over.set()
            for each in playing:
                each.result()
            notified = self._notifications(receiver)
        return self._outcome(notified, time.monotonic() - began)

    def _play_on(self, number: int) -> None:
        """Plays one table after another until the last kill."""
        luck = Random(f"{self._plan.seed} {number}")
        while not self._is_over.is_set():
            late = time.monotonic() + TABLE_S
            form = FORMS[(number + len(self._tables)) % len(FORMS)]
            table = PlayedTable(self._supervisor.address, luck, form, webhook_prefix=self._webhook_prefix)
            table.play(lambda late=late: time.monotonic() > late)  # type: ignore[misc]  # bound at once
            self._tables.append(table)

    def _kill_in_turn(self, playing: list[Future[None]]) -> None:
        luck, victims = Random(self._plan.seed), list(VICTIMS)
        for number in range(self._plan.kills):
            time.sleep(luck.uniform(0.2, 1.8) * self._plan.pause_s)  # The moments of kills are random.
            if any(each.done() for each in playing):
                return  # a player has failed; its error is raised later
            name = victims[number % len(victims)]
            VICTIMS[name](self._supervisor)
            self._kills[name] += 1
            self._progress(number + 1, len(self._tables))

    def _notifications(self, receiver: Receiver) -> dict[str, News]:
        """Waits for all messages, at most for `MESSAGES_S`. Returns the notifications by player id."""
        late = time.monotonic() + MESSAGES_S

        def notified() -> dict[str, News] | None:
            found = {player: each for table in self._tables for player, each in _news(table, receiver.received)}
            is_complete = all(len(each.feed) <= len(each.messages) for each in found.values())
            return found if is_complete or time.monotonic() > late else None

        return until(notified, "notifications", within_s=2 * MESSAGES_S, every_s=1.0)

    def _outcome(self, notified: dict[str, News], took_s: float) -> Outcome:
        histories = [table.history() for table in self._tables]
        acknowledged = sum(table.acknowledged for table in self._tables)
        return Outcome(
            played=len(self._tables),
            kills=self._kills,
            acknowledged=acknowledged,
            copies=sum(len(each.writes) for each in histories) - acknowledged,
            reads=sum(len(each.reads) for each in histories),
            account_events=sum(len(each.feed) for each in notified.values()),
            messages=sum(len(each.messages) for each in notified.values()),
            refused=sum((Counter(table.refused) for table in self._tables), Counter()),
            took_s=took_s,
            faults=[
                *self._faults(),
                *(f"{player}: {fault}" for player, each in notified.items() for fault in news.faults(each)),
            ],
        )

    def _faults(self) -> Iterator[str]:
        for table in self._tables:
            yield from (f"{table.id}: {fault}" for fault in faults(table.history()))
            yield from _faults_of_record(table)
        database = Database(self._supervisor.database_url, role=Settings().database_role)
        try:
            yield from check_store(database, lambda _done, _of: None)
        finally:
            database.close()


def _news(table: PlayedTable, received: list[Received]) -> Iterator[tuple[str, News]]:
    """Yields the players of a table, each as id and notifications."""
    for player, feed in table.feeds().items():
        messages = [Message(each.id, each.payload) for each in received[:] if each.path == f"/{player}"]
        yield player, News(feed, messages, [table.id])


def _faults_of_record(table: PlayedTable) -> Iterator[str]:
    """Yields the faults of a table: no end, a record that does not verify, or moves without an acknowledged command."""
    record = table.record()
    if not record["complete"]:
        yield f"{table.id}: the match has not ended"
    for each in verify(events_of_record(record)).disagreements:
        yield f"{table.id}: {each}"
    yield from unacknowledged(table)


def unacknowledged(table: PlayedTable, after: int = 0) -> Iterator[str]:
    """Yields the moves of people, after a version, that no acknowledged command made."""
    history = table.history()
    acknowledged = {event["version"] for write in history.writes for event in write.events}
    for event in history.feed:
        is_of_people = event["type"] in MOVES and event["data"]["seat"] < table.people
        if is_of_people and event["version"] > after and event["version"] not in acknowledged:
            yield f"{table.id}: no acknowledged command made the move at {event['version']}"
