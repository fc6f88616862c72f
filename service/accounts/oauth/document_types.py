"""The types of the documents of oauth."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Name, Time
from domain.kernel.players import PlayerId
from domain.kernel.schema_markers import Format, MaxItems, MaxLength, Minimum, MinLength, Named, Pattern, Title
from service.platform.document_types import NextCursor, Scope

ClientId = Annotated[
    str,
    "The id of an OAuth client, which is its `client_id`.",
    Pattern("^cli_[0-9A-HJKMNP-TV-Z]{26}$"),
    Named("ClientId"),
]

RedirectUri = Annotated[
    str,
    "An address to which codes may be sent. It is `https://` and a host; `http://` and 127.0.0.1, [::1] or "
    "localhost with any port, for a program on the same host; or a scheme of the program's own, with a dot "
    "in it. It has no user, query or fragment.",
    MinLength(1),
    MaxLength(200),
    Pattern(
        r"^(https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?(/[A-Za-z0-9._~!$&'()*+,=:@%/-]*)?|http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?(/[A-Za-z0-9._~!$&'()*+,=:@%/-]*)?|[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/{1,2}[A-Za-z0-9._~-][A-Za-z0-9._~!$&'()*+,=:@%/-]*)$"
    ),
    Named("RedirectUri"),
]

ScopeList = Annotated[
    str,
    "Scopes separated by spaces.",
    Pattern(
        "^ *(account:(read|write)|table:(create|play|read)|tournament:(manage|write)|webhook:manage)"
        "( +(account:(read|write)|table:(create|play|read)|tournament:(manage|write)|webhook:manage))* *$"
    ),
    Named("ScopeList"),
]

OAuthState = Annotated[
    str, "A text that the client gets back with the response.", Pattern("^[ -~]*$"), Named("OAuthState")
]

CodeChallenge = Annotated[
    str, "A PKCE challenge by S256.", Pattern("^[A-Za-z0-9._~-]{43,128}$"), Named("CodeChallenge")
]

PlayersDecision = Annotated[
    Literal["allow", "deny"], "Whether the client may have the requested access.", Named("PlayersDecision")
]


class AuthorizationDecision(TypedDict):
    """The parameters of an authorization request, and the decision."""

    response_type: Literal["code"]
    client_id: ClientId
    redirect_uri: RedirectUri
    scope: ScopeList
    state: NotRequired[OAuthState]
    code_challenge: CodeChallenge
    code_challenge_method: Literal["S256"]
    decision: PlayersDecision
    login: NotRequired[Annotated[str, "The login of a player who is not signed in."]]
    password: NotRequired[Annotated[str, "Its password.", Format("password")]]
    consent: NotRequired[Annotated[str, "The value in the form of a player who is signed in."]]


class DeviceDecision(TypedDict):
    """The decision about a device."""

    user_code: Annotated[str, "The code that the device shows."]
    decision: PlayersDecision
    login: NotRequired[Annotated[str, "The login of a player who is not signed in."]]
    password: NotRequired[Annotated[str, "Its password.", Format("password")]]
    consent: NotRequired[Annotated[str, "The value in the form of a player who is signed in."]]


class TokenRequest(TypedDict):
    """A request for tokens; the other required members depend on `grant_type`."""

    grant_type: Annotated[
        Literal["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
        "The kind of the exchange.",
    ]
    client_id: ClientId
    code: NotRequired[Annotated[str, "`authorization_code`: the code."]]
    redirect_uri: NotRequired[Annotated[str, "`authorization_code`: the address to which the code was sent."]]
    code_verifier: NotRequired[
        Annotated[
            str,
            "`authorization_code`: the verifier from which the challenge was derived.",
            Pattern("^[A-Za-z0-9._~-]{43,128}$"),
        ]
    ]
    refresh_token: NotRequired[Annotated[str, "`refresh_token`: the refresh token."]]
    scope: NotRequired[
        Annotated[
            str, "`refresh_token`: optionally, fewer scopes for this access token; the next one can have all again."
        ]
    ]
    device_code: NotRequired[Annotated[str, "The device flow: the device code."]]


class DeviceRequest(TypedDict):
    """The client, and the scopes that it requests."""

    client_id: ClientId
    scope: ScopeList


class RevocationRequest(TypedDict):
    """The token that a client revokes."""

    client_id: ClientId
    token: Annotated[str, "An access or refresh token of the client."]
    token_type_hint: NotRequired[Annotated[str, "Optional; the token identifies its own type."]]


class IntrospectionRequest(TypedDict):
    """The token to introspect."""

    token: Annotated[str, "One of your access or refresh tokens."]
    token_type_hint: NotRequired[Annotated[str, "Optional; the token identifies its own type."]]


class Client(TypedDict):
    """An OAuth client."""

    id: ClientId
    name: Name
    redirect_uris: Annotated[list[RedirectUri], "The addresses to which codes may be sent.", MaxItems(10)]
    created_at: Time


class ClientPage(TypedDict):
    """A page of clients, oldest first."""

    clients: Annotated[list[Client], MaxItems(100)]
    next_cursor: NextCursor


class Nothing(TypedDict):
    """An empty object. It means that the request was successful."""


class OAuthError(TypedDict):
    """An OAuth error (RFC 6749, 5.2; RFC 8628, 3.5)."""

    error: Annotated[
        Literal[
            "access_denied",
            "authorization_pending",
            "expired_token",
            "invalid_client",
            "invalid_grant",
            "invalid_request",
            "invalid_scope",
            "slow_down",
            "unsupported_grant_type",
        ],
        "The name of the error.",
        Title("OAuthErrorCode"),
    ]
    error_description: NotRequired[Annotated[str, "A description of the error, for people."]]


class OAuthTokens(TypedDict):
    """The tokens for a client (RFC 6749, 5.1)."""

    token_type: Literal["Bearer"]
    access_token: Annotated[str, "The token to send as `Authorization: Bearer …`.", Pattern("^sj_[A-Za-z0-9_-]{43}$")]
    expires_in: Annotated[int, "The lifetime in seconds.", Minimum(1)]
    refresh_token: Annotated[
        str, "The refresh token, which gives the next pair of tokens, once.", Pattern("^sjr_[A-Za-z0-9_-]{43}$")
    ]
    scope: ScopeList


class DeviceCodes(TypedDict):
    """The codes for a device (RFC 8628, 3.2)."""

    device_code: Annotated[str, "The code for the device. It is secret.", Pattern("^sjd_[A-Za-z0-9_-]{43}$")]
    user_code: Annotated[str, "The code for people to type.", Pattern("^[A-Z]{4}-[A-Z]{4}$")]
    verification_uri: Annotated[str, "The address of the page on which people type the code.", Format("uri")]
    verification_uri_complete: Annotated[str, "The same address with the code in it.", Format("uri")]
    expires_in: Annotated[int, "The lifetime of the codes in seconds.", Minimum(1)]
    interval: Annotated[int, "The minimum number of seconds between two polls.", Minimum(1)]


class Introspected(TypedDict):
    """The state of a token (RFC 7662, 2.2). Without a client, its player created it."""

    active: Annotated[bool, "Whether it is valid."]
    scope: NotRequired[ScopeList]
    client_id: NotRequired[ClientId]
    token_type: NotRequired[Literal["Bearer"]]
    exp: NotRequired[Annotated[int, "When it expires, in seconds since 1970."]]
    iat: NotRequired[Annotated[int, "When it was created, in seconds since 1970."]]
    sub: NotRequired[PlayerId]
    iss: NotRequired[Annotated[str, "The address of the server.", Format("uri")]]


class AuthorizationServer(TypedDict):
    """The metadata of the authorization server (RFC 8414)."""

    issuer: Annotated[str, Format("uri")]
    authorization_endpoint: Annotated[str, Format("uri")]
    token_endpoint: Annotated[str, Format("uri")]
    device_authorization_endpoint: NotRequired[Annotated[str, Format("uri")]]
    revocation_endpoint: NotRequired[Annotated[str, Format("uri")]]
    introspection_endpoint: NotRequired[Annotated[str, Format("uri")]]
    scopes_supported: NotRequired[list[Scope]]
    response_types_supported: list[str]
    response_modes_supported: NotRequired[list[str]]
    grant_types_supported: NotRequired[list[str]]
    code_challenge_methods_supported: NotRequired[list[str]]
    token_endpoint_auth_methods_supported: NotRequired[list[str]]
    revocation_endpoint_auth_methods_supported: NotRequired[list[str]]
    introspection_endpoint_auth_methods_supported: NotRequired[list[str]]
    authorization_response_iss_parameter_supported: NotRequired[bool]
    service_documentation: NotRequired[Annotated[str, Format("uri")]]
