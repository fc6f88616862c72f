"""The feed of an account: what concerns a player, over all tables, derived from the log (design §6, §7).

It says that something happened and where, never a card. The subscription `accounts` follows the log command by command
and writes what follows from each in the transaction of its checkpoint, so that every event is told once, in order.

| what happens at a table | who is told | type |
|---|---|---|
| somebody else sits down or leaves before the start | the host, and who is seated | `seat_taken`, `seat_left` |
| a player is challenged to a seat | that player | `challenged` |
| the challenge is answered | who challenged | `challenge_accepted`, `challenge_declined` |
| it is withdrawn, or the table begins or is called off without an answer | who was challenged | `challenge_withdrawn` |
| the match begins | who is seated | `table_started` |
| the table is called off | who is seated | `table_cancelled` |
| a seat is asked for what it was not asked for before, or again after it acted | its player | `turn_began` |
| a hand is over | who is seated | `hand_over` |
| the match is over | who is seated | `match_ended` |
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Literal, NamedTuple, get_args

import orjson
from cachetools import LRUCache

from domain.games import GAMES
from domain.seats import Seat
from domain.table.asking import Asking, asking
from domain.table.events import (
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    MatchEnded,
    PlayerChallenged,
    PlayerId,
    SeatLeft,
    SeatTaken,
    SecretPublished,
    TableCancelled,
    TableStarted,
)
from domain.table.evolve import evolve, fold
from domain.table.state import Table
from service.doorbell import Doorbell
from service.projections.documents import Json, timestamp_of_move
from service.projections.streams import STREAM_PREFIX, At, table_of
from service.projections.subscription import BATCH, Overtaken, Run, Subscription
from service.store.database import Database, DatabaseUnavailable
from service.store.event_store import EventStore, Logged
from service.store.events import event_of

AccountEventType = Literal[
    "challenged",
    "challenge_accepted",
    "challenge_declined",
    "challenge_withdrawn",
    "seat_taken",
    "seat_left",
    "table_started",
    "table_cancelled",
    "turn_began",
    "hand_over",
    "match_ended",
]
ACCOUNT_EVENT_TYPES: tuple[AccountEventType, ...] = get_args(AccountEventType)

NAME = "accounts"
FEED_PREFIX = "account-"
TABLES_KEPT = 2000

_log = logging.getLogger(__name__)


def feed_of(player: PlayerId) -> str:
    """What the feed of a player's account is called where streams are waited for."""
    return FEED_PREFIX + player


def account_of(stream: str) -> PlayerId | None:
    """Whose account's feed this is; none when it is another stream."""
    return PlayerId(stream.removeprefix(FEED_PREFIX)) if stream.startswith(FEED_PREFIX) else None


class Told(NamedTuple):
    """Something that a player is told."""

    player: PlayerId
    type: AccountEventType
    data: Json


class Numbered(NamedTuple):
    """An event in the feed of an account."""

    number: int
    type: str
    table_id: str | None
    data: Json
    recorded_at: datetime


class Happening(NamedTuple):
    """The events of one command, and the table before and after them.

    Attributes:
        by: whose command it was: a player, or the clock.
        first_version: of the first event.
        before: none when the command opened the table.
    """

    by: str
    first_version: int
    before: Table | None
    events: Sequence[Any]
    after: Table

    @property
    def version(self) -> int:
        """The version of the table after it."""
        return self.first_version + len(self.events) - 1


def account_event_document(event: Numbered) -> Json:
    """An event of an account as its player sees it."""
    return {
        "number": event.number,
        "type": event.type,
        "at": timestamp_of_move(event.recorded_at),
        "table": event.table_id,
        "data": event.data,
    }


def told_of(happening: Happening) -> list[Told]:
    """What players are told of a command, in order; bots of the house are told nothing."""
    told = [
        each
        for version, event in enumerate(happening.events, start=happening.first_version)
        for each in _told_of_event(happening, version, event)
    ]
    return told + [
        Told(turn.player, "turn_began", {"seat": turn.seat, "what": turn.what, "version": happening.version})
        for turn in _turns_begun(happening)
    ]


def _told_of_event(happening: Happening, version: int, event: Any) -> Iterator[Told]:
    table = happening.after
    if isinstance(event, SeatTaken | SeatLeft):
        name: AccountEventType = "seat_taken" if isinstance(event, SeatTaken) else "seat_left"
        data = {"seat": event.seat, "player": event.player, "version": version}
        for player in dict.fromkeys([table.host, *(player for _, player in _seated(table))]):
            if player not in (happening.by, event.player):
                yield Told(player, name, data)
    elif type(event) in _TOLD_TO_ONE:
        name, told, facts = _TOLD_TO_ONE[type(event)]
        yield Told(told(event), name, {**facts(event), "version": version})
    elif type(event) in _TOLD_TO_ALL:
        name, more = _TOLD_TO_ALL[type(event)]
        for seat, player in _seated(table):
            yield Told(player, name, {"seat": seat, **more(event, seat), "version": version})
    if isinstance(event, TableStarted | TableCancelled) and happening.before:
        for challenge in happening.before.challenges:
            yield Told(challenge.player, "challenge_withdrawn", {"by": challenge.by, "version": version})


_TOLD_TO_ONE: dict[type, tuple[AccountEventType, Callable[[Any], PlayerId], Callable[[Any], Json]]] = {
    PlayerChallenged: (
        "challenged",
        lambda event: event.player,
        lambda event: {"by": event.by, "seat": event.seat},
    ),
    ChallengeAccepted: (
        "challenge_accepted",
        lambda event: event.by,
        lambda event: {"player": event.player, "seat": event.seat},
    ),
    ChallengeDeclined: (
        "challenge_declined",
        lambda event: event.by,
        lambda event: {"player": event.player, "reason": event.reason},
    ),
    ChallengeWithdrawn: (
        "challenge_withdrawn",
        lambda event: event.player,
        lambda event: {"by": event.by},
    ),
}
"""The events of which one player is told: as what, who, and what of it."""


_TOLD_TO_ALL: dict[type, tuple[AccountEventType, Callable[[Any, Seat], Json]]] = {
    TableStarted: ("table_started", lambda _, __: {}),
    TableCancelled: ("table_cancelled", lambda _, __: {}),
    SecretPublished: ("hand_over", lambda event, _: {"hand": event.hand}),
    MatchEnded: (
        "match_ended",
        lambda event, seat: {
            "reason": event.reason,
            "winners": list(event.winners),
            "won": seat in event.winners,
        },
    ),
}
"""The events of which all who are seated are told: as what, and what of it."""


def _seated(table: Table) -> Iterator[tuple[Seat, PlayerId]]:
    """The seats that players hold."""
    for seat, occupant in enumerate(table.seats):
        if occupant and occupant.bot is None:
            yield Seat(seat), occupant.player


def _turns_begun(happening: Happening) -> Iterator[Asking]:
    """The turns of players that begin with a command: who is newly asked, or again after having acted."""
    before = {(each.seat, each.what) for each in asking(happening.before)} if happening.before else set()
    for each in asking(happening.after):
        acted = each.player == happening.by and happening.after.match is not (
            happening.before and happening.before.match
        )
        if each.bot is None and (acted or (each.seat, each.what) not in before):
            yield each


class AccountFeeds:
    """Keeps the feeds of accounts up with the log."""

    def __init__(self, database: Database, store: EventStore, doorbell: Doorbell) -> None:
        """Prepares the subscription; the doorbell is rung for everybody who was told something."""
        self._store = store
        self._doorbell = doorbell
        self._subscription = Subscription(database, store, NAME)
        self._tables: LRUCache[str, At] = LRUCache(TABLES_KEPT)

    def catch_up(self) -> int:
        """Takes in one batch of events, and returns how many there were."""
        before, logged = self._subscription.next_batch()
        batch = _whole_commands(logged)
        if not batch:
            return 0
        told = [each for command in _commands(batch) for each in self._told_of_command(command)]
        numbers: dict[PlayerId, int] = {}
        try:
            self._subscription.move(before, batch[-1].place, lambda run: numbers.update(_tell(run, told)))
        except Overtaken:
            return 0
        for player, number in numbers.items():
            self._doorbell.ring(feed_of(player), number)
        return len(logged)

    def _told_of_command(self, command: Sequence[Logged]) -> list[tuple[Logged, Told]]:
        """What players are told of one command, each with its first event."""
        first = command[0]
        try:
            return [(first, each) for each in told_of(self._happening(command))]
        except DatabaseUnavailable:
            raise
        except Exception:  # noqa: BLE001 - logged, with the name of the table
            # One table that this program cannot read must not keep the feeds of all accounts back.
            _log.exception("%s cannot be read; nobody is told of its event %s", first.stream, first.stored.version)
            return []

    def _happening(self, command: Sequence[Logged]) -> Happening:
        stream, first_version = command[0].stream, command[0].stored.version
        before = self._table_at(stream, first_version - 1)
        after, events = before, []
        for logged in command:
            event = event_of(logged.stored.record)
            after = evolve(GAMES, after, event)
            events.append(event)
        if after is None:
            raise ValueError("a command without events")
        self._tables[stream] = At(first_version + len(events) - 1, after)
        return Happening(command[0].by or "", first_version, before, events, after)

    def _table_at(self, stream: str, version: int) -> Table | None:
        """The table of a stream at a version: as it was left by the command before, or folded from its events."""
        if version == 0:
            return None
        known = self._tables.get(stream)
        if known is not None and known.version == version:
            return known.table
        events = self._store.read_all(stream)[:version]
        return fold(GAMES, (event_of(stored.record) for stored in events))


def _whole_commands(batch: Sequence[Logged]) -> Sequence[Logged]:
    """The batch without its last command, where it may go on behind the end of the batch."""
    if len(batch) < BATCH:
        return batch
    last = batch[-1].place.transaction
    whole = [logged for logged in batch if logged.place.transaction != last]
    return whole or batch


def _commands(batch: Sequence[Logged]) -> Iterator[list[Logged]]:
    """The events of tables, command by command: each is a transaction of its own."""
    for _, command in groupby(batch, key=lambda logged: (logged.place.transaction, logged.stream)):
        events = list(command)
        if events[0].stream.startswith(STREAM_PREFIX):
            yield events


def _tell(run: Run, told: Sequence[tuple[Logged, Told]]) -> dict[PlayerId, int]:
    """Writes what players are told, for their webhooks too, and returns the last number of each."""
    numbers: dict[PlayerId, int] = {}
    for logged, each in told:
        rows = run(
            "tell_player",
            {
                "player_id": each.player,
                "type": each.type,
                "table_id": table_of(logged.stream),
                "data": orjson.dumps(each.data).decode(),
                "recorded_at": logged.stored.recorded_at,
            },
        )
        # An account that is closed is told nothing.
        if rows:
            [(number,)] = rows
            numbers[each.player] = number
            run("queue_deliveries", {"player_id": each.player, "number": number})
    return numbers


class AccountEvents:
    """The feeds of accounts, as they are read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def since(self, player: PlayerId, number: int, limit: int) -> list[Numbered]:
        """At the most `limit` events after a number, without a gap."""
        rows = self._database.read("account_events", {"player_id": player, "after": number, "limit": limit})
        return [Numbered(*row) for row in rows]

    def last(self, player: PlayerId) -> int:
        """The number of the last event; 0 when there is none."""
        rows = self._database.read("account_numbers", {"players": [player]})
        return int(rows[0][1]) if rows else 0
