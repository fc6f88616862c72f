"""The days of a player, with the pauses of their clocks."""

from datetime import UTC, datetime

from domain.clocks.agenda import PauseOfDay, local_days
from domain.clocks.calendar import Calendar
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
