"""The command `shengji demo`: one whole match over the HTTP API, as a third party's client would play it.

Four accounts play, each with a bot that is given nothing but what its own feed of events folds to. In the end the views
that were folded are held against those of the API, the record is exported and verified, and everything is stopped.
"""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import orjson
from rich.table import Table as Grid

from domain.bots import BOTS
from domain.cards import write_cards
from domain.seats import Seat
from domain.shengji.commands import Bury, Declare, Move, Pass, Play
from domain.table.asking import asking
from domain.table.state import Table
from service.cli.client import Client, Json
from service.cli.folded_feed import FoldedFeed
from service.cli.run import started, with_port
from service.cli.terminal import OUT, Failed, progress_bar, settings_or_fail
from service.cli.verify import complain_of_disagreements, verified_record

GAME = "sheng_ji"
RECORD_FILE = "demo-record.json"


class Seated:
    """One player of the demo: an account, a bot, and the table folded from this player's feed."""

    def __init__(self, address: str, name: str, seat: Seat, bot: str) -> None:
        """Makes the account."""
        self.client = Client.sign_up(address, name)
        self.seat = seat
        self._bot = BOTS[GAME][bot]
        self._feed = FoldedFeed(seat)
        self._luck = random.Random(f"demo {seat}")  # noqa: S311 - the bot's whims; cards come from the server

    @property
    def table(self) -> Table:
        """The table as this player's feed tells it."""
        return self._feed.table

    def take_in(self, events: Iterable[Json]) -> None:
        """Folds further events of the feed."""
        for event in events:
            self._feed.take_in(event)

    def catch_up(self, table_id: str) -> None:
        """Reads the feed to its end."""
        self.take_in(self.client.events(table_id, self._feed.version))

    def move(self, table_id: str) -> None:
        """Makes the move that is asked of this seat."""
        self.catch_up(table_id)
        chosen = self._bot.choose(self.table, self.seat, self._luck)
        kind, members = command_of(chosen)
        self.take_in(self.client.command(table_id, kind, **members)["events"])

    def differs_from_api(self, table_id: str) -> bool:
        """Whether the view folded from the feed is not the one that the API gives."""
        self.catch_up(table_id)
        return bool(self._feed.view(table_id) != self.client.view(table_id))


def command_of(move: Move) -> tuple[str, dict[str, Any]]:
    """How a move is written as a command of the API."""
    match move:
        case Declare(cards):
            return "declare", {"cards": write_cards(cards)}
        case Pass():
            return "pass", {}
        case Bury(cards):
            return "bury", {"cards": write_cards(cards)}
        case Play(cards):
            return "play", {"cards": write_cards(cards)}


@click.command()
@click.option("--profile", default="zhang-2021", show_default=True, help="Profile of rules.")
@click.option("--start-level", default=None, metavar="LEVEL", help="Level at which both sides start, 2 to A.")
@click.option("--hands", type=click.IntRange(1, 1000), default=None, help="End after so many hands.")
@click.option("--bot", type=click.Choice(sorted(BOTS[GAME])), default="steady", show_default=True, help="Who plays.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Where to write the record.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="Port of the API; 0: any.")
def demo(profile: str, start_level: str | None, hands: int | None, bot: str, record: Path | None, port: int) -> None:
    """Play one whole match between four bots through the HTTP API, verify its record, and stop.

    The exit code is 0 only when feed and views, and record and rules, agree to the last card.
    """
    settings = with_port(settings_or_fail(), port)
    options = {"initial_level": start_level} if start_level else {}
    with started(settings) as supervisor:
        OUT.print(f"API {supervisor.address}/v1", highlight=False)
        players = [Seated(supervisor.address, f"demo {seat}", Seat(seat), bot) for seat in range(4)]
        host = players[0].client
        opened = host.call("POST", "/v1/tables", {"profile": profile, "options": options, "hands": hands})
        table_id: str = opened["table"]
        play_match(table_id, players, hands)
        different = [player.seat for player in players if player.differs_from_api(table_id)]
        if different:
            raise Failed(f"the feed of seats {different} does not fold to the views of the API")
        data = orjson.dumps(host.call("GET", f"/v1/tables/{table_id}/record"))
    path = record or settings.data_dir / RECORD_FILE
    path.write_bytes(data)
    _print_result(orjson.loads(data))
    _verify(data, path)


def play_match(table_id: str, players: list[Seated], hands: int | None) -> None:
    """Seats the players, starts, and plays until the match is over."""
    for player in players:
        player.client.command(table_id, "sit", seat=player.seat)
    players[0].client.command(table_id, "start")
    players[0].catch_up(table_id)
    turn = players[0]
    with progress_bar() as bar:
        task = bar.add_task("hands played", total=hands)
        while turn.table.status == "playing":
            turn = players[asking(turn.table)[0].seat]
            turn.move(table_id)
            levels = " : ".join(str(level) for level in view_levels(turn.table))
            bar.update(task, completed=turn.table.match.hands_played, description=f"hands played, levels {levels}")


def view_levels(table: Table) -> list[str]:
    """The levels of both sides."""
    levels: list[str] = table.game.view(table.match, Seat(0))["levels"]
    return levels


def _print_result(record: Json) -> None:
    """The levels hand by hand, and who won."""
    grid = Grid("hand", "opponents' points", "winners", "levels won", "levels after", title="the match hand by hand")
    scored = [event["data"] for event in record["events"] if event["type"] == "hand_scored"]
    for number, score in enumerate(scored, start=1):
        grid.add_row(
            str(number),
            str(score["opponent_points"]),
            score["winners"],
            str(score["levels_won"]),
            " : ".join(score["levels_after"]),
        )
    OUT.print(grid)
    ended = record["events"][-1]["data"]
    winners = " and ".join(map(str, ended["winners"]))
    OUT.print(f"seats {winners} win" if winners else "nobody wins: the levels are equal")


def _verify(data: bytes, path: Path) -> None:
    verified = verified_record(data)
    complain_of_disagreements(verified)
    if verified.disagreements:
        raise Failed("the record does not agree with the rules")
    OUT.print(f"verified: {verified.hands} shuffles and {verified.moves} moves agree with the rules")
    OUT.print(f"record: {path}", highlight=False, soft_wrap=True)
