"""Who may do what at a tournament, beside what every player may do about their own part in it.

| what | rights | owner | director | assistant |
|---|---|---|---|---|
| appoint and dismiss staff | `staff` | yes | | |
| call the tournament off | `life` | yes | | |
| change the settings | `settings` | yes | yes | |
| start, pair, pair again, close, move a deadline, pause, resume, finish | `rounds` | yes | yes | |
| set a result by hand, or the score of a board | `results` | yes | yes | |
| withdraw entrants, check players in, call substitutes, grant byes | `entrants` | yes | yes | yes |

There is one owner, who created the tournament. What the service does by itself is done by nobody.
"""

from typing import Literal, get_args

Role = Literal["owner", "director", "assistant"]
Right = Literal["staff", "life", "settings", "rounds", "results", "entrants"]

RIGHTS: dict[Role, frozenset[Right]] = {
    "owner": frozenset(get_args(Right)),
    "director": frozenset({"settings", "rounds", "results", "entrants"}),
    "assistant": frozenset({"entrants"}),
}


def roles_with(right: Right) -> tuple[Role, ...]:
    """The roles that have a right, the highest first."""
    return tuple(role for role, rights in RIGHTS.items() if right in rights)
