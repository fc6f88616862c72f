"""The problem documents that answer the errors of templates."""

from service.platform.http.problems import Answers, problem_response
from service.tournaments.templates.handlers import NoSuchTemplate, TooManyTemplates

PROBLEMS: Answers = {
    NoSuchTemplate: lambda error: problem_response("not_found", f"there is no template {error}"),
    TooManyTemplates: lambda error: problem_response(
        "too_many_templates", f"you have {error} templates", hint="delete a template that you no longer need"
    ),
}
