"""A watcher sees every outcome of a command in a match, with the table before it, and the end."""

from random import Random
from typing import Protocol

from domain.table.hands import TableDecision
from domain.table.state import Table


class Watcher(Protocol):
    """An invariant of a match."""

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        """Called after a command."""

    def at_the_end(self, table: Table) -> None:
        """Called when the match is over."""


class MatchWatcher:
    """A watcher without an invariant, for invariants to inherit from."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck

    def now_and_then(self, share: float) -> bool:
        return self.luck.random() < share

    def after(self, before: Table | None, outcome: TableDecision) -> None:
        pass

    def at_the_end(self, table: Table) -> None:
        pass
