"""Roles of staff at a tournament and their rights.

| action | right | owner | director | assistant |
|---|---|---|---|---|
| appoint and dismiss staff | `staff` | yes | | |
| cancel the tournament, reopen it | `life` | yes | | |
| change the settings | `settings` | yes | yes | |
| start, pair, pair again, close, move a deadline, pause, resume, finish, end corrections | `rounds` | yes | yes | |
| set a result, or the score of a board | `results` | yes | yes | |
| withdraw entrants, check players in, call substitutes, grant byes | `entrants` | yes | yes | yes |

The owner is the player who created the tournament. Automatic events have no author. Staff who close their account lose
their role. If the owner does:

| case | with a director | without a director |
|---|---|---|
| a tournament that has not begun | the first director becomes the owner | it is cancelled |
| a running one with automatic rounds | likewise | it goes on at once, even from a pause |
| a running one whose rounds staff pair and close | likewise | it is cancelled |
| a league | likewise | it is ended; a running season is played to its end |

The first director is the one appointed first among those with an account. A series has only its owner and is ended;
each of its tournaments follows one of the first three rows.
"""

from collections.abc import Collection, Iterable
from typing import Literal, get_args

from domain.kernel.players import PlayerId

Role = Literal["owner", "director", "assistant"]
Right = Literal["staff", "life", "settings", "rounds", "results", "entrants"]

RIGHTS: dict[Role, frozenset[Right]] = {
    "owner": frozenset(get_args(Right)),
    "director": frozenset({"settings", "rounds", "results", "entrants"}),
    "assistant": frozenset({"entrants"}),
}


def roles_with(right: Right) -> tuple[Role, ...]:
    """Returns the roles that have a right, the highest first."""
    return tuple(role for role, rights in RIGHTS.items() if right in rights)


def heir(staff: Iterable[tuple[PlayerId, Role]], closed: Collection[PlayerId]) -> PlayerId | None:
    """Returns the next owner when the owner is gone: the first director with an account, or `None`.

    Args:
        staff: the staff and their roles, in the order of appointment.
        closed: the players that have closed their account.
    """
    return next((player for player, role in staff if role == "director" and player not in closed), None)
