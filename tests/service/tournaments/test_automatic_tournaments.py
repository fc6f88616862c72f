"""Workers run whole tournaments automatically and on schedule."""

import dataclasses
from collections import Counter
from itertools import combinations

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.tournaments.commands import PauseTournament, ResumeTournament, StartTournament
from domain.tournaments.entrants.commands import WithdrawEntrant
from domain.tournaments.rounds.commands import PairRound
from domain.tournaments.settings import RoundPlan, Schedule
from service.platform.sources import time_of_day
from service.processes.worker import work
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.service.platform.test_schedule import scheduling
from tests.support.clock import MovableClock
from tests.support.opened_tables import EVENS
from tests.support.tournaments import (
    KNOCK_OUT,
    NIGHT,
    ROUND_ROBIN,
    SWISS,
    by_id,
    created,
    end,
    enters,
    of,
    open_tables,
    play_to_the_end,
    player,
    proposal,
    seated,
    settle,
    started,
)
from tests.support.waiting import until


def test_a_swiss_of_eight_pairs_plays_three_rounds_automatically(at_work: Service):
    settings = dataclasses.replace(SWISS, tie_breaks=("buchholz", "wins"))
    tournament, field = started(at_work, settings, 8)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    matches = [match for round_ in ended.rounds for match in round_.paired.matches]
    assert len(matches) == 12
    assert len({frozenset(match) for match in matches}) == 12, "nobody meets twice"
    assert all(round_.closed_at is not None and round_.is_over for round_ in ended.rounds)
    met: dict[str, list[str]] = {entrant: [] for entrant in field}
    won: Counter[str] = Counter()
    for round_ in ended.rounds:
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            assert result is not None
            met[match.first].append(match.second)
            met[match.second].append(match.first)
            won[match.first if result.first > result.second else match.second] += 1
    expected = sorted(field, key=lambda each: (won[each], sum(won[other] for other in met[each])), reverse=True)
    ranked = at_work.tournaments.standings(tournament)
    assert [(each.points, each.values[0].value) for each in ranked] == [
        (100 * won[each], sum(won[other] for other in met[each])) for each in expected
    ]
    assert {each.entrant: each.points for each in ranked} == {each: 100 * won[each] for each in field}


def test_the_players_of_a_match_sit_on_their_sides_and_the_winning_side_wins_it(at_work: Service):
    tournament, _ = started(at_work, SWISS, 4)
    settle(at_work)
    before = of(at_work, tournament)
    [round_] = before.rounds

    for (table,), match in zip(round_.tables, round_.paired.matches, strict=True):
        players = seated(at_work.table_cache.newest(table).table)
        entries = [before.entry(side) for side in match]
        assert [entry.players for entry in entries if entry] == [tuple(players[::2]), tuple(players[1::2])]
        end(at_work, table, EVENS)
    settle(at_work)

    assert [
        result and (result.first, result.second, result.kind) for result in of(at_work, tournament).rounds[0].results
    ] == [(100, 0, "played")] * 2


def test_in_a_round_robin_all_entrants_meet(at_work: Service):
    tournament, field = started(at_work, ROUND_ROBIN, 5)

    ended = play_to_the_end(at_work, tournament, by_id)

    met = Counter(frozenset(match) for round_ in ended.rounds for match in round_.paired.matches)
    assert met == {frozenset(two): 1 for two in combinations(field, 2)}
    assert [len(round_.paired.byes) for round_ in ended.rounds] == [1] * 5
    captains = {entry.id: min(entry.players) for entry in ended.entries}
    ranked = [each.entrant for each in at_work.tournaments.standings(tournament)]
    assert ranked == sorted(field, key=captains.__getitem__)


def test_a_knock_out_ends_with_one_winner_and_replays_drawn_matches(at_work: Service):
    tournament, field = started(at_work, KNOCK_OUT, 5)
    drawn: set[frozenset[str]] = set()

    def drawn_at_first(table):
        meeting = frozenset(seated(table))
        if meeting in drawn:
            return by_id(table)
        drawn.add(meeting)
        return ()

    ended = play_to_the_end(at_work, tournament, drawn_at_first)

    assert ended.status == "finished"
    assert [len(linked) for round_ in ended.rounds for linked in round_.tables] == [2] * 4
    captains = {entry.id: min(entry.players) for entry in ended.entries}
    ranked = at_work.tournaments.standings(tournament)
    assert ranked[0].entrant == min(field, key=captains.__getitem__)
    assert sorted(each.rank for each in ranked) == [1, 2, 3, 3, 5]


def test_a_night_gives_eight_players_new_partners_in_every_round(at_work: Service):
    tournament, field = started(at_work, NIGHT, 8)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert ended.status == "finished"
    partners = Counter(
        frozenset(side.split("+")) for each in ended.rounds for match in each.paired.matches for side in match
    )
    assert set(partners.values()) == {1}
    points: Counter[str] = Counter()
    for round_ in ended.rounds:
        assert {each for match in round_.paired.matches for side in match for each in side.split("+")} == set(field)
        for match, result in zip(round_.paired.matches, round_.results, strict=True):
            assert result is not None
            for side, worth in zip(match, result, strict=False):
                points.update(dict.fromkeys(side.split("+"), worth))
    standings = at_work.tournaments.standings(tournament)
    assert {each.entrant: each.points for each in standings} == {each: points[each] for each in field}
    assert all(each.played == 3 for each in standings)


@pytest.mark.slow
def test_scheduler_and_worker_complete_a_tournament(at_work: Service):
    tournament, _ = started(at_work, dataclasses.replace(SWISS, figures={"rounds": 2}), 4)

    def goes_on() -> bool:
        for table in open_tables(at_work, tournament):
            end(at_work, table, EVENS)
        work(at_work, ["tables"], burst=True)
        return of(at_work, tournament).status == "finished"

    with scheduling(at_work.settings):
        until(goes_on, "end of the tournament")
    assert [len(round_.paired.matches) for round_ in of(at_work, tournament).rounds] == [2, 2]


def test_a_tournament_opens_closes_and_starts_on_schedule(at_work: Service, clock: MovableClock):
    now = time_of_day()
    times = [Instant(now + hours * HOUR_MS) for hours in (1, 2, 3)]
    schedule = Schedule(opens_at=times[0], closes_at=times[1], starts_at=times[2])
    tournament, _ = created(at_work, dataclasses.replace(SWISS, schedule=schedule))
    statuses = [of(at_work, tournament).status]

    for hours in (1, 2, 3):
        clock.be_ahead(hours * 3600 + 60)
        continue_tournament(tournament)
        statuses.append(of(at_work, tournament).status)
        if hours == 1:
            for _ in range(2):
                enters(at_work, tournament, player(at_work), player(at_work))
        clock.be_ahead(0)

    assert statuses == ["announced", "registration", "closed", "running"]
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1]


def test_a_match_that_is_not_played_in_time_is_lost_by_the_absent_side(at_work: Service, clock: MovableClock):
    plan = RoundPlan("window", window_s=3600, adjudication="absent_loses")
    tournament, _ = started(at_work, dataclasses.replace(SWISS, rounds=plan), 4)
    settle(at_work)
    first, second = open_tables(at_work, tournament)
    end(at_work, first, EVENS)
    [asked] = {
        at_work.table_cache.newest(second).table.game.asked(at_work.table_cache.newest(second).table.match)[0].seat % 2
    }
    clock.be_ahead(3700)

    continue_tournament(tournament)

    one, other = of(at_work, tournament).rounds[0].results
    assert one is not None
    assert other is not None
    assert (one.first, one.second, one.kind) == (100, 0, "played")
    assert other.kind in ("forfeit", "double_forfeit")
    assert (other.second if asked == 0 else other.first) in (100, 0)
    assert of(at_work, tournament).rounds[0].closed_at is not None


def test_a_paused_tournament_pairs_no_round_and_opens_no_table(at_work: Service):
    tournament, owner = created(at_work, SWISS)
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    pause, resume = PauseTournament(owner, "lunch"), ResumeTournament(owner)

    at_work.tournaments.carry_out(tournament, pause)
    assert continue_tournament(tournament) == 0
    at_work.tournaments.carry_out(tournament, resume)
    proposed = proposal(at_work, tournament)
    assert proposed.round is not None
    at_work.tournaments.carry_out(tournament, PairRound(owner, proposed.round, proposed.seed))
    at_work.tournaments.carry_out(tournament, pause)
    assert continue_tournament(tournament) == 0
    at_work.tournaments.carry_out(tournament, resume)
    continue_tournament(tournament)

    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]


def test_a_tournament_ends_when_all_but_one_have_withdrawn(at_work: Service):
    tournament, field = started(at_work, SWISS, 2)
    continue_tournament(tournament)
    captain = of(at_work, tournament).entries[0].captain
    at_work.tournaments.carry_out(tournament, WithdrawEntrant(captain, field[0]))

    continue_tournament(tournament)

    assert of(at_work, tournament).status == "finished"


def test_a_tournament_that_can_never_be_paired_again_ends_automatically(at_work: Service):
    tournament, _ = started(at_work, dataclasses.replace(SWISS, figures={"rounds": 2}), 2)

    ended = play_to_the_end(at_work, tournament, by_id)

    assert (ended.status, len(ended.rounds)) == ("finished", 1)
    assert continue_tournament(tournament) == 0
