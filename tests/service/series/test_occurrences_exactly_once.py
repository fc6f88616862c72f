"""Each occurrence of a series is opened exactly once, despite crashes and concurrent workers."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from domain.kernel.instants import DAY_MS, HOUR_MS, Instant
from domain.kernel.players import PlayerId
from domain.tournaments.series.decide import SkipOccurrence
from domain.tournaments.series.events import OccurrenceMissed, OccurrenceOpened, OccurrenceSkipped
from domain.tournaments.series.plan import LocalStart
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, NotTogether
from service.series.handlers import AllSeries
from service.series.process import SeriesProcess
from service.wiring import Service
from tests.support.cases import cases
from tests.support.series import CREATED, STARTS, WEEK_MS, created, hours_before, key_of, tournaments_of
from tests.support.series_processes import events, process_of


def process_in(service: Service) -> SeriesProcess:
    """The process of series as another process runs it."""
    return SeriesProcess(process_of(service), service.store, service.notifier, service.accounts, service.tournaments)


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


@cases(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
