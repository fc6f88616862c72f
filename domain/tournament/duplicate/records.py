"""What a tournament records of its boards: the sets that were dealt, where matches play them, what tables made of them.

| number | what it counts |
|---|---|
| of a set | from 1; all boards of a set are dealt from one secret, and played together in a match |
| of a board | from 1 through the tournament: with n boards in a set, set s has boards n (s - 1) + 1 to n s |
| of a deal | from 1; which of the deals of a board, where there are several |
| of a room | from 1; which table of a match, where it is played at several at once |
"""

from typing import NamedTuple

from domain.cards import Cards
from domain.seats import Seat
from domain.table.events import PlayerId
from domain.tournament.scoring.board import BoardScore
from domain.tournament.scoring.matchpoints import Average


class Place(NamedTuple):
    """Where a table belongs in its match: the room, and the board that is played there; 0 where there are no boards."""

    room: int = 1
    board: int = 0


class SeatResult(NamedTuple):
    """What a board was worth to a seat, where each is compared with the same seat of other tables.

    Attributes:
        score: none where the hand was not played to a score.
        instead: what the seat has instead of a score; none where there is one.
    """

    score: BoardScore | None = None
    instead: Average | None = None


class BoardResult(NamedTuple):
    """What a table of a match made of a board.

    Attributes:
        board: its number.
        room: at which table of the match.
        table: the id of the table.
        score: of the even seats, with its working; none where the hand was not played to a score.
        for_even, for_odd: what both sides have instead of a score; none where there is one.
        seats: in place of all these what each seat has, in tournaments that compare seat by seat.
    """

    board: int
    room: int
    table: str
    score: BoardScore | None = None
    for_even: Average | None = None
    for_odd: Average | None = None
    seats: tuple[SeatResult, ...] = ()


class Assigned(NamedTuple):
    """What staff have assigned to a board at a table of a match; where nothing of it is given the board is void.

    Attributes:
        match: the number of the match in its round.
        board: its number.
        room: at which table of the match.
        score: of the even seats.
        for_even, for_odd: averages.
        even_share, odd_share: what both sides have of the top, in hundredths of a per cent.
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
        """Whether the board counts for nobody of the match."""
        return self.score is None and self.for_even is None and self.even_share is None

    @property
    def lead(self) -> int:
        """By how much the even seats have more than the odd ones, where percentages are assigned."""
        return (self.even_share or 0) - (self.odd_share or 0)


class Commitment(NamedTuple):
    """What is published of a set before it is played.

    Attributes:
        set: its number.
        commitment: to its secret, in hexadecimal.
        secret: in hexadecimal; hidden until the set is closed.
    """

    set: int
    commitment: str
    secret: str | None


class DealtSet(NamedTuple):
    """A set of boards that is played, or was.

    Attributes:
        number: of the set.
        round: in which it is played first.
        commitment, secret: see `Commitment`.
    """

    number: int
    round: int
    commitment: str
    secret: str


class ChosenBoard(NamedTuple):
    """A board whose deal somebody has chosen.

    Attributes:
        order: the cards from the first drawer on, and at the end what nobody draws.
        first_drawer: who draws first.
        level: at which it is played, by its name; none: as it follows from the number of the board.
    """

    order: Cards
    first_drawer: Seat
    level: str | None = None


class ChosenSet(NamedTuple):
    """A set whose deals somebody on the staff has chosen."""

    number: int
    by: PlayerId
    boards: tuple[ChosenBoard, ...]
