"""Watchers check a match. A watcher receives the outcome of every command, the table before it, and the last table."""

from random import Random
from typing import Protocol

from domain.table.hands import TableDecision
from domain.table.state import Table


class Watcher(Protocol):
    """An invariant of a match."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        """Checks a table after a command. `before` is `None` for the first one."""

    def at_the_end(self, table: Table) -> None:
        """Checks the table after the match."""


class MatchWatcher:
    """The base class of watchers. It checks nothing."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck

    def now_and_then(self, share: float) -> bool:
        return self.luck.random() < share

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        pass

    def at_the_end(self, table: Table) -> None:
        pass
