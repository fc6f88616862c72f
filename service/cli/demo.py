"""The command `shengji demo`: plays one match over the HTTP API, as a client of a third party would.

An account plays on each seat. Its bot only knows the table folded from the account's own feed. At the end, the folded
views are compared with those of the API, the record is exported and verified, and everything is stopped.
"""

import random
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import click
import orjson

from domain.games.bots import BOT_NAMES, BOTS
from domain.games.registry import PACKAGES
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.state import Table
from service.cli.failures import Failed, settings_or_fail
from service.cli.folded_feed import FoldedFeed
from service.cli.options import read_option
from service.cli.run import started, with_port
from service.cli.table_screen import screen_of
from service.cli.terminal import OUT, progress_bar
from service.cli.verify import complain_of_disagreements, verified_record
from service.clients.python.shengji_client import ApiProblem, Client, ClientError
from service.clients.python.shengji_client.documents import Command, Event, OpenTable
from service.platform.documents import Json

RECORD_FILE = "demo-record.json"
CLOCK_WAIT_S = 10
"""Seconds for which the demo waits for events of a live draw before it asks again."""


class DemoPlayer:
    """A player of the demo: an account, a bot, and the table folded from the player's feed."""

    def __init__(self, client: Client, seat: Seat, game: str, bot: str) -> None:
        """Creates a player on this seat, with the bot of that name."""
        self.client = client
        self.seat = seat
        self._bot = BOTS[game][bot]
        self._spoken_at = 0
        self._feed = FoldedFeed(seat)
        self._luck = random.Random(f"demo {seat}")  # noqa: S311 - only for the bot's choices; the server shuffles the cards

    @property
    def version(self) -> int:
        """The version up to which this player knows the table."""
        return self._feed.version

    @property
    def table(self) -> Table:
        """The table folded from this player's feed."""
        return self._feed.table

    def take_in(self, events: Iterable[Event]) -> None:
        """Folds further events of the feed."""
        for event in events:
            self._feed.take_in(event)

    def catch_up(self, table_id: str) -> None:
        """Reads the feed to its end."""
        self.take_in(self.client.events(table_id, self.version))

    def move(self, table_id: str) -> None:
        """Makes the move of this seat, if it is still due."""
        self.catch_up(table_id)
        if any(each.seat == self.seat for each in asking(self.table)):
            self._send(table_id, self._bot.choose(self.table, self.seat, self._luck))

    def interject(self, table_id: str, wait_s: int) -> None:
        """Waits for an event, and then makes an unprompted move if the bot wants to."""
        self.take_in(self.client.events(table_id, self.version, wait_s=wait_s))
        if self._spoken_at == self.version:
            return
        self._spoken_at = self.version
        chosen = self._bot.interject(self.table, self.seat, self._luck)
        if chosen is not None:
            self._send(table_id, chosen)

    def _send(self, table_id: str, move: Any) -> None:
        """Sends a move chosen from the folded table. If the table has changed since, drops the move."""
        kind, members = PACKAGES[self.table.game.name].command_of(move)
        command = cast("Command", {"type": kind, **members})
        try:
            done = self.client.command(table_id, command, expected_version=self.version)
        except ApiProblem as problem:
            # The clock of a live draw continues while the bot thinks. The next attempt uses the new state.
            if problem.status != HTTPStatus.PRECONDITION_FAILED:
                raise
        else:
            self.take_in(done["events"])

    def differs_from_api(self, table_id: str) -> bool:
        """Returns whether the view folded from the feed differs from the view of the API."""
        self.catch_up(table_id)
        return not self._feed.agrees_with(table_id, self.client.view(table_id))


@click.command()
@click.option("--profile", default="zhang-2021", show_default=True, help="Profile of rules.")
@click.option("--start-level", default=None, metavar="LEVEL", help="Level at which all start, 2 to A.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Override an option; VALUE is JSON.")
@click.option("--hands", type=click.IntRange(1, 1000), default=None, help="End after this number of hands.")
@click.option("--bot", type=click.Choice(BOT_NAMES), default="steady", show_default=True, help="Who plays.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Where to write the record.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="Port of the API; 0: any.")
def demo(  # noqa: PLR0913 - one argument for each option of the command
    *,
    profile: str,
    start_level: str | None,
    options: tuple[str, ...],
    hands: int | None,
    bot: str,
    record: Path | None,
    port: int,
) -> None:
    """Play one whole match between bots through the HTTP API, verify its record, and stop.

    Exit with 0 only if feeds and views agree, and the record agrees with the rules.
    """
    settings = with_port(settings_or_fail(), port)
    chosen = {**({"initial_level": start_level} if start_level else {}), **dict(map(read_option, options))}
    with started(settings) as (supervisor, stop):
        stop.raise_from_now_on()
        OUT.print(f"API {supervisor.address}/v1", highlight=False)
        try:
            data = demo_record(supervisor.address, bot, {"profile": profile, "options": chosen, "hands": hands})
        except ClientError as error:
            raise Failed(str(error)) from error
    path = record or settings.data_dir / RECORD_FILE
    path.write_bytes(data)
    _print_result(orjson.loads(data))
    _verify(data, path)


def demo_record(address: str, bot: str, opening: Json) -> bytes:
    """Plays a match through the API, and returns its record.

    Args:
        address: the address of the API.
        bot: the bot on all seats.
        opening: the request that opens the table.

    Raises:
        Failed: the view folded from a feed differs from the view of the API.
    """
    host = Client.of_new_player(address, "demo 0")
    table_id = host.open_table(cast("OpenTable", opening))["table"]
    opened = host.view(table_id)
    seats = range(len(opened["seats"]))
    clients = [host, *(Client.of_new_player(address, f"demo {seat}") for seat in seats[1:])]
    players = [DemoPlayer(client, Seat(seat), opened["game"], bot) for seat, client in enumerate(clients)]
    play_match(table_id, players, opening.get("hands"))
    different = [player.seat for player in players if player.differs_from_api(table_id)]
    if different:
        raise Failed(f"the feed of seats {different} does not fold to the views of the API")
    return orjson.dumps(host.table_record(table_id))


def play_match(table_id: str, players: list[DemoPlayer], hands: int | None) -> None:
    """Seats the players, starts, and plays until the match is over."""
    for player in players:
        player.client.command(table_id, {"type": "sit", "seat": player.seat})
    players[0].client.command(table_id, {"type": "start"})
    players[0].catch_up(table_id)
    turn = players[0]
    with progress_bar() as bar:
        task = bar.add_task("hands played", total=hands)
        while turn.table.status == "playing":
            turn = _next_to_speak(table_id, players, turn)
            standing = _standing(turn)
            bar.update(
                task, completed=turn.table.game.hands_played(turn.table.match), description=f"hands played, {standing}"
            )


def _next_to_speak(table_id: str, players: list[DemoPlayer], last: DemoPlayer) -> DemoPlayer:
    """Lets the next seat move. If no seat has to move, lets all players wait for the clock and move unprompted.

    Args:
        table_id: the id of the table.
        players: all players at the table.
        last: the player who knows the newest version.

    Returns:
        The player who now knows the newest version.
    """
    asked = asking(last.table)
    if asked:
        turn = players[asked[0].seat]
        turn.move(table_id)
        return turn
    last.interject(table_id, wait_s=CLOCK_WAIT_S)
    for player in players:
        if player is not last:
            player.interject(table_id, wait_s=0)
    return max(players, key=lambda player: player.version)


def _standing(player: DemoPlayer) -> str:
    """Returns the score of the match as this player sees it."""
    table = player.table
    return screen_of(table.game.name).standing(table.game.view(table.match, player.seat))


def _print_result(record: Json) -> None:
    """Prints the match hand by hand, and the winners."""
    OUT.print(screen_of(record["game"]).of_hands(record["events"]))
    ended = record["events"][-1]["data"]
    winners = " and ".join(map(str, ended["winners"]))
    OUT.print(f"seats {winners} win" if winners else "no winner: all are equal")


def _verify(data: bytes, path: Path) -> None:
    verified = verified_record(data)
    complain_of_disagreements(verified)
    if verified.disagreements:
        raise Failed("the record does not agree with the rules")
    OUT.print(f"verified: {verified.hands} shuffles and {verified.moves} moves agree with the rules")
    OUT.print(f"record: {path}", highlight=False, soft_wrap=True)
