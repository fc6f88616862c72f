"""What a match is worth that has no result when its deadline is over, or a side of which has withdrawn.

| rule | one side is absent | both are absent | both are there |
|---|---|---|---|
| `draw` | drawn | drawn | drawn |
| `current_score` | by the score | by the score | by the score |
| `both_lose` | nothing to both | nothing to both | nothing to both |
| `absent_loses` | forfeited by that side | nothing to both | by the score |

By the score: who is ahead at the tables of the match has won, and when nobody is it is drawn. A side is absent when the
match waits for one of its players; that player alone has missed the game, and a partner who came has not.

When a side withdraws it forfeits the match that it has not finished.
"""

from typing import NamedTuple

from domain.tournament.rounds import Result
from domain.tournament.settings import RoundPlan


class Overdue(NamedTuple):
    """How a match stands whose deadline is over: who is ahead, by how much, and who is absent."""

    lead: int
    first_absent: bool
    second_absent: bool


def adjudicated(plan: RoundPlan, match: Overdue) -> Result:
    """What a match is worth that has no result at its deadline."""
    if plan.adjudication == "both_lose":
        return Result(plan.loss, plan.loss, "double_forfeit")
    if plan.adjudication == "draw":
        return Result(plan.draw, plan.draw, "adjudicated")
    if plan.adjudication == "absent_loses" and (match.first_absent or match.second_absent):
        return forfeited(plan, by_first=match.first_absent, by_second=match.second_absent)
    if match.lead == 0:
        return Result(plan.draw, plan.draw, "adjudicated")
    won = Result(plan.win, plan.loss, "adjudicated")
    return won if match.lead > 0 else Result(won.second, won.first, won.kind)


def forfeited(plan: RoundPlan, *, by_first: bool, by_second: bool) -> Result:
    """What a match is worth to which one side or both did not come."""
    if by_first and by_second:
        return Result(plan.loss, plan.loss, "double_forfeit")
    return Result(plan.loss, plan.win, "forfeit") if by_first else Result(plan.win, plan.loss, "forfeit")
