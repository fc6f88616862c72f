"""The types of the documents of invitations."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from domain.kernel.document_types import TableId, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, Format, Maximum, MaxItems, Minimum, Named, Pattern
from domain.kernel.seats import Seat
from service.accounts.document_types import PlayerNames
from service.tables.document_types import TableView

InvitationId = Annotated[
    str,
    "The id of an invitation, with which you can revoke it. It does not admit anyone.",
    Pattern("^inv_[0-9A-HJKMNP-TV-Z]{26}$"),
    Named("InvitationId"),
]


class Invitation(TypedDict):
    """A new invitation to an open table."""

    id: InvitationId
    table: TableId
    by: Annotated[PlayerId, "The player who created it."]
    seat: Annotated[Seat | None, "The seat; null for any free seat."]
    uses: Annotated[int, "The number of players who can use it.", Minimum(1), Maximum(100)]
    used: Annotated[int, "The number of players who have used it.", Minimum(0), Maximum(100)]
    created_at: Time
    expires_at: Time


class NewInvitation(Invitation):
    """An invitation with its code."""

    code: Annotated[str, "The code, shown only once.", Pattern("^sji_[A-Za-z0-9_-]{22}$")]
    url: Annotated[
        str, "The address of the invitation: a page in a browser, JSON for programs. It needs no token.", Format("uri")
    ]


class InvitationWithTable(Invitation):
    """An invitation and its table."""

    players: NotRequired[Annotated[PlayerNames, Added()]]
    view: Annotated[TableView, "The table as everyone sees it."]


class InvitationList(TypedDict):
    """The invitations to a table."""

    invitations: Annotated[list[Invitation], MaxItems(20)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
