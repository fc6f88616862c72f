"""Secrets that have to be read again. They are stored encrypted by Fernet (AES-128-CBC with HMAC-SHA-256).

Secrets that only have to be recognised, such as tokens and codes, are stored as hashes elsewhere. Secrets that can be
derived from the keys, such as those of entry codes, are not stored. The keys are in the settings and never in the
database, so a copy of the database reveals no secret. The first key encrypts, and all keys decrypt. To change the key,
put a new one first, encrypt everything again (`shengji db seal`), and remove the old one.

Sources: https://github.com/fernet/spec, RFC 5869.
"""

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator, Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from service.platform.store.database import Database

_SEALED = "gAAAA"
"""Prefix of everything that Fernet encrypts until the year 2106. Unencrypted webhook secrets have another prefix."""


class NoKey(Exception):
    """SECRETS_KEYS is empty, so secrets can neither be stored nor read."""

    def __init__(self) -> None:
        super().__init__(
            "SECRETS_KEYS is empty: give a key from `shengji db new-key`. It encrypts the secrets of webhooks, is the"
            " same for every process, and must not be stored in the database"
        )


class WrongKey(Exception):
    """A stored secret was encrypted by a key that is not in SECRETS_KEYS."""


class Vault:
    """Encrypts secrets for the store, and decrypts them."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Takes keys from `new_key`; the first one encrypts. Raises `ValueError` for an invalid key."""
        self._keys = [Fernet(key) for key in keys]
        self._material = [urlsafe_b64decode(key) for key in keys]

    def refuse_empty(self) -> None:
        """Raises `NoKey` if there are no keys."""
        if not self._keys:
            raise NoKey

    def encrypted(self, secret: str) -> str:
        """Returns the secret as it is stored. Raises `NoKey`."""
        return self._every_key().encrypt(secret.encode()).decode()

    def decrypted(self, stored: str) -> str:
        """Returns a stored secret. Secrets from before encryption are stored as they are.

        Raises:
            NoKey: there are no keys.
            WrongKey: the secret was encrypted by another key.
        """
        if not stored.startswith(_SEALED):
            return stored
        try:
            return self._every_key().decrypt(stored.encode()).decode()
        except InvalidToken:
            raise WrongKey("a secret is encrypted with a key that is not in SECRETS_KEYS") from None

    def derived(self, purpose: str) -> tuple[bytes, ...]:
        """Returns 32-byte secrets that are not stored: one for each key, by HKDF with SHA-256 (RFC 5869).

        Give out values made with the first secret. Accept values made with any of them, as long as its key is in
        SECRETS_KEYS. Raises `NoKey`.

        Args:
            purpose: purpose of the secrets. Other purposes give other secrets.
        """
        self.refuse_empty()
        info = purpose.encode()
        return tuple(HKDF(SHA256(), 32, salt=None, info=info).derive(each) for each in self._material)

    def is_by_first_key(self, stored: str) -> bool:
        """Returns whether a stored secret was encrypted by the first key. Raises `NoKey`."""
        self.refuse_empty()
        try:
            self._keys[0].decrypt(stored.encode())
        except InvalidToken:
            return False
        return True

    def _every_key(self) -> MultiFernet:
        self.refuse_empty()
        return MultiFernet(self._keys)


def seal(database: Database, vault: Vault, progress: Callable[[int, int], None]) -> int:
    """Encrypts all secrets by the first key that are not yet, and returns their number.

    It can be interrupted and repeated. Secrets that change meanwhile are left alone.

    Args:
        database: the database with the secrets.
        vault: the keys.
        progress: called with the number of examined webhooks and of all webhooks.

    Raises:
        NoKey: there are no keys.
        WrongKey: a secret was encrypted by an unknown key. This secret and all after it are unchanged.
    """
    rows = list(_stored_secrets(database))
    changed = 0
    for done, (webhook_id, *stored) in enumerate(rows, start=1):
        anew = [
            each and (each if vault.is_by_first_key(each) else vault.encrypted(vault.decrypted(each)))
            for each in stored
        ]
        if anew != stored:
            names = ("secret", "former_secret")
            before = dict(zip((f"{name}_before" for name in names), stored, strict=True))
            after = dict(zip(names, anew, strict=True))
            changed += len(database.run("reseal_webhook", {"id": webhook_id, **before, **after}))
        progress(done, len(rows))
    return changed


def _stored_secrets(database: Database) -> Iterator[tuple[str, str, str | None]]:
    after = ""
    while rows := database.read("webhook_secrets", {"after": after, "limit": 500}):
        yield from rows
        after = rows[-1][0]
