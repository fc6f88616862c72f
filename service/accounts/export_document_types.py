"""The types of the export of an account."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Name, SeriesId, TableId, Time, TimeOrNone, TournamentId
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Deprecated, Minimum, Pattern, Ref, part
from domain.kernel.seats import Seat
from domain.table.state import Status as TableStatus
from domain.tournaments.leagues.state import LeagueStatus
from domain.tournaments.parts import TournamentStatus
from service.accounts.document_types import Grant, Reliability, Token
from service.accounts.oauth.document_types import Client
from service.accounts.passkeys.document_types import Passkey
from service.availability.document_types import OwnAvailability, Vacation
from service.boards.document_types import BoardId, BoardMatchId
from service.leagues.document_types import LeagueId
from service.lobby.invitations.document_types import Invitation, InvitationId
from service.lobby.seeks.document_types import Seek
from service.notifications.document_types import EventNumber
from service.notifications.mail.document_types import FailingAddress, MailAddressOrNone, MailKinds, UnconfirmedAddress
from service.notifications.webhooks.document_types import WebhookId, WebhookUrl
from service.platform.document_types import Action, Canned, Language, ReportReason, Room, SeriesStatus
from service.ratings.document_types import EloChange, RatingPoolId, TeamChange, Unrated
from service.ratings.grades.document_types import GradeFigures
from service.sandbox.document_types import Sandbox
from service.social.chat.document_types import Notes
from service.social.moderation.document_types import ActionId, ReportId
from service.tournaments.templates.document_types import SavedTemplate

AccountEvent = Annotated[dict[str, Any], Ref("AccountEvent")]
AccountEventType = Annotated[str, Ref("AccountEventType")]


class ExportedBoard(TypedDict):
    """A board that you have played, or have seen when you took over a seat."""

    board: BoardId
    table: Annotated[TableId | None, "The table at which you play it; null if you have only seen it."]
    begun_at: Time
    ended_at: TimeOrNone
    score: Annotated[int | None, "The score in points of the game; null if there is none."]
    view: Annotated[str, "The address of the result."]


class ExportedBoardMatch(TypedDict):
    """A match on boards that you play."""

    id: BoardMatchId
    challenger: Annotated[bool, "Whether you are the challenger."]
    view: Annotated[str, "The address of the result."]


class ExportAccount(TypedDict):
    id: PlayerId
    name: Name
    kind: Literal["human", "bot", "house"]
    created_at: Time


class ExportLogin(TypedDict):
    login: str
    changed_at: Time


class ExportInvitationUse(TypedDict):
    invitation: InvitationId
    table: TableId
    used_at: Time


class ExportNotifications(TypedDict):
    address: MailAddressOrNone
    confirmed_at: TimeOrNone
    unconfirmed: UnconfirmedAddress | None
    failing: FailingAddress | None
    kinds: MailKinds
    time_zone: str
    digest_hour: int
    names: bool
    next_digest_at: TimeOrNone


class Export(TypedDict):
    """All data stored about a player. New kinds of data get new members."""

    generated_at: Time
    account: ExportAccount
    login: Annotated[
        ExportLogin | None, "Null without a login. Only a hash of the password is stored, and it is not exported."
    ]
    preferences: NotRequired[
        Annotated[dict[str, str] | None, "The settings that clients have stored for you; null for none.", Added()]
    ]
    passkeys: NotRequired[
        Annotated[list[Passkey], "Your passkeys, oldest first. The server has only public keys.", Added()]
    ]
    tokens: Annotated[list[Token], "All tokens, including those of clients, oldest first."]
    clients: Annotated[list[Client], "The OAuth clients that you have registered."]
    language: Annotated[Language | None, "The language of texts that you have chosen; null for none."]
    grants: Annotated[list[Grant], "The access that you have granted to clients."]
    availability: Annotated[list[OwnAvailability], "Your past schedules, oldest first; the last one is current."]
    vacations: Annotated[list[Vacation], "Your vacations."]
    tables: Annotated[list[ExportedTable], "Tables that you opened or sit at, including finished ones, newest first."]
    tournaments: Annotated[
        list[ExportedTournament],
        "Tournaments that you run, take part in or are invited to, newest first. Their events have their own "
        "addresses.",
    ]
    boards: Annotated[list[ExportedBoard], "Boards that you play, have played or have seen."]
    board_matches: Annotated[list[ExportedBoardMatch], "Your board matches."]
    leagues: Annotated[
        list[ExportedLeague],
        "Leagues that you run, play in or are invited to, newest first. Their events have their own addresses.",
    ]
    series: Annotated[list[ExportedSeries], "Series that you own, newest first."]
    seeks: Annotated[list[Seek], "Your seeks, alone or with a partner, and their outcome."]
    invitations: Annotated[list[Invitation], "Invitations that you have made."]
    invitation_uses: Annotated[list[ExportInvitationUse], "Invitations through which you took a seat."]
    webhooks: Annotated[list[ExportedWebhook], "Your webhooks, without their secrets."]
    notifications: Annotated[ExportNotifications | None, "Your e-mail settings; null if you have never set any."]
    mails: Annotated[list[ExportedMail], "Recent mails."]
    sandboxes: Annotated[list[Sandbox], "Your sandboxes; their players are separate accounts."]
    reliability: Annotated[Reliability, "Your reliability."]
    rating_changes: Annotated[list[ExportedRatingChange], "The changes of your ratings, by pool, oldest first."]
    grade_changes: Annotated[
        list[ExportedGradeChange], "The changes of your grades by sessions of duplicate play, by pool, oldest first."
    ]
    messages: Annotated[list[ExportedMessage], "Your messages at tables that were not removed."]
    rooms: Annotated[list[ExportedRoom], "The rooms that you have muted, or about which you were notified."]
    tournament_templates: Annotated[list[SavedTemplate], "The templates of tournaments that you have saved."]
    notes: Annotated[list[Notes], "Your notes about tables."]
    inbox_marks: Annotated[list[ExportedInboxMark], "What you have seen of tables, and what you have snoozed there."]
    blocks: Annotated[list[ExportedBlock], "The players that you block."]
    reports: Annotated[list[ExportedReport], "Your reports."]
    moderation: Annotated[list[ExportedAction], "Actions of moderators on your account."]
    events: Annotated[list[AccountEvent], "The events of your account."]


class ExportedInboxMark(TypedDict):
    """What you have marked at a table."""

    table: TableId
    seen_version: Annotated[int, "The version up to which you have seen it; 0 for none.", Minimum(0)]
    snoozed_version: Annotated[int | None, "The version for which its entry is snoozed; null if it is not."]
    snoozed_until: Annotated[Time | None, "When the snooze ends; null for an hour before the deadline."]


@part
class Addresses(TypedDict):
    """The addresses of a table, a tournament, a league or a series, and of its events."""

    view: str
    events: str


class ExportedTable(TypedDict):
    """A table of a player, and where to read it."""

    id: TableId
    status: TableStatus
    host: Annotated[bool, "Whether you opened it."]
    seats: Annotated[list[Seat], "Your seats."]
    view: Annotated[str, "Your view of the table."]
    events: Annotated[str, "The events as you see them."]
    record: Annotated[str, "The record of the table, available after its first hand."]


class ExportedSeries(TypedDict):
    """A series of a player, and where to read it."""

    id: SeriesId
    name: Annotated[str, "The name of the tournaments."]
    status: SeriesStatus
    role: Annotated[Literal["owner"], "Your role."]
    view: Annotated[str, "The address of the series."]
    events: Annotated[str, "The address of the events."]


class ExportedTournament(TypedDict):
    """A tournament of a player, and where to read it."""

    id: TournamentId
    name: Annotated[str, "The name of the tournament."]
    status: TournamentStatus
    owner: Annotated[bool, "Whether you own it."]
    role: Annotated[Literal["owner", "director", "assistant"] | None, "Your role; null for none."]
    view: Annotated[str, "The address of the tournament."]
    events: Annotated[str, "The events as you see them."]


class ExportedWebhook(TypedDict):
    """A webhook."""

    id: WebhookId
    url: WebhookUrl
    types: list[AccountEventType]
    created_at: Time
    disabled_at: Time | None


class ExportedMail(TypedDict):
    """A recent mail; its text is not stored."""

    id: Annotated[str, Pattern("^mail_[0-9A-HJKMNP-TV-Z]{26}$")]
    kind: Annotated[str, "Its kind, or `digest`, or `confirm`."]
    status: Annotated[
        Literal["pending", "sent", "dropped", "failed"],
        "The status of the mail. `dropped` means that it was no longer needed.",
    ]
    state: Annotated[Literal["pending", "sent", "dropped", "failed"], "The older name of `status`.", Deprecated()]
    table: Annotated[TableId | None, "The table of the mail; null for several or none."]
    created_at: Time
    settled_at: TimeOrNone


class ExportedMessage(TypedDict):
    """A message that you sent."""

    table: TableId
    room: Room
    number: EventNumber
    at: Time
    text: str | None
    canned: Canned | None


class ExportedRoom(TypedDict):
    """The number of the last message that you have read, if it is stored, and whether you have muted the room."""

    table: TableId
    room: Room
    read_to: Annotated[int, Minimum(0)]
    muted: bool


class ExportedBlock(TypedDict):
    """A player that you block."""

    player: PlayerId
    created_at: Annotated[Time, "When you blocked the player."]
    blocked_at: Annotated[Time, "The older name of `created_at`.", Deprecated()]


class ExportedReport(TypedDict):
    """A report that you made."""

    id: ReportId
    created_at: Time
    made_at: Annotated[Time, "The older name of `created_at`.", Deprecated()]
    closed_at: Time | None
    player: PlayerId | None
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    reason: ReportReason
    text: str | None


class ExportedAction(TypedDict):
    """A moderation action on you, or your appointment as moderator."""

    id: ActionId
    at: Time
    action: Action
    table: TableId | None
    room: Room | None
    number: EventNumber | None
    until: Time | None


class ExportedLeague(TypedDict):
    """A league of a player, and where to read it."""

    id: LeagueId
    name: Annotated[str, "The name of the league."]
    status: LeagueStatus
    owner: Annotated[bool, "Whether you own it."]
    role: Annotated[Literal["owner", "director", "assistant"] | None, "Your role; null for none."]
    view: Annotated[str, "The address of the league."]
    events: Annotated[str, "The address of the events."]


class ExportedGradeChange(TypedDict):
    """The change of a player's grade in a pool by a session."""

    pool: RatingPoolId
    tournament: TournamentId
    at: Time
    partner: PlayerId
    own: GradeFigures
    partnership: GradeFigures


class ExportedRatingChange(TypedDict):
    """The change of a player's ratings in a pool by a game, or the reason why there is none."""

    pool: RatingPoolId
    table: TableId
    at: Time
    unrated: Unrated | None
    elo: EloChange | None
    team: TeamChange | None
