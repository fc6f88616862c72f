"""Workers pause and resume the tables of a tournament exactly once, however late, often or interrupted they are."""

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from domain.table.asking import asking
from domain.table.commands import PauseTable, ResumeTable, VacateSeat
from domain.table.events import TablePaused, TableResumed
from domain.tournaments.commands import PauseTournament, ResumeTournament
from service.platform.queue.job_queue import JobQueue
from service.tables.bot_queue import queue_bot_turns
from service.tables.bot_turns import play_bot_turns
from service.tables.handlers import Tables
from service.tournaments.jobs import continue_tournament
from service.tournaments.process import TournamentStep
from service.wiring import Service
from tests.support.duplicate_tournaments import BOARDS
from tests.support.opened_tables import EVENS, owner_of, playing
from tests.support.tournaments import end, follow, noted, of, open_tables, settle


def pause(service: Service, tournament: str) -> None:
    service.tournaments.carry_out(tournament, PauseTournament(owner_of(service, tournament), "no light"))


def resume(service: Service, tournament: str) -> None:
    service.tournaments.carry_out(tournament, ResumeTournament(owner_of(service, tournament)))


def pauses(service: Service, table: str) -> list[type]:
    """Returns the kinds of events of pauses of a table, in order."""
    return [
        type(each.event)
        for each in service.table_cache.since(table, 0)
        if isinstance(each.event, TablePaused | TableResumed)
    ]


def is_paused(service: Service, table: str) -> bool:
    return service.table_cache.newest(table).table.paused_at is not None


def dies_at(monkeypatch: pytest.MonkeyPatch, command: type, place: int, work: Callable[[], object]) -> None:
    """Does work with a worker that is killed before it gives a command of this type for the nth time."""
    carry_out, seen = Tables.carry_out, []

    def dies(self, table_id, asked, **more):
        if isinstance(asked, command):
            seen.append(table_id)
            if len(seen) == place:
                raise MemoryError
        return carry_out(self, table_id, asked, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Tables, "carry_out", dies)
        with pytest.raises(MemoryError):
            work()


@pytest.mark.parametrize("place", [1, 2])
def test_a_crash_between_the_pause_and_its_tables_is_made_up_for(
    at_work: Service, monkeypatch: pytest.MonkeyPatch, place: int
):
    tournament, tables = playing(at_work)
    pause(at_work, tournament)
    dies_at(monkeypatch, PauseTable, place, lambda: continue_tournament(tournament))
    paused_at = of(at_work, tournament).paused_at

    settle(at_work)

    assert [at_work.table_cache.newest(table).table.paused_at for table in tables] == [paused_at] * 2
    resume(at_work, tournament)
    dies_at(monkeypatch, ResumeTable, place, lambda: continue_tournament(tournament))
    settle(at_work)
    assert [pauses(at_work, table) for table in tables] == [[TablePaused, TableResumed]] * 2


def test_concurrent_and_repeated_jobs_pause_and_resume_each_table_once(at_work: Service):
    tournament, tables = playing(at_work)
    for change in (pause, resume, pause):
        change(at_work, tournament)
        with ThreadPoolExecutor(4) as at_once:
            list(at_once.map(continue_tournament, [tournament] * 4))
        settle(at_work)

    assert [pauses(at_work, table) for table in tables] == [[TablePaused, TableResumed, TablePaused]] * 2
    assert continue_tournament(tournament) == 0


def test_a_worker_that_is_late_for_a_pause_cannot_repeat_it_after_its_end(at_work: Service):
    tournament, tables = playing(at_work)
    pause(at_work, tournament)
    late = TournamentStep(at_work, tournament)
    continue_tournament(tournament)
    resume(at_work, tournament)
    settle(at_work)

    late.do()

    assert not any(is_paused(at_work, table) for table in tables)


def test_a_table_that_a_late_worker_stops_after_the_pause_goes_on_even_if_that_worker_dies(at_work: Service):
    tournament, tables = playing(at_work)
    pause(at_work, tournament)
    late = TournamentStep(at_work, tournament)
    resume(at_work, tournament)
    settle(at_work)
    assert [pauses(at_work, table) for table in tables] == [[]] * 2
    assert late.do()
    assert any(is_paused(at_work, table) for table in tables)

    follow(at_work)

    assert noted(at_work) == [tournament]
    settle(at_work)
    assert not any(is_paused(at_work, table) for table in tables)


def test_a_table_that_a_late_worker_resumes_in_the_next_pause_stops_again(at_work: Service):
    tournament, tables = playing(at_work)
    pause(at_work, tournament)
    continue_tournament(tournament)
    resume(at_work, tournament)
    late = TournamentStep(at_work, tournament)
    pause(at_work, tournament)
    settle(at_work)
    assert late.do()

    settle(at_work)

    assert all(is_paused(at_work, table) for table in tables)
    resume(at_work, tournament)
    settle(at_work)
    assert not any(is_paused(at_work, table) for table in tables)


def test_bots_are_not_queued_in_a_pause_and_move_at_once_after_it(at_work: Service, queue: JobQueue):
    tournament, [table, _] = playing(at_work)
    [asked, *_] = asking(at_work.table_cache.newest(table).table)
    pause(at_work, tournament)
    settle(at_work)
    at_work.tables.carry_out(table, VacateSeat(asked.seat))
    assert queue_bot_turns(at_work.database, queue, [table]) == 0
    assert play_bot_turns(table, 0) == 0

    resume(at_work, tournament)
    settle(at_work)

    assert queue_bot_turns(at_work.database, queue, [table]) == 1
    assert play_bot_turns(table, 0) > 0


def test_results_wait_for_the_end_of_a_pause_and_no_table_is_opened_in_it(at_work: Service):
    tournament, tables = playing(at_work)
    end(at_work, tables[0], EVENS)
    pause(at_work, tournament)
    settle(at_work)
    assert open_tables(at_work, tournament) == tables[1:]
    resume(at_work, tournament)
    settle(at_work)
    end(at_work, tables[1], EVENS)
    settle(at_work)
    assert len(of(at_work, tournament).rounds) == 2


def test_the_next_board_waits_for_a_live_draw_and_for_a_pause(at_work: Service):
    play = dataclasses.replace(BOARDS.play, overrides={"deal_mode": "live_draw", "draw_seconds": 5})
    tournament, tables = playing(at_work, dataclasses.replace(BOARDS, play=play), 4)
    assert [len(linked) for linked in of(at_work, tournament).rounds[0].tables] == [1, 1]
    pause(at_work, tournament)
    settle(at_work)
    resume(at_work, tournament)
    settle(at_work)
    assert open_tables(at_work, tournament) == tables
