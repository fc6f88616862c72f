"""The people of a season: when they visit, when they are away, and whether they give standing orders.

All values follow from a seed. So two seasons can have the same people, with one difference.
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
SLOT_MINUTES = 30
"""People visit at full and half hours, so that a season does not have too many moments."""
WEEKEND = (5, 6)

GONE, VACATIONS, QUIET, WEEKENDERS = 0.06, 0.15, 0.4, 0.15
"""Shares of people who leave for good, take a vacation, keep quiet hours, and keep their weekends free."""


class Person(NamedTuple):
    """A person who plays by correspondence.

    Attributes:
        number: number from 0.
        time_zone: time zone of the person.
        visits: minutes of the local day at which they visit.
        weekend_visits: the same for Saturdays and Sundays.
        away: days of the season without a visit.
        gone_from: first day after which they never come back; `None` if they stay.
        vacation: first and last day of a filed vacation.
        quiet: local times between which their clocks pause.
        keeps_weekends: whether their clocks pause at weekends.
        bot: the bot that chooses their moves.
        has_orders: whether they give standing orders.
    """

    number: int
    time_zone: str
    visits: tuple[int, ...]
    weekend_visits: tuple[int, ...]
    away: frozenset[int]
    gone_from: int | None
    vacation: tuple[int, int] | None
    quiet: tuple[str, str] | None
    keeps_weekends: bool
    bot: str
    has_orders: bool

    def visit_times(self, first_day: date, days: int) -> Iterator[datetime]:
        """Yields the times of their visits, day by day, in UTC."""
        zone = ZoneInfo(self.time_zone)
        for number in range(days):
            if number in self.away or (self.gone_from is not None and number >= self.gone_from):
                continue
            day = first_day + timedelta(days=number)
            for minute in self.weekend_visits if day.weekday() in WEEKEND else self.visits:
                local = datetime.combine(day, time(minute // 60, minute % 60), zone)
                yield local.astimezone(UTC)


def people(count: int, days: int, seed: str, *, with_orders: bool) -> list[Person]:
    """Returns the people of a season of `days` days."""
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
        visits=_minutes(luck, luck.randint(2, 6)),
        weekend_visits=() if keeps_weekends else _minutes(luck, luck.randint(1, 7)),
        away=frozenset(absent),
        gone_from=gone_from,
        vacation=vacation,
        quiet=("22:30", "07:00") if has_quiet else None,
        keeps_weekends=keeps_weekends,
        bot=luck.choice(("steady", "steady", "random")),
        has_orders=with_orders and wants_orders,
    )


def _days(luck: random.Random, days: int, shortest: int, longest: int) -> tuple[int, int]:
    """Returns the first and last day of a random period within the season."""
    first = luck.randrange(1, max(2, days - shortest))
    return first, min(days, first + luck.randint(shortest, longest)) - 1


def _minutes(luck: random.Random, count: int) -> tuple[int, ...]:
    """Returns random times of visits, in minutes of the day: from 7:00 to 22:30, mostly in the evening."""
    hours = luck.choices(range(7, 23), weights=(3, 2, 1, 1, 1, 3, 2, 1, 1, 1, 2, 4, 5, 5, 4, 2), k=count)
    return tuple(sorted({hour * 60 + luck.choice((0, SLOT_MINUTES)) for hour in hours}))
