"""The log of moderation actions. Entries are never deleted."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from domain.kernel.players import PlayerId
from domain.table.chat import Room
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run

ModerationAction = Literal["none", "warn", "mute_player", "remove_message", "appoint", "dismiss"]
ACTIONS: tuple[ModerationAction, ...] = get_args(ModerationAction)


class ModerationEntry(NamedTuple):
    """A moderation action.

    Attributes:
        moderator: who took the action; `None` for the operator, or if the account is closed.
        report: the report that led to it, or `None`.
        player: the player it applies to; `None` if there is none, or if the account is closed.
        table, room, number: the message or table it is about.
        until: when it ends, or `None`.
        note: note of the moderator for other moderators.
    """

    moderator: PlayerId | None
    action: ModerationAction
    report: str | None = None
    player: PlayerId | None = None
    table: str | None = None
    room: Room | None = None
    number: int | None = None
    until: datetime | None = None
    note: str | None = None


class Noted(NamedTuple):
    """An entry of the log."""

    id: str
    at: datetime
    done: ModerationEntry


def note(run: Run, randomness: Randomness, done: ModerationEntry) -> None:
    """Records an action in the transaction that carries it out."""
    run(
        "add_action",
        {
            "id": randomness.new_id("act"),
            "moderator_id": done.moderator,
            "action": done.action,
            "report_id": done.report,
            "player_id": done.player,
            "table_id": done.table,
            "room": done.room,
            "number": done.number,
            "until": done.until,
            "note": done.note,
        },
    )
