"""The days of a player, with the pauses of their clocks."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.clocks.agenda import PauseOfDay, local_days
from domain.clocks.calendar import DAY_MIN, Calendar, active_between
from domain.kernel.instants import HOUR_MS, Instant, instant_of

FRIDAY = instant_of(datetime(2026, 11, 27, 23, 30, tzinfo=UTC))


def at(*parts: int) -> Instant:
    return instant_of(datetime(*parts, tzinfo=UTC))  # type: ignore[arg-type]


def test_days_begin_at_local_midnight():
    """Half past eleven in the evening of Friday in UTC is Saturday in Berlin."""
    [first, second] = local_days(Calendar("Europe/Berlin"), FRIDAY, 2)
    assert (first.on.isoformat(), first.starts_at, first.ends_at) == (
        "2026-11-28",
        at(2026, 11, 27, 23),
        at(2026, 11, 28, 23),
    )
    assert second.starts_at == first.ends_at


def test_quiet_hours_past_midnight_are_two_pauses_of_each_day():
    [day] = local_days(Calendar("UTC", (22 * 60, 7 * 60)), FRIDAY, 1)
    assert day.pauses == (
        PauseOfDay("quiet_hours", at(2026, 11, 27), at(2026, 11, 27, 7)),
        PauseOfDay("quiet_hours", at(2026, 11, 27, 22), at(2026, 11, 28)),
    )


def test_weekends_and_vacations_are_cut_at_midnight():
    away = (at(2026, 11, 27, 20), at(2026, 11, 28, 6))
    [friday, saturday] = local_days(Calendar("UTC", weekend=(5,), vacations=(away,)), FRIDAY, 2)
    assert friday.pauses == (PauseOfDay("vacation", at(2026, 11, 27, 20), at(2026, 11, 28)),)
    assert [(each.kind, each.ends_at) for each in saturday.pauses] == [
        ("vacation", at(2026, 11, 28, 6)),
        ("weekend", at(2026, 11, 29)),
    ]


def test_a_day_of_a_shift_has_twenty_five_hours():
    now = at(2026, 10, 25, 12)
    [day] = local_days(Calendar("Europe/Berlin"), now, 1)
    assert day.ends_at - day.starts_at == 25 * HOUR_MS


def test_quiet_hours_without_length_at_midnight_are_left_out():
    [day] = local_days(Calendar("UTC", (22 * 60, 0)), FRIDAY, 1)
    assert [each.starts_at for each in day.pauses] == [at(2026, 11, 27, 22)]


@pytest.mark.parametrize(
    ("on", "quiet", "pauses"),
    [
        # 02:00 becomes 03:00, and a skipped hour is not quiet.
        (at(2026, 3, 29, 12), (60, 150), [(at(2026, 3, 29), at(2026, 3, 29, 1))]),
        (at(2026, 3, 29, 12), (135, 165), []),
        # 03:00 becomes 02:00, and an hour that occurs twice is quiet twice.
        (
            at(2026, 10, 25, 12),
            (60, 150),
            [(at(2026, 10, 24, 23), at(2026, 10, 25, 0, 30)), (at(2026, 10, 25, 1), at(2026, 10, 25, 1, 30))],
        ),
    ],
)
def test_quiet_hours_of_a_day_of_a_shift(on: Instant, quiet: tuple[int, int], pauses: list[tuple[Instant, Instant]]):
    [day] = local_days(Calendar("Europe/Berlin", quiet), on, 1)
    assert [(each.starts_at, each.ends_at) for each in day.pauses] == pauses


@given(
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Shanghai"]),
    now=st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - naive bounds
    quiet=st.tuples(st.integers(0, DAY_MIN - 1), st.integers(0, DAY_MIN - 1)).filter(lambda each: each[0] != each[1]),
)
def test_the_days_show_the_pauses_of_the_clock(zone: str, now: datetime, quiet: tuple[int, int]):
    calendar = Calendar(zone, quiet)
    for day in local_days(calendar, instant_of(now), 2):
        for each in day.pauses:
            assert active_between(calendar, each.starts_at, each.ends_at) == 0
        shown = sum(each.ends_at - each.starts_at for each in day.pauses)
        assert shown == day.ends_at - day.starts_at - active_between(calendar, day.starts_at, day.ends_at)
