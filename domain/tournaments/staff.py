"""Staff of tournaments and leagues: roles, rights, and the commands that change them.

| action | right | owner | director | assistant |
|---|---|---|---|---|
| appoint and dismiss staff | `staff` | yes | | |
| cancel the tournament, reopen it | `life` | yes | | |
| change the settings | `settings` | yes | yes | |
| start, pair, pair again, close, move a deadline, pause, resume, finish, end corrections | `rounds` | yes | yes | |
| set a result, or the score of a board | `results` | yes | yes | |
| enter and withdraw entrants, check players in, call substitutes, grant byes | `entrants` | yes | yes | yes |

The owner is the player who created the tournament. Automatic events have no author. Staff who close their account lose
their role. If the owner does:

| case | with a director | without a director |
|---|---|---|
| a tournament that has not begun | the first director becomes the owner | it is cancelled |
| a running one with automatic rounds | the same | it continues at once, even from a pause |
| a running one whose rounds staff pair and close | the same | it is cancelled |
| a league | the same | it is ended; a running season is played to its end |

The first director is the one appointed first among those with an account. A series has only its owner and is ended;
each of its tournaments follows one of the first three rows.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from domain.kernel.messages import Message, message
from domain.kernel.players import PlayerId
from domain.tournaments.refusals import NotOnStaff, OwnerStays, ReasonNeeded, StaffOnly

Role = Literal["owner", "director", "assistant"]
Right = Literal["staff", "life", "settings", "rounds", "results", "entrants"]

RIGHTS: dict[Role, frozenset[Right]] = {
    "owner": frozenset(get_args(Right)),
    "director": frozenset({"settings", "rounds", "results", "entrants"}),
    "assistant": frozenset({"entrants"}),
}


REASON_LIMIT = 500

Staff = tuple[tuple[PlayerId, Role], ...]
"""Players and their roles, the owner first, then in the order of appointment."""


class HasStaff(Protocol):
    """A tournament or a league."""

    def role_of(self, player: PlayerId | None) -> Role | None:
        """Returns the role of a player, if any."""


@dataclass(frozen=True, slots=True)
class AppointStaff:
    """Give a player a role, which replaces their current one."""

    by: PlayerId
    player: PlayerId
    role: Role


@dataclass(frozen=True, slots=True)
class DismissStaff:
    """Remove the role of a player."""

    by: PlayerId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LeaveStaff:
    """Remove the role of a player whose account is closed; see the table of the module for owners.

    Attributes:
        by: the player whose account is closed.
        reason: the reason, if the tournament is cancelled or the league ends because of this.
        closed: other members of staff whose accounts are closed.
    """

    by: PlayerId
    reason: str
    closed: tuple[PlayerId, ...] = ()


def roles_with(right: Right) -> tuple[Role, ...]:
    """Returns the roles that have a right, the highest first."""
    return tuple(role for role, rights in RIGHTS.items() if right in rights)


def has_right(of: HasStaff, player: PlayerId | None, right: Right) -> bool:
    """Returns whether the role of a player includes that right."""
    role = of.role_of(player)
    return role is not None and right in RIGHTS[role]


def check_right(of: HasStaff, player: PlayerId, right: Right) -> None:
    """Checks that a player has a right. Raises `StaffOnly`."""
    if not has_right(of, player, right):
        roles = roles_with(right)
        raise StaffOnly(
            message("{player} does not have this right", player=player),
            hint=message("ask {role}", role=" or ".join(f"the {role}" for role in roles)),
            facts={"right": right, "roles": list(roles)},
        )


def check_appointment(of: HasStaff, command: AppointStaff) -> None:
    """Checks that the command neither makes nor replaces an owner. Raises `OwnerStays`."""
    if "owner" in (command.role, of.role_of(command.player)):
        raise OwnerStays(message("a second owner is not possible"), hint=message("appoint a director or an assistant"))


def check_dismissal(of: HasStaff, command: DismissStaff, instead: Message) -> None:
    """Checks that the player has a role and is not the owner; `instead` is the hint for owners.

    Raises:
        NotOnStaff: the player has no role.
        OwnerStays: the player is the owner.
    """
    if role_on_staff(of, command.player) == "owner":
        raise OwnerStays(message("the owner cannot be dismissed"), hint=instead)


def role_on_staff(of: HasStaff, player: PlayerId) -> Role:
    """Returns the role of a player. Raises `NotOnStaff` if there is none."""
    role = of.role_of(player)
    if role is None:
        raise NotOnStaff(message("{player} has no role", player=player), hint=message("no action is needed"))
    return role


def next_owner(staff: Staff, closed: Collection[PlayerId]) -> PlayerId | None:
    """Returns the next owner when the owner is gone: the first director with an account, or `None`.

    Args:
        staff: the staff.
        closed: the players that have closed their account.
    """
    return next((player for player, role in staff if role == "director" and player not in closed), None)


def role_in(staff: Staff, player: PlayerId | None) -> Role | None:
    """Returns the role of a player, if any."""
    return next((role for who, role in staff if who == player), None)


def staff_after_appointment(staff: Staff, player: PlayerId, role: Role) -> Staff:
    """Returns the staff after a player has received a role."""
    return (*staff_after_dismissal(staff, player), (player, role))


def staff_after_dismissal(staff: Staff, *players: PlayerId) -> Staff:
    """Returns the staff without some players."""
    return tuple(each for each in staff if each[0] not in players)


def staff_after_passing(staff: Staff, owner: PlayerId, player: PlayerId) -> Staff:
    """Returns the staff after a player has become the owner instead of another."""
    return ((player, "owner"), *staff_after_dismissal(staff, owner, player))


def checked_reason(reason: str | None) -> str:
    """Returns the reason if it is valid. Raises `ReasonNeeded`."""
    if reason is None or not 1 <= len(reason.strip()) <= REASON_LIMIT:
        raise ReasonNeeded(
            message("the reason is missing or too long"),
            hint=message("give a reason of 1 to {reason_limit} characters", reason_limit=REASON_LIMIT),
        )
    return reason
