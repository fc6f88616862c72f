"""A tournament of people with accounts, who read it over HTTP while its tables are played."""

from domain.tournaments.commands import StartTournament
from domain.tournaments.settings import TournamentSettings
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.tournaments import enters

PARTS = (
    *("", "/boards", "/boards?format=csv", "/boards/1", "/rounds/1", "/standings", "/events?limit=1000"),
    *("/entrants", "/report", "/results"),
)


class WatchedTournament:
    """A started tournament: its users, its owner, who does not play, and a stranger."""

    def __init__(self, api: Api, service: Service, plan: TournamentSettings, entrants: int = 4) -> None:
        self.service = service
        self.owner, self.stranger = api.sign_up("owner"), api.sign_up("stranger")
        size = plan.entrants.members_least
        self.users = [api.sign_up(f"player {number}") for number in range(size * entrants)]
        self.id = service.tournaments.create(self.owner.id, plan).id
        for place in range(0, len(self.users), size):
            enters(service, self.id, *(user.id for user in self.users[place : place + size]))
        service.tournaments.carry_out(self.id, StartTournament(self.owner.id))

    @property
    def path(self) -> str:
        return f"/v1/tournaments/{self.id}"

    def everything(self, user: User) -> str:
        """Returns everything that a viewer can read of the tournament."""
        return "\n".join(user.get(self.path + part).text for part in PARTS)
