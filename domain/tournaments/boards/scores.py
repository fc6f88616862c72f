"""Scores of boards: one signed number for a side or a seat, comparable with other tables.

A board is a recorded deal that all its tables play by the same rules and at the same level. The result of a table on it
does not depend on anything else the table plays; the end of a match does not change it. P are the opponents' points
(with the kitty bonus and its factor and with penalties, uncapped), T the threshold, s the step, n the levels gained:

| form | score of the opponents | score of the declarers |
|---|---|---|
| fixed teams, opponents win | (P - T) + s n | the negative of it |
| fixed teams, declarers win | (P - T) - s n | the negative of it |
| friends, for each seat that wins | ±(P - T) + s g | the same |
| friends, for each seat that loses | ±(P - T) - s n | the same |
| Zheng Shangyou, seats by place | n + 1 - 2 p for place p of n seats | |
| Zheng Shangyou, teams | the sum over the members | |

A level counts as many points as a step, so that points and levels weigh half each. A shut-out counts a step more than
its points alone. g are the levels of that seat by the table for single seats (missing friends, playing alone). Hooks
(SJ-VAR-05 to SJ-VAR-07) do not count, because the level to which they demote the declarers depends on the match and not
on the deal.

In fixed teams one side gains what the other loses. If friends are called, sides may have different sizes. Then only the
same seats of the same deal are compared.
"""

from domain.games.registry import PACKAGES
from domain.kernel.scores import BoardScore
from domain.table.state import Table


def scores_of_seats(table: Table) -> tuple[BoardScore, ...] | None:
    """Returns the score of the last hand of a table for every seat; `None` if no hand is scored."""
    return None if table.match is None else PACKAGES[table.game.name].scores(table.match)
