"""Writes the sizing table of the guide on growth from the assumptions below.

.venv/bin/python -m tests.docs.write_sizing

The processor time and the bytes of a command are measured figures: `shengji bench http` prints the first, and `shengji
bench log_size` the second. The others are assumptions about players. Change a figure here and run this again.
"""

import re
from dataclasses import dataclass
from math import ceil

from tests.support.guides import FOLDER

GUIDE = FOLDER / "growth.md"
PLAYERS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
DAY_S = 86_400
DAYS_A_YEAR = 365


@dataclass(frozen=True)
class Assumptions:
    """What the table follows from.

    Attributes:
        active_share: the share of all players who play on a day.
        commands_a_day: commands of an active player on a day.
        peak_factor: commands a second at the busiest time, divided by their mean.
        most_use: the share of a core that is planned to be busy at the peak.
        api_ms, database_ms, background_ms: processor time of a command in API processes, in PostgreSQL, and in workers
            and the scheduler, in milliseconds. The reads that belong to a command are included.
        log_bytes: bytes of a command in the table `event` with its indexes.
        wal_bytes: bytes of a command in the write-ahead log, which each standby receives.
        primary_cores: the most cores of one PostgreSQL server that are planned for.
        scheduler_share: the share of the background work that the one active scheduler does.
        connections: `DATABASE_CONNECTIONS`, the most connections of a process.
    """

    active_share: float = 0.2
    commands_a_day: int = 100
    peak_factor: float = 4.0
    most_use: float = 0.5
    api_ms: float = 4.3
    database_ms: float = 1.2
    background_ms: float = 0.8
    log_bytes: int = 680
    wal_bytes: int = 3_000
    primary_cores: int = 64
    scheduler_share: float = 0.9
    connections: int = 8


@dataclass(frozen=True)
class Size:
    """What a number of players needs. The cores are fractions of cores in use at the peak, before `most_use`.

    Attributes:
        mean, peak: commands a second.
        api, database, background: cores in use at the peak.
        log_a_year: bytes of the log in a year.
        wal_peak: bytes a second that each standby receives at the peak.
    """

    players: int
    mean: float
    peak: float
    api: float
    database: float
    background: float
    log_a_year: float
    wal_peak: float


ASSUMPTIONS = Assumptions()
SYMBOLS = {
    "active_share": "share of players who play on a day",
    "commands_a_day": "commands of an active player on a day",
    "peak_factor": "busiest time, divided by the mean",
    "most_use": "share of a core that is busy at the peak",
    "api_ms": "processor time of a command in API processes, in ms",
    "database_ms": "the same in PostgreSQL",
    "background_ms": "the same in workers and the scheduler",
    "log_bytes": "bytes of a command in `event` with its indexes",
    "wal_bytes": "bytes of a command in the write-ahead log",
    "primary_cores": "most cores of a PostgreSQL server",
    "scheduler_share": "share of the background work that the one active scheduler does at tables of people",
    "connections": "most connections of a process, `DATABASE_CONNECTIONS`",
}


def size(players: int, given: Assumptions = ASSUMPTIONS) -> Size:
    """Returns what so many players need."""
    mean = players * given.active_share * given.commands_a_day / DAY_S
    peak = mean * given.peak_factor
    api, database, background = (peak * each / 1000 for each in (given.api_ms, given.database_ms, given.background_ms))
    log_a_year = mean * DAY_S * DAYS_A_YEAR * given.log_bytes
    return Size(players, mean, peak, api, database, background, log_a_year, peak * given.wal_bytes)


def cores(used: float, given: Assumptions = ASSUMPTIONS) -> int:
    """Returns the cores to plan for work that uses so many at the peak: at least one."""
    return max(1, ceil(used / given.most_use))


def most_players(used_ms: float, most_cores: float, given: Assumptions = ASSUMPTIONS) -> int:
    """Returns for how many players a part is enough that takes `used_ms` of each command and has so many cores."""
    commands_a_second = most_cores * given.most_use * 1000 / used_ms
    return int(commands_a_second * DAY_S / (given.active_share * given.commands_a_day * given.peak_factor))


def sizing_table(given: Assumptions = ASSUMPTIONS) -> str:
    """Returns the table of sizes as Markdown."""
    head = (
        "| players | commands a second, mean | peak | API processes | cores of PostgreSQL"
        " | cores of workers and scheduler | connections | log a year | WAL at the peak |\n"
        f"{'|---' * 9}|\n"
    )
    rows = []
    for each in (size(players, given) for players in PLAYERS):
        database = cores(each.database, given)
        api, background = cores(each.api, given), cores(each.background, given)
        cells = (
            f"{each.players:,}",
            _rate(each.mean),
            _rate(each.peak),
            f"{api:,}",
            f"{database:,}" + (" †" if database > given.primary_cores else ""),
            f"{background:,}" + (" ‡" if each.background * given.scheduler_share > given.most_use else ""),
            f"{(api + background) * given.connections:,}",
            _bytes(each.log_a_year),
            f"{_bytes(each.wal_peak)}/s",
        )
        rows.append(f"| {' | '.join(cells)} |\n")
    return head + "".join(rows)


def limits_table(given: Assumptions = ASSUMPTIONS) -> str:
    """Returns the table of what one process or server is enough for, as Markdown."""
    parts = (
        ("an API process", given.api_ms, 1),
        ("the active scheduler", given.background_ms * given.scheduler_share, 1),
        ("PostgreSQL with 8 cores", given.database_ms, 8),
        (f"PostgreSQL with {given.primary_cores} cores", given.database_ms, given.primary_cores),
    )
    head = "| part | commands a second at the peak | players |\n|---|---|---|\n"
    rows = [
        (name, most * given.most_use * 1000 / used_ms, most_players(used_ms, most, given))
        for name, used_ms, most in parts
    ]
    return head + "".join(f"| {name} | {_rate(rate)} | {_two_digits(players):,} |\n" for name, rate, players in rows)


def assumptions_table(given: Assumptions = ASSUMPTIONS) -> str:
    """Returns the table of assumptions as Markdown."""
    return "| variable | value | meaning |\n|---|---|---|\n" + "".join(
        f"| `{name}` | {getattr(given, name):,} | {meaning} |\n" for name, meaning in SYMBOLS.items()
    )


def _two_digits(number: float) -> int:
    """Rounds to two significant digits."""
    return int(float(f"{number:.1e}"))


def _rate(number: float) -> str:
    return f"{_two_digits(number):,}" if number >= 10 else f"{float(f'{number:.1e}'):g}"


def _bytes(number: float) -> str:
    """Returns a number of bytes with two significant digits and a unit of SI."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{float(f'{number:.1e}'):g} {unit}"
        number /= 1000
    return f"{_two_digits(number):,} TB" if number >= 10 else f"{float(f'{number:.1e}'):g} TB"


TABLES = {"variable": assumptions_table, "players": sizing_table, "part": limits_table}
"""The functions that write the tables, by the first word of each."""


def with_tables(guide: str, given: Assumptions = ASSUMPTIONS) -> str:
    """Returns the guide with its tables of sizes replaced."""
    for word, written in TABLES.items():
        head = re.escape(written(given).partition("\n")[0] + "\n")
        guide, count = re.subn(head + r"(?:\|.*\n)*", lambda _, made=written: made(given), guide)  # type: ignore[misc]
        if count != 1:
            raise ValueError(f"{GUIDE} has {count} tables that begin with {word!r} instead of one")
    return guide


if __name__ == "__main__":
    GUIDE.write_text(with_tables(GUIDE.read_text("utf-8")), "utf-8")
