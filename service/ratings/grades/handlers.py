"""Reads grades of players and partnerships in duplicate play, leaderboards, and the changes of grades.

Grades follow the log with a short delay (`service/ratings/grades/projections.py`). Leaderboards leave out players with
closed accounts and their partnerships, but their effect on the grades of others stays. Each sandbox has its own grades.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.instants import Instant, instant_of
from domain.kernel.players import PlayerId
from domain.ratings.grade import GradeChange
from domain.ratings.leaderboards import is_inactive
from domain.ratings.pools import Pool, pool_named
from service.platform.sources import TimeSource
from service.platform.store.database import Database
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.ratings.documents import name_of_pool
from service.ratings.grades.projections import change_from_document, players_named
from service.ratings.handlers import TOP, LeaderboardPosition, SandboxOf, closed_meanwhile
from service.ratings.stored import stored_pool

PAGE = 100
PARTNERSHIPS_LISTED = 200
"""The number of partnerships in an answer, those with the most boards of each pool first."""


class Graded(NamedTuple):
    """A grade, of a player or a partnership.

    Attributes:
        grade: the grade, in millionths of a percent.
        boards, sessions: the numbers of boards and sessions in the grade.
        is_provisional: whether there are too few boards.
        last_at: when the last session finished.
        is_inactive: whether the last session was long ago.
    """

    grade: int
    boards: int
    sessions: int
    is_provisional: bool
    last_at: Instant
    is_inactive: bool


class PlayerGrades(NamedTuple):
    """The grades of a player in a pool: their own, and those of their partnerships, by partner."""

    pool: Pool
    own: Graded
    partnerships: tuple[tuple[PlayerId, Graded], ...]


class GradeRow(NamedTuple):
    """A row of a leaderboard: one player, or the two of a partnership."""

    rank: int
    players: tuple[PlayerId, ...]
    graded: Graded


class GradeLeaderboard(NamedTuple):
    """A page of a leaderboard, and the position at which the next page begins, or `None`."""

    rows: tuple[GradeRow, ...]
    behind: LeaderboardPosition | None


class PlayerGradeChange(NamedTuple):
    """The changes of grades of a player by a session.

    Attributes:
        tournament: the session.
        at: when it finished.
        partner: the partner of the player.
        own, partnership: the changes of the player's grade and of the partnership's.
    """

    tournament: str
    at: Instant
    partner: PlayerId
    own: GradeChange
    partnership: GradeChange


class GradeBook:
    """Reads grades. Methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database, sandbox_of: SandboxOf, clock: TimeSource) -> None:
        """Takes the database, the lookup of sandboxes, and the clock."""
        self._database = database
        self._now = clock_of_sandboxes(database, clock)
        self._sandbox_of = sandbox_of

    def of_player(self, player: PlayerId) -> tuple[PlayerGrades, ...]:
        """Returns the grades of a player in all pools in which they have played a session."""
        parameters = {"player_id": player, "limit": PARTNERSHIPS_LISTED}
        sandbox = self._sandbox_of(player)
        now = self._now(sandbox)
        partnerships: dict[str, list[tuple[PlayerId, Graded]]] = {}
        found = self._database.read_late("partnerships_of_player", parameters, sandbox=sandbox)
        closed = closed_meanwhile(self._database, (row[1] for row in found), sandbox)
        for pool, partner, at, *figures in found:
            if partner not in closed:
                partnerships.setdefault(pool, []).append((partner, _graded(figures, instant_of(at), now)))
        own = self._database.read_late("grades_of_player", {"player_id": player}, sandbox=sandbox)
        return tuple(
            PlayerGrades(pool, _graded(figures, instant_of(at), now), tuple(partnerships.get(stored, ())))
            for stored, at, *figures in own
            if (pool := pool_named(name_of_pool(stored))) is not None
        )

    def leaderboard(
        self,
        pool: Pool,
        *,
        of_players: bool,
        behind: LeaderboardPosition = TOP,
        count: int = PAGE,
        sandbox: str | None = None,
    ) -> GradeLeaderboard:
        """Returns a page of the leaderboard of a pool, best first. Ties are in order of ids.

        Args:
            pool: the pool.
            of_players: whether it ranks players instead of partnerships.
            behind: the position at which the page begins.
            count: the maximum number of rows.
            sandbox: the sandbox; `None` for outside all sandboxes.
        """
        parameters = {"pool": stored_pool(pool, sandbox), "of_players": of_players, "figure": behind.figure}
        parameters |= {"after": behind.player, "limit": count + 1}
        found = self._database.read_late("leaderboard_of_grades", parameters, sandbox=sandbox)
        closed = closed_meanwhile(self._database, (each for row in found for each in row[1:3]), sandbox)
        now, rows = self._now(sandbox), []
        for who, one, other, grade, *figures, at in found[:count]:
            behind = behind.before(grade, who)
            players = (one,) if other is None else (one, other)
            if not closed.isdisjoint(players):
                continue
            rows.append(GradeRow(behind.rank, players, _graded([grade, *figures], instant_of(at), now)))
        return GradeLeaderboard(tuple(rows), behind if len(found) > count else None)

    def changes(self, player: PlayerId, pool: Pool, before: str | None, count: int) -> list[PlayerGradeChange]:
        """Returns at most `count` grade changes of a player, newest first, before the session `before` if given."""
        sandbox = self._sandbox_of(player)
        parameters = {"player_id": player, "pool": stored_pool(pool, sandbox), "before": before, "limit": count}
        rows = self._database.read_late("grade_changes", parameters, sandbox=sandbox)
        return [grade_change_from_row(player, *row) for row in rows]


def grade_change_from_row(
    player: PlayerId, tournament: str, at: object, pair: str, own: object, together: object
) -> PlayerGradeChange:
    """Returns the grade change of a player that is stored in a row."""
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
