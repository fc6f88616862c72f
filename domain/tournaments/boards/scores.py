"""Scores of boards: one signed number for a side or a seat, comparable with other tables.

A board is a recorded deal that all its tables play by the same rules and at the same level. Its result at a table
depends neither on other deals of that table nor on the end of a match. P are the opponents' points, uncapped and with
kitty bonus and penalties. T is the threshold, s the step, and n the number of levels gained:

| form | score of the opponents | score of the declarers |
|---|---|---|
| fixed teams, opponents win | (P - T) + s n | the negative of it |
| fixed teams, declarers win | (P - T) - s n | the negative of it |
| friends, for each seat that wins | ±(P - T) + s g | the same |
| friends, for each seat that loses | ±(P - T) - s n | the same |
| Zheng Shangyou, seats by place | n + 1 - 2 p for place p of n seats | |
| Zheng Shangyou, teams | the sum over the members | |

A level counts as many points as a step, so points and levels have equal weight. A shut-out counts a step more than its
points alone. g is the number of levels of that seat, which missing friends or playing alone can change. Hooks
(SJ-VAR-05 to SJ-VAR-07) do not count, because their effect depends on the match and not on the deal.

In fixed teams one side gains what the other loses. If friends are called, sides may have different sizes. Then only the
same seats of the same deal are compared.
"""

from domain.games.registry import PACKAGES
from domain.kernel.scores import BoardScore
from domain.table.state import Table


def scores_of_seats(table: Table) -> tuple[BoardScore, ...] | None:
    """Returns the score of the last hand of a table for every seat; `None` if no hand is scored."""
    return None if table.match is None else PACKAGES[table.game.name].scores(table.match)
