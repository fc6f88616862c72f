"""Clients, codes and tokens as Authlib asks for them."""

import re
from collections.abc import Mapping

from authlib.oauth2 import OAuth2Request
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc6749.errors import (
    InsecureTransportError,
    InvalidRequestError,
)
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE
from flask import request

from service.accounts.handlers import SCOPES
from service.accounts.oauth import handlers as kept
from service.platform.http import requests
from service.platform.http.addresses import is_sent_here, own_address
from service.request_context import service

TYPED = frozenset({"login", "password", "user_code"})
"""Parameters typed by a person, in any script. All others must be ASCII (RFC 6749, appendix A)."""

QUOTED = frozenset({"state"})
"""Parameters that may contain quotes and backslashes. In all others both are refused, as error texts repeat them."""

_ASCII = re.compile(r"[\x20-\x7e]*")

_NAME = re.compile(r"[a-z_]{1,40}")

_PLAIN = re.compile(r"[\x20\x21\x23-\x5b\x5d-\x7e]*")


def parameters() -> dict[str, str]:
    """Returns the parameters of the request: the query of a GET, or the form of a POST.

    Raises:
        OAuth2Error: a parameter occurs twice (RFC 6749, 3.1) or has characters that are not allowed.
    """
    given = requests.form() if request.method == "POST" else request.args
    if given is None:
        raise InvalidRequestError(f"Send {requests.FORM} in UTF-8.")
    for name, values in given.lists():
        if len(values) > 1:
            raise InvalidRequestError("Give each parameter once.")
        if name not in TYPED and not (_ASCII if name in QUOTED else _PLAIN).fullmatch(values[0]):
            # The text repeats only names that it may contain.
            where = name if _NAME.fullmatch(name) else "a parameter"
            without = "" if name in QUOTED else ", without quotes and backslashes"
            raise InvalidRequestError(f"{where}: give printable ASCII characters{without}.")
    return given.to_dict()


def not_here() -> InvalidRequestError:
    """Returns the error for requests that need https."""
    return InvalidRequestError("This needs https. The operator has to set PUBLIC_ADDRESS.")


def exist(scope: str) -> bool:
    """Returns whether all scopes in the text exist."""
    asked = scope.split()
    return bool(asked) and set(asked) <= set(SCOPES)


AUTHORIZE = "/oauth/authorize"
DEVICE = "/oauth/device"
GRANT_TYPES = ("authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE)
PUBLIC = ("none",)
"""How clients authenticate: they are all public, so they do not."""


class ReceivedRequest(OAuth2Request):  # type: ignore[misc]  # Authlib has no type hints
    """The request and its parameters in the form that Authlib reads."""

    def __init__(self) -> None:
        """Reads the request. Raises `OAuth2Error` if it is invalid, or came without TLS from elsewhere."""
        if not service().settings.public_address and not is_sent_here():
            raise not_here()
        try:
            super().__init__(request.method, own_address() + request.path, headers=request.headers)
        except InsecureTransportError:
            raise not_here() from None
        self.payload = BasicOAuth2Payload(parameters())

    @property
    def form(self) -> Mapping[str, str]:
        """The parameters, for the parts of Authlib that read forms."""
        return self.payload.data  # type: ignore[no-any-return]


class PublicClient(ClientMixin):  # type: ignore[misc]  # Authlib has no type hints
    """A public client. It has no secret, and may use every grant and request every scope."""

    def __init__(self, client: kept.Client) -> None:
        self.client = client

    def get_client_id(self) -> str:
        """Returns the id of the client."""
        return self.client.id

    def get_default_redirect_uri(self) -> None:
        """Returns `None`: there is no default. Each request must name its redirect URI."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        """Returns the requested scopes, or `None` if there are none or one is unknown."""
        return " ".join(sorted(set(scope.split()))) if scope and exist(scope) else None

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Returns whether codes may be sent to this URI."""
        return self.client.may_redirect_to(redirect_uri)

    def check_endpoint_auth_method(self, method: str, _endpoint: str) -> bool:
        """Returns whether the client may authenticate with this method."""
        return method in PUBLIC

    def check_response_type(self, response_type: str) -> bool:
        """Returns whether the client may use this response type."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """Returns whether the client may use this grant type."""
        return grant_type in GRANT_TYPES


class SentCode:
    """An authorization code that was issued and not yet exchanged."""

    code_challenge_method = "S256"

    def __init__(self, code: kept.Code) -> None:
        self.code = code
        self.code_challenge = code.challenge

    def get_redirect_uri(self) -> str:
        """Returns the URI to which the code was sent."""
        return self.code.redirect_uri

    def get_scope(self) -> str:
        """Returns the scopes of the code, separated by spaces."""
        return " ".join(self.code.scopes)


class WaitingDevice:
    """A device that polls for its authorization."""

    def __init__(self, device: kept.Device, client_id: str) -> None:
        self.device = device
        self._client_id = client_id

    def get_client_id(self) -> str:
        """Returns the id of the client."""
        return self._client_id

    def get_scope(self) -> str:
        """Returns the requested scopes, separated by spaces."""
        return " ".join(self.device.scopes)

    def get_user_code(self) -> str:
        """Returns an empty string: user codes are not stored. The decision is stored with the device."""
        return ""

    def is_expired(self) -> bool:
        """Returns whether the device code has expired."""
        return self.device.is_over


class SentRefresh:
    """A refresh token that was issued to this client and not yet used."""

    def __init__(self, refresh: kept.Refresh) -> None:
        self.refresh = refresh

    def check_client(self, client: PublicClient) -> bool:
        """Returns whether the token belongs to this client."""
        return self.refresh.client == client.client.id

    def get_scope(self) -> str:
        """Returns the scopes of the token, separated by spaces."""
        return " ".join(self.refresh.scopes)


class HeldToken:
    """A token that is being revoked or introspected."""

    def __init__(self, held: kept.StoredToken) -> None:
        self.held = held

    def check_client(self, client: PublicClient) -> bool:
        """Returns whether the token belongs to this client."""
        return self.held.client == client.client.id

    def is_expired(self) -> bool:
        """Returns whether the token is no longer valid, for any reason."""
        return self.held.is_over

    def is_revoked(self) -> bool:
        """Returns `False`: `is_expired` already covers revoked tokens."""
        return False
