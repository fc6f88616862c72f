"""Assigning a score to a single board by staff: checks the command and computes the new result of the match."""

from dataclasses import dataclass

from domain.kernel.messages import message
from domain.kernel.scores import BoardScore
from domain.tournaments.boards.assigned import assigned_in_match, counted_boards, places_assigned
from domain.tournaments.boards.line_ups import is_seat_by_seat, places_of, side_size
from domain.tournaments.boards.matchpoints import WHOLE
from domain.tournaments.boards.records import Assigned, Place
from domain.tournaments.boards.table_results import result_of_boards
from domain.tournaments.parts import TournamentRound
from domain.tournaments.recorder import TournamentRecorder
from domain.tournaments.rounds.commands import OverrideBoard
from domain.tournaments.rounds.events import AssignedHow, BoardOverridden
from domain.tournaments.rounds.refusals import BoardNotOfMatch, InvalidBoardScore, NoBoards, NothingPlayed
from domain.tournaments.settings import TableGame
from domain.tournaments.staff import checked_reason
from domain.tournaments.state import better_side
from domain.tournaments.terms import Match, Result

MOST_EXCESS = 10_000
MOST_LEVELS = 100


@dataclass(frozen=True, slots=True)
class _BoardOfMatch:
    """A board at a table of a match of a round."""

    round_: TournamentRound
    match: Match
    number: int
    place: Place


def override_board(recorder: TournamentRecorder, command: OverrideBoard, round_: TournamentRound, match: Match) -> None:
    """Assigns a score to a board at a table of a match, or removes an assigned score.

    Args:
        recorder: the recorder of the tournament.
        command: the command.
        round_: the round of the match.
        match: the match.

    Raises:
        NoBoards: the tournament has no boards, or each seat is compared alone.
        BoardNotOfMatch: the match does not play this board.
        InvalidBoardScore: the score is not possible.
        NothingPlayed: there is no played score to restore.
        ReasonNeeded: no reason was given.
    """
    board = _BoardOfMatch(round_, match, command.match, Place(command.room, command.board))
    _check_is_played(recorder, board)
    assigned = _requested_score(recorder, command)
    if assigned is None:
        _check_was_played(board)
    reason = checked_reason(command.reason)
    result = _result_by_boards(recorder, board, assigned)
    assigned_score = assigned or Assigned(command.match, command.board, command.room)
    excess, levels, step = assigned_score.score or (None, None, None)
    first, second, kind = result or (None, None, None)
    recorder.record(
        BoardOverridden(
            round=command.round,
            match=command.match,
            board=command.board,
            room=command.room,
            by=command.by,
            how=_how_assigned(assigned),
            excess=excess,
            levels=levels,
            step=step,
            for_even=assigned_score.for_even,
            for_odd=assigned_score.for_odd,
            even_share=assigned_score.even_share,
            odd_share=assigned_score.odd_share,
            first=first,
            second=second,
            kind=kind,
            reason=reason,
            at=recorder.now,
        )
    )


def _check_is_played(recorder: TournamentRecorder, board: _BoardOfMatch) -> None:
    settings, round_ = recorder.tournament.settings, board.round_
    if settings.boards is None or not round_.sets:
        raise NoBoards(message("this tournament has no boards"), hint=message("override the result of the match"))
    if is_seat_by_seat(settings):
        raise NoBoards(
            message("seats are compared individually, so a table has no sides with a score"),
            hint=message("override the result of the match; its boards then have no scores"),
        )
    rooms = _places_by_room(recorder, board)
    if board.place not in [place for places in rooms for place in places]:
        numbers = [place.board for place in rooms[0]]
        raise BoardNotOfMatch(
            message(
                "match {number} does not play board {board} at its table {room}",
                number=board.number,
                board=board.place.board,
                room=board.place.room,
            ),
            hint=message(
                "it plays the boards {numbers} to {numbers_2} at {count} tables",
                numbers=numbers[0],
                numbers_2=numbers[-1],
                count=len(rooms),
            ),
        )


def _places_by_room(recorder: TournamentRecorder, board: _BoardOfMatch) -> tuple[tuple[Place, ...], ...]:
    settings = recorder.tournament.settings
    return places_of(settings, side_size(settings.play), board.round_, board.number)


def _check_was_played(board: _BoardOfMatch) -> None:
    recorded = {Place(each.room, each.board) for each in board.round_.boards[board.number - 1]}
    if board.place not in recorded or not places_assigned(board.round_.assigned, board.number) & {board.place}:
        raise NothingPlayed(
            message("board {board} has no assigned score that replaces a played one", board=board.place.board),
            hint=message("assign score, averages, shares or is_void"),
        )


def _requested_score(recorder: TournamentRecorder, command: OverrideBoard) -> Assigned | None:
    """Returns the requested score; `None` to restore the played one. Raises `InvalidBoardScore`."""
    given = [each for each in (command.score, command.averages, command.shares) if each is not None]
    if len(given) + command.is_void > 1:
        raise InvalidBoardScore(
            message("more than one kind of result is assigned"),
            hint=message("give one of score, averages, shares and is_void"),
        )
    place = (command.match, command.board, command.room)
    if command.score is not None:
        excess, levels = command.score
        step = points_per_level(recorder.tournament.settings.play)
        if levels and not step:
            raise InvalidBoardScore(
                message("{levels} levels in a game without levels", levels=levels), hint=message("give 0 levels")
            )
        if abs(excess) > MOST_EXCESS or abs(levels) > MOST_LEVELS:
            raise InvalidBoardScore(
                message("{excess} points and {levels} levels are too many", excess=excess, levels=levels),
                hint=message(
                    "give at most {most_excess} points and {most_levels} levels",
                    most_excess=MOST_EXCESS,
                    most_levels=MOST_LEVELS,
                ),
            )
        return Assigned(*place, BoardScore(excess, levels, step))
    if command.averages is not None:
        return Assigned(*place, None, *command.averages)
    if command.shares is not None:
        if not all(0 <= share <= WHOLE for share in command.shares):
            raise InvalidBoardScore(
                message("a share is below 0 or above the whole"), hint=message("give 0 to {whole}", whole=WHOLE)
            )
        return Assigned(*place, None, None, None, *command.shares)
    return Assigned(*place) if command.is_void else None


def points_per_level(play: TableGame) -> int:
    """Returns the points that a level of a board counts; 0 in a game without levels."""
    return int(getattr(play.rules, "score_step", 0))


def _how_assigned(assigned: Assigned | None) -> AssignedHow:
    if assigned is None:
        return "as_played"
    if assigned.score is not None:
        return "score"
    if assigned.for_even is not None:
        return "averages"
    return "void" if assigned.is_void else "shares"


def _result_by_boards(recorder: TournamentRecorder, board: _BoardOfMatch, assigned: Assigned | None) -> Result | None:
    """Returns the result of the match by its boards; `None` while some boards have no score."""
    place = board.place
    before = assigned_in_match(board.round_.assigned, board.number)
    others = tuple(each for each in before if (each.room, each.board) != place)
    now = others if assigned is None else (*others, assigned)
    recorded = board.round_.boards[board.number - 1]
    known = {Place(each.room, each.board) for each in counted_boards(recorded, now)}
    if not known.issuperset(place for places in _places_by_room(recorder, board) for place in places):
        return None
    better = better_side(recorder.tournament, recorder.context.format_, board.match)
    return result_of_boards(recorder.tournament.settings, recorded, now, better)
