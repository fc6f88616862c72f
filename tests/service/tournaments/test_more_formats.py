"""Individual Swiss, chosen partners and arenas run automatically to their ends."""

import dataclasses
from collections import Counter

import pytest

from domain.kernel.seats import Seat
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import AcceptPartner, KeepApart, Register, TakeBreak
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.pairing.partnerships import players_of_match
from domain.tournaments.settings import PLAYERS
from service.processes.worker import work
from service.tournaments.handlers import new_entrant
from service.tournaments.jobs import TournamentDispatch, continue_tournament
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.chance import RANDOMNESS
from tests.support.clock import MovableClock
from tests.support.opened_tables import opened, settle_until_linking
from tests.support.tournaments import (
    NIGHT,
    SWISS,
    by_id,
    created,
    end,
    enters,
    of,
    open_tables,
    play_to_the_end,
    player,
    settle,
    started,
)

INDIVIDUALS = dataclasses.replace(
    SWISS, format="individual_swiss", entrants=dataclasses.replace(PLAYERS, least=4), tie_breaks=("wins", "progressive")
)


def test_an_individual_swiss_of_nine_plays_three_rounds_automatically(at_work: Service):
    tournament, field = started(at_work, INDIVIDUALS, 9)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    points: Counter[str] = Counter()
    partners: Counter[frozenset[str]] = Counter()
    for round_ in ended.rounds:
        named = [each for match in round_.paired.matches for side in match for each in side.split("+")]
        [bye] = round_.paired.byes
        assert sorted([*named, bye.entrant]) == sorted(field)
        points[bye.entrant] += 100
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            assert result is not None
            partners.update(frozenset(side.split("+")) for side in match)
            for side, worth in zip(match, (result.first, result.second), strict=True):
                points.update(dict.fromkeys(side.split("+"), worth))
    assert set(partners.values()) == {1}
    assert len({round_.paired.byes for round_ in ended.rounds}) == 3
    assert len({round_.seed for round_ in ended.rounds}) == 3
    standings = at_work.tournaments.standings(tournament)
    assert {each.entrant: each.points for each in standings} == {each: points[each] for each in field}
    assert [each.points for each in standings] == sorted(points[each] for each in field)[::-1]


# ------------------------------------------------------------------------------------------------ chosen partners


def test_a_night_with_a_chosen_pair_and_a_pairing_exclusion_runs_automatically(at_work: Service):
    tournament, owner = created(at_work, NIGHT)
    field = [enters(at_work, tournament, player(at_work)) for _ in range(7)]
    asking, asked = player(at_work), player(at_work)
    first, second = new_entrant(RANDOMNESS), new_entrant(RANDOMNESS)
    carry_out = at_work.tournaments.carry_out
    carry_out(tournament, Register(asking, first, Applicant(asking), partners=(asked,)))
    carry_out(tournament, AcceptPartner(asked, first, Applicant(asked), second))
    carry_out(tournament, KeepApart(owner, (field[0], field[1])))
    carry_out(tournament, StartTournament(owner))

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    for round_ in ended.rounds:
        sides = [frozenset(side.split("+")) for match in round_.paired.matches for side in match]
        out = {bye.entrant for bye in round_.paired.byes}
        assert frozenset((first, second)) in sides or {first, second} <= out
        for match in round_.paired.matches:
            assert not {field[0], field[1]} <= set(players_of_match(match))
    standings = at_work.tournaments.standings(tournament)
    assert {each.entrant for each in standings} == {*field, first, second}


# ------------------------------------------------------------------------------------------------ arena

ARENA = dataclasses.replace(
    SWISS, format="arena", figures={"minutes": 60, "patience_s": 30}, tie_breaks=("wins", "lots")
)
EVENS = (Seat(0), Seat(2))


def looked_at(service: Service, tournament: str) -> None:
    """Runs a worker for the tournament and for everything else that is due."""
    continue_tournament(tournament)
    settle(service)


def test_an_arena_pairs_free_players_until_its_end_and_then_finishes(at_work: Service, clock: MovableClock):
    tournament, owner = created(at_work, ARENA)
    field = [enters(at_work, tournament, player(at_work), player(at_work)) for _ in range(5)]
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    settle(at_work)
    assert len(open_tables(at_work, tournament)) == 2

    # One table ends, and the free pair meets one of its pairs while the other table continues.
    end(at_work, open_tables(at_work, tournament)[0], EVENS)
    settle(at_work)
    now = of(at_work, tournament)
    assert [len(round_.paired.matches) for round_ in now.rounds] == [2, 1]
    assert [len(linked) for round_ in now.rounds for linked in round_.tables] == [1, 1, 1]
    assert len(now.open_rounds) == 2

    # A new entrant is paired with a remaining one.
    late = enters(at_work, tournament, player(at_work), player(at_work))
    settle(at_work)
    assert late in of(at_work, tournament).rounds[2].paired.matches[0]
    assert of(at_work, tournament).waiting == ()

    # All tables end repeatedly until the time is over.
    for minute in range(1, 5):
        for table in open_tables(at_work, tournament):
            end(at_work, table, by_id(at_work.table_cache.newest(table).table))
        clock.be_ahead(60 * minute)
        looked_at(at_work, tournament)
    clock.be_ahead(240 + 3600)
    looked_at(at_work, tournament)
    assert of(at_work, tournament).has_paired_all
    assert of(at_work, tournament).status == "running"
    for table in open_tables(at_work, tournament):
        end(at_work, table, EVENS)
    looked_at(at_work, tournament)

    ended = of(at_work, tournament)
    assert ended.status == "finished"
    assert [round_.paired.number for round_ in ended.rounds] == list(range(1, len(ended.rounds) + 1))
    matches = [match for round_ in ended.rounds for match in round_.paired.matches]
    assert len(matches) >= 10
    assert all(result is not None for round_ in ended.rounds for result in round_.results)
    standings = at_work.tournaments.standings(tournament)
    assert {each.entrant: each.points for each in standings} == arena_points(ended, [*field, late])


def arena_points(ended, field) -> dict[str, int]:
    """Independent computation: a win is 100, or 200 after two wins in a row."""
    points, running = dict.fromkeys(field, 0), dict.fromkeys(field, 0)
    for round_ in ended.rounds:
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            winner, loser = match if result.first > result.second else match[::-1]
            points[winner] += 200 if running[winner] >= 2 else 100
            running[winner], running[loser] = running[winner] + 1, 0
    return points


def test_an_arena_repeats_a_pairing_when_the_maximum_wait_is_over(at_work: Service, clock: MovableClock):
    tournament, _ = started(at_work, ARENA, 2)
    settle(at_work)
    end(at_work, open_tables(at_work, tournament)[0], EVENS)
    settle(at_work)
    assert len(of(at_work, tournament).rounds) == 1
    dispatch = TournamentDispatch(at_work.database, WorkerContext.queue, 1.0)
    WorkerContext.queue.redis.flushdb()
    assert dispatch.poll() == 0
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET turn_due_at = turn_due_at - interval '30 s' WHERE stream = $1",
            (f"tournament-{tournament}",),
        )
    clock.be_ahead(30)

    assert dispatch.poll() == 1
    work(at_work, burst=True)

    assert len(of(at_work, tournament).rounds) == 2
    assert len(open_tables(at_work, tournament)) == 1


def test_a_worker_crash_and_an_emptied_redis_pair_nobody_twice(at_work: Service, monkeypatch: pytest.MonkeyPatch):
    tournament, _ = started(at_work, ARENA, 4)
    settle_until_linking(at_work, tournament, monkeypatch)
    WorkerContext.queue.redis.flushall()
    settle(at_work)
    assert continue_tournament(tournament) == 0
    now = of(at_work, tournament)
    assert [len(round_.paired.matches) for round_ in now.rounds] == [2]
    assert [len(linked) for linked in now.rounds[0].tables] == [1, 1]
    assert list(opened(at_work, tournament).values()) == [1, 1]


def test_a_player_on_a_break_sits_at_no_table(at_work: Service):
    tournament, owner = created(at_work, ARENA)
    players = [(player(at_work), player(at_work)) for _ in range(4)]
    field = [enters(at_work, tournament, *each) for each in players]
    at_work.tournaments.carry_out(tournament, TakeBreak(players[0][1], field[0]))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    settle(at_work)
    [round_] = of(at_work, tournament).rounds
    assert len(round_.paired.matches) == 1
    assert field[0] not in set(round_.paired.entrants())
