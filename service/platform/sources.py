"""The time and the random bytes of a process. Tests create services with sources of their own.

Some libraries draw from the system directly: argon2-cffi for salts, Fernet for initialisation vectors, and Authlib for
user codes. So do parts without a service: responses to unreadable requests, the id by which a notifier recognises its
own messages, the command line, and the client. Pauses are spread by `random`, because guessing them gains nothing.
"""

import base64
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from ulid import ULIDGenerator

from domain.kernel.instants import Instant

Clock = Callable[[], Instant]
"""Returns the current time."""
Draw = Callable[[int], bytes]
"""Returns a number of random bytes."""
ULID_BYTES = 10


def time_of_day() -> Instant:
    """Returns the time of this computer."""
    return Instant(time.time_ns() // 1_000_000)


class Randomness:
    """Random bytes, and secrets and ids made of them. The first three methods return the same as those of `secrets`."""

    def __init__(self, draw: Draw = os.urandom) -> None:
        """Takes the source of all bytes. It must be cryptographically secure."""
        self.token_bytes = draw
        self._ulids = ULIDGenerator(randomness=lambda _: draw(ULID_BYTES))

    def token_hex(self, count: int) -> str:
        """Returns `count` random bytes in hexadecimal digits."""
        return self.token_bytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        """Returns `count` random bytes in URL-safe base64, without padding."""
        return base64.urlsafe_b64encode(self.token_bytes(count)).rstrip(b"=").decode()

    def new_id(self, prefix: str) -> str:
        """Returns a new id: the prefix, `_` and a ULID. Ids of one process sort in the order of their creation."""
        return f"{prefix}_{self._ulids.generate()}"

    def generator(self) -> random.Random:
        """Returns a generator with a random seed. Do not use it for secrets or cards."""
        return random.Random(self.token_bytes(8))  # noqa: S311 - not for secrets


_OF_THE_SYSTEM = Randomness()


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of one process.

    Attributes:
        clock: the time outside sandboxes.
        randomness: the source of everything random.
    """

    clock: Clock = time_of_day
    randomness: Randomness = _OF_THE_SYSTEM


SOURCES = Sources()
"""The clock and the randomness of the system."""
