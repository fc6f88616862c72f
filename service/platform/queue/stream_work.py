"""Does the recorded work of a tournament or league, step by step."""

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from service.platform.queue.job_queue import DueKind, JobQueue
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
    """The recorded work of one tournament or league.

    Attributes:
        kind, id: the kind of its job, and its id.
        marks: name of the query that reads the marks of its work.
        drop: name of the query that removes the work with a `mark`.
        is_in_sandbox: whether the job of its sandbox does the work, and comes back for the rest.
    """

    kind: DueKind
    id: str
    marks: str
    drop: str
    is_in_sandbox: bool


def do_recorded_work(
    database: Database, queue: JobQueue, work: RecordedWork, next_step: Callable[[], Step], until: float
) -> int:
    """Does all work of a tournament or league that is due.

    Args:
        database: the database with the recorded work.
        queue: the queue for the rest when the time is up.
        work: the tournament or league, and its queries.
        next_step: returns the next step.
        until: the time limit, by `time.monotonic`. Unfinished work is queued or found again.

    Returns:
        The number of commands that had an effect.
    """
    parameters = {f"{work.kind}_id": work.id}
    marks = database.read(work.marks, parameters)
    carried_out = 0
    while (step := next_step()).do():
        carried_out += step.carried_out
        if time.monotonic() > until:
            if not work.is_in_sandbox:
                queue.put_due(work.kind, work.id, f"{step.version}-on")
            return carried_out
    for (mark,) in marks:
        database.run(work.drop, {**parameters, "mark": mark})
    return carried_out
