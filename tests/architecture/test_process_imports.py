"""Each kind of process imports only what it needs, because each process that is not forked takes that memory again."""

import subprocess
import sys

import pytest

from tests.support.laws import law

REQUESTS = {"flask", "werkzeug", "marshmallow", "authlib", "webauthn", "service.api_wiring", "service.processes.app"}
CLIENT = "service.clients.python.shengji_client"
SCREENS = {"rich", CLIENT, "service.contract", "service.cli.demo_table"}
GAMES = {"domain.games", "domain.table", "domain.tournaments", "service.wiring"}
SERVERS = {"psycopg", "redis", "rq", "cryptography"}
GREEN = {"gevent", "gunicorn.app"}
JOBS = {"service.processes.worker", "service.processes.scheduler"}
COMMAND = "import sys; import service.cli.entry; from service.cli.main import command_named; command_named({command!r})"
UNNEEDED = {
    "run": (
        COMMAND.format(command="run"),
        REQUESTS | GAMES | SERVERS | GREEN | JOBS | {CLIENT},
    ),
    "serve": (
        f"{COMMAND.format(command='serve')}; import service.processes.server, service.processes.app",
        SCREENS | JOBS | {"rq", "psutil"},
    ),
    "metrics": (
        COMMAND.format(command="metrics"),
        REQUESTS | SCREENS | GAMES | GREEN | JOBS | SERVERS - {"psycopg"},
    ),
    "schedule": (COMMAND.format(command="schedule"), REQUESTS | SCREENS | GREEN | {"service.processes.worker"}),
    "background": (COMMAND.format(command="background"), REQUESTS | SCREENS | GREEN),
    "work webhooks": (
        f"{COMMAND.format(command='work')}; import service.processes.webhook_worker",
        REQUESTS | SCREENS | GAMES | GREEN | JOBS,
    ),
    "work tables": (
        f"{COMMAND.format(command='work')}; import service.cli.parts, service.processes.worker",
        REQUESTS | SCREENS | GREEN | {"service.processes.scheduler"},
    ),
}
"""For each process the program that imports what it imports, and the packages that it does not need."""


def _imported(program: str) -> set[str]:
    """Returns all modules that a new interpreter has after this program."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.slow
@law
@pytest.mark.parametrize("process", UNNEEDED)
def test_a_process_imports_nothing_that_it_does_not_need(process: str):
    program, unneeded = UNNEEDED[process]

    assert _imported(program) & unneeded == set()


@pytest.mark.slow
def test_every_unneeded_package_exists_and_would_be_found():
    every = set().union(*(unneeded for _, unneeded in UNNEEDED.values()))

    assert every <= _imported(f"import sys; import {', '.join(sorted(every))}")
