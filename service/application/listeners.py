"""How many listen by each token in this process, so that none takes the room of all others."""

import threading
from collections import Counter


class Listeners:
    """The listeners by token: open streams, and pages that wait."""

    def __init__(self, most: int) -> None:
        """Lets each token have at the most so many."""
        self._most = most
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, token_id: str) -> bool:
        """Counts one more for the token; false when it has as many as it may."""
        with self._lock:
            if self._open[token_id] >= self._most:
                return False
            self._open[token_id] += 1
            return True

    def leave(self, token_id: str) -> None:
        """Counts one less."""
        with self._lock:
            self._open[token_id] -= 1
            if not self._open[token_id]:
                del self._open[token_id]

    def count(self) -> int:
        """How many listen."""
        with self._lock:
            return self._open.total()
