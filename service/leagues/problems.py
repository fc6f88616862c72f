"""The problem documents with which the API reports errors of leagues (RFC 9457)."""

from service.leagues.handlers import NoSuchLeague
from service.platform.http.problems import Answers, as_asked, problem_response

PROBLEMS: Answers = {
    NoSuchLeague: lambda error: problem_response("not_found", f"there is no league {as_asked('league_id', error)}"),
}
