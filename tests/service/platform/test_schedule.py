"""The scheduler runs its tasks independently: a failing one does not block the others."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.lobby.matchmaking.jobs import MatchmakingDispatch
from service.notifications.reminding import Reminding
from service.notifications.webhooks.dispatch import WebhookDispatch
from service.platform.settings import Settings
from service.platform.store.database import Database
from service.processes.scheduler import Scheduler
from service.sandbox.handlers import Sandboxes
from service.series.jobs import SeriesDispatch
from service.tables.dispatch import TableDispatch
from service.tournaments.jobs import TournamentDispatch
from tests.support.fixtures import wired
from tests.support.waiting import until

PARTS = {
    "bots that are due": (TableDispatch, "queue_lost_bot_turns"),
    "vacations": (TableDispatch, "queue_vacations"),
    "clocks": (TableDispatch, "queue_expired"),
    "webhooks": (WebhookDispatch, "poll"),
    "matchmaking": (MatchmakingDispatch, "poll"),
    "tournaments": (TournamentDispatch, "poll"),
    "series": (SeriesDispatch, "poll"),
    "reminders": (Reminding, "send_due"),
    "sandboxes": (Sandboxes, "sweep"),
}


def _fails(*_: object) -> None:
    raise ZeroDivisionError


@contextmanager
def scheduling(settings: Settings) -> Iterator[None]:
    """A running scheduler with its own service."""
    own = wired(settings)
    scheduler = Scheduler(own, every_s=0.1)
    thread = threading.Thread(target=scheduler.run)
    thread.start()
    try:
        yield
    finally:
        scheduler.stop()
        thread.join()
        own.close()


@pytest.mark.slow
@pytest.mark.parametrize("broken", PARTS)
def test_a_failing_task_does_not_block_the_others(settings: Settings, monkeypatch: pytest.MonkeyPatch, broken: str):
    # All tasks have to start repeatedly under the same leader.
    done = dict.fromkeys(PARTS, 0)
    led: list[str] = []

    def counted(name: str, work: Callable[..., object]) -> Callable[..., object]:
        def counting(*arguments: object, **more: object) -> object:
            done[name] += 1
            return _fails() if name == broken else work(*arguments, **more)

        return counting

    for name, (owner, method) in PARTS.items():
        monkeypatch.setattr(owner, method, counted(name, getattr(owner, method)))
    run = Database.run

    def running(database: Database, name: str, *given: Any) -> Any:
        # A scheduler runs this once when it begins to lead.
        led.extend([name] * (name == "hasten_set_aside"))
        return run(database, name, *given)

    monkeypatch.setattr(Database, "run", running)
    # Every part has something to do in every round.
    monkeypatch.setattr(Database, "with_rows", lambda _, names, __: frozenset(names))

    with scheduling(settings):
        until(lambda: min(done.values()) >= 3, "third start of all tasks")

    assert len(led) == 1
