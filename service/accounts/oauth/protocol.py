"""The OAuth 2 server: connects Authlib to the grants that this service stores (service/accounts/oauth/handlers.py).

Authlib's own Flask integration merges query and form and trusts the request's address. Here each parameter must occur
once and in its proper place. The classes below implement the hooks of Authlib. They say where they are stricter.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any, cast

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import AuthorizationServer, OAuth2Error
from authlib.oauth2.rfc6749.errors import (
    InvalidGrantError,
    InvalidRequestError,
    InvalidScopeError,
    UnsupportedResponseTypeError,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant
from flask import Response

from domain.kernel.players import PlayerId
from service.accounts.handlers import SCOPES, TOKEN_PREFIX, hash_of, new_secret
from service.accounts.oauth import handlers as kept
from service.accounts.oauth.models import (
    DEVICE,
    PUBLIC,
    HeldToken,
    PublicClient,
    ReceivedRequest,
    SentCode,
    SentRefresh,
    WaitingDevice,
    exist,
)
from service.platform.documents import Json
from service.platform.http.addresses import own_address
from service.platform.http.answers import json_bytes
from service.request_context import identity, service

# Authlib logs the tokens that it issues at debug level. Our logs must not contain tokens.
logging.getLogger("authlib").setLevel(logging.INFO)


def _new_secret(prefix: str) -> str:
    return new_secret(service().randomness, prefix)


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]  # Authlib has no type hints
    """The authorization code grant (RFC 6749, 4.1)."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def generate_authorization_code(self) -> str:
        """Returns a new authorization code."""
        return _new_secret(kept.CODE_PREFIX)

    def save_authorization_code(self, code: str, asked: ReceivedRequest) -> None:
        """Stores the code with everything that its exchange needs."""
        given = asked.payload
        sent = kept.Code(
            hash_of(code), asked.user, given.redirect_uri, given.data["code_challenge"], asked.scope.split()
        )
        _unless_spent(lambda: service().grants.add_code(asked.client.client, sent))

    def query_authorization_code(self, code: str, client: PublicClient) -> SentCode | None:
        """Returns the code if it was issued to this client and is still valid."""
        found = service().grants.code(code, client.client.id)
        return SentCode(found) if found else None

    def authenticate_user(self, sent: SentCode) -> PlayerId:
        """Returns the player who authorized the client."""
        return sent.code.player

    def save_token(self, token: Json) -> None:
        """Stores the tokens and marks the code as used, in one transaction."""
        sent, client = self.request.authorization_code, self.request.client
        _unless_spent(lambda: service().grants.exchange_code(sent.code, client.client, _given(token)))

    def delete_authorization_code(self, sent: SentCode) -> None:
        """Does nothing: `save_token` marks the code as used. It is kept so that a second use is detected."""


class SecureChallenge(CodeChallenge):  # type: ignore[misc]  # Authlib has no type hints
    """PKCE (RFC 7636), with S256 only. Unlike Authlib, requires a challenge in every authorization request."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: CodeGrant, redirect_uri: Any) -> None:
        """Raises `OAuth2Error` if there is no S256 challenge."""
        given = grant.request.payload.data
        if not given.get("code_challenge") or given.get("code_challenge_method") != "S256":
            raise InvalidRequestError("Give code_challenge, and code_challenge_method=S256.")
        super().validate_code_challenge(grant, redirect_uri)


class RefreshGrant(RefreshTokenGrant):  # type: ignore[misc]  # Authlib has no type hints
    """The refresh token grant (RFC 6749, 6). Each refresh token can be used once, and yields a new one."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> SentRefresh | None:
        """Returns the refresh token if it was issued to this client and is still valid."""
        found = service().grants.refresh(refresh_token, self.request.client.client.id)
        return SentRefresh(found) if found else None

    def authenticate_user(self, sent: SentRefresh) -> PlayerId:
        """Returns the player who authorized the client."""
        return sent.refresh.player

    def save_token(self, token: Json) -> None:
        """Replaces the old tokens by the new ones, in one transaction."""
        sent, client = self.request.refresh_token, self.request.client
        _unless_spent(lambda: service().grants.exchange_refresh(sent.refresh, client.client, _given(token)))

    def revoke_old_credential(self, sent: SentRefresh) -> None:
        """Does nothing: `save_token` replaces the old tokens."""


class DeviceGrant(DeviceCodeGrant):  # type: ignore[misc]  # Authlib has no type hints
    """The device authorization grant (RFC 8628)."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def query_device_credential(self, device_code: str) -> WaitingDevice:
        """Returns the device if it belongs to this client and has no tokens yet.

        Raises:
            InvalidGrantError: there is no such device (RFC 6749, 5.2).
        """
        client_id = self.request.payload.client_id
        self._device = service().grants.device(device_code, client_id)
        if self._device is None:
            raise InvalidGrantError("Invalid 'device_code' in request.")
        return WaitingDevice(self._device, client_id)

    def query_user_grant(self, _user_code: str) -> tuple[PlayerId | None, bool] | None:
        """Returns the player and whether they allowed the device, or `None` while they have not decided."""
        device = self._device
        return None if device is None or device.allowed is None else (device.player, device.allowed)

    def should_slow_down(self, waiting: WaitingDevice) -> bool:
        """Returns whether the device polls too often."""
        return service().grants.polls_too_soon(waiting.device)

    def save_token(self, token: Json) -> None:
        """Stores the tokens and marks the device code as used, in one transaction."""
        waiting, client = self.request.credential, self.request.client
        _unless_spent(lambda: service().grants.exchange_device(waiting.device, client.client, _given(token)))


class DeviceAuthorization(DeviceAuthorizationEndpoint):  # type: ignore[misc]  # Authlib has no type hints
    """The endpoint that issues device codes (RFC 8628, 3.1)."""

    CLIENT_AUTH_METHODS = PUBLIC
    EXPIRES_IN = kept.DEVICE_LIFE_S
    INTERVAL = kept.POLL_EVERY_S

    def generate_device_code(self) -> str:
        """Returns a new device code."""
        return _new_secret(kept.DEVICE_PREFIX)

    def get_verification_uri(self) -> str:
        """Returns the address of the page on which the player enters the code."""
        return own_address() + DEVICE

    def save_device_credential(self, client_id: str, scope: str, data: Json) -> None:
        """Stores the device code and the user code."""
        scopes = sorted(set(scope.split()))
        _unless_spent(lambda: service().grants.add_device(client_id, scopes, data["device_code"], data["user_code"]))


class _OfTokens:
    """Base of the revocation and introspection endpoints."""

    def check_params(self, asked: ReceivedRequest, _client: Any) -> None:
        """Raises `OAuth2Error` if there is no token. Unknown hints are ignored, as RFC 7009, 2.2 requires."""
        if not asked.form.get("token"):
            raise InvalidRequestError("Give token.")

    def query_token(self, token: str, _hint: str | None) -> HeldToken | None:
        """Returns the token. The hint is ignored, because the token shows its own kind."""
        held = service().grants.stored_token(token)
        return HeldToken(held) if held else None


class Revocation(_OfTokens, RevocationEndpoint):  # type: ignore[misc]  # Authlib has no type hints
    """The endpoint with which a client revokes its tokens (RFC 7009)."""

    CLIENT_AUTH_METHODS = PUBLIC

    def revoke_token(self, token: HeldToken, _asked: ReceivedRequest) -> None:
        """Revokes all tokens of the same grant."""
        if token.held.grant is not None:
            service().grants.end(token.held.grant)


class Introspection(_OfTokens, IntrospectionEndpoint):  # type: ignore[misc]  # Authlib has no type hints
    """The endpoint that describes a token to its player, or to a program with a token of the player (RFC 7662)."""

    def authenticate_endpoint_client(self, _asked: ReceivedRequest) -> PlayerId:
        """Returns the player whose bearer token the request carries."""
        return identity().player

    def check_permission(self, token: HeldToken, by: PlayerId, _asked: ReceivedRequest) -> bool:
        """Returns whether the token belongs to this player. Tokens of others are reported as inactive."""
        return token.held.player == by

    def introspect_token(self, token: HeldToken) -> Json:
        """Returns the response for a valid token."""
        held = token.held
        members = {
            "active": True,
            "scope": " ".join(sorted(held.scopes)),
            "client_id": held.client,
            "token_type": "Bearer" if held.kind == "access_token" else None,
            "exp": int(held.expires_at.timestamp()) if held.expires_at else None,
            "iat": int(held.created_at.timestamp()) if held.created_at else None,
            "sub": held.player,
            "iss": own_address(),
        }
        return {name: value for name, value in members.items() if value is not None}


class OAuthServer(AuthorizationServer):  # type: ignore[misc]  # Authlib has no type hints
    """The authorization server. It has no state of its own."""

    def __init__(self) -> None:
        super().__init__(scopes_supported=sorted(SCOPES))
        generator = BearerTokenGenerator(
            lambda **_: _new_secret(TOKEN_PREFIX),
            lambda **_: _new_secret(kept.REFRESH_PREFIX),
            lambda *_: kept.ACCESS_LIFE_S,
        )
        self.register_token_generator("default", generator)
        self.register_grant(CodeGrant, [SecureChallenge()])
        self.register_grant(RefreshGrant)
        self.register_grant(DeviceGrant)
        for endpoint in (DeviceAuthorization, Revocation, Introspection):
            self.register_endpoint(endpoint)

    def query_client(self, client_id: str) -> PublicClient | None:
        """Returns the client with this id."""
        found = service().grants.client(client_id)
        return PublicClient(found) if found else None

    def validate_requested_scope(self, scope: str | None) -> None:
        """Raises `OAuth2Error` if no scope is requested or one is unknown. There are no default scopes."""
        if not scope or not exist(scope):
            raise InvalidScopeError(f"Ask for some of {' '.join(sorted(SCOPES))}.")

    def create_oauth2_request(self, _request: Any) -> ReceivedRequest:
        """Returns Flask's current request."""
        return ReceivedRequest()

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Does nothing: there are no signal handlers."""

    def handle_response(self, status: int, body: Json | str, headers: Sequence[tuple[str, str]]) -> Response:
        """Returns the response.

        A redirect names the issuer (RFC 9207), and uses 303 so that a POST becomes a GET (RFC 9700, 4.12).
        """
        if status != 302:
            return Response(json_bytes(body), status, headers=list(headers))
        location = add_params_to_uri(dict(headers)["Location"], {"iss": own_address()})
        return Response(
            status=303,
            headers={"Location": location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"},
        )

    def consent(self) -> CodeGrant:
        """Returns the authorization request that the player has to decide about. Raises `OAuth2Error`."""
        try:
            return cast("CodeGrant", self.get_consent_grant())
        except UnsupportedResponseTypeError as error:
            error.description = "Give response_type=code."
            raise

    def answered(self, respond: Callable[[], Response]) -> Response:
        """Returns the result of `respond`, or the error response if it raises `OAuth2Error`."""
        try:
            return respond()
        except OAuth2Error as error:
            return self.handle_error_response(None, error)  # type: ignore[no-any-return]


def _given(token: Json) -> kept.IssuedTokens:
    return kept.IssuedTokens(token["access_token"], token["refresh_token"], token["scope"].split())


def _unless_spent(work: Callable[[], None]) -> None:
    """Does the work. Raises `InvalidGrantError` if another request has used the code or token first."""
    try:
        work()
    except kept.Spent:
        raise InvalidGrantError("This was used before, or its client or account is gone.") from None
