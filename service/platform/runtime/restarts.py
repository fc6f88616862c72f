"""When a process that has ended may start again."""

import time
from dataclasses import dataclass

LONGEST_PAUSE_S = 10.0
STEADY_AFTER_S = 20.0


@dataclass
class Restarts:
    """The starts of one process.

    Attributes:
        failures: how often the process has ended in a row, each time soon after its start.
    """

    failures: int = 0
    _started_at: float = 0.0

    def note_start(self) -> None:
        """Notes that the process has started."""
        self._started_at = time.monotonic()

    def pause_s(self) -> float:
        """Notes that the process has ended. Returns the seconds until its restart: zero after one end, then more."""
        is_steady = time.monotonic() - self._started_at > STEADY_AFTER_S
        self.failures = 1 if is_steady else self.failures + 1
        return 0.0 if self.failures == 1 else min(LONGEST_PAUSE_S, 0.125 * 2 ** min(self.failures - 1, 8))
