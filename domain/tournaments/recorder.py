"""Collects the events of one decision and applies them to the tournament; checks the rights of staff."""

from typing import Any, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.evolve import evolve
from domain.tournaments.format import Format
from domain.tournaments.parts import BrokenHistory
from domain.tournaments.refusals import ReasonNeeded, StaffOnly
from domain.tournaments.roles import RIGHTS, Right, roles_with
from domain.tournaments.state import Tournament

REASON_LIMIT = 500


class TournamentContext(NamedTuple):
    """The context of a decision.

    Attributes:
        now: the time of the decision.
        form: the format of the tournament.
        secret: 32 random bytes. They seed the deals of boards and the lots drawn when the tournament is finished.
    """

    now: Instant
    form: Format
    secret: bytes = b""


class TournamentRecorder:
    """The events decided so far, and the tournament after them."""

    def __init__(self, tournament: Tournament | None, moment: TournamentContext) -> None:
        """Starts without events."""
        self._tournament = tournament
        self.moment = moment
        self.events: list[Any] = []

    @property
    def tournament(self) -> Tournament:
        """The tournament after the events decided so far."""
        if self._tournament is None:
            raise BrokenHistory("no tournament yet")
        return self._tournament

    @property
    def now(self) -> Instant:
        """The time of the decision."""
        return self.moment.now

    def record(self, *events: Any) -> None:
        """Adds events to the decision and applies them to the tournament."""
        for event in events:
            self._tournament = evolve(self._tournament, event)
            self.events.append(event)


def has_right(tournament: Tournament, player: PlayerId | None, right: Right) -> bool:
    """Returns whether the role of a player includes that right."""
    role = tournament.role_of(player)
    return role is not None and right in RIGHTS[role]


def check_right(tournament: Tournament, player: PlayerId, right: Right) -> None:
    """Checks that a player has a right. Raises `StaffOnly`."""
    if not has_right(tournament, player, right):
        roles = roles_with(right)
        raise StaffOnly(
            f"{player} may not do this",
            hint=f"ask {' or '.join(f'the {role}' for role in roles)}",
            facts={"right": right, "roles": list(roles)},
        )


def checked_reason(reason: str | None) -> str:
    """Returns the reason if it is valid. Raises `ReasonNeeded`."""
    if reason is None or not 1 <= len(reason.strip()) <= REASON_LIMIT:
        raise ReasonNeeded("no reason was given, or one too long", hint=f"say why in 1 to {REASON_LIMIT} characters")
    return reason
