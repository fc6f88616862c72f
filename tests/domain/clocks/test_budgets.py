"""Remaining time of a seat, by kind of clock and after any sequence of turns."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.budget import Budget, after_time_out, after_turn, allowed_ms, full_budget
from domain.clocks.calendar import Calendar, active_between, due_at
from domain.clocks.figures import InvalidTimes
from domain.clocks.rules import (
    CLOCK_KINDS,
    FIGURES,
    LONGEST_S,
    NO_CLOCK,
    SHORTEST_S,
    ClockRules,
    clock_document,
    clock_rules,
)
from domain.kernel.instants import DAY_MS, HOUR_MS, SECOND_MS, Instant
from service.platform.store.codec import decoder, encoder

SIMPLE = ClockRules("simple", per_move_s=60)
FISCHER = ClockRules("fischer", initial_s=100, increment_s=30, cap_s=120)
BYO_YOMI = ClockRules("byo_yomi", main_s=100, periods=3, period_s=20)
TIME_BANK = ClockRules("time_bank", per_move_s=60, bank_s=100)


@st.composite
def clocks(draw: st.DrawFn) -> ClockRules:
    kind = draw(st.sampled_from(CLOCK_KINDS))
    figures = {
        name: draw(st.one_of(st.integers(figure.least, min(figure.most, 100)), st.integers(figure.least, figure.most)))
        for name, figure in FIGURES[kind].items()
    }
    if kind == "fischer":
        figures["cap_s"] = max(figures.values())
    return clock_rules({"kind": kind, **figures})


TURNS = st.lists(st.one_of(st.just("time-out"), st.floats(0, 1.2), st.integers(0, 10 * DAY_MS)), max_size=30)
"""Missed turns, and turns that take a share of the available time or a number of milliseconds."""


@given(clocks(), TURNS)
def test_no_sequence_of_turns_and_time_outs_exceeds_the_budget_or_leaves_a_turn_without_time(clock, turns):
    budget = full_budget(clock)
    for turn in turns:
        allowed = allowed_ms(clock, budget)
        if allowed is None:
            assert clock.kind == "none"
            taken = 0
        elif turn == "time-out":
            taken = allowed
        else:
            taken = int(allowed * turn) if isinstance(turn, float) else turn
        before, budget = (
            budget,
            after_time_out(clock, budget) if turn == "time-out" else after_turn(clock, budget, taken),
        )
        check_step(clock, before, taken, budget)


def check_step(clock: ClockRules, before: Budget, taken: int, after: Budget) -> None:
    """Checks that nothing is negative or lost: the new budget is the old one, less the time taken, plus the gains."""
    allowed = allowed_ms(clock, before)
    assert after.reserve_ms >= 0
    if allowed is None:
        assert after == before == Budget(0, 0)
        return
    used = min(taken, allowed)
    next_allowed = allowed_ms(clock, after)
    assert next_allowed is not None
    assert next_allowed >= SHORTEST_S * SECOND_MS
    match clock.kind:
        case "simple":
            assert next_allowed == allowed
        case "fischer":
            assert next_allowed == min(clock.cap_s * SECOND_MS, allowed - used + clock.increment_s * SECOND_MS)
        case "time_bank":
            assert before.reserve_ms - after.reserve_ms == max(0, used - clock.per_move_s * SECOND_MS)
        case "byo_yomi":
            period = clock.period_s * SECOND_MS
            assert 1 <= after.periods_left <= before.periods_left
            assert after.reserve_ms == max(0, before.reserve_ms - used)
            # A turn costs at most its time. Of a period that has begun, it can cost the renewed part only.
            assert allowed - next_allowed <= used
            assert used - (allowed - next_allowed) <= period


@given(clocks())
def test_a_clock_round_trips_through_its_document(clock):
    assert clock_rules(clock_document(clock)) == clock
    assert decoder(ClockRules)(encoder(ClockRules)(clock)) == clock
    assert decoder(Budget)(encoder(Budget)(full_budget(clock))) == full_budget(clock)


@given(clocks(), st.lists(st.floats(0, 1), max_size=12), st.integers(0, 2**40), st.integers(0, 1439))
def test_pauses_move_deadlines_and_change_no_budget(clock, parts, start, quiet):
    """Two seats play the same turns, measured in active time. One of them sleeps and travels in between."""
    calendar = Calendar(
        "Europe/Berlin", (quiet, (quiet + 500) % 1440), (5, 6), ((Instant(start), Instant(start + DAY_MS)),)
    )
    awake, sleeper, now = full_budget(clock), full_budget(clock), Instant(start)
    for part in parts:
        allowed = allowed_ms(clock, sleeper)
        if allowed is None:
            return
        deadline = due_at(calendar, now, allowed)
        acts_at = Instant(now + int((deadline - now) * part))
        taken = active_between(calendar, now, acts_at)
        assert taken <= allowed
        assert taken + active_between(calendar, acts_at, deadline) == allowed
        sleeper = after_turn(clock, sleeper, taken)
        awake = after_turn(clock, awake, taken)
        assert sleeper == awake
        now = acts_at


@pytest.mark.parametrize(
    ("clock", "turns", "left", "allowed"),
    [
        (SIMPLE, [59, 3, 60], Budget(0, 0), 60),
        (FISCHER, [], Budget(100_000, 0), 100),
        (FISCHER, [40], Budget(90_000, 0), 90),
        (FISCHER, [1], Budget(120_000, 0), 120),
        (FISCHER, [100], Budget(30_000, 0), 30),
        (FISCHER, [100, 10, 0], Budget(80_000, 0), 80),
        (FISCHER, [500], Budget(30_000, 0), 30),
        (BYO_YOMI, [], Budget(100_000, 3), 160),
        (BYO_YOMI, [60], Budget(40_000, 3), 100),
        (BYO_YOMI, [100], Budget(0, 3), 60),
        (BYO_YOMI, [120], Budget(0, 3), 60),
        (BYO_YOMI, [121], Budget(0, 2), 40),
        (BYO_YOMI, [140], Budget(0, 2), 40),
        (BYO_YOMI, [141], Budget(0, 1), 20),
        (BYO_YOMI, [110, 19, 20, 20], Budget(0, 3), 60),
        (BYO_YOMI, [110, 30, 30], Budget(0, 1), 20),
        (BYO_YOMI, [500, 20, 20], Budget(0, 1), 20),
        (TIME_BANK, [60, 10], Budget(100_000, 0), 160),
        (TIME_BANK, [75, 80], Budget(65_000, 0), 125),
        (TIME_BANK, [160, 60], Budget(0, 0), 60),
        (NO_CLOCK, [10**9], Budget(0, 0), None),
    ],
)
def test_turns_reduce_the_budget(clock, turns, left, allowed):
    budget = full_budget(clock)
    for seconds in turns:
        budget = after_turn(clock, budget, seconds * SECOND_MS)
    assert budget == left
    assert allowed_ms(clock, budget) == (None if allowed is None else allowed * SECOND_MS)


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (NO_CLOCK, Budget(0, 0)),
        (SIMPLE, Budget(0, 0)),
        (FISCHER, Budget(30_000, 0)),
        (BYO_YOMI, Budget(0, 1)),
        (TIME_BANK, Budget(0, 0)),
    ],
)
def test_a_time_out_leaves_the_stated_budget(clock, left):
    assert after_time_out(clock, full_budget(clock)) == left
    assert after_time_out(clock, after_turn(clock, full_budget(clock), HOUR_MS)) == left


def test_every_kind_of_clock_has_its_parameters():
    assert set(FIGURES) == set(get_args(ClockRules.__annotations__["kind"])) == set(CLOCK_KINDS)
    assert {name for figures in FIGURES.values() for name in figures} == set(ClockRules._fields) - {"kind"}


@pytest.mark.parametrize(
    ("document", "member"),
    [
        ([], "clock"),
        (None, "clock"),
        ({}, "clock.kind"),
        ({"kind": "sand"}, "clock.kind"),
        ({"kind": ["simple"]}, "clock.kind"),
        ({"kind": "simple"}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": 9}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": LONGEST_S + 1}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": 60.0}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": "60"}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": True}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": None}, "clock.per_move_s"),
        ({"kind": "simple", "per_move_s": 60, "bank_s": 60}, "clock.bank_s"),
        ({"kind": "none", "per_move_s": 60}, "clock.per_move_s"),
        ({"kind": "none", "minutes": 60}, "clock.minutes"),
        ({"kind": "fischer", "initial_s": 60, "increment_s": 10, "cap_s": 59}, "clock.cap_s"),
        ({"kind": "fischer", "initial_s": 10, "increment_s": 60, "cap_s": 59}, "clock.cap_s"),
        ({"kind": "fischer", "initial_s": 10, "increment_s": 0, "cap_s": 59}, "clock.increment_s"),
        ({"kind": "byo_yomi", "main_s": 0, "periods": 0, "period_s": 10}, "clock.periods"),
        ({"kind": "byo_yomi", "main_s": -1, "periods": 1, "period_s": 10}, "clock.main_s"),
        ({"kind": "time_bank", "per_move_s": 60, "bank_s": 10**30}, "clock.bank_s"),
    ],
)
def test_an_invalid_clock_is_refused_by_member(document, member):
    with pytest.raises(InvalidTimes) as refused:
        clock_rules(document)
    assert refused.value.facts["option"] == member
    assert refused.value.hint
