"""Jobs find due tournaments in the store and do their work once, despite crashes and concurrent commands."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.kernel.instants import HOUR_MS, Instant
from domain.tournaments.commands import StartTournament
from domain.tournaments.entrants.commands import CallSubstitute, OfferToSubstitute
from domain.tournaments.entrants.gates import Applicant
from domain.tournaments.rounds.commands import PairAgain, PairRound
from domain.tournaments.settings import Schedule
from domain.tournaments.terms import Match, Round
from service.platform.queue.job_queue import JobQueue
from service.platform.sources import time_of_day
from service.platform.store.checks import refold
from service.processes.worker import work
from service.tables.dispatch import TableDispatch
from service.tournaments.jobs import TournamentDispatch, continue_tournament
from service.tournaments.process import TournamentStep
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.fixtures import limited
from tests.support.opened_tables import EVENS, opened, settle_until_linking
from tests.support.tournaments import (
    SWISS,
    created,
    end,
    enters,
    follow,
    noted,
    of,
    open_tables,
    player,
    proposal,
    seated,
    settle,
    started,
)


def test_two_concurrent_runs_of_a_job_open_one_table_per_match(at_work: Service):
    tournament, _ = started(at_work, SWISS, 8)

    with ThreadPoolExecutor(4) as at_once:
        list(at_once.map(continue_tournament, [tournament] * 4))

    now = of(at_work, tournament)
    assert [len(linked) for linked in now.rounds[0].tables] == [1] * 4
    assert list(opened(at_work, tournament).values()) == [1] * 4
    assert continue_tournament(tournament) == 0


def test_a_crash_between_opening_a_table_and_linking_it_leaves_no_second_table(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    tournament, _ = started(at_work, SWISS, 4)
    settle_until_linking(at_work, tournament, monkeypatch)
    assert list(opened(at_work, tournament).values()) == [1, 1]
    assert of(at_work, tournament).rounds[0].tables == ((), ())

    settle(at_work)

    assert list(opened(at_work, tournament).values()) == [1, 1]
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]


def test_a_player_replaced_between_opening_a_table_and_linking_it_does_not_play(
    at_work: Service, monkeypatch: pytest.MonkeyPatch
):
    tournament, _ = started(at_work, SWISS, 2)
    entry = of(at_work, tournament).entries[0]
    captain, partner = entry.players
    substitute = player(at_work)
    at_work.tournaments.carry_out(tournament, OfferToSubstitute(substitute, Applicant(substitute)))
    settle_until_linking(at_work, tournament, monkeypatch)
    at_work.tournaments.carry_out(tournament, CallSubstitute(captain, entry.id, substitute, partner))

    settle(at_work)

    [[table]] = of(at_work, tournament).rounds[0].tables
    players = seated(at_work.table_cache.newest(table).table)
    assert substitute in players
    assert partner not in players


@pytest.mark.slow
def test_nothing_is_lost_when_redis_is_emptied(at_work: Service, queue: JobQueue):
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    assert TournamentDispatch(at_work.database, queue, 1.0).poll() >= 1
    queue.redis.flushall()

    TournamentDispatch(at_work.database, queue, 1.0).poll()
    work(at_work, burst=True)

    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]
    for table in open_tables(at_work, tournament):
        end(at_work, table, EVENS)
    follow(at_work)
    queue.redis.flushall()
    TournamentDispatch(at_work.database, queue, 1.0).poll()
    work(at_work, burst=True)

    assert of(at_work, tournament).rounds[0].closed_at is not None
    assert len(of(at_work, tournament).rounds) == 2


def test_a_job_is_queued_once_and_again_when_it_is_lost(at_work: Service, queue: JobQueue):
    settle(at_work)
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    # Long enough that no job counts as lost at the third check.
    again_s = 3600.0
    dispatch = TournamentDispatch(at_work.database, queue, again_s)

    assert [dispatch.poll(), dispatch.poll(), TournamentDispatch(at_work.database, queue, again_s).poll()] == [1, 0, 0]
    [first] = queue.queues["tables"].job_ids
    assert tournament in first
    queue.queues["tables"].pop_job_id()  # A worker took the job and died with it: its id stays in use.
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.tournament_work SET since = now() - interval '10 h'")
    assert dispatch.poll() == 1
    assert queue.queues["tables"].job_ids == [first]


def test_a_job_for_a_tournament_that_is_still_queued_is_not_queued_again(at_work: Service, queue: JobQueue):
    settle(at_work)
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    dispatch = TournamentDispatch(at_work.database, queue, 1.0)
    assert dispatch.poll() == 1
    waiting = queue.queues["tables"].job_ids

    for hours in (1, 10, 100):
        with at_work.database.session() as session:
            session.execute("UPDATE shengji.tournament_work SET since = now() - make_interval(hours => $1)", [hours])
        assert dispatch.poll() == 0
    assert queue.queues["tables"].job_ids == waiting
    assert tournament in waiting[0]


def test_events_during_a_job_are_handled_by_another_job(at_work: Service, monkeypatch: pytest.MonkeyPatch):
    tournament, _ = started(at_work, SWISS, 4)
    follow(at_work)
    read = at_work.database.read

    def something_happens(statement, arguments=None):
        rows = read(statement, arguments)
        if statement == "tournament_mark":
            at_work.database.run("note_tournament_work", {"tournaments": [tournament], "tables": []})
        return rows

    monkeypatch.setattr(at_work.database, "read", something_happens)
    continue_tournament(tournament)
    monkeypatch.undo()

    assert tournament in noted(at_work)


@pytest.mark.slow
def test_a_job_yields_after_a_while_and_continues_later(
    at_work: Service, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
):
    tournament, _ = started(at_work, SWISS, 4)
    monkeypatch.setattr(WorkerContext, "service", limited(at_work, job_s=0.0))

    assert [continue_tournament(tournament), continue_tournament(tournament)] == [1, 1]
    assert sorted(len(linked) for linked in of(at_work, tournament).rounds[0].tables) == [0, 1]
    assert [job for job in queue.queues["tables"].job_ids if tournament in job]
    work(WorkerContext.service, burst=True)
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]

    for table in open_tables(at_work, tournament):
        end(at_work, table, EVENS)
    assert continue_tournament(tournament) == 1
    assert of(at_work, tournament).rounds[0].open_matches() == [2]


def test_due_tournaments_are_found_by_their_head_alone(at_work: Service, queue: JobQueue):
    starts = Schedule(starts_at=Instant(time_of_day() + HOUR_MS))
    tournament, _ = created(at_work, dataclasses.replace(SWISS, schedule=starts))
    settle(at_work)
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET turn_due_at = now() - interval '1 s' WHERE stream = $1",
            [f"tournament-{tournament}"],
        )
    tables = TableDispatch(at_work.database, at_work.store, queue, bot_grace_s=1.0)

    tables.queue_expired(5.0)
    assert not [job for job in queue.queues["tables"].job_ids if tournament in job]
    TournamentDispatch(at_work.database, queue, 1.0).poll()
    assert [job for job in queue.queues["tables"].job_ids if tournament in job]
    assert refold(at_work.database, lambda *_: None) == [f"tournament-{tournament}"]


def test_a_re_paired_round_gets_new_tables(at_work: Service):
    tournament, owner = created(at_work, SWISS)
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    continue_tournament(tournament)
    [round_] = of(at_work, tournament).rounds
    (one, two), (three, four) = round_.paired.matches

    again = Round(1, (Match(one, three), Match(two, four)))
    at_work.tournaments.carry_out(tournament, PairAgain(owner, again, b"by hand", "they are sisters"))
    continue_tournament(tournament)

    [anew] = of(at_work, tournament).rounds
    assert anew.paired.matches == again.matches
    assert [len(linked) for linked in anew.tables] == [1, 1]
    assert not {table for linked in round_.tables for table in linked} & {
        each for linked in anew.tables for each in linked
    }


def test_an_outdated_job_links_no_table_after_a_round_is_re_paired(at_work: Service):
    tournament, owner = created(at_work, SWISS)
    for _ in range(4):
        enters(at_work, tournament, player(at_work), player(at_work))
    at_work.tournaments.carry_out(tournament, StartTournament(owner))
    proposed = proposal(at_work, tournament)
    assert proposed.round is not None
    at_work.tournaments.carry_out(tournament, PairRound(owner, proposed.round, proposed.seed))
    looked = TournamentStep(at_work, tournament)
    (one, two), (three, four) = proposed.round.matches
    again = Round(1, (Match(one, three), Match(two, four)))
    at_work.tournaments.carry_out(tournament, PairAgain(owner, again, b"by hand", "they are sisters"))

    assert looked.do(), "the tournament has changed"

    assert of(at_work, tournament).rounds[0].tables == ((), ())


def test_failing_tournaments_do_not_block_others(at_work: Service):
    with at_work.database.session() as session:
        session.execute(
            "INSERT INTO shengji.tournament_work (tournament_id, since) "
            "SELECT 'trn_stuck' || number, now() - interval '1 day' FROM generate_series(1, 5) AS number"
        )
    tournament, _ = started(at_work, SWISS, 2)
    follow(at_work)

    looks = (at_work.database.read("tournament_work", {"limit": 5}) for _ in range(200))
    assert any(tournament == each for look in looks for each, *_ in look)

    with at_work.database.session() as session:
        session.execute("DELETE FROM shengji.tournament_work WHERE tournament_id LIKE 'trn_stuck%%'")
