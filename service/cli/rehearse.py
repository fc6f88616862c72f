"""The command `shengji rehearse`: plays a whole tournament of house bots in virtual time, over the HTTP API."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import click
import orjson
from rich.table import Table

from domain.games.bots import BOT_NAMES
from service.cli.failures import Failed, settings_or_fail
from service.cli.run import started, with_port
from service.cli.terminal import OUT, progress_bar
from service.clients.python.shengji_client import Client, ClientError
from service.clients.python.shengji_client.documents import BeginRehearsal, Rehearsal
from service.platform.documents import Json
from service.platform.settings import Settings
from service.tournaments.templates.catalogue import CATALOGUE

TEMPLATES = [each.name for each in CATALOGUE]
POLL_EVERY_S = 0.5


@click.command(epilog=f"The templates are {', '.join(TEMPLATES)}.")
@click.argument("what", metavar="FILE|TEMPLATE|-")
@click.option("--entrants", type=click.IntRange(2, 200), help="Number of entrants (default: all places, or 8).")
@click.option("--bot", type=click.Choice(BOT_NAMES), default="steady", show_default=True, help="Who plays.")
@click.option("--hands", type=click.IntRange(1, 1000), help="End each match after this number of hands.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="Port of the API; 0: any.")
def rehearse(what: str, entrants: int | None, bot: str, hands: int | None, port: int) -> None:
    """Rehearse a tournament with house bots, and print its report and standings.

    FILE has the JSON body of a tournament, as for POST /v1/tournaments. "-" reads it from standard input.
    TEMPLATE is the name of a template of the server. The clock of the rehearsal moves by itself, and bots move at once.
    Without DATABASE_URL the servers and the data are temporary. Exit with 0 only if the tournament was played to its
    end.
    """
    wanted = {**_tournament(what), "entrants": entrants, "bot": bot, "hands": hands}
    with _settings(port) as settings, started(settings) as (supervisor, stop):
        stop.raise_from_now_on()
        try:
            owner = Client.of_new_player(supervisor.address, "organiser")
            begun = owner.begin_rehearsal(cast("BeginRehearsal", wanted))
            organiser = Client(supervisor.address, begun["token"]["secret"])
            report = played(organiser)
            standings = cast("Json", organiser.view_standings(begun["tournament"]))["standings"]
            names = _names_of_entrants(organiser, begun["tournament"])
        except ClientError as error:
            raise Failed(str(error)) from error
    OUT.print(_standings_table(standings, names))
    OUT.print(report_text(report), highlight=False)
    if report["tournament_status"] != "finished":
        raise Failed("the tournament was not played to its end")


def _tournament(what: str) -> Json:
    """Returns the part of the request that says what is rehearsed."""
    if what in TEMPLATES:
        return {"template": what}
    if what != "-" and not Path(what).is_file():
        raise Failed(f"{what} is neither a file nor a template; the templates are {', '.join(TEMPLATES)}")
    text = sys.stdin.buffer.read() if what == "-" else Path(what).read_bytes()
    try:
        return {"settings": orjson.loads(text)}
    except orjson.JSONDecodeError as error:
        raise Failed(f"{'standard input' if what == '-' else what} is not JSON: {error}") from error


@contextmanager
def _settings(port: int) -> Iterator[Settings]:
    """Yields the settings. Without a database of its own, the service gets a temporary directory for its data."""
    settings = with_port(settings_or_fail(), port)
    if settings.database_url:
        yield settings
        return
    with TemporaryDirectory(prefix="shengji-rehearsal-", ignore_cleanup_errors=True) as directory:
        yield replace(settings, data_dir=Path(directory))


def played(organiser: Client) -> Rehearsal:
    """Waits until a rehearsal is over, and shows its progress. Returns its report."""
    with progress_bar() as bar:
        task = bar.add_task("matches played", total=None)
        while True:
            report = organiser.view_rehearsal()
            description = f"matches played, round {report['rounds']}, {report['now'][:16].replace('T', ' ')}"
            bar.update(task, completed=report["results"], total=report["matches"], description=description)
            if report["status"] != "playing":
                return report
            time.sleep(POLL_EVERY_S)


def report_text(report: Rehearsal) -> str:
    """Returns a report as lines of text."""
    duration = report["duration_s"]
    matches = f"{report['results']} of {report['matches']} matches"
    lines = [
        f"{report['tournament_status']}: {report['rounds']} rounds, {matches}, {report['byes']} byes",
        f"duration: {timedelta(seconds=duration or 0)} of virtual time, without play",
    ]
    if report["changed"]:
        lines.append(f"changed for the rehearsal: {', '.join(report['changed'])}")
    if report["refusal"] is not None:
        lines.append(f"round {report['refusal']['round']} cannot be paired: {report['refusal']['detail']}")
    return "\n".join(lines)


def _names_of_entrants(organiser: Client, tournament: str) -> dict[str, str]:
    """Returns the names of all entrants: their own, or else those of their players."""
    found: dict[str, str] = {}
    cursor: str | None = None
    while True:
        page = cast("Json", organiser.list_entrants(tournament, limit=100, cursor=cursor))
        for each in page["entrants"]:
            names = (page["players"][member["player"]]["name"] for member in each["members"])
            found[each["id"]] = each["name"] or " / ".join(names)
        cursor = page["next_cursor"]
        if cursor is None:
            return found


def _standings_table(standings: list[Json], names: dict[str, str]) -> Table:
    """Returns the standings as a table."""
    table = Table("rank", "entrant", "points")
    for each in standings:
        table.add_row(str(each["rank"]), names.get(each["entrant"], each["entrant"]), each["points"])
    return table
