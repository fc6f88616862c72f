"""What a finished table says for the ratings.

| of the table | what it says |
|---|---|
| the seats that play together from the start | a side; where everybody plays alone, each is one |
| the winners | have place 1, all others place 2; where there are none all have drawn |
| who holds a seat at the end | the player whose rating it is: a substitute has taken the game over with the seat |
| a bot that stands in for a player | nothing: the game stays that player's |
| the hands that were scored | how many were played to their end |

Nothing is rated at a table that is not finished, that belongs to a sandbox, or at which a bot of the house has a seat.
"""

from typing import NamedTuple

from domain.instants import Instant
from domain.rating.pools import Among, Pool, pace_of
from domain.rating.results import GameId, GameResult, Side
from domain.table.events import PlayerId
from domain.table.state import Table


class Ended(NamedTuple):
    """A table, its id and when its match ended."""

    id: str
    table: Table
    at: Instant


def pool_of_table(table: Table, among: Among) -> Pool:
    """The pool in which the games of a table count."""
    seats = table.game.seats(table.rules)
    return Pool(table.game.name, pace_of(table.clock, has_given_deals=bool(table.deals)), seats, among)


def players_of_table(table: Table) -> tuple[PlayerId, ...] | None:
    """Who sits there, by seats; none while a seat is free, or where a bot of the house has one."""
    players = tuple(seat.player for seat in table.seats if seat is not None and seat.bot is None)
    return players if len(players) == len(table.seats) else None


def result_of_table(ended: Ended, pool: Pool, most_k: int | None = None) -> GameResult | None:
    """The result of a table.

    Args:
        ended: the table.
        pool: where it counts.
        most_k: by how much it may move an Elo at the most; none: as the figures of the rating have it.

    Returns:
        Nothing where nothing is rated.
    """
    table, players = ended.table, players_of_table(ended.table)
    if table.result is None or players is None:
        return None
    winners, reason, forfeiter = set(table.result.winners), table.result.reason, table.result.forfeited_by
    sides = tuple(
        Side(tuple(players[seat] for seat in team), 1 if not winners or winners.intersection(team) else 2)
        for team in table.game.teams(table.rules)
    )
    return GameResult(
        game=GameId(ended.id),
        pool=pool,
        ended_at=ended.at,
        sides=sides,
        reason=reason,
        hands=table.game.hands_played(table.match),
        forfeited_by=None if forfeiter is None else players[forfeiter],
        most_k=most_k,
    )
