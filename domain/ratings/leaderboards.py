"""Leaderboards of individual players, for all time and for each quarter (Sheng Ji Nights, NIGHT-05).

| figure | what it is |
|---|---|
| a quarter | three months of the calendar in UTC, such as `2026-Q4` |
| a game of the quarter | a rated one that finished at `begins` or later, and before `ends` |
| rank | 1 + the number of players with a higher figure, so that equal figures have equal ranks |
| figure | the Elo; or the shown team rating (mu - 3 sigma), in hundredths, at the given instant |

Ratings go on from one quarter to the next; the leaderboard of a quarter lists those who had a game in it. From `ends`
on it is final, and idle time no longer counts.
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
    """Returns the name of the quarter of the calendar, in UTC, of an instant, such as `2026-Q4`."""
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
    """A line of a leaderboard; in a quarter it counts the rated games of that quarter, and those that were won."""

    rank: int
    player: PlayerId
    figure: int
    games: int
    won: int
    is_provisional: bool
