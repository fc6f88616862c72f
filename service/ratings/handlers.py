"""Reads ratings of players, leaderboards, and the changes of ratings.

Ratings follow the log with a short delay (`service/ratings/projections.py`). Leaderboards leave out players with closed
accounts, but their effect on the ratings of others stays. Each sandbox has its own ratings.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from domain.kernel.instants import Instant, instant_of, utc
from domain.kernel.players import PlayerId
from domain.ratings import elo, team_rating
from domain.ratings.changes import EloChange, TeamChange
from domain.ratings.eligibility import Unrated
from domain.ratings.elo import Rated
from domain.ratings.leaderboards import RankedPlayer, System, is_inactive, quarter
from domain.ratings.outcomes import RatingParameters
from domain.ratings.pools import Among, Pool, pool_named
from domain.ratings.team_rating import Skill, TeamRated
from service.platform.sources import TimeSource
from service.platform.store.database import Database, Row
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.ratings.documents import name_of_pool
from service.ratings.stored import OF_ALL_TIME, elo_change_from_document, stored_pool, team_change_from_document

SandboxOf = Callable[[PlayerId], str | None]
"""Returns the sandbox of a player, or `None`."""

SEASONS_LISTED = 20
HIGHEST = 2**31 - 1
PAGE = 500


class PlayerRating(NamedTuple):
    """The ratings of a player in a pool.

    Attributes:
        rating: the Elo.
        games, won: numbers of games in the Elo, and of those won.
        is_provisional: whether the Elo is based on too few games.
        team: the team rating now. Its uncertainty grows with the time since the last game.
        team_games, team_won, team_is_provisional: the same for the team rating.
        last_at: when the last rated game ended; `None` before the first.
        is_inactive: whether the player has had no rated game for a long time.
    """

    pool: Pool
    rating: int
    games: int
    won: int
    is_provisional: bool
    team: Skill
    team_games: int
    team_won: int
    team_is_provisional: bool
    last_at: Instant | None
    is_inactive: bool


class LeaderboardPosition(NamedTuple):
    """A position in a leaderboard: the figure, player, place and rank of the row before a page."""

    figure: int
    player: str
    place: int
    rank: int

    def before(self, figure: int, player: str) -> "LeaderboardPosition":
        """Returns the position of the next row. Equal figures have equal ranks."""
        is_tied = self.place > 0 and figure == self.figure
        return LeaderboardPosition(figure, player, self.place + 1, self.rank if is_tied else self.place + 1)


TOP = LeaderboardPosition(HIGHEST, "", 0, 0)


class LeaderboardRow(NamedTuple):
    """A row of a leaderboard, with the time of the last rated game."""

    row: RankedPlayer
    last_at: Instant
    is_inactive: bool


class SeasonSpan(NamedTuple):
    """A season, and when its first and last game ended so far; both `None` if it has no games."""

    name: str
    begins: Instant | None
    ends: Instant | None


class Leaderboard(NamedTuple):
    """A page of a leaderboard, and the position at which the next page begins, or `None`."""

    season: SeasonSpan | None
    rows: tuple[LeaderboardRow, ...]
    behind: LeaderboardPosition | None


NOBODY = Leaderboard(None, (), None)


class PlayerRatingChange(NamedTuple):
    """The changes of a player's ratings by a game, or the reason why it was not rated.

    Attributes:
        game: the table.
        at: when its match ended.
        tournament, round, match: the match of the game.
        season: the season of the tournament.
        elo, team: the changes. `elo` is `None` unless two sides of equal size played.
    """

    game: str
    at: Instant
    tournament: str
    round: int
    match: int
    season: str | None
    unrated: Unrated | None
    elo: EloChange | None
    team: TeamChange | None


class PoolSummary(NamedTuple):
    """A pool with rated games, and its latest seasons, newest first."""

    pool: Pool
    seasons: tuple[str, ...]


class Ratings:
    """Reads ratings. Methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database, rules: RatingParameters, sandbox_of: SandboxOf, clock: TimeSource) -> None:
        """Takes the database, the parameters of the ratings, the lookup of sandboxes, and the clock."""
        self._database = database
        self._now = clock_of_sandboxes(database, clock)
        self.rules = rules
        self._sandbox_of = sandbox_of

    def of(self, player: PlayerId, pool: Pool) -> PlayerRating:
        """Returns the ratings of a player in a pool. Players without rated games there get those of a newcomer.

        Tournaments admit players by them, so they are never read late.
        """
        sandbox = self._sandbox_of(player)
        asked = {"player_id": player, "pool": stored_pool(pool, sandbox)}
        for standing in self._standings(self._database.read("ratings_of_player", asked), self._now(sandbox)):
            return standing
        newcomer = self.rules.team.newcomer
        return self._standing(pool, Rated(self.rules.elo.start), newcomer, (0, 0), self._now(None))

    def of_player(self, player: PlayerId) -> tuple[PlayerRating, ...]:
        """Returns the ratings of a player in all pools in which they have rated games."""
        sandbox = self._sandbox_of(player)
        rows = self._database.read_late("ratings_of_player", {"player_id": player, "pool": None}, sandbox=sandbox)
        return tuple(self._standings(rows, self._now(sandbox)))

    def among(self, player: PlayerId) -> Among:
        """Returns whether a player is rated among people or among programs."""
        return "programs" if self._database.read("programs", {"ids": [player]}) else "people"

    def pools(self, sandbox: str | None = None) -> tuple[PoolSummary, ...]:
        """Returns the pools with rated games of a sandbox; `None` means outside all sandboxes."""
        parameters = {"sandbox": sandbox, "seasons": SEASONS_LISTED}
        rows = self._database.read_late("rating_pools", parameters, sandbox=sandbox)
        return tuple(
            PoolSummary(pool, tuple(seasons)) for stored, seasons in rows if (pool := pool_named(name_of_pool(stored)))
        )

    def leaderboard(
        self,
        pool: Pool,
        system: System,
        season: str | None,
        behind: LeaderboardPosition = TOP,
        count: int = PAGE,
        *,
        sandbox: str | None = None,
    ) -> Leaderboard:
        """Returns a page of the leaderboard of a pool, best first. Ties are in order of player ids.

        Args:
            pool: the pool.
            system: the rating that ranks players.
            season: a season of tournaments, or a quarter such as `2026-Q4`. It ranks the players with games in it, by
                their rating after the last of these. `None` for all time.
            behind: the position at which the page begins.
            count: the maximum number of rows.
            sandbox: the sandbox; `None` for outside all sandboxes.
        """
        stored = stored_pool(pool, sandbox)
        span = None if season is None else self._span(stored, season, sandbox)
        statement = "leaderboard_by_elo" if system == "elo" else "leaderboard_by_shown"
        parameters = {"pool": stored, "season": season or OF_ALL_TIME, "figure": behind.figure, "after": behind.player}
        found = self._database.read_late(statement, {**parameters, "limit": count + 1}, sandbox=sandbox)
        closed = closed_meanwhile(self._database, (row[0] for row in found), sandbox)
        now, rows = self._now(sandbox), []
        for player, figure, games, won, is_provisional, at in found[:count]:
            behind = behind.before(figure, player)
            if player in closed:
                continue
            last_at = instant_of(at)
            rows.append(
                LeaderboardRow(
                    RankedPlayer(behind.rank, player, figure, games, won, is_provisional),
                    last_at,
                    is_inactive(last_at, now),
                )
            )
        return Leaderboard(span, tuple(rows), behind if len(found) > count else None)

    def changes(self, player: PlayerId, pool: Pool, before: str | None, count: int) -> list[PlayerRatingChange]:
        """Returns at most `count` rating changes of a player, newest first, before the game `before` if given."""
        sandbox = self._sandbox_of(player)
        parameters = {"player_id": player, "pool": stored_pool(pool, sandbox), "before": before, "limit": count}
        return [
            PlayerRatingChange(
                game, instant_of(at), tournament, number, match, season, unrated, *changes_read(elo_change, team_change)
            )
            for game, at, unrated, elo_change, team_change, tournament, number, match, season in (
                self._database.read_late("rating_changes", parameters, sandbox=sandbox)
            )
        ]

    def _span(self, pool: str, season: str, sandbox: str | None) -> SeasonSpan:
        """Returns when the first and last game of a season ended."""
        dated = quarter(season)
        parameters = {
            "pool": pool,
            "season": season,
            "begins": utc(dated.begins) if dated else None,
            "ends": utc(dated.ends) if dated else None,
        }
        [(begins, ends)] = self._database.read_late("rating_season", parameters, sandbox=sandbox)
        return SeasonSpan(season, *(None if at is None else instant_of(at) for at in (begins, ends)))

    def _standings(self, rows: Iterable[Row], now: Instant) -> Iterator[PlayerRating]:
        for stored, at, rating, games, won, _, mu, sigma, team_games, team_won, _ in rows:
            if (where := pool_named(name_of_pool(stored))) is not None:
                rated = Rated(self.rules.elo.start if rating is None else rating, games)
                team = TeamRated(Skill(mu, sigma), team_games, instant_of(at))
                yield self._standing(where, rated, team, (won, team_won), now)

    def _standing(self, pool: Pool, rated: Rated, team: TeamRated, won: tuple[int, int], now: Instant) -> PlayerRating:
        skill = team_rating.aged(self.rules.team, team, now)
        return PlayerRating(
            pool=pool,
            rating=rated.rating,
            games=rated.games,
            won=won[0],
            is_provisional=elo.is_provisional(self.rules.elo, rated),
            team=skill,
            team_games=team.games,
            team_won=won[1],
            team_is_provisional=team_rating.is_provisional(self.rules.team, team.games, skill),
            last_at=team.at,
            is_inactive=is_inactive(team.at, now),
        )


def closed_meanwhile(database: Database, players: Iterable[str | None], sandbox: str | None) -> frozenset[str]:
    """Returns those of these players in a late answer whose accounts are closed. Closed accounts show no ratings."""
    asked = {"ids": [each for each in players if each]}
    return frozenset(each for (each,) in database.read_if_late("closed_players", asked, sandbox=sandbox))


def changes_read(elo_change: object, team_change: object) -> tuple[EloChange | None, TeamChange | None]:
    """Returns the changes that are stored in these documents."""
    return (
        None if elo_change is None else elo_change_from_document(elo_change),
        None if team_change is None else team_change_from_document(team_change),
    )
