"""Reminders follow the deadline through vacations: each at most once per turn and never late."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.calendar import ALWAYS, Calendar, FormerSchedule, Span, active_between, due_at
from domain.clocks.ladder import automatic_vacation_start
from domain.clocks.running import Running
from domain.kernel.instants import DAY_MS, HOUR_MS, MINUTE_MS, Instant, instant_of, utc
from domain.table.asking import asking
from domain.table.state import Table
from domain.table.turn_clocks import rescheduled
from service.notifications.reminders import changes_of, keep_reminders
from service.notifications.reminding import DueReminder
from service.wiring import Service
from tests.support.api import Api, started_table

START = Instant(1_795_000_000_000)
CLOCK = {"kind": "simple", "per_move_s": 36_000}


@pytest.fixture(scope="module")
def table(api: Api, service: Service) -> tuple[str, Table]:
    """A table at which one player is to move."""
    table_id, _ = started_table(api, clock=CLOCK)
    return table_id, service.table_cache.newest(table_id).table


class SentReminder(NamedTuple):
    """A sent reminder: its turn, kind and time, and the clock at that time."""

    turn: int
    left: str
    at: Instant
    running: Running
    calendar: Calendar
    left_s: int | None
    is_of_beginning: bool


class RemindedTable:
    """Consecutive turns of a seat with the calendar of its player, and the stored reminders."""

    def __init__(self, run: Any, table_id: str, table: Table, calendar: Calendar) -> None:
        self.run, self.table_id = run, table_id
        self.seat = asking(table)[0].seat
        self.table, self.version = self.with_clock(table, None, START), 1
        self.calendar, self.now, self.turn = calendar, START, 0
        self.sent: list[SentReminder] = []

    def with_clock(self, table: Table, running: Running | None, now: Instant) -> Table:
        clocks = tuple(
            reading._replace(running=running if reading.seat == self.seat else None) for reading in table.clocks
        )
        return table._replace(clocks=clocks, last_at=now)

    @property
    def running(self) -> Running:
        running = self.table.clocks[self.seat].running
        assert running
        return running

    def becomes(self, running: Running) -> None:
        """Sets the clock and updates the reminders."""
        after = self.with_clock(self.table, running, self.now)
        self.version += 1
        calendars = lambda players, _: dict.fromkeys(players, self.calendar)  # noqa: E731
        keep_reminders(self.run, changes_of(self.table_id, self.version, self.table, after, calendars))
        self.table = after

    def begins(self, left_ms: int) -> None:
        """Ends the turn and starts another one."""
        self.turn += 1
        self.becomes(Running(self.now, 0, left_ms, due_at(self.calendar, self.now, left_ms), is_grace=False))
        self.began = self.version

    def is_at(self, moment: Instant) -> None:
        """Moves the time and sends due reminders on the way."""
        while rows := self.run("due_reminders", {"now": utc(moment), "limit": 10}):
            due_now = min((DueReminder(*row) for row in rows), key=lambda each: each.at)
            key = {"table_id": due_now.table_id, "seat": int(due_now.seat), "left": due_now.left}
            [(at, left_s)] = self.run("take_reminder", {**key, "at": due_now.at, "now": due_now.at})
            assert due_now.deadline == utc(self.running.deadline)
            assert instant_of(at) >= self.now, "no reminder is for a past time"
            began = due_now.version == self.began
            self.sent.append(
                SentReminder(self.turn, due_now.left, instant_of(at), self.running, self.calendar, left_s, began)
            )
        self.now = moment

    def recalendared(self, vacations: tuple[Span, ...]) -> None:
        self.calendar = self.calendar._replace(vacations=vacations)
        running = rescheduled(self.running, self.calendar, self.now)
        if running.deadline != self.running.deadline:
            self.becomes(running)

    # -- possible actions ----------------------------------------------------------------------------------------------

    def moves(self, _: int) -> None:
        self.is_at(Instant(self.now + 1))
        self.begins(self.running.left_ms)

    def goes_on_vacation(self, hours: int) -> None:
        if self.vacation is None:
            self.recalendared((*self.calendar.vacations, (self.now, Instant(self.now + (1 + hours) * HOUR_MS))))

    def announces_vacation(self, hours: int) -> None:
        if self.vacation is None:
            starts = Instant(self.now + (1 + hours) * HOUR_MS)
            self.recalendared((*self.calendar.vacations, (starts, Instant(starts + 5 * HOUR_MS))))

    def comes_back(self, _: int) -> None:
        if self.vacation is not None:
            start, _ = self.vacation
            self.run("drop_vacation_reminders", {"player_id": asking(self.table)[0].player})
            ended = () if start >= self.now else ((start, self.now),)
            self.recalendared((*self.calendar.vacations[:-1], *ended))

    def changes_schedule(self, hour: int) -> None:
        former = FormerSchedule(
            Instant(self.now + 1), self.calendar.time_zone, self.calendar.quiet, self.calendar.weekend
        )
        quiet = (60 * (hour % 24), 60 * ((hour + 7) % 24))
        self.calendar = self.calendar._replace(quiet=quiet, former=(*self.calendar.former, former))

    @property
    def vacation(self) -> Span | None:
        """Returns the vacation that has not ended."""
        return next((span for span in self.calendar.vacations if span[1] > self.now), None)

    def passes(self, minutes: int) -> None:
        """Moves the time; at the deadline a vacation begins automatically."""
        until = Instant(self.now + minutes * MINUTE_MS)
        while until >= self.running.deadline:
            self.is_at(self.running.deadline)
            begins = automatic_vacation_start(self.running.since, self.running.deadline, self.calendar)
            begins = max(begins, *(end for _, end in ((START, START), *self.calendar.vacations)))
            before = self.running.deadline
            self.recalendared((*self.calendar.vacations, (begins, Instant(self.now + 3 * DAY_MS))))
            if self.running.deadline == before:
                self.begins(self.running.left_ms)
        self.is_at(until)


STEPS = ("moves", "goes_on_vacation", "announces_vacation", "comes_back", "changes_schedule", "passes")
CALENDARS = (ALWAYS, ALWAYS._replace(quiet=(22 * 60, 7 * 60)), ALWAYS._replace(weekend=(5, 6)))
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(STEPS[:-1]), st.integers(0, 60)), st.tuples(st.just("passes"), st.integers(0, 2500))
    ),
    max_size=25,
)


@contextmanager
def undone(service: Service) -> Iterator[Any]:
    """Runs statements in a transaction that is rolled back."""
    with service.database.session() as session, session.transaction(force_rollback=True):
        from service.platform.store.database import _rows
        from service.platform.store.sql import QUERIES

        session.execute("DELETE FROM shengji.reminder")
        yield lambda name, arguments: _rows(session, QUERIES[name], arguments)


@given(steps, st.sampled_from([20 * MINUTE_MS, 10 * HOUR_MS, 50 * HOUR_MS]), st.sampled_from(CALENDARS))
def test_each_reminder_is_sent_at_most_once_per_turn_and_on_time(
    service: Service, table: tuple[str, Table], happens: list[tuple[str, int]], left_ms: int, calendar: Calendar
):
    with undone(service) as run:
        course = RemindedTable(run, *table, calendar)
        course.begins(left_ms)
        for name, figure in happens:
            getattr(course, name)(figure)
            course.is_at(course.now)
        course.passes(0)

    shares = Counter((sent.turn, sent.left) for sent in course.sent if sent.left != "vacation")
    assert all(count == 1 for count in shares.values())
    for sent in course.sent:
        used = active_between(sent.calendar, sent.running.since, sent.at)
        left = sent.running.left_ms - used
        match sent.left:
            case "vacation":
                assert sent.left_s == left // 1000 > 0
                assert sent.at in [end for _, end in sent.calendar.vacations]
            case share:
                assert sent.is_of_beginning
                assert left == sent.running.left_ms // {"half": 2, "fifth": 5}[share]
    assert len({(sent.turn, sent.at) for sent in course.sent if sent.left == "vacation"}) == sum(
        sent.left == "vacation" for sent in course.sent
    )


def test_a_turn_that_runs_to_its_end_causes_both_reminders(service: Service, table: tuple[str, Table]):
    """Without reminders the check above would be empty."""
    with undone(service) as run:
        course = RemindedTable(run, *table, ALWAYS)
        course.begins(10 * HOUR_MS)
        course.is_at(Instant(START + 3 * HOUR_MS))
        course.goes_on_vacation(23)
        course.is_at(Instant(course.running.deadline - 1))

    assert [(sent.left, (sent.at - START) // HOUR_MS) for sent in course.sent] == [
        ("vacation", 27),
        ("half", 29),
        ("fifth", 32),
    ]
    assert course.sent[0].left_s == 7 * 3600


def test_an_automatic_vacation_repeats_no_reminder(service: Service, table: tuple[str, Table]):
    with undone(service) as run:
        course = RemindedTable(run, *table, ALWAYS)
        course.begins(10 * HOUR_MS)
        course.passes(60 * 11)
        assert course.vacation is not None
        course.is_at(Instant(course.running.deadline - 1))

    assert [sent.left for sent in course.sent] == ["half", "fifth", "vacation"]
    assert course.sent[-1].left_s == 3600


def test_returning_before_the_end_of_a_vacation_sends_no_notification_of_it(service: Service, table: tuple[str, Table]):
    with undone(service) as run:
        course = RemindedTable(run, *table, ALWAYS)
        course.begins(10 * HOUR_MS)
        course.goes_on_vacation(23)
        course.is_at(Instant(START + 2 * HOUR_MS))
        course.comes_back(0)
        course.is_at(Instant(course.running.deadline - 1))

    assert [(sent.left, (sent.at - START) // HOUR_MS) for sent in course.sent] == [("half", 7), ("fifth", 10)]


def test_a_reminder_missed_before_a_vacation_is_not_sent_for_a_later_deadline(
    service: Service, table: tuple[str, Table]
):
    """The scheduler was down when half and a fifth were left."""
    with undone(service) as run:
        course = RemindedTable(run, *table, ALWAYS)
        course.begins(10 * HOUR_MS)
        course.now = Instant(course.running.deadline - HOUR_MS // 2)
        course.goes_on_vacation(23)
        course.is_at(Instant(course.running.deadline - 1))

    assert [(sent.left, sent.left_s) for sent in course.sent] == [("vacation", 1800)]
