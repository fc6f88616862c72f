"""The clock of a table whose players have agreed on a kind of clock and on the time per move."""

from domain.clocks.rules import LONGEST_S, NO_CLOCK, ClockKind, ClockRules

TURNS_AT_FIRST = 3
TURNS_SAVED = 7
PERIODS = 5


def clock_of(kind: ClockKind, per_move_s: int | None) -> ClockRules:
    """Returns the clock of a kind with that time per move; its other figures are multiples of it.

    A Fischer clock begins with three turns and saves up to seven. Byo-yomi has a main time of seven turns and five
    periods. The time bank holds seven turns. No figure exceeds its maximum.
    """
    if kind == "none" or per_move_s is None:
        return NO_CLOCK
    at_first, saved = (min(turns * per_move_s, LONGEST_S) for turns in (TURNS_AT_FIRST, TURNS_SAVED))
    match kind:
        case "simple":
            return ClockRules(kind, per_move_s=per_move_s)
        case "fischer":
            return ClockRules(kind, initial_s=at_first, increment_s=per_move_s, cap_s=saved)
        case "byo_yomi":
            return ClockRules(kind, main_s=saved, periods=PERIODS, period_s=per_move_s)
        case "time_bank":
            return ClockRules(kind, per_move_s=per_move_s, bank_s=saved)
