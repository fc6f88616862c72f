"""Who may use which chat room of a table.

Messages are not events: they are personal data and are deleted with the account. A table has two rooms. `seats` is for
seated players. There is no room for one side only, because partners must not consult (SJ-GEN-05, DEC-96). `spectators`
is for everyone else during the match. Spectators may see more than one seat does, so players cannot read this room
until the match is over.
"""

from typing import Literal, get_args

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import NotAllowed
from domain.table.state import Table

Room = Literal["seats", "spectators"]
ROOMS: tuple[Room, ...] = get_args(Room)
Canned = Literal[
    "hello",
    "good_luck",
    "thanks",
    "well_played",
    "good_game",
    "congratulations",
    "sorry",
    "need_time",
    "back_soon",
    "goodbye",
]
"""Predefined messages, available in every language. None of them says anything about a card."""
CANNED: tuple[Canned, ...] = get_args(Canned)


class NotInRoom(NotAllowed):
    """You cannot use this room now."""


class ChatOff(NotAllowed):
    """Chat is off at this table."""


class CannedOnly(NotAllowed):
    """Only canned messages may be sent at this table."""


def is_in_room(table: Table, player: PlayerId, room: Room) -> bool:
    """Returns whether the player may currently read and write in a room of the table."""
    holds_seat = table.seat_of(player) is not None
    if room == "seats":
        return holds_seat
    if table.is_sealed_for(player):
        return False
    return not holds_seat or table.status != "playing"


def check_in_room(table: Table, player: PlayerId, room: Room) -> None:
    """Checks that the player may currently read in a room of the table. Raises `NotInRoom`."""
    if is_in_room(table, player, room):
        return
    if table.is_sealed_for(player):
        raise NotInRoom(
            message("the table is sealed and you have no seat there"), hint=message("wait until it is unsealed")
        )
    if room == "seats":
        raise NotInRoom(message("you have no seat at this table"), hint=message("use the room spectators"))
    raise NotInRoom(message("you have a seat in a running match"), hint=message("read this room after the match"))


def check_may_say(table: Table, player: PlayerId, room: Room, *, is_canned: bool) -> None:
    """Checks that the player may currently send a message in a room of the table.

    Args:
        table: the table.
        player: the sender.
        room: the room.
        is_canned: whether the message is predefined, and not in the player's own words.

    Raises:
        NotInRoom: the player is not in the room.
        ChatOff, CannedOnly: the chat rule of the table forbids it.
    """
    check_in_room(table, player, room)
    if table.chat == "off":
        raise ChatOff(message("the table was opened without chat"), hint=message("use another table to chat"))
    if table.chat == "canned" and not is_canned:
        raise CannedOnly(
            message("the table allows only canned messages"),
            hint=message("send one of {canned}", canned=", ".join(CANNED)),
        )
