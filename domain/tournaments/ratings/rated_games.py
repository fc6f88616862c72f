"""Decides which tables of a tournament are rated games, and how corrections change them.

| event of a match of a rated tournament | its games |
|---|---|
| the result is recorded from the tables | each table is a game, in the order in which they were played |
| a player left a table after a hand was over | that table is a game that only this player has lost |
| no player of a side has acted at a table | that table is an unrated game with the reason |
| adjudicated, and no player has left after a hand | the tables are unrated games with the reason |
| adjudicated because a player left after a hand was over | that table is a game that only the player has lost |
| the same, and another player left that table before | only that other player has lost it |
| the result is overridden, played or adjudicated | the last game counts as if it had ended in this way |
| the same, and a player left the table of the last game | only that player loses, even if the side wins |
| the result is overridden, as a forfeit of one side or both | the last game is annulled, with the reason |
| the result is overridden, and the last game was unrated for one of these reasons | it stays unrated |
| the result is overridden, and the games have more than two sides | the last game is annulled |
| the result is overridden in a team match at several tables at once | the games count as they were played |
| the result is overridden before the match had one | as if it were adjudicated |
| the round or tournament is called off before the match has a result | its tables are unrated games, with the reason |
| the match is decided before it has a table | no game |
| some or all boards have an assigned score | boards played to the end count as they were played |
| the round is sealed | its games count when it is closed, because ratings reveal how they ended |
| the round plays boards | its games count when the last round that plays them is closed, or at the end |

So games count in the order in which their results are recorded, or revealed for sealed rounds. Tables outside
tournaments are casual and not rated.

Sheng Ji with four players is rated only by the rules of competitive games: two decks and fixed teams. Other numbers of
players, and Zheng Shangyou, have no such condition, and have their own pools.

The option `elo_k` of the rules can lower the change of an Elo by a game below the parameters of the rating. So a short
game can count less, but no game can count more. `elo_start` and `elo_scale` belong to the rating and not to a game:
ratings of a pool with different starts or scales could not be compared. Operators can configure all figures (NIGHT-06).
"""

from typing import NamedTuple

from domain.games.registry import PACKAGES
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.pools import Among, Pool, pace_of
from domain.ratings.results import Annulled, GameResult, Replaced, Side, Void
from domain.ratings.tables import EndedTable, Forfeit, forfeited_game, pool_of_table, result_of_table, void_game
from domain.table.state import Table
from domain.tournaments.boards.line_ups import rooms_of
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.rounds.events import ResultOverridden
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.terms import Points, Result

SIDES_OF_MATCH = 2


class EarlyEnd(NamedTuple):
    """A decision of a match that was not played to its end.

    Attributes:
        why: why its games are rated for nobody.
        left: the player who left it, if one did.
        hands: the number of hands before that.
    """

    why: Void
    left: PlayerId | None = None
    hands: int = 0


def pool_of(settings: TournamentSettings, among: Among = "people") -> Pool:
    """Returns the pool of a tournament with these settings.

    Raises:
        InvalidRules: its rules are not possible.
    """
    play = settings.play
    pace = pace_of(play.clock, has_given_deals=settings.boards is not None)
    return Pool(play.game, pace, play.seats, among)


def check_rated(settings: TournamentSettings) -> None:
    """Checks that a rated tournament uses rules of rated games.

    Raises:
        InvalidSettings: it does not.
        InvalidRules: its rules are not possible.
    """
    if settings.is_rated and not PACKAGES[settings.play.game].is_competitive(settings.play.rules):
        raise InvalidSettings(
            message("rated games of four players need two decks and fixed teams"),
            hint=message("choose other rules, or set is_rated to false"),
            facts={"option": "is_rated"},
        )


def is_corrected(settings: TournamentSettings) -> bool:
    """Returns whether a result by staff applies to a game of the match; not if a match has several tables at once."""
    return rooms_of(settings, settings.play.seats // SIDES_OF_MATCH) == 1


def counts_when_published(settings: TournamentSettings) -> bool:
    """Returns whether the games of a round count only when its results are published."""
    return settings.is_sealed or settings.boards is not None


def game_of(
    settings: TournamentSettings, ended: EndedTable, among: Among, *, knows_who_acted: bool = True
) -> GameResult | None:
    """Returns the rated game of a table of a match.

    Args:
        settings: the settings of the tournament.
        ended: the table.
        among: whether all players were people.
        knows_who_acted: whether the result records which players acted.

    Returns:
        `None` if it is not rated.
    """
    pool = _pool_of_game(settings, ended, among)
    most_k = _most_k(ended.table)
    return None if pool is None else result_of_table(ended, pool, most_k, knows_who_acted=knows_who_acted)


def unfinished_game_of(
    settings: TournamentSettings, ended: EndedTable, among: Among, early_end: EarlyEnd
) -> GameResult | None:
    """Returns the rated game of a table whose match was decided elsewhere; for the arguments see `game_of`.

    If a hand was over, the first player who left the table loses the game. Without one the game is rated for nobody.
    """
    pool = _pool_of_game(settings, ended, among)
    if pool is None:
        return None
    forfeit = _forfeit(ended.table, early_end)
    if forfeit is not None:
        return forfeited_game(ended, pool, forfeit, _most_k(ended.table))
    return void_game(ended, pool, early_end.why)


def _forfeit(table: Table, early_end: EarlyEnd) -> Forfeit | None:
    """Returns the first player who left a table, before the decision of the match or by causing it."""
    if early_end.why == "unfinished" and table.presence.left:
        return Forfeit(*table.presence.left[0])
    for seat, occupant in enumerate(table.seats):
        if early_end.left is not None and occupant is not None and occupant.player == early_end.left:
            return Forfeit(Seat(seat), early_end.left, early_end.hands)
    return None


def _pool_of_game(settings: TournamentSettings, ended: EndedTable, among: Among) -> Pool | None:
    """Returns the pool of the game of a table; `None` if it is not rated."""
    if not settings.is_rated or not PACKAGES[ended.table.game.name].is_competitive(ended.table.rules):
        return None
    pool = pool_of_table(ended.table, among)
    return pool if settings.boards is None else pool._replace(pace="duplicate")


def correction_of(result: GameResult, overridden: ResultOverridden) -> Annulled | Replaced:
    """Returns the correction of the last game of a match by an overridden result.

    Args:
        result: the current result of that game; its first side is that of the match.
        overridden: the result that staff set.
    """
    if result.void is not None:
        return Replaced(result)
    if result.is_left and overridden.kind in ("played", "adjudicated"):
        return Replaced(result)
    if len(result.sides) != SIDES_OF_MATCH:
        return Annulled(result.game)
    match Result(overridden.first, overridden.second, overridden.kind):
        case Result(first, second, "played" | "adjudicated"):
            return Replaced(_with_points(result, first, second))
        case _:
            return Annulled(result.game)


def _with_points(result: GameResult, first: Points, second: Points) -> GameResult:
    places = (1 if first >= second else 2, 1 if second >= first else 2)
    if places == tuple(side.place for side in result.sides):
        return result
    sides = tuple(Side(side.players, place, side.role) for side, place in zip(result.sides, places, strict=True))
    return GameResult(
        game=result.game,
        pool=result.pool,
        ended_at=result.ended_at,
        sides=sides,
        reason="drawn" if first == second else "won",
        hands=result.hands,
        most_k=result.most_k,
    )


def _most_k(table: Table) -> int | None:
    return PACKAGES[table.game.name].most_k(table.rules)
