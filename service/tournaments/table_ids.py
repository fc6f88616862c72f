"""The ids of the tables of matches, known before the tables are opened."""

import hashlib
from collections.abc import Sequence

from ulid import ULID

from domain.kernel.players import PlayerId
from domain.tournaments.boards.records import Place
from domain.tournaments.matches.table_tasks import tables_before
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds.events import TableId


def table_id(
    tournament_id: str, round_: TournamentRound, number: int, players: Sequence[PlayerId], made: str
) -> TableId:
    """Returns the id of a table of a match. Its time is when the round was paired.

    The players are part of it. A table that was opened before a player was replaced therefore has another id.

    Args:
        tournament_id: the tournament.
        round_: the round.
        number: the number of the match, from 1.
        players: the players in the order of their seats.
        made: the position of the table in the match, from `position`.
    """
    what = f"{tournament_id}:{round_.paired.number}:{round_.paired_at}:{number}:{made}:{':'.join(players)}"
    suffix = hashlib.sha256(what.encode()).digest()[:10]
    return TableId(f"tbl_{ULID(round_.paired_at.to_bytes(6, 'big') + suffix)}")


def position_of(round_: TournamentRound, number: int, place: Place, before: int = 0) -> str:
    """Returns the position of the next table of a match at a place, or of the table that is `before` tables earlier."""
    made = tables_before(round_, number, place) - before
    which = str(made) if place == Place() else f"{made}@{place.room}.{place.board}"
    # The clock of a sandbox can be stopped, so a round that is paired again may have the same time.
    return f"{which}#{round_.again}" if round_.again else which
