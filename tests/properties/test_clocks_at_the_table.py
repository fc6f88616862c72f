"""Matches over weeks: no sequence of moves, pauses, absences and missed turns makes time negative or loses any.

A pause of the tournament changes nothing but the times after it, however long it is.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.budget import allowed_ms, full_budget
from domain.clocks.calendar import ALWAYS, Calendar, active_between, due_at
from domain.clocks.ladder import Ladder
from domain.clocks.rules import ClockKind, ClockRules
from domain.clocks.running import ClockReading
from domain.games.registry import GAMES
from domain.kernel.instants import DAY_MS, HOUR_MS, Instant
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.absence import NothingDue
from domain.table.asking import asking
from domain.table.checks import ActInstead, AlreadyStarted, NothingToResume
from domain.table.commands import (
    Act,
    ActFor,
    Leave,
    OpenTable,
    PauseTable,
    Recalendar,
    ResumeSeat,
    ResumeTable,
    Sit,
    Start,
    TimePasses,
)
from domain.table.decide import decide
from domain.table.events import TurnMissed
from domain.table.evolve import fold
from domain.table.hands import TableDecision
from domain.table.pausing import TablePaused
from domain.table.redact import redact
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext, next_due
from domain.tools.verification import verify
from service.platform.store.events import event_of, record_of
from service.tables.events import table_document, table_from_document
from tests.support.deals import HOST
from tests.support.matches import move_by_chance, secret
from tests.support.table import SHENG_JI, player

T0 = Instant(1_790_000_000_000)


def clocks(kind: ClockKind, **figures: st.SearchStrategy[int]) -> st.SearchStrategy[ClockRules]:
    return st.fixed_dictionaries(figures).map(lambda chosen: ClockRules(kind, **chosen))


CLOCKS = st.one_of(
    clocks("simple", per_move_s=st.integers(10, 3 * 86400)),
    clocks(
        "fischer",
        initial_s=st.integers(10, 3 * 86400),
        increment_s=st.integers(10, 86400),
        cap_s=st.integers(3 * 86400, 7 * 86400),
    ),
    clocks("byo_yomi", main_s=st.integers(0, 3 * 86400), periods=st.integers(1, 5), period_s=st.integers(10, 86400)),
    clocks("time_bank", per_move_s=st.integers(10, 86400), bank_s=st.integers(10, 3 * 86400)),
)
LADDERS = st.builds(
    Ladder,
    grace_s=st.sampled_from([0, 60, 3600]),
    stand_in_after=st.integers(1, 3),
    stand_in=st.just("caretaker"),
    forfeit_after_s=st.sampled_from([None, 86400, 14 * 86400]),
)
CALENDARS = st.tuples(
    st.sampled_from(["UTC", "Europe/Berlin", "Asia/Shanghai", "Australia/Lord_Howe", "America/New_York"]),
    st.sampled_from([None, (22 * 60, 7 * 60), (60, 180), (0, 12 * 60)]),
    st.sampled_from([(), (5, 6), (4,)]),
    st.sampled_from([(), ((Instant(T0 + DAY_MS), Instant(T0 + 4 * DAY_MS)),)]),
).map(lambda chosen: Calendar(*chosen))


class Step(NamedTuple):
    """A command and its time, with the table before and after it."""

    command: Any
    moment: DecisionContext
    before: Table
    outcome: TableDecision


def correspondence(seed: int, clock: ClockRules, ladder: Ladder, calendars: list[Calendar]) -> Iterator[Step]:
    """A random hand over days, in which people are late, away, on vacation and back."""
    luck = Random(seed)
    now = T0
    habits = {Seat(seat): calendar for seat, calendar in enumerate(calendars)}
    opening = OpenTable(
        HOST, "sheng_ji", "zhang-2021", {}, listed=True, hands=1, clock=clock, ladder=ladder, expires_after_s=86400
    )
    outcome = decide(GAMES, None, opening, secret(seed, 1), DecisionContext(now))
    yield Step(opening, DecisionContext(now), outcome.table, outcome)
    for command in [*(Sit(player(seat), Seat(seat), f"{luck.random()}") for seat in range(4)), Start(HOST)]:
        before, moment = outcome.table, DecisionContext(now, habits)
        outcome = decide(GAMES, before, command, secret(seed, 2), moment)
        yield Step(command, moment, before, outcome)
    while outcome.table.status == "playing":
        before = outcome.table
        due = next_due(before)
        waits = luck.choice([0, 1000, HOUR_MS, 6 * HOUR_MS, DAY_MS])
        command: Any
        if due is not None and due.at <= now + waits and luck.random() < 0.8:
            # Workers are sometimes late by hours.
            now, command = Instant(max(now, due.at) + luck.choice([0, 0, 1, HOUR_MS])), TimePasses()
        else:
            now, command = Instant(now + waits), _somebody_does(before, luck)
        if luck.random() < 0.02:
            seat = Seat(luck.randrange(4))
            away = (now, Instant(now + luck.randrange(1, 5) * DAY_MS))
            habits = {**habits, seat: habits[seat]._replace(vacations=(away,))}
            command = Recalendar(seat)
        moment = DecisionContext(now, habits)
        try:
            outcome = decide(GAMES, before, command, secret(seed, 3), moment)
        except (NothingDue, AlreadyStarted, ActInstead, NothingToResume):
            continue
        yield Step(command, moment, before, outcome)


def _somebody_does(table: Table, luck: Random) -> Any:
    asked = luck.choice(asking(table))
    if luck.random() < 0.01:
        return Leave(player(luck.randrange(4)))
    if asked.bot is None:
        return Act(player(asked.seat), move_by_chance(table.match, asked.seat, luck))
    if luck.random() < 0.1:
        return ResumeSeat(player(luck.randrange(4)))
    return ActFor(asked.seat, move_by_chance(table.match, asked.seat, luck))


MATCHES = (st.integers(0, 2**32), CLOCKS, LADDERS, st.lists(CALENDARS, min_size=4, max_size=4))


@given(*MATCHES)
def test_no_sequence_of_moves_pauses_and_missed_turns_gives_negative_or_lost_time(seed, clock, ladder, calendars):
    events: list[Any] = []
    for step in correspondence(seed, clock, ladder, calendars):
        _only_those_who_are_waited_for_spend_time(step)
        for reading in step.outcome.table.clocks:
            _budget_is_in_bounds(reading, clock)
            _turn_has_all_its_time(reading, clock)
        _nobody_is_late_too_early(step, calendars)
        events.extend(step.outcome.events)
    table = step.outcome.table

    assert table.status == "finished"
    assert fold(GAMES, (event_of(record_of(event)) for event in events)) == table
    assert table_from_document(table_document(table)) == table
    assert verify([redact(SHENG_JI, event, Onlooker.ARCHIVE) for event in events]).disagreements == ()


def _only_those_who_are_waited_for_spend_time(step: Step) -> None:
    table = step.outcome.table
    waited_for = {each.seat for each in asking(table) if each.bot is None}
    assert {reading.seat for reading in table.clocks if reading.running} == waited_for
    for reading in table.clocks:
        if reading.running:
            assert reading.running.since <= max(step.moment.now, step.before.last_at)


def _budget_is_in_bounds(reading: ClockReading, clock: ClockRules) -> None:
    assert 0 <= reading.budget.reserve_ms <= max(full_budget(clock).reserve_ms, (clock.cap_s or 0) * 1000)
    assert reading.budget.periods_left >= min(1, full_budget(clock).periods_left)


def _turn_has_all_its_time(reading: ClockReading, clock: ClockRules) -> None:
    """Checks that used and remaining time add up to the time of the turn, however often the player pauses."""
    running = reading.running
    if running:
        assert min(running.left_ms, running.used_ms) >= 0
        assert running.deadline >= running.since
        if not running.is_grace:
            assert running.used_ms + running.left_ms == allowed_ms(clock, reading.budget)


def _nobody_is_late_too_early(step: Step, calendars: list[Calendar]) -> None:
    for event in step.outcome.events:
        if isinstance(event, TurnMissed):
            running = step.before.clocks[event.seat].running
            calendar = step.moment.calendar(event.seat)
            assert running.deadline <= step.moment.now
            if calendar == calendars[event.seat]:
                assert active_between(calendar, running.since, step.moment.now) >= running.left_ms


class Pause(NamedTuple):
    """A pause of the table: when it begins, when the service notices it, and when it ends."""

    begins: Instant
    noticed: Instant
    ends: Instant

    def later(self, at: Instant) -> Instant:
        """Returns an instant of the history without the pause as it is in the history with it."""
        return at if at < self.begins else Instant(at + self.ends - self.begins)

    def in_calendar(self, calendar: Calendar) -> Calendar:
        return calendar._replace(vacations=tuple((self.later(a), self.later(b)) for a, b in calendar.vacations))

    def in_moment(self, moment: DecisionContext) -> DecisionContext:
        calendars = {seat: self.in_calendar(calendar) for seat, calendar in moment.calendars.items()}
        return DecisionContext(self.later(moment.now), calendars)


def _paused(table: Table, moment: DecisionContext, pause: Pause) -> Table:
    """Returns a table after a pause during which everything was tried."""
    during = decide(GAMES, table, PauseTable(pause.begins), secret(1, 1), moment._replace(now=pause.noticed)).table
    _nothing_moves(during, moment, pause)
    return decide(GAMES, during, ResumeTable(), secret(1, 1), moment._replace(now=pause.ends)).table


def _nothing_moves(table: Table, moment: DecisionContext, pause: Pause) -> None:
    going = table._replace(paused_at=None)
    moves = [Act(player(each.seat), None) if each.bot is None else ActFor(each.seat, None) for each in asking(going)]
    assert (asking(table), next_due(table)) == ((), None)
    for command in [*moves, TimePasses(), *(Recalendar(Seat(seat)) for seat in range(4))]:
        with pytest.raises((TablePaused, NothingDue)):
            decide(GAMES, table, command, secret(1, 1), moment._replace(now=pause.ends))


def _times(table: Table, pause: Pause, *, is_shifted: bool) -> list[Any]:
    """Returns all times of a table. Those without the pause are given as they would be with it."""

    def time(at: Instant | None) -> Instant | None:
        # What was overdue when the pause began is due when it ends.
        return at if at is None or not is_shifted else pause.later(max(at, pause.begins))

    clocks = [
        (reading.budget, running and (running.used_ms + running.left_ms * (not running.is_grace), running.is_grace))
        + ((time(running.deadline),) if running else ())
        for reading, running in ((each, each.running) for each in table.clocks)
    ]
    return [clocks, [each._replace(forfeits_at=time(each.forfeits_at)) for each in table.absences]]


@given(*MATCHES[:3], st.randoms(use_true_random=False))
def test_after_a_pause_of_any_length_everything_happens_as_without_it(seed, clock, ladder, luck):
    steps = list(correspondence(seed, clock, ladder, [ALWAYS] * 4))
    playing = [place for place, step in enumerate(steps) if step.before.status == "playing"]
    first = luck.choice(playing)
    last_known = max(steps[first - 1].moment.now, steps[first].before.last_at)
    begins, noticed = sorted(luck.randint(last_known, steps[first].moment.now) for _ in range(2))
    pause = Pause(Instant(begins), Instant(noticed), Instant(noticed + luck.choice([0, 1, HOUR_MS, 40 * DAY_MS])))
    # The calendars of the moment before are those in which the pause begins.
    known = pause.in_moment(steps[first - 1].moment)

    table = _paused(steps[first].before, known, pause)

    assert _times(table, pause, is_shifted=False) == _times(steps[first].before, pause, is_shifted=True)
    for step in steps[first:]:
        table = decide(GAMES, table, step.command, secret(seed, 3), pause.in_moment(step.moment)).table
        expected = step.outcome.table
        assert (table.match, table.status, table.result) == (expected.match, expected.status, expected.result)
        if expected.status == "playing":
            assert _times(table, pause, is_shifted=False) == _times(expected, pause, is_shifted=True)


@given(*MATCHES, st.randoms(use_true_random=False))
def test_a_clock_runs_on_by_the_calendar_of_its_player_with_the_time_that_was_left(
    seed, clock, ladder, calendars, luck
):
    for step in correspondence(seed, clock, ladder, calendars):
        before = step.before
        if before.status != "playing" or luck.random() > 0.1:
            continue
        begins = Instant(luck.randint(before.last_at, max(before.last_at, step.moment.now)))
        pause = Pause(begins, max(begins, step.moment.now), Instant(step.moment.now + luck.randrange(40 * DAY_MS)))
        table = _paused(before, step.moment, pause)
        for was, reading in zip(before.clocks, table.clocks, strict=True):
            assert (was.running is None) == (reading.running is None)
            if was.running and reading.running:
                calendar = step.moment.calendar(reading.seat)
                passed = min(active_between(calendar, was.running.since, pause.begins), was.running.left_ms)
                assert reading.running.left_ms == was.running.left_ms - passed
                assert reading.running.deadline == due_at(calendar, pause.ends, reading.running.left_ms)
                assert reading.budget == was.budget
            _turn_has_all_its_time(reading, clock)
