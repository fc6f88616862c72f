"""The command `shengji demo_table`, which `shengji run` uses: a table of house bots, shown in the terminal."""

import os

import click
import orjson
from rich.live import Live

from domain.kernel.viewers import Onlooker
from service.cli.failures import Failed, settings_or_fail
from service.cli.folded_feed import FoldedFeed
from service.cli.table_screen import table_screen
from service.cli.terminal import OUT
from service.clients.python.shengji_client import ApiProblem, Client, ClientError
from service.platform.documents import Json
from service.platform.runtime.processes import end_with_supervisor
from service.platform.runtime.stopping import StopRequest
from service.platform.settings import Settings
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


@click.command(hidden=True)
@click.argument("address")
def demo_table(address: str) -> None:
    """Open a table of four house bots, or continue the last one. `shengji run` does this at each start.

    ADDRESS is that of the API. In a terminal, the table is shown until its match is over.
    """
    settings = settings_or_fail()
    with StopRequest() as stop:
        end_with_supervisor()
        try:
            table = DemoTable(settings, address)
        except ClientError as error:
            raise Failed(str(error)) from error
        OUT.print(f"demo table {address}/v1/tables/{table.table_id}", highlight=False, soft_wrap=True)
        OUT.print(f"its token  in {table.file}", highlight=False, soft_wrap=True)
        OUT.print("Ctrl-C stops everything; the data stays.")
        if OUT.is_terminal:
            table.show(stop)


class DemoTable:
    """A table with four house bots. Opens a new one if there is none or the last match is over."""

    def __init__(self, settings: Settings, address: str) -> None:
        """Takes the settings, and the address of the API."""
        self.file = settings.data_dir / DEMO_FILE
        self._address = address
        known = self._known()
        self._client = Client(address, known["token"] if known else _new_token(settings))
        self.table_id = known["table"] if known else self._open()
        if self._is_over():
            self.table_id = self._open()

    def _known(self) -> Json | None:
        """Returns the stored token and table of an earlier start, or `None` if they are missing or no longer valid."""
        try:
            kept: Json = orjson.loads(self.file.read_bytes())
            Client(self._address, kept["token"]).view(kept["table"])
        except (FileNotFoundError, orjson.JSONDecodeError, KeyError, ApiProblem):
            return None
        return kept

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


def _new_token(settings: Settings) -> str:
    """Creates the demo account and returns its token. Does not use the API, where sign-up may be disabled."""
    service = wire(settings)
    try:
        return service.accounts.sign_up("demo", "human")[2]
    finally:
        service.close()
