"""Which games of tournaments are rated, and what their ratings follow from.

| what happens to a match of a rated tournament | its games |
|---|---|
| its result is recorded from its tables | each of these tables is a game, in the order in which they were played |
| it is adjudicated, by a deadline or as a side has withdrawn | none: nothing was played to its end |
| its result is overridden, played or adjudicated | the last game counts as if it had ended so |
| its result is overridden, as a forfeit of one side or both | the last game is annulled |
| its result is overridden, and its games have more sides than two | the last game is annulled |
| its result is overridden, and it was a match of teams at several tables at once | they count as they were played |
| its result is overridden before one was recorded | none |
| a board of it has an assigned score | they count as they were played, if they were played to the end |
| its round is sealed | its games count when it is closed: ratings tell how they ended |
| its round plays boards | its games count when the last round that plays them is closed, or at the end |

So games count in the order in which their results are recorded, of sealed rounds in which they are told. Tables outside
of tournaments are casual, and not rated.

Sheng Ji of four is rated by the rules of competitive games alone: two decks and fixed teams (RULES §29). Other numbers
of players, and Zheng Shangyou, have no such rule, and pools of their own.

The option `elo_k` of the rules says how far a game can move an Elo where it says less than the figures by which all are
rated; so a short game can be made to count less, and nobody can make theirs count more. `elo_start` and `elo_scale`
belong to the rating and not to a game: a rating that began elsewhere, or had another scale, could not be compared with
others of its pool. All figures can be configured (NIGHT-06) by whoever runs the service.
"""

from domain.games import GAMES
from domain.rating.pools import Among, Pool, pace_of
from domain.rating.results import Annulled, GameResult, Replaced, Side
from domain.rating.tables import Ended, pool_of_table, result_of_table
from domain.shengji.rules import Rules as ShengjiRules
from domain.tournament.duplicate.line_ups import rooms_of
from domain.tournament.events import ResultOverridden
from domain.tournament.refusals import InvalidSettings
from domain.tournament.rounds import Points, Result
from domain.tournament.settings import Play, Settings

COMPETITIVE_SEATS = 4
COMPETITIVE_DECKS = 2
SIDES_OF_MATCH = 2


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


def game_of(settings: Settings, ended: Ended, among: Among) -> GameResult | None:
    """The rated game that a table of a match was.

    Args:
        settings: of the tournament.
        ended: the table.
        among: whether only people sat there.

    Returns:
        Nothing where it is not rated.
    """
    rules = ended.table.rules
    if not settings.is_rated or not _is_competitive(rules):
        return None
    pool = pool_of_table(ended.table, among)
    if settings.boards is not None:
        pool = pool._replace(pace="duplicate")
    return result_of_table(ended, pool, _most_k(rules))


def corrected(result: GameResult, told: ResultOverridden) -> Annulled | Replaced:
    """What an overridden result makes of the last game of its match.

    Args:
        result: of that game as it stands, its first side that of the match.
        told: what staff have set.
    """
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
    """Whether rated games can be played by these rules (RULES §29)."""
    if not isinstance(rules, ShengjiRules) or rules.players != COMPETITIVE_SEATS:
        return True
    return rules.decks == COMPETITIVE_DECKS and rules.friends is None


def _most_k(rules: object) -> int | None:
    """By how much a game by these rules may move an Elo, where they say a number."""
    k = rules.value("elo_k") if isinstance(rules, ShengjiRules) else None
    return k if isinstance(k, int) else None
