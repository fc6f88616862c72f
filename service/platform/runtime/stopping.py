"""The request to stop that a process gets by a signal."""

import os
import select
import signal
from types import FrameType, TracebackType
from typing import Any, Self

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def taken_signals() -> list[signal.Signals]:
    """The signals that stop a process: all of `SIGNALS`, but not a hang-up that the parent ignores, as `nohup` does."""
    return [each for each in SIGNALS if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN]


class StopRequest:
    """Whether this process was asked to stop; a context that takes the signals, and restores their handlers at its end.

    The first signal is noted, and the work ends at the next place where it asks. A second one raises
    `KeyboardInterrupt`. The handler only writes a byte into a pipe: a lock could be held by the very thread in which
    the handler runs.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._raises = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        """Takes the signals."""
        self._heard, self._said = os.pipe()
        os.set_blocking(self._said, False)
        self._before = {each: signal.signal(each, self._take) for each in taken_signals()}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Gives the signals back."""
        for each, handler in self._before.items():
            signal.signal(each, handler)
        os.close(self._said)
        os.close(self._heard)

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_set or self._raises:
            raise KeyboardInterrupt
        self.set()

    def set(self) -> None:
        """Asks to stop."""
        if not self._is_set:
            self._is_set = True
            os.write(self._said, b".")

    def is_set(self) -> bool:
        """Whether it was asked to stop."""
        return self._is_set

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits until it is asked to stop, or for so many seconds; says whether it was asked."""
        return bool(select.select([self._heard], [], [], timeout_s)[0])

    def raise_from_now_on(self) -> None:
        """Lets every signal raise `KeyboardInterrupt`, for work that does not ask; one that has come raises it now."""
        self._raises = True
        if self._is_set:
            raise KeyboardInterrupt

    def ignore_from_now_on(self) -> None:
        """Lets further signals do nothing, while what was started is stopped."""
        for each in self._before:
            signal.signal(each, signal.SIG_IGN)
