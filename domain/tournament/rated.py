"""Which games of tournaments are rated, and what their ratings follow from.

| what happens to a match of a rated tournament | its games |
|---|---|
| its result is recorded from its tables | each of these tables is a game, in the order in which they were played |
| somebody has left a table of it after a hand was over | that table is a game that this player alone has lost |
| nobody of a side has acted at a table of it | that table is a game that is not rated, and says why |
| it is adjudicated, and nobody has left it after a hand | its tables are games that are not rated, and say why |
| it is adjudicated as a player has left after a hand was over | that table is a game that the player alone has lost |
| the same, and somebody else has left that table before | this player has lost it, and nobody else |
| its result is overridden, played or adjudicated | the last game counts as if it had ended so |
| the same, and somebody has left the table of its last game | that player alone loses, even if the side wins |
| its result is overridden, as a forfeit of one side or both | the last game is annulled, and says so |
| its result is overridden, and its last game was not rated for one of these reasons | it stays so |
| its result is overridden, and its games have more sides than two | the last game is annulled |
| its result is overridden, and it was a match of teams at several tables at once | they count as they were played |
| its result is overridden before it had one | as if it were adjudicated |
| its round, or the tournament, is called off before it had one | its tables are games that are not rated, and say why |
| it is decided before it has a table | no game |
| a board of it, or each, has an assigned score | they count as they were played, if they were played to the end |
| its round is sealed | its games count when it is closed: ratings tell how they ended |
| its round plays boards | its games count when the last round that plays them is closed, or at the end |

So games count in the order in which their results are recorded, of sealed rounds in which they are told. Tables outside
of tournaments are casual, and not rated.

Sheng Ji of four is rated by the rules of competitive games alone: two decks and fixed teams. Other numbers
of players, and Zheng Shangyou, have no such rule, and pools of their own.

The option `elo_k` of the rules says how far a game can move an Elo where it says less than the figures by which all are
rated; so a short game can be made to count less, and nobody can make theirs count more. `elo_start` and `elo_scale`
belong to the rating and not to a game: a rating that began elsewhere, or had another scale, could not be compared with
others of its pool. All figures can be configured (NIGHT-06) by whoever runs the service.
"""

from typing import NamedTuple

from domain.games import GAMES
from domain.rating.pools import Among, Pool, pace_of
from domain.rating.results import Annulled, GameResult, Replaced, Side, Void
from domain.rating.tables import Ended, Forfeit, forfeited_game, pool_of_table, result_of_table, void_game
from domain.seats import Seat
from domain.shengji.rules import Rules as ShengjiRules
from domain.table.events import PlayerId
from domain.table.state import Table
from domain.tournament.duplicate.line_ups import rooms_of
from domain.tournament.events import ResultOverridden
from domain.tournament.refusals import InvalidSettings
from domain.tournament.rounds import Points, Result
from domain.tournament.settings import Play, Settings

COMPETITIVE_SEATS = 4
COMPETITIVE_DECKS = 2
SIDES_OF_MATCH = 2


class Decided(NamedTuple):
    """How a match was decided without being played to its end.

    Attributes:
        why: why its games are rated for nobody.
        left: who has left it.
        hands: after how many hands.
    """

    why: Void
    left: PlayerId | None = None
    hands: int = 0


def pool_of(settings: Settings, among: Among = "people") -> Pool:
    """The pool in which a tournament with these settings is played.

    Raises:
        InvalidRules: its game cannot be played by these rules.
    """
    play = settings.play
    game = GAMES[play.game]
    pace = pace_of(play.clock, has_given_deals=settings.boards is not None)
    return Pool(play.game, pace, game.seats(game.rules(play.profile, play.overrides)), among)


def check_rated(settings: Settings) -> None:
    """Whether a rated tournament is played by rules of rated games.

    Raises:
        InvalidSettings: it is not.
        InvalidRules: its game cannot be played by these rules.
    """
    if settings.is_rated and not _is_competitive(_rules(settings.play)):
        raise InvalidSettings(
            "rated games of four are played with two decks and fixed teams",
            hint="choose other rules, or is_rated false",
            facts={"option": "is_rated"},
        )


def is_corrected(settings: Settings) -> bool:
    """Whether a result by staff says how a game of the match has ended; of teams it says nothing of a single table."""
    game = GAMES[settings.play.game]
    seats = game.seats(_rules(settings.play)) // SIDES_OF_MATCH
    return rooms_of(settings, seats) == 1


def counts_when_told(settings: Settings) -> bool:
    """Whether the games of a round count when its results are told to everybody, and not before."""
    return settings.is_sealed or settings.boards is not None


def game_of(settings: Settings, ended: Ended, among: Among, *, knows_who_acted: bool = True) -> GameResult | None:
    """The rated game that a table of a match was.

    Args:
        settings: of the tournament.
        ended: the table.
        among: whether only people sat there.
        knows_who_acted: whether it was recorded with the result who has acted.

    Returns:
        Nothing where it is not rated.
    """
    pool = _pool_of_game(settings, ended, among)
    most_k = _most_k(ended.table.rules)
    return None if pool is None else result_of_table(ended, pool, most_k, knows_who_acted=knows_who_acted)


def unfinished_game_of(settings: Settings, ended: Ended, among: Among, decided: Decided) -> GameResult | None:
    """The rated game that a table of a match was which was decided without it; arguments are those of `game_of`.

    Who has left a table first loses its game, if a hand was over; a game that nobody has left is rated for nobody.
    """
    pool = _pool_of_game(settings, ended, among)
    if pool is None:
        return None
    forfeit = _forfeit(ended.table, decided)
    if forfeit is not None:
        return forfeited_game(ended, pool, forfeit, _most_k(ended.table.rules))
    return void_game(ended, pool, decided.why)


def _forfeit(table: Table, decided: Decided) -> Forfeit | None:
    """Who has left a table first: before the match was decided, or so that it was decided by that."""
    if decided.why == "unfinished" and table.presence.left:
        return Forfeit(*table.presence.left[0])
    for seat, occupant in enumerate(table.seats):
        if decided.left is not None and occupant is not None and occupant.player == decided.left:
            return Forfeit(Seat(seat), decided.left, decided.hands)
    return None


def _pool_of_game(settings: Settings, ended: Ended, among: Among) -> Pool | None:
    """Where the game of a table counts; none where it is not rated."""
    if not settings.is_rated or not _is_competitive(ended.table.rules):
        return None
    pool = pool_of_table(ended.table, among)
    return pool if settings.boards is None else pool._replace(pace="duplicate")


def corrected(result: GameResult, told: ResultOverridden) -> Annulled | Replaced:
    """What an overridden result makes of the last game of its match.

    Args:
        result: of that game as it stands, its first side that of the match.
        told: what staff have set.
    """
    if result.void is not None:
        return Replaced(result)
    if result.is_left and told.kind in ("played", "adjudicated"):
        return Replaced(result)
    if len(result.sides) != SIDES_OF_MATCH:
        return Annulled(result.game)
    match Result(told.first, told.second, told.kind):
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


def _rules(play: Play) -> object:
    return GAMES[play.game].rules(play.profile, play.overrides)


def _is_competitive(rules: object) -> bool:
    """Whether rated games can be played by these rules."""
    if not isinstance(rules, ShengjiRules) or rules.players != COMPETITIVE_SEATS:
        return True
    return rules.decks == COMPETITIVE_DECKS and rules.friends is None


def _most_k(rules: object) -> int | None:
    """By how much a game by these rules may move an Elo, where they say a number."""
    k = rules.value("elo_k") if isinstance(rules, ShengjiRules) else None
    return k if isinstance(k, int) else None
