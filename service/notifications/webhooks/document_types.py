"""The types of the documents of webhooks."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from domain.kernel.document_types import TableId, Time, TournamentId
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import (
    Deprecated,
    Example,
    MaxItems,
    MaxLength,
    Minimum,
    MinLength,
    Named,
    Nullable,
    Pattern,
    Ref,
    keywords,
)
from domain.kernel.seats import Seat
from service.platform.document_types import NextCursor

DeliveryState = Annotated[str, Ref("DeliveryState")]

WebhookId = Annotated[str, "The id of a webhook.", Pattern("^whk_[0-9A-HJKMNP-TV-Z]{26}$"), Named("WebhookId")]

DeliveryId = Annotated[
    str,
    "The id of a delivery, which is the `webhook-id` of its message in every attempt.",
    Pattern("^msg_[0-9A-HJKMNP-TV-Z]{26}$"),
    Named("DeliveryId"),
]

WebhookUrl = Annotated[
    str,
    "The address to which messages are sent, in ASCII, like `https://bots.example/turns`.",
    MinLength(1),
    MaxLength(2000),
    Example("https://bots.example/turns"),
    Named("WebhookUrl"),
]

WebhookSecret = Annotated[
    str,
    "The secret that signs messages. It is shown only once.",
    Pattern("^whsec_[A-Za-z0-9+/]{43}=$"),
    Named("WebhookSecret"),
]


class NewWebhookDisabled(TypedDict):
    by: Annotated[
        Literal["failing", "gone", "owner"],
        "`owner`: you; `gone`: the receiver, by a response with 410; `failing`: the server, after all attempts "
        "of a delivery or all attempts of 75 hours have failed.",
    ]
    at: Time


class NewWebhook(TypedDict):
    """A new webhook, with its secret."""

    id: WebhookId
    url: Annotated[str, "The address to which messages are sent."]
    types: Annotated[list[str], "The types of events that are sent; empty for all."]
    tournament: Annotated[
        TournamentId | None, "The tournament whose events are sent; null for a webhook for the events of your account."
    ]
    enabled: Annotated[bool, "Whether messages are sent."]
    disabled: Annotated[NewWebhookDisabled | None, "Who disabled it, and since when; null while it is enabled."]
    created_at: Time
    former_secret_until: Annotated[
        Time | None, "The time until which messages are also signed with the former secret; null if they are not."
    ]
    secret: WebhookSecret


class WebhookDisabled(TypedDict):
    by: Annotated[
        Literal["failing", "gone", "owner"],
        "`owner`: you; `gone`: the receiver, by a response with 410; `failing`: the server, after all attempts "
        "of a delivery or all attempts of 75 hours have failed.",
    ]
    at: Time


class Webhook(TypedDict):
    """A webhook."""

    id: WebhookId
    url: Annotated[str, "The address to which messages are sent."]
    types: Annotated[list[str], "The types of events that are sent; empty for all."]
    tournament: Annotated[
        TournamentId | None, "The tournament whose events are sent; null for a webhook for the events of your account."
    ]
    enabled: Annotated[bool, "Whether messages are sent."]
    disabled: Annotated[WebhookDisabled | None, "Who disabled it, and since when; null while it is enabled."]
    created_at: Time
    former_secret_until: Annotated[
        Time | None, "The time until which messages are also signed with the former secret; null if they are not."
    ]


class NewSecret(TypedDict):
    """The new secret of a webhook."""

    secret: WebhookSecret
    former_secret_until: Time


class WebhookList(TypedDict):
    """All webhooks of a player."""

    webhooks: Annotated[list[Webhook], MaxItems(10)]


class Delivery(TypedDict):
    """One event for one webhook, or a test call."""

    id: DeliveryId
    webhook: WebhookId
    type: Annotated[str, "The type of the event, or `test`."]
    number: Annotated[
        int | None, "The number of the event in the feed of your account; null for a test call.", Minimum(1)
    ]
    status: DeliveryState
    state: Annotated[DeliveryState, "The older name of `status`.", Deprecated()]
    attempts: Annotated[int, "The number of attempts so far.", Minimum(0)]
    created_at: Time
    next_attempt_at: Annotated[
        Time | None, "The time of the next attempt; null if there is none, and while the webhook is disabled."
    ]


class WholeDelivery(Delivery):
    """A delivery with its content and attempts."""

    payload: WebhookMessage
    history: Annotated[list[DeliveryAttempt], "The last attempts, oldest first.", MaxItems(50)]


class DeliveryAttempt(TypedDict):
    """One attempt to deliver."""

    at: Time
    status: Annotated[int | None, "The HTTP status of the response; null if there was none."]
    duration_ms: Annotated[int, "The duration of the attempt in milliseconds.", Minimum(0)]
    error: Annotated[str | None, "A description of the failure; null if there was none."]


class DeliveryPage(TypedDict):
    """A page of deliveries."""

    deliveries: list[Delivery]
    next_cursor: NextCursor


class AboutMatch(TypedDict):
    """The tournament of an event."""

    id: TournamentId
    name: Annotated[str | None, "Its name; null if it cannot be shown."]
    round: Annotated[int | None, "The number of the round; null if the event belongs to none.", Minimum(1)]
    match: Annotated[int | None, "The number of the match in its round; null if the event belongs to none.", Minimum(1)]


class AboutSeat(TypedDict):
    """A seat and who holds it, as you may know it."""

    seat: Seat
    side: Annotated[
        Literal["you", "partner", "opponent", "other"], "`partner` and `opponent` only where two fixed teams play."
    ]
    player: Annotated[PlayerId | None, "The player; null if the seat is free."]
    bot: Annotated[str | None, "The name of the house bot; null for players."]
    name: Annotated[str | None, "The name of the player. Null unless both of you allow `names` in your settings."]


@keywords(Nullable())
class About(TypedDict):
    """What a mail would say about the event, as it is when the message is sent. Null if there is nothing to say.
    Members that do not apply, or that you may not know without a seat, are null or empty.
    """

    game: Annotated[str | None, "The name of the game."]
    profile: Annotated[str | None, "The profile of the rules."]
    hands: Annotated[int | None, "The number of hands of the match; null for no limit.", Minimum(1)]
    hand: Annotated[int | None, "The number of the current or last hand; 0 before the first.", Minimum(0)]
    levels: Annotated[list[str], "The level of each seat."]
    totals: Annotated[list[int], "The points of each seat in the match."]
    taken: Annotated[
        int | None, "The points that the opponents of the declarers have so far in the hand that is played."
    ]
    tournament: AboutMatch | None
    seats: Annotated[list[AboutSeat], "The seats in order."]


class WebhookMessage(TypedDict):
    """The message that a webhook receives: an event as in the feed of your account. It says what happened and where,
    but never names a card. Use your token to read more from the API.
    """

    number: Annotated[
        int | None,
        "The number of the event in the feed of your account, without gaps; null for a test call.",
        Minimum(1),
    ]
    type: Annotated[str, "The type of the event, or `test`. Ignore types that you do not know."]
    at: Time
    table: Annotated[TableId | None, "The table of the event; null if it has none."]
    data: Annotated[dict[str, Any], "The public data of the event. Its members depend on the type."]
    about: About | None
