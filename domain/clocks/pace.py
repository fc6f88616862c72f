"""The pace of a player: how long answers take, how many moves a day, and how many turns were late.

A turn begins when the clock of the seat starts, and is answered by the move of the seat. All time in between counts,
quiet hours and vacations too. A turn is late if its time ran out, even if it was answered within the grace. Turns
without a clock, and moves that standing orders make before a clock starts, do not count.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from domain.clocks.running import Running
from domain.kernel.instants import DAY_MS, Instant

PACE_DAYS = 30
"""The number of days over which the pace is computed."""
MEDIAN, NINETY = 50, 90
_PERCENT = 100


class PaceStep(NamedTuple):
    """What happened to the clock of a player's seat.

    Attributes:
        table: the id of the table.
        at: when it happened.
        what: `moved`: the seat has moved; `missed`: a bot moved for it, because its time was over; `clock`: its clock
            was started, stopped or set. The first two come before the clock is set in the same command.
        running: for `clock`, the running clock, or `None` if it is stopped.
    """

    table: str
    at: Instant
    what: Literal["moved", "missed", "clock"]
    running: Running | None


class Pace(NamedTuple):
    """The pace of a player. Times are in milliseconds, and `None` without an answered turn.

    Attributes:
        moves: the number of answered turns.
        moves_per_day: the mean over `PACE_DAYS` days.
        median_ms, ninety_ms: at most half, and at most 90 %, of the answers took no longer.
        late: the number of turns whose time ran out.
    """

    moves: int
    moves_per_day: float
    median_ms: int | None
    ninety_ms: int | None
    late: int


class _Turn:
    """The turns of a seat so far: when the open one began, and what is known about it."""

    def __init__(self) -> None:
        self.began: Instant | None = None
        self.is_moved = False
        self.is_late = False

    def begin(self, at: Instant) -> None:
        self.began, self.is_moved, self.is_late = at, False, False


def pace_of(steps: Iterable[PaceStep]) -> Pace:
    """Returns the pace that follows from the steps of `PACE_DAYS` days, in order at each table."""
    turns: dict[str, _Turn] = {}
    taken_ms, late = [], 0
    for step in steps:
        turn = turns.setdefault(step.table, _Turn())
        late += _is_newly_late(turn, step)
        if step.what == "missed":
            turn.began = None
        elif step.what == "moved":
            turn.is_moved = True
        else:
            if turn.began is not None and turn.is_moved:
                taken_ms.append(max(step.at - turn.began, 0))
            _set_clock(turn, step)
    return _pace(sorted(taken_ms), late)


def _is_newly_late(turn: _Turn, step: PaceStep) -> bool:
    """Returns whether the open turn has just become late. Each turn is late at most once."""
    is_over_time = step.what == "missed" or (step.running is not None and step.running.is_grace)
    if turn.began is None or turn.is_late or not is_over_time:
        return False
    turn.is_late = True
    return True


def _set_clock(turn: _Turn, step: PaceStep) -> None:
    """Begins a turn with a clock that has just started, and ends the open one if it has moved or its clock stopped."""
    running = step.running
    if running is not None and not running.is_grace and running.used_ms == 0 and running.since == step.at:
        turn.begin(step.at)
    elif turn.is_moved or running is None:
        turn.began = None


def _pace(taken_ms: list[int], late: int) -> Pace:
    return Pace(
        len(taken_ms), len(taken_ms) / PACE_DAYS, _percentile(taken_ms, MEDIAN), _percentile(taken_ms, NINETY), late
    )


def _percentile(ordered: list[int], percent: int) -> int | None:
    """Returns the nearest-rank percentile of values in ascending order."""
    if not ordered:
        return None
    return ordered[-(-percent * len(ordered) // _PERCENT) - 1]


def pace_begins(now: Instant) -> Instant:
    """Returns the begin of the time over which the pace is computed."""
    return Instant(max(now - PACE_DAYS * DAY_MS, 0))
