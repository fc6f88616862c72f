"""The problem documents that answer the errors of sandboxes."""

from flask import g

from domain.kernel.messages import message
from service.platform.documents import timestamp
from service.platform.http.problems import Answers, problem_response, try_again_problem
from service.sandbox.handlers import (
    PLAYERS_LIMIT,
    AdvancesUnderWay,
    ClockGoesForward,
    InSandbox,
    NoSuchSandbox,
    NotInSandbox,
    SandboxFull,
    TooManySandboxes,
)

PROBLEMS: Answers = {
    NotInSandbox: lambda _: problem_response(
        "sandbox_token_needed",
        message("you do not belong to a sandbox"),
        hint=message("POST /v1/sandbox creates one and returns a token for it"),
    ),
    InSandbox: lambda _: problem_response(
        "no_sandbox_within",
        message("you belong to a sandbox yourself"),
        hint=message("use a token of your ordinary account"),
    ),
    NoSuchSandbox: lambda error: problem_response("not_found", message("you have no sandbox {error}", error=error)),
    TooManySandboxes: lambda _: problem_response(
        "too_many_sandboxes",
        message("you have {sandboxes} sandboxes already", sandboxes=g.service.sandboxes.bounds.sandboxes),
        hint=message("GET /v1/me/sandboxes lists them; end one, or wait until one expires"),
    ),
    AdvancesUnderWay: lambda _: try_again_problem(
        "sandbox_advancing",
        message(
            "another request moves the clock of this sandbox, or {advances} requests move clocks of other "
            "sandboxes of its owner",
            advances=g.service.sandboxes.bounds.advances,
        ),
        message("wait for its response, then try again; meanwhile GET /v1/sandbox shows the progress"),
    ),
    SandboxFull: lambda _: problem_response(
        "sandbox_full",
        message("the sandbox has {players_limit} players already", players_limit=PLAYERS_LIMIT),
        hint=message("make another sandbox"),
    ),
    ClockGoesForward: lambda error: problem_response(
        "clock_goes_forward",
        message(
            "the time there is {timestamp}, and the latest possible year is 2199", timestamp=timestamp(error.args[0])
        ),
        hint=message("give seconds, or a later time"),
    ),
}
