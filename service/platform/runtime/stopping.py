"""Requests to stop, which a process gets by a signal."""

import os
import select
import signal
from types import FrameType, TracebackType
from typing import Any, Self

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stop_signals() -> list[signal.Signals]:
    """Returns the signals that stop a process. SIGHUP is not among them if the parent ignores it, as `nohup` does."""
    return [each for each in SIGNALS if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN]


class StopRequest:
    """Records whether this process was asked to stop. The context handles the signals, and restores the old handlers.

    The first signal sets the request, and the work stops when it next checks. A second signal raises
    `KeyboardInterrupt`. The handler only writes a byte into a pipe, because its own thread may hold any lock.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._raises = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        """Installs the signal handlers."""
        self._heard, self._said = os.pipe()
        os.set_blocking(self._said, False)
        self._before = {each: signal.signal(each, self._take) for each in stop_signals()}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Restores the former signal handlers."""
        for each, handler in self._before.items():
            signal.signal(each, handler)
        os.close(self._said)
        os.close(self._heard)

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_set or self._raises:
            raise KeyboardInterrupt
        self.set()

    def set(self) -> None:
        """Requests a stop."""
        if not self._is_set:
            self._is_set = True
            os.write(self._said, b".")

    def is_set(self) -> bool:
        """Returns whether a stop was requested."""
        return self._is_set

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits for a request to stop, at most `timeout_s` seconds. Returns whether there is one."""
        return bool(select.select([self._heard], [], [], timeout_s)[0])

    def raise_from_now_on(self) -> None:
        """Makes signals, also an earlier one, raise `KeyboardInterrupt`, for work that does not check."""
        self._raises = True
        if self._is_set:
            raise KeyboardInterrupt

    def ignore_from_now_on(self) -> None:
        """Ignores further signals while everything is stopped."""
        for each in self._before:
            signal.signal(each, signal.SIG_IGN)
