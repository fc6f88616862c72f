"""The boards of closed sets at every table and at every seat, with their values by `comparison`.

| a board without a score, because its table did not begin it | instead |
|---|---|
| the match was won by a side | average plus for it, average minus for the other |
| the match was lost by both sides | average minus for both |
| the match was tied, or adjudicated after some of its boards were played | average for both |

A decision of staff about a match applies to all its boards; for a single board see `assigned`. The IMPs of teams are
those of the swing. A round with a single table has no comparison of seats, so its boards score nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.tournaments.boards.assigned import assigned_in_match, counted_boards
from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs, scores_expected
from domain.tournaments.boards.comparison import BoardValue, Worth, compare, compare_sides
from domain.tournaments.boards.line_ups import OF_TEAMS, boards_of, even_is_first, is_seat_by_seat, rooms_of, side_size
from domain.tournaments.boards.matchpoints import Average
from domain.tournaments.boards.records import Assigned, BoardResult, SeatResult
from domain.tournaments.boards.seat_by_seat import SeatBySeat, table_of
from domain.tournaments.boards.sets import closed_sets
from domain.tournaments.boards.table_results import Swing, scale_of_two_sides, swings_of
from domain.tournaments.formats.format import Format
from domain.tournaments.parts import TournamentRound
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Points, Result

SCORES_FOR_OUTLIERS = 6
"""From this number of scores on, the datum leaves out the highest and the lowest."""

T = TypeVar("T")


class _MatchOfSet(NamedTuple):
    """A match with a result that played a closed set."""

    round_: TournamentRound
    number: int
    result: Result


def _matches(tournament: Tournament, format_: Format, only: int | None) -> Iterator[_MatchOfSet]:
    """Yields the matches of the closed sets, or of one of them."""
    closed = closed_sets(tournament, format_)
    wanted = closed if only is None else closed & {only}
    for round_ in tournament.rounds:
        for number, (result, which) in enumerate(zip(round_.results, round_.sets, strict=True), start=1):
            if result is not None and which in wanted:
                yield _MatchOfSet(round_, number, result)


def _grouped(rows: Iterable[T], key: Callable[[T], Any]) -> list[list[T]]:
    """Returns the rows grouped by a key, in its order."""
    found: dict[Any, list[T]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return [found[each] for each in sorted(found)]


def _averages_by_result(result: Result) -> tuple[Average, Average]:
    """Returns what each side of a match gets for a board without a score, according to the result of the match."""
    if result.first != result.second:
        return ("average_plus", "average_minus") if result.first > result.second else ("average_minus", "average_plus")
    return ("average_minus", "average_minus") if result.kind == "double_forfeit" else ("average", "average")


# ------------------------------------------------------------------------------------------------ sides


class BoardAtTable(NamedTuple):
    """A board at a table, and the scores of both sides.

    Attributes:
        round, match, room: the table within the tournament.
        board, deal: the number of the board, and of its deal.
        table: the id of the table; `None` if it was not begun.
        even, odd: the sides of the match on the even and odd seats.
        score: the score of the even seats; `None` if the board was adjusted.
        for_even, for_odd: the averages instead of a score.
        even_points, odd_points: the matchpoints of both sides, in hundredths; 0 for teams.
        top: the largest possible matchpoints, in hundredths; 0 for teams.
        even_imps, odd_imps: the IMPs of both sides.
        even_share, odd_share: the percentages that staff assigned, in hundredths of a per cent.
        is_void: whether staff removed the board from the match.
        is_assigned: whether the score was assigned by staff.
    """

    round: int
    match: int
    room: int
    board: int
    deal: int
    table: str | None
    even: EntrantId
    odd: EntrantId
    score: BoardScore | None
    for_even: Average | None = None
    for_odd: Average | None = None
    even_points: Points = Points(0)
    odd_points: Points = Points(0)
    top: Points = Points(0)
    even_imps: int = 0
    odd_imps: int = 0
    even_share: int | None = None
    odd_share: int | None = None
    is_void: bool = False
    is_assigned: bool = False


def compared_boards(tournament: Tournament, format_: Format, only: int | None = None) -> list[BoardAtTable]:
    """Returns every board of the closed sets at every table, in the order of the boards.

    Empty if each seat is compared alone: see `compared_seats`.

    Args:
        tournament: the tournament.
        format_: its format.
        only: compares only this set; `None` compares all.
    """
    if tournament.settings.boards is None or is_seat_by_seat(tournament.settings):
        return []
    tables = (each for match in _matches(tournament, format_, only) for each in _boards_of_match(tournament, match))
    fields = _grouped(tables, lambda each: (each.board, each.deal))
    scale = scale_of_two_sides(tournament.settings.play)
    if tournament.settings.format in OF_TEAMS:
        return [each for tables in fields for each in _with_swings(tables, scale)]
    expected = _expected_scores(tournament, format_)
    return [each for tables in fields for each in _compared_tables(tables, expected, scale)]


def _expected_scores(tournament: Tournament, format_: Format) -> int:
    if isinstance(format_, DuplicatePairs | DuplicateIndividual):
        return scores_expected(format_, len(tournament.order))
    return 1


def _boards_of_match(tournament: Tournament, of: _MatchOfSet) -> Iterator[BoardAtTable]:
    """Yields the boards of a match at all its tables, not compared yet."""
    settings, (round_, number, result) = tournament.settings, of
    match = round_.paired.matches[number - 1]
    known = {(each.board, each.room): each for each in round_.boards[number - 1]}
    assigned = {(each.board, each.room): each for each in assigned_in_match(round_.assigned, number)}
    is_unfinished = bool(known) and result.kind == "adjudicated"
    worth = Result(Points(0), Points(0)) if is_unfinished else result
    for board in boards_of(settings, round_, number):
        for room in range(1, rooms_of(settings, side_size(settings.play)) + 1):
            first = even_is_first(settings, room)
            even, odd = match if first else match[::-1]
            each = known.get((board, room)) or _unplayed_board(board, room, worth, even_is_first=first)
            by_staff = assigned.get((board, room))
            if by_staff is not None:
                [each] = counted_boards([each], [by_staff])
            at_table = BoardAtTable(
                *(round_.paired.number, number, room, board, round_.deals[number - 1], each.table or None, even, odd),
                each.score,
                each.for_even,
                each.for_odd,
            )
            yield at_table if by_staff is None else _with_assigned_score(at_table, by_staff)


def _with_assigned_score(each: BoardAtTable, by_staff: Assigned) -> BoardAtTable:
    return each._replace(
        even_share=by_staff.even_share, odd_share=by_staff.odd_share, is_void=by_staff.is_void, is_assigned=True
    )


def _unplayed_board(board: int, room: int, result: Result, *, even_is_first: bool) -> BoardResult:
    """Returns the result of a board that the tables of a match did not begin."""
    first, second = _averages_by_result(result)
    for_even, for_odd = (first, second) if even_is_first else (second, first)
    return BoardResult(board, room, "", None, for_even, for_odd)


def _compared_tables(tables: list[BoardAtTable], expected: int, scale: Scale) -> list[BoardAtTable]:
    """Returns the tables with one deal of a board, with their matchpoints and IMPs. Void boards have none."""
    there = [each for each in tables if not each.is_void]
    left_out = int(sum(each.score is not None for each in there) >= SCORES_FOR_OUTLIERS)
    evens, odds = compare_sides([_values_of_sides(each) for each in there], max(expected, len(tables)), scale, left_out)
    worth = iter(zip(evens.lines, odds.lines, strict=True))
    return [each if each.is_void else _with_worth(each, evens.top, *next(worth)) for each in tables]


def _values_of_sides(each: BoardAtTable) -> tuple[BoardValue, BoardValue]:
    """Returns the results of both sides at a table."""
    score = None if each.score is None else each.score.total
    return (
        BoardValue(score, each.for_even, each.even_share),
        BoardValue(None if score is None else -score, each.for_odd, each.odd_share),
    )


def _with_worth(each: BoardAtTable, top: Points, even: Worth, odd: Worth) -> BoardAtTable:
    return each._replace(
        even_points=even.points, odd_points=odd.points, top=top, even_imps=even.imps or 0, odd_imps=odd.imps or 0
    )


def _with_swings(tables: list[BoardAtTable], scale: Scale) -> list[BoardAtTable]:
    """Returns the tables with the IMPs of the swings they belong to."""
    found = []
    for each in tables:
        two = (each.room + 1) // 2
        swings = match_swings(
            [
                other
                for other in tables
                if (other.round, other.match, (other.room + 1) // 2) == (each.round, each.match, two)
            ],
            scale,
        )
        of_first = sum(swing.imps for swing in swings)
        imps = of_first if each.room % 2 else -of_first
        found.append(each._replace(even_imps=imps, odd_imps=-imps))
    return found


def match_swings(tables: Sequence[BoardAtTable], scale: Scale) -> tuple[Swing, ...]:
    """Returns the swings of one match of teams."""
    assigned = [_assigned_of(each) for each in tables if each.is_assigned]
    return swings_of([_board_result(each) for each in tables], scale, assigned)


def _assigned_of(each: BoardAtTable) -> Assigned:
    return Assigned(
        *(each.match, each.board, each.room, each.score),
        *(each.for_even, each.for_odd, each.even_share, each.odd_share),
    )


def _board_result(each: BoardAtTable) -> BoardResult:
    return BoardResult(each.board, each.room, each.table or "", each.score, each.for_even, each.for_odd)


# ------------------------------------------------------------------------------------------------ seats


class SeatAtTable(NamedTuple):
    """A board at a seat, and the points of its player.

    Attributes:
        round, match, seat: the seat within the tournament.
        board, deal: the number of the board, and of its deal.
        table: the id of the table; `None` if it was not begun.
        entrant: the player of the seat.
        score: the score of the seat; `None` if it was adjusted.
        instead: the average instead of a score.
        points, top: the matchpoints and the largest possible matchpoints, in hundredths.
    """

    round: int
    match: int
    seat: Seat
    board: int
    deal: int
    table: str | None
    entrant: EntrantId
    score: BoardScore | None
    instead: Average | None
    points: Points = Points(0)
    top: Points = Points(0)


def compared_seats(tournament: Tournament, format_: SeatBySeat, only: int | None = None) -> list[SeatAtTable]:
    """Returns every board of the closed sets at every seat of every table, in the order of boards and seats.

    Args:
        tournament: the tournament.
        format_: its format.
        only: compares only this set; `None` compares all.
    """
    seats = (each for match in _matches(tournament, format_, only) for each in _seats_of(tournament, match))
    tables = {round_.paired.number: len(round_.paired.matches) for round_ in tournament.rounds}
    found: list[SeatAtTable] = []
    for held in _grouped(seats, lambda each: (each.board, each.deal, each.seat)):
        made = [BoardValue(None if each.score is None else each.score.total, each.instead) for each in held]
        top, *_, lines = compare(made, tables[held[0].round])
        found += [each._replace(points=worth.points, top=top) for each, worth in zip(held, lines, strict=True)]
    return found


def _seats_of(tournament: Tournament, of: _MatchOfSet) -> Iterator[SeatAtTable]:
    """Yields the boards of a match at all its seats, not compared yet. Even seats belong to the first side."""
    round_, number, result = of
    known = {each.board: each for each in round_.boards[number - 1]}
    seated = table_of(round_.paired.matches[number - 1])
    decided = tuple(SeatResult(None, _averages_by_result(result)[seat % 2]) for seat in range(len(seated)))
    for board in boards_of(tournament.settings, round_, number):
        made = known.get(board)
        table, seats = (made.table or None, made.seats) if made is not None else (None, decided)
        for seat, (entrant, each) in enumerate(zip(seated, seats, strict=True)):
            yield SeatAtTable(
                *(round_.paired.number, number, Seat(seat), board, round_.deals[number - 1], table, entrant),
                each.score,
                each.instead,
            )
