"""The types of the documents of mail. `openapi.yaml` has them as components."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from domain.kernel.document_types import TimeOrNone
from domain.kernel.schema_markers import Maximum, Minimum, Named, Ref

FailingAddress = Annotated[dict[str, Any], Ref("FailingAddress")]
UnconfirmedAddress = Annotated[dict[str, Any], Ref("UnconfirmedAddress")]

MailAddressOrNone = Annotated[
    str | None, "The confirmed address to which mails are sent; null for none.", Named("MailAddressOrNone")
]


Wish = Annotated[
    Literal["each", "digest", "off"], "A mail for `each`, all in one mail a day (`digest`), or none.", Named("Wish")
]


class Notifications(TypedDict):
    """The e-mail settings of a player."""

    sends_mail: Annotated[
        bool, "Whether this server sends e-mail; true in a sandbox, whose mails are stored and not sent."
    ]
    address: MailAddressOrNone
    confirmed_at: TimeOrNone
    unconfirmed: UnconfirmedAddress
    failing: FailingAddress
    kinds: MailKinds
    time_zone: Annotated[str, "Your time zone, by its name in the IANA database."]
    digest_hour: Annotated[int, "The hour at which the digest is sent, in your time zone.", Minimum(0), Maximum(23)]
    next_digest_at: TimeOrNone


class MailKinds(TypedDict):
    """The frequency of mails for each kind."""

    turn: Wish
    reminder: Wish
    invitation: Wish
    match: Wish
