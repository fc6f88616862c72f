"""The problem documents with which the API reports errors of tournaments (RFC 9457)."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, id_as_sent, problem_response
from service.tournaments.command_facts import TooManyTournaments
from service.tournaments.events import NoSuchTournament

PROBLEMS: Answers = {
    TooManyTournaments: lambda error: problem_response(
        "too_many_tournaments",
        message("you own the maximum number of unfinished tournaments: {error}", error=error),
        hint=message("finish or cancel one, or wait until one is over"),
    ),
    NoSuchTournament: lambda error: problem_response(
        "not_found", message("there is no tournament {id_as_sent}", id_as_sent=id_as_sent("tournament_id", error))
    ),
}
