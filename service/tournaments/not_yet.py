"""Why a round or a board of a tournament cannot be read: it does not exist yet, or it never will."""

from domain.kernel.messages import message
from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.state import Tournament
from service.platform.http.problems import Problem


def missing_round(tournament: Tournament, number: int) -> Problem:
    """Returns the problem for the number of a round that was not paired."""
    fixed, paired = format_of(tournament.settings).fixed_rounds, len(tournament.rounds)
    if tournament.play_is_over:
        return Problem(
            "not_found",
            message("there is no round {number}: the last round was {paired}", number=number, paired=paired),
        )
    if fixed is not None and number > fixed:
        return Problem(
            "not_found",
            message("there is no round {number}: the tournament has {fixed} rounds", number=number, fixed=fixed),
        )
    hint = message("the feed of the tournament says when it is paired")
    return Problem(
        "not_paired_yet",
        message("round {number} is not paired yet", number=number),
        hint=hint,
        facts={"rounds": paired},
    )


def missing_board(tournament: Tournament, number: int) -> Problem:
    """Returns the problem for the number of a board that was not dealt."""
    if tournament.settings.boards is None:
        return Problem("not_found", message("the tournament has no boards"))
    if tournament.play_is_over:
        return Problem("not_found", message("there is no board {number}: the tournament is over", number=number))
    hint = message("the feed of the tournament says when its set is dealt")
    return Problem("not_dealt_yet", message("board {number} is not dealt yet", number=number), hint=hint)
