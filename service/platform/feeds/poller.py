"""Polls the database for lost notifications: reads the newest numbers of all streams that have listeners.

One query serves all listeners of a process, so thousands of them cost no more than a few.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence

from service.platform.feeds.notifier import Notifier
from service.platform.store.database import DatabaseUnavailable

POLL_EVERY_S = 2.0
Numbers = Callable[[Sequence[str]], Mapping[str, int]]
"""Returns the newest numbers of those streams that it knows. Raises `DatabaseUnavailable`."""

_log = logging.getLogger(__name__)


class Poller:
    """Notifies the listeners of this process of missed events."""

    def __init__(self, notifier: Notifier, numbers: Sequence[Numbers]) -> None:
        """Takes the notifier, and a source of numbers for each kind of stream."""
        self._notifier = notifier
        self.numbers = numbers

    def start(self) -> None:
        """Polls every few seconds until the notifier is closed."""
        threading.Thread(target=self._keep_polling, name="poller", daemon=True).start()

    def poll(self) -> None:
        """Polls every source once, unless there are no listeners. A source that fails does not stop the others."""
        streams = self._notifier.awaited_streams()
        for numbers in self.numbers if streams else ():
            try:
                self._notifier.notify_here(numbers(streams))
            except DatabaseUnavailable as error:
                _log.warning("%s", error)
            except Exception:  # noqa: BLE001 - logged and retried, because all listeners depend on it
                _log.exception("polling")

    def _keep_polling(self) -> None:
        while not self._notifier.wait_until_closed(POLL_EVERY_S):
            self.poll()
