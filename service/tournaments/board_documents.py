"""JSON documents about duplicate boards: sets, deals and scores. Deals and scores of open sets are left out.

| data of a set | while it is open | after it is closed |
|---|---|---|
| its number, the commitment to its secret, who chose its deals | all | all |
| its secret, the deals of its boards, the deal of each match, the scores | nobody | all |

Staff who may set results and do not play see the scores of open boards in the rounds.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from domain.kernel.cards import write_cards
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.assigned import assigned_in_match
from domain.tournaments.boards.closed_boards import BoardAtTable, SeatAtTable, compared_boards, compared_seats
from domain.tournaments.boards.records import Assigned, BoardResult, DealtSet
from domain.tournaments.boards.seat_by_seat import SeatBySeat
from domain.tournaments.boards.sets import board_of, chosen_set, closed_sets, deals_of, dealt_set, numbers_of, set_of
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.formats.format import Format
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds.events import BoardsChosen, BoardsDealt
from domain.tournaments.state import Tournament
from service.tournaments.board_document_types import (
    AssignedBoard,
    BoardAtSeat,
    BoardOfMatch,
    BoardSet,
    BoardsOfMatch,
    TournamentBoard,
    TournamentBoardDeal,
    TournamentBoards,
    TournamentBoardScore,
)
from service.tournaments.board_document_types import BoardAtTable as BoardAtTableDocument
from service.tournaments.names_of_entrants import named_entrants


def boards_of_match(round_: TournamentRound, number: int, *, is_hidden: bool, is_open: bool) -> BoardsOfMatch:
    """Returns the boards of a match and their scores.

    Args:
        round_: the round.
        number: number of the match.
        is_hidden: whether its scores are hidden from the viewer.
        is_open: whether its set is not closed.
    """
    if not round_.sets:
        return {"set": None, "deal": None, "boards": None, "assigned": None}
    return {
        "set": round_.sets[number - 1],
        "deal": None if is_open else round_.deals[number - 1],
        "boards": None if is_hidden else [_result(each) for each in round_.boards[number - 1]],
        "assigned": None
        if is_hidden
        else [assigned_document(each) for each in assigned_in_match(round_.assigned, number)],
    }


def assigned_document(each: Assigned) -> AssignedBoard:
    """Returns a score that staff have assigned to a board of a match."""
    return {
        "board": each.board,
        "room": each.room,
        "score": _score(each.score),
        "for_even": each.for_even,
        "for_odd": each.for_odd,
        "even_share": each.even_share,
        "odd_share": each.odd_share,
        "is_void": each.is_void,
    }


def _result(each: BoardResult) -> BoardOfMatch:
    return {
        "board": each.board,
        "room": each.room,
        "table": each.table or None,
        "score": _score(each.score),
        "for_even": each.for_even,
        "for_odd": each.for_odd,
        "seats": [{"score": _score(seat.score), "instead": seat.instead} for seat in each.seats],
    }


def _score(score: BoardScore | None) -> TournamentBoardScore | None:
    if score is None:
        return None
    return {"excess": score.excess, "levels": score.levels, "step": score.step, "total": score.total}


def redacted_boards_event(
    tournament: Tournament, event: BoardsDealt | BoardsChosen, closed: frozenset[int]
) -> BoardsDealt | BoardsChosen:
    """Returns the event without the secrets and deals of open sets."""
    if isinstance(event, BoardsChosen):
        return event if event.set in closed else replace(event, boards=())
    hidden = {each.commitment for each in tournament.sets if each.number not in closed}
    commitments = tuple(each._replace(secret=None) if each.commitment in hidden else each for each in event.commitments)
    is_open = not closed.issuperset(event.sets)
    return replace(event, commitments=commitments, deals=() if is_open else event.deals)


# ------------------------------------------------------------------------------------------------ boards


def boards_document(tournament_id: str, version: int, tournament: Tournament) -> TournamentBoards:
    """Returns all dealt sets, and the scores of all boards of closed sets at every table."""
    format_ = format_of(tournament.settings)
    closed = closed_sets(tournament, format_)
    return {
        "tournament": tournament_id,
        "version": version,
        "name": tournament.settings.name,
        "sets": [_set(tournament, each, is_closed=each.number in closed) for each in tournament.sets],
        "scores": [score_document(each) for each in compared_boards(tournament, format_)],
        "seats": [seat_document(each) for each in _seats(tournament, format_)],
        "entrants": named_entrants(tournament, tournament.order),
    }


def _seats(tournament: Tournament, format_: Format, only: int | None = None) -> list[SeatAtTable]:
    """Returns the scores of closed sets at every seat, if the format compares seats; else none."""
    return compared_seats(tournament, format_, only) if isinstance(format_, SeatBySeat) else []


def _set(tournament: Tournament, dealt: DealtSet, *, is_closed: bool) -> BoardSet:
    boards = tournament.settings.boards
    chosen = chosen_set(tournament, dealt.number)
    return {
        "number": dealt.number,
        "round": dealt.round,
        "boards": list(numbers_of(boards, dealt.number)) if boards else [],
        "commitment": dealt.commitment,
        "secret": dealt.secret if is_closed else None,
        "chosen_by": chosen.by if chosen else None,
        "is_closed": is_closed,
    }


def score_document(each: BoardAtTable) -> BoardAtTableDocument:
    """Returns the score of a board at a table. Matchpoints are in hundredths."""
    return {
        "round": each.round,
        "match": each.match,
        "room": each.room,
        "board": each.board,
        "deal": each.deal,
        "table": each.table,
        "even": each.even,
        "odd": each.odd,
        "score": _score(each.score),
        "for_even": each.for_even,
        "for_odd": each.for_odd,
        "even_points": each.even_points,
        "odd_points": each.odd_points,
        "top": each.top,
        "even_imps": each.even_imps,
        "odd_imps": each.odd_imps,
        "even_share": each.even_share,
        "odd_share": each.odd_share,
        "is_void": each.is_void,
        "is_assigned": each.is_assigned,
    }


def seat_document(each: SeatAtTable) -> BoardAtSeat:
    """Returns the score of a board at a seat. Matchpoints are in hundredths."""
    return {
        "round": each.round,
        "match": each.match,
        "seat": each.seat,
        "board": each.board,
        "deal": each.deal,
        "table": each.table,
        "entrant": each.entrant,
        "score": _score(each.score),
        "instead": each.instead,
        "points": each.points,
        "top": each.top,
    }


def board_document(tournament_id: str, version: int, tournament: Tournament, number: int) -> TournamentBoard | None:
    """Returns the public part of a board with its deals and scores, or `None` if it was not dealt."""
    boards = tournament.settings.boards
    dealt = dealt_set(tournament, set_of(boards, number)) if boards else None
    if boards is None or dealt is None:
        return None
    format_ = format_of(tournament.settings)
    is_closed = dealt.number in closed_sets(tournament, format_)
    scores, seats = compared_boards(tournament, format_, dealt.number), _seats(tournament, format_, dealt.number)
    return {
        "tournament": tournament_id,
        "version": version,
        "name": tournament.settings.name,
        "number": number,
        "set": _set(tournament, dealt, is_closed=is_closed),
        "deals": _deals(tournament, dealt, number) if is_closed else None,
        "scores": [score_document(each) for each in scores if each.board == number] if is_closed else None,
        "seats": [seat_document(each) for each in seats if each.board == number] if is_closed else None,
        "entrants": named_entrants(tournament, tournament.order),
    }


def _deals(tournament: Tournament, dealt: DealtSet, number: int) -> list[TournamentBoardDeal]:
    return [_deal(tournament, dealt, number, deal) for deal in deals_of(tournament, dealt.number)]


def _deal(tournament: Tournament, dealt: DealtSet, number: int, deal: int) -> TournamentBoardDeal:
    board = board_of(tournament, dealt, number, deal)
    return {
        "deal": deal,
        "level": board.level,
        "first_drawer": board.first_drawer,
        "order": write_cards(board.order),
        "again": [write_cards(order) for order in board.again],
    }


HEADING = (
    *("board", "deal", "round", "match", "room", "table", "even", "odd", "excess", "levels", "total"),
    *("for_even", "for_odd", "even_matchpoints", "odd_matchpoints", "top", "even_imps", "odd_imps"),
    *("even_share", "odd_share", "is_void", "is_assigned"),
)


HEADING_OF_SEATS = (
    *("board", "deal", "seat", "round", "match", "table", "entrant", "excess", "levels", "total"),
    *("instead", "matchpoints", "top"),
)


def boards_table(tournament: Tournament) -> list[Sequence[Any]]:
    """Returns rows with the scores of closed sets at every table or seat, after a heading row.

    Matchpoints are in hundredths.
    """
    format_ = format_of(tournament.settings)
    if isinstance(format_, SeatBySeat):
        return [HEADING_OF_SEATS, *(_seat_row(each) for each in compared_seats(tournament, format_))]
    return [HEADING, *(_row(each) for each in compared_boards(tournament, format_))]


def _seat_row(each: SeatAtTable) -> Sequence[Any]:
    return (
        *(each.board, each.deal, each.seat, each.round, each.match, each.table, each.entrant, *_figures(each.score)),
        *(each.instead, each.points, each.top),
    )


def _figures(score: BoardScore | None) -> tuple[int | None, int | None, int | None]:
    return (None, None, None) if score is None else (score.excess, score.levels, score.total)


def _row(each: BoardAtTable) -> Sequence[Any]:
    score = _figures(each.score)
    return (
        *(each.board, each.deal, each.round, each.match, each.room, each.table, each.even, each.odd, *score),
        *(each.for_even, each.for_odd, each.even_points, each.odd_points, each.top, each.even_imps, each.odd_imps),
        *(each.even_share, each.odd_share, int(each.is_void), int(each.is_assigned)),
    )
