"""Results and changes of ratings as they are stored."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson

from domain.kernel.instants import Instant, write_instant
from domain.kernel.players import PlayerId
from domain.ratings.changes import EloChange, TeamChange
from domain.ratings.leaderboards import quarter_of
from domain.ratings.outcomes import RatedGame, RatingParameters
from domain.ratings.pools import Pool
from domain.ratings.results import GameResult
from domain.ratings.team_rating import MICRO, Handicap, handicap_of, shown
from service.platform.store.checkpoints import CheckpointConflict, Run
from service.platform.store.codec import decoder, encoder
from service.platform.store.event_store import LogPlace


def players_key(players: Iterable[PlayerId]) -> str:
    """Returns a key for a group of players in any seats."""
    return " ".join(sorted(players))


USUAL = {"void": None, "is_left": False}
"""Members that most results share. They are not stored."""

OF_ALL_TIME = ""


OF_SANDBOX = "/"
_result_written = encoder(GameResult)
_result_read = decoder(GameResult)
elo_change_document = encoder(EloChange)
elo_change_from_document = decoder(EloChange)
team_change_document = encoder(TeamChange)
team_change_from_document = decoder(TeamChange)


def result_document(result: GameResult) -> dict[str, Any]:
    """Returns a result for the store.

    Members with their usual value are left out, as in results of earlier releases.
    """
    document: dict[str, Any] = _result_written(result)
    return {name: value for name, value in document.items() if name not in USUAL or value != USUAL[name]}


def result_from_document(document: dict[str, Any]) -> GameResult:
    """Returns the result that `result_document` wrote."""
    result: GameResult = _result_read({**USUAL, **document})
    return result


class StoredGame(NamedTuple):
    """A stored game, before it is rated.

    Attributes:
        round, match, part: round and match in its tournament, and the number of its table there. `part` is negative if
            the match was called off with its round.
        season: the season of the tournament, or `None`.
        counts_at_once: whether it counts at once. Other games count when the results of their round are published.
        sandbox: the sandbox in which it was played, or `None`.
    """

    tournament_id: str
    round: int
    match: int
    part: int
    season: str | None
    counts_at_once: bool
    result: GameResult
    sandbox: str | None = None


class GameEvent(NamedTuple):
    """An event that concerns rated games.

    Attributes:
        tournament_id: id of the tournament.
        event: the event.
        games: the games that the event creates.
        rounds: the rounds whose results the event publishes, so that their games count.
        is_corrected: whether a result set by staff decides how a game has ended.
        place: position of the event in the log; `None` for after all others.
    """

    tournament_id: str
    event: Any
    games: tuple[StoredGame, ...]
    rounds: tuple[int, ...] = ()
    is_corrected: bool = True
    place: LogPlace | None = None


class UnratedPool(NamedTuple):
    """A pool with unrated games, see the table `rating_pool`."""

    pool: str
    newest: int
    rated: int
    mark: int


class GameToRate(NamedTuple):
    """A game at its place, and whether staff have annulled it."""

    place: int
    season: str | None
    result: GameResult
    is_annulled: bool = False


def stored_pool(pool: Pool, sandbox: str | None) -> str:
    """Returns the stored name of a pool. Each sandbox has its own pools."""
    return pool.name if sandbox is None else f"{pool.name}{OF_SANDBOX}{sandbox}"


def place_document(place: LogPlace | None) -> dict[str, int | None]:
    """Returns a position in the log as stored."""
    return {"transaction": place and place.transaction, "position": place and place.position}


def handicap_name(handicap: Handicap) -> str:
    """Returns the stored name of a handicap."""
    return f"{handicap.role or 'side'}:{handicap.own}:{handicap.other}"


def json_text(document: Any) -> str:
    """Returns the document as JSON text."""
    return orjson.dumps(document).decode()


class RatingChanges:
    """The changes by some games, ready to be stored."""

    def __init__(self, pool: str, rules: RatingParameters) -> None:
        self._pool = pool
        self._rules = rules
        self._games: list[dict[str, Any]] = []
        self._changes: list[dict[str, Any]] = []
        self._ratings: dict[tuple[str, str], dict[str, Any]] = {}

    def add(self, game: GameToRate, outcome: RatedGame) -> None:
        """Adds the changes by a game."""
        handicap, learnt = handicap_of(game.result.sides), outcome.offset
        if outcome.unrated is not None or handicap is not None:
            self._games.append(
                {
                    "game": outcome.game,
                    "unrated": outcome.unrated,
                    "handicap": None if handicap is None else handicap_name(handicap[1]),
                    "handicap_skill": None if learnt is None else list(learnt.after),
                }
            )
        if outcome.unrated is not None:
            for player in game.result.players:
                self._changes.append({**_identity(game, player), "unrated": outcome.unrated})
            return
        elo = {change.player: change for change in outcome.elo}
        for change in outcome.team:
            figures = {**_elo_figures(elo.get(change.player)), **_team_figures(change)}
            self._changes.append({**_identity(game, change.player), **figures})
            quarter = quarter_of(game.result.ended_at)
            for season in {OF_ALL_TIME, game.season or OF_ALL_TIME, quarter}:
                self._rating(season, change.player, figures, game.result.ended_at)

    def _rating(self, season: str, player: PlayerId, figures: dict[str, Any], at: Instant) -> None:
        """Sets the rating after a change. The counts cover the games of this portion only."""
        row = self._ratings.setdefault((season, player), {"elo_games": 0, "elo_won": 0, "team_games": 0, "team_won": 0})
        row.update(season=season, player_id=player, at=write_instant(at))
        row.update({name: figures[name] for name in ("mu", "sigma", "shown", "team_provisional")})
        row["team_games"] += 1
        row["team_won"] += figures["team_won"]
        if "elo" in figures:
            row.update(elo=figures["elo"], elo_provisional=figures["elo_provisional"])
            row["elo_games"] += 1
            row["elo_won"] += figures["elo_won"]

    def write(self, run: Run, behind: UnratedPool, to: int) -> None:
        """Stores all changes. Raises `CheckpointConflict` if the pool has changed since it was read."""
        if not run("move_pool", {"pool": self._pool, "after": behind.rated, "mark": behind.mark, "to": to}):
            raise CheckpointConflict(self._pool)
        for statement, name, rows in (
            ("note_rated_games", "games", self._games),
            ("add_rating_changes", "changes", self._changes),
            ("put_ratings", "ratings", [self._ratings[at] for at in sorted(self._ratings)]),
        ):
            if rows:
                run(statement, {"pool": self._pool, name: json_text(rows)})


def _identity(game: GameToRate, player: PlayerId) -> dict[str, Any]:
    return {
        "player_id": player,
        "place": game.place,
        "game": game.result.game,
        "season": game.season,
        "at": write_instant(game.result.ended_at),
    }


def _elo_figures(change: EloChange | None) -> dict[str, Any]:
    if change is None:
        return {}
    return {
        "elo": change.after,
        "elo_games": change.games + 1,
        "elo_won": change.score == MICRO,
        "elo_provisional": change.is_provisional,
        "elo_change": elo_change_document(change),
    }


def _team_figures(change: TeamChange) -> dict[str, Any]:
    return {
        "mu": change.after.mu,
        "sigma": change.after.sigma,
        "shown": shown(change.after),
        "team_games": change.games + 1,
        "team_won": all(part.duel.score == MICRO for part in change.parts),
        "team_provisional": change.is_provisional,
        "team_change": team_change_document(change),
    }


def move_pool_back(run: Run, pool: str, place: int) -> None:
    """Moves the pool back before a place, if it has advanced that far."""
    at = {"pool": pool, "place": place}
    for statement in (
        *("put_pool_back", "drop_ratings_since"),
        *("restore_ratings", "drop_changes_since", "unrate_games_since"),
    ):
        run(statement, at)
