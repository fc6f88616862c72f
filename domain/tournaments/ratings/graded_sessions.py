"""Sessions of duplicate play for grades, derived from tournaments.

| a rated, finished tournament | is a session |
|---|---|
| `duplicate_pairs` with entrants of two players | yes |
| `duplicate_individual` | no: the movement forms the partnerships |
| teams | no: a board is compared with only one other table |

| part of a session | value |
|---|---|
| score of a pair | its matchpoints on the boards that it played to a score / the largest possible ones on these |
| boards of a pair | the number of these boards |
| an adjusted board, a score by staff, or a match result by staff | does not count |
| a pair without such boards, or that a player left since the start | does not count; others are compared with it |

Matchpoints count with any scoring of the tournament, because a grade is a percentage. Cancelled tournaments do not
count. With fewer than two pairs there is no session.
"""

from collections import Counter
from collections.abc import Set as AbstractSet
from fractions import Fraction

from domain.kernel.instants import Instant
from domain.kernel.players import bot_of
from domain.ratings.grade import FULL, Pair, Session, SessionId
from domain.tournaments.boards.closed_boards import compared_boards
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId

MEMBERS = 2


def is_graded_session(settings: TournamentSettings) -> bool:
    """Returns whether a tournament with these settings will be a session of duplicate play when it is finished."""
    size = settings.entrants
    are_pairs = (size.members_least, size.members_most) == (MEMBERS, MEMBERS)
    return settings.is_rated and settings.format == "duplicate_pairs" and are_pairs


def session_of(
    tournament: Tournament, id_: SessionId, ended_at: Instant, changed: AbstractSet[EntrantId]
) -> Session | None:
    """Returns the session of a tournament.

    Args:
        tournament: the tournament after its end.
        id_: the id of the session.
        ended_at: when it finished.
        changed: the pairs that a player has left since the start, with or without a substitute.

    Returns:
        `None` if the tournament was never finished, had house bots as entrants, or there is nothing to compare.
    """
    if tournament.finished_at is None or not is_graded_session(tournament.settings):
        return None
    points: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    boards: Counter[EntrantId] = Counter()
    for each in compared_boards(tournament, format_of(tournament.settings)):
        if each.score is None or each.is_assigned or not each.top:
            continue
        for entrant, own in ((each.even, each.even_points), (each.odd, each.odd_points)):
            points[entrant] += own
            top[entrant] += each.top
            boards[entrant] += 1
    entries = {entry.id: entry for entry in tournament.entries}
    if any(bot_of(player) is not None for each in tournament.order for player in entries[each].players):
        return None
    pairs = []
    for entrant in tournament.order:
        if boards[entrant] and entrant not in changed and len(entries[entrant].players) == MEMBERS:
            one, other = entries[entrant].players
            pairs.append(Pair((one, other), round(Fraction(points[entrant] * FULL, top[entrant])), boards[entrant]))
    if len(pairs) < 2:
        return None
    return Session(id_, ended_at, max(pair.boards or 0 for pair in pairs), tuple(pairs))
