"""Chat at tables: numbered messages in rooms. Each room is a feed of its own.

Messages are not events of the table, because they are personal data and are deleted with the account of their author.
"""

import logging
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Literal, NamedTuple

from domain.kernel.players import PlayerId
from domain.table.chat import Canned, Room, check_in_room, check_may_say, is_in_room
from domain.table.state import Table
from service.accounts.handlers import AccountClosed
from service.notifications.events import NewAccountEvent
from service.notifications.handlers import AccountEventWriter
from service.platform.documents import Json, timestamp_of_move
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.platform.feeds.notifier import Notifier
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.idempotency import Key, KeyReused
from service.social.chat.document_types import Message
from service.social.chat.rooms import room_stream
from service.social.moderation.audit import ModerationEntry, note
from service.tables.handlers import Tables

READERS_CHECKED_S = 15.0
"""Seconds between two checks whether a stream of messages may be read again."""

_log = logging.getLogger(__name__)


class Silenced(Exception):
    """Moderators have muted the player. `until` is the end of the mute."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class NoSuchMessage(Exception):
    """The room has no message with this number (the argument)."""


class NotYourMessage(Exception):
    """Only the author or a moderator can delete a message."""


class ChatMessage(NamedTuple):
    """A message: a text, or the name of a canned message, for which each client has a text.

    Attributes:
        player: the author; `None` if the account is closed.
        removed_by: who deleted the message; its text is then gone.
        hidden: why the text is hidden from this viewer.
    """

    number: int
    said_at: datetime
    player: PlayerId | None
    words: str | None
    canned: Canned | None
    removed_by: Literal["author", "moderator", "closing"] | None
    hidden: Literal["blocked", "muted"] | None


class Saying(NamedTuple):
    """A message to send. Exactly one member is set."""

    words: str | None
    canned: Canned | None


class RoomOfTable(NamedTuple):
    """A room of a table."""

    table_id: str
    room: Room


def message_document(message: ChatMessage) -> Message:
    """Returns a message as JSON. Its time has the precision of a minute, like the times of moves."""
    return {
        "id": message.number,
        "number": message.number,
        "type": "message",
        "at": timestamp_of_move(message.said_at),
        "player": message.player,
        "text": message.words,
        "canned": message.canned,
        "removed_by": message.removed_by,
        "hidden": message.hidden,
    }


class Chat:
    """The chat of all tables. Methods raise `NoSuchTable`."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        notifier: Notifier,
        event_writer: AccountEventWriter,
        randomness: Randomness,
    ) -> None:
        """Takes the stores and the source of ids.

        The notifier announces each message; `event_writer` sends account events.
        """
        self._event_writer = event_writer
        self._randomness = randomness
        self._database = database
        self._tables = tables
        self._notifier = notifier

    def say(self, place: RoomOfTable, player: PlayerId, saying: Saying, key: Key | None) -> tuple[ChatMessage, bool]:
        """Sends a message. Returns it, and whether an earlier copy of the request sent it.

        Raises:
            Refusal: the player may not send this message in this room.
            Silenced: moderators have muted the player.
            KeyReused: the key was used for another request.
            AccountClosed: the account was closed meanwhile.
        """
        table = self._tables.newest(place.table_id).table
        asked = {
            **place._asdict(),
            "player_id": player,
            "words": saying.words,
            "canned": saying.canned,
            "command_id": key.command_id if key else None,
            "fingerprint": key.fingerprint if key else None,
        }

        def say(run: Run) -> tuple[ChatMessage, bool]:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            for fingerprint, *row in run("said_by_key", asked) if key else ():
                if key is None or fingerprint != key.fingerprint:
                    raise KeyReused
                return ChatMessage(*row), True
            check_may_say(table, player, place.room, is_canned=saying.canned is not None)
            check_voice(run, player)
            return ChatMessage(*run("say", asked)[0]), False

        message, is_replayed = self._database.together(say)
        if not is_replayed:
            self._notifier.notify(room_stream(*place), message.number)
            self._tell(place, table, message)
        return message, is_replayed

    def remove(self, place: RoomOfTable, number: int, player: PlayerId, *, moderates: bool) -> None:
        """Deletes the text of a message and keeps its number. A repeated call changes nothing.

        Raises:
            NoSuchMessage: the room has no message with this number.
            NotYourMessage: the player is neither the author nor a moderator.
            NotInRoom: the player may not read this room.
        """
        message = self.message(place, number, player, moderates=moderates)
        which = {**place._asdict(), "number": number}

        def remove(run: Run) -> None:
            if run("remove_message", {**which, "removed_by": "moderator"}):
                note(
                    run,
                    self._randomness,
                    ModerationEntry(player, "remove_message", None, message.player, *place, number),
                )

        if message.player == player:
            self._database.run("remove_message", {**which, "removed_by": "author"})
        elif moderates:
            self._database.together(remove)
        else:
            raise NotYourMessage

    def message(self, place: RoomOfTable, number: int, player: PlayerId, *, moderates: bool = False) -> ChatMessage:
        """Returns a message in a room that the player may read. Raises `NotInRoom` and `NoSuchMessage`."""
        self._check_reads(place, player, moderates=moderates)
        rows = self._database.read("message", {**place._asdict(), "number": number})
        if not rows:
            raise NoSuchMessage(number)
        return ChatMessage(*rows[0])

    def shown_message(self, place: RoomOfTable, number: int, player: PlayerId, *, moderates: bool) -> ChatMessage:
        """Returns a message as the feed shows it to the player. Raises `NotInRoom` and `NoSuchMessage`."""
        self._check_reads(place, player, moderates=moderates)
        asked = {**place._asdict(), "player_id": player, "after": number - 1, "limit": 1}
        for row in self._database.read("messages", asked):
            if row[0] == number:
                return ChatMessage(*row)
        raise NoSuchMessage(number)

    def check_table(self, table_id: str) -> None:
        """Checks that a table exists."""
        self._tables.cached(table_id)

    def mute(self, place: RoomOfTable, player: PlayerId) -> None:
        """Hides messages of others in a room from the player and stops account events about them.

        Raises `AccountClosed`.
        """
        self._tables.cached(place.table_id)

        def mute(run: Run) -> None:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            run("mute_room", {**place._asdict(), "player_id": player})

        self._database.together(mute)

    def unmute(self, place: RoomOfTable, player: PlayerId) -> None:
        """Shows all messages of a room to the player again, also those sent while it was muted."""
        self._tables.cached(place.table_id)
        self._database.run("unmute_room", {**place._asdict(), "player_id": player})

    def feed(self, place: RoomOfTable, player: PlayerId, *, moderates: bool) -> "RoomFeed":
        """Returns the feed of a room for a player. Raises `NotInRoom`."""
        self._check_reads(place, player, moderates=moderates)
        return RoomFeed(self._database, self._tables, place, player, moderates=moderates)

    def _check_reads(self, place: RoomOfTable, player: PlayerId, *, moderates: bool) -> None:
        table = self._tables.newest(place.table_id).table
        if not may_read(table, player, place.room, moderates=moderates):
            check_in_room(table, player, place.room)

    def _tell(self, place: RoomOfTable, table: Table, message: ChatMessage) -> None:
        """Sends account events to the other seats. One transaction for each player avoids locks on two players at once.

        If the process dies in between, the event for the next message makes up for the missed one.
        """
        if place.room != "seats":
            return
        for player in _seated(table):
            if player == message.player:
                continue
            try:
                self._event_writer.transact(partial(_account_events, place=place, message=message, player=player))
            except DatabaseUnavailable as error:
                _log.warning("%s gets no event about a message: %s", player, error)


class RoomFeed:
    """The messages of a room, as one player may read them."""

    def __init__(
        self, database: Database, tables: Tables, place: RoomOfTable, player: PlayerId, *, moderates: bool
    ) -> None:
        self._database = database
        self._tables = tables
        self._place = place
        self._player = player
        self._moderates = moderates
        self._end = 0

    @property
    def stream(self) -> str:
        """The stream of the room."""
        return room_stream(*self._place)

    @property
    def entries(self) -> str:
        """The name of the entries in a page."""
        return "messages"

    @property
    def about(self) -> Json:
        """The table and room, and whether the player has muted it."""
        _, is_muted = self._room()
        return {"table": self._place.table_id, "room": self._place.room, "muted": is_muted}

    def read(self, after: int, limit: int, heard: int) -> FeedPage:  # noqa: ARG002 - nothing is cached
        """Returns the messages after a number; none if the player may no longer read the room."""
        if not self._is_reader():
            # A player becomes a reader again without a message.
            return FeedPage([], READERS_CHECKED_S)
        asked = {**self._place._asdict(), "player_id": self._player, "after": after, "limit": limit}
        messages = [ChatMessage(*row) for row in self._database.read("messages", asked)]
        if messages and self._place.room == "seats":
            self._database.run("note_read", {**asked, "number": messages[-1].number})
        return FeedPage([FeedEntry(each.number, message_document(each)) for each in messages])

    def end(self) -> int:
        """Returns the number of the last message, up to the last time when the player could read the room."""
        if self._is_reader():
            self._end, _ = self._room()
        return self._end

    def _is_reader(self) -> bool:
        table = self._tables.newest(self._place.table_id).table
        return may_read(table, self._player, self._place.room, moderates=self._moderates)

    def _room(self) -> tuple[int, bool]:
        [(number, is_muted)] = self._database.read("room", {**self._place._asdict(), "player_id": self._player})
        return number, is_muted


def may_read(table: Table, player: PlayerId, room: Room, *, moderates: bool) -> bool:
    """Returns whether a player may read a room now: its members may, and moderators without a seat at the table."""
    return is_in_room(table, player, room) or (moderates and table.seat_of(player) is None)


def check_voice(run: Run, player: PlayerId) -> None:
    """Checks that moderators have not muted the player. Raises `Silenced`."""
    for (until,) in run("silenced_until", {"player_id": player}):
        raise Silenced(until)


def _seated(table: Table) -> Iterator[PlayerId]:
    for occupant in table.seats:
        if occupant and occupant.bot is None:
            yield occupant.player


def _account_events(
    run: Run, place: RoomOfTable, message: ChatMessage, player: PlayerId
) -> list[NewAccountEvent] | None:
    """Returns the account event about a message for one player, or `None` if they get none."""
    asked = {**place._asdict(), "player_id": player, "number": message.number, "author_id": message.player}
    if not run("hold_player", {"player_id": player}) or not run("note_unread_message", asked):
        return None
    return [NewAccountEvent(player, "chat_message", {"room": place.room, "number": message.number}, place.table_id)]
