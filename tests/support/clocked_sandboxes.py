"""Sandboxes in which tests move the clock and run workers."""

import psycopg

from domain.kernel.instants import Instant, instant_of
from service.leagues.projections import LeaguesProjection
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import RatingsProjection
from service.sandbox.jobs import do_due_work
from service.series.projections import SeriesProjection
from service.wiring import Service
from tests.support.api import Api, User
from tests.support.stored import catch_up
from tests.support.tournaments import follow

NOON = "2027-03-20T12:00:00Z"


class ClockedSandbox:
    """A sandbox, by default at noon, and its players."""

    def __init__(self, api: Api, service: Service, now: str = NOON) -> None:
        self.author = api.sign_up("Ada").in_sandbox(now=now)
        self.id: str = self.author.get("/v1/sandbox").json["id"]
        self._service = service
        self._database_url = service.settings.database_url

    def sign_up(self, name: str = "somebody") -> User:
        """Creates another player in the sandbox. Has the name of the method of `Api`, which it can replace."""
        made = self.author.post("/v1/sandbox/players", {"name": name})
        assert made.status_code == 201, made.text
        return User(self.author.api, made.json["player"]["id"], made.json["token"]["secret"])

    def move(self, to: str) -> None:
        """Moves the clock of the sandbox without carrying out what is due."""
        with psycopg.connect(self._database_url or "", autocommit=True) as connection:
            connection.execute("UPDATE shengji.world SET clock = %s, moved_at = now() WHERE id = %s", [to, self.id])

    def settle(self) -> int:
        """Runs workers until nothing is due in the sandbox. Returns the number of things done."""
        happened = 0
        while True:
            self.follow()
            done = do_due_work(self.id)
            happened += done
            if not done:
                return happened

    def follow(self) -> None:
        """Updates feeds, lists, ratings and grades to the end of the log."""
        service = self._service
        catch_up(service)
        follow(service)
        leagues = LeaguesProjection(service.database, service.store)
        series = SeriesProjection(service.database, service.store)
        ratings = RatingsProjection(service.database, service.store, service.ratings.rules)
        grades = GradesProjection(service.database, service.store)
        while leagues.catch_up() or series.catch_up() or ratings.catch_up() or grades.catch_up():
            pass

    def advance(self, to: str) -> int:
        """Moves the clock and carries out what is due. Returns the number of things done."""
        self.move(to)
        return self.settle()


def recorded(service: Service, stream: str, *types: str) -> list[Instant]:
    """Returns the times at which events of these types were recorded in a stream."""
    with psycopg.connect(service.settings.database_url or "") as connection:
        rows = connection.execute(
            "SELECT type, recorded_at FROM shengji.event WHERE stream = %s ORDER BY version", [stream]
        ).fetchall()
    return [instant_of(moment) for name, moment in rows if name in types]
