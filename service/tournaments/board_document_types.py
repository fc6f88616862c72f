"""The types of documents about the boards of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Cards, TableId, TournamentId, Version
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Maximum, MaxItems, Minimum, MinItems, Named, Ref, part
from domain.kernel.seats import Seat
from domain.tournaments.terms import EntrantId, ResultKind
from service.accounts.document_types import PlayerNames
from service.tournaments.document_types import NamedEntrant

AdjustedScore = Annotated[Literal["average_plus", "average", "average_minus"] | None, Ref("AdjustedScore")]

ScoreParts = Annotated[
    list[int],
    "The parts of a score: points above the threshold, levels, and the points that a level counts.",
    MinItems(3),
    MaxItems(3),
    Named("ScoreParts"),
]

AssignedShare = Annotated[
    Annotated[int, Minimum(0), Maximum(10000)] | None,
    "The share of the top that staff have assigned to a side, in hundredths of a per cent; null if there is none.",
    Named("AssignedShare"),
]


class MatchResult(TypedDict):
    """The result of a board match."""

    first: Annotated[int, "The points of the first side, in hundredths."]
    second: Annotated[int, "The points of the second side, in hundredths."]
    kind: ResultKind


class BoardOfMatch(TypedDict):
    """The score of a table on a duplicate board."""

    board: Annotated[int, "The number of the board.", Minimum(1)]
    room: Annotated[int, "The table of the match.", Minimum(1)]
    table: Annotated[TableId | None, "The table; null if the board was not begun."]
    score: Annotated[
        TournamentBoardScore | None,
        "The score of the even seats; null if the hand ended without a score, and if seats are compared individually.",
    ]
    for_even: AdjustedScore
    for_odd: AdjustedScore
    seats: Annotated[list[SeatOfBoard], "The score of each seat, if seats are compared individually; otherwise empty."]


@part
class BoardsOfMatch(TypedDict):
    """The boards of a match, and their scores."""

    set: int | None
    deal: int | None
    boards: list[BoardOfMatch] | None
    assigned: list[AssignedBoard] | None


class SeatOfBoard(TypedDict):
    """The score of a seat on a duplicate board."""

    score: Annotated[TournamentBoardScore | None, "The score of the seat; null if the hand ended without a score."]
    instead: AdjustedScore


class AssignedBoard(TypedDict):
    """A duplicate board with a score assigned by staff in place of the played one."""

    board: Annotated[int, "The number of the board.", Minimum(1)]
    room: Annotated[int, "The table of the match.", Minimum(1)]
    score: Annotated[TournamentBoardScore | None, "The score of the even seats; null if something else was assigned."]
    for_even: AdjustedScore
    for_odd: AdjustedScore
    even_share: AssignedShare
    odd_share: AssignedShare
    is_void: Annotated[bool, "Whether the board does not count for any player of the match."]


class TournamentBoardScore(TypedDict):
    """The score of the even seats on a board; the odd seats have its negative. If seats are compared individually, the
    score of one seat.
    """

    excess: Annotated[int, "The points above the threshold; in Zheng Shangyou, the value of the places."]
    levels: Annotated[int, "The levels won; negative for levels of others."]
    step: Annotated[int, "The weight of a level in points."]
    total: Annotated[int, "The number that is compared."]


class BoardSet(TypedDict):
    """A set of duplicate boards that was dealt."""

    number: Annotated[int, "The number of the round.", Minimum(1)]
    round: Annotated[int, "The first round in which it is played.", Minimum(1)]
    boards: Annotated[list[int], "The numbers of its boards."]
    commitment: Annotated[str, "The commitment to its secret, and to chosen deals, in hexadecimal."]
    secret: Annotated[str | None, "The secret in hexadecimal; null until the set is closed."]
    chosen_by: Annotated[PlayerId | None, "The player who chose its deals; null if the service dealt them."]
    is_closed: Annotated[bool, "Whether all its data is public."]


class BoardAtTable(TypedDict):
    """A duplicate board at a table, and the scores of both sides."""

    round: Annotated[int, "The number of the round.", Minimum(1)]
    match: Annotated[int, "The number of the match.", Minimum(1)]
    room: Annotated[int, "The table of the match.", Minimum(1)]
    board: Annotated[int, "The number of the board.", Minimum(1)]
    deal: Annotated[int, "The number of the deal.", Minimum(1)]
    table: Annotated[TableId | None, "The table; null if the board was not begun."]
    even: EntrantId
    odd: EntrantId
    score: Annotated[TournamentBoardScore | None, "The score of the even seats; null if it was adjusted."]
    for_even: AdjustedScore
    for_odd: AdjustedScore
    even_points: Annotated[int, "Matchpoints of the even seats, in hundredths; 0 for teams."]
    odd_points: Annotated[int, "Matchpoints of the odd seats, in hundredths; 0 for teams."]
    top: Annotated[int, "The maximum of matchpoints, in hundredths."]
    even_imps: Annotated[int, "IMPs of the even seats."]
    odd_imps: Annotated[int, "IMPs of the odd seats."]
    even_share: AssignedShare
    odd_share: AssignedShare
    is_void: Annotated[bool, "Whether staff have excluded the board from this match."]
    is_assigned: Annotated[bool, "Whether staff assigned this score."]


class BoardAtSeat(TypedDict):
    """A duplicate board at a seat: its score compared with all players who held that seat."""

    round: Annotated[int, "The number of the round.", Minimum(1)]
    match: Annotated[int, "The number of the match.", Minimum(1)]
    seat: Seat
    board: Annotated[int, "The number of the board.", Minimum(1)]
    deal: Annotated[int, "The number of the deal.", Minimum(1)]
    table: Annotated[TableId | None, "The table; null if the board was not begun."]
    entrant: EntrantId
    score: Annotated[TournamentBoardScore | None, "The score of the seat; null if it was adjusted."]
    instead: AdjustedScore
    points: Annotated[int, "Matchpoints, in hundredths."]
    top: Annotated[int, "The maximum of matchpoints, in hundredths."]


class TournamentBoards(TypedDict):
    """The duplicate boards of a tournament."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    sets: Annotated[list[BoardSet], "The sets that were dealt."]
    scores: Annotated[
        list[BoardAtTable], "Every board of closed sets at every table; empty if seats are compared individually."
    ]
    seats: Annotated[list[BoardAtSeat], "Every board of closed sets at every seat, if seats are compared individually."]
    entrants: Annotated[list[NamedEntrant], "The entrants that take part."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class TournamentBoardDeal(TypedDict):
    deal: Annotated[int, "The number of the deal.", Minimum(1)]
    level: Annotated[
        str | None, "The level of the hand; null if the rules of the tournament set it, or have no levels."
    ]
    first_drawer: Seat
    order: Cards
    again: Annotated[list[Cards], "The orders in which it is redealt, if the rules allow redeals."]


class TournamentBoard(TypedDict):
    """A duplicate board of a tournament."""

    tournament: TournamentId
    version: Version
    name: Annotated[str, "The name of the tournament."]
    number: Annotated[int, "The number of the board.", Minimum(1)]
    set: BoardSet
    deals: Annotated[list[TournamentBoardDeal] | None, "Its deals; null until its set is closed."]
    scores: Annotated[list[BoardAtTable] | None, "The scores of its players; null until its set is closed."]
    seats: Annotated[
        list[BoardAtSeat] | None,
        "The scores of each seat, if seats are compared individually; null until the set is closed.",
    ]
    entrants: Annotated[list[NamedEntrant], "The entrants that take part."]
    players: NotRequired[Annotated[PlayerNames, Added()]]
