"""The command `shengji run`: runs all processes under one supervisor, with a demo table."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import click
import orjson
from rich.live import Live

from domain.kernel.viewers import Onlooker
from service.cli.failures import Failed, settings_or_fail
from service.cli.folded_feed import FoldedFeed
from service.cli.table_screen import table_screen
from service.cli.terminal import ERR, OUT
from service.client import ApiProblem, Client, ClientError
from service.platform.documents import Json
from service.platform.runtime.private_folders import CannotStart
from service.platform.runtime.stopping import StopRequest
from service.platform.settings import Settings
from service.processes.supervisor import Interrupted, Supervisor
from service.wiring import wire

DEMO_FILE = "demo.json"
DEMO_PROFILE = "zhang-2021"
WAIT_S = 5
PAUSES_S = {
    "declared": 1.5,
    "declaration_passed": 0.3,
    "kitty_turned": 2.0,
    "trump_fixed": 1.0,
    "cards_played": 0.5,
    "throw_failed": 2.0,
    "lead_forced": 2.0,
    "trick_won": 1.0,
    "hand_scored": 5.0,
    "combination_played": 0.5,
    "turn_passed": 0.2,
    "places_scored": 5.0,
}
"""Seconds for which the demo table is shown after each type of event."""
SEATS = 4


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
        OUT.print(f"API        {supervisor.address}/v1", highlight=False, soft_wrap=True)
        OUT.print(f"documents  {supervisor.address}/docs/", highlight=False, soft_wrap=True)
        if not no_demo:
            demo = _DemoTable(settings, supervisor)
            OUT.print(f"demo table {supervisor.address}/v1/tables/{demo.table_id}", highlight=False, soft_wrap=True)
            OUT.print(f"its token  in {demo.file}", highlight=False, soft_wrap=True)
            OUT.print("Ctrl-C stops everything; the data stays.")
            if OUT.is_terminal:
                demo.show(stop)
        stop.wait()
        ERR.print("stopping")


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
    except (CannotStart, ClientError) as error:
        raise Failed(str(error)) from error
    except Interrupted as error:
        raise click.Abort from error


class _DemoTable:
    """A table with four house bots. Opens a new one if there is none or the last match is over."""

    def __init__(self, settings: Settings, supervisor: Supervisor) -> None:
        self.file = settings.data_dir / DEMO_FILE
        self._supervisor = supervisor
        known = self._known()
        self._client = Client(supervisor.address, known["token"] if known else self._new_token(settings))
        self.table_id = known["table"] if known else self._open()
        if self._is_over():
            self.table_id = self._open()

    def _known(self) -> Json | None:
        """Returns the stored token and table of an earlier start, or `None` if they are missing or no longer valid."""
        try:
            kept: Json = orjson.loads(self.file.read_bytes())
            Client(self._supervisor.address, kept["token"]).view(kept["table"])
        except (FileNotFoundError, orjson.JSONDecodeError, KeyError, ApiProblem):
            return None
        return kept

    def _new_token(self, settings: Settings) -> str:
        """Creates the demo account and returns its token. Does not use the API, where sign-up may be disabled."""
        service = wire(
            replace(settings, database_url=self._supervisor.database_url, redis_url=self._supervisor.redis_url)
        )
        try:
            return service.accounts.sign_up("demo", "human")[2]
        finally:
            service.close()

    def _open(self) -> str:
        table_id = self._client.open_table({"profile": DEMO_PROFILE})["table"]
        for seat in range(SEATS):
            self._client.command(table_id, {"type": "seat_bot", "seat": seat, "bot": "steady"})
        self._client.command(table_id, {"type": "start"})
        self._keep(table_id)
        return table_id

    def _keep(self, table_id: str) -> None:
        """Stores token and table for the next start, readable only by the owner."""
        token = self._client.token
        with os.fdopen(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(orjson.dumps({"token": token, "table": table_id}))

    def _is_over(self) -> bool:
        return bool(self._client.view(self.table_id)["status"] != "playing")

    def show(self, stop: StopRequest) -> None:
        """Shows the table in the terminal, one event at a time, until the match or the service ends.

        The bots play faster than people can follow, so the display may lag behind.
        """
        feed = FoldedFeed(Onlooker.SPECTATOR)
        begin = self._client.view(self.table_id)["version"]
        with Live(console=OUT, auto_refresh=False) as live:
            while not stop.is_set():
                try:
                    for event in self._client.events(self.table_id, feed.version, wait_s=WAIT_S):
                        feed.take_in(event)
                        if feed.version < begin:
                            continue
                        live.update(table_screen(feed.view(self.table_id)), refresh=True)
                        if stop.wait(PAUSES_S.get(event["type"], 0.0)):
                            return
                    if feed.table.status != "playing":
                        return
                except ClientError as error:
                    live.console.print(str(error), style="yellow", markup=False, highlight=False, soft_wrap=True)
                    stop.wait(1.0)
