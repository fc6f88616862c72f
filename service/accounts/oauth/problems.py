"""The problem documents that answer the errors of OAuth clients."""

from domain.kernel.messages import message
from service.accounts.oauth.handlers import NoSuchClient
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchClient: lambda error: problem_response("not_found", message("you have no client {error}", error=error)),
}
