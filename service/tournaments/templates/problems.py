"""The problem documents that answer the errors of templates."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, problem_response
from service.tournaments.templates.handlers import NoSuchTemplate, TooManyTemplates

PROBLEMS: Answers = {
    NoSuchTemplate: lambda error: problem_response("not_found", message("there is no template {error}", error=error)),
    TooManyTemplates: lambda error: problem_response(
        "too_many_templates",
        message("you have {error} templates", error=error),
        hint=message("delete a template that you no longer need"),
    ),
}
