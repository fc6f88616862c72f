"""Counts the listeners of each player in this process, so that no player can use up all of them."""

import threading
from collections import Counter


class Listeners:
    """The number of listeners by player: open streams, and requests that wait for events."""

    def __init__(self, most: int) -> None:
        """Sets the maximum number for each player."""
        self._most = most
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, player: str) -> bool:
        """Adds one listener of the player. Returns false if they have the maximum number."""
        with self._lock:
            if self._open[player] >= self._most:
                return False
            self._open[player] += 1
            return True

    def leave(self, player: str) -> None:
        """Removes one listener of the player."""
        with self._lock:
            self._open[player] -= 1
            if not self._open[player]:
                del self._open[player]

    def count(self) -> int:
        """Returns the number of all listeners."""
        with self._lock:
            return self._open.total()
