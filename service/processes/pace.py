"""The times at which the scheduler applies events and looks for due work."""

import time
from collections.abc import Callable


class Pace:
    """Decides when the scheduler applies events and looks for due work.

    It does so soon after a notification, when something is due, and otherwise after `most_s` seconds. The work takes at
    most `share` of the time. But while there are events, two times are at most `busy_s` seconds apart.
    """

    def __init__(
        self, busy_s: float, most_s: float, share: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """Takes the longest wait while there is work, the longest wait without any, and the share. See the class.

        `monotonic` returns the time in seconds.
        """
        self._busy_s = busy_s
        self._most_s = most_s
        self._share = share
        self._monotonic = monotonic
        self._wait_s = 0.0
        self.begin()

    def begin(self) -> None:
        """Makes it time at once."""
        self._last = self._due = self._monotonic() - self._most_s
        self._has_heard = False

    def hear(self) -> None:
        """Notes that something has happened, which may have to be applied."""
        self._has_heard = True

    def start(self) -> None:
        """Notes that now is such a time. What is heard from here on is for the next one."""
        self._last = self._monotonic()
        self._due = self._last + self._most_s
        self._has_heard = False

    def finish(self) -> None:
        """Notes that the work of this time is done. The longer it took, the later is the next time."""
        self._wait_s = min((self._monotonic() - self._last) / self._share, self._busy_s)

    def expect(self, seconds: float) -> None:
        """Notes that something is due in so many seconds."""
        self._due = min(self._due, self._monotonic() + seconds)

    def wait_s(self, *, has_events: bool) -> float:
        """Returns the seconds until it is time, if nothing is heard. `has_events` tells whether events wait."""
        soon = self._last + self._wait_s
        due = soon if has_events or self._has_heard else self._due
        return max(min(due, self._due) - self._monotonic(), 0.0)

    def is_time(self, *, has_events: bool) -> bool:
        """Returns whether it is time."""
        return self.wait_s(has_events=has_events) <= 0.0
