"""What every board brought every seat, by comparison with all who held the same seat of the same deal.

| what | how |
|---|---|
| score of a seat | `scoring.board` |
| matchpoints | of all who held that seat of the same deal, as many scores expected as the round has tables |
| a seat without a score | average plus, average or average minus, as `seat_by_seat` says |
| a board that is not recorded, since staff have set the result | by that result, even seats having the first side's |
| points compared first | the share of the top over all boards; adjusted ones follow the others (Law 12C2c) |

Only closed sets are compared. A round of one table has nobody to be compared with, and its boards bring nothing.

Tie-breaks: `matchpoints` own and what is left of the top; `board_quotient` scores above 0 by those below; `levels_won`
levels above 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.tournament.duplicate.comparison import instead_of_boards
from domain.tournament.duplicate.dealing import closed_sets, sealed_rounds
from domain.tournament.duplicate.line_ups import boards_of
from domain.tournament.duplicate.records import SeatResult
from domain.tournament.duplicate.seat_by_seat import SeatBySeat, table_of
from domain.tournament.duplicate.standings import parted
from domain.tournament.rounds import EntrantId, Points, Result
from domain.tournament.scoring.board import BoardScore
from domain.tournament.scoring.matchpoints import SHARE_OF, WHOLE, Average, Line, counted, field, session
from domain.tournament.standings import Standing, byes_of, standings
from domain.tournament.state import Tournament, TournamentRound, course
from domain.tournament.tie_breaks import Given, Tally, TieBreak, TieBreakRules


class SeatAtTable(NamedTuple):
    """A board at a seat, and what it brought whoever held it.

    Attributes:
        round, match, seat: which seat of which table.
        board, deal: what was played.
        table: its id; none where it was not begun.
        entrant: who held it.
        score: of the seat; none where it was adjusted.
        instead: what it has in its place.
        points, top: matchpoints, and the most that could be had, in hundredths.
    """

    round: int
    match: int
    seat: int
    board: int
    deal: int
    table: str | None
    entrant: EntrantId
    score: BoardScore | None
    instead: Average | None
    points: Points = Points(0)
    top: Points = Points(0)


def seats_compared(tournament: Tournament, form: SeatBySeat, only: int | None = None) -> list[SeatAtTable]:
    """Every board of the closed sets at every seat of every table, in the order of the boards and seats.

    Args:
        tournament: in which they were played.
        form: its format.
        only: none but this set; none: all of them.
    """
    closed = closed_sets(tournament, form)
    wanted = closed if only is None else closed & {only}
    fields: dict[tuple[int, int, int], list[SeatAtTable]] = {}
    tables: Counter[int] = Counter()
    for played in tournament.rounds:
        tables[played.paired.number] = len(played.paired.matches)
        for each in _seats_of_round(tournament, played, wanted):
            fields.setdefault((each.board, each.deal, each.seat), []).append(each)
    return [each for key in sorted(fields) for each in _compared(fields[key], tables[fields[key][0].round])]


def _seats_of_round(tournament: Tournament, played: TournamentRound, wanted: frozenset[int]) -> Iterator[SeatAtTable]:
    for number, (result, which) in enumerate(zip(played.results, played.sets, strict=True), start=1):
        if result is not None and which in wanted:
            yield from _seats_of_match(tournament, played, number, result)


def _seats_of_match(
    tournament: Tournament, played: TournamentRound, number: int, result: Result
) -> Iterator[SeatAtTable]:
    known = {each.board: each for each in played.boards[number - 1]}
    seated = table_of(played.paired.matches[number - 1])
    decided = tuple(SeatResult(None, instead_of_boards(result)[seat % 2]) for seat in range(len(seated)))
    for board in boards_of(tournament.settings, played, number):
        made = known.get(board)
        table, seats = (made.table or None, made.seats) if made is not None else (None, decided)
        for seat, (entrant, each) in enumerate(zip(seated, seats, strict=True)):
            yield SeatAtTable(
                *(played.paired.number, number, seat, board, played.deals[number - 1], table, entrant),
                each.score,
                each.instead,
            )


def _compared(held: Sequence[SeatAtTable], tables: int) -> Iterator[SeatAtTable]:
    """All who held a seat of a deal, with what it brought them."""
    top = Points(200 * (tables - 1))
    scored = [each for each in held if each.score is not None]
    points = iter(field([each.score.total for each in scored if each.score is not None], tables))
    for each in held:
        if each.score is not None:
            yield each._replace(points=next(points), top=top)
        else:
            yield each._replace(points=Points(top * SHARE_OF[each.instead or "average"] // WHOLE), top=top)


# ------------------------------------------------------------------------------------------------ standings


def seat_standings(
    tournament: Tournament, form: SeatBySeat, tie_breaks: Sequence[TieBreak], rules: TieBreakRules, seed: bytes | None
) -> tuple[Standing, ...]:
    """How the players stand by the closed sets; nobody wins or loses a match."""
    held, known = seats_compared(tournament, form), course(tournament)
    lines = counted(Line(each.entrant, each.points, each.top, each.instead) for each in held)
    shares = {entrant: each.share for entrant, each in session(lines).items()}
    totals = {each.id: Points(shares.get(each.id, 0)) for each in known.entrants}
    as_counted = [each._replace(points=line.points) for each, line in zip(held, lines, strict=True)]
    given = Given(tuple(_tallies(as_counted)), seed)
    found = standings(known._replace(rounds=()), tie_breaks, rules, given, totals)
    played, byes = _at_tables(tournament, form), byes_of(known)
    return tuple(each._replace(played=played[each.entrant], byes=byes[each.entrant]) for each in found)


def _at_tables(tournament: Tournament, form: SeatBySeat) -> Counter[EntrantId]:
    """In how many rounds everybody has sat at a table, as far as results may be known."""
    sealed = sealed_rounds(tournament, form)
    found: Counter[EntrantId] = Counter()
    for number, played in enumerate(tournament.rounds, start=1):
        for match, result in zip(played.paired.matches, played.results, strict=True):
            if result is not None and number not in sealed:
                found.update(table_of(match))
    return found


def _tallies(held: Iterable[SeatAtTable]) -> Iterator[Tally]:
    """What everybody has won and lost in every round, in hundredths."""
    rounds: dict[tuple[EntrantId, int], list[SeatAtTable]] = {}
    for each in held:
        rounds.setdefault((each.entrant, each.round), []).append(each)
    for (entrant, number), mine in rounds.items():
        points = sum(each.points for each in mine)
        yield Tally(entrant, number, "matchpoints", points, sum(each.top for each in mine) - points)
        scores = [each.score for each in mine if each.score is not None]
        yield Tally(entrant, number, "board_points", *parted(score.total for score in scores))
        yield Tally(entrant, number, "levels", *parted(score.levels for score in scores))
