"""Results of matches that tables do not decide: at the deadline, when all players give up, or when a side withdraws.

| rule | one side is absent | both are absent | both are there |
|---|---|---|---|
| `draw` | drawn | drawn | drawn |
| `current_score` | by the score | by the score | by the score |
| `both_lose` | lost by both | lost by both | lost by both |
| `absent_loses` | forfeited by that side | lost by both | by the score |

By the score: the side that leads at the tables of the match wins; without a leader the match is drawn. A side is absent
if the match waits for one of its players, or a bot stood in for one when all gave up. Only that player has missed the
game, not a partner who came. A side is also absent if one of its players left the tournament and was not replaced.

No rule gives points to a side that lacks a player. If the score does not decide, such a side forfeits the match under
any rule, and the other side wins. If both lack a player, both lose.

If the format needs winners, no match is drawn. Under any rule, a match that would be drawn ends as follows:

| the match needs a winner, and | it is |
|---|---|
| one side is absent | forfeited by that side |
| both are absent | lost by both, and neither advances |
| both are there | won by the side with the better seed |

A side that withdraws forfeits its unfinished match. A side that comes to lack a player forfeits a match without a
table, unless a deadline will decide that match.
"""

from typing import Literal, NamedTuple

from domain.tournaments.settings import RoundPlan
from domain.tournaments.terms import Outcome, Result


class OverdueMatch(NamedTuple):
    """A match without a result at its deadline.

    Attributes:
        lead: the lead of the first side; negative if the second side leads.
        first_absent, second_absent: whether each side is absent.
        better: the side with the better seed, if the format needs winners; `None` if matches can be drawn.
        first_lacks, second_lacks: whether each side is absent because it lacks a player.
    """

    lead: int
    first_absent: bool
    second_absent: bool
    better: Literal["first", "second"] | None = None
    first_lacks: bool = False
    second_lacks: bool = False


def adjudicated_result(plan: RoundPlan, match: OverdueMatch) -> Result:
    """Returns the result of a match without a result from its tables."""
    is_level = plan.adjudication in ("draw", "both_lose") or match.lead == 0
    if is_level and plan.adjudication != "absent_loses" and (match.first_lacks or match.second_lacks):
        return forfeited_result(plan, by_first=match.first_lacks, by_second=match.second_lacks)
    if plan.adjudication == "both_lose":
        return Result(plan.loss, plan.loss, "double_forfeit")
    is_anybody_absent = match.first_absent or match.second_absent
    if is_anybody_absent and (plan.adjudication == "absent_loses" or (is_level and match.better is not None)):
        return forfeited_result(plan, by_first=match.first_absent, by_second=match.second_absent)
    if not is_level:
        return awarded_result(plan, to_first=match.lead > 0)
    if match.better is not None:
        return awarded_result(plan, to_first=match.better == "first")
    return Result(plan.draw, plan.draw, "adjudicated")


def awarded_result(plan: RoundPlan, *, to_first: bool) -> Result:
    """Returns the result of a match that was won without being played to its end."""
    return Result(plan.win, plan.loss, "adjudicated") if to_first else Result(plan.loss, plan.win, "adjudicated")


def forfeited_result(plan: RoundPlan, *, by_first: bool, by_second: bool) -> Result:
    """Returns the result of a match to which one side or both did not come."""
    if by_first and by_second:
        return Result(plan.loss, plan.loss, "double_forfeit")
    return Result(plan.loss, plan.win, "forfeit") if by_first else Result(plan.win, plan.loss, "forfeit")


def reported_result(plan: RoundPlan, outcome: Outcome) -> Result:
    """Returns the result of a match from what its players report."""
    if outcome in ("first_absent", "second_absent"):
        return forfeited_result(plan, by_first=outcome == "first_absent", by_second=outcome == "second_absent")
    if outcome == "drawn":
        return Result(plan.draw, plan.draw)
    return Result(plan.win, plan.loss) if outcome == "first_won" else Result(plan.loss, plan.win)
