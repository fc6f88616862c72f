"""Keys that encrypt secrets in the store."""

import secrets
from base64 import urlsafe_b64encode

KEY_BYTES = 32


def new_key() -> str:
    """Returns a key: random bytes in URL-safe base64."""
    return urlsafe_b64encode(secrets.token_bytes(KEY_BYTES)).decode()
