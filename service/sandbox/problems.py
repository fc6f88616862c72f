"""The problem documents that answer the errors of sandboxes."""

from flask import g

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
        "you do not belong to a sandbox",
        hint="POST /v1/sandbox creates one and returns a token for it",
    ),
    InSandbox: lambda _: problem_response(
        "no_sandbox_within", "you belong to a sandbox yourself", hint="use a token of your ordinary account"
    ),
    NoSuchSandbox: lambda error: problem_response("not_found", f"you have no sandbox {error}"),
    TooManySandboxes: lambda _: problem_response(
        "too_many_sandboxes",
        f"you have {g.service.sandboxes.bounds.sandboxes} sandboxes already",
        hint="GET /v1/me/sandboxes lists them; end one, or wait until one expires",
    ),
    AdvancesUnderWay: lambda _: try_again_problem(
        "sandbox_advancing",
        "another request moves the clock of this sandbox,"
        f" or {g.service.sandboxes.bounds.advances} requests move clocks of other sandboxes of its owner",
        "wait for its response, then try again; meanwhile GET /v1/sandbox shows the progress",
    ),
    SandboxFull: lambda _: problem_response(
        "sandbox_full", f"the sandbox has {PLAYERS_LIMIT} players already", hint="make another sandbox"
    ),
    ClockGoesForward: lambda error: problem_response(
        "clock_goes_forward",
        f"the time there is {timestamp(error.args[0])}, and the latest possible year is 2199",
        hint="give seconds, or a later time",
    ),
}
