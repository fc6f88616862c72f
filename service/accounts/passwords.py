"""Passwords, hashed by argon2id as RFC 9106 recommends where memory is dear (argon2-cffi's defaults: 64 MiB, 3 passes).

One hash takes some 50 ms of processor time and 64 MiB. Under gevent it would stop every other request of the process
for as long, so a process with gevent passes an `Aside` that works in a thread of its own. And however many ask at
once, a process hashes two passwords at a time: the rest wait, and its memory stays bounded.
"""

import threading
import unicodedata
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.platform.aside import Aside, T, on_the_spot

AT_ONCE = 2


class Passwords:
    """Makes and checks hashes of passwords."""

    def __init__(self, aside: Aside = on_the_spot, hasher: PasswordHasher | None = None) -> None:
        """Prepares to hash, with `aside` doing the work."""
        self._aside = aside
        self._hasher = hasher or PasswordHasher()
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._of_nobody: str | None = None

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        return self._do(lambda: self._hasher.hash(_bytes(password)))

    def fits(self, password: str, kept: str | None) -> bool:
        """Whether it is the password of which `kept` was kept.

        Where nothing was kept it does not fit, and finding that out costs as much: nobody can tell from the time of
        an answer whether there is such a login.
        """
        if self._of_nobody is None:
            self._of_nobody = self.hash("nobody has this password")
        against = self._of_nobody if kept is None else kept
        return self._do(lambda: self._verify(against, password)) and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether it was hashed with other parameters than are usual now."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    def _do(self, work: Callable[[], T]) -> T:
        with self._turns:
            return self._aside(work)


def _bytes(password: str) -> bytes:
    """The password as it is hashed: keyboards differ in how they compose characters (RFC 8265, 4.2)."""
    return unicodedata.normalize("NFC", password).encode()
