"""The pace of a player follows from what happened to their clocks."""

from domain.clocks.pace import Pace, PaceStep, pace_of
from domain.clocks.running import Running
from domain.kernel.instants import HOUR_MS, Instant

DEADLINE = Instant(10**12)
MINUTE = 60_000


def starts(at: int, table: str = "a") -> PaceStep:
    return PaceStep(table, Instant(at), "clock", Running(Instant(at), 0, HOUR_MS, DEADLINE, is_grace=False))


def stops(at: int, table: str = "a") -> PaceStep:
    return PaceStep(table, Instant(at), "clock", None)


def moves(at: int, table: str = "a") -> PaceStep:
    return PaceStep(table, Instant(at), "moved", None)


def misses(at: int, table: str = "a") -> PaceStep:
    return PaceStep(table, Instant(at), "missed", None)


def grace(at: int, table: str = "a") -> PaceStep:
    return PaceStep(table, Instant(at), "clock", Running(Instant(at), HOUR_MS, MINUTE, DEADLINE, is_grace=True))


def test_without_turns_there_is_no_answer_time():
    assert pace_of([]) == Pace(0, 0.0, None, None, 0)


def test_the_median_and_ninety_percent_are_nearest_ranks():
    steps = [step for n in range(10) for step in (starts(n * HOUR_MS), moves(0), stops(n * HOUR_MS + (n + 1) * MINUTE))]
    pace = pace_of(steps)
    assert (pace.moves, pace.median_ms, pace.ninety_ms, pace.late) == (10, 5 * MINUTE, 9 * MINUTE, 0)
    assert pace.moves_per_day == 10 / 30


def test_a_move_that_asks_the_same_seat_again_ends_one_turn_and_begins_the_next():
    pace = pace_of([starts(0), moves(0), starts(MINUTE), moves(0), stops(3 * MINUTE)])
    assert (pace.moves, pace.median_ms, pace.ninety_ms) == (2, MINUTE, 2 * MINUTE)


def test_a_turn_answered_in_the_grace_counts_as_an_answer_and_as_late():
    pace = pace_of([starts(0), grace(HOUR_MS), moves(0), stops(HOUR_MS + MINUTE)])
    assert (pace.moves, pace.ninety_ms, pace.late) == (1, HOUR_MS + MINUTE, 1)


def test_a_missed_turn_is_late_once_and_is_no_answer():
    pace = pace_of([starts(0), grace(HOUR_MS), misses(0), moves(0), stops(2 * HOUR_MS)])
    assert (pace.moves, pace.late) == (0, 1)


def test_a_clock_that_stops_without_a_move_is_no_answer():
    assert pace_of([starts(0), stops(MINUTE), moves(0), stops(MINUTE)]).moves == 0


def test_a_clock_that_is_set_again_keeps_its_begin():
    """After a vacation was announced, the same turn has a new deadline."""
    again = PaceStep("a", Instant(MINUTE), "clock", Running(Instant(0), 0, HOUR_MS, DEADLINE, is_grace=False))
    assert pace_of([starts(0), again, moves(0), stops(2 * MINUTE)]).median_ms == 2 * MINUTE


def test_tables_are_counted_apart():
    pace = pace_of([starts(0), starts(0, "b"), moves(0, "b"), stops(MINUTE, "b"), moves(0), stops(5 * MINUTE)])
    assert (pace.median_ms, pace.ninety_ms) == (MINUTE, 5 * MINUTE)
