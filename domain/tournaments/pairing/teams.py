"""Team matches: the line-up of each table, and the result of the match.

| way | pairs of a team | table | on the even seats | on the odd seats |
|---|---|---|---|---|
| `duplicate` | 2, 4, 6, … | 2j - 1 | pair 2j - 1 of the first team | pair 2j of the second |
| | | 2j | pair 2j - 1 of the second team | pair 2j of the first |
| `boards` | 1, 2, 3, … | k, odd | pair k of the first team | pair k of the second |
| | | k, even | pair k of the second team | pair k of the first |

Tables 2j - 1 and 2j of a duplicate match play the same deals. A team has all seats of a deal, each half with another
pair, so that luck is the same for both teams. With `boards`, both teams have the even seats equally often; if the
number of tables is odd, the first team has them once more.

| quantity | definition |
|---|---|
| board points, `duplicate` | those of the swings of all deals, as `boards.table_results` says |
| board points, `boards` | the points of all tables, summed for each team |
| match points | set points for more board points than the other team, as many, or fewer |
"""

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from domain.kernel.messages import message
from domain.kernel.refusals import Illegal, WrongMoment
from domain.tournaments.terms import DRAW, LOSS, WIN, EntrantId, Points, Result, ResultKind

TeamWay = Literal["duplicate", "boards"]


class TooFewPairs(WrongMoment):
    """A team does not have enough pairs for its match."""


class UnequalTeams(Illegal):
    """The two teams cannot play each other with these numbers of pairs."""


class Team(NamedTuple):
    """A team, and its pairs in playing order."""

    id: EntrantId
    pairs: tuple[EntrantId, ...]


class TeamTable(NamedTuple):
    """A table of a team match.

    Attributes:
        number: from 1.
        even: the pair on the even seats.
        odd: the pair on the odd seats.
        even_is_first: whether the pair on the even seats plays for the first team.
    """

    number: int
    even: EntrantId
    odd: EntrantId
    even_is_first: bool


class TeamRules(NamedTuple):
    """The match points for more board points than the other team, as many, and fewer."""

    win: Points = WIN
    draw: Points = DRAW
    loss: Points = LOSS


def line_up(team: Team, pairs: int, away: Collection[EntrantId]) -> Team:
    """Returns the team with the pairs that play: the first present ones, so that reserves move up.

    Raises:
        TooFewPairs: not enough pairs are present.
    """
    here = tuple(pair for pair in team.pairs if pair not in away)
    if len(here) < pairs:
        raise TooFewPairs(
            message(
                "{id} has {count} pairs that can play, but the match needs {pairs}.",
                id=team.id,
                count=len(here),
                pairs=pairs,
            ),
            facts={"team": team.id},
        )
    return Team(team.id, here[:pairs])


def team_tables(first: Team, second: Team, way: TeamWay) -> tuple[TeamTable, ...]:
    """Returns the tables of a match, table 1 first.

    Raises:
        UnequalTeams: the teams differ in their number of pairs, have none, or have an odd number in a duplicate match.
    """
    pairs = len(first.pairs)
    if not pairs or pairs != len(second.pairs) or (way == "duplicate" and pairs % 2):
        raise UnequalTeams(
            message(
                "{id} plays with {pairs} pairs and {id_2} with {count}.",
                id=first.id,
                pairs=pairs,
                id_2=second.id,
                count=len(second.pairs),
            ),
            hint=message("Both teams need the same number of pairs, and an even number in a duplicate match."),
        )
    return tuple(_table(first, second, place, way) for place in range(pairs))


def points_of_boards(tables: Sequence[TeamTable], results: Sequence[Result | None]) -> Result | None:
    """Returns the board points of the first and the second team; `None` while a table has no result.

    Args:
        tables: the tables of the match.
        results: the result of each table, even seats first.

    Raises:
        ValueError: the number of results is not the number of tables.
    """
    first = second = 0
    kinds: set[ResultKind] = set()
    for table, result in zip(tables, results, strict=True):
        if result is None:
            return None
        kinds.add(result.kind)
        first += result.first if table.even_is_first else result.second
        second += result.second if table.even_is_first else result.first
    return Result(Points(first), Points(second), _kind_of_results(kinds))


def match_points(board_points: Result, rules: TeamRules) -> Result:
    """Returns the match points of both teams; both have those of a loss if neither came."""
    first, second, kind = board_points
    if kind == "double_forfeit":
        return Result(rules.loss, rules.loss, kind)
    if first == second:
        return Result(rules.draw, rules.draw, kind)
    return Result(rules.win, rules.loss, kind) if first > second else Result(rules.loss, rules.win, kind)


def _table(first: Team, second: Team, place: int, way: TeamWay) -> TeamTable:
    even, odd = (first, second) if place % 2 == 0 else (second, first)
    if way == "boards":
        return TeamTable(place + 1, even.pairs[place], odd.pairs[place], even is first)
    two = place - place % 2
    return TeamTable(place + 1, even.pairs[two], odd.pairs[two + 1], even is first)


def _kind_of_results(kinds: set[ResultKind]) -> ResultKind:
    """Returns the kind of the result: played if any table was played."""
    for kind in ("played", "adjudicated", "forfeit"):
        if kind in kinds:
            return kind
    return "double_forfeit"
