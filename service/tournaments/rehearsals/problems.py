"""The problem documents that answer the errors of rehearsals."""

from service.platform.http.problems import Answers, problem_response
from service.tournaments.rehearsals.handlers import NoRehearsal

PROBLEMS: Answers = {
    NoRehearsal: lambda _: problem_response("not_found", "this sandbox has no rehearsal"),
}
