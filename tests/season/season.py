"""A season of correspondence games in a sandbox. People with different habits play over the API.

The clock of the sandbox moves from one visit to the next, and workers carry out what is due in between. So no real time
is spent on waiting. Deals follow from the seed, so two seasons with one seed have the same cards.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, cast

from domain.games.registry import GAMES
from domain.games.rulebooks import book_with
from domain.kernel.cards import write_cards
from service.clients.python.shengji_client import Client
from service.clients.python.shengji_client.documents import OpenTable
from tests.season.participant import Participant
from tests.season.people import Person, people

FIRST_DAY = date(2027, 3, 20)
"""Summer time begins in Europe eight days later, and ends in Australia two weeks later."""
AT_ONCE = 4
"""Number of people who act at the same time. At one table their commands may conflict, as with real players."""
ROUNDS = 3
"""The maximum number of times that visitors answer their turns during one visit."""
AFTERWARDS_DAYS = 90
"""Days after the season in which the ladder of missed turns can end abandoned tables."""

HOUR_S = 3600
CLOCKS: tuple[Mapping[str, Any], ...] = (
    {"kind": "simple", "per_move_s": 8 * HOUR_S},
    {"kind": "fischer", "initial_s": 24 * HOUR_S, "increment_s": 3 * HOUR_S, "cap_s": 36 * HOUR_S},
    {"kind": "byo_yomi", "main_s": 72 * HOUR_S, "periods": 3, "period_s": 6 * HOUR_S},
    {"kind": "time_bank", "per_move_s": 4 * HOUR_S, "bank_s": 72 * HOUR_S},
)
PROFILES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("zhang-2021", {}),
    ("zheng-shangyou", {"zs_players": 4}),
    ("zhang-2016", {"deal_mode": "plan"}),
    ("zheng-shangyou-4-partners", {}),
)


class Plan(NamedTuple):
    """The size of a season.

    Attributes:
        people, tables, days: their numbers.
        seed: seed of people, seats and cards.
        with_orders: whether people give standing orders.
    """

    people: int
    tables: int
    days: int
    seed: str = "season"
    with_orders: bool = True


class Season:
    """A season, from its start to the end of the last table."""

    def __init__(self, address: str, plan: Plan) -> None:
        """Creates the sandbox, the people and the tables."""
        self.plan = plan
        self._address = address
        owner = Client.of_new_player(address, "organiser")
        starts = datetime.combine(FIRST_DAY, datetime.min.time(), UTC)
        made = owner.make_sandbox({"name": "organiser", "now": starts.isoformat().replace("+00:00", "Z")})
        self.sandbox: str = made["sandbox"]["id"]
        self.clock = Client(address, made["token"]["secret"])
        self.people = [self._join(each) for each in _people(plan)]
        self.tables = [self._open(number) for number in range(plan.tables)]

    def _join(self, person: Person) -> Participant:
        made = self.clock.add_sandbox_player({"name": f"person {person.number}"})
        joined = Participant(person, Client(self._address, made["token"]["secret"]), made["player"]["id"])
        joined.set_availability(FIRST_DAY)
        return joined

    def _open(self, number: int) -> str:
        """Opens a table for the people with the fewest tables, and starts the match. Returns the id of the table."""
        luck = random.Random(f"{self.plan.seed} table {number}")
        profile, options = PROFILES[number % len(PROFILES)]
        body = {
            "profile": profile,
            "options": dict(options),
            "hands": 1,
            "clock": dict(CLOCKS[luck.randrange(len(CLOCKS))]),
            "ladder": {"forfeit_after_s": 14 * 24 * HOUR_S},
            "deals": [{"order": _shuffled(profile, options, luck)}],
        }
        opened = self.clock.open_table(cast("OpenTable", body))
        table = opened["table"]
        seats = opened["events"][0]["data"]["seats"]
        least_busy = sorted(self.people, key=lambda participant: (len(participant.tables), luck.random()))
        for seat, participant in enumerate(least_busy[:seats]):
            participant.sit(table, seat)
        self.clock.command(table, {"type": "start"})
        for participant in least_busy[:seats]:
            participant.settle_in(table)
        return table

    def play(self, progress: Callable[[int, int], None] = lambda _done, _of: None) -> None:
        """Plays the season. `progress` gets the number of finished times of visits, and of all of them.

        After the last day there are no visits, and clocks end the remaining tables.
        """
        moments = list(self._moments())
        with ThreadPoolExecutor(AT_ONCE) as together:
            for number, (moment, visitors) in enumerate(moments, start=1):
                self.advance(to=moment)
                for _ in range(ROUNDS):
                    if not sum(together.map(Participant.look_in, visitors)):
                        break
                    self.advance(seconds=0)
                progress(number, len(moments))
        for _ in range(AFTERWARDS_DAYS):
            if not self.clock.view_sandbox()["due"]:
                return
            self.advance(seconds=24 * HOUR_S)

    def _moments(self) -> Iterator[tuple[datetime, list[Participant]]]:
        """Yields the times of visits, each with its visitors."""
        found: dict[datetime, list[Participant]] = defaultdict(list)
        for participant in self.people:
            for moment in participant.person.visit_times(FIRST_DAY, self.plan.days):
                found[moment].append(participant)
        first = datetime.combine(FIRST_DAY, datetime.min.time(), UTC)
        yield from ((moment, visitors) for moment, visitors in sorted(found.items()) if moment >= first)

    def now(self) -> datetime:
        """Returns the time in the sandbox."""
        return datetime.fromisoformat(self.clock.view_sandbox()["now"])

    def advance(self, *, seconds: int | None = None, to: datetime | None = None) -> None:
        """Moves the clock, and waits until nothing is due in the sandbox."""
        body: dict[str, Any] = {"seconds": seconds} if to is None else {"to": to.strftime("%Y-%m-%dT%H:%M:%SZ")}
        while not self.clock.advance_sandbox(cast("Any", body))["at_rest"]:
            body = {"seconds": 0}


def _people(plan: Plan) -> list[Person]:
    return people(plan.people, plan.days, plan.seed, with_orders=plan.with_orders)


def _shuffled(profile: str, options: Mapping[str, Any], luck: random.Random) -> list[str]:
    """Returns the pack of a profile in random order."""
    game = GAMES[book_with(profile).game]
    every = game.every_deal(game.rules(profile, options))
    assert every is not None, profile
    return write_cards(luck.sample(every.pack, len(every.pack)))
