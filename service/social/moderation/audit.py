"""The list of what moderators have done: who did what, when and to whom. Nothing in it is ever taken back."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from domain.kernel.players import PlayerId
from domain.table.talk import Room
from service.platform.sources import Randomness
from service.platform.store.subscription import Run

ModerationAction = Literal["none", "warn", "mute_player", "remove_message", "appoint", "dismiss"]
ACTIONS: tuple[ModerationAction, ...] = get_args(ModerationAction)


class ModerationEntry(NamedTuple):
    """Something that was done.

    Attributes:
        moderator: who did it; none: the operator, or somebody whose account is closed.
        report: because of which report.
        player: to whom; none: to nobody, or to somebody whose account is closed.
        table, room, number: of the message or table that it was about.
        until: the end of what was done, where it has one.
        note: what the moderator has to say about it to other moderators.
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
    """An entry of the list."""

    id: str
    at: datetime
    done: ModerationEntry


def note(run: Run, randomness: Randomness, done: ModerationEntry) -> None:
    """Writes down what was done, in the transaction in which it is."""
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
