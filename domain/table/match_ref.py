"""To which match of a tournament a table belongs."""

from typing import NamedTuple


class MatchRef(NamedTuple):
    """A match of a tournament.

    Attributes:
        tournament: its id.
        round: the number of the round.
        number: the number of the match in its round.
    """

    tournament: str
    round: int
    number: int
