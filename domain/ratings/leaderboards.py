"""Leaderboards of individual players, for all time and for each quarter (Sheng Ji Nights).

| term | definition |
|---|---|
| quarter | three months of the calendar in UTC, such as `2026-Q4` |
| game of the quarter | a rated game that finished at `begins` or later, and before `ends` |
| rank | 1 + the number of players with a higher figure, so equal figures have equal ranks |
| figure | the Elo, or the displayed team rating (mu - 3 sigma) in hundredths at the given time |

Ratings continue from one quarter to the next. The leaderboard of a quarter lists the players with a game in it. From
`ends` on it is final, and idle time no longer counts.
"""

import re
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from typing import Literal, NamedTuple

from domain.kernel.instants import DAY_MS, Instant, instant_of, utc
from domain.kernel.players import PlayerId

System = Literal["elo", "team"]
_QUARTER = re.compile(r"([0-9]{4})-Q([1-4])")

INACTIVE_DAYS = 180
"""Players without a rated game for longer than this are marked as inactive."""


class Quarter(NamedTuple):
    """A quarter: its name, its first instant, and the first instant after it."""

    name: str
    begins: Instant
    ends: Instant


def quarter_of(at: Instant) -> str:
    """Returns the name of the quarter of an instant in UTC, such as `2026-Q4`."""
    moment = utc(at)
    return f"{moment.year:04}-Q{(moment.month + 2) // 3}"


def quarter(name: str) -> Quarter | None:
    """Returns the quarter of that name; `None` if there is none."""
    named = _QUARTER.fullmatch(name)
    if named is None:
        return None
    year, number = int(named[1]), int(named[2])
    if not MINYEAR <= year < MAXYEAR:
        return None
    begins = datetime(year, 3 * number - 2, 1, tzinfo=UTC)
    ends = datetime(year + number // 4, 3 * number % 12 + 1, 1, tzinfo=UTC)
    return Quarter(name, instant_of(begins), instant_of(ends))


def is_inactive(last_at: Instant | None, now: Instant) -> bool:
    """Returns whether a player has had no rated game for long. A player without any game is not inactive, but new."""
    return last_at is not None and now - last_at > INACTIVE_DAYS * DAY_MS


class RankedPlayer(NamedTuple):
    """A row of a leaderboard, with the numbers of rated games and of wins in the period."""

    rank: int
    player: PlayerId
    figure: int
    games: int
    won: int
    is_provisional: bool
