"""Accounts with passkeys."""

from secrets import token_bytes
from typing import Any

from werkzeug.test import TestResponse

from tests.support.api import User
from tests.support.authenticators import Authenticator
from tests.support.browsers import OWN_PAGE

HERE = {"Host": "localhost"}
"""The host for which browsers make passkeys in tests."""


def credential_for(user: User, **confirmation: Any) -> dict[str, Any]:
    """Returns the answer of a new device to options for a passkey of a player."""
    begun = user.api.call("POST", "/v1/me/passkeys/options", confirmation, token=user.token, headers=HERE)
    assert begun.status_code == 200, begun.text
    options = begun.json["options"]
    host = options["rp"]["id"]
    # Browsers make passkeys only over HTTPS, except for this computer.
    origin = f"http://{host}" if host == HERE["Host"] else f"https://{host}"
    return Authenticator(origin, token_bytes(16), host).create(options)


def sign_in_of(user: User) -> dict[str, Any]:
    """Returns the answer of a device with a passkey of a player to options for a sign-in."""
    device = Authenticator("http://localhost", token_bytes(16))
    begun = user.api.call("POST", "/v1/me/passkeys/options", {}, token=user.token, headers=HERE)
    made = {"credential": device.create(begun.json["options"])}
    assert user.api.call("POST", "/v1/me/passkeys", made, token=user.token, headers=HERE).status_code == 201
    options = user.api.call("POST", "/v1/session/passkey/options", headers={**HERE, **OWN_PAGE}).json["options"]
    return device.get(options)


def add_passkey(user: User, **confirmation: Any) -> TestResponse:
    """Adds a passkey of a new device to an account.

    Args:
        user: the player.
        confirmation: `current_password`, if the account has a login.
    """
    made = {"credential": credential_for(user, **confirmation)}
    return user.api.call("POST", "/v1/me/passkeys", made, token=user.token, headers=HERE)
