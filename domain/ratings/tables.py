"""Results of finished tables for the ratings.

| fact of the table | effect on the rating |
|---|---|
| seats that play together from the start | they are one side; where all play alone, each seat is a side |
| winners | they have place 1, all others place 2; without winners the game is a draw |
| holder of a seat at the end | is rated: a substitute takes over the game with the seat |
| bot as stand-in for a player | none: the player is rated |
| bots played for a whole side from the start | nobody is rated |
| player who left the match | forfeits the game, even if a bot or a substitute took the seat |
| scored hands | the number of hands that were played to their end |

Tables that are unfinished, or have a house bot in a seat, are not rated. Tables of a sandbox are not rated either.
"""

from typing import NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.ratings.pools import Among, Pool, pace_of
from domain.ratings.results import GameId, GameResult, Side, Void
from domain.table.state import Table


class EndedTable(NamedTuple):
    """A table, its id, and when its match ended or was decided."""

    id: str
    table: Table
    at: Instant


class Forfeit(NamedTuple):
    """A player who left a table: the seat, the player, and the number of hands before."""

    seat: Seat
    player: PlayerId
    hands: int


def pool_of_table(table: Table, among: Among) -> Pool:
    """Returns the pool in which the games of a table count."""
    seats = table.game.seats(table.rules)
    return Pool(table.game.name, pace_of(table.clock, has_given_deals=bool(table.deals)), seats, among)


def players_of_table(table: Table) -> tuple[PlayerId, ...] | None:
    """Returns the players by seat; `None` while a seat is free or held by a house bot."""
    players = tuple(seat.player for seat in table.seats if seat is not None and seat.bot is None)
    return players if len(players) == len(table.seats) else None


def result_of_table(
    ended: EndedTable, pool: Pool, most_k: int | None = None, *, knows_who_acted: bool = True
) -> GameResult | None:
    """Returns the result of a table.

    Args:
        ended: the table.
        pool: the pool in which it counts.
        most_k: the largest change of an Elo by this game; `None` for no limit beyond the parameters of the rating.
        knows_who_acted: whether absence and leaving count; `False` for matches that ended before these were recorded.

    Returns:
        `None` if the table is not rated.
    """
    table, players = ended.table, players_of_table(ended.table)
    if table.result is None or players is None:
        return None
    left = table.presence.left[0] if table.presence.left and knows_who_acted else None
    if left is not None:
        return forfeited_game(ended, pool, Forfeit(left.seat, left.player, left.hands), most_k)
    winners, forfeiter = set(table.result.winners), table.result.forfeited_by
    teams = table.game.teams(table.rules)
    is_absent = knows_who_acted and any(table.presence.is_absent(team) for team in teams)
    return GameResult(
        game=GameId(ended.id),
        pool=pool,
        ended_at=ended.at,
        sides=tuple(
            Side(tuple(players[seat] for seat in team), 1 if not winners or winners.intersection(team) else 2)
            for team in teams
        ),
        reason=table.result.reason,
        hands=table.game.hands_played(table.match),
        forfeited_by=None if forfeiter is None else players[forfeiter],
        most_k=most_k,
        void="absent" if is_absent else None,
    )


def forfeited_game(ended: EndedTable, pool: Pool, forfeit: Forfeit, most_k: int | None = None) -> GameResult | None:
    """Returns the result of a table that a player left, even during its match; `None` if the table is not rated."""
    players = players_of_table(ended.table)
    if players is None:
        return None
    held = [forfeit.player if seat == forfeit.seat else player for seat, player in enumerate(players)]
    return GameResult(
        game=GameId(ended.id),
        pool=pool,
        ended_at=ended.at,
        sides=tuple(
            Side(tuple(held[seat] for seat in team), 2 if forfeit.seat in team else 1)
            for team in ended.table.game.teams(ended.table.rules)
        ),
        reason="forfeited",
        hands=forfeit.hands,
        forfeited_by=forfeit.player,
        most_k=most_k,
        is_left=True,
    )


def void_game(ended: EndedTable, pool: Pool, why: Void) -> GameResult | None:
    """Returns a result that is rated for nobody, because the match was not played to its end."""
    players = players_of_table(ended.table)
    if players is None:
        return None
    teams = ended.table.game.teams(ended.table.rules)
    return GameResult(
        game=GameId(ended.id),
        pool=pool,
        ended_at=ended.at,
        sides=tuple(Side(tuple(players[seat] for seat in team), 1) for team in teams),
        reason="drawn",
        hands=0,
        void=why,
    )
