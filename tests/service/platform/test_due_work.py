"""When the scheduler applies events and looks for due work, and which parts of it start."""

from collections.abc import Callable

import pytest
import redis

from service.platform.store.database import Database
from service.platform.store.follower_pauses import PAUSE_MOST_S, REST_S, FollowerPauses
from service.processes.due_work import ASK_ALL_EVERY_S, DuePart, DueWork
from service.processes.pace import Pace
from service.wiring import Service


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def due(service: Service, clock: Clock, done: list[str]) -> Callable[..., DueWork]:
    """Returns due work of parts. Their queries are the names of the parts; `found` has those with rows."""

    def made(*parts: DuePart, found: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> DueWork:
        monkeypatch.setattr(Database, "with_rows", lambda *_: frozenset(found))
        return DueWork(service.database, parts, {}, clock)

    return made


def test_only_parts_whose_queries_have_rows_start_again(due, clock, done, monkeypatch):
    parts = [DuePart(name, (name,), lambda name=name: done.append(name)) for name in ("one", "two")]
    work = due(*parts, found=("two",), monkeypatch=monkeypatch)
    work.run()
    assert done == ["one", "two"], "at the start, every part is done once"
    work.run()
    assert done == ["one", "two", "two"]
    clock.now += ASK_ALL_EVERY_S
    work.run()
    assert done[3:] == ["one", "two"]


def test_a_part_keeps_its_interval(due, clock, done, monkeypatch):
    work = due(DuePart("one", ("one",), lambda: done.append("one"), 2.0), found=("one",), monkeypatch=monkeypatch)
    for _ in range(5):
        work.run()
        clock.now += 1.0
    assert len(done) == 3


def test_a_failing_part_does_not_stop_the_others(due, done, monkeypatch, caplog):
    def fails() -> None:
        raise ZeroDivisionError

    work = due(
        DuePart("broken", ("broken",), fails),
        DuePart("two", ("two",), lambda: done.append("two")),
        found=(),
        monkeypatch=monkeypatch,
    )
    work.run()
    assert done == ["two"]
    assert "broken" in caplog.text


def test_without_redis_the_parts_that_need_it_are_left_out_until_the_next_time(due, done, monkeypatch):
    def without() -> None:
        done.append("asked")
        raise redis.ConnectionError("gone")

    parts = (
        DuePart("first", ("first",), without, needs_redis=True),
        DuePart("second", ("second",), lambda: done.append("second"), needs_redis=True),
        DuePart("third", ("third",), lambda: done.append("third")),
    )
    work = due(*parts, found=("first",), monkeypatch=monkeypatch)
    work.run()
    assert done == ["asked", "third"]
    work.run()
    assert done == ["asked", "third", "asked"]


def test_one_statement_tells_which_queries_have_rows(service: Service):
    names = ["list_tables", "checkpoint", "streams", "due_deadlines"]
    arguments = {"sandbox": None, "status": None, "free": False, "before": "", "limit": 1, "within": 0.0}
    service.database.run("add_subscription", {"name": "test-rows"})

    found = service.database.with_rows(names[1:], {**arguments, "name": "test-rows", "after": "~~"})

    assert found == {"checkpoint"}
    assert service.database.with_rows(names[1:], {**arguments, "name": "nobody", "after": "~~"}) == frozenset()


def test_it_is_time_soon_after_something_is_heard_and_otherwise_after_a_while(clock):
    pace = Pace(0.2, 1.0, 0.1, clock)
    assert pace.is_time(has_events=False)
    pace.start()
    clock.now += 0.015
    pace.finish()
    assert pace.wait_s(has_events=False) == pytest.approx(0.985)
    assert pace.wait_s(has_events=True) == pytest.approx(0.135)
    pace.hear()
    assert pace.wait_s(has_events=False) == pytest.approx(0.135)
    clock.now += 0.2
    assert pace.is_time(has_events=False)
    pace.start()
    assert not pace.is_time(has_events=False)


@pytest.mark.parametrize(("took_s", "wait_s"), [(0.0, 0.0), (0.003, 0.03), (0.02, 0.2), (5.0, 0.2)])
def test_the_longer_the_work_takes_the_later_it_is_done_again_up_to_a_limit(clock, took_s, wait_s):
    pace = Pace(0.2, 1.0, 0.1, clock)
    pace.start()
    began = clock.now
    clock.now += took_s
    pace.finish()

    clock.now = began

    assert pace.wait_s(has_events=True) == pytest.approx(wait_s)


def test_it_is_time_when_a_clock_expires(clock):
    pace = Pace(0.2, 1.0, 0.1, clock)
    pace.start()
    pace.expect(0.4)
    assert pace.wait_s(has_events=False) == pytest.approx(0.4)
    pace.start()
    assert pace.wait_s(has_events=False) == pytest.approx(1.0)


def test_pauses_of_a_failing_follower_double_until_it_succeeds(clock):
    pauses = FollowerPauses(clock)
    lengths = []
    for _ in range(8):
        pauses.fail("one")
        began = clock.now
        while pauses.is_pausing("one"):
            clock.now += 1.0
        lengths.append(clock.now - began)
    assert lengths == [1, 2, 4, 8, 16, 32, PAUSE_MOST_S, PAUSE_MOST_S]
    pauses.succeed("one")
    pauses.fail("one")
    clock.now += 1.0
    assert not pauses.is_pausing("one")
    assert not pauses.is_pausing("two")


def test_a_follower_rests_after_an_event_of_a_newer_release(clock):
    pauses = FollowerPauses(clock)
    pauses.wait("one")
    assert not pauses.any_pauses
    pauses.rest("one")
    assert pauses.any_pauses
    clock.now += REST_S
    assert not pauses.any_pauses
    assert not pauses.is_pausing("one")
