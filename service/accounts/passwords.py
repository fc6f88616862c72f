"""Hashes of passwords by argon2id, with argon2-cffi's defaults (RFC 9106, low memory): 64 MiB, 3 passes.

A hash takes about 50 ms of processor time and 64 MiB. Under gevent it would block all other requests of the process,
so a process with gevent passes an `Aside` that works in a thread. A process computes at most two hashes at a time, to
bound its memory; further ones wait.
"""

import threading
import unicodedata
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.platform.slow_work import RunSlowWork, T, run_in_this_thread

HASHES_AT_ONCE = 2


class Passwords:
    """Creates and checks hashes of passwords."""

    def __init__(self, run_slow_work: RunSlowWork = run_in_this_thread, hasher: PasswordHasher | None = None) -> None:
        """Takes the runner of slow work, and optionally a hasher."""
        self._run_slow_work = run_slow_work
        self._hasher = hasher or PasswordHasher()
        self._turns = threading.BoundedSemaphore(HASHES_AT_ONCE)
        self._of_nobody: str | None = None

    def hash(self, password: str) -> str:
        """Returns the hash of a password."""
        return self._do(lambda: self._hasher.hash(_bytes(password)))

    def fits(self, password: str, kept: str | None) -> bool:
        """Returns whether a password matches a stored hash.

        Without a hash the result is false, after the same amount of work. So response times do not show whether a login
        exists.
        """
        if self._of_nobody is None:
            self._of_nobody = self.hash("nobody has this password")
        against = self._of_nobody if kept is None else kept
        return self._do(lambda: self._verify(against, password)) and kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Returns whether the hash was made with other parameters than the current ones."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    def _do(self, work: Callable[[], T]) -> T:
        with self._turns:
            return self._run_slow_work(work)


def _bytes(password: str) -> bytes:
    """Returns the normalised bytes of a password: keyboards differ in how they compose characters (RFC 8265, 4.2)."""
    return unicodedata.normalize("NFC", password).encode()
