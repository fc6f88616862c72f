"""The types of the documents of mail."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Time, TimeOrNone
from domain.kernel.schema_markers import Added, Maximum, Minimum, Named, Nullable, keywords

MailAddressOrNone = Annotated[
    str | None, "The confirmed address to which mails are sent; null for none.", Named("MailAddressOrNone")
]

Wish = Annotated[
    Literal["each", "digest", "off"], "A mail for `each`, all in one mail a day (`digest`), or none.", Named("Wish")
]


@keywords(Nullable())
class UnconfirmedAddress(TypedDict):
    """An address that is not confirmed yet; null for none."""

    address: Annotated[str, "The address."]
    asked_at: Time


@keywords(Nullable())
class FailingAddress(TypedDict):
    """The time since which no mail is sent to the address, because the mail server refuses it with this status (RFC
    5321). Set the address again to retry. Null while mails are accepted.
    """

    since: Time
    status: Annotated[int, "The status with which the mail server refused the last mail.", Minimum(400), Maximum(599)]


class Notifications(TypedDict):
    """The e-mail settings of a player."""

    sends_mail: NotRequired[
        Annotated[
            bool,
            "Whether this server sends e-mail; true in a sandbox, whose mails are stored and not sent.",
            Added(),
        ]
    ]
    address: MailAddressOrNone
    confirmed_at: TimeOrNone
    unconfirmed: UnconfirmedAddress | None
    failing: FailingAddress | None
    kinds: MailKinds
    time_zone: Annotated[str, "Your time zone, by its name in the IANA database."]
    digest_hour: Annotated[int, "The hour at which the digest is sent, in your time zone.", Minimum(0), Maximum(23)]
    names: Annotated[bool, "Whether mails and webhooks name you to players who allow the same, and name them to you."]
    next_digest_at: TimeOrNone


class MailKinds(TypedDict):
    """The frequency of mails for each kind."""

    turn: Wish
    reminder: Wish
    invitation: Wish
    match: Wish
