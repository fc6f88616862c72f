"""What a finished table says for the ratings.

| of the table | what it says |
|---|---|
| the seats that play together from the start | a side; where everybody plays alone, each is one |
| the winners | have place 1, all others place 2; where there are none all have drawn |
| who holds a seat at the end | the player whose rating it is: a substitute has taken the game over with the seat |
| a bot that stands in for a player | nothing: the game stays that player's |
| a bot that has played for everybody of a side from the start | the game is rated for nobody |
| a player who has left the match | the game is theirs, forfeited, even if a bot or a substitute took the seat |
| the hands that were scored | how many were played to their end |

Nothing is rated at a table that is not finished, that belongs to a sandbox, or at which a bot of the house has a seat.
"""

from typing import NamedTuple

from domain.instants import Instant
from domain.rating.pools import Among, Pool, pace_of
from domain.rating.results import GameId, GameResult, Side, Void
from domain.seats import Seat
from domain.table.events import PlayerId
from domain.table.state import Table


class Ended(NamedTuple):
    """A table, its id and when its match ended, or was decided."""

    id: str
    table: Table
    at: Instant


class Forfeit(NamedTuple):
    """Who has left a table, from which seat, and after how many hands."""

    seat: Seat
    player: PlayerId
    hands: int


def pool_of_table(table: Table, among: Among) -> Pool:
    """The pool in which the games of a table count."""
    seats = table.game.seats(table.rules)
    return Pool(table.game.name, pace_of(table.clock, has_given_deals=bool(table.deals)), seats, among)


def players_of_table(table: Table) -> tuple[PlayerId, ...] | None:
    """Who sits there, by seats; none while a seat is free, or where a bot of the house has one."""
    players = tuple(seat.player for seat in table.seats if seat is not None and seat.bot is None)
    return players if len(players) == len(table.seats) else None


def result_of_table(
    ended: Ended, pool: Pool, most_k: int | None = None, *, knows_who_acted: bool = True
) -> GameResult | None:
    """The result of a table.

    Args:
        ended: the table.
        pool: where it counts.
        most_k: by how much it may move an Elo at the most; none: as the figures of the rating have it.
        knows_who_acted: whether it counts who has acted and who has left; not in matches that ended before it did.

    Returns:
        Nothing where nothing is rated.
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


def forfeited_game(ended: Ended, pool: Pool, forfeit: Forfeit, most_k: int | None = None) -> GameResult | None:
    """The result of a table that a player has left, whether its match has come to its end or not."""
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


def void_game(ended: Ended, pool: Pool, why: Void) -> GameResult | None:
    """The result of a table whose game is rated for nobody, as it was not played to its end."""
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
