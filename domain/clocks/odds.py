"""Time odds: seats with more or less time than the clock of the table says, as the players agree.

The odds are percentages of the clock, one for each seat. They change every figure except the number of periods.
"""

from collections.abc import Sequence
from typing import Any

from domain.clocks.figures import InvalidTimes
from domain.clocks.rules import FIGURES, LONGEST_S, SHORTEST_S, ClockRules
from domain.kernel.messages import message

TimeOdds = tuple[int, ...]
"""The percentage for each seat; empty if all have the time that the clock says."""
ODDS_LEAST, ODDS_MOST = 10, 400
_PERCENT = 100


def check_odds(odds: Sequence[int], clock: ClockRules, seats: int) -> None:
    """Raises `InvalidTimes` if a table with this clock and number of seats cannot have these odds."""
    if not odds:
        return
    wrong = hint = None
    if clock.kind == "none":
        wrong, hint = message("time_odds need a clock"), message("give a clock, or omit time_odds")
    elif len(odds) != seats:
        wrong, hint = (
            message("time_odds has {count} numbers for {seats} seats", count=len(odds), seats=seats),
            message("give one number for each seat"),
        )
    elif any(not ODDS_LEAST <= each <= ODDS_MOST for each in odds):
        wrong, hint = (
            message("time_odds are out of range"),
            message("give percentages from {odds_least} to {odds_most}", odds_least=ODDS_LEAST, odds_most=ODDS_MOST),
        )
    if wrong:
        raise InvalidTimes(wrong, hint=hint, facts={"option": "time_odds", "least": ODDS_LEAST, "most": ODDS_MOST})


def clock_of_seat(clock: ClockRules, odds: TimeOdds, seat: int) -> ClockRules:
    """Returns the clock of a seat. Its figures are whole seconds within the limits of clocks."""
    if not odds or odds[seat] == _PERCENT:
        return clock
    figures = FIGURES[clock.kind].keys() - {"periods"}
    changed: Any = {name: _scaled(getattr(clock, name), odds[seat]) for name in figures}
    return clock._replace(**changed)


def _scaled(seconds: int, percent: int) -> int:
    scaled = seconds * percent // _PERCENT
    # The main time of byo-yomi may be 0.
    return min(max(scaled, min(SHORTEST_S, seconds)), LONGEST_S)
