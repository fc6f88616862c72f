"""Creates the parts of a process that answers requests."""

from dataclasses import dataclass

from service.platform.basics import parts_of
from service.platform.rate_limits import RateLimits
from service.tournaments.player_commands import TournamentCommands
from service.wiring import Service


@dataclass(frozen=True)
class ApiService(Service):
    """All parts of a process that answers requests."""

    rate_limits: RateLimits
    tournament_commands: TournamentCommands

    def close(self) -> None:
        """Closes all connections."""
        self.rate_limits.close()
        super().close()


def for_requests(on: Service) -> ApiService:
    """Returns the parts of a process, with those that only requests use."""
    return ApiService(
        **parts_of(on),
        rate_limits=RateLimits(on.counting, on.settings, on.limits),
        tournament_commands=TournamentCommands(on.tournaments, on.randomness),
    )
