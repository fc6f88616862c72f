"""The time budget of a seat, from turn to turn.

A budget consists of a reserve in milliseconds and a number of periods. Their meaning depends on the clock:

| clock | initial reserve | a turn may take | after a turn of length `a` | after a time-out |
|---|---|---|---|---|
| `none` | 0 | any time | unchanged | unchanged |
| `simple` | 0 | the time per move | unchanged | unchanged |
| `fischer` | the initial time | the reserve | the reserve - `a` + the increment, up to the cap | the increment |
| `byo_yomi` | the main time | the reserve + all periods | the reserve - `a`, less the periods overrun | one period |
| `time_bank` | the bank | the time per move + the reserve | the reserve less the time beyond the time per move | 0 |

All times are active times, during which the clock is not paused (`calendar`). A turn that ends within the grace, after
its time has run out, counts as having taken all its time. The last period of byo-yomi is never used up, so a seat still
has it after a time-out.
"""

from typing import NamedTuple

from domain.clocks.rules import ClockRules
from domain.kernel.instants import SECOND_MS


class Budget(NamedTuple):
    """The time that a seat has left, in addition to what it gets for each turn.

    Attributes:
        reserve_ms: the time of a Fischer clock, the main time of byo-yomi, or the time bank, in milliseconds; 0 for
            other clocks.
        periods_left: the remaining periods of byo-yomi, including the last one; 0 for other clocks.
    """

    reserve_ms: int
    periods_left: int


def full_budget(rules: ClockRules) -> Budget:
    """Returns the budget before the first turn."""
    reserve_s = rules.initial_s or rules.main_s or rules.bank_s or 0
    return Budget(reserve_s * SECOND_MS, rules.periods or 0)


def allowed_ms(rules: ClockRules, budget: Budget) -> int | None:
    """Returns the active milliseconds that a turn starting now may take, or `None` without a clock."""
    if rules.kind == "none":
        return None
    return budget.reserve_ms + _added_per_turn_ms(rules) + budget.periods_left * _period_ms(rules)


def after_turn(rules: ClockRules, budget: Budget, active_ms: int) -> Budget:
    """Returns the budget after a turn of `active_ms` milliseconds. It is never less than after a time-out."""
    taken = max(0, active_ms)
    match rules.kind:
        case "fischer":
            return _with_increment(rules, max(0, budget.reserve_ms - taken))
        case "byo_yomi":
            overrun = max(0, taken - budget.reserve_ms)
            used_up = max(0, overrun - 1) // _period_ms(rules)
            return Budget(max(0, budget.reserve_ms - taken), max(1, budget.periods_left - used_up))
        case "time_bank":
            return Budget(max(0, budget.reserve_ms - max(0, taken - _added_per_turn_ms(rules))), 0)
        case _:
            return budget


def after_time_out(rules: ClockRules, budget: Budget) -> Budget:
    """Returns the budget after a missed turn."""
    allowed = allowed_ms(rules, budget)
    return budget if allowed is None else after_turn(rules, budget, allowed)


def _added_per_turn_ms(rules: ClockRules) -> int:
    """Returns the time that each turn gets in addition to the reserve, in milliseconds."""
    return (rules.per_move_s or 0) * SECOND_MS


def _period_ms(rules: ClockRules) -> int:
    return (rules.period_s or 0) * SECOND_MS


def _with_increment(rules: ClockRules, left_ms: int) -> Budget:
    increment_s, cap_s = rules.increment_s or 0, rules.cap_s or 0
    return Budget(min(left_ms + increment_s * SECOND_MS, cap_s * SECOND_MS), 0)
