"""Records of boards in a tournament: dealt sets, the places where matches play them, and their results.

| number | meaning |
|---|---|
| set | from 1; all boards of a set are dealt from one secret and played together in a match |
| board | from 1 within the tournament: with n boards in a set, set s has boards n (s - 1) + 1 to n s |
| deal | from 1; one of several deals of a board |
| room | from 1; one of several simultaneous tables of a match |
"""

from typing import NamedTuple

from domain.kernel.cards import Cards
from domain.kernel.players import PlayerId
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.tournaments.boards.matchpoints import Average


class Place(NamedTuple):
    """The place of a table in its match: the room and the board; the board is 0 without boards."""

    room: int = 1
    board: int = 0


class SeatResult(NamedTuple):
    """The result of a seat on a board, in tournaments that compare seat by seat.

    Attributes:
        score: `None` if the hand was not played to a score.
        instead: the average instead of a score; `None` if there is a score.
    """

    score: BoardScore | None = None
    instead: Average | None = None


class BoardResult(NamedTuple):
    """The result of a board at a table of a match.

    Attributes:
        board: the number of the board.
        room: the room of the table.
        table: the id of the table.
        score: the score of the even seats with its parts; `None` if the hand was not played to a score.
        for_even, for_odd: the averages of both sides instead of a score; `None` if there is a score.
        seats: the results of the seats instead of all these, in tournaments that compare seat by seat.
    """

    board: int
    room: int
    table: str
    score: BoardScore | None = None
    for_even: Average | None = None
    for_odd: Average | None = None
    seats: tuple[SeatResult, ...] = ()


class Assigned(NamedTuple):
    """A score that staff assigned to a board at a table; without any value the board is void.

    Attributes:
        match: the number of the match in its round.
        board: the number of the board.
        room: the room of the table.
        score: the score of the even seats.
        for_even, for_odd: the averages of both sides.
        even_share, odd_share: the shares of both sides of the top, in hundredths of a per cent.
    """

    match: int
    board: int
    room: int = 1
    score: BoardScore | None = None
    for_even: Average | None = None
    for_odd: Average | None = None
    even_share: int | None = None
    odd_share: int | None = None

    @property
    def is_void(self) -> bool:
        """Whether the board counts for neither side of the match."""
        return self.score is None and self.for_even is None and self.even_share is None

    @property
    def lead(self) -> int:
        """The share of the even seats less that of the odd seats, if percentages are assigned."""
        return (self.even_share or 0) - (self.odd_share or 0)


class Commitment(NamedTuple):
    """The part of a set that is published before it is played.

    Attributes:
        set: the number of the set.
        commitment: the commitment to its secret, in hexadecimal.
        secret: the secret in hexadecimal; hidden until the set is closed.
    """

    set: int
    commitment: str
    secret: str | None


class DealtSet(NamedTuple):
    """A set of boards that has been dealt.

    Attributes:
        number: the number of the set.
        round: the round that plays it first.
        commitment, secret: see `Commitment`.
    """

    number: int
    round: int
    commitment: str
    secret: str


class ChosenBoard(NamedTuple):
    """A board with a deal chosen by staff.

    Attributes:
        order: the cards from the first drawer on, and last the cards that are not drawn.
        first_drawer: the seat that draws first.
        level: the name of its level; `None` to derive it from the number of the board.
    """

    order: Cards
    first_drawer: Seat
    level: str | None = None


class ChosenSet(NamedTuple):
    """A set with deals chosen by a member of staff."""

    number: int
    by: PlayerId
    boards: tuple[ChosenBoard, ...]
