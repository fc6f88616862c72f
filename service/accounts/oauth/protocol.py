"""The protocol of OAuth 2 as Authlib keeps it, over what this service stores (service/accounts/oauth/handlers.py).

Authlib's own connection to Flask takes query and form for one and trusts the address of the request; here requests are
read by the rules of this API, each parameter once and from where it belongs. The classes below are Authlib's, with
what they leave open filled in; where they are stricter than Authlib, they say so.
"""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import AuthorizationServer, OAuth2Error, OAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc6749.errors import (
    InsecureTransportError,
    InvalidGrantError,
    InvalidRequestError,
    InvalidScopeError,
    UnsupportedResponseTypeError,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE, DeviceAuthorizationEndpoint, DeviceCodeGrant
from flask import Response, request

from domain.table.events import PlayerId
from service.accounts.handlers import SCOPES, TOKEN_PREFIX, hash_of, new_secret
from service.accounts.oauth import handlers as kept
from service.platform.documents import Json
from service.platform.http import requests
from service.platform.http.addresses import is_sent_here, own_address
from service.platform.http.answers import json_bytes
from service.request_context import identity, service

# To whoever debugs Authlib tells the tokens that it gives out; no log of ours holds a token.
logging.getLogger("authlib").setLevel(logging.INFO)

AUTHORIZE = "/oauth/authorize"
DEVICE = "/oauth/device"
GRANT_TYPES = ("authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE)
PUBLIC = ("none",)
"""How clients prove themselves: not at all."""

TYPED = frozenset({"login", "password", "user_code"})
"""What a person types is in any script; all else is ASCII (RFC 6749, appendix A)."""
QUOTED = frozenset({"state"})
"""May hold quotes and backslashes; what Authlib repeats in descriptions of errors may not hold any."""
_ASCII = re.compile(r"[\x20-\x7e]*")
_PLAIN = re.compile(r"[\x20\x21\x23-\x5b\x5d-\x7e]*")


def parameters() -> dict[str, str]:
    """The parameters of the request: those in the query of a GET, and those in the form of a POST.

    Raises:
        OAuth2Error: one of them is given twice (RFC 6749, 3.1), or has characters that do not belong there.
    """
    given = requests.form() if request.method == "POST" else request.args
    if given is None:
        raise InvalidRequestError(f"Send {requests.FORM} in UTF-8.")
    for name, values in given.lists():
        if len(values) > 1:
            raise InvalidRequestError("Give each parameter once.")
        if name not in TYPED and not (_ASCII if name in QUOTED else _PLAIN).fullmatch(values[0]):
            raise InvalidRequestError("Give printable ASCII characters, without quotes and backslashes.")
    return given.to_dict()


def _not_here() -> InvalidRequestError:
    return InvalidRequestError("This needs https, and that the server is told its PUBLIC_ADDRESS.")


class Asked(OAuth2Request):  # type: ignore[misc]  # Authlib has no type hints
    """The request with its parameters, as Authlib reads it."""

    def __init__(self) -> None:
        """Reads it. Raises `OAuth2Error`, also where a password would come in clear over a network."""
        if not service().settings.public_address and not is_sent_here():
            raise _not_here()
        try:
            super().__init__(request.method, own_address() + request.path, headers=request.headers)
        except InsecureTransportError:
            raise _not_here() from None
        self.payload = BasicOAuth2Payload(parameters())

    @property
    def form(self) -> Mapping[str, str]:
        """The parameters, for those parts of Authlib that read forms."""
        return self.payload.data  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------------------- what Authlib asks about


class PublicClient(ClientMixin):  # type: ignore[misc]  # Authlib has no type hints
    """A client: it has no secret, and may ask for every grant and every scope that there are."""

    def __init__(self, client: kept.Client) -> None:
        self.client = client

    def get_client_id(self) -> str:
        """Its id."""
        return self.client.id

    def get_default_redirect_uri(self) -> None:
        """None: a request says itself where to, so that nothing depends on what else is registered."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """The scopes asked for; none when there are none, or one that does not exist."""
        return " ".join(sorted(set(scope.split()))) if scope and _exist(scope) else None

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Whether codes may be sent there."""
        return self.client.may_redirect_to(redirect_uri)

    def check_endpoint_auth_method(self, method: str, _endpoint: str) -> bool:
        """Whether it proves itself so."""
        return method in PUBLIC

    def check_response_type(self, response_type: str) -> bool:
        """Whether it is answered so."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Whether it gets tokens for that."""
        return grant_type in GRANT_TYPES


class SentCode:
    """An authorization code that has been sent, and was not exchanged."""

    code_challenge_method = "S256"

    def __init__(self, code: kept.Code) -> None:
        self.code = code
        self.code_challenge = code.challenge

    def get_redirect_uri(self) -> str:
        """To where it was sent."""
        return self.code.redirect_uri

    def get_scope(self) -> str:
        """For which scopes."""
        return " ".join(self.code.scopes)


class WaitingDevice:
    """A device that asks whether it has been allowed."""

    def __init__(self, device: kept.Device, client_id: str) -> None:
        self.device = device
        self._client_id = client_id

    def get_client_id(self) -> str:
        """Of which client it is."""
        return self._client_id

    def get_scope(self) -> str:
        """For which scopes."""
        return " ".join(self.device.scopes)

    def get_user_code(self) -> str:
        """Nothing, since it is not kept: what was decided stands beside the device itself."""
        return ""

    def is_expired(self) -> bool:
        """Whether it has waited too long."""
        return self.device.is_over


class SentRefresh:
    """A refresh token that was sent to this client, and was not used."""

    def __init__(self, refresh: kept.Refresh) -> None:
        self.refresh = refresh

    def check_client(self, client: PublicClient) -> bool:
        """Whether it is the client's."""
        return self.refresh.client == client.client.id

    def get_scope(self) -> str:
        """For which scopes."""
        return " ".join(self.refresh.scopes)


class HeldToken:
    """A token that is revoked or asked about."""

    def __init__(self, held: kept.Held) -> None:
        self.held = held

    def check_client(self, client: PublicClient) -> bool:
        """Whether it is the client's."""
        return self.held.client == client.client.id

    def is_expired(self) -> bool:
        """Whether it is over, for whatever reason."""
        return self.held.is_over

    def is_revoked(self) -> bool:
        """Told by `is_expired` already."""
        return False


# ---------------------------------------------------------------------------------------------- grants


def _new_secret(prefix: str) -> str:
    return new_secret(service().randomness, prefix)


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]  # Authlib has no type hints
    """The authorization code (RFC 6749, 4.1)."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def generate_authorization_code(self) -> str:
        """A new code."""
        return _new_secret(kept.CODE_PREFIX)

    def save_authorization_code(self, code: str, asked: Asked) -> None:
        """Keeps it, with all that its exchange depends on."""
        given = asked.payload
        sent = kept.Code(
            hash_of(code), asked.user, given.redirect_uri, given.data["code_challenge"], asked.scope.split()
        )
        _unless_spent(lambda: service().grants.add_code(asked.client.client, sent))

    def query_authorization_code(self, code: str, client: PublicClient) -> SentCode | None:
        """The code, if it was sent to this client and is good."""
        found = service().grants.code(code, client.client.id)
        return SentCode(found) if found else None

    def authenticate_user(self, sent: SentCode) -> PlayerId:
        """Who has allowed it."""
        return sent.code.player

    def save_token(self, token: Json) -> None:
        """Keeps the tokens and marks the code as used, in one transaction."""
        sent, client = self.request.authorization_code, self.request.client
        _unless_spent(lambda: service().grants.exchange_code(sent.code, client.client, _given(token)))

    def delete_authorization_code(self, sent: SentCode) -> None:
        """Nothing: it is marked by `save_token`, and stays so that it is noticed when it comes a second time."""


class SecureChallenge(CodeChallenge):  # type: ignore[misc]  # Authlib has no type hints
    """PKCE (RFC 7636) by S256 alone, demanded of whoever asks for a code; Authlib alone demands the verifier later."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ("S256",)

    def validate_code_challenge(self, grant: CodeGrant, redirect_uri: Any) -> None:
        """Raises `OAuth2Error` unless there is a challenge by S256."""
        given = grant.request.payload.data
        if not given.get("code_challenge") or given.get("code_challenge_method") != "S256":
            raise InvalidRequestError("Give code_challenge, and code_challenge_method=S256.")
        super().validate_code_challenge(grant, redirect_uri)


class RefreshGrant(RefreshTokenGrant):  # type: ignore[misc]  # Authlib has no type hints
    """The refresh token (RFC 6749, 6): each is good once, and brings another."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> SentRefresh | None:
        """The refresh token, if it was sent to this client and is good."""
        found = service().grants.refresh(refresh_token, self.request.client.client.id)
        return SentRefresh(found) if found else None

    def authenticate_user(self, sent: SentRefresh) -> PlayerId:
        """Who has allowed it."""
        return sent.refresh.player

    def save_token(self, token: Json) -> None:
        """Keeps the new tokens in place of the old ones, in one transaction."""
        sent, client = self.request.refresh_token, self.request.client
        _unless_spent(lambda: service().grants.exchange_refresh(sent.refresh, client.client, _given(token)))

    def revoke_old_credential(self, sent: SentRefresh) -> None:
        """Nothing: that is done by `save_token`."""


class DeviceGrant(DeviceCodeGrant):  # type: ignore[misc]  # Authlib has no type hints
    """The device code (RFC 8628)."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def query_device_credential(self, device_code: str) -> WaitingDevice:
        """The device, if it is this client's and has no tokens yet. Raises `InvalidGrantError` (RFC 6749, 5.2)."""
        client_id = self.request.payload.client_id
        self._device = service().grants.device(device_code, client_id)
        if self._device is None:
            raise InvalidGrantError("Invalid 'device_code' in request.")
        return WaitingDevice(self._device, client_id)

    def query_user_grant(self, _user_code: str) -> tuple[PlayerId | None, bool] | None:
        """What was decided about the device that asks; none as long as nothing was."""
        device = self._device
        return None if device is None or device.allowed is None else (device.player, device.allowed)

    def should_slow_down(self, waiting: WaitingDevice) -> bool:
        """Whether it asks too soon."""
        return service().grants.polls_too_soon(waiting.device)

    def save_token(self, token: Json) -> None:
        """Keeps the tokens and marks the device code as used, in one transaction."""
        waiting, client = self.request.credential, self.request.client
        _unless_spent(lambda: service().grants.exchange_device(waiting.device, client.client, _given(token)))


# ---------------------------------------------------------------------------------------------- endpoints


class DeviceAuthorization(DeviceAuthorizationEndpoint):  # type: ignore[misc]  # Authlib has no type hints
    """Where a device gets its codes (RFC 8628, 3.1)."""

    CLIENT_AUTH_METHODS = PUBLIC
    EXPIRES_IN = kept.DEVICE_LIFE_S
    INTERVAL = kept.POLL_EVERY_S

    def generate_device_code(self) -> str:
        """A new code."""
        return _new_secret(kept.DEVICE_PREFIX)

    def get_verification_uri(self) -> str:
        """The page on which its player types the code."""
        return own_address() + DEVICE

    def save_device_credential(self, client_id: str, scope: str, data: Json) -> None:
        """Keeps the codes."""
        scopes = sorted(set(scope.split()))
        _unless_spent(lambda: service().grants.add_device(client_id, scopes, data["device_code"], data["user_code"]))


class _OfTokens:
    """What both endpoints have in common that are sent a token."""

    def check_params(self, asked: Asked, _client: Any) -> None:
        """Raises `OAuth2Error` without a token. Hints that mean nothing are ignored, as RFC 7009, 2.2 wants it."""
        if not asked.form.get("token"):
            raise InvalidRequestError("Give token.")

    def query_token(self, token: str, _hint: str | None) -> HeldToken | None:
        """The token, whatever was hinted: it says itself of which kind it is."""
        held = service().grants.held(token)
        return HeldToken(held) if held else None


class Revocation(_OfTokens, RevocationEndpoint):  # type: ignore[misc]  # Authlib has no type hints
    """Where a client gives back what it has (RFC 7009)."""

    CLIENT_AUTH_METHODS = PUBLIC

    def revoke_token(self, token: HeldToken, _asked: Asked) -> None:
        """Ends all that came of the same grant."""
        if token.held.grant is not None:
            service().grants.end(token.held.grant)


class Introspection(_OfTokens, IntrospectionEndpoint):  # type: ignore[misc]  # Authlib has no type hints
    """Where a player, or a program that holds a token of theirs, looks at the player's tokens (RFC 7662)."""

    def authenticate_endpoint_client(self, _asked: Asked) -> PlayerId:
        """Who asks: the bearer of the token that the request is sent with."""
        return identity().player

    def check_permission(self, token: HeldToken, by: PlayerId, _asked: Asked) -> bool:
        """Whether the token is one of the player's own; of others nobody learns anything."""
        return token.held.player == by

    def introspect_token(self, token: HeldToken) -> Json:
        """What a valid token is."""
        held = token.held
        told = {
            "active": True,
            "scope": " ".join(sorted(held.scopes)),
            "client_id": held.client,
            "token_type": "Bearer" if held.kind == "access_token" else None,
            "exp": int(held.expires_at.timestamp()) if held.expires_at else None,
            "iat": int(held.created_at.timestamp()) if held.created_at else None,
            "sub": held.player,
            "iss": own_address(),
        }
        return {name: value for name, value in told.items() if value is not None}


# ---------------------------------------------------------------------------------------------- the server


class Server(AuthorizationServer):  # type: ignore[misc]  # Authlib has no type hints
    """The authorization server. It keeps nothing itself."""

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
        """The client of that id."""
        found = service().grants.client(client_id)
        return PublicClient(found) if found else None

    def validate_requested_scope(self, scope: str | None) -> None:
        """Raises `OAuth2Error` unless scopes are asked for that exist: nobody is given any by default."""
        if not scope or not _exist(scope):
            raise InvalidScopeError(f"Ask for some of {' '.join(sorted(SCOPES))}.")

    def create_oauth2_request(self, _request: Any) -> Asked:
        """The request that Flask has at hand."""
        return Asked()

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Nobody listens."""

    def handle_response(self, status: int, body: Json | str, headers: Sequence[tuple[str, str]]) -> Response:
        """The answer; a redirect says who sends it (RFC 9207), and turns a POST into a GET (RFC 9700, 4.12)."""
        if status != 302:
            return Response(json_bytes(body), status, headers=list(headers))
        location = add_params_to_uri(dict(headers)["Location"], {"iss": own_address()})
        return Response(
            status=303,
            headers={"Location": location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"},
        )

    def consent(self) -> CodeGrant:
        """The request for an authorization, which its player has to decide about. Raises `OAuth2Error`."""
        try:
            return cast("CodeGrant", self.get_consent_grant())
        except UnsupportedResponseTypeError as error:
            error.description = "Give response_type=code."
            raise

    def answered(self, respond: Callable[[], Response]) -> Response:
        """What `respond` returns, or the answer to the `OAuth2Error` that it raises."""
        try:
            return respond()
        except OAuth2Error as error:
            return self.handle_error_response(None, error)  # type: ignore[no-any-return]


def _exist(scope: str) -> bool:
    asked = scope.split()
    return bool(asked) and set(asked) <= set(SCOPES)


def _given(token: Json) -> kept.Given:
    return kept.Given(token["access_token"], token["refresh_token"], token["scope"].split())


def _unless_spent(work: Callable[[], None]) -> None:
    """Does the work; what was used by somebody else meanwhile is told as Authlib tells what was used before."""
    try:
        work()
    except kept.Spent:
        raise InvalidGrantError("This was used before, or its client or account is gone.") from None
