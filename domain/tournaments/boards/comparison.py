"""Compares each board with all tables that played the same deal, and computes the matchpoints and IMPs of both sides.

| scoring | method |
|---|---|
| matchpoints | among the tables with the same deal, with the expected number of scores of a board |
| IMPs, pairs and individuals | against the datum of these tables; from six scores on without the highest and lowest |
| IMPs, teams | the swing of the match |
| a board without a score | average plus, average or average minus; in IMPs 3, 0 or -3 |
| a board without a score at a table that did not begin it | by the result of the match, see below |
| a board to which staff have assigned a score | see `assigned` |

| result of the match | for each board that its tables did not play |
|---|---|
| won by a side | average plus for it, average minus for the other |
| lost by both sides | average minus for both |
| tied, or adjudicated after some of its boards were played | average for both |

A decision of staff about a match applies to all its boards. Only closed sets are compared.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.assigned import counting, of_match, share_imps
from domain.tournaments.boards.by_movement import DuplicateIndividual, DuplicatePairs, scores_expected
from domain.tournaments.boards.dealing import closed_sets, numbers_of
from domain.tournaments.boards.imps import butler
from domain.tournaments.boards.line_ups import OF_TEAMS, even_is_first, is_seat_by_seat, rooms_of, side_size
from domain.tournaments.boards.matchpoints import AdjustedTable, Average, Line, Played, SharedTable, Table
from domain.tournaments.boards.matchpoints import board as compared
from domain.tournaments.boards.records import Assigned, BoardResult
from domain.tournaments.boards.table_results import AVERAGE_IMPS, Swing, scale_of_two_sides, swings_of
from domain.tournaments.format import Format
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds import EntrantId, Points, Result
from domain.tournaments.state import Tournament

TABLES_FOR_OUTLIERS = 6
"""From this number of scores on, the datum leaves out the highest and the lowest."""


class BoardAtTable(NamedTuple):
    """A board at a table, and what both sides score on it.

    Attributes:
        round, match, room: the table within the tournament.
        board, deal: the board, and which deal of it.
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


def boards_compared(tournament: Tournament, form: Format, only: int | None = None) -> list[BoardAtTable]:
    """Returns every board of the closed sets at every table, in the order of the boards.

    Empty if each seat is compared alone: see `seat_comparison`.

    Args:
        tournament: the tournament.
        form: its format.
        only: compares only this set; `None` compares all.
    """
    if tournament.settings.boards is None or is_seat_by_seat(tournament.settings):
        return []
    closed = closed_sets(tournament, form)
    wanted = closed if only is None else closed & {only}
    fields: dict[tuple[int, int], list[BoardAtTable]] = {}
    for each in _tables(tournament, wanted):
        fields.setdefault((each.board, each.deal), []).append(each)
    scale = scale_of_two_sides(tournament.settings.play)
    if tournament.settings.format in OF_TEAMS:
        return [each for key in sorted(fields) for each in _of_matches(fields[key], scale)]
    expected = _expected(tournament, form)
    return [each for key in sorted(fields) for each in _compared(fields[key], expected, scale)]


def _expected(tournament: Tournament, form: Format) -> int:
    if isinstance(form, DuplicatePairs | DuplicateIndividual):
        return scores_expected(form, len(tournament.order))
    return 1


def _tables(tournament: Tournament, wanted: frozenset[int]) -> Iterator[BoardAtTable]:
    rooms = rooms_of(tournament.settings, side_size(tournament.settings.play))
    for played in tournament.rounds:
        for number, (result, which) in enumerate(zip(played.results, played.sets, strict=True), start=1):
            if result is not None and which in wanted:
                yield from _tables_of_match(tournament, played, number, rooms)


def _tables_of_match(
    tournament: Tournament, played: TournamentRound, number: int, rooms: int
) -> Iterator[BoardAtTable]:
    settings, match, result = tournament.settings, played.paired.matches[number - 1], played.results[number - 1]
    if settings.boards is None or result is None:
        return
    known = {(each.board, each.room): each for each in played.boards[number - 1]}
    assigned = {(each.board, each.room): each for each in of_match(played.assigned, number)}
    is_unfinished = bool(known) and result.kind == "adjudicated"
    worth = Result(Points(0), Points(0)) if is_unfinished else result
    for board in numbers_of(settings.boards, played.sets[number - 1]):
        for room in range(1, rooms + 1):
            first = even_is_first(settings, room)
            even, odd = match if first else match[::-1]
            each = known.get((board, room)) or _not_begun(board, room, worth, even_is_first=first)
            by_staff = assigned.get((board, room))
            if by_staff is not None:
                [each] = counting([each], [by_staff])
            at_table = BoardAtTable(
                *(played.paired.number, number, room, board, played.deals[number - 1], each.table or None, even, odd),
                each.score,
                each.for_even,
                each.for_odd,
            )
            yield at_table if by_staff is None else _as_assigned(at_table, by_staff)


def _as_assigned(each: BoardAtTable, by_staff: Assigned) -> BoardAtTable:
    return each._replace(
        even_share=by_staff.even_share, odd_share=by_staff.odd_share, is_void=by_staff.is_void, is_assigned=True
    )


def _not_begun(board: int, room: int, result: Result, *, even_is_first: bool) -> BoardResult:
    """Returns the result of a board that the tables of a match did not begin."""
    first, second = instead_of_boards(result)
    for_even, for_odd = (first, second) if even_is_first else (second, first)
    return BoardResult(board, room, "", None, for_even, for_odd)


def instead_of_boards(result: Result) -> tuple[Average, Average]:
    """Returns what each side of a match gets for a board without a score, according to the result of the match."""
    if result.first != result.second:
        return ("average_plus", "average_minus") if result.first > result.second else ("average_minus", "average_plus")
    return ("average_minus", "average_minus") if result.kind == "double_forfeit" else ("average", "average")


def _compared(tables: list[BoardAtTable], expected: int, scale: Scale) -> list[BoardAtTable]:
    """Returns the tables with one deal of a board, with their matchpoints and IMPs."""
    there = [_table(each) for each in tables if not each.is_void]
    lines = {line.entrant: line for line in compared(there, max(expected, len(tables)))}
    known = [each.score.total for each in tables if each.score is not None]
    left_out = int(len(known) >= TABLES_FOR_OUTLIERS)
    against = iter(butler(scale, known, left_out)) if known else iter(())
    return [_with(each, lines, None if each.score is None else next(against)) for each in tables]


def _table(each: BoardAtTable) -> Table:
    if each.score is not None:
        return Played(each.even, each.odd, each.score.total)
    if each.even_share is not None and each.odd_share is not None:
        return SharedTable(each.even, each.odd, each.even_share, each.odd_share)
    return AdjustedTable(each.even, each.odd, each.for_even or "average", each.for_odd or "average")


def _with(each: BoardAtTable, lines: dict[EntrantId, Line], imps: int | None) -> BoardAtTable:
    if each.is_void:
        return each
    even, odd = lines[each.even], lines[each.odd]
    return each._replace(
        even_points=even.points,
        odd_points=odd.points,
        top=even.top,
        even_imps=_instead(each.for_even, each.even_share) if imps is None else imps,
        odd_imps=_instead(each.for_odd, each.odd_share) if imps is None else -imps,
    )


def _instead(average: Average | None, share: int | None) -> int:
    """Returns the IMPs of a side on a board without a score."""
    return AVERAGE_IMPS[average or "average"] if share is None else share_imps(share)


def _of_matches(tables: list[BoardAtTable], scale: Scale) -> list[BoardAtTable]:
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
    assigned = [_assigned(each) for each in tables if each.is_assigned]
    return swings_of([_record(each) for each in tables], scale, assigned)


def _assigned(each: BoardAtTable) -> Assigned:
    return Assigned(
        *(each.match, each.board, each.room, each.score),
        *(each.for_even, each.for_odd, each.even_share, each.odd_share),
    )


def _record(each: BoardAtTable) -> BoardResult:
    return BoardResult(each.board, each.room, each.table or "", each.score, each.for_even, each.for_odd)
