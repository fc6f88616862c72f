"""The people of a season: when they look in, when they are away, and what they leave to standing orders.

Everything follows from a seed, so that two seasons can have the same people in all but one respect.
"""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

ZONES = (
    "Europe/Berlin",
    "Asia/Shanghai",
    "America/New_York",
    "America/Los_Angeles",
    "Australia/Sydney",
    "Asia/Kolkata",
    "America/Sao_Paulo",
    "Pacific/Chatham",
)
SLOT_MIN = 30
"""People look in at the full and at the half hour, so that a season does not have too many moments."""
WEEKEND = (5, 6)

GONE, VACATIONS, QUIET, WEEKENDERS = 0.06, 0.15, 0.4, 0.15
"""The shares of people who go for ever, have a vacation, keep quiet hours, and keep their weekends free."""


class Person(NamedTuple):
    """Somebody who plays by correspondence.

    Attributes:
        number: from 0 on.
        time_zone: where they live.
        looks: at which minutes of their day they look in.
        weekend_looks: the same for Saturdays and Sundays.
        away: the days of the season on which they do not look in at all.
        gone_from: the day from which on they never come back; none: they stay.
        vacation: the first and the last day of a vacation that they file.
        quiet: from when to when their clocks pause.
        keeps_weekends: whether their clocks pause at weekends.
        bot: by which policy they play.
        has_orders: whether they leave to standing orders what can be left to them.
    """

    number: int
    time_zone: str
    looks: tuple[int, ...]
    weekend_looks: tuple[int, ...]
    away: frozenset[int]
    gone_from: int | None
    vacation: tuple[int, int] | None
    quiet: tuple[str, str] | None
    keeps_weekends: bool
    bot: str
    has_orders: bool

    def looks_in(self, first_day: date, days: int) -> Iterator[datetime]:
        """The moments at which they look in, day by day."""
        zone = ZoneInfo(self.time_zone)
        for number in range(days):
            if number in self.away or (self.gone_from is not None and number >= self.gone_from):
                continue
            day = first_day + timedelta(days=number)
            for minute in self.weekend_looks if day.weekday() in WEEKEND else self.looks:
                local = datetime.combine(day, time(minute // 60, minute % 60), zone)
                yield local.astimezone(UTC)


def people(count: int, days: int, seed: str, *, with_orders: bool) -> list[Person]:
    """The people of a season of so many days."""
    return [
        _person(number, days, random.Random(f"{seed} {number}"), with_orders=with_orders) for number in range(count)
    ]


def _person(number: int, days: int, luck: random.Random, *, with_orders: bool) -> Person:
    vacation = _days(luck, days, 2, 4) if luck.random() < VACATIONS else None
    absent = set(range(vacation[0], vacation[1] + 1)) if vacation else set()
    absent |= {day for day in range(days) if luck.random() < 0.06}
    gone_from = luck.randrange(3, max(4, days)) if luck.random() < GONE else None
    has_quiet = luck.random() < QUIET
    keeps_weekends = luck.random() < WEEKENDERS
    wants_orders = luck.random() < 0.7
    return Person(
        number=number,
        time_zone=luck.choice(ZONES),
        looks=_minutes(luck, luck.randint(2, 6)),
        weekend_looks=() if keeps_weekends else _minutes(luck, luck.randint(1, 7)),
        away=frozenset(absent),
        gone_from=gone_from,
        vacation=vacation,
        quiet=("22:30", "07:00") if has_quiet else None,
        keeps_weekends=keeps_weekends,
        bot=luck.choice(("steady", "steady", "random")),
        has_orders=with_orders and wants_orders,
    )


def _days(luck: random.Random, days: int, shortest: int, longest: int) -> tuple[int, int]:
    """The first and the last day of a span within the season."""
    first = luck.randrange(1, max(2, days - shortest))
    return first, min(days, first + luck.randint(shortest, longest)) - 1


def _minutes(luck: random.Random, count: int) -> tuple[int, ...]:
    """When somebody looks in on a day: between seven and eleven, mostly in the evening."""
    hours = luck.choices(range(7, 23), weights=(3, 2, 1, 1, 1, 3, 2, 1, 1, 1, 2, 4, 5, 5, 4, 2), k=count)
    return tuple(sorted({hour * 60 + luck.choice((0, SLOT_MIN)) for hour in hours}))
