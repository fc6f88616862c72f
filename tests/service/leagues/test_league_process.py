"""Workers run leagues: they settle and start seasons, open divisions and follow them, each once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from domain.kernel.refusals import Refusal
from domain.tournaments.commands import CancelTournament
from domain.tournaments.entrants.commands import Register, WithdrawEntrant
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.events import TournamentStarted
from domain.tournaments.leagues.commands import EndLeague
from domain.tournaments.rounds.commands import OverrideResult, PairRound
from domain.tournaments.settings import RoundPlan
from domain.tournaments.terms import EntrantId, Points, Result
from service.leagues.handlers import Leagues
from service.leagues.jobs import LeagueDispatch, continue_league
from service.platform.queue.job_queue import JobQueue
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.processes.worker import work
from service.tables.dispatch import TableDispatch
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.service.platform.test_schedule import scheduling
from tests.support.clock import MovableClock
from tests.support.fixtures import limited
from tests.support.leagues import swapped
from tests.support.leagues_stored import (
    SEASON_S,
    WEEK_S,
    captains,
    created,
    follow,
    league_of,
    noted,
    plan,
    play_season,
    registers,
    season_of,
    settle,
)
from tests.support.tournaments import by_id, end, of, open_tables, player, proposal
from tests.support.tournaments import follow as follow_tournaments
from tests.support.waiting import until


@pytest.fixture
def at_work(at_work: Service) -> Iterator[Service]:
    """The context of the jobs. Remaining work is done at the end, so that other tests do not find it."""
    yield at_work
    settle(at_work)


def playing(service: Service, clock: MovableClock, members: int = 6, **changed: object) -> tuple[str, list[EntrantId]]:
    """Returns a league whose first season has begun with this many pairs."""
    league, _ = created(service, plan(**changed))
    entrants = [registers(service, league) for _ in range(members)]
    clock.be_ahead(3601)
    continue_league(league)
    assert season_of(service, league).status == "playing"
    return league, entrants


def versions(service: Service, league: str) -> list[str]:
    return [type(each.event).__name__ for each in service.leagues.since(league, 0)]


# ------------------------------------------------------------------------------------------------ whole seasons


def test_three_divisions_play_two_seasons_with_automatic_promotion_and_relegation(
    at_work: Service, clock: MovableClock
):
    league, entrants = playing(at_work, clock, 9)
    seasons = [season_of(at_work, league)]
    assert [len(each.members) for each in seasons[0].divisions] == [3, 3, 3]

    standings = []
    for number in (1, 2):
        ended = play_season(at_work, league, by_id)
        assert ended.status == "over"
        ranked = []
        for division in ended.divisions:
            lowest = captains(at_work, division.tournament)
            ranked.append(sorted(division.members, key=lowest.__getitem__))
            assert [each.entrant for each in division.standings] == ranked[-1]
            assert [each.points for each in division.standings] == [300, 200, 100], "each entrant has one bye"
        standings.append(ranked)
        clock.be_ahead(3601 + number * SEASON_S)
        continue_league(league)
        seasons.append(season_of(at_work, league))
        assert [set(each.members) for each in seasons[-1].divisions] == swapped(ranked, 1)

    assert [season.number for season in seasons] == [1, 2, 3]
    assert {each for division in seasons[-1].divisions for each in division.members} == set(entrants)
    tournaments = [division.tournament for season in seasons for division in season.divisions]
    assert len(set(tournaments)) == 9
    for season in seasons:
        for place, division in enumerate(season.divisions, start=1):
            found = of(at_work, division.tournament)
            assert found.order == division.members, "the league sets the seeds"
            assert found.settings.name == f"City {season.number}.{place}"
            assert found.settings.series == league


def test_withdrawals_and_newcomers_are_in_the_next_season(at_work: Service, clock: MovableClock):
    league, entrants = playing(at_work, clock)
    gone = league_of(at_work, league).member(entrants[0])
    at_work.leagues.carry_out(league, WithdrawEntrant(gone.players[0].player, gone.entrant))
    new = registers(at_work, league)
    play_season(at_work, league, by_id)
    clock.be_ahead(3601 + SEASON_S)
    continue_league(league)

    everybody = season_of(at_work, league).entrants()
    assert gone.entrant not in everybody
    assert new in season_of(at_work, league).divisions[-1].members
    assert everybody == {*entrants[1:], new}


@pytest.mark.slow
def test_scheduler_and_worker_complete_a_season(at_work: Service, clock: MovableClock):
    league, _ = created(at_work, plan(calendar=replace(plan().calendar, seasons=1)))
    for _ in range(2):
        registers(at_work, league)
    clock.be_ahead(3601)

    def goes_on() -> bool:
        season = league_of(at_work, league).season
        for division in season.divisions if season else ():
            for table in open_tables(at_work, division.tournament) if division.tournament else ():
                end(at_work, table, (0, 2))
        work(at_work, ["tables"], burst=True)
        return league_of(at_work, league).status == "ended"

    with scheduling(at_work.settings):
        until(goes_on, "end of the league")
    assert season_of(at_work, league).status == "over"


# -- repetitions and crashes -------------------------------------------------------------------------------------------


def test_two_concurrent_runs_of_a_job_open_one_tournament_per_division(at_work: Service, clock: MovableClock):
    league, _ = created(at_work)
    for _ in range(6):
        registers(at_work, league)
    clock.be_ahead(3601)

    with ThreadPoolExecutor(4) as at_once:
        list(at_once.map(continue_league, [league] * 4))

    happened = versions(at_work, league)
    assert [happened.count(each) for each in ("SeasonSettled", "SeasonStarted", "DivisionOpened")] == [1, 1, 2]
    assert continue_league(league) == 0
    for division in season_of(at_work, league).divisions:
        events = [each.event for each in at_work.tournaments.since(division.tournament, 0)]
        assert sum(isinstance(each, TournamentStarted) for each in events) == 1


def test_a_crash_between_creating_a_tournament_and_recording_it_leaves_no_second_one(
    at_work: Service, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
):
    league, _ = created(at_work)
    for _ in range(3):
        registers(at_work, league)
    clock.be_ahead(3601)
    carry_out = Leagues.carry_out

    def dies(self, league_id, command, **more):
        if type(command).__name__ == "RecordDivisionOpened":
            raise MemoryError
        return carry_out(self, league_id, command, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Leagues, "carry_out", dies)
        with pytest.raises(MemoryError):
            continue_league(league)
    before = {each.id for each in listed(at_work, league)}
    assert len(before) == 1

    settle(at_work)

    [division] = season_of(at_work, league).divisions
    assert {division.tournament} == before == {each.id for each in listed(at_work, league)}


def listed(service: Service, league: str) -> list:
    """Returns the tournaments of a league according to the lists."""
    follow_tournaments(service)
    return [each for each in service.tournaments.list_page(limit=1000) if each.series == league]


@pytest.mark.slow
def test_nothing_is_lost_when_redis_is_emptied(at_work: Service, queue: JobQueue, clock: MovableClock):
    league, _ = created(at_work)
    for _ in range(3):
        registers(at_work, league)
    clock.be_ahead(3601)
    follow(at_work)
    assert LeagueDispatch(at_work.database, queue, 1.0).poll() >= 1
    queue.redis.flushall()
    LeagueDispatch(at_work.database, queue, 1.0).poll()
    work(at_work, burst=True)
    [division] = season_of(at_work, league).divisions
    assert division.tournament

    queue.redis.flushall()
    at_work.tournaments.carry_out(division.tournament, CancelTournament(None, "no"))
    follow(at_work)
    queue.redis.flushall()
    LeagueDispatch(at_work.database, queue, 1.0).poll()
    work(at_work, burst=True)
    assert season_of(at_work, league).status == "over"


def test_due_leagues_are_found_by_their_head_alone(at_work: Service, queue: JobQueue):
    league, _ = created(at_work)
    settle(at_work)
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET turn_due_at = now() - interval '1 s' WHERE stream = $1", [f"league-{league}"]
        )

    TableDispatch(at_work.database, at_work.store, queue, bot_grace_s=1.0).queue_expired(5.0)
    assert not [job for job in queue.queues["tables"].job_ids if league in job]
    LeagueDispatch(at_work.database, queue, 1.0).poll()
    assert [job for job in queue.queues["tables"].job_ids if league in job]
    assert refold(at_work.database, lambda *_: None) == [f"league-{league}"]
    queue.redis.flushdb()


def test_the_end_of_a_tournament_makes_its_league_due(at_work: Service, clock: MovableClock):
    league, _ = playing(at_work, clock, 3)
    settle(at_work)
    assert league not in noted(at_work)
    [division] = season_of(at_work, league).divisions

    at_work.tournaments.carry_out(division.tournament, CancelTournament(None, "no"))
    follow(at_work)

    assert league in noted(at_work)


@pytest.mark.slow
def test_a_job_yields_after_a_while_and_continues_later(
    at_work: Service, queue: JobQueue, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
):
    league, _ = created(at_work)
    for _ in range(6):
        registers(at_work, league)
    clock.be_ahead(3601)
    monkeypatch.setattr(WorkerContext, "service", limited(at_work, job_s=0.0))

    assert [continue_league(league), continue_league(league)] == [1, 1]
    opened = [division.tournament is not None for division in season_of(at_work, league).divisions]
    assert sorted(opened) == [False, True]
    assert [job for job in queue.queues["tables"].job_ids if league in job]
    work(WorkerContext.service, burst=True)
    assert all(division.tournament for division in season_of(at_work, league).divisions)


# -- time, and special cases -------------------------------------------------------------------------------------------


def test_an_overdue_season_counts_the_current_standings(at_work: Service, clock: MovableClock):
    league, _ = playing(at_work, clock, 3)
    [division] = season_of(at_work, league).divisions
    clock.be_ahead(3601 + WEEK_S)

    continue_league(league)

    ended = season_of(at_work, league)
    assert ended.status == "over"
    assert [each.entrant for each in ended.divisions[0].standings] == list(division.members)
    found = of(at_work, division.tournament)
    assert found.status == "cancelled"
    cancelled = [each.event for each in at_work.tournaments.since(division.tournament, 0)][-1]
    assert (cancelled.by, cancelled.reason) == (None, "the season of the league is over")


def test_sealed_results_of_an_open_round_do_not_count(at_work: Service, clock: MovableClock):
    sealed = replace(plan().template, is_sealed=True, rounds=RoundPlan(is_automatic=False))
    league, _ = playing(at_work, clock, 3, template=sealed)
    [division] = season_of(at_work, league).divisions
    owner, _ = of(at_work, division.tournament).staff[0]
    proposed = proposal(at_work, division.tournament)
    at_work.tournaments.carry_out(division.tournament, PairRound(owner, proposed.round, proposed.seed))
    won = OverrideResult(owner, 1, 1, Result(Points(100), Points(0)), "as seen")
    at_work.tournaments.carry_out(division.tournament, won)
    clock.be_ahead(3601 + WEEK_S)

    continue_league(league)

    points = {each.entrant: each.points for each in season_of(at_work, league).divisions[0].standings}
    winner, loser = proposed.round.matches[0]
    assert points[winner] == points[loser] == 0


def test_a_division_tournament_can_be_entered_only_through_the_league(at_work: Service, clock: MovableClock):
    league, _ = playing(at_work, clock, 3)
    [division] = season_of(at_work, league).divisions
    stranger = player(at_work)

    with pytest.raises(Refusal) as raised:
        at_work.tournaments.carry_out(
            division.tournament, Register(stranger, EntrantId("x"), Applicant(stranger), partners=(player(at_work),))
        )
    assert raised.value.code() == "registration_not_open"


def test_an_ended_league_completes_its_season(at_work: Service, clock: MovableClock):
    league, owner = created(at_work)
    for _ in range(2):
        registers(at_work, league)
    clock.be_ahead(3601)
    continue_league(league)
    at_work.leagues.carry_out(league, EndLeague(owner, "enough"))

    ended = play_season(at_work, league, by_id)

    assert ended.status == "over"
    assert league_of(at_work, league).status == "ended"


# ------------------------------------------------------------------------------------------------ the store


@pytest.mark.slow
def test_read_models_contain_past_seasons_and_are_the_same_after_a_rebuild(
    at_work: Service, clock: MovableClock, database_url: str
):
    league, _ = playing(at_work, clock)
    play_season(at_work, league, by_id)
    clock.be_ahead(3601 + SEASON_S)
    continue_league(league)
    settle(at_work)
    before = (at_work.leagues.list_page(limit=1000), [at_work.leagues.past(league, number) for number in (1, 2)])
    past, divisions = before[1][0]
    assert past.status == "over"
    assert {move["before"] for move in past.moves} == {None}
    assert [each["before"] for each in past.next_moves] == [1, 1, 1, 2, 2, 2]
    assert [len(each.standings) for each in divisions] == [3, 3]
    assert at_work.leagues.past(league, 3) is None

    rebuild(database_url, "shengji_app", lambda *_: None)

    assert before == (
        at_work.leagues.list_page(limit=1000),
        [at_work.leagues.past(league, number) for number in (1, 2)],
    )
    assert league in noted(at_work)
    assert check_store(at_work.database, lambda *_: None) == []
