"""Records the events of a league."""

from domain.kernel.instants import Instant
from domain.tournaments.leagues.evolve import evolve_league
from domain.tournaments.leagues.state import League
from domain.tournaments.recorder import EventRecorder


class LeagueRecorder(EventRecorder[League]):
    """Records the events of a league."""

    def __init__(self, league: League | None, now: Instant) -> None:
        """Starts without events."""
        super().__init__(league, evolve_league, now)

    @property
    def league(self) -> League:
        """The league after the events decided so far."""
        return self.state
