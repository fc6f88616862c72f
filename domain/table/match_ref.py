"""The reference from a table to the tournament match played there.

It is a module of its own so that tables need not import tournaments.
"""

from typing import NamedTuple


class MatchRef(NamedTuple):
    """A match of a tournament.

    Attributes:
        tournament: the id of the tournament.
        round: the number of the round.
        number: the number of the match in its round.
    """

    tournament: str
    round: int
    number: int
