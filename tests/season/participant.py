"""A person of a season at the API, with an account and the fold of the feed of each table.

A person sees only what a seat sees. A bot of the service chooses the moves from that alone.
"""

import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from http import HTTPStatus
from typing import Any, cast
from zoneinfo import ZoneInfo

from domain.games.bots import BOTS
from domain.games.registry import PACKAGES
from domain.kernel.seats import Seat
from domain.table.asking import asking
from service.cli.folded_feed import FoldedFeed
from service.clients.python.shengji_client import ApiProblem, Client
from service.clients.python.shengji_client.documents import Command
from tests.season.people import Person

ORDERS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "sheng_ji": (
        {"do": "points_to_partner", "until": "match", "otherwise": "wait"},
        {"do": "follow_lowest", "until": "match", "when": {"can_beat": False}},
    ),
    "zheng_shangyou": (
        {"do": "pass", "until": "match", "when": {"can_beat": False}},
        {"do": "cover", "until": "match", "most_wild": 0, "otherwise": "wait", "when": {"led_shape": ["single"]}},
    ),
}
"""Standing orders for simple decisions. People decide leads, declarations and plays that can win."""
TOO_LATE = (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED)
"""Statuses of a command that came too late, because another player or an order was faster."""


class Participant:
    """A person who plays at several tables."""

    def __init__(self, person: Person, client: Client, player_id: str) -> None:
        """Starts without tables. `player_id` is the id of the client's account."""
        self.person = person
        self.client = client
        self.id = player_id
        self.answered = 0
        self._feeds: dict[str, tuple[Seat, FoldedFeed]] = {}
        self._luck = random.Random(f"participant {person.number}")

    @property
    def tables(self) -> list[str]:
        """Tables at which they sit."""
        return list(self._feeds)

    def set_availability(self, first_day: date) -> None:
        """Sets their time zone, quiet hours and weekend, and files their vacation."""
        person = self.person
        availability: dict[str, Any] = {"time_zone": person.time_zone, "weekend": []}
        if person.quiet is not None:
            availability["quiet_hours"] = dict(zip(("start", "end"), person.quiet, strict=True))
        if person.keeps_weekends:
            availability["weekend"] = ["saturday", "sunday"]
        self.client.put_availability(cast("Any", availability))
        if person.vacation is not None:
            first, last = (first_day + timedelta(days=day) for day in person.vacation)
            zone = ZoneInfo(person.time_zone)
            starts, ends = (datetime.combine(day, time(), zone) for day in (first, last + timedelta(days=1)))
            self.client.begin_vacation({"starts_at": starts.isoformat(), "ends_at": ends.isoformat()})

    def sit(self, table: str, seat: int) -> None:
        """Takes a seat."""
        self._command(table, "sit", {"seat": seat, "entropy": f"{self.person.number} at {table}"[:64]})
        self._feeds[table] = (Seat(seat), FoldedFeed(Seat(seat)))

    def settle_in(self, table: str) -> None:
        """Gives their standing orders after the match has started."""
        if self.person.has_orders:
            game = self._caught_up(table).table.game.name
            self._command(table, "give_orders", {"orders": ORDERS[game], "auto_forced": True})

    def look_in(self) -> int:
        """Answers every decision in the inbox. Returns the number of answers."""
        waiting = self.client.list_turns(limit=100)["turns"]
        return sum(self._answer(turn["table"]) for turn in waiting)

    def feed_matches_view(self, table: str) -> bool:
        """Returns whether the view from the folded feed equals the view of the API."""
        feed = self._caught_up(table)
        return feed.agrees_with(table, self.client.view(table))

    def _answer(self, table: str) -> bool:
        """Makes a move at a table, if the seat is still asked. Returns whether the move was accepted."""
        seat, _ = self._feeds[table]
        feed = self._caught_up(table)
        if all(each.seat != seat for each in asking(feed.table)):
            return False
        game = feed.table.game.name
        move = BOTS[game][self.person.bot].choose(feed.table, seat, self._luck)
        kind, members = PACKAGES[game].command_of(move)
        try:
            done = self._command(table, kind, members, expected_version=feed.version)
        except ApiProblem as problem:
            if problem.status not in TOO_LATE:
                raise
            return False
        for event in done["events"]:
            feed.take_in(event)
        self.answered += 1
        return True

    def _caught_up(self, table: str) -> FoldedFeed:
        _, feed = self._feeds[table]
        for event in self.client.events(table, feed.version):
            feed.take_in(event)
        return feed

    def _command(self, table: str, kind: str, members: dict[str, Any], expected_version: int | None = None) -> Any:
        command = cast("Command", {"type": kind, **members})
        return self.client.command(table, command, expected_version=expected_version)
