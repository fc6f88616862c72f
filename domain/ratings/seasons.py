"""Seasons, such as a semester, and their leaderboards of individual players (Sheng Ji Nights).

| term | definition |
|---|---|
| quarter | a season without a name of its own: three months of the calendar in UTC, such as `2026-Q4` |
| game of the season | a rated game that finished at `begins` or later, and before `ends` |
| `carry_over` | ratings continue from the previous season; the leaderboard lists players with a game in this one |
| `fresh` | all players start again at `begins`; the offsets of sides are kept |
| rank | 1 + the number of players with a higher figure, so equal figures have equal ranks |
| figure | the Elo, or the displayed team rating (mu - 3 sigma) in hundredths at the requested time |

A leaderboard includes the games so far. From `ends` on it is final, and idle time no longer counts.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from typing import Literal, NamedTuple

from domain.kernel.instants import DAY_MS, Instant, instant_of, utc
from domain.kernel.players import PlayerId
from domain.ratings import elo, team_rating
from domain.ratings.pools import Pool
from domain.ratings.replay import RatedGame, Ratings, Rules
from domain.ratings.results import Entry, GameResult, standing
from domain.ratings.team_rating import MICRO

Start = Literal["carry_over", "fresh"]
System = Literal["elo", "team"]
_QUARTER = re.compile(r"([0-9]{4})-Q([1-4])")

INACTIVE_DAYS = 180
"""Players without a rated game for this long are marked as inactive."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season: its first instant, the instant after its last one, and the ratings with which it begins.

    Raises:
        ValueError: it does not end after it begins.
    """

    name: str
    begins: Instant
    ends: Instant
    start: Start = "carry_over"

    def __post_init__(self) -> None:
        """Refuses a season without an instant."""
        if self.ends <= self.begins:
            raise ValueError(f"the season {self.name!r} must end after it begins")

    def has(self, at: Instant) -> bool:
        """Returns whether a game that finished at `at` belongs to the season."""
        return self.begins <= at < self.ends


def quarter_of(at: Instant) -> str:
    """Returns the name of the quarter of an instant in UTC, such as `2026-Q4`."""
    moment = utc(at)
    return f"{moment.year:04}-Q{(moment.month + 2) // 3}"


def quarter(name: str) -> Season | None:
    """Returns the quarter of that name, in UTC, or `None` if it is not the name of a quarter."""
    named = _QUARTER.fullmatch(name)
    if named is None:
        return None
    year, number = int(named[1]), int(named[2])
    if not MINYEAR <= year < MAXYEAR:
        return None
    begins = datetime(year, 3 * number - 2, 1, tzinfo=UTC)
    ends = datetime(year + number // 4, 3 * number % 12 + 1, 1, tzinfo=UTC)
    return Season(name, instant_of(begins), instant_of(ends))


def is_inactive(last_at: Instant | None, now: Instant) -> bool:
    """Returns whether the last rated game was long ago. A player without any game is new, not inactive."""
    return last_at is not None and now - last_at > INACTIVE_DAYS * DAY_MS


class Row(NamedTuple):
    """A row of a leaderboard, with the numbers of rated games and of wins in the season."""

    rank: int
    player: PlayerId
    figure: int
    games: int
    won: int
    is_provisional: bool


class Record(NamedTuple):
    """The numbers of rated games and of wins of a player in a season."""

    games: int = 0
    won: int = 0


class SeasonRatings:
    """The ratings of a season after some games, and the record of each player."""

    def __init__(self, season: Season, rules: Rules) -> None:
        self.season = season
        self.rules = rules
        self.ratings = Ratings()
        self._records: dict[System, dict[tuple[Pool, PlayerId], Record]] = {"elo": {}, "team": {}}
        self._has_begun = False

    def rate(self, result: GameResult) -> RatedGame | None:
        """Rates a game and returns its changes; `None` if it does not count for this season."""
        if result.ended_at >= self.season.ends:
            return None
        is_fresh, is_of_season = self.season.start == "fresh", self.season.has(result.ended_at)
        if is_fresh and self._has_begun and not is_of_season:
            return None
        if is_of_season and not self._has_begun:
            self._has_begun = True
            if is_fresh:
                self.ratings.forget_players()
        outcome = self.ratings.rate(self.rules, result)
        if is_of_season:
            self._record(outcome)
        return outcome

    def leaderboard(self, pool: Pool, system: System, at: Instant) -> tuple[Row, ...]:
        """Returns the leaderboard of a pool, best first. Players with equal figures are ordered by their ids.

        Args:
            pool: the pool.
            system: the rating system.
            at: the requested time. The team ratings of idle players decrease with time.
        """
        figures = [
            (-figure, player, record, is_provisional)
            for (where, player), record in self._records[system].items()
            if where == pool
            for figure, is_provisional in [self._figure(pool, player, system, at)]
        ]
        rows: list[Row] = []
        for place, (negated, player, record, is_provisional) in enumerate(sorted(figures), start=1):
            is_tied = bool(rows) and rows[-1].figure == -negated
            rank = rows[-1].rank if is_tied else place
            rows.append(Row(rank, player, -negated, record.games, record.won, is_provisional))
        return tuple(rows)

    def _figure(self, pool: Pool, player: PlayerId, system: System, at: Instant) -> tuple[int, bool]:
        """Returns the figure of a player, and whether it is provisional."""
        if system == "elo":
            rated = self.ratings.elo[pool, player]
            return rated.rating, elo.is_provisional(self.rules.elo, rated)
        team = self.ratings.team[pool, player]
        skill = team_rating.aged(self.rules.team, team, min(at, self.season.ends))
        return team_rating.shown(skill), team_rating.is_provisional(self.rules.team, team.games, skill)

    def _record(self, outcome: RatedGame) -> None:
        for elo_change in outcome.elo:
            self._count("elo", (elo_change.pool, elo_change.player), is_won=elo_change.score == MICRO)
        for change in outcome.team:
            is_won = all(part.duel.score == MICRO for part in change.parts)
            self._count("team", (change.pool, change.player), is_won=is_won)

    def _count(self, system: System, at: tuple[Pool, PlayerId], *, is_won: bool) -> None:
        before = self._records[system].get(at, Record())
        self._records[system][at] = Record(before.games + 1, before.won + is_won)


def season_ratings(log: Iterable[Entry], rules: Rules, season: Season) -> SeasonRatings:
    """Returns the ratings of a season that follow from a log with corrections.

    Raises:
        ValueError: a game has two results, or a correction names a game without a result.
    """
    ratings = SeasonRatings(season, rules)
    for result in standing(log):
        ratings.rate(result)
    return ratings
