"""Scores that staff assign to a board at a table of a match, instead of the played result.

| assigned | matchpoints, pairs and players | IMPs against the datum | swing of a team match |
|---|---|---|---|
| a score of the game (Law 12C1) | compared like a played score | the same | the same |
| averages (Law 12C2) | `matchpoints`: they follow the pair's other boards | 3, 0 or -3 | 3 for average plus |
| percentages | that share of the top | 3 for each 10 % above half | the same for the mean of both sides |
| void | none, and no top | none | none |

IMPs of percentages are rounded towards 0. For teams, the mean of both sides is half the difference of their shares. If
both tables have percentages, the mean of the two tables counts. By `matchpoints` a team has that share of the value of
the board.

The other tables of the board are compared with each other. Neuberg's formula adjusts their matchpoints to the expected
number of scores: with E expected and A actual scores, m becomes (m E + E - A) / A. With E = 7, so that the top is 12:

| raw | A = 7 | A = 6 | A = 5 | A = 2 | A = 1 |
|---|---|---|---|---|---|
| best | 12 | 11.83 | 11.60 | 9.50 | 6 |
| worst | 0 | 0.17 | 0.40 | 2.50 | 6 |

The boards decide a match as soon as each has a played or an assigned score; until then the result of the match does not
change. A match with void boards only is a draw. A board with an assigned score is no longer played. A decision of
staff about the whole match overrides assigned scores.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.tournaments.boards.matchpoints import WHOLE
from domain.tournaments.boards.records import Assigned, BoardResult, Place

HALF = WHOLE // 2
IMPS_OF_TENTH = 3
"""The IMPs for each 10 % above half (Law 86B2)."""


class FirstSide(NamedTuple):
    """The first side's share of a board by percentages in a team match, and its IMPs."""

    share: int
    imps: int


def assigned_in_match(assigned: Iterable[Assigned], number: int) -> tuple[Assigned, ...]:
    """Returns the assigned scores of one match."""
    return tuple(each for each in assigned if each.match == number)


def places_assigned(assigned: Iterable[Assigned], number: int) -> frozenset[Place]:
    """Returns the places of a match that have an assigned score and are no longer played."""
    return frozenset(Place(each.room, each.board) for each in assigned_in_match(assigned, number))


def counted_boards(boards: Iterable[BoardResult], assigned: Iterable[Assigned]) -> tuple[BoardResult, ...]:
    """Returns the boards of a match as they count; a board that is void or has percentages has no score.

    Args:
        boards: the results of its tables.
        assigned: the assigned scores of this match.
    """
    at = {(each.board, each.room): each for each in boards}
    for each in assigned:
        played = at.get((each.board, each.room))
        table = "" if played is None else played.table
        at[each.board, each.room] = BoardResult(each.board, each.room, table, each.score, each.for_even, each.for_odd)
    return tuple(at[place] for place in sorted(at))


def share_imps(share: int) -> int:
    """Returns the IMPs for a share of the top, given in hundredths of a per cent."""
    return _imps(share - HALF)


def _imps(above: int) -> int:
    return int(IMPS_OF_TENTH * above / (WHOLE // 10))


def share_of_first(places: Sequence[Assigned]) -> FirstSide | None:
    """Returns the first team's share of a board with percentages at one or both tables; `None` without percentages."""
    leads = [_lead(each) for each in places if each.even_share is not None]
    if not leads:
        return None
    above = int(sum(leads) / (2 * len(leads)))
    return FirstSide(HALF + above, _imps(above))


def leads_by_share(assigned: Iterable[Assigned]) -> int:
    """Returns the lead of the even seats in percentages, over all boards of a match at one table."""
    return sum(each.lead for each in assigned)


def _lead(each: Assigned) -> int:
    """Returns the lead of the first team at a table; it has the even seats of the odd rooms."""
    return each.lead if each.room % 2 else -each.lead
