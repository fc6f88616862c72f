"""Why a round or a board of a tournament cannot be read: it does not exist yet, or it never will."""

from domain.tournaments.formats.catalogue import format_of
from domain.tournaments.state import Tournament
from service.platform.http.problems import Problem


def missing_round(tournament: Tournament, number: int) -> Problem:
    """Returns the problem for the number of a round that was not paired."""
    fixed, paired = format_of(tournament.settings).fixed_rounds, len(tournament.rounds)
    if tournament.play_is_over:
        return Problem("not_found", f"there is no round {number}: the last round was {paired}")
    if fixed is not None and number > fixed:
        return Problem("not_found", f"there is no round {number}: the tournament has {fixed} rounds")
    hint = "the feed of the tournament says when it is paired"
    return Problem("not_paired_yet", f"round {number} is not paired yet", hint=hint, facts={"rounds": paired})


def missing_board(tournament: Tournament, number: int) -> Problem:
    """Returns the problem for the number of a board that was not dealt."""
    if tournament.settings.boards is None:
        return Problem("not_found", "the tournament has no boards")
    if tournament.play_is_over:
        return Problem("not_found", f"there is no board {number}: the tournament is over")
    hint = "the feed of the tournament says when its set is dealt"
    return Problem("not_dealt_yet", f"board {number} is not dealt yet", hint=hint)
