"""The problem documents that answer the errors of rehearsals."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, problem_response
from service.tournaments.rehearsals.handlers import NoRehearsal

PROBLEMS: Answers = {
    NoRehearsal: lambda _: problem_response("not_found", message("this sandbox has no rehearsal")),
}
