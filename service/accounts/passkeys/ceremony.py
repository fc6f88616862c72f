"""What browsers and this server exchange about passkeys, by the library `webauthn`.

The address of the server decides where a passkey counts: its host is the id of the relying party, and the whole
address is the origin that the browser signs.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from service.platform.documents import Json

NAME = "Sheng Ji"
TIMEOUT_MS = 300_000
_WRONG = (WebAuthnException, KeyError, TypeError, ValueError)
"""What the library raises for an answer that it cannot read, or that does not pass its checks."""


class InvalidPasskey(Exception):
    """The answer of a device is not valid here."""


class Place(NamedTuple):
    """Where passkeys count: the host, and the whole address of the pages."""

    host: str
    origin: str


class PublicKey(NamedTuple):
    """What is stored of a passkey. `sign_count` is how often the device has signed, or 0 if it does not count."""

    credential_id: bytes
    public_key: bytes
    sign_count: int


def creation_options(place: Place, player: str, name: str, challenge: bytes, known: Sequence[bytes]) -> Json:
    """Returns the options for a new passkey. `known` has the ids of the passkeys that the player has."""
    options = generate_registration_options(
        rp_id=place.host,
        rp_name=NAME,
        user_id=player.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        # The device itself names the account, and asks its owner for a fingerprint or PIN: no name has to be typed.
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each) for each in known],
    )
    return dict(json.loads(options_to_json(options)))


def request_options(place: Place, challenge: bytes) -> Json:
    """Returns the options for a sign-in with any passkey of this server."""
    options = generate_authentication_options(
        rp_id=place.host,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(json.loads(options_to_json(options)))


def challenge_of(credential: Any) -> bytes:
    """Returns the challenge that the answer of a device names. Raises `InvalidPasskey`."""
    try:
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    except _WRONG as error:
        raise InvalidPasskey("the answer names no challenge") from error


def credential_id_of(credential: Json) -> bytes:
    """Returns the id of the passkey in an answer. Raises `InvalidPasskey`."""
    try:
        return parse_authentication_credential_json(credential).raw_id
    except _WRONG as error:
        raise InvalidPasskey("the answer cannot be read") from error


def checked_key(credential: Json, challenge: bytes, place: Place) -> PublicKey:
    """Returns the key of a new passkey, after all checks of the standard. Raises `InvalidPasskey`."""
    try:
        made = verify_registration_response(
            credential=parse_registration_credential_json(credential),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            require_user_verification=True,
        )
    except _WRONG as error:
        raise InvalidPasskey(str(error)) from error
    return PublicKey(made.credential_id, made.credential_public_key, made.sign_count)


def checked_answer(credential: Json, challenge: bytes, place: Place, public_key: bytes, used: int) -> int:
    """Returns how often the device has signed, after all checks of the standard. Raises `InvalidPasskey`.

    Args:
        credential: the answer of the device.
        challenge: the challenge that it had to sign.
        place: where the passkey counts.
        public_key: the stored key.
        used: the stored number of signatures. An answer with a number that is not higher comes from a copy.
    """
    try:
        answered = verify_authentication_response(
            credential=parse_authentication_credential_json(credential),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=public_key,
            credential_current_sign_count=used,
            require_user_verification=True,
        )
    except _WRONG as error:
        raise InvalidPasskey(str(error)) from error
    return answered.new_sign_count
