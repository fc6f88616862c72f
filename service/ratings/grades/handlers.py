"""Grades in duplicate play as they are read: what players and partnerships are graded, leaderboards, and why.

They follow the log with a short delay (`service/ratings/grades/projections.py`). Players with closed accounts are on no
leaderboard, nor are their partnerships. Their effect on the grades of others stays. Each sandbox has its own grades.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.instants import Instant, instant_of
from domain.kernel.players import PlayerId
from domain.ratings.grade import GradeChange
from domain.ratings.pools import Pool, pool_named
from domain.ratings.seasons import is_inactive
from service.platform.sources import Clock
from service.platform.store.database import Database
from service.platform.store.sandbox_time import times
from service.ratings.grades.projections import change_from_document, players_named
from service.ratings.handlers import TOP, LeaderboardPosition, WorldOf
from service.ratings.stored import name_of_pool, stored_pool

PAGE = 100
PARTNERSHIPS_LISTED = 200
"""The number of partnerships in an answer, those with the most boards of each pool first."""


class Graded(NamedTuple):
    """A grade, of a player or a partnership.

    Attributes:
        grade: in millionths of a percent.
        boards, sessions: from how many.
        is_provisional: whether these are too few.
        last_at: when the last session finished.
        is_inactive: whether that is long ago.
    """

    grade: int
    boards: int
    sessions: int
    is_provisional: bool
    last_at: Instant
    is_inactive: bool


class OfPlayer(NamedTuple):
    """The grades of a player in a pool: the own one, and those of their partnerships by partner."""

    pool: Pool
    own: Graded
    partnerships: tuple[tuple[PlayerId, Graded], ...]


class Row(NamedTuple):
    """A row of a leaderboard: one player, or the two of a partnership."""

    rank: int
    players: tuple[PlayerId, ...]
    graded: Graded


class Leaderboard(NamedTuple):
    """A page of a leaderboard, and what the next one begins behind, if there is one."""

    rows: tuple[Row, ...]
    behind: LeaderboardPosition | None


class PlayerGradeChange(NamedTuple):
    """What a session has changed for a player.

    Attributes:
        tournament: the session.
        at: when it finished.
        partner: with whom the player has played.
        own, partnership: the changes.
    """

    tournament: str
    at: Instant
    partner: PlayerId
    own: GradeChange
    partnership: GradeChange


class GradeBook:
    """The grades. Methods raise `DatabaseUnavailable` when the database does not answer."""

    def __init__(self, database: Database, world_of: WorldOf, clock: Clock) -> None:
        """Reads them where they are."""
        self._database = database
        self._now = times(database, clock)
        self._world_of = world_of

    def of_player(self, player: PlayerId) -> tuple[OfPlayer, ...]:
        """The grades of a player in every pool in which they have played a session."""
        asked = {"player_id": player, "limit": PARTNERSHIPS_LISTED}
        now = self._now(self._world_of(player))
        partnerships: dict[str, list[tuple[PlayerId, Graded]]] = {}
        for pool, partner, at, *figures in self._database.read("partnerships_of_player", asked):
            partnerships.setdefault(pool, []).append((partner, _graded(figures, instant_of(at), now)))
        return tuple(
            OfPlayer(pool, _graded(figures, instant_of(at), now), tuple(partnerships.get(stored, ())))
            for stored, at, *figures in self._database.read("grades_of_player", {"player_id": player})
            if (pool := pool_named(name_of_pool(stored))) is not None
        )

    def leaderboard(
        self,
        pool: Pool,
        *,
        of_players: bool,
        behind: LeaderboardPosition = TOP,
        count: int = PAGE,
        world: str | None = None,
    ) -> Leaderboard:
        """A page of the leaderboard of a pool, the best first; who has equal grades stands in the order of the ids.

        Args:
            pool: of which sessions.
            of_players: whether it ranks players, and not partnerships.
            behind: where the page begins.
            count: how many rows it has at the most.
            world: the sandbox whose players it ranks; none: the world of everybody.
        """
        asked = {"pool": stored_pool(pool, world), "of_players": of_players, "figure": behind.figure}
        found = self._database.read("leaderboard_of_grades", {**asked, "after": behind.player, "limit": count + 1})
        now, rows = self._now(world), []
        for who, one, other, grade, *figures, at in found[:count]:
            is_tied = behind.place > 0 and grade == behind.figure
            rank = behind.rank if is_tied else behind.place + 1
            behind = LeaderboardPosition(grade, who, behind.place + 1, rank)
            players = (one,) if other is None else (one, other)
            rows.append(Row(rank, players, _graded([grade, *figures], instant_of(at), now)))
        return Leaderboard(tuple(rows), behind if len(found) > count else None)

    def changes(self, player: PlayerId, pool: Pool, before: str | None, count: int) -> list[PlayerGradeChange]:
        """What sessions have changed for a player, the newest first; those before a session, at most so many."""
        stored = stored_pool(pool, self._world_of(player))
        asked = {"player_id": player, "pool": stored, "before": before, "limit": count}
        return [told_from(player, *row) for row in self._database.read("grade_changes", asked)]


def told_from(
    player: PlayerId, tournament: str, at: object, pair: str, own: object, together: object
) -> PlayerGradeChange:
    """What a session has changed for a player, as it is stored."""
    when = instant_of(at)  # type: ignore[arg-type]
    (partner,) = (each for each in players_named(pair) if each != player)
    return PlayerGradeChange(
        tournament,
        when,
        partner,
        change_from_document(own, tournament, when, player),  # type: ignore[arg-type]
        change_from_document(together, tournament, when, pair),  # type: ignore[arg-type]
    )


def _graded(figures: Sequence[int], last_at: Instant, now: Instant) -> Graded:
    grade, boards, sessions, is_provisional = figures
    return Graded(grade, boards, sessions, bool(is_provisional), last_at, is_inactive(last_at, now))
