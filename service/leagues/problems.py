"""The problem documents with which the API reports errors of leagues (RFC 9457)."""

from domain.kernel.messages import message
from service.leagues.handlers import NoSuchLeague
from service.platform.http.problems import Answers, id_as_sent, problem_response

PROBLEMS: Answers = {
    NoSuchLeague: lambda error: problem_response(
        "not_found", message("there is no league {id_as_sent}", id_as_sent=id_as_sent("league_id", error))
    ),
}
