"""A device with passkeys, in software: it makes keys and answers challenges as WebAuthn describes."""

import hashlib
import json
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

Json = dict[str, Any]
PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
ES256, P256 = -7, 1


def written(data: bytes) -> str:
    """Returns bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A device with one passkey.

    Attributes:
        credential: the id of its passkey, which determines the key.
        signed: how often it has signed.
        flags: what it says about its owner: present, and known by fingerprint or PIN.
    """

    def __init__(self, origin: str, credential: bytes, host: str = "localhost") -> None:
        self.signed = 0
        self.flags = PRESENT | VERIFIED
        self.origin = origin
        self._host = hashlib.sha256(host.encode()).digest()
        self.credential = credential
        self._key = ec.derive_private_key(int.from_bytes(hashlib.sha256(credential).digest()) >> 1, ec.SECP256R1())

    def create(self, options: Json) -> Json:
        """Returns the answer to options for a new passkey."""
        numbers = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32) for number in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: ES256, -1: P256, -2: x, -3: y})
        attested = bytes(16) + len(self.credential).to_bytes(2) + self.credential + key
        data = self._data(WITH_KEY) + attested
        response = {
            "clientDataJSON": written(self._client_data("webauthn.create", options)),
            "attestationObject": written(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return self._named(response)

    def get(self, options: Json) -> Json:
        """Returns the answer to options for a sign-in."""
        self.signed += 1
        client, data = self._client_data("webauthn.get", options), self._data(0)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": written(client),
            "authenticatorData": written(data),
            "signature": written(signature),
        }
        return self._named(response)

    def _named(self, response: Json) -> Json:
        name = written(self.credential)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def _data(self, flags: int) -> bytes:
        return self._host + bytes([self.flags | flags]) + self.signed.to_bytes(4)

    def _client_data(self, kind: str, options: Json) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()
