"""Plays several tables at once and kills one kind of process after the other at random moments."""

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
"""Events that a seat brings about itself."""
TOLD_S = 120.0
"""The time limit in seconds for messages; retries come sooner."""
TABLE_S = 600.0
"""The time limit in seconds for a table."""


class Plan(NamedTuple):
    """How much is played and killed: tables at once, kills, seconds between them, and what chance begins with."""

    tables: int = 6
    kills: int = 50
    pause_s: float = 4.0
    seed: int = 1


class Outcome(NamedTuple):
    """What became of it.

    Attributes:
        played: tables to their end.
        kills: by what was killed.
        acknowledged: commands, each counted once.
        copies: further answers to the same commands.
        looks: at tables, each held against what was known before.
        told: events in the feeds of accounts.
        messages: of webhooks, those that came again included.
        refused: commands by the code of their refusal.
        took_s: seconds.
        faults: everything that does not hold.
    """

    played: int
    kills: Counter[str]
    acknowledged: int
    copies: int
    looks: int
    told: int
    messages: int
    refused: Counter[str]
    took_s: float
    faults: list[str]


class UnderFire:
    """Plays tables until the killing is over, and then to their end."""

    def __init__(self, supervisor: Supervisor, plan: Plan, progress: Callable[[int, int], None]) -> None:
        """Prepares it; `progress` is told how many were killed, and how many tables have been played."""
        self._supervisor = supervisor
        self._plan = plan
        self._progress = progress
        self._is_over = threading.Event()
        self._tables: list[PlayedTable] = []
        self._kills: Counter[str] = Counter()
        self._told_at = ""

    def play(self) -> Outcome:
        """Plays and kills. Raises what a player has run into."""
        began = time.monotonic()
        with receiving() as receiver, ThreadPoolExecutor(self._plan.tables) as pool:
            self._told_at = f"http://127.0.0.1:{receiver.port}/"
            playing = [pool.submit(self._play_on, number) for number in range(self._plan.tables)]
            try:
                self._kill_in_turn(playing)
            finally:
                self._is_over.set()
            for each in playing:
                each.result()
            told = self._told(receiver)
        return self._outcome(told, time.monotonic() - began)

    def _play_on(self, number: int) -> None:
        """One table after the other, until the killing is over."""
        luck = Random(f"{self._plan.seed} {number}")
        while not self._is_over.is_set():
            late = time.monotonic() + TABLE_S
            form = FORMS[(number + len(self._tables)) % len(FORMS)]
            table = PlayedTable(self._supervisor.address, luck, form, told_at=self._told_at)
            table.play(lambda late=late: time.monotonic() > late)  # type: ignore[misc]  # bound at once
            self._tables.append(table)

    def _kill_in_turn(self, playing: list[Future[None]]) -> None:
        luck, victims = Random(self._plan.seed), list(VICTIMS)
        for number in range(self._plan.kills):
            time.sleep(luck.uniform(0.2, 1.8) * self._plan.pause_s)  # Kills at random moments.
            if any(each.done() for each in playing):
                return  # somebody has run into something, which is raised
            name = victims[number % len(victims)]
            VICTIMS[name](self._supervisor)
            self._kills[name] += 1
            self._progress(number + 1, len(self._tables))

    def _told(self, receiver: Receiver) -> dict[str, News]:
        """Returns what every player was told, when all messages have come or `TOLD_S` seconds have passed."""
        late = time.monotonic() + TOLD_S

        def told() -> dict[str, News] | None:
            found = {player: each for table in self._tables for player, each in _news(table, receiver.received)}
            is_complete = all(len(each.feed) <= len(each.messages) for each in found.values())
            return found if is_complete or time.monotonic() > late else None

        return until(told, "news", within_s=2 * TOLD_S, every_s=1.0)

    def _outcome(self, told: dict[str, News], took_s: float) -> Outcome:
        histories = [table.history() for table in self._tables]
        acknowledged = sum(table.acknowledged for table in self._tables)
        return Outcome(
            played=len(self._tables),
            kills=self._kills,
            acknowledged=acknowledged,
            copies=sum(len(each.writes) for each in histories) - acknowledged,
            looks=sum(len(each.reads) for each in histories),
            told=sum(len(each.feed) for each in told.values()),
            messages=sum(len(each.messages) for each in told.values()),
            refused=sum((Counter(table.refused) for table in self._tables), Counter()),
            took_s=took_s,
            faults=[
                *self._faults(),
                *(f"{player}: {fault}" for player, each in told.items() for fault in news.faults(each)),
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
    """What the players of a table were told, by their ids."""
    for player, feed in table.feeds().items():
        messages = [Message(each.id, each.payload) for each in received[:] if each.path == f"/{player}"]
        yield player, News(feed, messages, [table.id])


def _faults_of_record(table: PlayedTable) -> Iterator[str]:
    """What the record of a table does not bear out: its end, its shuffles, and that no move is unheard of."""
    record = table.record()
    if not record["complete"]:
        yield f"{table.id}: it has not come to its end"
    for each in verify(events_of_record(record)).disagreements:
        yield f"{table.id}: {each}"
    yield from unheard(table)


def unheard(table: PlayedTable, after: int = 0) -> Iterator[str]:
    """Moves of people at a table, after a version, of which nobody has heard."""
    history = table.history()
    heard = {event["version"] for write in history.writes for event in write.events}
    for event in history.feed:
        is_of_people = event["type"] in MOVES and event["data"]["seat"] < table.people
        if is_of_people and event["version"] > after and event["version"] not in heard:
            yield f"{table.id}: nobody has heard of the move at {event['version']}"
