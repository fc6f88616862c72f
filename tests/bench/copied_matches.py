"""Copies of matches as rows of the event log: other tables, players, commands and times, but the same cards.

The log of a year is written in the order of its time, so the events of tables that were played at the same time lie
among each other, as in a real store.
"""

import heapq
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from random import Random
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

import orjson
from ulid import ULID

from domain.kernel.instants import Instant, read_instant, write_instant
from domain.kernel.players import PlayerId
from service.platform.store.idempotency import key_of
from service.tables.bot_turns import FINGERPRINT
from service.tables.events import stream_of
from tests.bench.played_matches import BEGINS, TABLE, PlayedCommand, PlayedMatch

GOLDEN = 0.618_033_988_749_895
"""Multiples of the golden ratio, modulo 1, are spread evenly, however many there are."""
LATE_EVERY = 20
"""One copy of so many begins so late that it is still under way at the end."""
_REPLACED = re.compile(rf"(ply_[0-9]{{26}}|{TABLE}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9:.]{{12}}Z)")
Row = tuple[object, ...]
COLUMNS = (
    "transaction",
    "position",
    "recorded_at",
    "command_id",
    "version",
    "revision",
    "stream",
    "type",
    "data",
    "metadata",
)


class Copy(NamedTuple):
    """A copy of a match.

    Attributes:
        match: the match.
        begins: when the table is opened.
        table: the id of the table.
        people: the players, by the ids of the people of the match.
        commands: the number of commands that have been carried out so far.
    """

    match: PlayedMatch
    begins: Instant
    table: str
    people: Mapping[str, PlayerId]
    commands: int


class _Template(NamedTuple):
    """An event of a match: its type and revision, and its data as text. Every second part is replaced in a copy."""

    type: str
    revision: int
    parts: list[str]


class CopyPlan(NamedTuple):
    """What is copied: the matches, the players who take the seats, and the first and the last time of all commands."""

    matches: Sequence[PlayedMatch]
    players: Sequence[PlayerId]
    begins: Instant
    ends: Instant


def planned_copies(plan: CopyPlan, commands: int) -> list[Copy]:
    """Returns copies with at least this many commands in all, in the order in which they begin.

    Some players play much more than others. A copy that begins late is still under way at the end. It then waits for
    a person, so that nothing happens in the store until somebody acts.
    """
    luck = Random("copies")
    weights = list(accumulate(1 / (10 + rank) for rank in range(len(plan.players))))
    copies: list[Copy] = []
    count = 0
    while count < commands:
        number = len(copies)
        match = plan.matches[number % len(plan.matches)]
        share = number * GOLDEN % 1
        lasts = match.commands[-1].at_ms if number % LATE_EVERY == 1 else plan.ends - plan.begins
        begins = Instant(int(plan.ends - share * lasts))
        seated: dict[PlayerId, None] = {}
        while len(seated) < len(match.people):
            seated[luck.choices(plan.players, cum_weights=weights)[0]] = None
        table = f"tbl_{ULID(begins.to_bytes(6) + luck.randbytes(10))}"
        people = dict(zip(match.people, seated, strict=True))
        copies.append(Copy(match, begins, table, people, _carried_out(match, plan.ends - begins)))
        count += copies[-1].commands
    return sorted(copies, key=lambda copy: (copy.begins, copy.table))


def _carried_out(match: PlayedMatch, within_ms: int) -> int:
    """Returns the number of commands within a time after the opening, and until a person has to act."""
    count = bisect_right(match.commands, within_ms, key=lambda command: command.at_ms)
    return count + sum(1 for _ in _while_bots_act(match.commands[count - 1 : -1]))


def _while_bots_act(commands: Sequence[PlayedCommand]) -> Iterator[PlayedCommand]:
    for command in commands:
        if not command.waits_for_bot:
            return
        yield command


def in_order(copies: Sequence[Copy]) -> Iterator[tuple[Copy, int]]:
    """Yields the commands of all copies in the order of their times: the copy, and the index of the command."""
    waiting = iter(enumerate(copies))
    under_way: list[tuple[int, int, int]] = []
    coming = next(waiting, None)
    while coming or under_way:
        while coming and (not under_way or coming[1].begins <= under_way[0][0]):
            heapq.heappush(under_way, (coming[1].begins, coming[0], 0))
            coming = next(waiting, None)
        _, number, index = heapq.heappop(under_way)
        copy = copies[number]
        yield copy, index
        if index + 1 < copy.commands:
            heapq.heappush(under_way, (copy.begins + copy.match.commands[index + 1].at_ms, number, index + 1))


class EventRows:
    """Writes the events of copies as rows of `shengji.event`, each command with a transaction id of its own."""

    def __init__(self, matches: Sequence[PlayedMatch]) -> None:
        """Prepares the texts of the events of all matches."""
        self._templates = {
            id(command): [
                _Template(record.type, record.revision, _REPLACED.split(orjson.dumps(record.data).decode()))
                for record in command.commit.records
            ]
            for match in matches
            for command in match.commands
        }
        self.commands = 0
        self.events = 0

    def next(self, commands: Iterator[tuple[Copy, int]], most: int) -> Iterator[Row]:
        """Yields the rows of the next commands, of at most `most` of them."""
        for copy, index in islice(commands, most):
            self.commands += 1
            yield from self._rows(copy, copy.match.commands[index])

    def _rows(self, copy: Copy, command: PlayedCommand) -> Iterator[Row]:
        at = write_instant(Instant(copy.begins + command.at_ms))
        by = command.commit.metadata["by"]
        expected = command.commit.expected
        replaced = _replaces(copy)
        command_id, fingerprint = _key(copy, copy.people.get(by, by), expected)
        templates = self._templates[id(command)]
        # As `shengji.append` writes them: the first event has the metadata of the command.
        metadata = {"by": copy.people.get(by, by), "fingerprint": fingerprint, "events": len(templates)}
        of_command: tuple[UUID | None, str] = (command_id, orjson.dumps(metadata).decode())
        for version, template in enumerate(templates, start=expected + 1):
            self.events += 1
            data = "".join(replaced(part) if place % 2 else part for place, part in enumerate(template.parts))
            id_, about = of_command
            yield (
                self.commands,
                self.events,
                at,
                id_,
                version,
                template.revision,
                stream_of(copy.table),
                template.type,
                data,
                about,
            )
            of_command = (None, "{}")


def _replaces(copy: Copy) -> Callable[[str], str]:
    """Returns what replaces an id or a time of the match by that of its copy."""

    def replaced(text: str) -> str:
        if text == TABLE:
            return copy.table
        if text.startswith("ply_"):
            return copy.people[text]
        return write_instant(Instant(read_instant(text) - BEGINS + copy.begins))

    return replaced


def _key(copy: Copy, by: str, version: int) -> tuple[UUID, str]:
    """Returns the id of a command and its fingerprint, like those of the service for people and for bots."""
    if by in copy.people.values():
        key = key_of(PlayerId(by), f"{copy.table}-{version}", f"{version:064x}")
        return key.command_id, key.fingerprint
    return uuid5(NAMESPACE_URL, f"shengji:bot:{copy.table}:{version}:{by}"), FINGERPRINT
