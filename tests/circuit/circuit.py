"""A circuit: a season of tournaments in a sandbox. An organiser and programs that play run it over the API.

| event | description |
|---|---|
| nights | a weekly series; each night is entered, played and rated |
| Swiss | pairs play rounds that start automatically |
| league | divisions play season after season, with promotion and relegation |
| duplicate pairs | everybody plays the same boards, compared by matchpoints |
| bad evenings | a night and a Swiss in which much goes wrong; see `bad_evenings.py` |

The clock of the sandbox moves from one event to the next. Between rounds there are outages: workers, the scheduler or
Redis are killed, or Redis is emptied.
"""

import itertools
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, cast
from zoneinfo import ZoneInfo

import redis

from service.clients.python.shengji_client import Client
from service.clients.python.shengji_client.documents import CreateLeague, CreateSeries, CreateTournament
from service.processes.supervisor import Supervisor
from tests.circuit.bad_evenings import BadEvening, bad_night, bad_swiss
from tests.circuit.events import AT_ONCE, Event
from tests.circuit.program import Program, play_out
from tests.support.waiting import until

BEGINS = datetime(2027, 1, 4, 12, tzinfo=UTC)
FIRST_NIGHT = datetime(2027, 2, 12, 19, tzinfo=ZoneInfo("Europe/Berlin"))
"""The start of the first night. Summer time begins before the eighth night."""
WEEK_S = 7 * 24 * 3600
DAY_S = 24 * 3600
MAX_POLLS = 2000
PLAY: Mapping[str, Any] = {"profile": "zhang-2021", "hands": 1, "clock": {"kind": "simple", "per_move_s": DAY_S}}
SEASON = "spring 2027"
EMPTIED = "contents of Redis"
VICTIMS = ("worker-1", "redis", "scheduler", EMPTIED, "worker-2")

Json = Mapping[str, Any]
Progress = Callable[[str], None]


class Plan(NamedTuple):
    """Size of a circuit.

    Attributes:
        nights, players, night_rounds: the number of nights, of players and rounds of each night.
        pairs, rounds: size of the Swiss.
        divisions, division_pairs, seasons: size of the league.
        boards, duplicate_pairs: size of the duplicate event, which has two boards a round.
        bad_players, bad_pairs, bad_rounds: size of the bad night and the bad Swiss; with guests, and who comes late.
    """

    nights: int = 8
    players: int = 40
    night_rounds: int = 2
    pairs: int = 64
    rounds: int = 7
    divisions: int = 3
    division_pairs: int = 6
    seasons: int = 2
    boards: int = 16
    duplicate_pairs: int = 16
    bad_players: int = 13
    bad_pairs: int = 11
    bad_rounds: int = 4

    @property
    def programs(self) -> int:
        """Returns the number of accounts that the circuit needs."""
        pairs = max(self.pairs, self.divisions * self.division_pairs, self.duplicate_pairs)
        return max(self.players, 2 * pairs)


class Circuit:
    """A circuit, from its opening to the end of the last table. The attributes keep what was played."""

    def __init__(self, supervisor: Supervisor, plan: Plan, progress: Progress = lambda _: None) -> None:
        """Creates the sandbox and its players. `progress` gets a description of the current step."""
        self.plan = plan
        self.supervisor = supervisor
        self._progress = progress
        self.address = supervisor.address
        owner = Client.of_new_player(self.address, "organiser")
        made = owner.make_sandbox({"name": "organiser", "now": BEGINS.strftime("%Y-%m-%dT%H:%M:%SZ")})
        self.organiser = Client(self.address, made["token"]["secret"])
        self.programs = [self.join(f"program {number}") for number in range(plan.programs)]
        self._victims = itertools.cycle(VICTIMS)
        self.outages = 0
        self.tables = 0
        self.nights: list[Event] = []
        self.swiss: list[Event] = []
        self.divisions: list[list[Event]] = []
        self.league: str | None = None
        self.duplicate: list[Event] = []
        self.bad: list[BadEvening] = []

    def join(self, name: str) -> Program:
        """Creates a player in the sandbox."""
        made = self.organiser.add_sandbox_player({"name": name})
        return Program(Client(self.address, made["token"]["secret"]), made["player"]["id"])

    def play(self) -> None:
        """Plays all events, one after another."""
        if self.plan.nights:
            self._play_nights()
        if self.plan.pairs:
            self._play_swiss()
        if self.plan.divisions:
            self._play_league()
        if self.plan.boards:
            self._play_duplicate()
        if self.plan.bad_rounds:
            for play in (bad_night, bad_swiss):
                self._progress(play.__name__.replace("_", " "))
                self.bad.append(play(self))

    # -------------------------------------------------------------------------------------------- events

    def _play_nights(self) -> None:
        series = self.organiser.create_series(
            cast(
                "CreateSeries",
                {
                    "recurrence": {
                        "rule": "FREQ=WEEKLY",
                        "zone": str(FIRST_NIGHT.tzinfo),
                        "first": FIRST_NIGHT.strftime("%Y-%m-%dT%H:%M"),
                    },
                    "lead_s": 2 * DAY_S,
                    "template": {
                        "name": "Sheng Ji Night",
                        "play": PLAY,
                        "format": "night",
                        "figures": {"rounds": self.plan.night_rounds},
                        "entrants": {"kind": "player", "least": 4},
                        "is_rated": True,
                        "season": SEASON,
                        "corrections_s": 0,
                    },
                },
            )
        )["series"]
        starts = FIRST_NIGHT
        players = self.programs[: self.plan.players]
        for number in range(self.plan.nights):
            self.advance(starts - timedelta(days=1))
            to_come = cast("Json", self.organiser.view_series(series))["to_come"]
            [opened] = [each["tournament"] for each in to_come if each["state"] == "opened"]
            night = Event(self.organiser, players, opened)
            night.enter_alone()
            self.advance(starts - timedelta(minutes=10))
            night.check_in()
            self.advance(starts)
            self.play_out([night], f"night {number + 1} of {self.plan.nights}")
            self.nights.append(night)
            starts += timedelta(weeks=1)
        self.organiser.command_series(series, {"type": "end_series"})

    def _play_swiss(self) -> None:
        event = self.created(
            self.programs[: 2 * self.plan.pairs],
            name="Swiss",
            format="swiss",
            figures={"rounds": self.plan.rounds},
            tie_breaks=["buchholz", "sonneborn_berger"],
        )
        event.enter_in_pairs()
        event.command(self.organiser, "start_tournament")
        self.play_out([event], f"Swiss of {self.plan.pairs} pairs")
        self.swiss.append(event)

    def _play_league(self) -> None:
        plan, now = self.plan, self.now()
        starts = now + timedelta(days=7)
        created = self.organiser.create_league(
            cast(
                "CreateLeague",
                {
                    "name": "Circuit league",
                    "template": {
                        "name": "Division",
                        "play": PLAY,
                        "format": "round_robin",
                        "entrants": {"kind": "pair"},
                        "tie_breaks": ["sonneborn_berger", "wins"],
                        "corrections_s": 0,
                    },
                    "rules": {
                        "least": plan.division_pairs,
                        "most": plan.division_pairs,
                        "promoted": {"count": 1},
                        "relegated": {"count": 1},
                    },
                    "calendar": {
                        "starts_at": starts.strftime("%Y-%m-%dT%H:%M:%SZ"),
                        "length_s": 4 * WEEK_S,
                        "break_s": WEEK_S,
                        "closes_before_s": DAY_S,
                        "seasons": plan.seasons,
                    },
                },
            )
        )
        self.league = league = created["league"]
        field = self.programs[: 2 * plan.divisions * plan.division_pairs]
        for number, (captain, partner) in enumerate(zip(field[::2], field[1::2], strict=True), start=1):
            done = captain.client.command_league(
                league, cast("Any", {"type": "register", "name": f"Pair {number}", "partners": [partner.id]})
            )
            entrant = cast("Json", done)["events"][0]["data"]["entrant"]
            partner.client.command_league(league, cast("Any", {"type": "accept", "entrant": entrant}))
        for season in range(1, plan.seasons + 1):
            while not (opened := self._division_tournaments(season)):
                self.advance(self.now() + timedelta(hours=12))
            divisions = [Event(self.organiser, field, each) for each in opened]
            self.play_out(divisions, f"league, season {season} of {plan.seasons}")
            self.divisions.append(divisions)

    def season(self, number: int) -> Json:
        """Returns a season of the league from the API."""
        assert self.league is not None
        return cast("Json", self.organiser.view_league_season(self.league, number))

    def _division_tournaments(self, number: int) -> list[str]:
        """Returns the tournaments of all divisions of a season. The list is empty until every division has one."""
        assert self.league is not None
        view = cast("Json", self.organiser.view_league(self.league))
        if (view["season"] or 0) < number:
            return []
        tournaments = [each["tournament"] for each in self.season(number)["divisions"]]
        return tournaments if tournaments and all(tournaments) else []

    def _play_duplicate(self) -> None:
        rounds = self.plan.boards // 2
        event = self.created(
            self.programs[: 2 * self.plan.duplicate_pairs],
            name="Duplicate pairs",
            format="duplicate_pairs",
            figures={"rounds": rounds},
            entrants={"kind": "pair", "least": self.plan.duplicate_pairs, "capacity": self.plan.duplicate_pairs},
            boards={"per_match": 2, "scoring": "matchpoints"},
        )
        event.enter_in_pairs()
        event.command(self.organiser, "start_tournament")
        self.play_out([event], f"duplicate pairs, {self.plan.boards} boards")
        self.duplicate.append(event)

    def created(self, programs: Sequence[Program], **settings: Any) -> Event:
        """Creates a tournament for these programs, by default for pairs and without a period for corrections."""
        asked = cast("CreateTournament", {"play": PLAY, "entrants": {"kind": "pair"}, "corrections_s": 0, **settings})
        return Event(self.organiser, programs, self.organiser.create_tournament(asked)["tournament"])

    # -------------------------------------------------------------------------------------------- play and time

    def play_out(self, events: Sequence[Event], what: str) -> None:
        """Plays tournaments side by side to their ends, with an outage after every second batch of tables.

        Raises:
            AssertionError: a tournament does not end.
        """
        played: set[str] = set()
        has_outage = itertools.cycle((False, True))
        for _ in range(MAX_POLLS):
            self.advance()
            ready = [each for event in events for each in event.open_tables() if each[0] not in played]
            self._progress(f"{what}: {len(played)} tables")
            if not ready:
                if all(event.view()["status"] in ("finished", "cancelled") for event in events):
                    return
                continue
            with ThreadPoolExecutor(AT_ONCE) as together:
                for done in [together.submit(play_out, *each) for each in ready]:
                    done.result()
            played.update(table for table, _ in ready)
            self.tables += len(ready)
            if next(has_outage):
                self._cause_outage()
        raise AssertionError(f"{what} does not end")

    def _cause_outage(self) -> None:
        """Kills a process, which the supervisor starts again, or empties Redis."""
        victim = next(self._victims)
        if victim == EMPTIED:
            redis.Redis.from_url(self.supervisor.redis_url).flushall()
            self.outages += 1
            return
        # The victim may not have started again after an earlier kill.
        until(lambda: self.supervisor.pids()[victim] is not None, f"start of {victim}")
        pid = self.supervisor.pids()[victim]
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            self.outages += 1

    def now(self) -> datetime:
        """Returns the time in the sandbox."""
        return datetime.fromisoformat(self.organiser.view_sandbox()["now"])

    def advance(self, to: datetime | None = None) -> None:
        """Moves the clock of the sandbox, if `to` is given, and waits until the sandbox is at rest."""
        body: dict[str, Any] = (
            {"seconds": 0} if to is None else {"to": to.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
        )
        while not self.organiser.advance_sandbox(cast("Any", body))["at_rest"]:
            body = {"seconds": 0}


def all_events(circuit: Circuit) -> Iterator[Event]:
    """Yields every tournament of a circuit."""
    yield from (*circuit.nights, *circuit.swiss, *itertools.chain.from_iterable(circuit.divisions), *circuit.duplicate)
