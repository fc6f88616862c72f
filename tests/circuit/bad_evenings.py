"""Two bad evenings: a night and a Swiss in which much goes wrong, and which count all the same.

| trouble | night | Swiss |
|---|---|---|
| the number is odd | a player sits out | a pair has a bye worth half a win |
| somebody has no account | a guest, for whom a tablet acts | a pair of guests |
| somebody comes late | a player, after the first round | a pair, after the first round |
| somebody leaves | | a player, in the middle of a match |
| a result is wrong | one is corrected at once, one after the end | |
| the hall has no light | the second round is paused for two days | |
| a table is missing | | in the last round, a match is played elsewhere and reported |
| a round is closed too early | | the closing of the first round is undone |
| everything crashes | all processes are killed in the third round | |
"""

import contextlib
import os
import signal
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from service.clients.python.shengji_client import ApiProblem, Client
from tests.circuit.events import AT_ONCE, Event, named
from tests.circuit.program import Program, play_out
from tests.support.waiting import until

if TYPE_CHECKING:
    from tests.circuit.circuit import Circuit

SEASON = "bad evening 2027"
CORRECTIONS_S = 3600
BYES = {"pairing": 50, "half": 50, "zero": 0, "absent": 0}
"""The hundredths of a win that each kind of bye is worth in these evenings."""
DARK = timedelta(days=2)
"""How long the night is paused. A move may take one day."""

Json = Mapping[str, Any]


class BadEvening(NamedTuple):
    """A tournament, what staff have set, and who was not there in every round.

    Attributes:
        corrected: the corrected results by round and match, in hundredths of a win.
        late: the entrants who missed the first round.
        left: the entrant who left in the second round.
    """

    event: Event
    corrected: dict[tuple[int, int], tuple[int, int]]
    late: str
    left: str | None = None


class Host:
    """The organiser of one bad evening, who pairs each round by command."""

    def __init__(self, circuit: "Circuit", event: Event) -> None:
        """Prepares to run a tournament that exists."""
        self._circuit = circuit
        self._organiser = circuit.organiser
        self.event = event
        self.guests: set[str] = set()

    def act(self, what: str, **members: Any) -> Any:
        """Sends a command of the organiser, and waits until all that follows is done."""
        done = self.event.command(self._organiser, what, **members)
        self._circuit.advance()
        return done

    def enter(self, *entrants: Json) -> list[str]:
        """Enters players and guests. Guests get a program whose token staff have made. Returns the entrants."""
        done = self.act("enter_entrants", entrants=list(entrants))
        joined = [each["data"] for each in done["events"] if each["type"] in ("entrant_registered", "partner_joined")]
        entrant_of = {each["player"]: each["entrant"] for each in joined}
        for guest in done.get("guests", ()):
            player = guest["player"]
            self.guests.add(player)
            body = cast("Any", {"player": player, "name": "tablet"})
            made = cast("Json", self._organiser.make_guest_token(self.event.id, entrant_of[player], body))
            client = Client(self._circuit.address, made["secret"])
            self.event.programs[player] = Program(client, player)
        return [each["data"]["entrant"] for each in done["events"] if each["type"] == "entrant_registered"]

    def begin_round(self, number: int) -> None:
        """Pairs a round as a dry run has shown it, and opens its tables."""
        shown = self.event.command(self._organiser, "pair_round", dry_run=True, round=number)["round"]
        self.act("pair_round", round=number)
        paired = self.event.rounds()[number - 1]
        if [named(match) for match in shown["matches"]] != [named(match) for match in paired["matches"]]:
            raise AssertionError(f"round {number} is paired in another way than the dry run has shown")

    def play(self, number: int | None = None) -> None:
        """Plays the open tables to their ends, or only this number of them."""
        ready = self.event.open_tables()[:number]
        with ThreadPoolExecutor(AT_ONCE) as together:
            for done in [together.submit(play_out, *each) for each in ready]:
                done.result()
        self._circuit.tables += len(ready)
        self._circuit.advance()

    def correct(self, round_number: int, match: int, first: int, second: int) -> None:
        """Sets the result of a match."""
        self.act(
            "override_result", round=round_number, match=match, first=first, second=second, reason="entered wrongly"
        )

    def end_round(self, number: int) -> None:
        """Closes a round, unless it is closed already."""
        if not self.event.view()["rounds"][number - 1]["closed_at"]:
            self.act("close_round", round=number)

    def finish(self) -> None:
        """Ends the tournament, with the period for corrections."""
        if self.event.view()["status"] == "running":
            self.act("finish_tournament", reason="the evening is over")
        self._circuit.advance(self._circuit.now() + timedelta(seconds=CORRECTIONS_S))


def bad_night(circuit: "Circuit") -> BadEvening:
    """Plays the bad night."""
    rounds = circuit.plan.bad_rounds
    players = [circuit.join(f"night owl {number}") for number in range(circuit.plan.bad_players)]
    event = circuit.created(
        players,
        name="Bad night",
        format="night",
        figures={"rounds": rounds},
        entrants={"kind": "player", "least": 4},
        is_rated=True,
        season=SEASON,
        **_by_hand(),
    )
    host = Host(circuit, event)
    host.enter(*({"players": [each.id]} for each in players[:-1]), {"guests": ["Mrs Wang"]})
    host.act("start_tournament")
    corrected = {(1, 1): (0, 100), (rounds, 1): (50, 50)}
    for number in range(1, rounds + 1):
        host.begin_round(number)
        if number == 2:
            _darkness(circuit, host)
        if number == 3:
            host.play(1)
            _crash(circuit)
        host.play()
        if number == 1:
            host.correct(number, 1, *corrected[number, 1])
        host.end_round(number)
        if number == 1:
            [late] = host.enter({"players": [players[-1].id]})
    host.finish()
    host.act("reopen_tournament", reason="table 1 has reported the wrong winner")
    host.correct(rounds, 1, *corrected[rounds, 1])
    host.finish()
    return BadEvening(event, corrected, late)


def bad_swiss(circuit: "Circuit") -> BadEvening:
    """Plays the bad Swiss."""
    rounds = circuit.plan.bad_rounds
    players = [circuit.join(f"swiss {number}") for number in range(2 * circuit.plan.bad_pairs)]
    event = circuit.created(
        players,
        name="Bad Swiss",
        format="swiss",
        figures={"rounds": rounds},
        entrants={"kind": "pair"},
        **_by_hand(leaving="ends_match", adjudication="draw"),
    )
    host = Host(circuit, event)
    pairs = [{"players": [one.id, two.id]} for one, two in zip(players[::2], players[1::2], strict=True)]
    host.enter(*pairs[:-1], {"guests": ["Mr Li", "Mr Xu"]})
    host.act("start_tournament")
    left = None
    for number in range(1, rounds + 1):
        host.begin_round(number)
        if number == 2:
            left = _leave(host)
        if number == rounds:
            elsewhere = _elsewhere(host, number)
        host.play()
        host.end_round(number)
        if number == 1:
            _close_again(host, number)
            [late] = host.enter(pairs[-1])
    host.finish()
    return BadEvening(event, {(rounds, elsewhere): (100, 0)}, late, left)


def _by_hand(**rounds: Any) -> dict[str, Any]:
    """Returns the settings of an evening whose rounds the organiser pairs, and which late entrants may join."""
    return {
        "rounds": {"is_automatic": False, **rounds},
        "late": {"until_round": 3, "bye": "half"},
        "byes": {"pairing": "half"},
        "corrections_s": CORRECTIONS_S,
    }


def _darkness(circuit: "Circuit", host: Host) -> None:
    """Pauses the tournament for longer than a move may take.

    Raises:
        AssertionError: somebody could move meanwhile.
    """
    table, players = host.event.open_tables()[0]
    view = cast("Json", circuit.organiser.view(table))
    player = view["seats"][view["asked"][0]["seat"]]["player"]
    client = next(each.client for each in players if each.id == player)
    host.act("pause_tournament", reason="the hall has no light")
    with contextlib.suppress(ApiProblem):
        client.command(table, cast("Any", {"type": "pass"}))
        raise AssertionError(f"{table} is paused, and {player} could move")
    circuit.advance(circuit.now() + DARK)
    host.act("resume_tournament")


def _crash(circuit: "Circuit") -> None:
    """Kills all processes and both servers at once, and waits until the API answers again."""
    pids = until(lambda: all_of if all(all_of := list(circuit.supervisor.pids().values())) else None, "all processes")
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(cast("int", pid), signal.SIGKILL)
    circuit.outages += 1
    until(lambda: bool(circuit.organiser.view_sandbox()), "the API after the crash", despite=(ApiProblem, OSError))


def _close_again(host: Host, number: int) -> None:
    """Undoes the closing of a round, and closes it again."""
    host.act("undo_staff_act", act=host.event.newest_act(), reason="too early")
    host.end_round(number)


def _elsewhere(host: Host, number: int) -> int:
    """Lets the first match without guests be played elsewhere. Its first side wins, and the other confirms that.

    Returns the number of the match.
    """
    players = {each["entrant"]: each["players"][0] for each in host.event.standings()}
    matches = host.event.rounds()[number - 1]["matches"]
    sides = [[players[each[side]] for side in ("first", "second")] for each in matches]
    place = next(place for place, both in enumerate(sides) if host.guests.isdisjoint(both))
    at = {"round": number, "match": place + 1}
    host.act("play_elsewhere", **at, reason="a table is missing")
    one, other = (host.event.programs[player].client for player in sides[place])
    host.event.command(one, "report_result", **at, outcome="first_won")
    host.event.command(other, "confirm_result", **at)
    return place + 1


def _leave(host: Host) -> str:
    """Lets a player of the first open match leave the tournament. Returns the entrant."""
    table, players = host.event.open_tables()[0]
    leaver = players[0]
    entrant = next(each["entrant"] for each in host.event.standings() if leaver.id in each["players"])
    leaver.plan(table)
    host.event.command(leaver.client, "leave_entrant")
    return str(entrant)


def faults_of_bad_evening(evening: BadEvening) -> list[str]:
    """Returns what is wrong with the rounds, the byes, the points and the corrections of a bad evening."""
    rounds, standings = evening.event.rounds(), evening.event.standings()
    faults = [] if evening.event.view()["status"] == "finished" else ["it is not finished"]
    for (number, match), worth in evening.corrected.items():
        result = rounds[number - 1]["matches"][match - 1]["result"]
        if (result["first"], result["second"]) != worth:
            faults.append(f"match {match} of round {number} is {result}")
    return [*faults, *_faults_of_presence(evening, rounds), *_faults_of_points(rounds, standings)]


def _faults_of_presence(evening: BadEvening, rounds: list[Json]) -> list[str]:
    """Returns faults in who takes part in which round, and in who sits out."""
    faults, field = [], {each["entrant"] for each in evening.event.standings()}
    out: dict[str, list[int]] = {each: [] for each in field}
    for number, played in enumerate(rounds, start=1):
        playing = [each for match in played["matches"] for each in named(match)]
        resting = [each["entrant"] for each in played["byes"] if each["entrant"] not in playing]
        for each in resting:
            out[each].append(number)
        missing = field - {*playing, *resting}
        allowed = {evening.late} if number == 1 else set()
        if evening.left is not None and number > 2:
            allowed.add(evening.left)
            faults += [f"{evening.left} plays after leaving"] * (evening.left in playing)
        if len(set(playing)) != len(playing) or not missing <= allowed:
            faults.append(f"round {number} does not have every entrant once: {missing}")
    rested = {each: numbers for each, numbers in out.items() if each not in (evening.late, evening.left)}
    faults += [f"{each} sits out rounds {numbers}" for each, numbers in rested.items() if len(numbers) > 1]
    return faults


def _faults_of_points(rounds: list[Json], standings: list[Json]) -> list[str]:
    """Returns points that are not the sum of results and byes."""
    hundredths = {each["entrant"]: 0 for each in standings}
    for played in rounds:
        for match in played["matches"]:
            for side in ("first", "second"):
                for one in match[side].split("+"):
                    hundredths[one] += match["result"][side]
        for bye in played["byes"]:
            hundredths[bye["entrant"]] += BYES[bye["kind"]]
    return [
        f"{each['entrant']} has {each['points']} points instead of {hundredths[each['entrant']] / 100}"
        for each in standings
        if round(float(each["points"]) * 100) != hundredths[each["entrant"]]
    ]
