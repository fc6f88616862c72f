"""The types of the documents about guests of tournaments."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from domain.kernel.document_types import Name, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Added, MaxItems, Pattern
from service.accounts.document_types import PlayerNames, TokenId
from service.platform.document_types import NextCursor


class NewGuest(TypedDict):
    """A guest, with a new claim code. The code is shown only once."""

    player: Annotated[PlayerId, "The player id of the guest."]
    name: Annotated[Name, "The name of the guest."]
    claim_code: Annotated[
        str,
        "The code with which the guest takes over the account. Give it to nobody else.",
        Pattern("^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$"),
    ]


class GuestToken(TypedDict):
    """A token with which staff act for a guest."""

    id: TokenId
    name: Name
    player: Annotated[PlayerId, "The guest."]
    made_by: Annotated[
        PlayerId, "The member of staff who created it. It ends when they start to play or lose their role."
    ]
    created_at: Time
    revoked_at: Annotated[Time | None, "When it was revoked; null if it was not."]
    last_used_at: Annotated[Time | None, "The hour of its last use; null if it was never used."]


class GuestTokenPage(TypedDict):
    """A page of tokens with which staff act for guests, oldest first."""

    tokens: Annotated[list[GuestToken], MaxItems(100)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor
