"""A series opens its tournaments automatically: each once, despite crashes and concurrent workers."""

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.kernel.instants import DAY_MS, HOUR_MS, Instant, instant_of
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.refusals import FormatDoesNotFit
from domain.tournaments.series.decide import ChangeSeries, EndSeries, SkipOccurrence
from domain.tournaments.series.events import (
    OccurrenceMissed,
    OccurrenceOpened,
    OccurrenceSkipped,
    SeriesCreated,
    SeriesEnded,
)
from domain.tournaments.series.plan import LocalStart
from service.platform.queue.job_queue import JobQueue
from service.platform.sources import time_of_day
from service.platform.store.checks import check_store, refold
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, NotTogether
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.stream_repository import StaleVersion
from service.processes.rebuild import rebuild
from service.processes.worker import work
from service.series.events import series_of, stream_of
from service.series.handlers import AllSeries, NoSuchSeries, TooManySeries
from service.series.jobs import SeriesDispatch, open_tournaments
from service.series.process import SeriesProcess
from service.series.projections import SeriesProjection
from service.tables.dispatch import TableDispatch
from service.tournaments.jobs import continue_tournament
from service.wiring import Service
from tests.service.platform.test_schedule import scheduling
from tests.support.chance import new_uuid
from tests.support.clock import MovableClock
from tests.support.fixtures import SOURCES, limited
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
from tests.support.tournaments import by_id, enters, of, open_tables, play_to_the_end, player
from tests.support.waiting import until


def follow(service: Service) -> None:
    projection = SeriesProjection(service.database, service.store)
    while projection.catch_up():
        pass


def events(service: Service, series: str) -> list[object]:
    return [each.event for each in service.series.since(series, 0)]


def process_of(service: Service) -> AllSeries:
    """Returns the series as another process sees them."""
    known = service.accounts, service.tournaments, SOURCES
    return AllSeries(service.database, service.store, service.notifier, *known)


def process_in(service: Service) -> SeriesProcess:
    """The process of series as another process runs it."""
    return SeriesProcess(process_of(service), service.store, service.notifier, service.accounts, service.tournaments)


# ------------------------------------------------------------------------------------------------ weeks


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


# ------------------------------------------------------------------------------------------------ exactly once


HOURS = st.sampled_from([3, 20, 45, 50, 100, 170, 400])
ACTIONS = st.one_of(
    st.tuples(st.just("wait"), HOURS),
    st.tuples(st.just("run"), st.just(0)),
    st.tuples(st.sampled_from(["killed before", "killed within", "killed after"]), st.integers(1, 3)),
    st.tuples(st.sampled_from(["overtaken", "skip", "skipped meanwhile", "two at once"]), st.just(0)),
)


class Killed(BaseException):
    """The process dies here."""


class Expected:
    """Computes the expected outcome of each week independently of the service."""

    def __init__(self) -> None:
        self.of_week: dict[int, str] = {}

    def run(self, now: int, steps: float = float("inf")) -> None:
        week = 0
        while steps and now >= STARTS + week * WEEK_MS - 2 * DAY_MS:
            if week not in self.of_week:
                self.of_week[week] = "opened" if now < STARTS + week * WEEK_MS else "missed"
                steps -= 1
            week += 1

    def skip(self, now: int) -> LocalStart:
        week = next(n for n in range(1000) if n not in self.of_week and now < STARTS + n * WEEK_MS)
        self.of_week[week] = "skipped"
        return key_of(week)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(ACTIONS, min_size=1, max_size=14))
@example(actions=[("wait", 100), ("skipped meanwhile", 0)])
@example(actions=[("wait", 100), ("overtaken", 0), ("wait", 170), ("two at once", 0)])
@example(actions=[("wait", 400), ("killed within", 1), ("killed before", 2), ("killed after", 2), ("killed within", 1)])
def test_each_occurrence_is_opened_exactly_once_despite_crashes(service: Service, actions: list[tuple[str, int]]):
    series, owner = created(service)
    expected, now = Expected(), int(CREATED)
    for what, number in actions:
        if what == "wait":
            now += number * HOUR_MS
        else:
            _do(_Run(service, series, owner, Instant(now)), what, number, expected)

    became = {week: expected.of_week[week] for week in sorted(expected.of_week)}
    kinds = {OccurrenceOpened: "opened", OccurrenceMissed: "missed", OccurrenceSkipped: "skipped"}
    noted = {each.key: kinds[type(each)] for each in events(service, series) if type(each) in kinds}
    assert noted == {key_of(week): kind for week, kind in became.items()}
    assert len(events(service, series)) == 1 + len(noted), "no occurrence is recorded twice"
    opened = [each.tournament for each in events(service, series) if isinstance(each, OccurrenceOpened)]
    assert sorted(tournaments_of(service, series)) == sorted(opened), "every tournament is recorded in the series"
    service.series_process.take_due_steps(series, Instant(now))
    expected.run(now)
    assert len(events(service, series)) == 1 + len(expected.of_week), "the next worker does the remaining work"


class _Run(NamedTuple):
    service: Service
    series: str
    owner: PlayerId
    now: Instant


def _do(run: _Run, what: str, number: int, expected: Expected) -> None:
    service, series, owner, now = run
    with pytest.MonkeyPatch.context() as patched:
        match what:
            case "run":
                service.series_process.take_due_steps(series, now)
            case "killed before" | "killed within" | "killed after":
                _die(patched, what, number)
                try:
                    service.series_process.take_due_steps(series, now)
                except Killed:
                    expected.run(now, number if what == "killed after" else number - 1)
                    return
            case "overtaken":
                _meanwhile(patched, lambda: process_in(service).take_due_steps(series, now))
                service.series_process.take_due_steps(series, now)
            case "skip":
                service.series.carry_out(series, SkipOccurrence(owner, expected.skip(now)), now=now)
                return
            case "skipped meanwhile":
                key = expected.skip(now)
                _meanwhile(patched, lambda: process_of(service).carry_out(series, SkipOccurrence(owner, key), now=now))
                service.series_process.take_due_steps(series, now)
            case _:
                with ThreadPoolExecutor(2) as at_once:
                    list(at_once.map(lambda process: process.take_due_steps(series, now), [process_in(service)] * 2))
    expected.run(now)


def _die(patched: pytest.MonkeyPatch, what: str, at_step: int) -> None:
    """Lets the process die at a step: before writing, between the two streams, or after."""
    step = 0
    together, transact = EventStore.append_together, Database.together

    def dies(self, commits):
        nonlocal step
        step += 1
        if step == at_step and what == "killed before":
            raise Killed
        carried = together(self, commits)
        if step == at_step and what == "killed after":
            raise Killed
        return carried

    def dies_within(self, work):
        def runs(run, name, arguments):
            found = run(name, arguments)
            if name == "append" and step == at_step and what == "killed within":
                raise Killed
            return found

        return transact(self, lambda run: work(partial(runs, run)))

    patched.setattr(EventStore, "append_together", dies)
    patched.setattr(Database, "together", dies_within)


def _meanwhile(patched: pytest.MonkeyPatch, others: Callable[[], object]) -> None:
    """Runs another command after a worker has read the series and before it writes."""
    at_first = AllSeries.at
    looked = []

    def looking(self, series_id):
        found = at_first(self, series_id)
        if not looked:
            looked.append(True)
            others()
        return found

    patched.setattr(AllSeries, "at", looking)


def test_several_appends_are_all_written_or_none(service: Service, monkeypatch: pytest.MonkeyPatch):
    series, _ = created(service)
    commits = []

    def dies(_, given):
        commits.extend(given)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(EventStore, "append_together", dies)
        with pytest.raises(Killed):
            service.series_process.take_due_steps(series, hours_before(0, 48))
    noting, opening = commits[:2]

    with pytest.raises(NotTogether):
        service.store.append_together([opening, noting._replace(expected=7)])
    assert tournaments_of(service, series) == []
    with pytest.raises(NotTogether):
        service.store.append_together([noting, opening._replace(expected=7)])
    assert len(events(service, series)) == 1
    service.store.append_together([noting, opening])
    assert (len(events(service, series)), len(tournaments_of(service, series))) == (2, 1)


# ------------------------------------------------------------------------------------------------ jobs


def end_all(service: Service) -> None:
    """Ends the series of other tests, because more of them become due over time."""
    with service.database.session() as session:
        due = session.execute(
            "SELECT stream FROM shengji.head WHERE stream LIKE 'series-%%' AND turn_due_at IS NOT NULL"
        ).fetchall()
    for (stream,) in due:
        series = series_of(stream)
        service.series.carry_out(series, EndSeries(service.series.at(series).series.owner), now=CREATED)


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
    assert not [job for job in queue.queue.job_ids if series in job]

    # Long enough that no job counts as lost at the third check.
    again_s = 3600.0
    dispatch = SeriesDispatch(at_work.database, queue, again_s)
    dispatch.poll()
    dispatch.poll()
    SeriesDispatch(at_work.database, queue, again_s).poll()

    assert len([job for job in queue.queue.job_ids if series in job]) == 1
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


# ------------------------------------------------------------------------------------------------ commands


def test_a_series_is_created_and_changed_once_per_key(service: Service):
    owner, once = player(service), Key(new_uuid(), "this")
    first = service.series.create(owner, WEEKLY, once, CREATED)
    again = service.series.create(owner, WEEKLY, once, CREATED)
    assert [type(each.event) for each in first.events] == [SeriesCreated]
    assert (first.replayed, again.replayed, again[:3]) == (False, True, first[:3])
    with pytest.raises(KeyReused):
        service.series.create(owner, WEEKLY, once._replace(fingerprint="that"), CREATED)

    skip, key = SkipOccurrence(owner, key_of(1)), Key(new_uuid(), "skip")
    with ThreadPoolExecutor(4) as at_once:
        done = list(
            at_once.map(lambda _: process_of(service).carry_out(first.id, skip, key=key, now=CREATED), range(4))
        )
    assert sorted(each.replayed for each in done) == [False, True, True, True]
    assert len(events(service, first.id)) == 2


def test_a_command_for_another_version_is_refused(service: Service):
    series, owner = created(service)
    service.series.carry_out(series, SkipOccurrence(owner, key_of(1)), expected=1, now=CREATED)
    with pytest.raises(StaleVersion):
        service.series.carry_out(series, EndSeries(owner), expected=1, now=CREATED)
    with pytest.raises(NoSuchSeries):
        service.series.carry_out("ser_" + "0" * 26, EndSeries(owner))


def refused(service: Service, series: str, command: object, now: Instant = CREATED) -> str:
    before = service.series.at(series)
    with pytest.raises(Refusal) as raised:
        service.series.carry_out(series, command, now=now)
    assert raised.value.hint
    assert service.series.at(series) == before
    return raised.value.code()


def test_only_future_occurrences_can_be_skipped(service: Service):
    series, owner = created(service)
    assert refused(service, series, SkipOccurrence(owner, LocalStart("2026-11-28T19:00"))) == "no_such_occurrence"
    assert refused(service, series, SkipOccurrence(owner, LocalStart("2026-11-20T19:00"))) == "no_such_occurrence"
    assert refused(service, series, SkipOccurrence(owner, key_of(0)), STARTS) == "no_such_occurrence"
    assert refused(service, series, SkipOccurrence(owner, key_of(60))) == "no_such_occurrence"
    service.series.carry_out(series, SkipOccurrence(owner, key_of(0)), now=Instant(STARTS - 1))
    assert refused(service, series, SkipOccurrence(owner, key_of(0)), Instant(STARTS - 1)) == "occurrence_taken"
    assert refused(service, series, EndSeries(player(service))) == "series_owner_only"


def test_a_change_applies_to_unopened_occurrences_and_earlier_misses_are_recorded(service: Service):
    series, owner = created(service)
    service.series_process.take_due_steps(series, hours_before(0, 48))
    mondays = dataclasses.replace(FRIDAYS, rule="FREQ=WEEKLY;BYDAY=MO", first=LocalStart("2027-01-04T18:00"))
    plan = dataclasses.replace(
        WEEKLY, recurrence=mondays, template=dataclasses.replace(TEMPLATE, name="Monday night", season="2027")
    )
    long_after = instant_of(datetime(2027, 1, 2, 10, tzinfo=UTC))
    past = dataclasses.replace(plan, recurrence=dataclasses.replace(mondays, first=LocalStart("2026-12-28T18:00")))
    assert refused(service, series, ChangeSeries(owner, past), long_after) == "invalid_settings"

    done = service.series.carry_out(series, ChangeSeries(owner, plan), expected=2, now=long_after)

    missed = [each.key for each in events(service, series) if isinstance(each, OccurrenceMissed)]
    assert missed == [key_of(week) for week in range(1, 6)]
    assert done.version == len(events(service, series)) == 8
    assert service.series_process.take_due_steps(series, instant_of(datetime(2027, 1, 2, 18, tzinfo=UTC))) == 1
    names = [of(service, each).settings.name for each in tournaments_of(service, series)]
    assert names == ["Sheng Ji Night", "Monday night"]


def test_a_change_of_the_template_alone_keeps_a_rule_that_has_started(service: Service):
    series, owner = created(service)
    service.series_process.take_due_steps(series, hours_before(0, 48))
    renamed = dataclasses.replace(WEEKLY, template=dataclasses.replace(TEMPLATE, name="Late night"))
    service.series.carry_out(series, ChangeSeries(owner, renamed), now=Instant(STARTS + DAY_MS))
    service.series_process.take_due_steps(series, hours_before(1, 48))
    assert [of(service, each).settings.name for each in tournaments_of(service, series)][1:] == ["Late night"]


def test_a_template_of_an_impossible_tournament_is_refused(service: Service):
    series, owner = created(service)
    for wrong, code in (
        (dataclasses.replace(TEMPLATE, figures={}), "invalid_settings"),
        (dataclasses.replace(TEMPLATE, format="ladder"), "invalid_settings"),
        (dataclasses.replace(TEMPLATE, entrants=dataclasses.replace(TEMPLATE.entrants, least=3)), "invalid_settings"),
    ):
        plan = dataclasses.replace(WEEKLY, template=wrong)
        assert refused(service, series, ChangeSeries(owner, plan)) == code
        with pytest.raises(Refusal) as raised:
            service.series.create(player(service), plan, now=CREATED)
        assert raised.value.code() == code


def test_the_number_of_series_of_a_player_is_limited(service: Service):
    owner = service.accounts.sign_up("owner", "human")
    service = dataclasses.replace(service, series=process_of(limited(service, series=1)))
    series = service.series.create(owner[0].id, WEEKLY, now=CREATED).id
    follow(service)
    with pytest.raises(TooManySeries):
        service.series.create(owner[0].id, WEEKLY, now=CREATED)
    service.series.carry_out(series, EndSeries(owner[0].id))
    follow(service)
    service.series.create(owner[0].id, WEEKLY, now=CREATED)


# ------------------------------------------------------------------------------------------------ the owner leaves


def test_closing_an_account_ends_its_series(service: Service):
    series, owner = created(service)
    follow(service)
    service.closing.close(owner, None)
    assert service.series.at(series).series.has_ended


def test_an_unlisted_series_of_a_closed_account_ends_when_it_becomes_due(service: Service):
    series, owner = created(service)
    service.closing.close(owner, None)
    assert service.series_process.take_due_steps(series, hours_before(0, 48)) == 1
    assert events(service, series)[-1] == SeriesEnded(None)
    assert tournaments_of(service, series) == []
