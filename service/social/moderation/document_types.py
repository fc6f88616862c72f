"""The types of the documents of moderation."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from domain.kernel.document_types import Name, TableId, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Deprecated, MaxItems, Named, Pattern, Ref
from service.accounts.document_types import PlayerNames
from service.notifications.document_types import EventNumber
from service.platform.document_types import Action, Measure, NextCursor, ReportReason, Room

ReportState = Annotated[str, Ref("ReportState")]

ReportId = Annotated[str, "The id of a report.", Pattern("^rep_[0-9A-HJKMNP-TV-Z]{26}$"), Named("ReportId")]

ActionId = Annotated[str, "The id of a moderation action.", Pattern("^act_[0-9A-HJKMNP-TV-Z]{26}$"), Named("ActionId")]


class Block(TypedDict):
    """A blocked player."""

    id: PlayerId
    name: Annotated[Name | None, "The name; null if the account is closed."]
    created_at: Annotated[Time, "When you blocked the player."]
    blocked_at: Annotated[Time, "The older name of `created_at`.", Deprecated()]


class BlockPage(TypedDict):
    """A page of blocked players, in order of their ids."""

    blocks: Annotated[list[Block], MaxItems(100)]
    next_cursor: NextCursor


class MadeReport(TypedDict):
    """A new report."""

    id: ReportId
    status: Annotated[ReportState, "Always `open`."]
    created_at: Time


class Report(TypedDict):
    """A report as moderators see it."""

    id: ReportId
    status: ReportState
    state: Annotated[ReportState, "The older name of `status`.", Deprecated()]
    created_at: Time
    made_at: Annotated[Time, "The older name of `created_at`.", Deprecated()]
    by: Annotated[PlayerId | None, "The player who made it; null if the account is closed."]
    player: Annotated[
        PlayerId | None, "The reported player, or the author of the reported message; null if it is about a table."
    ]
    table: Annotated[TableId | None, "The table concerned, or the table of the message."]
    room: Annotated[Room | None, "The room of the message."]
    number: Annotated[EventNumber | None, "The number of the message."]
    said: Annotated[str | None, "The text of the message when it was reported, or the name of the canned message."]
    reason: ReportReason
    text: Annotated[str | None, "The text of the reporter."]
    closed_at: Annotated[Time | None, "When it was closed; null while it is open."]
    action: Annotated[Measure | None, "The action that was taken; null while it is open."]


class OwnReport(TypedDict):
    """A report as its author sees it."""

    id: ReportId
    status: ReportState
    created_at: Time
    player: Annotated[
        PlayerId | None, "The reported player, or the author of the reported message; null if it is about a table."
    ]
    table: Annotated[TableId | None, "The table concerned, or the table of the message."]
    room: Annotated[Room | None, "The room of the message."]
    number: Annotated[EventNumber | None, "The number of the message."]
    reason: ReportReason
    text: Annotated[str | None, "The text of the reporter."]
    closed_at: Annotated[Time | None, "When it was closed; null while it is open."]
    players: NotRequired[Annotated[PlayerNames, Added()]]


class ReportPage(TypedDict):
    """A page of reports, oldest first."""

    reports: Annotated[list[Report], MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class ModerationAction(TypedDict):
    """An action of a moderator."""

    id: ActionId
    at: Time
    moderator: Annotated[
        PlayerId | None, "The moderator; null for the operator of the server, and if the account is closed."
    ]
    action: Action
    report: Annotated[ReportId | None, "The report that led to the action."]
    player: Annotated[
        PlayerId | None,
        "The player concerned, or the appointed or dismissed moderator; null if there is none, and if the "
        "account is closed.",
    ]
    table: Annotated[TableId | None, "The table concerned."]
    room: Annotated[Room | None, "The room of the message."]
    number: Annotated[EventNumber | None, "The number of the message."]
    until: Annotated[Time | None, "The end of the action, if it has one."]
    note: Annotated[str | None, "A note for other moderators."]


class ModerationActionPage(TypedDict):
    """A page of moderation actions, newest first."""

    actions: Annotated[list[ModerationAction], MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor
