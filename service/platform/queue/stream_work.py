"""Does the recorded work of a tournament or league, step by step."""

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from service.platform.store.database import Database


class Step(Protocol):
    """One pass over a tournament or league, which reads its state."""

    carried_out: int

    @property
    def version(self) -> int:
        """The version that it has read."""

    def do(self) -> bool:
        """Does the first kind of work that is due. Returns whether the tournament or league has changed."""


class RecordedWork(NamedTuple):
    """The queries for the recorded work of a tournament or league.

    Attributes:
        marks: name of the query that reads the marks of its work.
        drop: name of the query that removes the work with a `mark`.
        parameters: the parameters of both queries without the mark.
    """

    marks: str
    drop: str
    parameters: Mapping[str, str]


def do_recorded_work(
    database: Database,
    work: RecordedWork,
    next_step: Callable[[], Step],
    until: float,
    go_on_later: Callable[[str], None],
) -> int:
    """Does all work of a tournament or league that is due.

    Args:
        database: the database with the recorded work.
        work: its queries.
        next_step: returns the next step.
        until: the time limit, by `time.monotonic`. Unfinished work is found again.
        go_on_later: queues the rest when the time is up. Its argument names the wait.

    Returns:
        The number of commands that had an effect.
    """
    marks = database.read(work.marks, work.parameters)
    carried_out = 0
    while (step := next_step()).do():
        carried_out += step.carried_out
        if time.monotonic() > until:
            go_on_later(f"{step.version}-on")
            return carried_out
    for (mark,) in marks:
        database.run(work.drop, {**work.parameters, "mark": mark})
    return carried_out
