"""What a seat has left of its clock, from turn to turn.

A budget is a reserve, in milliseconds, and periods. What they are depends on the clock:

| clock | reserve at first | a turn may take | a turn that took `a` leaves | a time-out leaves |
|---|---|---|---|---|
| `none` | 0 | for ever | the same | the same |
| `simple` | 0 | the time per move | the same | the same |
| `fischer` | the initial time | the reserve | the reserve - `a` + the increment, up to the cap | the increment |
| `byo_yomi` | the main time | the reserve + all periods | the reserve - `a`, less the periods overrun | one period |
| `time_bank` | the bank | the time per move + the reserve | the reserve less what went beyond the time per move | 0 |

All times are active times: those in which the clock is not paused (`calendar`). A turn that is ended after its time was
over, in the grace, took all that it was allowed; the last period of byo-yomi is never used up, as it is all that a seat
has after a time-out.
"""

from typing import NamedTuple

from domain.clocks.rules import ClockRules
from domain.kernel.instants import SECOND_MS


class Budget(NamedTuple):
    """What a seat has left besides what each turn gets anew.

    Attributes:
        reserve_ms: the time of a Fischer clock, the main time of byo-yomi, the time bank; 0 where there is none.
        periods_left: of byo-yomi, with the one that is kept; 0 for every other clock.
    """

    reserve_ms: int
    periods_left: int


def full(rules: ClockRules) -> Budget:
    """What a seat has before its first turn."""
    reserve_s = rules.initial_s or rules.main_s or rules.bank_s or 0
    return Budget(reserve_s * SECOND_MS, rules.periods or 0)


def allowed_ms(rules: ClockRules, budget: Budget) -> int | None:
    """How much active time a turn that begins now may take until it is missed; none without a clock."""
    if rules.kind == "none":
        return None
    return budget.reserve_ms + _anew_ms(rules) + budget.periods_left * _period_ms(rules)


def after_turn(rules: ClockRules, budget: Budget, active_ms: int) -> Budget:
    """What is left after a turn that took so much active time; never less than a time-out leaves."""
    taken = max(0, active_ms)
    match rules.kind:
        case "fischer":
            return _with_increment(rules, max(0, budget.reserve_ms - taken))
        case "byo_yomi":
            overrun = max(0, taken - budget.reserve_ms)
            used_up = max(0, overrun - 1) // _period_ms(rules)
            return Budget(max(0, budget.reserve_ms - taken), max(1, budget.periods_left - used_up))
        case "time_bank":
            return Budget(max(0, budget.reserve_ms - max(0, taken - _anew_ms(rules))), 0)
        case _:
            return budget


def after_time_out(rules: ClockRules, budget: Budget) -> Budget:
    """What is left after a turn that was missed."""
    allowed = allowed_ms(rules, budget)
    return budget if allowed is None else after_turn(rules, budget, allowed)


def _anew_ms(rules: ClockRules) -> int:
    """What each turn gets, whatever was left before it."""
    return (rules.per_move_s or 0) * SECOND_MS


def _period_ms(rules: ClockRules) -> int:
    return (rules.period_s or 0) * SECOND_MS


def _with_increment(rules: ClockRules, left_ms: int) -> Budget:
    increment_s, cap_s = rules.increment_s or 0, rules.cap_s or 0
    return Budget(min(left_ms + increment_s * SECOND_MS, cap_s * SECOND_MS), 0)
