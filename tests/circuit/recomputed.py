"""Checks after a circuit: rounds, standings, divisions, boards and ratings, each computed independently."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from service.clients.python.shengji_client import ApiProblem
from service.platform.settings import Settings
from service.platform.store.checks import check_store
from service.platform.store.database import Database
from service.processes.supervisor import Supervisor
from tests.circuit.audit import by_matchpoints, elo_after, faults_of_rounds, swiss_order
from tests.circuit.bad_evenings import SEASON as SEASON_OF_BAD_NIGHT
from tests.circuit.bad_evenings import faults_of_bad_evening
from tests.circuit.circuit import SEASON, Circuit, all_events
from tests.circuit.events import Event

Json = Mapping[str, Any]


def verdict(supervisor: Supervisor, circuit: Circuit) -> list[str]:
    """Returns all faults."""
    faults: list[str] = []
    for event in all_events(circuit):
        faults += [f"{event.view()['settings']['name']}: {fault}" for fault in _of_tables(circuit, event)]
    for evening in circuit.bad:
        faults += [f"{evening.event.view()['settings']['name']}: {fault}" for fault in faults_of_bad_evening(evening)]
    faults += [f"bad night: {fault}" for fault in _of_ratings_of_bad_night(circuit)]
    faults += [f"nights: {fault}" for fault in _of_nights(circuit)]
    faults += [f"Swiss: {fault}" for event in circuit.swiss for fault in _of_swiss(circuit, event)]
    faults += [f"league: {fault}" for fault in _of_league(circuit)]
    faults += [f"boards: {fault}" for event in circuit.duplicate for fault in _of_boards(circuit, event)]
    database = Database(supervisor.database_url, role=Settings().database_role)
    try:
        faults += check_store(database, lambda _done, _of: None)
    finally:
        database.close()
    return faults


def _of_tables(circuit: Circuit, event: Event) -> Iterator[str]:
    """Yields results that differ from those of the tables, and tables with wrong players."""
    view = event.view()
    if view["status"] != "finished":
        yield f"is {view['status']}"
    players = {entrant: each["players"] for each in event.standings() for entrant in [each["entrant"]]}
    for played in event.rounds():
        for match in played["matches"]:
            sides = [sorted(p for one in match[side].split("+") for p in players[one]) for side in ("first", "second")]
            tables = [circuit.organiser.view(table) for table in match["tables"]]
            for table in tables:
                seats = [seat["player"] for seat in table["seats"]]
                if [sorted(seats[::2]), sorted(seats[1::2])] not in (sides, sides[::-1]):
                    yield f"the wrong players sit at {table['id']}"
            if view["settings"]["boards"] is None:
                yield from _of_result(match, tables)


def _of_result(match: Json, tables: Sequence[Any]) -> Iterator[str]:
    winners = tables[-1]["result"]["winners"]
    worth = {(): (50, 50), (0, 2): (100, 0), (1, 3): (0, 100)}[tuple(winners)]
    if (match["result"]["first"], match["result"]["second"]) != worth or len(tables) != 1:
        yield f"match {match['number']} is {match['result']}, but its tables give {worth}"


def _of_nights(circuit: Circuit) -> Iterator[str]:
    plan, expected = circuit.plan, {each.id: (1500, 0) for each in circuit.programs[: circuit.plan.players]}
    if len(circuit.nights) != plan.nights:
        yield f"{len(circuit.nights)} nights instead of {plan.nights}"
    if not circuit.nights:
        return
    for night in circuit.nights:
        rounds, standings = night.rounds(), night.standings()
        if len(rounds) != plan.night_rounds:
            yield f"a night has {len(rounds)} rounds"
        yield from faults_of_rounds(rounds, [each["entrant"] for each in standings], partners_change=True)
        who = {each["entrant"]: each["players"][0] for each in standings}
        expected = elo_after(expected, rounds, who)
    yield from _of_leaderboard(circuit, {player: rating for player, (rating, games) in expected.items() if games})


def _of_ratings_of_bad_night(circuit: Circuit) -> Iterator[str]:
    """Yields differences in the ratings after the bad night, whose players had not played before."""
    if circuit.bad:
        night = circuit.bad[0].event
        who = {each["entrant"]: each["players"][0] for each in night.standings()}
        rated = elo_after(dict.fromkeys(who.values(), (1500, 0)), night.rounds(), who)
        played = {player: rating for player, (rating, games) in rated.items() if games}
        yield from _of_leaderboard(circuit, played, SEASON_OF_BAD_NIGHT)


def _of_leaderboard(circuit: Circuit, expected: Mapping[str, int], season: str = SEASON) -> Iterator[str]:
    """Yields differences between the leaderboard of a season and the expected Elo."""
    [pool] = [each["id"] for each in circuit.organiser.list_rating_pools()["pools"]]
    found: dict[str, int] = {}
    cursor = None
    while True:
        page: Any = circuit.organiser.view_leaderboard(pool, season=season, cursor=cursor)
        found |= {each["player"]: each["rating"] for each in page["players"]}
        cursor = page["next_cursor"]
        if cursor is None:
            break
    if found != expected:
        wrong = {
            player: (found.get(player), rating) for player, rating in expected.items() if found.get(player) != rating
        }
        yield f"the leaderboard and the computed ratings differ: {wrong or set(found) - set(expected)}"


def _of_swiss(circuit: Circuit, event: Event) -> Iterator[str]:
    rounds, standings = event.rounds(), event.standings()
    if len(rounds) != circuit.plan.rounds:
        yield f"there are {len(rounds)} rounds"
    field = [each["entrant"] for each in standings]
    yield from faults_of_rounds(rounds, field)
    yield from _of_order(rounds, standings)


def _of_order(rounds: Sequence[Json], standings: Sequence[Json], *, by_berger_alone: bool = False) -> Iterator[str]:
    """Yields differences from the independent points and tie-breaks, and ranks in the wrong order.

    The tie-breaks are Buchholz and Sonneborn-Berger, or Sonneborn-Berger alone.
    """
    worked = {row[3]: row[:3] for row in swiss_order(rounds, [each["entrant"] for each in standings])}
    ranked = []
    for each in standings:
        points, buchholz, berger = worked[each["entrant"]]
        computed = (Fraction(points, 100), berger) if by_berger_alone else (Fraction(points, 100), buchholz, berger)
        reported = (Fraction(each["points"]), *(Fraction(*map(int, value["exact"])) for value in each["values"]))
        if reported[: len(computed)] != computed:
            yield f"{each['entrant']} has {reported} instead of {computed}"
        ranked.append((each["rank"], reported))
    for (one, before), (other, after) in pairwise(ranked):
        if before < after or (one == other) != (before == after):
            yield f"rank {one} is listed before rank {other} in the wrong order"


def _of_league(circuit: Circuit) -> Iterator[str]:
    before: list[list[str]] = []
    for number, divisions in enumerate(circuit.divisions, start=1):
        season = circuit.season(number)
        members = [[each["entrant"] for each in division["standings"]] for division in season["divisions"]]
        if before and [set(each) for each in members] != [set(each) for each in _moved(before)]:
            yield f"season {number} has wrong entrants in its divisions"
        for event, ranked in zip(divisions, members, strict=True):
            rounds, standings = event.rounds(), event.standings()
            yield from faults_of_rounds(rounds, ranked)
            yield from _of_order(rounds, standings, by_berger_alone=True)
            if len(rounds) != len(ranked) - 1 + len(ranked) % 2:
                yield f"a division of {len(ranked)} played {len(rounds)} rounds"
        before = members
    if circuit.divisions and len(before) != circuit.plan.divisions:
        yield f"there are {len(before)} divisions"


def _moved(divisions: Sequence[Sequence[str]]) -> list[list[str]]:
    """Returns the divisions after the first of each is promoted and the last of each is relegated."""
    after = [list(each) for each in divisions]
    for upper, (high, low) in enumerate(pairwise(divisions)):
        after[upper].remove(high[-1])
        after[upper].append(low[0])
        after[upper + 1].remove(low[0])
        after[upper + 1].append(high[-1])
    return after


def _of_boards(circuit: Circuit, event: Event) -> Iterator[str]:
    boards = event.boards()
    numbers = {each["board"] for each in boards["scores"]}
    if numbers != set(range(1, circuit.plan.boards + 1)):
        yield f"boards {sorted(numbers)} were played"
    if not all(each["is_closed"] and each["secret"] for each in boards["sets"]):
        yield "a set is not closed"
    shares = by_matchpoints(boards["scores"])
    for each in event.standings():
        if abs(shares[each["entrant"]] - Fraction(each["points"])) > Fraction(1, 100):
            yield f"{each['entrant']} has {each['points']} instead of {float(shares[each['entrant']]):.2f}"
    for played in event.rounds():
        for match in played["matches"]:
            for table in match["tables"]:
                try:
                    circuit.organiser.table_record(table)
                except ApiProblem as problem:
                    yield f"the record of {table} is refused: {problem.code}"
