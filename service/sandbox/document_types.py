"""The types of the documents of sandbox."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import SeriesId, TableId, Time, TournamentId
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Format, MaxItems, Minimum, Named, Pattern
from service.accounts.document_types import NewToken, Player, PlayerNames
from service.leagues.document_types import LeagueId
from service.platform.document_types import NextCursor, WorldId

GivenTime = Annotated[
    str,
    "A time as in RFC 3339, from 2000 to 2199, in UTC or with an offset.",
    Format("date-time"),
    Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"),
    Named("GivenTime"),
]


class Sandbox(TypedDict):
    """A sandbox for testing clients."""

    id: WorldId
    now: Annotated[Time, "The current time of its clock."]
    created_at: Annotated[Time, "When it was created, in real time."]
    expires_at: Annotated[Time, "When it expires, in real time."]


class NewSandbox(TypedDict):
    """A new sandbox, its first player, and a token for it."""

    id: Annotated[WorldId, "The id of the sandbox."]
    created_at: Time
    sandbox: Sandbox
    player: Player
    token: NewToken


class SandboxList(TypedDict):
    """The sandboxes of a player."""

    sandboxes: Annotated[list[Sandbox], MaxItems(5)]


class SandboxMailPage(TypedDict):
    """A page of mails of a sandbox, newest first."""

    mails: Annotated[list[SandboxMail], "The mails."]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class SandboxMail(TypedDict):
    """A mail that would have been sent to a player of a sandbox."""

    id: Annotated[str, "The id of the mail.", Pattern("^mail_[0-9A-HJKMNP-TV-Z]{26}$")]
    kind: Annotated[
        Literal["turn", "reminder", "invitation", "match", "digest"],
        "The kind of the mail, or `digest` for a daily digest.",
    ]
    player: PlayerId
    at: Annotated[Time, "When it would have been sent, by the clock of the sandbox."]
    to: Annotated[str, "The address of the player."]
    subject: Annotated[str, "The subject."]
    text: Annotated[str, "The text, without markup."]
    html: Annotated[str | None, "The same as HTML; null for mails that an older release wrote."]
    table: Annotated[TableId | None, "The table of the mail; null if there is none, and for a digest."]
    event: Annotated[
        int | None, "The `number` of the first event in the feed of the player's account; null in a digest."
    ]


class SandboxStateDue(TypedDict):
    table: NotRequired[TableId]
    tournament: NotRequired[TournamentId]
    series: NotRequired[SeriesId]
    league: NotRequired[LeagueId]
    at: Time


class SandboxState(Sandbox):
    """A sandbox and its remaining work."""

    players: Annotated[int, "The number of its players.", Minimum(0)]
    at_rest: Annotated[
        bool,
        "Whether everything due has happened, no bot has to move, and all lists, inboxes and account feeds are "
        "up to date.",
    ]
    going_on: Annotated[
        int,
        "The number of tables, tournaments, series and leagues in which something is due or a bot has to move.",
        Minimum(0),
    ]
    due: Annotated[
        list[SandboxStateDue], "The next 20 due items, at tables and in tournaments, series and leagues.", MaxItems(20)
    ]
