"""How many listen for each player in this process, so that none takes the room of all others."""

import threading
from collections import Counter


class Listeners:
    """The listeners by player: open streams, and pages that wait."""

    def __init__(self, most: int) -> None:
        """Lets each player have at the most so many."""
        self._most = most
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, player: str) -> bool:
        """Counts one more for the player; false when they have as many as they may."""
        with self._lock:
            if self._open[player] >= self._most:
                return False
            self._open[player] += 1
            return True

    def leave(self, player: str) -> None:
        """Counts one less."""
        with self._lock:
            self._open[player] -= 1
            if not self._open[player]:
                del self._open[player]

    def count(self) -> int:
        """How many listen."""
        with self._lock:
            return self._open.total()
