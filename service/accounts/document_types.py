"""The types of the documents of accounts."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Name, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import (
    Added,
    Format,
    Maximum,
    MaxItems,
    MaxLength,
    Minimum,
    MinItems,
    MinLength,
    Named,
    Pattern,
)
from service.accounts.oauth.document_types import ClientId
from service.availability.document_types import Availability
from service.platform.document_types import Language, NextCursor, Scope, WorldId

CurrentPassword = Annotated[
    str, "The current password.", Format("password"), MinLength(1), MaxLength(200), Named("CurrentPassword")
]

TokenId = Annotated[
    str,
    "The id of a token, with which you can revoke it. It is not the secret.",
    Pattern("^tok_[0-9A-HJKMNP-TV-Z]{26}$"),
    Named("TokenId"),
]


class Token(TypedDict):
    """A token in the list of its owner."""

    id: TokenId
    name: Name
    scopes: Annotated[list[Scope], "Its scopes, in alphabetical order.", MinItems(1)]
    created_at: Time
    expires_at: Annotated[Time | None, "When it expires; null for never."]
    revoked_at: Annotated[Time | None, "When it was revoked; null if it was not."]
    last_used_at: Annotated[Time | None, "The hour of its last use; null if it was never used."]
    client: Annotated[ClientId | None, "The OAuth client that holds it; null for a token that you created yourself."]
    kind: NotRequired[
        Annotated[
            Literal["personal", "client", "browser"],
            "Who sends it: your own program, an OAuth client, or a browser in a cookie.",
            Added(),
        ]
    ]


class MeToken(TypedDict):
    id: TokenId
    scopes: Annotated[list[Scope], "Its scopes, in alphabetical order.", MinItems(1)]
    expires_at: Annotated[Time | None, "When it expires; null for never."]
    client: Annotated[ClientId | None, "The OAuth client that holds it; null for a token that you created yourself."]


class Me(TypedDict):
    """The player and the token of the request."""

    player: Player
    login: Annotated[str | None, "Your login; null if you have none. Nobody else sees it."]
    passkeys: NotRequired[Annotated[int, "The number of your passkeys.", Minimum(0), Added()]]
    sandbox: Annotated[WorldId | None, "The sandbox that you belong to; null for an ordinary account."]
    language: Annotated[
        Language | None, "The language of texts for you; null if `Accept-Language` of each request decides."
    ]
    token: MeToken


class ChosenName(TypedDict):
    """The name of a player."""

    name: Name


class ChosenLanguage(TypedDict):
    """The language of texts for a player."""

    language: Annotated[Language | None, "Its tag; null if each request says it."]


class Grant(TypedDict):
    """The access that a player has granted to a client."""

    id: Annotated[str, Pattern("^grt_[0-9A-HJKMNP-TV-Z]{26}$")]
    client: ClientId
    client_name: Name
    scopes: list[Scope]
    created_at: Time
    revoked_at: Time | None


class TokenPage(TypedDict):
    """A page of tokens, oldest first."""

    tokens: Annotated[list[Token], MaxItems(100)]
    next_cursor: NextCursor


class Player(TypedDict):
    """The public profile of a player."""

    id: PlayerId
    name: Annotated[Name | None, "The name; null if the account is closed."]
    kind: Annotated[
        Literal["human", "bot", "house"], "`human`, `bot` (a player's program), or `house` (a bot of this server)."
    ]
    created_at: Time
    closed: Annotated[bool, "Whether the account is closed."]
    reliability: Annotated[
        Reliability | None, "The reliability of the player; null for bots of the server and closed accounts."
    ]
    availability: NotRequired[
        Annotated[Availability | None, "The availability of the player, as in `GET /v1/players/{player_id}`."]
    ]


class Reliability(TypedDict):
    """A player's reliability over the last 200 turns and the last 50 hands. A turn counts if a clock ran for it: it was
    answered in time, including grace, or missed. A hand counts when it is over. It is finished by a player who is
    present at its deal and at its end, but not by one who left the seat to a bot or a substitute, or forfeited it.
    Nothing in a sandbox counts. A table with delayed spectators counts after its match, and a sealed table once it is
    unsealed.
    """

    score: Annotated[
        int | None,
        "The share of turns answered in time, times the share of hands finished, in hundredths and rounded down; "
        "null if nothing has been counted.",
        Minimum(0),
        Maximum(100),
    ]
    turns: Annotated[int, Minimum(0), Maximum(200)]
    in_time: Annotated[int, "The number of turns that were answered in time.", Minimum(0), Maximum(200)]
    hands_begun: Annotated[int, Minimum(0), Maximum(50)]
    hands_finished: Annotated[int, "The number of hands that were finished.", Minimum(0), Maximum(50)]
    provisional: Annotated[
        bool,
        "Whether it is based on fewer than 20 turns and fewer than 5 hands; the player is then admitted to every "
        "table.",
    ]
    seconds_a_turn: NotRequired[
        Annotated[
            int | None,
            "The mean seconds of the last 200 turns that were answered in time, from the beginning of each turn; null "
            "while fewer than 20 are known.",
            Minimum(0),
            Added(),
        ]
    ]


class NewToken(TypedDict):
    """A token with its secret, which is shown only once."""

    id: TokenId
    name: Name
    scopes: Annotated[list[Scope], "Its scopes, in alphabetical order.", MinItems(1)]
    created_at: Time
    expires_at: Annotated[Time | None, "When it expires; null for never."]
    revoked_at: None
    last_used_at: None
    client: None
    kind: NotRequired[Annotated[Literal["personal"], Added()]]
    player: Annotated[PlayerId, "The player that it belongs to."]
    secret: Annotated[
        str,
        "The secret to send as `Authorization: Bearer …`. Keep it like a password.",
        Pattern("^sj_[A-Za-z0-9_-]{43}$"),
    ]


class SignedUp(TypedDict):
    """A new player and their first token."""

    id: Annotated[PlayerId, "The id of the player."]
    created_at: Time
    player: Player
    token: NewToken


class PlayerNamesPage(TypedDict):
    """Names of players, and with `name` the way to the next page."""

    players: NotRequired[Annotated[PlayerNames, Added()]]
    next_cursor: NextCursor


class PlayerName(TypedDict):
    """The name of a player."""

    name: Annotated[Name | None, "The name; null if the account is closed."]
    is_bot: Annotated[bool, "Whether a program plays: a player's own, or a bot of this server."]
    is_guest: NotRequired[
        Annotated[bool, "True for guests of a tournament, for whom its staff act; otherwise left out."]
    ]


class CurrentTokenPlayer(TypedDict):
    """The player that it belongs to."""

    id: PlayerId
    name: Name
    kind: Annotated[Literal["human", "bot", "house"], "As in the profile of the player."]


class CurrentTokenLimits(TypedDict):
    """The limits of the player, over all of their tokens."""

    requests: Annotated[
        dict[str, RequestQuota],
        "The quota of requests by the name of each rate limit, as in `RateLimit-Policy`. A limit that this "
        "server has switched off is left out. Requests are also counted by address.",
    ]
    streams: Annotated[int, "The streams and waiting requests at a time in one process.", Minimum(0)]


class CurrentToken(TypedDict):
    """The token of the request, and its player."""

    id: TokenId
    player: CurrentTokenPlayer
    scopes: Annotated[list[Scope], "Its scopes, in alphabetical order."]
    expires_at: Annotated[Time | None, "When it expires; null for never."]
    client: Annotated[ClientId | None, "The OAuth client that holds it; null for a personal token."]
    sandbox: Annotated[WorldId | None, "The sandbox of the player; null for an ordinary account."]
    limits: CurrentTokenLimits


class RequestQuota(TypedDict):
    """A number of requests in a window of time."""

    quota: Annotated[int, "The requests in one window.", Minimum(1)]
    window_s: Annotated[int, "The length of the window in seconds.", Minimum(1)]


PlayerNames = Annotated[
    dict[str, PlayerName],
    "The names of the players whom the document mentions, by id. They are at most a minute old.",
    Named("PlayerNames"),
]
