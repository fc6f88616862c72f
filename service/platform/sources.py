"""Where a process gets the time and random bytes from. Tests wire services with sources of their own.

Some libraries draw from the system by themselves: argon2-cffi salts, Fernet initialisation vectors, and Authlib the
codes that users type. So do parts that have no service: the answer to an unreadable request, the sign by which a
notifier knows its own notifications, the command line, and the client. Waits are spread by `random`, since nothing is
gained by guessing them.
"""

import base64
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from ulid import ULIDGenerator

from domain.kernel.instants import Instant

TimeSource = Callable[[], Instant]
"""Returns the current time."""
Draw = Callable[[int], bytes]
"""Returns so many random bytes."""
ULID_BYTES = 10


def time_of_day() -> Instant:
    """The time of this computer."""
    return Instant(time.time_ns() // 1_000_000)


class Randomness:
    """Random bytes, and the secrets and ids made of them. The first three methods return what `secrets` would."""

    def __init__(self, draw: Draw = os.urandom) -> None:
        """Takes all bytes from `draw`, which has to be fit for secrets."""
        self.token_bytes = draw
        self._ulids = ULIDGenerator(randomness=lambda _: draw(ULID_BYTES))

    def token_hex(self, count: int) -> str:
        """So many random bytes in hexadecimal digits."""
        return self.token_bytes(count).hex()

    def token_urlsafe(self, count: int) -> str:
        """So many random bytes in base64 for URLs, without padding."""
        return base64.urlsafe_b64encode(self.token_bytes(count)).rstrip(b"=").decode()

    def new_id(self, prefix: str) -> str:
        """A new id: the prefix, `_` and a ULID. Ids of one process sort in the order in which they were made."""
        return f"{prefix}_{self._ulids.generate()}"

    def generator(self) -> random.Random:
        """A generator with a random seed. What it returns must not be used for secrets or cards."""
        return random.Random(self.token_bytes(8))  # noqa: S311 - for what has to vary only


_OF_THE_SYSTEM = Randomness()


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of one process.

    Attributes:
        clock: the time outside sandboxes.
        randomness: everything that is drawn by chance.
    """

    clock: TimeSource = time_of_day
    randomness: Randomness = _OF_THE_SYSTEM


SOURCES = Sources()
"""The clock and the randomness of the system."""
