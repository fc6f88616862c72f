"""The problem documents that answer the errors of OAuth clients."""

from service.accounts.oauth.handlers import NoSuchClient
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchClient: lambda error: problem_response("not_found", f"you have no client {error}"),
}
