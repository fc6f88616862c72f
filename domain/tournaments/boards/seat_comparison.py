"""Compares each seat on a board with all players of the same seat of the same deal.

| quantity | method |
|---|---|
| score of a seat | `scores` |
| matchpoints | among the players of that seat and deal, with as many expected scores as the round has tables |
| a seat without a score | average plus, average or average minus, as `seat_by_seat` says |
| a board without a record, because staff set the result | by that result; even seats belong to the first side |
| points compared first | the share of the top over all boards; adjusted boards follow the others (Law 12C2c) |

Only closed sets are compared. A round with a single table has no comparison, so its boards bring nothing.

Tie-breaks: `matchpoints` are the own points and the rest of the top; `board_quotient` is scores above 0 divided by
those below; `levels_won` is levels above 0.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.scores import BoardScore
from domain.tournaments.boards.comparison import instead_of_boards
from domain.tournaments.boards.dealing import closed_sets, sealed_rounds
from domain.tournaments.boards.line_ups import boards_of
from domain.tournaments.boards.matchpoints import SHARE_OF, WHOLE, Average, Line, counted, field, session
from domain.tournaments.boards.records import SeatResult
from domain.tournaments.boards.seat_by_seat import SeatBySeat, table_of
from domain.tournaments.boards.standings import parted
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds import EntrantId, Points, Result
from domain.tournaments.standings import Standing, byes_of, standings
from domain.tournaments.state import Tournament, course
from domain.tournaments.tie_break_values import Given, Tally, TieBreak, TieBreakRules


class SeatAtTable(NamedTuple):
    """A board at a seat, and the points of its player.

    Attributes:
        round, match, seat: the seat within the tournament.
        board, deal: the board, and which deal of it.
        table: the id of the table; `None` if it was not begun.
        entrant: the player of the seat.
        score: the score of the seat; `None` if it was adjusted.
        instead: the average instead of a score.
        points, top: the matchpoints and the largest possible matchpoints, in hundredths.
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
    """Returns every board of the closed sets at every seat of every table, in the order of boards and seats.

    Args:
        tournament: the tournament.
        form: its format.
        only: compares only this set; `None` compares all.
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
    """Yields all players of a seat of a deal with their matchpoints."""
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
    """Returns the standings of the players by the closed sets. Matches are not won or lost."""
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
    """Returns the number of rounds that each player sat at a table, without sealed rounds."""
    sealed = sealed_rounds(tournament, form)
    found: Counter[EntrantId] = Counter()
    for number, played in enumerate(tournament.rounds, start=1):
        for match, result in zip(played.paired.matches, played.results, strict=True):
            if result is not None and number not in sealed:
                found.update(table_of(match))
    return found


def _tallies(held: Iterable[SeatAtTable]) -> Iterator[Tally]:
    """Yields the tallies of all players for every round, in hundredths."""
    rounds: dict[tuple[EntrantId, int], list[SeatAtTable]] = {}
    for each in held:
        rounds.setdefault((each.entrant, each.round), []).append(each)
    for (entrant, number), mine in rounds.items():
        points = sum(each.points for each in mine)
        yield Tally(entrant, number, "matchpoints", points, sum(each.top for each in mine) - points)
        scores = [each.score for each in mine if each.score is not None]
        yield Tally(entrant, number, "board_points", *parted(score.total for score in scores))
        yield Tally(entrant, number, "levels", *parted(score.levels for score in scores))
