"""A decision as it is made: events, and the tournament as they change it; and who may decide about others."""

from typing import Any, NamedTuple

from domain.instants import Instant
from domain.table.events import PlayerId
from domain.tournament.evolve import BrokenHistory, evolve
from domain.tournament.format import Format
from domain.tournament.refusals import ReasonNeeded, StaffOnly
from domain.tournament.roles import RIGHTS, Right, roles_with
from domain.tournament.state import Tournament

REASON_LIMIT = 500


class Moment(NamedTuple):
    """What a decision is made with.

    Attributes:
        now: when it is made.
        form: the format of the tournament.
        secret: 32 fresh bytes: boards are dealt with them, and lots drawn when the tournament is finished.
    """

    now: Instant
    form: Format
    secret: bytes = b""


class Story:
    """Events as they are decided, and the tournament as they change it."""

    def __init__(self, tournament: Tournament | None, moment: Moment) -> None:
        """Nothing has been decided yet."""
        self._tournament = tournament
        self.moment = moment
        self.events: list[Any] = []

    @property
    def tournament(self) -> Tournament:
        """The tournament after what was decided so far."""
        if self._tournament is None:
            raise BrokenHistory("no tournament yet")
        return self._tournament

    @property
    def now(self) -> Instant:
        """When it is decided."""
        return self.moment.now

    def tell(self, *events: Any) -> None:
        """Decides that these things happen."""
        for event in events:
            self._tournament = evolve(self._tournament, event)
            self.events.append(event)


def has_right(tournament: Tournament, player: PlayerId | None, right: Right) -> bool:
    """Whether a player has a role with that right."""
    role = tournament.role_of(player)
    return role is not None and right in RIGHTS[role]


def check_right(tournament: Tournament, player: PlayerId, right: Right) -> None:
    """Whether a player may do something for which that right is needed. Raises `StaffOnly`."""
    if not has_right(tournament, player, right):
        roles = roles_with(right)
        raise StaffOnly(
            f"{player} may not do this",
            hint=f"ask {' or '.join(f'the {role}' for role in roles)}",
            facts={"right": right, "roles": list(roles)},
        )


def checked_reason(reason: str | None) -> str:
    """The reason that was given. Raises `ReasonNeeded`."""
    if reason is None or not 1 <= len(reason.strip()) <= REASON_LIMIT:
        raise ReasonNeeded("no reason was given, or one too long", hint=f"say why in 1 to {REASON_LIMIT} characters")
    return reason
