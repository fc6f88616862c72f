"""What a match is worth that has no result at its deadline, that all have given up, or a side of which has withdrawn.

| rule | one side is absent | both are absent | both are there |
|---|---|---|---|
| `draw` | drawn | drawn | drawn |
| `current_score` | by the score | by the score | by the score |
| `both_lose` | nothing to both | nothing to both | nothing to both |
| `absent_loses` | forfeited by that side | nothing to both | by the score |

By the score: who is ahead at the tables of the match has won, and when nobody is it is drawn. A side is absent when the
match waits for one of its players, or a bot stood in for one when all gave it up; that player alone has missed the
game, and a partner who came has not. A side that lacks a player, who has left the tournament and was not replaced, is
absent, too.

No rule gives points to a side for lacking a player: where the score does not decide, such a side forfeits the match,
whatever the rule, and the other one has won it; both, and it is nothing to both.

Where the format needs winners no match is drawn. One that would be goes another way, whatever the rule:

| otherwise level, where somebody has to go on | the match is |
|---|---|
| one side is absent | forfeited by that side |
| both are absent | nothing to both, and nobody goes on |
| both are there | won by the side with the better seed |

When a side withdraws it forfeits the match that it has not finished. When it comes to lack a player, and no deadline
will see to it, it forfeits the match that has no table yet.
"""

from typing import Literal, NamedTuple

from domain.tournament.rounds import Result
from domain.tournament.settings import RoundPlan


class Overdue(NamedTuple):
    """How a match stands whose deadline is over.

    Attributes:
        lead: by how much the first side is ahead; below 0 the second one is.
        first_absent, second_absent: who is absent.
        better: where the format needs winners, the side with the better seed; none where a match can be drawn.
        first_lacks, second_lacks: who is absent since it has not all its players any more.
    """

    lead: int
    first_absent: bool
    second_absent: bool
    better: Literal["first", "second"] | None = None
    first_lacks: bool = False
    second_lacks: bool = False


def adjudicated(plan: RoundPlan, match: Overdue) -> Result:
    """What a match is worth that has no result from its tables."""
    is_level = plan.adjudication in ("draw", "both_lose") or match.lead == 0
    if is_level and plan.adjudication != "absent_loses" and (match.first_lacks or match.second_lacks):
        return forfeited(plan, by_first=match.first_lacks, by_second=match.second_lacks)
    if plan.adjudication == "both_lose":
        return Result(plan.loss, plan.loss, "double_forfeit")
    is_anybody_absent = match.first_absent or match.second_absent
    if is_anybody_absent and (plan.adjudication == "absent_loses" or (is_level and match.better is not None)):
        return forfeited(plan, by_first=match.first_absent, by_second=match.second_absent)
    if not is_level:
        return awarded(plan, to_first=match.lead > 0)
    if match.better is not None:
        return awarded(plan, to_first=match.better == "first")
    return Result(plan.draw, plan.draw, "adjudicated")


def awarded(plan: RoundPlan, *, to_first: bool) -> Result:
    """What a match is worth that was won without having been played to its end."""
    return Result(plan.win, plan.loss, "adjudicated") if to_first else Result(plan.loss, plan.win, "adjudicated")


def forfeited(plan: RoundPlan, *, by_first: bool, by_second: bool) -> Result:
    """What a match is worth to which one side or both did not come."""
    if by_first and by_second:
        return Result(plan.loss, plan.loss, "double_forfeit")
    return Result(plan.loss, plan.win, "forfeit") if by_first else Result(plan.win, plan.loss, "forfeit")
