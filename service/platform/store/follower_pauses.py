"""Pauses of followers that cannot go on, so that they are not tried again at once."""

import time
from collections.abc import Callable

REST_S = 5.0
"""Seconds for which a follower pauses after an event of a newer release."""
WAIT_S = 1.0
"""Seconds for which a follower pauses while Redis does not answer."""
PAUSE_MOST_S = 60.0
"""Longest pause of a failing follower, in seconds. Pauses start at one second and double with each failure."""


class FollowerPauses:
    """The pauses of followers, by name."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Starts without pauses. `monotonic` returns the time in seconds."""
        self._monotonic = monotonic
        self._until: dict[str, float] = {}
        self._rest_until: dict[str, float] = {}
        self._failing_s: dict[str, float] = {}

    def is_pausing(self, name: str) -> bool:
        """Returns whether a follower has to pause now."""
        now = self._monotonic()
        return self._until.get(name, now) > now

    @property
    def any_pauses(self) -> bool:
        """Whether any follower pauses because of an event of a newer release."""
        now = self._monotonic()
        return any(until > now for until in self._rest_until.values())

    def rest(self, name: str) -> None:
        """Pauses a follower that has met an event of a newer release."""
        self._until[name] = self._rest_until[name] = self._monotonic() + REST_S

    def wait(self, name: str) -> None:
        """Pauses a follower that waits for Redis."""
        self._until[name] = self._monotonic() + WAIT_S

    def fail(self, name: str) -> None:
        """Pauses a follower that has failed, twice as long as the last time."""
        before = self._failing_s.get(name)
        self._failing_s[name] = min(2 * before, PAUSE_MOST_S) if before else 1.0
        self._until[name] = self._monotonic() + self._failing_s[name]

    def succeed(self, name: str) -> None:
        """Forgets the failures of a follower."""
        self._failing_s.pop(name, None)
