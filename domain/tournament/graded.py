"""Which tournaments are sessions of duplicate play, and what they say for grades.

| a rated tournament that is finished | is a session |
|---|---|
| `duplicate_pairs` with entrants of two players | yes |
| `duplicate_individual` | no: the movement makes partners of those who have not chosen each other |
| teams | no: a board is compared with one other table alone |

| of a session | what counts |
|---|---|
| score of a pair | its matchpoints of the boards that it has played to a score / the most to be had on these |
| boards of a pair | so many boards |
| a board that was adjusted, or has a score from staff, or whose match has its result from staff | nothing |
| a pair without such a board, or that a player has left since the start | nothing; others are compared with it |

Matchpoints count whatever the scoring of the tournament is, as a grade is a percentage. Cancelled tournaments count for
nothing. Where less than two pairs are left there is no session.
"""

from collections import Counter
from collections.abc import Set as AbstractSet
from fractions import Fraction

from domain.instants import Instant
from domain.rating.grade import FULL, Pair, Session, SessionId
from domain.tournament.duplicate.comparison import boards_compared
from domain.tournament.formats import format_of
from domain.tournament.rounds import EntrantId
from domain.tournament.settings import Settings
from domain.tournament.state import Tournament

MEMBERS = 2


def is_of_sessions(settings: Settings) -> bool:
    """Whether a tournament with these settings is a session of duplicate play when it is finished."""
    size = settings.entrants
    are_pairs = (size.members_least, size.members_most) == (MEMBERS, MEMBERS)
    return settings.is_rated and settings.format == "duplicate_pairs" and are_pairs


def session_of(
    tournament: Tournament, id_: SessionId, ended_at: Instant, changed: AbstractSet[EntrantId]
) -> Session | None:
    """The session that a tournament was.

    Args:
        tournament: as it is after its end.
        id_: under which the session is known.
        ended_at: when it finished.
        changed: the pairs that a player has left since the start, whether a substitute came or not.

    Returns:
        Nothing where it was never finished, or there is nothing to compare.
    """
    if tournament.finished_at is None or not is_of_sessions(tournament.settings):
        return None
    points: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    boards: Counter[EntrantId] = Counter()
    for each in boards_compared(tournament, format_of(tournament.settings)):
        if each.score is None or each.is_assigned or not each.top:
            continue
        for entrant, own in ((each.even, each.even_points), (each.odd, each.odd_points)):
            points[entrant] += own
            top[entrant] += each.top
            boards[entrant] += 1
    entries = {entry.id: entry for entry in tournament.entries}
    pairs = []
    for entrant in tournament.order:
        if boards[entrant] and entrant not in changed and len(entries[entrant].players) == MEMBERS:
            one, other = entries[entrant].players
            pairs.append(Pair((one, other), round(Fraction(points[entrant] * FULL, top[entrant])), boards[entrant]))
    if len(pairs) < 2:
        return None
    return Session(id_, ended_at, max(pair.boards or 0 for pair in pairs), tuple(pairs))
