"""Who may do what at a tournament, beside what every player may do about their own part in it.

| what | rights | owner | director | assistant |
|---|---|---|---|---|
| appoint and dismiss staff | `staff` | yes | | |
| call the tournament off, reopen it | `life` | yes | | |
| change the settings | `settings` | yes | yes | |
| start, pair, pair again, close, move a deadline, pause, resume, finish, end corrections | `rounds` | yes | yes | |
| set a result by hand, or the score of a board | `results` | yes | yes | |
| withdraw entrants, check players in, call substitutes, grant byes | `entrants` | yes | yes | yes |

There is one owner, who created it. What the service does by itself is done by nobody. Whoever closes their account has
no role any more; of an owner

| where | there is a director | there is none |
|---|---|---|
| a tournament that has not begun | the first director owns it | it is called off |
| one that is under way, whose rounds follow by themselves | likewise | it goes on at once, also from a pause |
| one that is under way, whose rounds staff pair and close | likewise | it is called off |
| a league | likewise | it is ended; a season that is played is played to its end |

The first director is whoever was appointed first of those who have an account. A series has nobody but its owner, and
is ended; each of its tournaments is one of the first three rows.
"""

from collections.abc import Collection, Iterable
from typing import Literal, get_args

from domain.table.events import PlayerId

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


def heir(staff: Iterable[tuple[PlayerId, Role]], closed: Collection[PlayerId]) -> PlayerId | None:
    """Who owns it when the owner is gone: the first director who has an account; none: there is no such one.

    Args:
        staff: who has which role, in the order in which they were appointed.
        closed: who of them has closed their account.
    """
    return next((player for player, role in staff if role == "director" and player not in closed), None)
