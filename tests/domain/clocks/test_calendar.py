"""Pauses of clocks, compared with a minute-by-minute check of local time."""

import re
from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from domain.clocks.calendar import (
    ALWAYS,
    QUIET_MOST_MIN,
    TIME_OF_DAY,
    WEEKLY_MS,
    Calendar,
    FormerSchedule,
    TooQuiet,
    UnknownTimeZone,
    active_between,
    calendar,
    due_at,
    minute_of_day,
    minute_text,
)
from domain.kernel.instants import DAY_MS, HOUR_MS, LAST, MINUTE_MS, Instant, instant_of, read_instant

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",  # its summer time began at midnight until 2018
    "Asia/Beirut",  # began at midnight as well
    "Asia/Kolkata",
    "Australia/Lord_Howe",  # shifts by 30 minutes
    "Pacific/Apia",  # had no 30 December 2011
    "Pacific/Chatham",
    "Africa/Casablanca",  # shifts four times in some years
    "America/St_Johns",  # shifted at 00:01 until 2011
    "Africa/Monrovia",  # was 44:30 behind UTC until 1972
)


def at(text: str, zone: str = "UTC") -> Instant:
    return instant_of(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def quiet_minutes(schedule: Calendar) -> set[int]:
    if schedule.quiet is None:
        return set()
    start, end = schedule.quiet
    return {(start + step) % (24 * 60) for step in range((end - start) % (24 * 60))}


def is_paused(schedule: Calendar, moment: Instant) -> bool:
    """Whether local time is within quiet hours, or there is a vacation."""
    wall = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(schedule.time_zone))
    return (
        any(begin <= moment < end for begin, end in schedule.vacations)
        or wall.weekday() in schedule.weekend
        or wall.hour * 60 + wall.minute in quiet_minutes(schedule)
    )


FROM, TO = at("1970-01-02"), at("2045-01-01")
SHIFTS = (
    at("2011-12-30"),
    at("2018-11-04"),
    at("2026-03-29"),
    at("2026-10-25"),
    at("2026-04-05"),
    at("2026-10-04"),
    at("2022-03-27"),
    at("2011-03-13"),
    at("1972-01-07"),
    at("2026-02-15"),
    at("2026-03-22"),
)
STARTS = st.one_of(
    st.integers(FROM, TO),
    st.builds(lambda shift, ms: shift + ms, st.sampled_from(SHIFTS), st.integers(-3 * DAY_MS, 3 * DAY_MS)),
).map(Instant)
SPELLS = st.one_of(st.integers(0, 2 * DAY_MS), st.integers(0, 40 * DAY_MS))


@st.composite
def schedules(draw: st.DrawFn) -> Calendar:
    start, length = draw(st.integers(0, 24 * 60 - 1)), draw(st.integers(0, QUIET_MOST_MIN))
    quiet = (start, (start + length) % (24 * 60)) if length else None
    weekend = tuple(sorted(draw(st.sets(st.integers(0, 6), max_size=2))))
    return Calendar(draw(st.sampled_from(ZONES)), quiet, weekend)


@st.composite
def with_vacations(draw: st.DrawFn, start: Instant) -> Calendar:
    spans = draw(st.lists(st.tuples(st.integers(-5 * DAY_MS, 60 * DAY_MS), st.integers(1, 9 * DAY_MS)), max_size=3))
    vacations = tuple((Instant(start + begin), Instant(start + begin + length)) for begin, length in spans)
    return draw(schedules())._replace(vacations=vacations)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Calendar, Instant]:
    start = draw(STARTS)
    return draw(with_vacations(start)), start


@given(cases(), SPELLS)
def test_a_deadline_comes_after_exactly_the_given_active_time(case, active):
    schedule, start = case
    deadline = due_at(schedule, start, active)

    assert active_between(schedule, start, deadline) == active
    assert deadline >= start + active
    assert active == 0 or not is_paused(schedule, Instant(deadline - 1))


@given(cases(), st.integers(0, 3 * 24 * 60))
def test_active_time_excludes_the_quiet_hours_on_the_local_clock(case, minutes):
    schedule, start = case
    start = Instant(start - start % MINUTE_MS)
    vacations = tuple((Instant(a - a % MINUTE_MS), Instant(b - b % MINUTE_MS)) for a, b in schedule.vacations)
    # In 1970, Monrovia's offset was not a whole number of minutes, so its clock is checked every half minute.
    schedule = schedule._replace(vacations=vacations)
    half = MINUTE_MS // 2
    looks = [Instant(start + half * step) for step in range(2 * minutes)]

    active = sum(half for look in looks if not is_paused(schedule, look))

    assert active_between(schedule, start, Instant(start + minutes * MINUTE_MS)) == active


@given(cases(), st.lists(SPELLS, min_size=1, max_size=5))
def test_splitting_an_interval_does_not_change_its_active_time(case, spells):
    schedule, start = case
    looks = [start]
    for spell in spells:
        looks.append(Instant(looks[-1] + spell))
    pieces = [active_between(schedule, a, b) for a, b in pairwise(looks)]

    assert sum(pieces) == active_between(schedule, start, looks[-1])
    assert all(0 <= piece <= spell for piece, spell in zip(pieces, spells, strict=True))


@given(cases(), SPELLS, SPELLS)
def test_a_deadline_in_two_steps_equals_the_deadline_in_one(case, first, second):
    schedule, start = case
    assert due_at(schedule, due_at(schedule, start, first), second) == due_at(schedule, start, first + second)


@given(cases(), SPELLS, st.integers(0, 10 * DAY_MS))
def test_a_later_start_never_has_an_earlier_deadline(case, active, later):
    schedule, start = case
    assert due_at(schedule, Instant(start + later), active) >= due_at(schedule, start, active)


@given(schedules(), STARTS, SPELLS)
@example(Calendar("Pacific/Apia", (0, 720), (5, 6)), at("2011-12-29T12:00", "Pacific/Apia"), 12 * HOUR_MS)
def test_no_schedule_pauses_a_game_for_longer_than_the_maximum(schedule, start, active):
    # A week for every started 60 hours, plus one for the shifts of a zone: an hour of daylight saving time each year,
    # and a day if a zone moves across the date line.
    longest_ms = (-(-active // WEEKLY_MS) + 1) * 7 * DAY_MS
    assert due_at(schedule, start, active) - start <= longest_ms


@given(schedules(), STARTS)
def test_seven_days_without_a_clock_change_have_at_least_sixty_active_hours(schedule, start):
    schedule = schedule._replace(time_zone="Asia/Kolkata")
    start = Instant(max(start, at("1971-01-01")))

    assert active_between(schedule, start, Instant(start + 7 * DAY_MS)) >= WEEKLY_MS == 60 * HOUR_MS


@given(cases(), SPELLS)
def test_a_vacation_delays_by_exactly_the_active_time_it_covers(case, active):
    schedule, start = case
    deadline = due_at(schedule, start, active)
    without = schedule._replace(vacations=())

    lost = active_between(without, start, deadline) - active

    assert due_at(without, start, active + lost) == deadline


def paused_until(calendar: Calendar, start: Instant) -> Instant | None:
    """Returns when the clock of a turn that begins at `start` starts to run, or `None` if it is not paused then."""
    begin = LAST if due_at(calendar, start, 1) == LAST else due_at(calendar, start, 1) - 1
    return Instant(begin) if begin > start else None


@given(cases())
def test_a_paused_clock_resumes_at_the_first_moment_without_a_pause(case):
    schedule, start = case
    on = paused_until(schedule, start)

    assert (on is not None) == is_paused(schedule, start)
    if on is not None:
        assert active_between(schedule, start, on) == 0
        assert not is_paused(schedule, on)


@given(STARTS, SPELLS)
def test_without_pauses_a_deadline_is_the_start_plus_the_time(start, active):
    assert due_at(ALWAYS, start, active) == start + active
    assert active_between(ALWAYS, start, Instant(start + active)) == active
    assert paused_until(ALWAYS, start) is None


NIGHT = (22 * 60, 7 * 60)


@pytest.mark.parametrize(
    ("zone", "quiet", "start", "hours", "deadline"),
    [
        # The night in which summer time begins is an hour shorter, and the one in which it ends an hour longer.
        ("Europe/Berlin", NIGHT, "2026-03-28T21:00+01:00", 2, "2026-03-29T08:00+02:00"),
        ("Europe/Berlin", NIGHT, "2026-10-24T21:00+02:00", 2, "2026-10-25T08:00+01:00"),
        # Quiet from 02:00 to 03:00: that hour is missing in spring, and occurs twice in autumn.
        ("Europe/Berlin", (120, 180), "2026-03-29T01:00+01:00", 2, "2026-03-29T04:00+02:00"),
        ("Europe/Berlin", (120, 180), "2026-10-25T01:00+02:00", 2, "2026-10-25T04:00+01:00"),
        # Quiet hours that begin within the missing hour begin when clocks jump over their beginning.
        ("Europe/Berlin", (150, 240), "2026-03-29T01:00+01:00", 2, "2026-03-29T05:00+02:00"),
        # Quiet hours that end within the repeated hour end twice.
        ("Europe/Berlin", (60, 150), "2026-10-25T00:00+02:00", 2, "2026-10-25T03:00+01:00"),
        # Half an hour on Lord Howe, from 02:00 to 02:30.
        ("Australia/Lord_Howe", (120, 180), "2026-10-04T01:00+10:30", 2, "2026-10-04T04:00+11:00"),
        ("Australia/Lord_Howe", (90, 120), "2026-04-05T01:00+11:00", 2, "2026-04-05T03:30+10:30"),
        # Summer time began at midnight in São Paulo, so there was no 00:00 at which quiet hours could begin.
        ("America/Sao_Paulo", (0, 120), "2018-11-03T23:00-03:00", 2, "2018-11-04T03:00-02:00"),
    ],
)
def test_quiet_hours_are_correct_in_nights_with_a_clock_change(zone, quiet, start, hours, deadline):
    start, deadline = (instant_of(datetime.fromisoformat(text)) for text in (start, deadline))
    assert due_at(Calendar(zone, quiet), start, hours * HOUR_MS) == deadline


def test_a_weekday_skipped_by_a_zone_is_no_weekend():
    friday_off = Calendar("Pacific/Apia", None, (4,))
    start = at("2011-12-29T23:00", "Pacific/Apia")

    assert due_at(friday_off, start, 2 * HOUR_MS) == at("2011-12-31T01:00", "Pacific/Apia") == start + 2 * HOUR_MS


def test_a_weekend_starts_and_ends_at_local_midnight_even_if_midnight_is_skipped():
    sunday_off = Calendar("America/Sao_Paulo", None, (6,))
    start = instant_of(datetime.fromisoformat("2018-11-03T23:00-03:00"))

    assert due_at(sunday_off, start, HOUR_MS) == start + HOUR_MS
    assert paused_until(sunday_off, Instant(start + HOUR_MS)) == at("2018-11-05", "America/Sao_Paulo")
    assert at("2018-11-05", "America/Sao_Paulo") - (start + HOUR_MS) == 23 * HOUR_MS


def test_overlapping_or_adjacent_vacations_are_merged():
    start = at("2026-05-01")
    day = [Instant(start + n * DAY_MS) for n in range(10)]
    away = Calendar(vacations=((day[3], day[5]), (day[1], day[2]), (day[2], day[4])))

    assert due_at(away, start, 2 * DAY_MS) == day[6]
    assert paused_until(away, day[1]) == day[5]


def test_a_turn_without_remaining_active_time_is_due_at_the_end_of_time():
    assert due_at(Calendar(vacations=((at("2026-01-01"), LAST),)), at("2026-01-01"), 1) == LAST
    assert paused_until(Calendar(vacations=((at("2026-01-01"), LAST),)), at("2026-01-01")) == LAST


@given(
    st.sampled_from(ZONES), st.integers(0, 1439), st.integers(1, QUIET_MOST_MIN), st.sets(st.integers(0, 6), max_size=2)
)
def test_a_schedule_round_trips_through_its_document(zone, start, length, days):
    end = (start + length) % 1440

    assert calendar(zone, (start, end), [*days, *days]) == Calendar(zone, (start, end), tuple(sorted(days)))
    assert minute_of_day(minute_text(start)) == start
    assert re.fullmatch(TIME_OF_DAY, minute_text(start))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Berlin",
        "europe/berlin",
        "Europe",
        "America/Argentina",
        "../etc/passwd",
        "/etc/localtime",
        "Factory",
        "localtime",
        "right/UTC",
        "posix/UTC",
        "tzdata.zi",
        "A" * 500,
        "Europe/Berlin\0",
        "Europe//Berlin",
        "UTC\n",
    ],
)
def test_an_unknown_time_zone_is_refused(name):
    with pytest.raises(UnknownTimeZone) as refused:
        calendar(name, None, [])
    assert list(refused.value.facts["fields"]) == ["time_zone"]


@pytest.mark.parametrize("quiet", [(22 * 60, 10 * 60 + 1), (0, 12 * 60 + 1), (720, 719), (420, 420)])
def test_more_than_twelve_quiet_hours_are_refused(quiet):
    with pytest.raises(TooQuiet) as refused:
        calendar("UTC", quiet, [])
    assert list(refused.value.facts["fields"]) == ["quiet_hours"]


def test_a_weekend_has_at_most_two_days():
    with pytest.raises(TooQuiet) as refused:
        calendar("UTC", None, [4, 5, 6])
    assert list(refused.value.facts["fields"]) == ["weekend"]
    assert calendar("UTC", None, [6, 6, 5]).weekend == (5, 6)


@given(st.tuples(schedules(), schedules(), schedules()), STARTS, SPELLS, SPELLS)
def test_a_running_turn_keeps_the_schedule_it_started_with(in_order, start, active, gap):
    first, second, third = in_order
    changes = (Instant(start + 1 + gap), Instant(start + 2 + 2 * gap))
    formers = [FormerSchedule(until, *of[:3]) for until, of in zip(changes, (first, second), strict=True)]
    away = ((Instant(start + gap), Instant(start + gap + DAY_MS)),)
    changed = third._replace(vacations=away, former=tuple(formers))
    deadline = due_at(changed, start, active)

    assert deadline == due_at(first._replace(vacations=away), start, active)
    assert active_between(changed, start, deadline) == active
    assert due_at(changed, changes[0], active) == due_at(second._replace(vacations=away), changes[0], active)
    assert due_at(changed, changes[1], active) == due_at(third._replace(vacations=away), changes[1], active)


def test_instants_round_trip_through_their_documents():
    assert read_instant("2026-05-01T00:00:00.000Z") == at("2026-05-01")
