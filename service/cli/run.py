"""The command `shengji run`: runs all processes under one supervisor, with a demo table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import click

from service.cli.failures import Failed, settings_or_fail
from service.cli.terminal import ERR, OUT
from service.platform.runtime.private_folders import CannotStart
from service.platform.runtime.processes import start_once
from service.platform.runtime.stopping import StopRequest
from service.platform.settings import Settings
from service.processes.supervisor import Interrupted, Supervisor

LOOK_EVERY_S = 0.1


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the API (default: PORT; 0 is any free one).")
@click.option("--no-demo", is_flag=True, help="Open no demo table.")
def run(port: int | None, *, no_demo: bool) -> None:
    """Run the whole service on this machine: servers, API, workers, scheduler, and a demo table of four bots.

    PostgreSQL and Redis are embedded, unless DATABASE_URL and REDIS_URL are set. Ctrl-C stops everything. The data
    stays in DATA_DIR, and the next start continues with it.
    """
    settings = with_port(settings_or_fail(), port)
    with started(settings) as (supervisor, stop):
        # Browsers refuse passkeys at 127.0.0.1, but not at localhost.
        OUT.print(f"play       {address_for_people(supervisor.address)}/", highlight=False, soft_wrap=True)
        OUT.print(f"API        {supervisor.address}/v1", highlight=False, soft_wrap=True)
        OUT.print(f"documents  {supervisor.address}/docs/", highlight=False, soft_wrap=True)
        if not no_demo:
            _show_demo(supervisor, stop)
        stop.wait()
        ERR.print("stopping")


def address_for_people(address: str) -> str:
    """Returns the address of the service as people open it: with `localhost` in place of a loopback address."""
    return address.replace("//127.0.0.1", "//localhost")


def with_port(settings: Settings, port: int | None) -> Settings:
    """Returns the settings, with another port if one is given."""
    return settings if port is None else replace(settings, port=port)


@contextmanager
def started(settings: Settings) -> Iterator[tuple[Supervisor, StopRequest]]:
    """Starts the service, and stops it at the end. Raises `Failed` if a part does not start.

    SIGINT, SIGTERM and SIGHUP request a stop. The start checks for it between two steps; later the caller checks. A
    second signal interrupts the current step.
    """
    try:
        with StopRequest() as stop:
            supervisor = Supervisor(settings)
            try:
                with ERR.status("starting PostgreSQL, Redis, API, workers and scheduler"):
                    supervisor.start(stop.is_set)
                yield supervisor, stop
            finally:
                stop.ignore_from_now_on()
                with ERR.status("stopping"):
                    supervisor.stop()
    except CannotStart as error:
        raise Failed(str(error)) from error
    except Interrupted as error:
        raise click.Abort from error


def _show_demo(supervisor: Supervisor, stop: StopRequest) -> None:
    """Shows the demo table until the match is over. A process of its own does it, so that this one needs no rules.

    Raises `click.exceptions.Exit` if it fails. It has then said why.
    """
    with start_once(["demo_table", supervisor.address], supervisor.environment()) as process:
        try:
            while process.poll() is None and not stop.wait(LOOK_EVERY_S):
                pass
        finally:
            process.terminate()
    if process.returncode and not stop.is_set():
        raise click.exceptions.Exit(1)
