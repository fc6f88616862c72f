"""The recorder of decisions about a league, and the check of rights."""

from typing import Any

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.tournaments.leagues.evolve import evolve_league
from domain.tournaments.leagues.state import League
from domain.tournaments.parts import BrokenHistory
from domain.tournaments.refusals import StaffOnly
from domain.tournaments.roles import RIGHTS, Right, roles_with


class LeagueRecorder:
    """Records the events that a command decides, and applies them to the league."""

    def __init__(self, league: League | None, now: Instant) -> None:
        """Starts without events."""
        self._league = league
        self.now = now
        self.events: list[Any] = []

    @property
    def league(self) -> League:
        """The league after the recorded events. Raises `BrokenHistory` without a league."""
        if self._league is None:
            raise BrokenHistory("no league yet")
        return self._league

    def record(self, *events: Any) -> None:
        """Records events and applies them."""
        for event in events:
            self._league = evolve_league(self._league, event)
            self.events.append(event)


def has_right(league: League, player: PlayerId | None, right: Right) -> bool:
    """Returns whether a player has a role with that right."""
    role = league.role_of(player)
    return role is not None and right in RIGHTS[role]


def check_right(league: League, player: PlayerId, right: Right) -> None:
    """Checks that a player has that right. Raises `StaffOnly`."""
    if not has_right(league, player, right):
        roles = roles_with(right)
        raise StaffOnly(
            f"{player} may not do this",
            hint=f"ask {' or '.join(f'the {role}' for role in roles)}",
            facts={"right": right, "roles": list(roles)},
        )
