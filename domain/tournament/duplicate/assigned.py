"""Scores that staff assign to a board at a table of a match, in place of what was played there.

| assigned | matchpoints, of pairs and players | IMPs against the datum | swing of a match of teams |
|---|---|---|---|
| a score of the game (Law 12C1) | compared like one that was played | likewise | likewise |
| averages (Law 12C2) | `scoring.matchpoints`: they follow the pair's other boards | 3, 0 or -3 | 3 for average plus |
| percentages | that share of the top, and no more | 3 for each 10 % above half | the same of both sides' mean |
| void | nothing, and no top | nothing | there is none |

IMPs of percentages are rounded towards 0; of teams both sides' mean is half of what the first side's share is above the
second's, and where both tables have percentages the mean of the two counts. By `matchpoints` a team has such a share of
what the board is worth.

The other tables of the board are compared among themselves, and Neuberg's formula makes their matchpoints what they
would be with all scores: with E expected and A there, m become (m E + E - A) / A. With E = 7, so that the top is 12:

| raw | A = 7 | A = 6 | A = 5 | A = 2 | A = 1 |
|---|---|---|---|---|---|
| best | 12 | 11.83 | 11.60 | 9.50 | 6 |
| worst | 0 | 0.17 | 0.40 | 2.50 | 6 |

A match is worth what its boards say as soon as each of them has a score or an assigned one; until then its result stays
as it is. A match all of whose boards are void is level. A board that has an assigned score is not played any more, and
what staff decide about a whole match takes the place of this, too.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.tournament.duplicate.records import Assigned, BoardResult, Place
from domain.tournament.scoring.matchpoints import WHOLE

HALF = WHOLE // 2
IMPS_OF_TENTH = 3
"""So many IMPs are 10 % above half worth (Law 86B2)."""


class FirstSide(NamedTuple):
    """What the first side of a match of teams has of a board by percentages: its share of it, and its IMPs."""

    share: int
    imps: int


def of_match(assigned: Iterable[Assigned], number: int) -> tuple[Assigned, ...]:
    """What is assigned to the match of that number."""
    return tuple(each for each in assigned if each.match == number)


def places_assigned(assigned: Iterable[Assigned], number: int) -> frozenset[Place]:
    """The places of a match at which nothing is played any more."""
    return frozenset(Place(each.room, each.board) for each in of_match(assigned, number))


def counting(boards: Iterable[BoardResult], assigned: Iterable[Assigned]) -> tuple[BoardResult, ...]:
    """The boards of a match as they count; one that is void, or has percentages, has nothing else.

    Args:
        boards: what its tables have made of them.
        assigned: what is assigned to this match.
    """
    at = {(each.board, each.room): each for each in boards}
    for each in assigned:
        played = at.get((each.board, each.room))
        table = "" if played is None else played.table
        at[each.board, each.room] = BoardResult(each.board, each.room, table, each.score, each.for_even, each.for_odd)
    return tuple(at[place] for place in sorted(at))


def share_imps(share: int) -> int:
    """The IMPs of a side that has a share of the top, in hundredths of a per cent."""
    return _imps(share - HALF)


def _imps(above: int) -> int:
    return int(IMPS_OF_TENTH * above / (WHOLE // 10))


def share_of_first(places: Sequence[Assigned]) -> FirstSide | None:
    """What the first team has of a board for which one or both of its tables have percentages; none where none has."""
    leads = [_lead(each) for each in places if each.even_share is not None]
    if not leads:
        return None
    above = int(sum(leads) / (2 * len(leads)))
    return FirstSide(HALF + above, _imps(above))


def leads_by_share(assigned: Iterable[Assigned]) -> int:
    """By how much the even seats are ahead in percentages, over all boards of a match at one table."""
    return sum(each.lead for each in assigned)


def _lead(each: Assigned) -> int:
    """By how much the first team is ahead at a table; it has the even seats of the odd rooms."""
    return each.lead if each.room % 2 else -each.lead
