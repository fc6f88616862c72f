"""The problem documents that answer the errors of analyses and puzzles."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, problem_response
from service.tables.analysis.handlers import NoSuchHand, NoTeacher, TooManyAnalyses
from service.tables.analysis.puzzles import NoSuchPuzzle, NotAMove, NotInThisPosition

PROBLEMS: Answers = {
    NoSuchHand: lambda error: problem_response(
        "not_found",
        message("the match is over, and it had no hand {hand}", hand=error.args[0]),
        hint=message("its last hand is {last}", last=error.args[1]),
    ),
    NoTeacher: lambda error: problem_response(
        "no_teacher",
        message("no bot of this server judges {game}", game=error),
        hint=message("analyse hands of another game"),
    ),
    TooManyAnalyses: lambda error: problem_response(
        "too_many_analyses",
        message("{hands} hands wait for their analysis", hands=error),
        hint=message("ask again later"),
    ),
    NoSuchPuzzle: lambda error: problem_response("not_found", message("there is no puzzle {puzzle}", puzzle=error)),
    NotAMove: lambda _: problem_response(
        "invalid_request",
        message("move: this command is no move of a game"),
        hint=message("give a move, such as play"),
        facts={"fields": {"move": message("a move of the game")}},
    ),
    NotInThisPosition: lambda error: problem_response(
        "not_in_this_position",
        error.detail,
        hint=message("`moves` of the puzzle says what the seat could do"),
        facts={"fields": {"move": error.detail}},
    ),
}
