"""A series opens its tournaments automatically when their occurrences are due."""

import dataclasses
from datetime import UTC, datetime

import pytest

from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.kernel.instants import HOUR_MS, Instant, instant_of
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.series.decide import EndSeries, SkipOccurrence
from domain.tournaments.series.events import OccurrenceMissed, OccurrenceOpened, SeriesEnded
from service.platform.queue.job_queue import JobQueue
from service.platform.sources import time_of_day
from service.platform.store.checks import check_store, refold
from service.processes.rebuild import rebuild
from service.processes.worker import work
from service.series.events import series_of, stream_of
from service.series.jobs import SeriesDispatch, open_tournaments
from service.tables.dispatch import TableDispatch
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.service.platform.test_schedule import scheduling
from tests.support.clock import MovableClock
from tests.support.series import (
    CREATED,
    DAY_S,
    FRIDAYS,
    STARTS,
    TEMPLATE,
    WEEK_MS,
    WEEKLY,
    created,
    hours_before,
    key_of,
    tournaments_of,
)
from tests.support.series_processes import events, follow
from tests.support.tournaments import by_id, enters, of, open_tables, play_to_the_end, player
from tests.support.waiting import until


def test_a_weekly_night_is_created_once_and_played_every_week(at_work: Service, clock: MovableClock):
    now = time_of_day()
    first = datetime.fromtimestamp(now / 1000 + 9 * DAY_S, UTC).replace(minute=0)
    recurrence = dataclasses.replace(FRIDAYS, rule="FREQ=WEEKLY", first=first.strftime("%Y-%m-%dT%H:%M"))
    plan = dataclasses.replace(WEEKLY, recurrence=recurrence, check_in_s=None, opens_before_s=36 * 3600)
    series, owner = created(at_work, plan, now)

    for week in range(3):
        starts_at = Instant(instant_of(first.replace(second=0, microsecond=0)) + week * WEEK_MS)
        clock.stop_at(Instant(starts_at - 48 * HOUR_MS - 1))
        assert open_tournaments(series) == 0
        clock.stop_at(Instant(starts_at - 48 * HOUR_MS))
        assert [open_tournaments(series), open_tournaments(series)] == [1, 0]
        *_, tournament = tournaments_of(at_work, series)
        assert of(at_work, tournament).status == "announced"
        clock.stop_at(Instant(starts_at - 36 * HOUR_MS))
        continue_tournament(tournament)
        assert of(at_work, tournament).status == "registration"
        for _ in range(8):
            enters(at_work, tournament, player(at_work))
        clock.stop_at(starts_at)
        continue_tournament(tournament)
        night = of(at_work, tournament)
        assert (night.status, night.role_of(owner), night.settings.series) == ("running", "owner", series)
        assert night.settings.is_rated
        tables = [at_work.table_cache.newest(table).table for table in open_tables(at_work, tournament)]
        assert [LEVEL_NAMES[table.rules.initial_level] for table in tables] == ["8"] * 2
        assert play_to_the_end(at_work, tournament, by_id).status == "finished"

    assert len(tournaments_of(at_work, series)) == 3


def test_opened_tournaments_have_the_settings_of_the_template_and_the_times_of_the_occurrence(service: Service):
    plan = dataclasses.replace(WEEKLY, opens_before_s=DAY_S, closes_before_s=3600, check_in_s=1800)
    series, owner = created(service, plan)

    assert service.series_process.take_due_steps(series, hours_before(0, 48)) == 1

    [tournament] = tournaments_of(service, series)
    night = of(service, tournament)
    schedule = night.settings.schedule
    assert (schedule.starts_at, schedule.check_in_s) == (STARTS, 1800)
    assert (schedule.opens_at, schedule.closes_at) == (hours_before(0, 24), hours_before(0, 1))
    assert dataclasses.replace(night.settings, schedule=TEMPLATE.schedule, series=None) == TEMPLATE
    assert night.staff == ((owner, "owner"),)
    assert events(service, series)[-1] == OccurrenceOpened(key_of(0), STARTS, tournament)


def test_missed_occurrences_are_recorded_and_not_opened_late(service: Service):
    series, _ = created(service)

    assert service.series_process.take_due_steps(series, hours_before(3, 47)) == 4

    assert events(service, series)[1:] == [
        *(OccurrenceMissed(key_of(week), Instant(STARTS + week * WEEK_MS), "too_late") for week in range(3)),
        OccurrenceOpened(key_of(3), Instant(STARTS + 3 * WEEK_MS), tournaments_of(service, series)[0]),
    ]
    assert len(tournaments_of(service, series)) == 1


def test_an_occurrence_can_be_opened_late_until_registration_would_be_over(service: Service):
    plan = dataclasses.replace(WEEKLY, closes_before_s=3600)
    late, too_late = created(service, plan)[0], created(service, plan)[0]

    service.series_process.take_due_steps(late, Instant(hours_before(0, 1) - 1))
    service.series_process.take_due_steps(too_late, hours_before(0, 1))

    assert isinstance(events(service, late)[-1], OccurrenceOpened)
    assert isinstance(events(service, too_late)[-1], OccurrenceMissed)


def test_a_series_ends_with_its_rule(service: Service):
    ending = dataclasses.replace(WEEKLY, recurrence=dataclasses.replace(FRIDAYS, rule="FREQ=WEEKLY;COUNT=2"))
    series, _ = created(service, ending)
    service.series_process.take_due_steps(series, hours_before(0, 48))
    assert not service.series.at(series).series.has_ended

    service.series_process.take_due_steps(series, hours_before(1, 48))

    assert events(service, series)[-1] == SeriesEnded(None)
    assert service.series_process.take_due_steps(series, hours_before(9, 48)) == 0
    assert len(tournaments_of(service, series)) == 2


def test_an_occurrence_with_an_outdated_template_is_missed_and_the_series_continues(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    series, _ = created(service)

    def refuses(*_: object) -> None:
        raise FormatDoesNotFit("impossible settings", hint="ask for another")

    with monkeypatch.context() as patched:
        patched.setattr("service.tournaments.handlers.checked_format", refuses)
        assert service.series_process.take_due_steps(series, hours_before(0, 48)) == 1
    assert events(service, series)[-1] == OccurrenceMissed(key_of(0), STARTS, "format_does_not_fit")
    assert service.series_process.take_due_steps(series, hours_before(1, 48)) == 1

    assert len(tournaments_of(service, series)) == 1


def end_all(service: Service) -> None:
    """Ends the series of other tests, because more of them become due over time."""
    with service.database.session() as session:
        due = session.execute(
            "SELECT stream FROM shengji.head WHERE stream LIKE 'series-%%' AND turn_due_at IS NOT NULL"
        ).fetchall()
    for (stream,) in due:
        series = series_of(stream)
        service.series.carry_out(series, EndSeries(service.series.at(series).series.owner), now=CREATED)


@pytest.mark.slow
def test_scheduler_and_worker_open_due_occurrences_after_redis_is_emptied(at_work: Service, queue: JobQueue):
    end_all(at_work)
    now = time_of_day()
    first = datetime.fromtimestamp(now / 1000 + 3600, UTC).strftime("%Y-%m-%dT%H:%M")
    plan = dataclasses.replace(WEEKLY, recurrence=dataclasses.replace(FRIDAYS, rule="FREQ=DAILY", first=first))
    series, _ = created(at_work, plan, now)
    assert SeriesDispatch(at_work.database, queue, 1.0).poll() >= 1
    queue.redis.flushall()

    def opens() -> bool:
        work(at_work, ["tables"], burst=True)
        return len(tournaments_of(at_work, series)) == 2

    with scheduling(at_work.settings):
        until(opens, "second occurrence")
        until(lambda: series in [each.id for each in at_work.series.list_page()], "listed series")
    assert open_tournaments(series) == 0


def test_due_series_are_found_by_their_head_alone(at_work: Service, queue: JobQueue):
    series, _ = created(at_work)
    with at_work.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET turn_due_at = now() - interval '1 s' WHERE stream = $1", [f"series-{series}"]
        )
    TableDispatch(at_work.database, at_work.store, queue, bot_grace_s=1.0).queue_expired(5.0)
    assert not [job for job in queue.queues["tables"].job_ids if series in job]

    # Long enough that no job counts as lost at the third check.
    again_s = 3600.0
    dispatch = SeriesDispatch(at_work.database, queue, again_s)
    dispatch.poll()
    dispatch.poll()
    SeriesDispatch(at_work.database, queue, again_s).poll()

    assert len([job for job in queue.queues["tables"].job_ids if series in job]) == 1
    assert refold(at_work.database, lambda *_: None) == [f"series-{series}"]


def test_a_job_for_an_unknown_series_does_nothing(at_work: Service):
    assert open_tournaments("ser_" + "0" * 26) == 0


def test_the_store_check_passes_and_rebuilt_lists_are_the_same(service: Service):
    series, owner = created(service)
    service.series_process.take_due_steps(series, hours_before(1, 48))
    service.series.carry_out(series, SkipOccurrence(owner, key_of(3)), now=hours_before(1, 47))
    ended, by = created(service)
    service.series.carry_out(ended, EndSeries(by))
    follow(service)
    before = service.series.list_page(limit=200)

    assert check_store(service.database, lambda *_: None) == []
    rebuild(service.settings.database_url, service.settings.database_role, lambda *_: None)
    assert service.series.list_page(limit=200) == before
    with service.database.session() as session:
        # A state of another release is not read.
        session.execute(
            "UPDATE shengji.head SET state_revision = 99, state = '{}' WHERE stream = $1", [stream_of(series)]
        )
    assert service.series.at(series).series.done_of(key_of(3)) is not None


def test_lists_show_when_the_next_tournament_opens(service: Service):
    series, owner = created(service)
    service.series_process.take_due_steps(series, hours_before(0, 48))
    follow(service)

    [listed] = service.series.list_page(owner=owner)
    assert instant_of(listed.opens_next_at) == hours_before(1, 48)
    assert (listed.id, listed.name, listed.status, listed.rated) == (series, "Sheng Ji Night", "running", True)
    assert service.series.list_page(owner=owner, status="ended") == []
